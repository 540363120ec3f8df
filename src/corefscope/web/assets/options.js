// Metrics and settings: what changes numbers, with the usual values chosen.
import { labelled, make, select } from "./dom.js";

const FIRST = ["match", "singletons", "repeated", "average"];

export class Options {
  constructor(choices, kept, changed) {
    Object.assign(this, { choices, changed, fields: {} });
    const metrics = choices.metrics.filter((each) => each.usual).map((each) => each.name);
    const settings = Object.fromEntries(choices.settings.map((each) => [each.name, each.usual]));
    this.values = { metrics, further: "", settings, language: "en", ...kept };
    const title = make("h2", { id: "options-title" }, "Metrics and settings");
    const given = { class: "card options", "aria-labelledby": "options-title" };
    this.element = make("section", given, title, this.usual(), this.more());
  }

  usual() {
    const names = Object.keys(this.choices.presets);
    const presets = [["", "none"], ...names.map((name) => [name, name])];
    this.preset = select("Preset", presets, "", (name) => name && this.apply(this.choices.presets[name]));
    const legend = make("legend", { class: "hidden" }, "Metrics");
    return [
      make("fieldset", {}, legend, this.chips((each) => each.usual)),
      make("div", { class: "fields" }, this.preset, this.known((name) => FIRST.includes(name))),
    ];
  }

  more() {
    const languages = this.choices.languages.map((name) => [name, name]);
    const language = (value) => this.set({ language: value });
    return make(
      "details",
      {},
      make("summary", {}, "More metrics and settings"),
      this.chips((each) => !each.usual),
      make("div", { class: "fields" }, this.further()),
      make(
        "div",
        { class: "fields" },
        this.known((name) => !FIRST.includes(name)),
        this.typed("scope", "What is scored as one", "document"),
        select("Language of error types", languages, this.values.language, language),
      ),
      make(
        "div",
        { class: "fields" },
        this.format("key_format", "Format of the key"),
        this.format("response_format", "Format of the responses"),
        this.typed("key_clusters", "JSON field of the key", "clusters"),
        this.typed("response_clusters", "JSON field of the responses", "clusters"),
      ),
    );
  }

  chips(wanted) {
    const chip = ({ name, title, summary }) => {
      const change = () => {
        const others = this.values.metrics.filter((each) => each !== name);
        this.set({ metrics: box.checked ? [...others, name] : others });
      };
      const box = make("input", { type: "checkbox", checked: this.values.metrics.includes(name), onchange: change });
      return make("label", { class: "chip", title: summary }, box, title);
    };
    return make("div", { class: "chips" }, this.choices.metrics.filter(wanted).map(chip));
  }

  // The settings that have a list of values.
  known(wanted) {
    const settings = this.choices.settings.filter(({ name }) => wanted(name));
    return settings.map(({ name, label, values }) => this.listed(name, label, values.map((value) => [value, value])));
  }

  format(name, label) {
    const formats = Object.keys(this.choices.formats).map((format) => [format, format]);
    return this.listed(name, label, [["", "told by content"], ...formats]);
  }

  listed(name, label, values) {
    const field = select(label, values, this.values.settings[name] ?? "", (value) => this.put(name, value));
    this.fields[name] = field.lastChild;
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
    const field = labelled("Metrics with parameters", make("input", given));
    field.classList.add("long");
    return field;
  }

  // The field that a flag of the command line stands for, as messages name it: shown and given the focus.
  pointer(text, role) {
    const flag = /--([a-z]+)/.exec(text)?.[1];
    const field = this.fields[flag] ?? this.fields[`${role}_${flag}`];
    if (!field) return null;
    const show = () => {
      const within = field.closest("details");
      if (within) within.open = true;
      field.focus();
      field.scrollIntoView({ block: "center" });
    };
    return make("button", { type: "button", class: "link small", onclick: show }, "To this setting");
  }

  apply(settings) {
    for (const [name, value] of Object.entries(settings)) this.fields[name].value = value;
    this.set({ settings: { ...this.values.settings, ...settings } });
  }

  put(name, value) {
    const others = { ...this.values.settings };
    delete others[name];
    this.preset.lastChild.value = "";
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
