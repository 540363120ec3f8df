// Metrics and settings: what changes numbers, with the defaults chosen.
import { button, labelled, make, select } from "#report";
import type { Choices, Field } from "#types/application";

// One sentence below a field: the meaning of the chosen value, or what the field is about.
export function explained(element: HTMLElement, { help, meanings }: Pick<Field, "help" | "meanings">) {
  const control = (element.querySelector("select, input") as HTMLInputElement);
  const line = make("p", { class: "help" });
  const explain = () => {
    const meaning = meanings[control.value];
    line.textContent = meaning && meaning.toLowerCase() !== control.value ? `${control.value}: ${meaning}` : help;
  };
  control.addEventListener("change", explain);
  element.addEventListener("refresh", explain);
  explain();
  element.append(line);
  return element;
}

export class Options {
  changed: () => void;
  fields: Record<string, HTMLInputElement | HTMLSelectElement> = {};
  boxes: Record<string, HTMLInputElement> = {};
  hasMetricsOfPreset = false;
  values: { metrics: string[]; further: string; settings: { [k: string]: string | number | boolean | null }; language: string; };
  preset: HTMLDivElement | HTMLSelectElement;
  further: HTMLInputElement;
  element: HTMLElement;

  // `kept`: what was chosen before
  constructor(public choices: Choices, kept: Record<string, any> | undefined, changed: () => void) {
    this.changed = changed;
    const settings = Object.fromEntries(choices.settings.filter((each) => each.values).map((each) => [each.name, each.default]));
    this.values = { metrics: this.defaultMetrics, further: "", settings, language: "en", ...kept };
    const names = Object.keys(choices.presets);
    const presets = [["", "none"], ...names.map((name) => [name, name])];
    this.preset = select("Preset", presets, "", (name) => name && this.usePreset(name));
    explained(this.preset, { help: "The settings of a shared task or a paper.", meanings: {} });
    const given = { value: this.values.further, placeholder: "blanc(alpha=0.2)", spellcheck: "false" };
    this.further = make("input", { ...given, onchange: () => this.set({ further: this.further.value }) });
    const further = labelled("Metrics with parameters", this.further);
    further.classList.add("long");
    const languages = choices.languages.map((name) => [name, name]);
    const language = select("Language of error types", languages, this.values.language, (value) => this.set({ language: value }));
    const fields = (...parts) => make("div", { class: "fields" }, parts);
    this.element = make(
      "section",
      { class: "card options", "aria-labelledby": "options-title" },
      make("h2", { id: "options-title" }, "Metrics and settings"),
      make("fieldset", {}, make("legend", { class: "hidden" }, "Metrics"), this.chips((each) => each.default)),
      fields(this.preset, this.declared((field) => field.first)),
      make(
        "details",
        {},
        make("summary", {}, "More metrics and settings"),
        this.chips((each) => !each.default),
        fields(explained(further, { help: "Metrics with their parameters, separated by commas.", meanings: {} })),
        fields(
          this.declared((field) => !field.first && !field.reading),
          explained(language, { help: "Language of the pronouns and articles in error types.", meanings: {} }),
        ),
        fields(this.declared((field) => field.reading)),
      ),
    );
  }

  get defaultMetrics() {
    return this.choices.metrics.filter((each) => each.default).map((each) => each.name);
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

  field({ name, label, flag, kind, values, placeholder }: Field) {
    const value = this.values.settings[name] ?? "";
    const formats = kind === "format" ? ["", ...Object.keys(this.choices.formats)] : null;
    const listed = (values ?? formats)?.map((each) => [each, each || "recognised by content"]);
    const change = () => this.put(name, this.fields[name].value.trim());
    const text = () => labelled(label, make("input", { value, placeholder, spellcheck: "false", onchange: change }));
    const field = listed ? select(label, listed, value, change) : text();
    const control = (field.querySelector("select, input") as HTMLInputElement | HTMLSelectElement);
    control.title = `${flag} on the command line`;
    this.fields[name] = control;
    return field;
  }

  // A button to the field of the setting that helps, named as on the command line.
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
    return button("Go to this setting", show, { class: "link small" });
  }

  // The settings of a preset, and its metrics if its task has its own; after such a one, the default ones.
  usePreset(name) {
    const own = this.choices.metrics_of_presets[name];
    if (own || this.hasMetricsOfPreset) this.useMetrics(own ?? this.defaultMetrics);
    this.hasMetricsOfPreset = Boolean(own);
    const settings = this.choices.presets[name];
    for (const [each, value] of Object.entries(settings)) {
      this.fields[each].value = value;
      this.fields[each].parentElement?.dispatchEvent(new Event("refresh"));
    }
    this.set({ settings: { ...this.values.settings, ...settings } });
  }

  useMetrics(names) {
    const metrics = names.filter((name) => name in this.boxes);
    this.further.value = names.filter((name) => !(name in this.boxes)).join(", ");
    for (const [name, box] of Object.entries(this.boxes)) box.checked = metrics.includes(name);
    Object.assign(this.values, { metrics, further: this.further.value });
  }

  put(name, value) {
    const others = { ...this.values.settings };
    delete others[name];
    (this.preset.querySelector("select") as HTMLSelectElement).value = "";
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
