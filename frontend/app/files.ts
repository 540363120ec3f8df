// The first page: choose files, see what is wrong with them, score or measure agreement.
import { announce, button, byId, count, make, named, percent } from "#report";
import { Browser, lastPart } from "./browse.js";
import { Options } from "./options.js";
import { ask, problemsOf, Work } from "./server.js";
import { header, problemList } from "./shell.js";
import { SideCard } from "./side.js";
import type { CheckedFile, Choices } from "#types/application";

const KEPT = "corefscope-files";
// The settings that change what is wrong with a file.
const READING = ["key_format", "response_format", "key_clusters", "response_clusters", "align"];

export interface Role {
  title: string;
  about: string;
  pick: string; // what the buttons of the file list are called
}
export interface Task {
  title: string;
  action: string; // the text of the button
  key: Role | null;
  response: Role;
  missing: string[]; // what is to be chosen if there is no key, no response, only one response
}

const TASKS: Record<string, Task> = {
  score: {
    title: "Systems against a key",
    action: "Score",
    key: { title: "Key", about: "the gold annotation", pick: "Key" },
    response: { title: "Responses", about: "the output of each system", pick: "Response" },
    missing: ["a key", "a response", ""],
  },
  agreement: {
    title: "Agreement",
    action: "Measure agreement",
    key: null,
    response: { title: "Annotators", about: "one annotation each of the same documents", pick: "Annotator" },
    missing: ["", "two annotators", "another annotator"],
  },
};

// A file or folder that was chosen
export interface Item {
  place: { in: string; path: string };
  label: string;
  name: string;
  report?: CheckedFile | null;
  failure?: string | null;
}

export class FilesPage {
  name: string;
  items: Record<string, Item[]>;
  options: Options;
  browser: Browser;
  sides: { key: SideCard; response: SideCard };
  tasks: HTMLElement;
  go: HTMLButtonElement;
  hint = make("span", { class: "quiet", id: "hint" });
  progress = make("div", { class: "working", hidden: true });
  failure = make("div", {});
  results = make("nav", { class: "card results-held", "aria-labelledby": "results-title", hidden: true });
  checked: any;
  checking: Work | undefined;
  work: Work | null | undefined;

  constructor(public choices: Choices) {
    const kept = remembered(choices.folder);
    this.name = kept.name ?? "score";
    this.items = kept.items ?? { key: [], response: [] };
    this.options = new Options(choices, kept.options, () => this.changed());
    this.browser = new Browser(choices.folder, this, choices.formats);
    this.sides = { key: new SideCard("key", this, choices), response: new SideCard("response", this, choices) };
    const task = ([name, { title }]) => button(title, () => this.choose(name), { class: "task", "data-task": name });
    this.tasks = make("nav", { class: "tasks", "aria-label": "What to do" }, Object.entries(TASKS).map(task));
    this.go = button("", () => this.start(), { class: "primary", "aria-describedby": "hint" });
    const action = make("div", { class: "action" }, this.go, this.hint, this.progress);
    const cards = [this.sides.key.element, this.sides.response.element, this.options.element];
    const left = make("div", { class: "left" }, this.browser.element, this.results);
    const right = make("div", { class: "right" }, cards, action, this.failure);
    byId("main").replaceChildren(this.tasks, make("div", { class: "workspace" }, left, right));
  }

  get task() {
    return TASKS[this.name];
  }

  async open() {
    await this.browser.open("");
    const held = await ask("GET", "jobs");
    this.results.hidden = !held.length;
    const title = make("h2", { id: "results-title" }, "Results so far");
    this.results.replaceChildren(title, make("ul", {}, held.map(resultOf)));
    this.changed();
  }

  choose(name) {
    this.name = name;
    this.failure.replaceChildren();
    this.changed();
  }

  // What a file was chosen as: one file may hold the key and a response.
  roles(place) {
    return Object.keys(this.items).filter((role) => this.items[role].some((item) => same(item.place, place)));
  }

  add(role, { place, label }) {
    this.items[role] = this.items[role].filter((each) => !same(each.place, place));
    if (role === "key") this.items.key.forEach(forget);
    const item = { place, label, name: lastPart(label) };
    this.items[role] = role === "key" ? [item] : [...this.items[role], item];
    announce(`${label} chosen as ${role}`);
    this.changed();
  }

  toggle(role, chosen) {
    const item = this.items[role].find((each) => same(each.place, chosen.place));
    if (item) this.remove(role, item);
    else this.add(role, chosen);
  }

  remove(role, item) {
    const { element, list } = this.sides[role];
    const within = list.contains(document.activeElement);
    this.items[role] = this.items[role].filter((each) => each !== item);
    forget(item);
    announce(`${item.label} removed`);
    this.changed();
    if (within) element.querySelector(".drop button").focus();
  }

