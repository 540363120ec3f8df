// The first view: scores with their signature, charts, and what was compared.
import { announce, button, byId, count, gain, make, named, percent, signatureCode, table } from "./dom.js";
import { dotPlot, scatter } from "./charts.js";
import { breakdownCard } from "./breakdowns.js";
import { documentTable } from "./documents.js";
import { changeCard } from "./change.js";
import { sort } from "../sheet/sorting.js";
import { sideTitle } from "./wording.js";
import type { Model } from "./model.js";
import type { Place } from "./state.js";

export function scoresView(model: Model, system: number, go: (change: Partial<Place>) => void) {
  return make("div", { class: "cards" },
    warningLine(model),
    card(judged(model), `wide verdict${model.doubts.length ? " doubtful" : ""}`, verdict(model, system)),
    changeCard(model),
    card("Scores", "wide", model.systems.length > 1 ? overview(model, system, go) : null, details(model, system)),
    card("By metric", "", metricsChart(model, system)),
    documentsCard(model, go),
    model.units.length > 1 && card("Documents", "wide", documentTable(model, model.main)),
    breakdownCard(model),
    card("What was compared", "wide", compared(model)),
    warnings(model),
  );
}

function judged(model: Model) {
  if (model.doubts.length) return "Check the input";
  return model.annotator === null ? "Verdict" : "Agreement";
}

function card(title, kind, ...content) {
  return make("section", { class: `card ${kind}` }, make("h2", {}, title), ...content);
}

function overview(model, chosen, go) {
  const ranked = Boolean(model.systems[0].ranks) && model.annotator === null;
  const best = model.metrics.map((metric) =>
    Math.max(...model.systems.map((_, number) => model.f1(number, metric.name) ?? 0)),
  );
  const rows = model.systems.map((_, number) =>
    make("tr", { class: number === chosen ? "chosen" : "" },
      make("th", { scope: "row", "data-value": model.nameOf(number) },
        button(named(model.nameOf(number)), () => go({ system: number }), {
          class: "link",
          "aria-pressed": String(number === chosen),
        }),
      ),
      model.metrics.map((metric, column) => {
        const value = model.f1(number, metric.name);
        const top = model.annotator === null && value !== null && percent(value) === percent(best[column]);
        return make("td", { class: keptClass(model, metric), "data-value": value ?? "" }, top ? make("strong", {}, percent(value)) : percent(value));
      }),
      ranked ? make("td", { "data-value": model.systems[number].ranks[model.main] }, String(model.systems[number].ranks[model.main])) : null,
    ),
  );
  const column = (title, about, given) =>
    make("th", { scope: "col", title: about, ...given }, button(title, (event) => sort(event.currentTarget)));
  const head = [
    column("System, F1", null, {}),
    ...model.metrics.map((metric) =>
      column(metric.title, metric.summary, { class: keptClass(model, metric), "data-numeric": true }),
    ),
  ];
  const rank = { "data-numeric": true, "data-rank": true };
  if (ranked) head.push(column(`Rank by ${model.mainMetric.title}`, "1 + the number of significantly better systems", rank));
  return table("F1 of all systems", head, rows);
}

// The metric that stands for all stays in sight where there is little room.
function keptClass(model, metric) {
  return metric.name === model.main ? "kept" : null;
}

/** Whether there are intervals, and not only a note that says why there are none. */
function hasIntervals(model, system) {
  return Object.keys(model.systems[system].intervals?.scores ?? {}).length > 0;
}

function details(model, system) {
  const { scores } = model.result.systems[system];
  const intervals = model.systems[system].intervals;
  const hasBounds = hasIntervals(model, system);
  const rows = model.metrics.map((metric) => {
    const score = scores[metric.name];
    const bounds = intervals?.scores[metric.name]?.f1;
    return make("tr", {},
      make("th", { scope: "row", title: metric.summary }, metric.title),
      ["recall", "precision", "f1"].map((field) => {
        if (!(field in score)) return make("td", {});
        const value = score.undefined.includes(field) ? null : score[field];
        return make("td", { class: field === "f1" ? "main" : "" }, percent(value));
      }),
      hasBounds
        ? make("td", { class: "quiet" }, bounds ? bounds.map((bound) => percent(bound)).join(" – ") : "")
        : null,
      make("td", { class: "bar", "aria-hidden": "true" },
        make("span", { vars: { "--share": score.f1 } }),
        bounds ? make("i", { vars: { "--low": bounds[0], "--high": bounds[1] } }) : null,
      ),
    );
  });
  const head = ["Metric", "Recall", "Precision", "F1", ...(hasBounds ? ["F1 interval"] : []), ""];
  const caption = model.systems.length > 1 ? named(model.nameOf(system)) : null;
  return [
    table("Scores by metric", head, rows, { kind: "metrics", caption }),
    intervals ? make("p", { class: "quiet" }, intervals.note) : null,
  ];
}

