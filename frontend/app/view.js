// The outcome of a task as tables, with all files to download and the way to the texts behind it.
import { announce, button, byId, make, named, signatureCode } from "../report/dom.js";
import { docsLink } from "./docs.js";
import { ask, download, root } from "./server.js";
import { filesLink, header } from "./shell.js";
import { sheetTable } from "./sheets.js";
import { TASKS } from "./tasks.js";
import { browserWords, learn } from "./words.js";

const KINDS = { csv: "CSV", json: "JSON", tex: "LaTeX", md: "Markdown", txt: "text", html: "HTML" };

export async function openView() {
  const [found, choices] = await Promise.all([ask("GET", "data"), ask("GET", "/choices")]);
  learn(choices);
  /** @type {import("#types/application").TablesShown} */
  const shown = found;
  document.title = `${shown.title} · corefscope`;
  header(shown.title, make("nav", { class: "views", "aria-label": "Views" }, filesLink()), docsLink(TASKS[shown.task].page));
  const card = (kind, ...content) => make("section", { class: `card ${kind}` }, content);
  const text = (kind, line) => make("p", { class: kind }, named(line));
  const { run } = shown;
  const behind = run
    ? make(
        "p",
        {},
        make("a", { class: "button", href: `${root}runs/${run}/#v=errors` }, "Disagreements, one by one"),
        " ",
        make("a", { class: "button", href: `${root}runs/${run}/#d=1` }, "Disagreements in the text"),
        make("span", { class: "quiet small own-line" }, "The first annotator is read beside each of the others there."),
      )
    : null;
  byId("main").replaceChildren(
    make(
      "div",
      { class: "cards tables" },
      card("wide", shown.heading.map((line, number) => text(number ? "quiet" : "lead", line)), behind, files(shown)),
      shown.warnings.length ? card("wide", make("h2", {}, "Warnings"), list(shown.warnings)) : null,
      shown.sheets.map((sheet) => card("wide", sheetTable(inBrowserWords(sheet)), sheet.note.map((line) => text("quiet", line)))),
      shown.notes.length ? card("wide", shown.notes.map((line) => text("quiet", browserWords(line)))) : null,
      shown.signature
        ? card("wide", make("h2", {}, "Signature"), text("quiet", "Everything that can change these numbers:"), signatureCode(shown.signature))
        : null,
    ),
  );
  document.body.dataset.ready = "true";
}

// Texts of a table, but not its numbers and names.
/** @param {import("#types/application").SheetOfTexts} sheet */
function inBrowserWords(sheet) {
  const said = (text, column) => (column && sheet.left.includes(column) ? browserWords(text) : text);
  return { ...sheet, rows: sheet.rows.map((cells) => cells.map(said)) };
}

function list(lines) {
  return make("ul", { class: "warnings" }, lines.map((line) => make("li", {}, named(browserWords(line)))));
}

function files({ files, task }) {
  const failed = make("p", { class: "small wrong", role: "alert", hidden: true });
  const one = (name) => {
    const load = async () => {
      failed.hidden = true;
      announce(`fetching ${name}`);
      await download(`files/${encodeURIComponent(name)}`, task === "convert" ? name : `corefscope-${name}`).catch((error) => {
        failed.textContent = error.message;
        failed.hidden = false;
      });
    };
    const kind = KINDS[name.split(".").pop()];
    return task === "convert"
      ? button(["Download ", named(name)], load, { class: "primary" })
      : button(kind, load, { "aria-label": `${name} as ${kind}` });
  };
  const label = task === "convert" ? null : make("span", { class: "quiet" }, "Download ");
  return make("div", {}, make("div", { class: "file-buttons" }, label, files.map(one)), failed);
}
