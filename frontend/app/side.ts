// The key, or the responses: a place to drop files on, what has been chosen, and what `check` says of each.
import { announce, button, count, make, named } from "#report";
import { chooser, dropped, grouped, send } from "./drop.js";
import type { Choices, Finding } from "#types/application";
import type { FilesPage, Item, Role } from "./files.js";

const SHOWN = 8; // problems of a file

export class SideCard {
  limit: number;
  many: boolean;
  list = make("ol", { class: "chosen" });
  title: HTMLHeadingElement;
  busy = make("p", { class: "small", hidden: true });
  element: HTMLElement;

  constructor(public role: string, public selection: FilesPage, choices: Choices) {
    this.limit = choices.largest_upload;
    this.many = role === "response";
    this.title = make("h2", { id: `${role}-title` });
    const invitation = this.many ? "Drop files or folders here" : "Drop a file or a folder here";
    const drop = [
      make("span", { class: "quiet" }, invitation),
      chooser("Choose files…", false, (chosen) => this.take(grouped(chosen, !this.many))),
      chooser("Choose a folder…", true, (files) => this.take([files])),
    ];
    const given = { class: `card side ${role}`, "aria-labelledby": `${role}-title` };
    this.element = make("section", given, this.title, this.list, this.busy, make("div", { class: "drop" }, drop));
    this.listen();
  }

  listen() {
    const over = (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      this.element.classList.add("over");
    };
    this.element.addEventListener("dragenter", over);
    this.element.addEventListener("dragover", over);
    this.element.addEventListener("dragleave", (event) => {
      if (!this.element.contains((event.relatedTarget as Node | null))) this.element.classList.remove("over");
    });
    this.element.addEventListener("drop", async (event) => {
      event.preventDefault();
      this.element.classList.remove("over");
      this.take(await dropped(event.dataTransfer as DataTransfer, !this.many));
    });
  }

  async take(groups) {
    for (const files of groups.filter((group) => group.length)) {
      try {
        const chosen = await send(files, this.limit, (step) => this.tell(step));
        this.tell("");
        this.selection.add(this.role, chosen);
      } catch (error) {
        this.tell(error.message, true);
        return;
      }
    }
  }

  tell(text, wrong = false) {
    this.busy.hidden = !text;
    this.busy.textContent = text;
    this.busy.classList.toggle("wrong", wrong);
    if (wrong) announce(text);
  }

  // `role`: none if the task has no such side
  draw(items: Item[], role: Role | null) {
    this.element.hidden = !role;
    this.title.replaceChildren(role?.title ?? "", make("span", { class: "quiet" }, ` ${role?.about ?? ""}`));
    const focused = (document.activeElement as HTMLElement | null)?.dataset.item;
    this.list.replaceChildren(...items.map((item) => this.item(item)));
    this.list.hidden = !items.length;
    if (!focused) return;
    (this.list.querySelector(`[data-item="${CSS.escape(focused)}"]`) as HTMLElement | null)?.focus();
  }

  item(item: Item) {
    const own = `${item.place.in}/${item.place.path}`;
    const given = {
      class: "name",
      value: item.name,
      "aria-label": `Name of the system ${item.label}`,
      "data-item": own,
      spellcheck: "false",
      onchange: (event) => this.selection.rename(item, event.target.value),
    };
    const name = this.many ? make("input", given) : make("strong", { class: "name" }, named(item.label));
    const path = this.many && item.label !== item.name ? [named(item.label), " · "] : null;
    const where = item.place.in === "uploads" ? "dropped" : "in the folder";
    const about = make("span", { class: "quiet small label" }, path, where);
    const kind = { class: "remove", "aria-label": `Remove ${item.label}`, "data-item": `not ${own}` };
    const remove = button("×", () => this.selection.remove(this.role, item), kind);
    return make("li", {}, make("div", { class: "chosen-row" }, name, about, remove), this.verdict(item));
  }

  verdict({ report, failure }: Item) {
    if (failure) return make("p", { class: "small wrong" }, failure);
    if (!report) return make("p", { class: "small quiet" }, "checking…");
    const { errors, problems, documents, mentions } = report;
    const sign = (text) => make("span", { "aria-hidden": "true" }, `${text} `);
    const held = `${count(documents, "document")}, ${count(mentions, "mention")}`;
    if (!problems.length) return make("p", { class: "small fine" }, sign("✓"), `no problems: ${held}`);
    const warnings = problems.length - errors;
    const found = [errors ? count(errors, "error") : "", warnings ? count(warnings, "warning") : ""].filter(Boolean);
    const read = documents ? make("span", { class: "quiet" }, ` in ${held}`) : null;
    const tone = errors ? "small wrong" : "small warned";
    const line = make("p", { class: tone }, sign(errors ? "✗" : "!"), found.join(", "), read);
    return make("div", {}, line, this.problems(problems));
  }

  // The first few, and a button for the others.
  problems(problems: Finding[]) {
    const pointer = (setting) => this.selection.options.pointer(setting, this.role);
    const row = ({ severity, kind, text, setting }) =>
      make(
        "li",
        { class: severity },
        make("span", { class: "severity" }, severity),
        severity === "warning" ? ` ${kind}: ` : " ",
        named(text),
        " ",
        severity === "error" ? pointer(setting) : null,
      );
    const list = make("ul", { class: "problems" }, problems.slice(0, SHOWN).map(row));
    const rest = problems.slice(SHOWN);
    if (!rest.length) return list;
    const show = () => {
      list.append(...rest.map(row));
      more.remove();
    };
    const more = button(`Show ${rest.length} more`, show, { class: "link small" });
    return [list, more];
  }
}
