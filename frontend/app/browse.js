// The folder: one level at a time, with the files that can be read.
import { announce, button, count, make, named } from "../report/dom.js";
import { ask } from "./server.js";

const MANIFEST = /\.(toml|csv)$/i;

export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** @param {string} path */
export function lastPart(path) {
  return path.split(/[\\/]/).filter(Boolean).pop() ?? path;
}

// A name for an address. A byte that is not UTF-8 comes as half a surrogate pair, and goes as the byte that it was.
function bytewise(name) {
  const isByte = (sign) => /[\udc80-\udcff]/u.test(sign);
  const one = (sign) => (isByte(sign) ? `%${(sign.charCodeAt(0) & 0xff).toString(16)}` : encodeURIComponent(sign));
  return [...name].map(one).join("");
}

/** @import {Entry, Listing} from "#types/application" */

export class Browser {
  /**
   * @param {string} root
   * @param {import("./files.js").FilesPage} selection hears what is chosen, and says what has been
   * @param {Record<string, string>} formats
   */
  constructor(root, selection, formats) {
    this.root = root;
    this.selection = selection;
    this.formats = formats;
    this.folder = "";
    /** @type {Entry[]} */
    this.entries = [];
    this.path = make("div", { class: "crumbs" });
    this.list = make("ul", { class: "entries" });
    this.note = make("p", { class: "quiet small" });
    const refresh = button("Refresh", () => this.open(this.folder), { class: "link" });
    const title = make("div", { class: "title-row" }, make("h2", { id: "files-title" }, "Files"), refresh);
    const given = { class: "card files", "aria-labelledby": "files-title" };
    this.element = make("section", given, title, this.path, this.list, this.note);
  }

  async open(folder, focus = false) {
    try {
      /** @type {Listing} */
      const found = await ask("GET", `/files?folder=${bytewise(folder)}${this.selection.task.plain ? "" : "&every=1"}`);
      this.folder = folder;
      this.entries = found.entries;
      const hidden = found.others + found.more;
      this.note.textContent = [
        found.entries.length ? "" : "Nothing in this folder can be read. Drop files on the right instead.",
        found.others ? `${count(found.others, "other file")} not shown: no format that corefscope knows.` : "",
        found.more ? `${count(found.more, "more entry", "more entries")} not shown.` : "",
      ].filter(Boolean).join(" ");
      this.note.hidden = !hidden && found.entries.length > 0;
    } catch (error) {
      this.entries = [];
      this.note.textContent = error.message;
      this.note.hidden = false;
    }
    this.draw();
    if (focus) this.list.querySelector("button")?.focus();
    if (focus) announce(`${folder || "top folder"}: ${count(this.entries.length, "entry", "entries")}`);
  }

  draw() {
    const parts = this.folder.split("/").filter(Boolean);
    const top = lastPart(this.root);
    const crumb = (name, depth) => {
      if (depth === parts.length) return make("span", { "aria-current": "true" }, named(name));
      return button(named(name), () => this.open(parts.slice(0, depth).join("/"), true), { class: "link" });
    };
    const slash = () => make("span", { class: "quiet", "aria-hidden": "true" }, " / ");
    this.path.replaceChildren(crumb(top, 0), ...parts.flatMap((part, number) => [slash(), crumb(part, number + 1)]));
    this.path.title = this.root;
    this.list.replaceChildren(...this.entries.map((entry) => this.row(entry)));
  }

  /** @param {Entry} entry */
  row(entry) {
    const folder = entry.kind === "folder";
    const place = { in: "folder", path: entry.path };
    const title = [named(entry.name), make("span", { "aria-hidden": "true" }, " ›")];
    const name = folder
      ? button(title, () => this.open(entry.path, true), { class: "link entry-name" })
      : make("span", { class: "entry-name" }, named(entry.name));
    const about = folder ? "folder" : `${entry.kind} · ${size(entry.size ?? 0)}`;
    const { task } = this.selection;
    const chosen = this.selection.role(place);
    const toggle = (role, label) => {
      const pick = (event) => this.pick(event, role, place, entry);
      const pressed = { "aria-pressed": String(chosen === role), "aria-label": `${entry.name}: ${role}` };
      return button(label, pick, { class: "pick", ...pressed });
    };
    const manifest = !folder && task.folder;
    const offered = task.key && (!manifest || MANIFEST.test(entry.name));
    const kind = make("span", { class: "quiet small", title: this.formats[entry.kind] ?? null }, about);
    return make(
      "li",
      { class: chosen ? "picked" : "" },
      make("div", { class: "entry" }, name, kind),
      offered && toggle("key", manifest ? "Manifest" : task.key?.title),
      task.response && toggle("response", task.pick || "Response"),
    );
  }

  pick(event, role, place, entry) {
    this.selection.toggle(role, { place, label: entry.path });
    const label = event.currentTarget.getAttribute("aria-label");
    this.draw();
    const again = (each) => each.getAttribute("aria-label") === label;
    /** @type {HTMLElement | undefined} */ ([...this.list.querySelectorAll(".pick")].find(again))?.focus();
  }
}
