// Documents × systems: each document's score as a cell that is the darker the better, with links to the text.
import { make, named, percent, select, table } from "./dom.js";
import { paged } from "./errors.js";
import { hashOf } from "./state.js";

/** @import {Model} from "./model.js" */

const ROWS = 15; // of a page

/**
 * @param {Model} model
 * @param {string} metric
 */
export function documentTable(model, metric) {
  const scores = model.systems.map((system) => system.f1[metric]);
  const linked = model.units.length === model.documents.length && model.keys.length > 0;
  const bounds = linked ? model.keys[0].side.bounds : null;
  const rows = model.units.map((name, number) => {
    const values = scores.map((each) => each[number]);
    const known = values.filter((value) => value !== null);
    return {
      name,
      number,
      values,
      size: bounds ? bounds[number + 1] - bounds[number] : 0,
      mean: known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : 2,
      spread: known.length > 1 ? Math.max(...known) - Math.min(...known) : 0,
    };
  });
  const all = rows.flatMap((row) => row.values.filter((value) => value !== null));
  const [least, most] = [Math.min(...all, 1), Math.max(...all, 0)];
  const several = scores.length > 1;
  const heat = (value) =>
    make("td", { class: "heat", vars: { "--share": value === null ? 0 : (value - least) / Math.max(most - least, 1e-9) } }, percent(value, 1));
  const row = (each) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row", class: "path" },
        linked
          ? make("a", { href: hashOf({ view: "text", document: each.number }, model) }, named(each.name))
          : named(each.name),
      ),
      bounds && make("td", { class: "quiet" }, each.size.toLocaleString("en")),
      each.values.map(heat),
      several && make("td", { class: "quiet" }, percent(each.spread, 1)),
    );
  const names = model.systems.map((_, number) => make("th", { scope: "col" }, named(model.nameOf(number))));
  const head = [make("th", { scope: "col", class: "path" }, "Document"), ...(bounds ? ["Key mentions"] : []), ...names];
  if (several) head.push(make("th", { scope: "col", title: "the highest minus the lowest" }, "Spread"));
  const orders = {
    worst: { title: "lowest first", by: (one, two) => one.mean - two.mean },
    ...(several ? { spread: { title: "where systems differ most", by: (one, two) => two.spread - one.spread } } : {}),
    file: { title: "as in the file", by: (one, two) => one.number - two.number },
    ...(bounds ? { size: { title: "largest first", by: (one, two) => two.size - one.size } } : {}),
  };
  const holder = make("div");
  const draw = (/** @type {string} */ order) => {
    const ordered = [...rows].sort((one, two) => orders[order].by(one, two) || one.number - two.number);
    holder.replaceChildren(
      paged(ordered, ROWS, row, "documents", (content) => table("Scores by document", head, content, { kind: "documents-by-system" })),
    );
  };
  const first = several ? "spread" : "worst";
  draw(first);
  const titles = Object.entries(orders).map(([name, { title }]) => [name, title]);
  return [make("div", { class: "fields" }, select("Order", titles, first, draw)), holder];
}
