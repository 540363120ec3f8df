// The key, or the responses: a place to drop files on, what has been chosen, and what `check` says of each.
import { announce, count, make, named } from "./dom.js";
import { chooser, dropped, grouped, send } from "./drop.js";

const AT_ONCE = 8;

export class SideCard {
  constructor(role, title, about, selection, limit, pointer) {
    Object.assign(this, { role, selection, limit, pointer, many: role === "response" });
    this.list = make("ol", { class: "chosen" });
    this.busy = make("p", { class: "small", hidden: true });
    this.element = make("section", { class: `card side ${role}`, "aria-labelledby": `${role}-title` },
      make("h2", { id: `${role}-title` }, title, make("span", { class: "quiet" }, ` ${about}`)),
      this.list, this.busy,
      make("div", { class: "drop" }, make("span", { class: "quiet" }, this.many ? "Drop files or folders here" : "Drop a file or a folder here"), chooser("Choose files…", false, (files) => this.take(grouped(files, !this.many))), chooser("Choose a folder…", true, (files) => this.take([files]))),
    );
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
    this.element.addEventListener("dragleave", (event) => !this.element.contains(event.relatedTarget) && this.element.classList.remove("over"));
    this.element.addEventListener("drop", async (event) => {
      event.preventDefault();
      this.element.classList.remove("over");
      this.take(await dropped(event.dataTransfer, !this.many));
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

  draw(items) {
    const held = document.activeElement?.dataset?.item;
    this.list.replaceChildren(...items.map((item) => this.item(item)));
    this.list.hidden = !items.length;
    if (held) this.list.querySelector(`[data-item="${CSS.escape(held)}"]`)?.focus();
  }

  item(item) {
    const id = `${item.place.in}/${item.place.path}`;
    const name = this.many
      ? make("input", { class: "name", value: item.name, "aria-label": `Name of the system ${item.label}`, "data-item": id, spellcheck: "false", onchange: (event) => this.selection.rename(item, event.target.value) })
      : make("strong", { class: "name" }, named(item.label));
    const where = item.place.in === "uploads" ? "dropped" : "in the folder";
    const remove = make("button", { type: "button", class: "remove", "aria-label": `Remove ${item.label}`, onclick: () => this.selection.remove(this.role, item) }, "×");
    return make("li", {}, make("div", { class: "chosen-row" }, name, make("span", { class: "quiet small label" }, this.many && item.label !== item.name ? [named(item.label), " · "] : null, where), remove), verdict(item, (text) => this.pointer(text, this.role)));
  }
}

function verdict(item, pointer) {
  const { report } = item;
  if (item.failed) return make("p", { class: "small wrong" }, item.failed);
  if (!report) return make("p", { class: "small quiet" }, "checking…");
  const held = `${count(report.documents, "document")}, ${count(report.mentions, "mention")}`;
  if (!report.problems.length) return make("p", { class: "small fine" }, make("span", { "aria-hidden": "true" }, "✓ "), `no problems: ${held}`);
  const warnings = report.problems.length - report.errors;
  const counted = [report.errors ? count(report.errors, "error") : "", warnings ? count(warnings, "warning") : ""].filter(Boolean).join(", ");
  const list = make("ul", { class: "problems" });
  const more = make("button", { type: "button", class: "link small", onclick: () => add(report.problems.length) });
  const add = (number) => {
    const shown = list.children.length;
    list.append(...report.problems.slice(shown, shown + number).map((each) => problem(each, pointer)));
    more.hidden = list.children.length === report.problems.length;
    more.textContent = `Show ${report.problems.length - list.children.length} more`;
  };
  add(AT_ONCE);
  return make("div", {}, make("p", { class: report.errors ? "small wrong" : "small warned" }, make("span", { "aria-hidden": "true" }, report.errors ? "✗ " : "! "), counted, report.documents ? make("span", { class: "quiet" }, ` in ${held}`) : null), list, more);
}

// As `corefscope check` prints it: file and line, what is the matter, and in brackets what to do.
function problem({ severity, kind, text }, pointer) {
  const [, place, rest] = /^(\S.*?:\d+): (.*)$/s.exec(text) ?? [null, null, text];
  return make("li", { class: severity },
    make("span", { class: "severity" }, severity), " ",
    place ? make("code", {}, named(place)) : null, place ? " " : null,
    severity === "warning" ? `${kind}: ` : null, named(rest), " ", severity === "error" ? pointer(text) : null);
}
