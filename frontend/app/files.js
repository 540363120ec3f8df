// The first page: choose files, see what is wrong with them, score.
import { announce, button, byId, count, make, named, percent, select } from "../report/dom.js";
import { Browser, lastPart } from "./browse.js";
import { docsLink } from "./docs.js";
import { helped, Options } from "./options.js";
import { ask, root, Work } from "./server.js";
import { header, problemList } from "./shell.js";
import { SideCard } from "./side.js";
import { missing, TASKS } from "./tasks.js";
import { learn } from "./words.js";

const KEPT = "corefscope-files";
// The settings that change what is wrong with a file.
const READING = ["key_format", "response_format", "key_clusters", "response_clusters", "align"];

/**
 * @typedef {object} Item a file or folder that was chosen
 * @property {{in: string, path: string}} place
 * @property {string} label
 * @property {string} name
 * @property {import("#types/application").CheckedFile | null} report
 * @property {string | null} failed
 */

export class FilesPage {
  /** @param {import("#types/application").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    learn(choices);
    const kept = remembered(choices.folder);
    /** @type {string} */
    this.name = TASKS[kept.task] ? kept.task : "score";
    this.extra = { set: "gap", to: "corefud", ...kept.extra };
    /** @type {Record<string, Record<string, Item[]>>} */
    this.groups = kept.groups ?? {};
    for (const item of Object.values(this.groups).flatMap(Object.values).flat()) item.report = item.failed = null;
    this.options = new Options(choices, kept.options, () => this.changed());
    this.browser = new Browser(choices.folder, this, choices.formats);
    const pointer = (setting, role) => this.options.pointer(setting, role);
    const side = (role) => new SideCard(role, this, choices.limits.upload, pointer);
    this.sides = { key: side("key"), response: side("response") };
    this.tasks = this.taskButtons();
    this.about = make("p", { class: "about-task" });
    this.given = make("section", { class: "card given", "aria-label": "What to do", hidden: true });
    this.go = button("Score", () => this.start(), { class: "primary", "aria-describedby": "hint" });
    this.hint = make("span", { class: "quiet", id: "hint" });
    this.progress = make("div", { class: "working", hidden: true });
    this.failure = make("div", {});
    this.results = make("nav", { class: "card results-held", "aria-labelledby": "results-title", hidden: true });
    const action = make("div", { class: "action" }, this.go, this.hint, this.progress);
    const cards = [this.given, this.sides.key.element, this.sides.response.element, this.options.element];
    const left = make("div", { class: "left" }, this.browser.element, this.results);
    const right = make("div", { class: "right" }, cards, action, this.failure);
    byId("main").replaceChildren(this.tasks, this.about, make("div", { class: "workspace" }, left, right));
  }

  get task() {
    return TASKS[this.name];
  }

  // What was chosen. Annotations stay chosen from task to task; questions and leaderboards are other files.
  get items() {
    const group = this.task.plain ? "annotations" : this.name;
    return (this.groups[group] ??= { key: [], response: [] });
  }

  set items(items) {
    Object.assign(this.items, items);
  }

  taskButtons() {
    const chosen = (name) => {
      this.name = name;
      this.failure.replaceChildren();
      this.checked = null;
      this.browser.open(this.browser.folder);
      this.changed();
      announce(TASKS[name].about);
    };
    const one = ([name, { title }]) => button(title, () => chosen(name), { class: "task", "data-task": name });
    return make("nav", { class: "tasks", "aria-label": "What to do" }, Object.entries(TASKS).map(one));
  }

  // An example that ships with corefscope, for this task.
  tryExample() {
    const { key, responses, names = [], ...extra } = this.task.example;
    for (const item of [...this.items.key, ...this.items.response]) forget(item);
    const item = (path, number = 0) => ({
      place: { in: "examples", path },
      label: path,
      name: names[number] ?? path.split("/").pop() ?? path,
      report: null,
      failed: null,
    });
    this.items = { key: key ? [item(key)] : [], response: responses.map(item) };
    Object.assign(this.extra, extra);
    announce("an example is chosen");
    this.changed();
    this.go.focus();
  }

  // What only this task asks: the challenge set, or the format to write.
  drawGiven() {
    const { sets, formats, writable } = this.choices;
    const set = (name) => (value) => {
      this.extra[name] = value;
      this.keep();
    };
    const asked = {
      challenge: () => {
        const field = select("Challenge set", Object.entries(sets), this.extra.set, set("set"));
        return helped(field, "Whose questions these are: each set has its own files and scores.", "challenges.md");
      },
      convert: () => {
        const values = writable.map((name) => [name, `${name}: ${formats[name] ?? ""}`]);
        const field = select("Write as", values, this.extra.to, set("to"));
        return helped(field, "What this format cannot express is listed with the files.", "formats.md");
      },
    }[this.name];
    this.given.hidden = !asked;
    this.given.replaceChildren(...(asked ? [asked()] : []));
  }

  async open() {
    await this.browser.open("");
    const held = await ask("GET", "/runs").catch(() => []);
    this.results.hidden = !held.length;
    const title = make("h2", { id: "results-title" }, "Results so far");
    this.results.replaceChildren(title, make("ul", {}, held.map(resultOf)));
    this.changed();
  }

  role(place) {
    return Object.keys(this.items).find((role) => this.items[role].some((item) => same(item.place, place))) ?? null;
  }

  add(role, { place, label }) {
    const item = { place, label, name: label.split("/").pop(), report: null, failed: null };
    for (const [other, list] of Object.entries(this.items)) {
      this.items[other] = list.filter((each) => !same(each.place, place));
    }
    if (role === "key") this.items.key.forEach(forget);
    this.items[role] = role === "key" ? [item] : [...this.items[role], item];
    announce(`${label} is ${role === "key" ? "the key" : "a response"}`);
    this.changed();
  }

  toggle(role, chosen) {
    const item = this.items[role].find((each) => same(each.place, chosen.place));
    if (item) this.remove(role, item);
    else this.add(role, chosen);
  }

  remove(role, item) {
    const side = this.sides[role];
    const within = side.list.contains(document.activeElement);
    this.items[role] = this.items[role].filter((each) => each !== item);
    forget(item);
    announce(`${item.label} removed`);
    this.changed();
    if (within) side.element.querySelector(".drop button").focus();
  }

  rename(item, name) {
    item.name = name;
    this.keep();
    this.draw();
  }

  get request() {
    const { settings, language } = this.options.values;
    return {
      key: (this.task.key && this.items.key[0]?.place) ?? null,
      ...this.extra,
      responses: (this.task.response ? this.items.response : []).map(({ place, name }) => ({ place, name })),
      metrics: this.options.metrics,
      settings,
      language,
    };
  }

  changed() {
    this.keep();
    this.browser.draw();
    this.draw();
    this.check();
  }

  draw() {
    const { task } = this;
    for (const role of Object.keys(this.sides)) this.sides[role].draw(this.items[role], task[role], task);
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.tasks.querySelectorAll(".task"))) {
      one.setAttribute("aria-pressed", String(one.dataset.task === this.name));
    }
    const example = button("Try an example", () => this.tryExample(), { class: "link" });
    this.about.replaceChildren(task.about, " ", docsLink(task.page, "More about it"), " · ", example);
    this.drawGiven();
    this.options.element.hidden = !task.metrics && !task.plain;
    this.options.show(task.metrics);
    const wanted = missing(task, this.items);
    if (task.metrics && !this.options.metrics.length) wanted.push("a metric");
    this.go.textContent = task.action;
    this.go.disabled = wanted.length > 0 || Boolean(this.scoring);
    this.hint.textContent = wanted.length ? `Choose ${wanted.join(" and ")}.` : this.warning();
  }

  // Files with errors are named beside the button: scoring will refuse them.
  warning() {
    if (this.name === "check" || !this.task.plain) return "";
    const wrong = [...this.items.key, ...this.items.response].filter((item) => item.report?.errors);
    if (!wrong.length) return "";
    return wrong.length === 1 ? `${wrong[0].name} has errors: see above.` : `${count(wrong.length, "file")} have errors: see above.`;
  }

  keep() {
    const plain = ({ place, label, name }) => ({ place, label, name });
    const each = (group) => Object.fromEntries(Object.entries(group).map(([role, list]) => [role, list.map(plain)]));
    const groups = Object.fromEntries(Object.entries(this.groups).map(([name, group]) => [name, each(group)]));
    const { folder } = this.choices;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ folder, groups, options: this.options.values, task: this.name, extra: this.extra }));
    } catch {
      return;
    }
  }

  // Check all chosen files as `corefscope check` does, whenever they or their reading change.
  async check() {
    const { task } = this;
    const all = ["key", "response"].flatMap((role) => (task[role] && task.plain ? this.items[role] : []));
    const { settings } = this.options.values;
    const reading = READING.map((name) => settings[name]);
    const checked = JSON.stringify([all.map((item) => item.place), Boolean(this.request.key), reading]);
    if (checked === this.checked) return;
    this.checked = checked;
    this.checking?.cancel();
    if (!all.length) return;
    for (const item of all) item.report = item.failed = null;
    this.draw();
    const work = (this.checking = new Work());
    try {
      const reports = await work.run("/checks", this.request);
      if (!reports || work !== this.checking) return;
      all.forEach((item, number) => (item.report = reports[number]));
      const wrong = reports.filter((report) => report.errors).length;
      announce(wrong ? `${wrong} of ${reports.length} have errors` : "checked: no errors");
    } catch (error) {
      if (work !== this.checking) return;
      this.checked = null;
      for (const item of all) item.failed = error.message;
    }
    this.draw();
  }

  async start() {
    this.failure.replaceChildren();
    const bar = make("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const step = make("span", { class: "quiet small" }, "waiting");
    const work = (this.scoring = new Work((job) => {
      Object.assign(bar, { max: job.steps, value: job.done });
      step.replaceChildren(named(job.step || job.state));
    }));
    const cancel = button("Cancel", () => work.cancel());
    this.progress.replaceChildren(bar, step, cancel);
    this.progress.hidden = false;
    this.draw();
    cancel.focus();
    announce(`${this.task.action}: started`);
    try {
      const place = this.name === "score" ? "runs" : "views";
      const made = await work.run(this.name === "score" ? "/runs" : `/views/${this.name}`, this.request);
      if (made) {
        location.href = `${root}${place}/${made}/`;
        return;
      }
      announce("cancelled");
      this.hint.textContent = "Cancelled.";
    } catch (error) {
      const pointer = (setting) => this.options.pointer(setting, "response");
      const problems = error.problems ?? [{ text: error.message }];
      this.failure.replaceChildren(problemList(problems, "This cannot be done:", pointer));
    }
    this.scoring = null;
    this.progress.hidden = true;
    const hint = this.hint.textContent;
    this.draw();
    this.hint.textContent ||= hint;
    this.go.focus();
  }
}

