// A click on the title of a column sorts its table. Cells may carry the value to sort by, so that the text shown can be
// anything.
import { compared } from "./order.js";

// `button`: in the head of a column
export function sort(button: HTMLButtonElement) {
  const head = button.closest("th");
  const table = button.closest("table");
  if (!head || !table) return;
  const column = head.cellIndex;
  const numeric = head.hasAttribute("data-numeric");
  const before = head.getAttribute("aria-sort");
  // Scores begin with the best, ranks and names with the first.
  const down = before ? before === "ascending" : numeric && !head.hasAttribute("data-rank");
  for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const value = (row: HTMLTableRowElement) => row.cells[column].getAttribute("data-value") ?? "";
  const body = table.tBodies[0];
  body.append(...[...body.rows].sort((one, two) => compared(value(one), value(two), { numeric, down })));
}

const NUMBER = /^[+−-]?\d[\d,]*(\.\d+)?/;

// The number that a text begins with, as a value to sort by; empty if there is none.
export function numberIn(text: string) {
  return NUMBER.exec(text.trim())?.[0].replaceAll(",", "").replace("−", "-") ?? "";
}
