// What all pages of the application have in common: the way back to the files, the views of a result, downloads.
import { count, announce, button, byId, make, named } from "../report/dom.js";
import { download, root } from "./server.js";
import { browserWords, merged } from "./words.js";
import { themeButton } from "../report/theme.js";

const KINDS = { csv: "CSV", json: "JSON", tex: "LaTeX", md: "Markdown", txt: "text" };

export function home() {
  return make("a", { class: "brand home", href: root, title: "To the files" }, "corefscope");
}

export function header(title, ...rest) {
  const heading = make("h1", {}, home(), make("span", { class: "compared" }, title));
  byId("top").replaceChildren(heading, ...rest, themeButton());
}

export function filesLink() {
  return make("a", { href: root, class: "files" }, "Files");
}

export function compareLink(base, current) {
  return make("a", { href: `${base}compare`, "aria-current": current ? "page" : null }, "Compare");
}

/** @param {string} tables */
export function agreementLink(tables) {
  return make("a", { href: `${root}views/${tables}/` }, "Agreement");
}

export function resultLinks(base) {
  const places = { Scores: "#v=scores", Errors: "#v=errors", Entities: "#v=entities", Text: "#d=1" };
  const links = Object.entries(places).map(([name, hash]) => make("a", { href: base + hash }, name));
  return make("nav", { class: "views", "aria-label": "Views" }, filesLink(), links, compareLink(base, true));
}

/**
 * A menu of files. Annotators are not ranked: their tables are on the page of their agreement.
 * @param {string} base
 * @param {{query?: () => string, ofAnnotators?: boolean}} given `query`: what the comparison that is shown was made with
 */
export function downloads(base, { query = () => "", ofAnnotators = false } = {}) {
  const row = (name, about, links) =>
    make(
      "div",
      { class: "download" },
      make("strong", {}, name),
      make("span", { class: "quiet" }, about),
      make("span", { class: "kinds-of-file" }, links),
    );
  const failed = make("p", { class: "small wrong", role: "alert", hidden: true });
  const link = (file, ending, kind) => {
    const load = async () => {
      failed.hidden = true;
      announce(`fetching ${file} as ${kind}`);
      const address = `${base}${file}.${ending}${file === "comparison" ? query() : ""}`;
      await download(address, `corefscope-${file}.${ending}`).catch((error) => {
        failed.textContent = error.message;
        failed.hidden = false;
      });
    };
    return button(kind, load, { class: "link", "aria-label": `${file} as ${kind}` });
  };
  const tables = (file) => Object.entries(KINDS).map(([ending, kind]) => link(file, ending, kind));
  const menu = make(
    "details",
    { class: "menu" },
    make("summary", {}, "Download"),
    make(
      "div",
      { class: "sheet" },
      row("Report", "one HTML file that opens from disk", link("report", "html", "HTML")),
      ofAnnotators
        ? null
        : [
            row("Scores", "recall, precision and F1", tables("scores")),
            row("Documents", "the scores of each document", tables("documents")),
            row("Comparison", "intervals, ranks and every pair", tables("comparison")),
          ],
      failed,
    ),
  );
  const close = (event) => {
    if (event.type === "keydown" ? event.key === "Escape" && menu.open : !menu.contains(event.target)) {
      menu.open = false;
      if (event.type === "keydown") menu.querySelector("summary")?.focus();
    }
  };
  document.addEventListener("click", close);
  menu.addEventListener("keydown", close);
  return menu;
}

// A page that cannot be drawn says why.
export function refuse(error) {
  const files = make("a", { href: "/" }, "To the files");
  const paragraphs = [make("p", {}, browserWords(error.message)), make("p", {}, files)];
  byId("main").replaceChildren(make("div", { class: "refusal", role: "alert" }, paragraphs));
}

/**
 * @param {import("#types/application").Problem[]} problems
 * @param {string} title
 * @param {(setting: string | null) => HTMLElement | null} pointer
 */
export function problemList(problems, title, pointer = (_) => null) {
  const rows = merged(problems).map(({ text, rest, places, setting }) => {
    const more = places.length > 2 ? ` and ${count(places.length - 2, "other place")}` : "";
    const said = places.length > 1 ? `${places.slice(0, 2).join(", ")}${more}: ${rest}` : text;
    return make("li", {}, named(browserWords(said)), " ", pointer(setting));
  });
  const list = make("ul", { class: "warnings" }, rows);
  return make("div", { class: "failure", role: "alert" }, make("strong", {}, title), list);
}