// A result in the list: who was scored, what came out, against which key, and when.
function resultOf({ run, title, key, time, tables, metric, scores }) {
  /** @type {Intl.DateTimeFormatOptions} */
  const clock = { hour: "2-digit", minute: "2-digit", hour12: false };
  const when = new Date(1000 * time).toLocaleTimeString("en", clock);
  const came = scores.map((score) => percent(score)).join(", ");
  const against = tables ? [when] : [`${metric} ${came} against `, named(key), ` · ${when}`];
  const href = tables ? `${root}views/${tables}/` : `${root}runs/${run}/`;
  return make("li", {}, make("a", { href }, named(title)), make("span", { class: "quiet" }, against));
}

// Remove an upload that is no longer chosen from disk.
function forget({ place }) {
  if (place.in === "uploads") ask("DELETE", `/uploads/${place.path}`).catch(() => null);
}

function same(one, two) {
  return one.in === two.in && one.path === two.path;
}

// What was chosen before, if it was in this folder.
function remembered(folder) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return kept?.folder === folder ? kept : {};
  } catch {
    return {};
  }
}

export async function openFiles() {
  header("");
  // A file that misses its mark must not replace the page.
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.preventDefault());
  const choices = await ask("GET", "/choices");
  header(make("span", { title: choices.folder }, named(lastPart(choices.folder))), docsLink("serve.md"));
  await new FilesPage(choices).open();
  document.body.dataset.ready = "true";
}
