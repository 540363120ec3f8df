// Beside the text: the list of documents, the legend, and notes on a document.
import { count, make, named, percent } from "./dom.js";
import { hashOf } from "./state.js";
import { signsOf } from "./block.js";

const KEYS = [
  ["← →", "from mention to mention"],
  ["n p", "along the chain"],
  ["c", "to the counterpart"],
  ["e E", "from error to error"],
  ["/", "to search"],
  ["Esc", "to end the selection"],
];

/**
 * @param {import("./model.js").Pair} pair
 * @param {number} chosen
 */
export function documentList(pair, chosen) {
  const { model, system } = pair;
  const scored = model.units.length === model.documents.length;
  const scores = scored ? model.systems[system].f1[model.main] : null;
  const items = model.documents.map((name, document) => {
    const score = scores ? `${percent(scores[document], 1)} · ` : "";
    const facts = make("span", { class: "quiet" }, `${score}${count(pair.errorsOf[document].length, "error")}`);
    const href = hashOf({ view: "text", system, document }, model);
    return make("li", {}, make("a", { href, "aria-current": document === chosen ? "true" : null }, named(name), facts));
  });
  const what = scores ? `${model.mainMetric.title} F1 · errors` : "errors";
  return [make("h2", {}, "Documents ", make("span", { class: "quiet" }, what)), make("ol", {}, items)];
}

/**
 * @param {import("./model.js").Pair} pair
 * @param {number} document
 */
export function notesOf(pair, document) {
  const { words, known } = pair.texts[document];
  const notes = [];
  if (pair.key.labels) {
    notes.push(
      "The mentions of this input are ids without a text, so there is nothing to read here. " +
        "Scores and errors are complete.",
    );
  } else if (!known) {
    notes.push(
      "The files do not hold the words of this document, so its text cannot be shown. Scores and errors are complete.",
    );
  } else if (!words.length) notes.push("This document has no words.");
  if (pair.absent.has(document)) notes.push(`${pair.model.nameOf(pair.system)} does not have this document.`);
  if (pair.unmatched.has(document)) {
    notes.push(
      "A mention occurs twice in this document. It was scored the official scorer's way, which pairs no mentions, " +
        "so errors are not marked.",
    );
  }
  return notes;
}

/** @param {import("./model.js").Model} model */
export function legend(model) {
  const sample = (kind, text) => make("li", {}, make("span", { class: `sample ${kind}`, "aria-hidden": "true" }), text);
  const sign = (kind) => make("span", { class: "sign", "aria-hidden": "true" }, signsOf([kind]));
  return make(
    "div",
    { class: "fields" },
    make(
      "ul",
      { class: "samples" },
      sample("solid", "a mention that both sides have"),
      sample("dashed", "a mention that only one side has"),
      sample("dotted", "the gap within a mention"),
      sample("grey", "an entity of one mention"),
    ),
    make(
      "p",
      {},
      "Same number and colour: an entity and its counterpart. A letter: a response entity without counterpart. " +
        "∅: a zero, a word that is not in the text.",
    ),
    make(
      "ul",
      { class: "samples" },
      model.kindNames.map((name, kind) => make("li", {}, sign(kind), `${name}: ${model.kinds[name]}`)),
    ),
    make(
      "ul",
      { class: "samples", "aria-label": "Keys in the text" },
      KEYS.map(([keys, what]) => make("li", {}, make("kbd", {}, keys), ` ${what}`)),
    ),
  );
}
