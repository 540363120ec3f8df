// The key, or the responses: a place to drop files on, what has been chosen, and what `check` says of each.
import { announce, button, count, make, named } from "../report/dom.js";
import { chooser, dropped, grouped, send } from "./drop.js";

const AT_ONCE = 8;

export class SideCard {
  /**
   * @param {string} role
   * @param {string} title
   * @param {string} about
   * @param {import("./files.js").FilesPage} selection
   * @param {number} limit bytes of an upload
   * @param {(setting: string | null, role: string) => HTMLElement | null} pointer
   */
  constructor(role, title, about, selection, limit, pointer) {
    this.role = role;
    this.selection = selection;
    this.limit = limit;
    this.pointer = pointer;
    this.many = role === "response";
    this.list = make("ol", { class: "chosen" });
    this.busy = make("p", { class: "small", hidden: true });
    const invitation = this.many ? "Drop files or folders here" : "Drop a file or a folder here";
    this.element = make(
      "section",
      { class: `card side ${role}`, "aria-labelledby": `${role}-title` },
      make("h2", { id: `${role}-title` }, title, make("span", { class: "quiet" }, ` ${about}`)),
      this.list,
      this.busy,
      make(
        "div",
        { class: "drop" },
        make("span", { class: "quiet" }, invitation),
        chooser("Choose files…", false, (files) => this.take(grouped(files, !this.many))),
        chooser("Choose a folder…", true, (files) => this.take([files])),
      ),
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
    this.element.addEventListener("dragleave", (event) => {
      if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) this.element.classList.remove("over");
    });
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
    const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.item;
    this.list.replaceChildren(...items.map((item) => this.item(item)));
    this.list.hidden = !items.length;
    /** @type {HTMLElement | null} */
    const kept = held ? this.list.querySelector(`[data-item="${CSS.escape(held)}"]`) : null;
    kept?.focus();
  }

  item(item) {
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
    const kind = { class: "remove", "aria-label": `Remove ${item.label}`, "data-item": `not ${own}` };
    const remove = button("×", () => this.selection.remove(this.role, item), kind);
    const about = make("span", { class: "quiet small label" }, path, where);
    return make(
      "li",
      {},
      make("div", { class: "chosen-row" }, name, about, remove),
      verdict(item, (setting) => this.pointer(setting, this.role)),
    );
  }
}

/**
 * @param {import("./files.js").Item} item
 * @param {(setting: string | null) => HTMLElement | null} pointer
 */
function verdict(item, pointer) {
  const { report } = item;
  if (item.failed) return make("p", { class: "small wrong" }, item.failed);
  if (!report) return make("p", { class: "small quiet" }, "checking…");
  const sign = (text) => make("span", { "aria-hidden": "true" }, `${text} `);
  const held = `${count(report.documents, "document")}, ${count(report.mentions, "mention")}`;
  if (!report.problems.length) return make("p", { class: "small fine" }, sign("✓"), `no problems: ${held}`);
  const { errors } = report;
  const warnings = report.problems.length - errors;
  const found = [errors ? count(errors, "error") : "", warnings ? count(warnings, "warning") : ""].filter(Boolean);
  const read = report.documents ? make("span", { class: "quiet" }, ` in ${held}`) : null;
  const tone = errors ? "small wrong" : "small warned";
  const line = make("p", { class: tone }, sign(errors ? "✗" : "!"), found.join(", "), read);
  return make("div", {}, line, problems(report.problems, pointer));
}

// The first few, and a button for the others.
function problems(all, pointer) {
  const list = make("ul", { class: "problems" });
  const more = button("", () => add(all.length), { class: "link small" });
  const add = (number) => {
    const shown = list.children.length;
    list.append(...all.slice(shown, shown + number).map((each) => problem(each, pointer)));
    more.hidden = list.children.length === all.length;
    more.textContent = `Show ${all.length - list.children.length} more`;
  };
  add(AT_ONCE);
  return [list, more];
}

/**
 * As `corefscope check` prints it: file and line, what is the matter, and in brackets what to do.
 * @param {import("#types/application").Finding} finding
 * @param {(setting: string | null) => HTMLElement | null} pointer
 */
function problem({ severity, kind, text, source, line, setting }, pointer) {
  const place = source && (line ? `${source}:${line}` : source);
  const rest = place && text.startsWith(`${place}: `) ? text.slice(place.length + 2) : text;
  return make(
    "li",
    { class: severity },
    make("span", { class: "severity" }, severity),
    " ",
    rest !== text ? [make("code", {}, named(place)), " "] : null,
    severity === "warning" ? `${kind}: ` : null,
    named(rest),
    " ",
    severity === "error" ? pointer(setting) : null,
  );
}