function metricsChart(model, system) {
  const rows = model.metrics.map((metric) => metric.title);
  const of = (number, field) =>
    model.metrics.map((metric) => {
      const score = model.result.systems[number].scores[metric.name];
      return field in score && !score.undefined.includes(field) ? score[field] : null;
    });
  const bound = (number, side) =>
    hasIntervals(model, number)
      ? model.metrics.map((metric) => model.systems[number].intervals.scores[metric.name]?.f1?.[side] ?? null)
      : undefined;
  const series =
    model.systems.length > 1
      ? model.systems.map((_, number) => ({
          name: model.nameOf(number),
          values: of(number, "f1"),
          low: bound(number, 0),
          high: bound(number, 1),
        }))
      : [
          { name: "F1", values: of(system, "f1"), low: bound(system, 0), high: bound(system, 1) },
          ...["recall", "precision"].map((field) => ({ name: field, values: of(system, field) })),
        ];
  const title = model.systems.length > 1 ? "F1 of each system by metric" : "Recall, precision and F1 by metric";
  return figure(dotPlot(title, rows, series), `${title}, in percent`);
}

function figure(chart, caption) {
  return make("figure", {}, chart, make("figcaption", {}, caption));
}

// Who is best, whether that is real, on what evidence, and what would help the chosen system most; or why that is in doubt.
function verdict(model: Model, system: number) {
  const [first, ...rest] = model.verdict;
  const repairs = model.systems[system].repaired;
  const now = model.f1(system);
  const gains = (repairs ?? [])
    .map(({ alone }, kind) => ({ kind, alone: alone ?? 0 }))
    .filter(({ alone }) => now !== null && alone - now >= 0.00005)
    .sort((one, two) => two.alone - one.alone)
    .slice(0, 2)
    .map(({ kind, alone }) => `${model.kindNames[kind]} (${gain(alone, now)} if repaired)`);
  return [
    make("p", { class: "headline" }, named(first)),
    rest.map((sentence) => make("p", {}, named(sentence))),
    gains.length > 0 && !model.doubts.length && make("p", {}, "The costliest errors of ", named(model.nameOf(system)), `: ${gains.join(", ")}.`),
  ];
}

function documentsCard(model: Model, go: (change: Partial<Place>) => void) {
  const metric = model.mainMetric;
  if (model.units.length !== model.documents.length || !model.keys.length)
    return card("By document", "", make("p", {}, "Documents were scored together, so they have no separate scores."));
  const { bounds } = model.keys[0].side;
  const series = model.systems.map((each, system) => ({
    name: model.nameOf(system),
    points: each.f1[metric.name].flatMap((y, document) =>
      y === null
        ? []
        : {
            x: bounds[document + 1] - bounds[document],
            y,
            name: model.shortNames[document],
            go: () => go({ view: "text", system, document, side: null, token: null }),
          },
    ),
  }));
  if (model.documents.length < 2) return null;
  const title = `${metric.title} F1 of each document against its number of key mentions`;
  const chart = scatter(title, series, { x: "key mentions" });
  return card("By document", "", figure(chart, `${title}; click a point to read the document`));
}

function compared(model) {
  const sides = [model.result.key, ...model.result.systems];
  const rows = sides.map((side, number) =>
    make("tr", {},
      make("th", { scope: "row" }, named(number ? side.name : sideTitle({ model, system: 0 }, "key"))),
      make("td", { class: "path" }, named(side.path ?? "Python object")),
      [side.documents, side.entities, side.mentions].map((value) => make("td", {}, value.toLocaleString("en"))),
      make("td", { class: "path" },
        side.sha256 ? make("code", { title: `SHA-256 ${side.sha256}` }, side.sha256.slice(0, 12)) : "–",
      ),
    ),
  );
  const path = (name) => make("th", { scope: "col", class: "path" }, name);
  const head = ["", path("File"), "Documents", "Entities", "Mentions", path("SHA-256")];
  return [
    table("Files", head, rows, { kind: "sides" }),
    make("p", { class: "signature" },
      make("span", { class: "quiet" }, "Signature "),
      signatureCode(model.result.signature),
      button("Copy", () => copy(model.result.signature)),
    ),
  ];
}

function copy(text) {
  navigator.clipboard?.writeText(text).then(
    () => announce("Signature copied"),
    () => announce("The browser does not allow copying"),
  );
}

/** Key and systems that have warnings, with their names. */
function withWarnings(model) {
  const sides = [[sideTitle({ model, system: 0 }, "key"), model.result.key], ...model.result.systems.map((side) => [side.name, side])];
  return sides.filter(([, side]) => side.warnings.length);
}

/** The kinds of warnings in a line above the scores, which they may explain; without those that no score depends on. */
function warningLine(model) {
  const told = ["guessed-types", ...model.doubts];
  const found = withWarnings(model).flatMap(([, side]) => side.warnings).filter(({ code }) => !told.includes(code));
  const kinds = new Set(found.map(({ kind }) => kind));
  if (!kinds.size) return null;
  const show = button("Show", () => byId("warnings").scrollIntoView({ behavior: "smooth" }), { class: "link" });
  return make("p", { class: "warned-of" },
    make("strong", {}, count(kinds.size, "warning")),
    `: ${[...kinds].join("; ")}. `,
    show,
  );
}

function warnings(model) {
  const found = withWarnings(model);
  if (!found.length) return null;
  const shown = card(
    "Warnings",
    "wide",
    found.map(([name, side]) => [
      make("h3", {}, named(name)),
      make("ul", { class: "warnings" },
        side.warnings.map((each) =>
          make("li", {}, make("strong", {}, each.kind), ` (${count(each.count, "time")}): `, named(each.first)),
        ),
      ),
    ]),
  );
  shown.id = "warnings";
  return shown;
}
