// Texts that another page says in other words: options of the command line, and key and response where annotators are
// compared.

/** @import {Model, SideName} from "./model.js" */
/** @typedef {{model: Model, system: number}} Compared a pair, or as much of it as names its sides */

let inOtherWords = (/** @type {string} */ text) => text;

/** @param {(text: string) => string} words */
export function useWords(words) {
  inOtherWords = words;
}

/** @param {string} text */
export function worded(text) {
  return inOtherWords(text);
}

/** @param {Compared} compared */
export function betweenAnnotators({ model }) {
  return model.annotator !== null;
}

/**
 * What a side is called: key or response, or the name of the annotator.
 * @param {Compared} compared
 * @param {SideName} side
 */
export function sideName({ model, system }, side) {
  if (model.annotator === null) return side;
  return side === "key" ? model.annotator : model.nameOf(system);
}

// Between annotators nobody is right: [what a report says, what is said of annotators].
/** @type {[RegExp, string][]} */
const NEUTRAL = [
  [/\b(missed|spurious): /g, ""],
  [/\bmissed\b/g, "only the key"],
  [/\bspurious\b/g, "only the response"],
  [/,? not found\b/g, " that the response does not have"],
  [/\bpartly right\b/g, "partly the same"],
  [/^right$/, "the same"],
  [/\b(a )?wrong antecedent\b/g, "another antecedent"],
  [/\bwrong boundaries\b/g, "other boundaries"],
  [/\b(in|of) an entity that it has\b/g, "in an entity of both"],
  [/\bwith something wrong\b/g, "that differ"],
  [/\berror(s?)\b/g, "disagreement$1"],
  [/\bError(s?)\b/g, "Disagreement$1"],
  [/\bsystem(s?)\b/g, "annotator$1"],
  [/\bSystem(s?)\b/g, "Annotator$1"],
];

/**
 * A phrase of the page; where annotators are compared, with their names instead of key and response. Only for the page's
 * own words: a text or a name that is shown may hold any word.
 * @param {Compared} compared
 * @param {string} phrase
 */
export function sided(compared, phrase) {
  if (!betweenAnnotators(compared)) return phrase;
  const name = (/** @type {string} */ side) => sideName(compared, side.toLowerCase() === "key" ? "key" : "response");
  return NEUTRAL.reduce((text, [said, neutral]) => text.replace(said, neutral), phrase)
    .replace(/\b(a|another) (key|response) entity\b|\b(key|response) (entities|mentions)\b|\b(in )?(?:the )?(key|response)\b/gi, (...found) => {
      const [phrase, article, one, several, what, within, side] = found;
      if (one) return `${article === "a" ? "an" : article} entity of ${name(one)}`;
      if (several) return `${several[0] < "a" ? what[0].toUpperCase() + what.slice(1) : what} of ${name(several)}`;
      return within ? `${phrase.slice(0, 2)} ${name(side)}’s annotation` : name(side);
    });
}

export const RATIOS = /** @type {const} */ (["recall", "precision"]);

/**
 * What recall or precision is called; between annotators, the agreement seen from the one or from the other.
 * @param {Compared} compared
 * @param {typeof RATIOS[number]} field
 */
export function ratioTitle(compared, field) {
  return betweenAnnotators(compared) ? `from ${sideName(compared, field === "recall" ? "key" : "response")}’s side` : field;
}

const KINDS = {
  conflated: "joined only by the response",
  "extra mention": "mention that only the response has",
  "extra entity": "entity that only the response has",
  divided: "joined only by the key",
  "missing mention": "mention that only the key has",
  "missing entity": "entity that only the key has",
};

/**
 * What a type of error is called.
 * @param {Compared} compared
 * @param {number} kind
 */
export function kindTitle(compared, kind) {
  const name = compared.model.kindNames[kind];
  return betweenAnnotators(compared) ? sided(compared, KINDS[name] ?? name) : name;
}
