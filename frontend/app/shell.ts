// What all pages of the application have in common: the way back to the files, the views of a result, downloads.
import { announce, button, byId, make, named, themeButton } from "#report";
import { download } from "./server.js";
import type { Problem } from "#types/application";

const KINDS = { csv: "CSV", json: "JSON", tex: "LaTeX", md: "Markdown", txt: "text" };

export function home() {
  return make("a", { class: "brand home", href: "/", title: "Back to the files" }, "corefscope");
}

export function header(title, ...rest) {
  const heading = make("h1", {}, home(), make("span", { class: "compared" }, named(title)));
  byId("top").replaceChildren(heading, ...rest, themeButton());
}

export function link(text, href, current = false) {
  return make("a", { href, "aria-current": current ? "page" : null }, text);
}

// The way from the tables of a result to its report; `current` is the name of the tables.
export function resultLinks(current) {
  const errors = current === "Agreement" ? "Disagreements" : "Errors";
  const views = { Scores: "#v=scores", [errors]: "#v=errors", Entities: "#v=entities", Text: "#d=1" };
  const links = Object.entries(views).map(([name, hash]) => link(name, `./${hash}`));
  return make("nav", { class: "views", "aria-label": "Views" }, link("Files", "/"), links, link(current, "", true));
}

// A menu of files.
// `offered`: the job that wrote each
export function downloads(offered: Record<string, { job: () => string | null; about: string; html?: boolean }>) {
  const failure = make("p", { class: "small wrong", role: "alert", hidden: true });
  const one = (name, job, ending, kind) => {
    const load = async () => {
      failure.hidden = true;
      announce(`downloading ${name} as ${kind}`);
      await download(`jobs/${job()}/${name}.${ending}`, `corefscope-${name}.${ending}`).catch((error) => {
        failure.textContent = error.message;
        failure.hidden = false;
      });
    };
    return button(kind, load, { class: "link", "aria-label": `${name} as ${kind}` });
  };
  const rows = Object.entries(offered).map(([name, { job, about, html }]) => {
    const kinds = Object.entries(html ? { html: "HTML" } : KINDS).map(([ending, kind]) => one(name, job, ending, kind));
    const title = make("strong", {}, name[0].toUpperCase() + name.slice(1));
    return make("div", { class: "download" }, title, make("span", { class: "quiet" }, about), make("span", { class: "kinds-of-file" }, kinds));
  });
  const menu = make("details", { class: "menu" }, make("summary", {}, "Download"), make("div", { class: "sheet" }, rows, failure));
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

export const REPORT = { about: "one HTML file that opens from disk", html: true };
export const SCORES = { about: "recall, precision and F1" };
export const DOCUMENTS = { about: "the scores of each document" };

// Why something cannot be done.
export function problemList(
  problems: Problem[], title: string, pointer: (setting: string | null) => HTMLElement | null = (_) => null,
) {
  const rows = problems.map(({ text, setting }) => make("li", {}, named(text), " ", pointer(setting)));
  return make("div", { class: "failure", role: "alert" }, make("strong", {}, title), make("ul", { class: "warnings" }, rows));
}
