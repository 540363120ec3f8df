// Errors in the words of a browser: settings by their labels instead of flags, no hints for a shell, equal lines once.

const MORE = /allow more with --[a-z-]+-limit(, in MB)?/g;
const FLAG = /--([a-z][a-z-]*)(?: ([a-z0-9]+))?/g;
const BRACKETS = /\s*\((?:[^()]|\([^()]*\))*\)/g;
const SHELL = /--[a-z]|\bcorefscope [a-z]+|pip install|command line/;

/** @type {Map<string, Pick<import("#types/application").Field, "label" | "values">>} */
const fields = new Map();

/** @param {import("#types/application").Choices} choices */
export function learn(choices) {
  for (const field of [...choices.settings, ...choices.plan]) fields.set(field.name, field);
}

/**
 * @param {string} text
 * @param {string} role whose format and clusters are meant where a text does not say it
 */
export function browserWords(text, role = "response") {
  return text
    .replace(MORE, "whoever starts the application can allow more")
    .replace(/score it on the command line(, or )?/g, "")
    .replace(/, as corefscope [^.;()]*/g, "")
    .replace(FLAG, (flag, name, value) => {
      const plain = name.replaceAll("-", "_");
      const field = fields.get(plain) ?? fields.get(`${role}_${plain}`);
      if (!field) return flag;
      const given = value && field.values?.includes(value);
      return `the setting “${field.label}”${given ? `: ${value}` : value ? ` ${value}` : ""}`;
    })
    .replace(BRACKETS, (group) => (SHELL.test(group) || /^\s*\(\s*\)$/.test(group) ? "" : group));
}

/**
 * Findings that say the same of several places, as one with all places.
 * @template {{severity?: string, kind?: string, text: string, source?: string | null, line?: number | null}} Finding
 * @param {Finding[]} findings
 * @returns {(Finding & {places: string[], rest: string})[]}
 */
export function merged(findings) {
  /** @type {Map<string, Finding & {places: string[], rest: string}>} */
  const found = new Map();
  for (const finding of findings) {
    const place = finding.source && (finding.line ? `${finding.source}:${finding.line}` : finding.source);
    const rest = place && finding.text.startsWith(`${place}: `) ? finding.text.slice(place.length + 2) : finding.text;
    const same = JSON.stringify([finding.severity, finding.kind, rest]);
    const held = found.get(same) ?? { ...finding, places: [], rest };
    if (place && rest !== finding.text) held.places.push(place);
    found.set(same, held);
  }
  return [...found.values()];
}
