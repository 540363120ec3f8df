// The third view: the entities of both sides, and what became of each.
import { button, count, inDocument, make, named, percent, select, table } from "./dom.js";
import { costOf, swatch } from "./detail.js";
import { paged } from "./errors.js";
import { fateInWords, fateOf, whole } from "./fates.js";
import { titleOf } from "./names.js";
import { hashOf, placeOf } from "./state.js";
import { SIDES } from "./model.js";
import { sideTitle } from "./wording.js";

/** @import {Model, Pair, SideName} from "./model.js" */

const ROWS = 15; // of a page

const ORDERS = { size: "largest first", cost: "costliest first", text: "in the order of the text" };
const SHOWN = { many: "of two mentions or more", wrong: "with something wrong", all: "all" };

// What the reader chose last, also for the next document.
const wanted = { order: "size", shown: "many" };

/**
 * @param {Model} model
 * @param {number} system
 * @param {number} document or -1 for all
 * @param {(change: Partial<import("./state.js").Place>) => void} go
 */
export function entitiesView(model, system, document, go) {
  const pair = model.pair(system);
  const many = model.documents.length > 1;
  const cards = make("div", { class: "cards groups" });
  const draw = () => {
    const lists = SIDES.map((side) => list(pair, side, sorted(pair, side, entitiesOf(pair, side, document)), many && document < 0, sort));
    cards.replaceChildren(...lists);
  };
  const sort = (/** @type {string} */ order, /** @type {SideName} */ side) => {
    wanted.order = order;
    draw();
    const [field] = view.querySelectorAll(".order-of-entities select");
    if (field instanceof HTMLSelectElement) field.value = order;
    /** @type {HTMLElement | null} */ (cards.querySelector(`.entities-of-${side} [aria-sort] button`))?.focus();
  };
  const choose = (/** @type {"order" | "shown"} */ field) => (/** @type {string} */ value) => {
    wanted[field] = value;
    draw();
  };
  const order = select("Order", Object.entries(ORDERS), wanted.order, choose("order"));
  order.classList.add("order-of-entities");
  const view = make(
    "div",
    { class: "cards" },
    make(
      "div",
      { class: "fields wide" },
      many &&
        select(
          "Document",
          [[-1, "all"], ...model.shortNames.map((name, number) => [number, name])],
          document,
          (value) => go({ document: Number(value) }),
        ),
      order,
      select("Entities", Object.entries(SHOWN), wanted.shown, choose("shown")),
    ),
    make("div", { class: "wide" }, cards),
  );
  draw();
  return view;
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} document or -1 for all
 */
export function entitiesOf(pair, side, document) {
  const mine = pair.side(side);
  if (document < 0) return [...mine.size.keys()].filter((entity) => mine.size[entity]);
  return [...new Set(mine.entity.subarray(mine.bounds[document], mine.bounds[document + 1]))];
}

/** @param {Pair} pair */
function metricOf(pair) {
  const names = Object.keys(pair.givenCosts);
  return pair.model.metrics.find(({ name }) => name === (names.includes("b3") ? "b3" : names[0]));
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number[]} entities
 */
function sorted(pair, side, entities) {
  const mine = pair.side(side);
  const metric = metricOf(pair);
  const rows = entities
    .filter((entity) => wanted.shown !== "many" || mine.size[entity] > 1)
    .filter((entity) => wanted.shown !== "wrong" || !whole(pair, side, fateOf(pair, side, entity)))
    .map((entity) => ({ entity, cost: metric ? costOf(pair, metric.name, side, entity) : null }));
  if (wanted.order === "text") rows.sort((one, two) => one.entity - two.entity);
  else if (wanted.order === "cost") rows.sort((one, two) => (two.cost ?? 0) - (one.cost ?? 0) || one.entity - two.entity);
  else rows.sort((one, two) => mine.size[two.entity] - mine.size[one.entity] || one.entity - two.entity);
  return rows;
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {{entity: number, cost: number | null}[]} rows
 * @param {boolean} where whether the document is said
 * @param {(order: string, side: SideName) => void} sort
 */
function list(pair, side, rows, where, sort) {
  const mine = pair.side(side);
  const metric = metricOf(pair);
  const lost = side === "key" ? "recall" : "precision";
  const row = (/** @type {{entity: number, cost: number | null}} */ { entity, cost }) => {
    const first = mine.mentions(entity)[0];
    const fate = fateOf(pair, side, entity);
    return make(
      "tr",
      {},
      make(
        "th",
        { scope: "row", class: "name" },
        swatch(pair, side, entity),
        " ",
        make("a", { href: hashOf(placeOf(pair, side, first), pair.model) }, named(titleOf(pair, side, entity))),
        where && inDocument("span", pair.model, mine.document[first]),
      ),
      make("td", {}, mine.size[entity].toLocaleString("en")),
      metric && make("td", { class: "points" }, percent(cost)),
      make("td", { class: `fate${whole(pair, side, fate) ? " quiet" : ""}` }, named(fateInWords(pair, side, fate))),
    );
  };
  const title = (/** @type {string} */ order, /** @type {string} */ name, given = {}) => {
    const sorted = wanted.order === order ? { "aria-sort": order === "text" ? "ascending" : "descending" } : {};
    return make("th", { scope: "col", ...given, ...sorted }, button(name, () => sort(order, side)));
  };
  const about = metric && `points of ${metric.title} ${lost} that its mentions cost`;
  const head = [
    title("text", "Entity"),
    title("size", "Mentions"),
    ...(metric ? [title("cost", "Cost", { class: "points", title: about })] : []),
    make("th", { scope: "col", class: "fate" }, "Fate"),
  ];
  const heading = `${sideTitle(pair, side)} entities`;
  return make(
    "section",
    { class: `card entities-of-${side}` },
    make("h2", {}, named(heading), make("span", { class: "quiet" }, ` ${count(rows.length, "entity", "entities")}`)),
    rows.length
      ? paged(rows, ROWS, row, "entities", (content) => table(heading, head, content, { kind: "entities" }))
      : make("p", { class: "quiet" }, "None."),
  );
}
