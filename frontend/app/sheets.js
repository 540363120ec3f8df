// Tables that the application makes, as the commands print them.
import { make, named, table } from "../report/dom.js";

/** @param {import("#types/application").SheetOfTexts} sheet */
export function sheetTable(sheet, kind = "") {
  const places = (list) => new Set(list.map(([row, column]) => `${row} ${column}`));
  const best = places(sheet.best);
  const bad = places(sheet.bad);
  const heading = (name, column) => {
    const tone = sheet.left.includes(column) && column ? "text" : null;
    return make(name ? "th" : "td", { scope: name ? "col" : null, class: tone }, name && named(name));
  };
  const cell = (text, row, column) => {
    if (column === 0) return make("th", { scope: "row" }, named(text));
    const place = `${row} ${column}`;
    const tone = [sheet.left.includes(column) ? "text" : "", bad.has(place) ? "wrong" : ""].join(" ").trim();
    return make("td", { class: tone || null }, best.has(place) ? make("strong", {}, text) : named(text));
  };
  const group = (cells) => sheet.columns.length > 2 && cells.slice(1).every((text) => text === "");
  const line = (cells, row) => {
    if (group(cells)) return make("tr", { class: "group" }, make("th", { scope: "rowgroup", colspan: sheet.columns.length }, named(cells[0])));
    return make("tr", {}, cells.map((text, column) => cell(text, row, column)));
  };
  const head = sheet.columns.map((name, column) => heading(name.trim(), column));
  const content = table(sheet.title || "Table", head, sheet.rows.map(line), { kind: `sheet-table ${kind}`.trim(), caption: kind ? null : sheet.title });
  return sheet.columns.length ? content : make("p", {}, named(sheet.title));
}
