// The key, or the responses: a place to drop files on, what has been chosen, and what `check` says of each.
import { announce, button, count, make, named } from "../report/dom.js";
import { browserWords, merged } from "./words.js";
import { chooser, dropped, grouped, send } from "./drop.js";

const AT_ONCE = 8;
const SHOWN_PLACES = 5;

export class SideCard {
  /**
   * @param {string} role
   * @param {import("./files.js").FilesPage} selection
   * @param {number} limit bytes of an upload
   * @param {(setting: string | null, role: string) => HTMLElement | null} pointer
   */
  constructor(role, selection, limit, pointer) {
    this.role = role;
    this.selection = selection;
    this.limit = limit;
    this.pointer = pointer;
    this.many = role === "response";
    this.list = make("ol", { class: "chosen" });
    this.title = make("h2", { id: `${role}-title` });
    this.plain = true;
    this.invitation = make("span", { class: "quiet" });
    const [files, field] = chooser("Choose files…", false, (chosen) => this.take(grouped(chosen, !this.many)));
    this.files = files;
    this.busy = make("p", { class: "small", hidden: true });
    this.element = make(
      "section",
      { class: `card side ${role}`, "aria-labelledby": `${role}-title` },
      this.title,
      this.list,
      this.busy,
      make(
        "div",
        { class: "drop" },
        this.invitation,
        files,
        field,
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
    this.busy.textContent = browserWords(text);
    this.busy.classList.toggle("wrong", wrong);
    if (wrong) announce(text);
  }

  /**
   * @param {import("./files.js").Item[]} items
   * @param {import("./tasks.js").Role | null} role none if the task has no such side
   * @param {import("./tasks.js").Task} task
   */
  draw(items, role, task) {
    this.element.hidden = !role;
    this.plain = task.plain;
    this.files.hidden = Boolean(task.folder);
    const one = task.folder ? "Drop a folder here" : "Drop a file or a folder here";
    this.invitation.textContent = this.many ? "Drop files or folders here" : one;
    const about = `${role?.about ?? ""}${role?.optional ? "; may be left out" : ""}`;
    this.title.replaceChildren(role?.title ?? "", make("span", { class: "quiet" }, ` ${about}`));
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
    const where = { uploads: "dropped", examples: "example" }[item.place.in] ?? "in the folder";
    const kind = { class: "remove", "aria-label": `Remove ${item.label}`, "data-item": `not ${own}` };
    const remove = button("×", () => this.selection.remove(this.role, item), kind);
    const about = make("span", { class: "quiet small label" }, path, where);
    return make(
      "li",
      {},
      make("div", { class: "chosen-row" }, name, about, remove),
      this.plain && verdict(item, (setting) => this.pointer(setting, this.role)),
    );
  }
}

/**
 * @param {import("./files.js").Item} item
 * @param {(setting: string | null) => HTMLElement | null} pointer
 */
function verdict(item, pointer) {
  const { report } = item;
  if (item.failed) return make("p", { class: "small wrong" }, browserWords(item.failed));
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

/**
 * @param {import("#types/application").Finding[]} findings
 * @param {(setting: string | null) => HTMLElement | null} pointer
 */
// The first few, and a button for the others.
function problems(findings, pointer) {
  const all = merged(findings);
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
 * @param {import("#types/application").Finding & {places: string[], rest: string}} finding
 * @param {(setting: string | null) => HTMLElement | null} pointer
 */
function problem({ severity, kind, places, rest, setting }, pointer) {
  const [place] = places;
  const others = places.slice(1, SHOWN_PLACES).join(", ");
  const more = places.length > SHOWN_PLACES ? ", …" : "";
  return make(
    "li",
    { class: severity },
    make("span", { class: "severity" }, severity),
    " ",
    place ? [make("code", {}, named(place)), " "] : null,
    severity === "warning" ? `${kind}: ` : null,
    named(browserWords(rest)),
    others ? make("span", { class: "quiet" }, ` — ${places.length} times: also `, named(others), more) : null,
    " ",
    severity === "error" ? pointer(setting) : null,
  );
}
