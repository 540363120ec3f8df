// The folder: one level at a time, with the files that can be read.
import { announce, button, count, make, named } from "#report";
import { ask } from "./server.js";
import type { Entry, Listing } from "#types/application";
import type { FilesPage } from "./files.js";

export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

export function lastPart(path: string) {
  return path.split(/[\\/]/).filter(Boolean).pop() ?? path;
}

// A name for an address. A byte that is not UTF-8 comes as half a surrogate pair, and goes as the byte that it was.
function bytewise(name) {
  const isByte = (sign) => /[\udc80-\udcff]/u.test(sign);
  const one = (sign) => (isByte(sign) ? `%${(sign.charCodeAt(0) & 0xff).toString(16)}` : encodeURIComponent(sign));
  return [...name].map(one).join("");
}

export class Browser {
  folder = "";
  entries: Entry[] = [];
  path: HTMLDivElement;
  list = make("ul", { class: "entries" });
  note = make("p", { class: "quiet small" });
  element: HTMLElement;

  // `selection`: hears what is chosen, and says what has been
  constructor(public root: string, public selection: FilesPage, public formats: Record<string, string>) {
    this.path = make("div", { class: "crumbs", title: root });
    const refresh = button("Refresh", () => this.open(this.folder), { class: "link" });
    const title = make("div", { class: "title-row" }, make("h2", { id: "files-title" }, "Files"), refresh);
    const given = { class: "card files", "aria-labelledby": "files-title" };
    this.element = make("section", given, title, this.path, this.list, this.note);
  }

  async open(folder, focus = false) {
    try {
      const { entries, others, more }: Listing = await ask("GET", `files?folder=${bytewise(folder)}`);
      this.folder = folder;
      this.entries = entries;
      this.note.textContent = [
        entries.length ? "" : "No file of this folder can be read. Drop files on the right instead.",
        others ? `${count(others, "other file")} not shown (unknown format).` : "",
        more ? `${count(more, "more entry", "more entries")} not shown.` : "",
      ].join(" ").trim();
    } catch (error) {
      this.entries = [];
      this.note.textContent = error.message;
    }
    this.draw();
    if (!focus) return;
    this.list.querySelector("button")?.focus();
    announce(`${folder || "top folder"}: ${count(this.entries.length, "entry", "entries")}`);
  }

  draw() {
    const parts = this.folder.split("/").filter(Boolean);
    const crumb = (name, depth) => {
      if (depth === parts.length) return make("span", { "aria-current": "true" }, named(name));
      return button(named(name), () => this.open(parts.slice(0, depth).join("/"), true), { class: "link" });
    };
    const slash = () => make("span", { class: "quiet", "aria-hidden": "true" }, " / ");
    this.path.replaceChildren(crumb(lastPart(this.root), 0), ...parts.flatMap((part, number) => [slash(), crumb(part, number + 1)]));
    this.list.replaceChildren(...this.entries.map((entry) => this.row(entry)));
  }

  row(entry: Entry) {
    const place = { in: "folder", path: entry.path };
    const isFolder = entry.kind === "folder";
    const title = [named(entry.name), make("span", { "aria-hidden": "true" }, " ›")];
    const name = isFolder
      ? button(title, () => this.open(entry.path, true), { class: "link entry-name" })
      : make("span", { class: "entry-name" }, named(entry.name));
    const about = isFolder ? "folder" : `${entry.kind} · ${size(entry.size ?? 0)}`;
    const chosen = this.selection.roles(place);
    const toggle = (role) => {
      const { pick } = this.selection.task[role];
      const pressed = { "aria-pressed": String(chosen.includes(role)), "aria-label": `${entry.name}: ${role}` };
      return button(pick, (event) => this.pick(event, role, place, entry), { class: "pick", ...pressed });
    };
    const kind = make("span", { class: "quiet small", title: this.formats[entry.kind] ?? null }, about);
    const described = make("div", { class: "entry" }, name, kind);
    return make("li", { class: chosen.length ? "picked" : "" }, described, this.selection.task.key && toggle("key"), toggle("response"));
  }

  pick(event, role, place, entry) {
    const label = event.currentTarget.getAttribute("aria-label");
    this.selection.toggle(role, { place, label: entry.path });
    const again = (each) => each.getAttribute("aria-label") === label;
    ([...this.list.querySelectorAll(".pick")].find(again) as HTMLElement | undefined)?.focus();
  }
}
