// Built from frontend/sheet/main.ts; do not edit.
"use strict";
(() => {
  // report/dom.ts
  function make(tag, given = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (value === null || value === void 0 || value === false) continue;
      if (name === "class") element.className = value;
      else if (name === "vars") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, String(set));
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(
      ...children.flat(Infinity).filter((child) => child !== null && child !== void 0 && child !== false)
    );
    return element;
  }
  function button(content, onclick, given = {}) {
    return make("button", { type: "button", ...given, onclick }, content);
  }

  // report/theme.ts
  function remembered(name) {
    try {
      return localStorage.getItem(`corefscope-${name}`);
    } catch {
      return null;
    }
  }
  function remember(name, value) {
    try {
      localStorage.setItem(`corefscope-${name}`, value);
    } catch {
      return;
    }
  }
  function restoreTheme() {
    const kept = remembered("theme");
    if (kept) document.documentElement.dataset.theme = kept;
  }
  function themeButton() {
    return button("◐", toggleTheme, { class: "theme", "aria-label": "Light or dark" });
  }
  function toggleTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remember("theme", root.dataset.theme);
  }

  // sheet/order.ts
  function compared(one, two, { numeric, down }) {
    if (one === "" || two === "") return Number(one === "") - Number(two === "");
    const order = numeric ? Number(one) - Number(two) : one.localeCompare(two);
    return down ? -order : order;
  }

  // sheet/sorting.ts
  function sort(button2) {
    const head = button2.closest("th");
    const table = button2.closest("table");
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

  // sheet/main.ts
  for (const button2 of document.querySelectorAll("thead button"))
    button2.addEventListener("click", () => sort(button2));
  restoreTheme();
  document.getElementById("top")?.append(themeButton());
})();
