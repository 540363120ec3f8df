// Beside the text: the list of documents, the legend, and notes on a document.
import { count, make, named, percent, select } from "./dom.js";
import { hashOf } from "./state.js";
import { signsOf } from "./block.js";
import { KINDS } from "./anaphora.js";
import type { Change, Model, Pair } from "./model.js";

export const KEYS = [
  ["← →", "previous or next mention"],
  ["n p", "next or previous mention of the chain"],
  ["c", "the counterpart"],
  ["e E", "next or previous error, from any view"],
  ["/", "search, from any view"],
  ["Esc", "end the selection"],
  ["?", "show these keys"],
];

const ORDERS = [
  ["text", "in the order of the files"],
  ["name", "by name"],
  ["score", "worst first"],
  ["errors", "most errors first"],
];

// The numbers of the documents in an order; those without a score come last.
export function sorted(
  { names, scores, errors }: { names: string[]; scores: (number | null)[] | null; errors: number[] }, order: string,
) {
  const numbers = names.map((_, number) => number);
  const by = {
    name: (one: number, two: number) =>
      names[one].localeCompare(names[two], "en", { numeric: true }),
    score: (one: number, two: number) => (scores?.[one] ?? 2) - (scores?.[two] ?? 2),
    errors: (one: number, two: number) => errors[two] - errors[one],
  }[order];
  return by ? numbers.sort((one, two) => by(one, two) || one - two) : numbers;
}

export function documentList(pair: Pair, chosen: number, order: string, sort: (order: string) => void) {
  const { model, system } = pair;
  const scored = model.units.length === model.documents.length;
  const scores = scored ? model.systems[system].f1[model.main] : null;
  const names = model.shortNames;
  const errors = [...pair.errorCounts];
  const items = sorted({ names: model.documents, scores, errors }, order).map((document) => {
    const score = scores ? `${percent(scores[document], 1)} · ` : "";
    const facts = make("span", { class: "quiet" }, `${score}${count(errors[document], "error")}`);
    const href = hashOf({ view: "text", system, document }, model);
    return make("li", {}, make("a", { href, title: model.documents[document], "aria-current": document === chosen ? "true" : null }, named(names[document]), facts));
  });
  const what = `${scores ? `${model.mainMetric.title} F1 · ` : ""}errors`;
  const orders = ORDERS.filter(([name]) => scores || name !== "score");
  return [
    make("h2", {}, "Documents ", make("span", { class: "quiet" }, what)),
    items.length > 1 && select("Order", orders, order, sort, { hidden: true }),
    make("ol", {}, items),
  ].filter((part) => part !== false);
}

export function notesOf(pair: Pair, document: number) {
  const { words, known } = pair.texts[document];
  const notes: string[] = [];
  if (pair.key.labels) {
    notes.push(
      "This input has ids instead of a text, so there is nothing to read here. Scores and errors are complete.",
    );
  } else if (!known) {
    notes.push(
      "The files do not contain the words of this document, so its text cannot be shown. Scores and errors are complete.",
    );
  } else if (!words.length) notes.push("This document has no words.");
  const changes = pair.changes.get(pair.texts[document]);
  if (changes) notes.push(changesSaid(changes));
  if (pair.absent.has(document)) notes.push(`${pair.model.nameOf(pair.system)} does not have this document.`);
  if (pair.unmatched.has(document)) {
    notes.push(
      "A mention occurs twice in this document. The official scorer's rules do not say which mentions match, " +
        "so errors are not marked.",
    );
  }
  return notes;
}

function changesSaid({ of, before }: { of: Map<number, Change>; before: Map<number, string> }) {
  const kinds = [...of.values()].map(({ kind }) => kind);
  const invented = [...before.values()].flatMap((words) => words.split(" ")).length;
  const counts = [
    [kinds.filter((kind) => kind === "changed").length, "changed"],
    [kinds.filter((kind) => kind === "deleted").length, "left out"],
    [invented, "added"],
  ];
  const said = counts.filter(([count]) => count).map(([count, what]) => `${count} ${what}`);
  return `Words of this text in the response: ${said.join(", ")}.`;
}

function sample(kind: string, text: string) {
  return make("li", {}, make("span", { class: `sample ${kind}`, "aria-hidden": "true" }), text);
}

function sign(kind: number) {
  return make("span", { class: "sign", "aria-hidden": "true" }, signsOf([kind]));
}

// What one must know to read the text: always open above it, with the signs that the system's errors have.
export function shortLegend(model: Model, pair: Pair) {
  const kinds = [...model.kindNames.keys()].filter((kind) => pair.errors.kind.includes(kind));
  return [
    sample("solid", "both sides have it"),
    sample("dashed", "only one side has it"),
    make("li", {}, "same number: counterparts"),
    kinds.map((kind) => make("li", {}, sign(kind), ` ${model.kindNames[kind]}`)),
  ];
}

export function legend(model: Model, pair: Pair) {
  return make("div", { class: "fields" },
    make("ul", { class: "samples" },
      sample("solid", "a mention that both sides have"),
      sample("dashed", "a mention that only one side has"),
      sample("dotted", "the gap within a mention"),
      sample("grey", "an entity of one mention"),
    ),
    make("p", {},
      "Same number and colour: an entity and its counterpart. A letter: a response entity without a counterpart. " +
        "∅: a zero, a word that is not in the text.",
    ),
    make("ul", { class: "samples" },
      model.kindNames.map((name, kind) => make("li", {}, sign(kind), ` ${name}: ${model.kinds[name]}`)),
    ),
    Object.keys(pair.anaphoraCounts).length > 0 && besideLegend(pair),
    pair.changes.size > 0 && changesLegend(),
    make("ul", { class: "samples", "aria-label": "Keys in the text" },
      KEYS.map(([keys, what]) => make("li", {}, make("kbd", {}, keys), ` ${what}`)),
    ),
  );
}

// What a language model did to the words, as it is marked where the response's mentions are below.
function changesLegend() {
  const mark = (name: "span" | "ins", kind: string) =>
    make(name, { class: kind, "aria-hidden": "true" }, "word");
  return make("ul", { class: "samples", "aria-label": "What the response did to the text" },
    make("li", {}, mark("span", "word changed"), " changed: point at it to see the response's word"),
    make("li", {}, mark("span", "word deleted"), " left out in the response"),
    make("li", {}, mark("ins", "invented"), " only in the response"),
  );
}

// Of what stands beside the entities, only the kinds that there are.
function besideLegend(pair) {
  const said = {
    sets: "a plural mention; the numbers are the entities that it combines, the arrows lead to their mentions",
    bridging: "an anaphor, with its relation to the mention that the arrow leads to",
    nonreferring: "an expression that does not refer, with its kind",
  };
  const sign = (state: string, text: string) =>
    make("span", { class: `beside ${state}`, "aria-hidden": "true" }, text);
  return make("ul", { class: "samples" },
    Object.keys(KINDS)
      .filter((kind) => pair.anaphoraCounts[kind])
      .map((kind) => make("li", {}, sign("plain", KINDS[kind].sign), ` ${said[kind]}`)),
    make("li", {}, sign("missed", "−"), " missed: only the key has it"),
    make("li", {}, sign("spurious", "+"), " spurious: only the response has it"),
    make("li", {}, sign("wrong", "≠"), " partly right, wrong antecedent, or wrong kind"),
  );
}