  rename(item, name) {
    item.name = name;
    this.keep();
    this.draw();
  }

  // The items of the roles that the task has.
  get chosen() {
    return [...(this.task.key ? this.items.key : []), ...this.items.response];
  }

  get request() {
    const { settings, language } = this.options.values;
    return {
      key: (this.task.key && this.items.key[0]?.place) ?? null,
      responses: this.items.response.map(({ place, name }) => ({ place, name })),
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
    const { key, response, action, missing } = this.task;
    this.sides.key.draw(this.items.key, key);
    this.sides.response.draw(this.items.response, response);
    for (const one of (this.tasks.querySelectorAll(".task") as NodeListOf<HTMLElement>)) {
      one.setAttribute("aria-pressed", String(one.dataset.task === this.name));
    }
    const wanted = [
      key && !this.items.key.length ? missing[0] : "",
      this.items.response.length < 2 ? missing[1 + this.items.response.length] : "",
      this.options.metrics.length ? "" : "a metric",
    ].filter(Boolean);
    this.go.textContent = action;
    this.go.disabled = wanted.length > 0 || Boolean(this.work);
    const wrong = this.chosen.filter((item) => item.report?.errors).length;
    const warning = wrong ? `${count(wrong, "file")} with errors: see above.` : "";
    this.hint.textContent = wanted.length ? `Choose ${wanted.join(" and ")}.` : warning;
  }

  // What was chosen stays chosen when the page is left, without what was found in it.
  keep() {
    const plain = (list) => list.map(({ place, label, name }) => ({ place, label, name }));
    const items = Object.fromEntries(Object.entries(this.items).map(([role, list]) => [role, plain(list)]));
    const state = { folder: this.choices.folder, name: this.name, items, options: this.options.values };
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(state));
    } catch {
      return;
    }
  }

  // Check all chosen files as `corefscope check` does, whenever they or how they are read change.
  async check() {
    const { chosen: items, request } = this;
    const reading = READING.map((name) => request.settings[name]);
    const about = JSON.stringify([items.map((item) => item.place), request.key, reading]);
    if (about === this.checked) return;
    this.checked = about;
    this.checking?.cancel();
    if (!items.length) return;
    for (const item of items) item.report = item.failure = null;
    this.draw();
    const work = (this.checking = new Work());
    try {
      const job = await work.run("check", request);
      if (!job || work !== this.checking) return;
      const reports = (job.value as CheckedFile[]);
      items.forEach((item, number) => (item.report = reports[number]));
      const wrong = items.filter((item) => item.report?.errors).length;
      announce(wrong ? `${wrong} of ${items.length} have errors` : "no errors");
    } catch (error) {
      if (work !== this.checking) return;
      this.checked = "";
      for (const item of items) item.failure = error.message;
    }
    this.draw();
  }

  async start() {
    this.failure.replaceChildren();
    const step = make("span", { class: "quiet small" });
    const work = (this.work = new Work((text) => step.replaceChildren(named(text))));
    const cancel = button("Cancel", () => work.cancel());
    this.progress.replaceChildren(make("progress", { "aria-label": "Progress" }), step, cancel);
    this.progress.hidden = false;
    this.draw();
    cancel.focus();
    announce(`${this.task.action}: started`);
    let hint = "";
    try {
      const job = await work.run(this.name, this.request);
      if (job) {
        location.href = `/runs/${job.job}/${this.task.key ? "" : "agreement"}`;
        return;
      }
      hint = "Cancelled.";
      announce(hint);
    } catch (error) {
      const pointer = (setting) => this.options.pointer(setting, "response");
      this.failure.replaceChildren(problemList(problemsOf(error), `${this.task.action} failed:`, pointer));
    }
    this.work = null;
    this.progress.hidden = true;
    this.draw();
    this.hint.textContent = hint || this.hint.textContent;
    this.go.focus();
  }
}

// A result in the list: who was scored, what came out, against which key, and when.
function resultOf({ job, time, value: { title, key, agreement, metric, scores } }) {
  const when = new Date(1000 * time).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hour12: false });
  const came = scores.map((score) => percent(score)).join(", ");
  const about = agreement ? when : [`${metric} ${came} against `, named(key), ` · ${when}`];
  const href = `/runs/${job}/${agreement ? "agreement" : ""}`;
  return make("li", {}, make("a", { href }, named(title)), make("span", { class: "quiet" }, about));
}

// Remove an upload that is no longer chosen from disk.
function forget({ place }) {
  if (place.in === "uploads") ask("DELETE", `uploads/${place.path}`).catch(() => null);
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
  const choices = await ask("GET", "choices");
  header(lastPart(choices.folder));
  await new FilesPage(choices).open();
  document.body.dataset.ready = "true";
}
