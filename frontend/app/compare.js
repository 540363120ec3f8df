// The comparison of systems: intervals, ranks and every pair.
import { announce, button, byId, labelled, make, named, select, table } from "../report/dom.js";
import { dotPlot } from "../report/charts.js";
import { ask, Work } from "./server.js";
import { downloads, header, problemList, resultLinks } from "./shell.js";

class Comparison {
  /** @param {import("#types/application").Field[]} fields */
  constructor(fields) {
    this.fields = fields;
    /** @type {Work | null} */
    this.work = null;
    /** @type {string[]} */
    this.systems = [];
    this.metric = "";
    /** @type {Record<string, string>} */
    this.plan = {};
    this.controls = make("div", { class: "fields" });
    this.found = make("div", { class: "cards compare" });
    this.busy = make("span", { class: "quiet", role: "status" });
    this.button = button("", () => (this.work ? this.end() : this.judge()));
    const busy = make("div", { class: "busy" }, this.busy, this.button);
    const plan = make("div", { class: "plan" }, this.controls, busy);
    byId("main").replaceChildren(plan, this.found);
    this.drawControls([]);
    this.judge();
  }

  drawControls(systems) {
    this.systems = systems;
    const set = (name, value) => {
      this.plan = { ...this.plan, [name]: value };
      this.judge();
    };
    const choose = (name, label, values) =>
      select(label, values, this.plan[name] ?? values[0][0], (value) => set(name, value));
    const number = ({ name, label, placeholder, title }) => {
      const change = (event) => set(name, event.target.value.trim());
      const given = { value: this.plan[name] ?? "", placeholder, inputmode: "decimal", onchange: change };
      return labelled(label, make("input", { ...given, title: title || null }));
    };
    const same = (values) => values.map((value) => [value, value]);
    const plan = this.fields.filter((each) => each.values).map((each) => choose(each.name, each.label, same(each.values)));
    if (systems.length > 1) plan.push(choose("baseline", "Baseline", [["", "none: every pair"], ...same(systems)]));
    plan.push(...this.fields.filter((each) => !each.values).map(number));
    this.controls.replaceChildren(...plan);
  }

  get query() {
    const given = Object.entries(this.plan).filter(([, value]) => value !== "");
    return given.length ? `?${new URLSearchParams(given)}` : "";
  }

  async judge() {
    this.work?.cancel();
    const work = (this.work = new Work());
    this.tell("judging differences…", "Stop");
    this.found.setAttribute("aria-busy", "true");
    try {
      const value = await work.run("comparisons", this.plan);
      if (!value || work !== this.work) return;
      this.draw(value);
    } catch (error) {
      if (work !== this.work) return;
      this.found.replaceChildren(problemList(error.problems ?? [{ text: error.message }], "This cannot be compared:"));
    }
    this.work = null;
    this.rest("");
  }

  // End the running comparison; the one before stays.
  end() {
    this.work?.cancel();
    this.work = null;
    announce("stopped");
    this.rest("Stopped.", "Compare");
  }

  rest(text, offered = "") {
    this.tell(text, offered);
    this.found.removeAttribute("aria-busy");
    document.body.dataset.ready = "true";
  }

  tell(text, offered) {
    this.busy.textContent = text;
    this.button.textContent = offered;
    this.button.hidden = !offered;
  }

  draw({ sheets, notes, warnings, comparison }) {
    const names = comparison.systems.map((system) => system.name);
    if (names.length !== this.systems.length) this.drawControls(names);
    const metrics = Object.keys(comparison.systems[0].scores);
    const titles = sheets[0].columns.slice(1).map((title) => title.trim());
    const own = sheets.length - (names.length > 1 ? metrics.length : 0);
    const card = (kind, ...content) => make("section", { class: `card ${kind}` }, content);
    const note = (kind, text) => make("p", { class: kind }, named(text));
    this.found.replaceChildren(
      card(
        "wide",
        sheets.slice(0, own).map((sheet) => sheetTable(sheet)),
        notes.map((text) => note("quiet", text)),
        warnings.map((text) => note("warned small", text)),
      ),
      own < sheets.length ? card("wide", this.pairs(sheets.slice(own), metrics, titles)) : "",
      card("", make("h2", {}, "Intervals"), intervals(comparison, metrics, titles)),
      card(
        "",
        make("h2", {}, "Signature"),
        note("quiet", "Everything that can change these numbers:"),
        make("code", {}, comparison.signature),
      ),
    );
  }

  // The pairs of one metric at a time; CoNLL first, if it is there.
  pairs(sheets, metrics, titles) {
    if (!metrics.includes(this.metric)) this.metric = metrics.includes("conll") ? "conll" : metrics.at(-1);
    const held = make("div", {});
    const show = (metric) => {
      this.metric = metric;
      held.replaceChildren(sheetTable(sheets[metrics.indexOf(metric)], "pairs"));
    };
    show(this.metric);
    const choices = metrics.map((metric, number) => [metric, titles[number]]);
    const choose = select("Metric", choices, this.metric, show, { hidden: true });
    return [make("div", { class: "title-row" }, make("h2", {}, "Every pair"), choose), held];
  }
}

function intervals({ systems, plan }, metrics, titles) {
  const series = systems.map(({ name, scores }) => ({
    name,
    values: metrics.map((metric) => (scores[metric].undefined.length ? null : scores[metric][plan.field])),
    low: metrics.map((metric) => scores[metric].interval?.[0] ?? null),
    high: metrics.map((metric) => scores[metric].interval?.[1] ?? null),
  }));
  const title = "Scores and intervals of each system by metric";
  return make("figure", {}, dotPlot(title, titles, series), make("figcaption", {}, `${title}, in percent`));
}

function sheetTable(sheet, kind = "") {
  const best = new Set(sheet.best.map(([row, column]) => `${row} ${column}`));
  const heading = (name) => make(name ? "th" : "td", { scope: name ? "col" : null }, name && named(name));
  const cell = (text, row, column) => {
    if (column === 0) return make("th", { scope: "row" }, named(text));
    return make("td", {}, best.has(`${row} ${column}`) ? make("strong", {}, text) : text);
  };
  const rows = sheet.rows.map((cells, row) => make("tr", {}, cells.map((text, column) => cell(text, row, column))));
  const head = sheet.columns.map((name) => heading(name.trim()));
  return table(sheet.title, head, rows, { kind, caption: kind ? null : sheet.title });
}

export async function openComparison() {
  /** @type {Comparison | null} */
  let page = null;
  const links = [resultLinks("./"), downloads("./", () => page?.query ?? "")];
  header("", ...links);
  const [{ title }, choices] = await Promise.all([ask("GET", "about"), ask("GET", "/choices")]);
  document.title = `${title} compared · corefscope`;
  header(named(title), ...links);
  page = new Comparison(choices.plan);
}
