// Built from frontend/sheet/main.js; do not edit.
"use strict";
(() => {
  // sheet/order.js
  function compared(one, two, { numeric, down }) {
    if (one === "" || two === "") return Number(one === "") - Number(two === "");
    const order = numeric ? Number(one) - Number(two) : one.localeCompare(two);
    return down ? -order : order;
  }

  // sheet/main.js
  function sort(button) {
    const head = button.closest("th");
    const table = button.closest("table");
    if (!head || !table) return;
    const column = head.cellIndex;
    const numeric = head.hasAttribute("data-numeric");
    const before = head.getAttribute("aria-sort");
    const down = before ? before === "ascending" : numeric && !head.hasAttribute("data-rank");
    for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[column].getAttribute("data-value") ?? "";
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort((one, two) => compared(value(one), value(two), { numeric, down })));
  }
  for (const button of document.querySelectorAll("thead button"))
    button.addEventListener("click", () => sort(
      /** @type {HTMLButtonElement} */
      button
    ));
})();
