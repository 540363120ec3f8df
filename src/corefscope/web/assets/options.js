// Metrics and settings: what changes numbers, with the usual values chosen.
import { labelled, make, select } from "./dom.js";

const FIRST = ["match", "singletons", "repeated", "average"];

export class Options {
  constructor(choices, kept, changed) {
    Object.assign(this, { choices, changed });
    this.fields = {};
    const settings = Object.fromEntries(choices.settings.map((each) => [each.name, each.usual]));
    this.values = { metrics: choices.metrics.filter((each) => each.usual).map((each) => each.name), further: "", settings, language: "en", ...kept };
    const presets = [["", "none"], ...Object.keys(choices.presets).map((name) => [name, name])];
    this.preset = select("Preset", presets, "", (name) => name && this.apply(choices.presets[name]));
    const of = (names) => choices.settings.filter((each) => names(each.name)).map((each) => this.field(each));
    const formats = [["", "told by content"], ...Object.keys(choices.formats).map((name) => [name, name])];
    this.element = make("section", { class: "card options", "aria-labelledby": "options-title" },
      make("h2", { id: "options-title" }, "Metrics and settings"),
      make("fieldset", {}, make("legend", { class: "hidden" }, "Metrics"), make("div", { class: "chips" }, choices.metrics.filter((each) => each.usual).map((each) => this.chip(each)))),
      make("div", { class: "fields" }, this.preset, of((name) => FIRST.includes(name))),
      make("details", {}, make("summary", {}, "More metrics and settings"),
        make("div", { class: "chips" }, choices.metrics.filter((each) => !each.usual).map((each) => this.chip(each))),
        make("div", { class: "fields" }, this.text("further", "Metrics with parameters", "blanc(alpha=0.2)")),
        make("div", { class: "fields" }, of((name) => !FIRST.includes(name)), this.setting("scope", "What is scored as one", "document"), select("Language of error types", choices.languages.map((name) => [name, name]), this.values.language, (value) => this.set({ language: value }))),
        make("div", { class: "fields" },
          this.register("key_format", select("Format of the key", formats, this.values.settings.key_format ?? "", (value) => this.put("key_format", value))),
          this.register("response_format", select("Format of the responses", formats, this.values.settings.response_format ?? "", (value) => this.put("response_format", value))),
          this.setting("key_clusters", "JSON field of the key", "clusters"),
          this.setting("response_clusters", "JSON field of the responses", "clusters"),
        ),
      ),
    );
  }

  chip({ name, title, summary }) {
    const box = make("input", { type: "checkbox", checked: this.values.metrics.includes(name), onchange: () => this.set({ metrics: box.checked ? [...this.values.metrics, name] : this.values.metrics.filter((each) => each !== name) }) });
    return make("label", { class: "chip", title: summary }, box, title);
  }

  field({ name, label, values }) {
    return this.register(name, select(label, values.map((value) => [value, value]), this.values.settings[name], (value) => this.put(name, value)));
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

  setting(name, label, hint) {
    return this.register(name, labelled(label, make("input", { value: this.values.settings[name] ?? "", placeholder: hint, spellcheck: "false", onchange: (event) => this.put(name, event.target.value.trim()) })));
  }

  register(name, field) {
    this.fields[name] = field.lastChild;
    return field;
  }

  text(name, label, hint) {
    const field = labelled(label, make("input", { value: this.values[name], placeholder: hint, spellcheck: "false", onchange: (event) => this.set({ [name]: event.target.value }) }));
    field.classList.add("long");
    return field;
  }

  apply(settings) {
    for (const [name, value] of Object.entries(settings)) this.fields[name].value = value;
    this.set({ settings: { ...this.values.settings, ...settings } });
  }

  put(name, value) {
    const others = { ...this.values.settings };
    delete others[name];
    if (FIRST.includes(name)) this.preset.querySelector("select").value = "";
    this.set({ settings: value ? { ...others, [name]: value } : others });
  }

  set(change) {
    Object.assign(this.values, change);
    this.changed();
  }

  // In the order of the registry, then those with parameters, split at commas outside brackets.
  get metrics() {
    const chosen = this.choices.metrics.map((each) => each.name).filter((name) => this.values.metrics.includes(name));
    return [...chosen, ...this.values.further.split(/,(?![^(]*\))/).map((name) => name.trim()).filter(Boolean)];
  }
}
