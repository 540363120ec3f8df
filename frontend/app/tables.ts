// Pages of tables, as the commands print them: the agreement of annotators, and the comparison of systems.
import { button, byId, labelled, make, named, select, signatureCode, table } from "#report";
import { numberIn, sort } from "../sheet/sorting.js";
import { explained } from "./options.js";
import { runNumber } from "./result.js";
import { ask, problemsOf, Work } from "./server.js";
import { DOCUMENTS, downloads, header, problemList, REPORT, resultLinks, SCORES } from "./shell.js";
import type { Field, SheetOfTexts, Tables } from "#types/application";

function cards({ heading, sheets, notes, warnings, signature }: Tables) {
  const card = (...content) => make("section", { class: "card wide" }, content);
  const text = (kind, line) => make("p", { class: kind }, named(line));
  const verdict = heading.map((line, number) => text(number ? "" : "headline", line));
  return [
    make("section", { class: "card wide verdict" }, verdict),
    warnings.length ? card(make("h2", {}, "Warnings"), make("ul", { class: "warnings" }, warnings.map((line) => make("li", {}, named(line))))) : "",
    ...sheets.map((sheet) => card(sheetTable(sheet), sheet.note.map((line) => text("quiet", line)))),
    notes.length ? card(notes.map((line) => text("quiet", line))) : "",
    card(make("h2", {}, "Signature"), text("quiet", "All settings that can change these numbers:"), signatureCode(signature)),
  ];
}

function sheetTable({ title, columns, rows, best, bad, left, kept }: SheetOfTexts) {
  const places = (list) => new Set(list.map(([row, column]) => `${row} ${column}`));
  const [isBest, isBad] = [places(best), places(bad)];
  const missing = (row, column) => isBad.has(`${row} ${column}`) || rows[row][column].trim() === "–";
  const numeric = columns.map((_, column) => {
    const values = rows.filter((_cells, row) => !missing(row, column)).map((cells) => cells[column]);
    return column > 0 && values.length > 0 && values.every((text) => numberIn(text) !== "");
  });
  const look = (column, more = "") => [column && left.includes(column) ? "text" : "", column === kept ? "kept" : "", more].join(" ").trim() || null;
  const head = columns.map((text, column) => {
    const name = text.trim();
    if (!name) return make("td", { class: look(column) });
    const content = rows.length > 1 ? button(named(name), (event) => sort(event.currentTarget)) : named(name);
    return make("th", { scope: "col", class: look(column), "data-numeric": numeric[column] }, content);
  });
  const cell = (text, row, column) => {
    const value = numeric[column] ? (missing(row, column) ? "" : numberIn(text)) : text;
    if (column === 0) return make("th", { scope: "row", "data-value": value }, named(text));
    const [place, shown] = [`${row} ${column}`, named(text)];
    const kind = look(column, isBad.has(place) ? "bad" : "");
    return make("td", { class: kind, "data-value": value }, isBest.has(place) ? make("strong", {}, shown) : shown);
  };
  const body = rows.map((cells, row) => make("tr", {}, cells.map((text, column) => cell(text, row, column))));
  return table(title || "Table", head, body, { kind: "sheet-table", caption: title });
}

export async function openAgreement() {
  const job = runNumber();
  const [{ value }, tables] = await Promise.all([ask("GET", `jobs/${job}`), ask("GET", `jobs/${job}/tables.json`)]);
  document.title = `${value.title} · corefscope`;
  const of = (about) => ({ job: () => job, ...about });
  header(value.title, resultLinks("Agreement"), downloads({ report: of(REPORT), agreement: of({ about: "the tables of this page" }) }));
  byId("main").replaceChildren(make("div", { class: "cards tables" }, cards(tables)));
  document.body.dataset.ready = "true";
}

export async function openComparison() {
  const [{ value }, { plan }] = await Promise.all([ask("GET", `jobs/${runNumber()}`), ask("GET", "choices")]);
  document.title = `${value.title} compared · corefscope`;
  await new Comparison(value.title, plan).judge();
}

class Comparison {
  run = runNumber();
  work: Work | null = null;
  shown: string | null = null; // the job whose tables are shown
  plan: Record<string, string> = {};
  baseline = "";
  controls = make("div", { class: "fields" });
  found = make("div", { class: "cards tables compare" });
  busy = make("span", { class: "quiet", role: "status" });
  button: HTMLButtonElement;

  constructor(title: string, public fields: Field[]) {
    this.button = button("", () => (this.work ? this.stop() : this.judge()));
    const how = make("details", { class: "how" }, make("summary", {}, "Test settings"), this.controls);
    byId("main").replaceChildren(make("div", { class: "plan" }, how, make("div", { class: "busy" }, this.busy, this.button)), this.found);
    this.drawControls([]);
    const of = (about) => ({ job: () => this.run, ...about });
    const comparison = { job: () => this.shown, about: "the tables of this page" };
    header(title, resultLinks("Compare"), downloads({ report: of(REPORT), scores: of(SCORES), documents: of(DOCUMENTS), comparison }));
  }

  drawControls(systems: string[]) {
    const listed = ({ name, label, values }) =>
      select(label, values.map((each) => [each, each]), this.plan[name] ?? values[0], (value) => this.change(name, value));
    const typed = ({ name, label, placeholder }) => {
      const change = (event) => this.change(name, event.target.value.trim());
      return labelled(label, make("input", { value: this.plan[name] ?? "", placeholder, inputmode: "decimal", onchange: change }));
    };
    const fields = this.fields.map((field) => explained((field.values ? listed : typed)(field), field));
    const baselines = [["", "none: every pair"], ...systems.map((name) => [name, name])];
    const baseline = select("Baseline", baselines, "", (name) => {
      this.baseline = name;
      this.judge();
    });
    const help = "Compare every system with this one only. With fewer comparisons, smaller differences are significant.";
    if (systems.length > 1) fields.push(explained(baseline, { help, meanings: {} }));
    this.controls.replaceChildren(...fields);
  }

  change(name, value) {
    this.plan = { ...this.plan, [name]: value };
    this.judge();
  }

  async judge() {
    this.work?.cancel();
    const work = (this.work = new Work());
    this.tell("testing differences…", "Stop");
    this.found.setAttribute("aria-busy", "true");
    try {
      const job = await work.run("compare", { run: this.run, plan: this.plan, baseline: this.baseline });
      if (!job || work !== this.work) return;
      this.draw(job.job, await ask("GET", `jobs/${job.job}/tables.json`));
    } catch (error) {
      if (work !== this.work) return;
      this.found.replaceChildren(problemList(problemsOf(error), "Comparison failed:"));
    }
    this.rest("", "");
  }

  draw(job: string, tables: Tables & { systems: string[] }) {
    if (!this.shown) this.drawControls(tables.systems);
    this.shown = job;
    this.found.replaceChildren(...cards(tables));
  }

  // End the running comparison; the one before stays.
  stop() {
    this.work?.cancel();
    this.rest("Stopped.", "Compare");
  }

  rest(text, offered) {
    this.work = null;
    this.tell(text, offered);
    this.found.removeAttribute("aria-busy");
    document.body.dataset.ready = "true";
  }

  tell(text, offered) {
    this.busy.textContent = text;
    this.button.textContent = offered;
    this.button.hidden = !offered;
  }
}
