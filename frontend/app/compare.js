// The comparison of systems: intervals, ranks and every pair.
import { announce, button, byId, inDocument, labelled, make, named, percent, select, signatureCode, table } from "../report/dom.js";
import { dotPlot } from "../report/charts.js";
import { leadByEntity } from "../report/difference.js";
import { fateInWords, fateOf } from "../report/fates.js";
import { Model, unpack } from "../report/model.js";
import { titleOf } from "../report/names.js";
import { hashOf, placeOf } from "../report/state.js";
import { docsLink } from "./docs.js";
import { explained, helped } from "./options.js";
import { ask, Work } from "./server.js";
import { sheetTable } from "./sheets.js";
import { learn } from "./words.js";
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
    /** @type {Promise<Model> | undefined} */
    this.model = undefined;
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
    const listed = (each) => explained(choose(each.name, each.label, same(each.values)), each);
    const plan = this.fields.filter((each) => each.values).map(listed);
    if (systems.length > 1) plan.push(this.baseline(choose, same(systems)));
    plan.push(...this.fields.filter((each) => !each.values).map((each) => explained(number(each), each)));
    const link = docsLink("significance.md", "How differences are judged");
    this.controls.replaceChildren(
      make("details", { class: "how" }, make("summary", {}, "How it is judged"), make("div", { class: "fields" }, plan), link),
    );
  }

  baseline(choose, systems) {
    const field = choose("baseline", "Baseline", [["", "none: every pair"], ...systems]);
    return helped(field, "Compare all systems with this one only, which needs fewer corrections.", "significance.md");
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

  draw({ sheets, notes, warnings, comparison, metric, verdict, documents }) {
    if (!this.metric) this.metric = metric;
    const names = comparison.systems.map((system) => system.name);
    if (names.length !== this.systems.length) this.drawControls(names);
    const [first, ...rest] = verdict;
    const metrics = Object.keys(comparison.systems[0].scores);
    const titles = sheets[0].columns.slice(1).map((title) => title.trim());
    const own = sheets.length - (names.length > 1 ? metrics.length : 0);
    const card = (kind, ...content) => make("section", { class: `card ${kind}` }, content);
    const note = (kind, text) => make("p", { class: kind }, named(text));
    const entities = card("wide", make("h2", {}, "Entities that make the difference"));
    entities.hidden = true;
    if (documents.length) this.showEntities(entities, metric, documents[0].systems.map((name) => names.indexOf(name)));
    this.found.replaceChildren(
      card(
        "wide verdict",
        make("h2", {}, "Verdict"),
        make("p", { class: "headline" }, named(first)),
        rest.map((text) => note("", text)),
      ),
      card(
        "wide",
        make("h2", {}, "Scores"),
        scoreTable(comparison, sheets[0].rows.map(([name]) => name), metrics, titles),
        own < sheets.length ? null : notes.map((text) => note("quiet", text)),
        warnings.map((text) => note("warned small", text)),
      ),
      documents.length ? card("wide", deciding(documents)) : "",
      entities,
      own < sheets.length ? card("wide", this.pairs(sheets.slice(own), metrics, titles), notes.map((text) => note("quiet", text))) : "",
      card("", make("h2", {}, "Intervals"), intervals(comparison, metrics, titles)),
      card(
        "",
        make("h2", {}, "Signature"),
        note("quiet", "Everything that can change these numbers:"),
        signatureCode(comparison.signature),
      ),
    );
  }

  // The entities behind the difference, from the data of the report, which is fetched once.
  async showEntities(held, metric, [one, two]) {
    try {
      this.model ??= ask("GET", "data").then(async ({ data }) => new Model(await unpack(data)));
      const model = await this.model;
      for (const link of /** @type {NodeListOf<HTMLElement>} */ (this.found.querySelectorAll("[data-document]")))
        link.replaceChildren(named(model.shortNames[Number(link.dataset.document)]));
      const content = entitiesBehind(model, metric, one, two);
      held.append(...content);
      held.hidden = !content.length;
    } catch {
      this.model = undefined; // the result is no longer held, which the next step will say
    }
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

// The mean of metrics stays in sight where there is little room.
function keptClass(metric) {
  return metric === "conll" ? "kept" : null;
}

// Score ± half the interval's width, with its rank, in one cell.
function scoreTable({ systems, plan }, names, metrics, titles) {
  const value = (score) => (score.undefined.length && !(plan.field in score) ? null : score[plan.field]);
  const best = metrics.map((metric) => Math.max(...systems.map(({ scores }) => value(scores[metric]) ?? -1)));
  const cell = (score, number) => {
    const found = value(score);
    if (found === null || found === undefined) return make("td", { class: keptClass(metrics[number]) }, "–");
    const [low, high] = score.interval ?? [null, null];
    const width = low === null ? null : make("span", { class: "quiet" }, ` ± ${percent((high - low) / 2)}`);
    const title = low === null ? null : `${percent(low)} to ${percent(high)}`;
    const shown = found === best[number] && systems.length > 1 ? make("strong", {}, percent(found)) : percent(found);
    const rank = score.rank ? make("span", { class: "rank", title: `rank ${score.rank}` }, String(score.rank)) : null;
    return make("td", { title, class: keptClass(metrics[number]) }, shown, width, rank);
  };
  const row = ({ scores }, place) =>
    make("tr", {}, make("th", { scope: "row" }, named(names[place])), metrics.map((metric, number) => cell(scores[metric], number)));
  const about = "Score ± half of its interval, and its rank: 1 + the number of systems that are significantly better.";
  const head = titles.map((title, number) => make("th", { scope: "col", class: keptClass(metrics[number]) }, title));
  return [table("Scores of each system by metric", ["System", ...head], systems.map(row)), make("p", { class: "quiet small" }, about)];
}

// The documents whose scores differ most between the best two, each with the way to its text.
function deciding(documents) {
  const [first, second] = documents[0].systems;
  const row = ({ number, document, values, difference }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("a", { href: `./#d=${number + 1}`, title: document, "data-document": number }, named(document))),
      values.map((value) => make("td", {}, percent(value))),
      make("td", { class: difference > 0 ? "fine" : "wrong" }, `${difference > 0 ? "+" : "−"}${percent(Math.abs(difference))}`),
    );
  const head = ["Document", named(first), named(second), "Difference"].map((name) => make("th", { scope: "col" }, name));
  return [
    make("h2", {}, "Where they differ most"),
    table("Documents whose scores differ most", head, documents.map(row)),
    make("p", { class: "small" }, make("a", { href: "./#v=errors" }, "The errors behind it")),
  ];
}

const ENTITIES = 8; // of the largest part in the difference

/**
 * @param {Model} model
 * @param {string} metric
 * @param {number} one
 * @param {number} two
 */
function entitiesBehind(model, metric, one, two) {
  const leads = one >= 0 && two >= 0 && model.keys.length ? leadByEntity(model, metric, one, two) : null;
  if (!leads) return [];
  const order = [...leads.keys()].filter((entity) => Math.abs(leads[entity]) >= 0.00005);
  order.sort((first, second) => Math.abs(leads[second]) - Math.abs(leads[first]) || first - second);
  if (!order.length) return [];
  const pairs = [model.pair(one), model.pair(two)];
  const row = (entity) => {
    const [pair] = pairs;
    const first = pair.key.mentions(entity)[0];
    const href = `./${hashOf(placeOf(leads[entity] > 0 ? pairs[1] : pair, "key", first), model)}`;
    return make(
      "tr",
      {},
      make(
        "th",
        { scope: "row", class: "name" },
        make("a", { href }, named(titleOf(pair, "key", entity))),
        inDocument("span", model, pair.key.document[first]),
      ),
      make("td", {}, pair.key.size[entity].toLocaleString("en")),
      pairs.map((each) => make("td", { class: "fate text" }, named(fateInWords(each, "key", fateOf(each, "key", entity))))),
      make("td", { class: leads[entity] > 0 ? "fine" : "wrong" }, `${leads[entity] > 0 ? "+" : "−"}${percent(Math.abs(leads[entity]))}`),
    );
  };
  const head = ["Key entity", "Mentions", ...pairs.map(({ system }) => make("th", { scope: "col", class: "text" }, named(model.nameOf(system)))), "Points"];
  const title = model.metrics.find(({ name }) => name === metric)?.title ?? metric;
  const about =
    `What each entity adds to the lead of ${model.nameOf(one)} over ${model.nameOf(two)} in ${title} F1 (below 0: takes from it), ` +
    `the ${Math.min(ENTITIES, order.length)} largest of ${order.length}. A name leads to the text of the system that loses by it.`;
  return [
    table("Entities that make the difference", head, order.slice(0, ENTITIES).map(row), { kind: "entities" }),
    make("p", { class: "quiet small" }, named(about)),
  ];
}

function intervals({ systems, plan }, metrics, titles) {
  const series = systems.map(({ name, scores }) => ({
    name,
    values: metrics.map((metric) => (scores[metric].undefined.length ? null : scores[metric][plan.field])),
    low: metrics.map((metric) => scores[metric].interval?.[0] ?? null),
    high: metrics.map((metric) => scores[metric].interval?.[1] ?? null),
  }));
  const title = "Scores and intervals of each system by metric";
  const chart = dotPlot(title, titles, series);
  return make("figure", {}, chart, make("figcaption", {}, `${title}, in percent`));
}

export async function openComparison() {
  /** @type {Comparison | null} */
  let page = null;
  const links = [resultLinks("./"), downloads("./", { query: () => page?.query ?? "" })];
  header("", ...links);
  const [{ title }, choices] = await Promise.all([ask("GET", "about"), ask("GET", "/choices")]);
  document.title = `${title} compared · corefscope`;
  header(named(title), ...links);
  learn(choices);
  page = new Comparison(choices.plan);
}
