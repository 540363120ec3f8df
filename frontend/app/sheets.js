// Tables that the application makes, as the commands print them.
import { button, make, named, table } from "../report/dom.js";
import { numberIn, sort } from "../sheet/sorting.js";

/** @param {import("#types/application").SheetOfTexts} sheet */
export function sheetTable(sheet, kind = "") {
  const places = (list) => new Set(list.map(([row, column]) => `${row} ${column}`));
  const best = places(sheet.best);
  const bad = places(sheet.bad);
  const bars = new Map(sheet.bars.map(([row, column, share]) => [`${row} ${column}`, share]));
  const bar = (row, column) => {
    const value = bars.get(`${row} ${column}`);
    return value === undefined ? null : make("meter", { min: 0, max: 1, value, "aria-hidden": "true" });
  };
  const group = (cells) => sheet.columns.length > 2 && cells.slice(1).every((text) => text === "");
  const sortable = sheet.rows.length > 1 && !sheet.rows.some(group);
  const wrong = (row, column) => bad.has(`${row} ${column}`) || sheet.rows[row][column].trim() === "–";
  const numeric = sheet.columns.map((_, column) => {
    const given = sheet.rows.filter((_cells, row) => !wrong(row, column)).map((cells) => cells[column]);
    return column > 0 && given.length > 0 && given.every((text) => numberIn(text) !== "");
  });
  const look = (row, column) =>
    [
      column && sheet.left.includes(column) ? "text" : "",
      column === sheet.kept ? "kept" : "",
      bad.has(`${row} ${column}`) ? "bad" : "",
    ].filter(Boolean).join(" ") || null;
  const heading = (name, column) => {
    if (!name) return make("td", { class: look(-1, column) });
    const title = named(name);
    const marks = { "data-numeric": numeric[column], "data-rank": name === "Rank" };
    const content = sortable ? button(title, (event) => sort(event.currentTarget)) : title;
    return make("th", { scope: "col", class: look(-1, column), ...(sortable ? marks : {}) }, content);
  };
  const cell = (text, row, column) => {
    const value = numeric[column] ? (wrong(row, column) ? "" : numberIn(text)) : text;
    if (column === 0) return make("th", { scope: "row", "data-value": value }, named(text));
    const shown = best.has(`${row} ${column}`) ? make("strong", {}, text) : named(text);
    return make("td", { class: look(row, column), "data-value": value }, shown, bar(row, column));
  };
  const line = (cells, row) => {
    if (group(cells)) return make("tr", { class: "group" }, make("th", { scope: "rowgroup", colspan: sheet.columns.length }, named(cells[0])));
    return make("tr", {}, cells.map((text, column) => cell(text, row, column)));
  };
  const head = sheet.columns.map((name, column) => heading(name.trim(), column));
  const content = table(sheet.title || "Table", head, sheet.rows.map(line), { kind: `sheet-table ${kind}`.trim(), caption: kind ? null : sheet.title });
  return sheet.columns.length ? content : make("p", {}, named(sheet.title));
}
