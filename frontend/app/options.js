// Metrics and settings: what changes numbers, with the usual values chosen.
import { button, labelled, make, select } from "../report/dom.js";
import { docsLink } from "./docs.js";

function ended(text) {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/**
 * One sentence about a field below it, the meaning of the chosen value, and a link to the docs.
 * @param {HTMLElement} element
 * @param {import("#types/application").Field} field
 */
export function explained(element, { help, meanings, page, label }) {
  const control = /** @type {HTMLInputElement} */ (element.querySelector("select, input"));
  const meaning = make("span", {});
  const tell = () => {
    const said = meanings[control.value];
    meaning.textContent = said && said.toLowerCase() !== control.value ? `${control.value}: ${ended(said)}` : help;
  };
  control.addEventListener("change", tell);
  control.title ||= help;
  tell();
  const link = docsLink(page, ["docs", make("span", { class: "hidden" }, ` about ${label}`)]);
  element.append(make("p", { class: "help", "aria-live": "off" }, meaning, " ", link));
  element.addEventListener("refresh", tell);
  return element;
}

/**
 * A sentence of our own below a field, and a link to the docs.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {string} page
 */
export function helped(element, text, page) {
  const label = element.querySelector("label")?.textContent;
  const link = docsLink(page, ["docs", make("span", { class: "hidden" }, ` about ${label}`)]);
  element.append(make("p", { class: "help" }, `${text} `, link));
  return element;
}

export class Options {
  /**
   * @param {import("#types/application").Choices} choices
   * @param {Record<string, any> | undefined} kept what was chosen before
   * @param {() => void} changed
   */
  constructor(choices, kept, changed) {
    this.choices = choices;
    this.changed = changed;
    /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = {};
    /** @type {Record<string, HTMLInputElement>} */
    this.boxes = {};
    /** @type {HTMLInputElement | undefined} */
    this.furtherInput = undefined;
    this.metricsOfPreset = false;
    const metrics = choices.metrics.filter((each) => each.usual).map((each) => each.name);
    const settings = Object.fromEntries(
      choices.settings.filter((each) => each.values).map((each) => [each.name, each.usual]),
    );
    this.values = { metrics, further: "", settings, language: "en", ...kept };
    this.title = make("h2", { id: "options-title" }, "Metrics and settings");
    const given = { class: "card options", "aria-labelledby": "options-title" };
    /** @type {HTMLElement[]} */
    this.furtherParts = [];
    this.summary = make("summary", {});
    this.scoring = this.usual();
    this.element = make("section", given, this.title, this.scoring, this.more());
  }

  // Whether metrics and the settings of scoring matter; how files are read always does.
  show(scoring) {
    for (const part of [...this.scoring, ...this.furtherParts]) part.hidden = !scoring;
    this.summary.textContent = scoring ? "More metrics and settings" : "How files are read";
    this.title.textContent = scoring ? "Metrics and settings" : "Settings";
  }

  usual() {
    const names = Object.keys(this.choices.presets);
    const presets = [["", "none"], ...names.map((name) => [name, name])];
    this.preset = select("Preset", presets, "", (name) => name && this.usePreset(name));
    helped(this.preset, "The settings of a shared task or a paper.", "matching.md#presets");
    const legend = make("legend", { class: "hidden" }, "Metrics");
    return [
      make("fieldset", {}, legend, this.chips((each) => each.usual)),
      make("div", { class: "fields" }, this.preset, this.declared((field) => field.first)),
    ];
  }

  more() {
    const languages = this.choices.languages.map((name) => [name, name]);
    const language = (value) => this.set({ language: value });
    const spoken = select("Language of error types", languages, this.values.language, language);
    helped(spoken, "Whose pronouns and articles tell mentions apart in the errors.", "errors.md");
    this.furtherParts = [
      this.chips((each) => !each.usual),
      make("div", { class: "fields" }, this.further()),
      make("div", { class: "fields" }, this.declared((field) => !field.first && !field.reading), spoken),
    ];
    return make(
      "details",
      {},
      this.summary,
      this.furtherParts,
      make("div", { class: "fields" }, this.declared((field) => field.reading)),
    );
  }

  chips(wanted) {
    const chip = ({ name, title, summary }) => {
      const change = () => {
        const others = this.values.metrics.filter((each) => each !== name);
        this.set({ metrics: box.checked ? [...others, name] : others });
      };
      const box = make("input", { type: "checkbox", checked: this.values.metrics.includes(name), onchange: change });
      this.boxes[name] = box;
      return make("label", { class: "chip", title: summary }, box, title);
    };
    return make("div", { class: "metric-choice" }, this.choices.metrics.filter(wanted).map(chip));
  }

  // Settings by their declaration: a list of values, a list of formats, or a text field.
  declared(wanted) {
    return this.choices.settings.filter(wanted).map((field) => explained(this.field(field), field));
  }

  /** @param {import("#types/application").Field} declared */
  field({ name, label, kind, values, placeholder }) {
      if (values) return this.listed(name, label, values.map((value) => [value, value]));
      if (kind !== "format") return this.typed(name, label, placeholder);
      const formats = Object.keys(this.choices.formats).map((format) => [format, format]);
      return this.listed(name, label, [["", "recognised by content"], ...formats]);
  }

  listed(name, label, values) {
    const field = select(label, values, this.values.settings[name] ?? "", (value) => this.put(name, value));
    this.fields[name] = /** @type {HTMLSelectElement} */ (field.querySelector("select"));
    return field;
  }

  typed(name, label, hint) {
    const change = (event) => this.put(name, event.target.value.trim());
    const value = this.values.settings[name] ?? "";
    this.fields[name] = make("input", { value, placeholder: hint, spellcheck: "false", onchange: change });
    return labelled(label, this.fields[name]);
  }

  further() {
    const change = (event) => this.set({ further: event.target.value });
    const given = { value: this.values.further, placeholder: "blanc(alpha=0.2)", spellcheck: "false", onchange: change };
    this.furtherInput = make("input", given);
    const field = labelled("Metrics with parameters", this.furtherInput);
    field.classList.add("long");
    return helped(field, "Any metric with its parameters, comma-separated.", "metrics.md");
  }

  // The field of the setting that helps, named as on the command line: shown and given the focus.
  pointer(setting, role) {
    const name = setting?.slice(2).replaceAll("-", "_");
    const field = this.fields[name] ?? this.fields[`${role}_${name}`];
    if (!field) return null;
    const show = () => {
      const within = field.closest("details");
      if (within) within.open = true;
      field.focus();
      field.scrollIntoView({ block: "center" });
    };
    return button("To this setting", show, { class: "link small" });
  }

  // The settings of a preset, and its metrics if its task has its own; after such a one, the usual ones.
  usePreset(name) {
    const own = this.choices.metrics_of_presets[name];
    const usual = this.choices.metrics.filter((each) => each.usual).map((each) => each.name);
    if (own || this.metricsOfPreset) this.useMetrics(own ?? usual);
    this.metricsOfPreset = Boolean(own);
    this.apply(this.choices.presets[name]);
  }

  useMetrics(names) {
    const metrics = names.filter((name) => name in this.boxes);
    const further = names.filter((name) => !(name in this.boxes)).join(", ");
    for (const [name, box] of Object.entries(this.boxes)) box.checked = metrics.includes(name);
    if (this.furtherInput) this.furtherInput.value = further;
    Object.assign(this.values, { metrics, further });
  }

  apply(settings) {
    for (const [name, value] of Object.entries(settings)) {
      this.fields[name].value = value;
      this.fields[name].parentElement?.dispatchEvent(new Event("refresh"));
    }
    this.set({ settings: { ...this.values.settings, ...settings } });
  }

  put(name, value) {
    const others = { ...this.values.settings };
    delete others[name];
    if (this.preset) /** @type {HTMLSelectElement} */ (this.preset.querySelector("select")).value = "";
    this.set({ settings: value ? { ...others, [name]: value } : others });
  }

  set(change) {
    Object.assign(this.values, change);
    this.changed();
  }

  // In the order of the registry, then those with parameters, split at commas outside brackets.
  get metrics() {
    const chosen = this.choices.metrics.map((each) => each.name).filter((name) => this.values.metrics.includes(name));
    const further = this.values.further.split(/,(?![^(]*\))/).map((name) => name.trim());
    return [...chosen, ...further.filter(Boolean)];
  }
}
