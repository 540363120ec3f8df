// The comparison of systems: intervals, ranks and every pair, judged as asked.
import { labelled, make, named, select } from "./dom.js";
import { dotPlot } from "./charts.js";
import { Work } from "./server.js";
import { downloads, header, problemList, resultLinks } from "./shell.js";
import { restoreTheme } from "./theme.js";

const PLAN = {
  field: ["Compare", ["f1", "recall", "precision"]],
  test: ["Test", ["randomization", "exact", "bootstrap"]],
  tail: ["Tail", ["two", "one"]],
  correction: ["For many comparisons", ["holm", "bh", "none"]],
  interval: ["Interval", ["bca", "percentile"]],
};

class Comparison {
  constructor() {
    this.plan = {};
    this.controls = make("div", { class: "fields" });
    this.found = make("div", { class: "cards compare" });
    this.busy = make("p", { class: "quiet busy", role: "status" }, "judging differences…");
    document.getElementById("main").replaceChildren(make("div", { class: "plan" }, this.controls, this.busy), this.found);
    this.drawControls([]);
    this.judge();
  }

  drawControls(systems) {
    const set = (name, value) => {
      this.plan = { ...this.plan, [name]: value };
      this.judge();
    };
    const choose = ([name, [label, values]]) => select(label, values.map((value) => [value, value]), this.plan[name] ?? values[0], (value) => set(name, value));
    const number = (name, label, usual) => labelled(label, make("input", { value: this.plan[name] ?? "", placeholder: usual, inputmode: "decimal", onchange: (event) => set(name, event.target.value.trim()) }));
    this.controls.replaceChildren(
      ...Object.entries(PLAN).map(choose),
      ...(systems.length > 1 ? [select("Baseline", [["", "none: every pair"], ...systems.map((name) => [name, name])], this.plan.baseline ?? "", (value) => set("baseline", value))] : []),
      number("alpha", "Alpha", "0.05"), number("trials", "Trials", "10000"), number("seed", "Seed", "1"),
    );
    this.systems = systems;
  }

  get query() {
    const given = Object.entries(this.plan).filter(([, value]) => value !== "");
    return given.length ? `?${new URLSearchParams(given)}` : "";
  }

  async judge() {
    this.work?.cancel();
    const work = (this.work = new Work());
    this.busy.textContent = "judging differences…";
    this.found.setAttribute("aria-busy", "true");
    try {
      const value = await work.run("comparisons", this.plan);
      if (!value || work !== this.work) return;
      this.draw(value);
    } catch (error) {
      if (work !== this.work) return;
      this.found.replaceChildren(problemList(error.problems ?? [error.message], "This cannot be compared:"));
    }
    this.busy.textContent = "";
    this.found.removeAttribute("aria-busy");
    document.body.dataset.ready = "true";
  }

  draw({ sheets, notes, warnings, comparison }) {
    const names = comparison.systems.map((system) => system.name);
    if (names.length !== this.systems.length) this.drawControls(names);
    const metrics = Object.keys(comparison.systems[0].scores);
    const pairs = sheets.slice(sheets.length - (names.length > 1 ? metrics.length : 0));
    const first = sheets.slice(0, sheets.length - pairs.length);
    this.metric = metrics.includes(this.metric) ? this.metric : metrics.includes("conll") ? "conll" : metrics[metrics.length - 1];
    const titles = sheets[0].columns.slice(1).map((title) => title.trim());
    const held = make("div", {});
    const show = () => held.replaceChildren(pairs.length ? table(pairs[metrics.indexOf(this.metric)], "pairs") : "");
    show();
    const series = comparison.systems.map((system) => ({
      name: system.name,
      values: metrics.map((metric) => (system.scores[metric].undefined.length ? null : system.scores[metric][comparison.plan.field])),
      low: metrics.map((metric) => system.scores[metric].interval?.[0] ?? null),
      high: metrics.map((metric) => system.scores[metric].interval?.[1] ?? null),
    }));
    const title = "Scores and intervals of each system by metric";
    this.found.replaceChildren(
      make("section", { class: "card wide" }, first.map((sheet) => table(sheet)), notes.map((note) => make("p", { class: "quiet" }, named(note))), warnings.map((text) => make("p", { class: "warned small" }, named(text)))),
      ...(pairs.length ? [make("section", { class: "card wide" }, make("div", { class: "title-row" }, make("h2", {}, "Every pair"), select("Metric", metrics.map((metric, number) => [metric, titles[number]]), this.metric, (value) => {
        this.metric = value;
        show();
      }, { hidden: true })), held)] : []),
      make("section", { class: "card" }, make("h2", {}, "Intervals"), make("figure", {}, dotPlot(title, titles, series), make("figcaption", {}, `${title}, in percent`))),
      make("section", { class: "card" }, make("h2", {}, "Signature"), make("p", { class: "quiet" }, "Everything that can change these numbers:"), make("code", {}, comparison.signature)),
    );
  }
}

function table(sheet, kind = "") {
  const best = new Set(sheet.best.map(([row, column]) => `${row} ${column}`));
  const head = sheet.columns.map((name) => (name.trim() ? make("th", { scope: "col" }, named(name.trim())) : make("td", {})));
  const rows = sheet.rows.map((cells, row) =>
    make("tr", {}, cells.map((cell, column) => (column === 0 ? make("th", { scope: "row" }, named(cell)) : make("td", {}, best.has(`${row} ${column}`) ? make("strong", {}, cell) : cell)))),
  );
  return make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": sheet.title }, make("table", { class: kind }, kind ? null : make("caption", {}, sheet.title), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows)));
}

restoreTheme();
let page = null;
header(named(document.getElementById("main").dataset.title), resultLinks("./"), downloads("./", () => page?.query ?? ""));
page = new Comparison();
