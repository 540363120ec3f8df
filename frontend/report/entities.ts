// The third view: the entities of both sides, and what became of each.
import { button, count, inDocument, make, named, percent, select, table } from "./dom.js";
import { costOf, swatch } from "./detail.js";
import { paged } from "./errors.js";
import { fateInWords, fateOf, lostInWords, whole } from "./fates.js";
import { titleOf } from "./names.js";
import { hashOf, placeOf } from "./state.js";
import { SIDES } from "./model.js";
import { sideTitle } from "./wording.js";
import type { Model, Pair, SideName } from "./model.js";
import type { Place } from "./state.js";

const ROWS = 15; // of a page

const ORDERS = { size: "largest first", cost: "costliest first", text: "in the order of the text" };
const SHOWN = { many: "two mentions or more", wrong: "not whole", all: "all" };

// What the reader chose last, also for the next document.
const wanted = { order: "size", shown: "many" };

// `document`: or -1 for all
export function entitiesView(model: Model, system: number, document: number, go: (change: Partial<Place>) => void) {
  const pair = model.pair(system);
  const many = model.documents.length > 1;
  const cards = make("div", { class: "cards groups" });
  const draw = () => {
    const lists = SIDES.map((side) => list(pair, side, sorted(pair, side, entitiesOf(pair, side, document)), many && document < 0, sort));
    cards.replaceChildren(...lists);
  };
  const sort = (order: string, side: SideName) => {
    wanted.order = order;
    draw();
    const [field] = view.querySelectorAll(".order-of-entities select");
    if (field instanceof HTMLSelectElement) field.value = order;
    (cards.querySelector(`.entities-of-${side} [aria-sort] button`) as HTMLElement | null)?.focus();
  };
  const choose = (field: "order" | "shown") => (value: string) => {
    wanted[field] = value;
    draw();
  };
  const order = select("Order", Object.entries(ORDERS), wanted.order, choose("order"));
  order.classList.add("order-of-entities");
  const view = make("div", { class: "cards" },
    make("div", { class: "fields wide" },
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

// `document`: or -1 for all
export function entitiesOf(pair: Pair, side: SideName, document: number) {
  const mine = pair.side(side);
  if (document < 0) return [...mine.size.keys()].filter((entity) => mine.size[entity]);
  return [...new Set(mine.entity.subarray(mine.bounds[document], mine.bounds[document + 1]))];
}

function metricOf(pair: Pair) {
  const names = Object.keys(pair.givenCosts);
  return pair.model.metrics.find(({ name }) => name === (names.includes("b3") ? "b3" : names[0]));
}

function sorted(pair: Pair, side: SideName, entities: number[]) {
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

// `where`: whether the document is said
function list(
  pair: Pair, side: SideName, rows: { entity: number; cost: number | null }[], where: boolean,
  sort: (order: string, side: SideName) => void,
) {
  const mine = pair.side(side);
  const metric = metricOf(pair);
  const lost = side === "key" ? "recall" : "precision";
  const row = ({ entity, cost }: { entity: number; cost: number | null }) => {
    const first = mine.mentions(entity)[0];
    const fate = fateOf(pair, side, entity);
    const lacks = fate.lost > 0 && lostInWords(side, fate);
    const marked = (part: string) => make("span", { class: "sign" }, `${side === "key" ? "−" : "+"} ${part}`);
    const said = fateInWords(pair, side, fate).map((part, place) => [place ? "; " : "", part === lacks ? marked(part) : named(part)]);
    return make("tr", {},
      make("th", { scope: "row", class: "name" },
        swatch(pair, side, entity),
        " ",
        make("a", { href: hashOf(placeOf(pair, side, first), pair.model) }, named(titleOf(pair, side, entity))),
        where && inDocument("span", pair.model, mine.document[first]),
      ),
      make("td", {}, mine.size[entity].toLocaleString("en")),
      metric && make("td", { class: "points" }, percent(cost)),
      make("td", { class: `fate${whole(pair, side, fate) ? " quiet" : ""}` }, said),
    );
  };
  const title = (order: string, name: string, given = {}) => {
    const sorted = wanted.order === order ? { "aria-sort": order === "text" ? "ascending" : "descending" } : {};
    return make("th", { scope: "col", ...given, ...sorted }, button(name, () => sort(order, side)));
  };
  const about = metric && `points of ${metric.title} ${lost} that its mentions cost`;
  const head = [
    title("text", "Entity"),
    title("size", "Mentions"),
    ...(metric ? [title("cost", "Cost", { class: "points", title: about })] : []),
    make("th", { scope: "col", class: "fate" }, "On the other side"),
  ];
  const heading = `${sideTitle(pair, side)} entities`;
  return make("section", { class: `card entities-of-${side}` },
    make("h2", {}, named(heading), make("span", { class: "quiet" }, ` ${count(rows.length, "entity", "entities")}`)),
    rows.length
      ? paged(rows, ROWS, row, "entities", (content) => table(heading, head, content, { kind: "entities" }))
      : make("p", { class: "quiet" }, "None."),
  );
}
