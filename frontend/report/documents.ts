// Documents × systems: each document's score as a cell that is the darker the better, with links to the text.
import { button, make, named, percent, select, table } from "./dom.js";
import { paged } from "./errors.js";
import { hashOf } from "./state.js";
import { shortNames } from "./words.js";
import type { Model } from "./model.js";

const ROWS = 15; // of a page

export function documentTable(model: Model, metric: string) {
  const scores = model.systems.map((system) => system.f1[metric]);
  const linked = model.units.length === model.documents.length && model.keys.length > 0;
  const bounds = linked ? model.keys[0].side.bounds : null;
  const short = shortNames(model.units);
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
    make("tr", {},
      make("th", { scope: "row", class: "path", title: each.name === short[each.number] ? null : each.name },
        linked
          ? make("a", { href: hashOf({ view: "text", document: each.number }, model) }, named(short[each.number]))
          : named(short[each.number]),
      ),
      bounds && make("td", { class: "quiet" }, each.size.toLocaleString("en")),
      each.values.map(heat),
      several && make("td", { class: "quiet" }, percent(each.spread, 1)),
    );
  const score = (value) => value ?? 2; // without a score last
  const orders: Record<string, { title: string; by: (one: typeof rows[0], two: typeof rows[0]) => number }> = {
    worst: { title: "lowest first", by: (one, two) => one.mean - two.mean },
    ...(several ? { spread: { title: "largest spread first", by: (one, two) => two.spread - one.spread } } : {}),
    file: { title: "in the order of the files", by: (one, two) => one.number - two.number },
    name: { title: "by name", by: (one, two) => one.name.localeCompare(two.name, "en", { numeric: true }) },
    ...(bounds ? { size: { title: "largest first", by: (one, two) => two.size - one.size } } : {}),
    ...Object.fromEntries(
      several
        ? model.systems.map((_, number) => [
            `system ${number}`,
            { title: `${model.nameOf(number)}, lowest first`, by: (one, two) => score(one.values[number]) - score(two.values[number]) },
          ])
        : [],
    ),
  };
  const holder = make("div");
  const draw = (order: string) => {
    const ordered = [...rows].sort((one, two) => orders[order].by(one, two) || one.number - two.number);
    const title = (name: string, content: any, given = {}) => {
      const sorted = name === order ? { "aria-sort": ["spread", "size"].includes(name) ? "descending" : "ascending" } : {};
      return make("th", { scope: "col", ...given, ...sorted }, button(content, () => choose(name)));
    };
    const head = [
      title("name", "Document", { class: "path" }),
      ...(bounds ? [title("size", "Key mentions")] : []),
      ...model.systems.map((_, number) => title(several ? `system ${number}` : "worst", named(model.nameOf(number)))),
      ...(several ? [title("spread", "Spread", { title: "the highest minus the lowest" })] : []),
    ];
    holder.replaceChildren(
      paged(ordered, ROWS, row, "documents", (content) => table("Scores by document", head, content, { kind: "documents-by-system" })),
    );
  };
  const choose = (order: string) => {
    draw(order);
    const field = chosen.querySelector("select");
    if (field) field.value = order;
    (holder.querySelector("[aria-sort] button") as HTMLElement | null)?.focus();
  };
  const first = several ? "spread" : "worst";
  draw(first);
  const titles = Object.entries(orders).map(([name, { title }]) => [name, title]);
  const chosen = make("div", { class: "fields" }, select("Order", titles, first, draw));
  return [chosen, holder];
}
