// Built from frontend/app/main.ts; do not edit.

// app/main.ts
import { byId as byId5, make as make8, restoreTheme } from "./report.js";

// app/files.ts
import { announce as announce4, button as button6, byId as byId2, count as count3, make as make6, named as named4, percent } from "./report.js";

// app/browse.ts
import { announce, button, count, make, named } from "./report.js";

// app/server.ts
var PATIENCE = [80, 120, 200, 300, 500];
var KEY = "corefscope-key";
function keepKey() {
  const key = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (!key) return;
  localStorage.setItem(KEY, key);
  history.replaceState(null, "", location.pathname);
}
async function ask(method, address, body = void 0, kind = "json") {
  const headers = { "X-Corefscope-Key": localStorage.getItem(KEY) ?? "" };
  const content = body instanceof Blob || body === void 0 ? body : JSON.stringify(body);
  const response = await fetch(`/${address}`, { method, body: content, headers }).catch(() => {
    throw new Error("the application does not answer (is it still running?)");
  });
  if (response.ok) return response[kind]();
  const unknown = { error: `the application answered with status ${response.status}` };
  throw new Error((await response.json().catch(() => unknown)).error);
}
async function download(address, name) {
  const place = URL.createObjectURL(await ask("GET", address, void 0, "blob"));
  const link2 = document.createElement("a");
  Object.assign(link2, { href: place, download: name });
  link2.click();
  setTimeout(() => URL.revokeObjectURL(place), 6e4);
}
var Work = class {
  constructor(tell = (_) => {
  }) {
    this.over = false;
    this.job = null;
    this.tell = tell;
  }
  // @returns the job that is done; null if it was cancelled
  async run(task, request) {
    let job = await ask("POST", `jobs/${task}`, request);
    this.job = job.job;
    if (this.over) return this.cancel();
    for (let tries = 0; job.state === "running"; tries += 1) {
      this.tell(job.step ?? "");
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[Math.min(tries, PATIENCE.length - 1)]));
      if (this.over) return null;
      job = await ask("GET", `jobs/${this.job}`);
    }
    if (job.state === "failed") throw Object.assign(new Error(job.problems?.[0].text), { problems: job.problems });
    return job.state === "done" ? job : null;
  }
  async cancel() {
    this.over = true;
    if (this.job) await ask("DELETE", `jobs/${this.job}`).catch(() => null);
    return null;
  }
};
function problemsOf(error) {
  return error.problems ?? [{ text: error.message, setting: null }];
}

// app/browse.ts
function size(bytes) {
  if (bytes < 1e3) return `${bytes} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}
function lastPart(path) {
  return path.split(/[\\/]/).filter(Boolean).pop() ?? path;
}
function bytewise(name) {
  const isByte = (sign) => /[\udc80-\udcff]/u.test(sign);
  const one = (sign) => isByte(sign) ? `%${(sign.charCodeAt(0) & 255).toString(16)}` : encodeURIComponent(sign);
  return [...name].map(one).join("");
}
var Browser = class {
  // `selection`: hears what is chosen, and says what has been
  constructor(root, selection, formats) {
    this.root = root;
    this.selection = selection;
    this.formats = formats;
    this.folder = "";
    this.entries = [];
    this.list = make("ul", { class: "entries" });
    this.note = make("p", { class: "quiet small" });
    this.path = make("div", { class: "crumbs", title: root });
    const refresh = button("Refresh", () => this.open(this.folder), { class: "link" });
    const title = make("div", { class: "title-row" }, make("h2", { id: "files-title" }, "Files"), refresh);
    const given = { class: "card files", "aria-labelledby": "files-title" };
    this.element = make("section", given, title, this.path, this.list, this.note);
  }
  async open(folder, focus = false) {
    try {
      const { entries, others, more } = await ask("GET", `files?folder=${bytewise(folder)}`);
      this.folder = folder;
      this.entries = entries;
      this.note.textContent = [
        entries.length ? "" : "No file of this folder can be read. Drop files on the right instead.",
        others ? `${count(others, "other file")} not shown (unknown format).` : "",
        more ? `${count(more, "more entry", "more entries")} not shown.` : ""
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
  row(entry) {
    const place = { in: "folder", path: entry.path };
    const isFolder = entry.kind === "folder";
    const title = [named(entry.name), make("span", { "aria-hidden": "true" }, " ›")];
    const name = isFolder ? button(title, () => this.open(entry.path, true), { class: "link entry-name" }) : make("span", { class: "entry-name" }, named(entry.name));
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
    [...this.list.querySelectorAll(".pick")].find(again)?.focus();
  }
};

// app/options.ts
import { button as button2, labelled, make as make2, select } from "./report.js";
function explained(element, { help, meanings }) {
  const control = element.querySelector("select, input");
  const line = make2("p", { class: "help" });
  const explain = () => {
    const meaning = meanings[control.value];
    line.textContent = meaning && meaning.toLowerCase() !== control.value ? `${control.value}: ${meaning}` : help;
  };
  control.addEventListener("change", explain);
  element.addEventListener("refresh", explain);
  explain();
  element.append(line);
  return element;
}
var Options = class {
  // `kept`: what was chosen before
  constructor(choices, kept, changed) {
    this.choices = choices;
    this.fields = {};
    this.boxes = {};
    this.hasMetricsOfPreset = false;
    this.changed = changed;
    const settings = Object.fromEntries(choices.settings.filter((each) => each.values).map((each) => [each.name, each.default]));
    this.values = { metrics: this.defaultMetrics, further: "", settings, language: "en", ...kept };
    const names = Object.keys(choices.presets);
    const presets = [["", "none"], ...names.map((name) => [name, name])];
    this.preset = select("Preset", presets, "", (name) => name && this.usePreset(name));
    explained(this.preset, { help: "The settings of a shared task or a paper.", meanings: {} });
    const given = { value: this.values.further, placeholder: "blanc(alpha=0.2)", spellcheck: "false" };
    this.further = make2("input", { ...given, onchange: () => this.set({ further: this.further.value }) });
    const further = labelled("Metrics with parameters", this.further);
    further.classList.add("long");
    const languages = choices.languages.map((name) => [name, name]);
    const language = select("Language of error types", languages, this.values.language, (value) => this.set({ language: value }));
    const fields = (...parts) => make2("div", { class: "fields" }, parts);
    this.element = make2(
      "section",
      { class: "card options", "aria-labelledby": "options-title" },
      make2("h2", { id: "options-title" }, "Metrics and settings"),
      make2("fieldset", {}, make2("legend", { class: "hidden" }, "Metrics"), this.chips((each) => each.default)),
      fields(this.preset, this.declared((field) => field.first)),
      make2(
        "details",
        {},
        make2("summary", {}, "More metrics and settings"),
        this.chips((each) => !each.default),
        fields(explained(further, { help: "Metrics with their parameters, separated by commas.", meanings: {} })),
        fields(
          this.declared((field) => !field.first && !field.reading),
          explained(language, { help: "Language of the pronouns and articles in error types.", meanings: {} })
        ),
        fields(this.declared((field) => field.reading))
      )
    );
  }
  get defaultMetrics() {
    return this.choices.metrics.filter((each) => each.default).map((each) => each.name);
  }
  chips(wanted) {
    const chip = ({ name, title, summary }) => {
      const change = () => {
        const others = this.values.metrics.filter((each) => each !== name);
        this.set({ metrics: box.checked ? [...others, name] : others });
      };
      const box = make2("input", { type: "checkbox", checked: this.values.metrics.includes(name), onchange: change });
      this.boxes[name] = box;
      return make2("label", { class: "chip", title: summary }, box, title);
    };
    return make2("div", { class: "metric-choice" }, this.choices.metrics.filter(wanted).map(chip));
  }
  // Settings by their declaration: a list of values, a list of formats, or a text field.
  declared(wanted) {
    return this.choices.settings.filter(wanted).map((field) => explained(this.field(field), field));
  }
  field({ name, label, flag, kind, values, placeholder }) {
    const value = this.values.settings[name] ?? "";
    const formats = kind === "format" ? ["", ...Object.keys(this.choices.formats)] : null;
    const listed = (values ?? formats)?.map((each) => [each, each || "recognised by content"]);
    const change = () => this.put(name, this.fields[name].value.trim());
    const text = () => labelled(label, make2("input", { value, placeholder, spellcheck: "false", onchange: change }));
    const field = listed ? select(label, listed, value, change) : text();
    const control = field.querySelector("select, input");
    control.title = `${flag} on the command line`;
    this.fields[name] = control;
    return field;
  }
  // A button to the field of the setting that helps, named as on the command line.
  pointer(setting, role) {
    const name = setting?.slice(2).replaceAll("-", "_");
    const field = this.fields[name] ?? this.fields[`${role}_${name}`];
    if (!field) return null;
    const show = () => {
      const within = field.closest("details");
      if (within) within.open = true;
      field.focus();
      field.scrollIntoView({ block: "center" });
    };
    return button2("Go to this setting", show, { class: "link small" });
  }
  // The settings of a preset, and its metrics if its task has its own; after such a one, the default ones.
  usePreset(name) {
    const own = this.choices.metrics_of_presets[name];
    if (own || this.hasMetricsOfPreset) this.useMetrics(own ?? this.defaultMetrics);
    this.hasMetricsOfPreset = Boolean(own);
    const settings = this.choices.presets[name];
    for (const [each, value] of Object.entries(settings)) {
      this.fields[each].value = value;
      this.fields[each].parentElement?.dispatchEvent(new Event("refresh"));
    }
    this.set({ settings: { ...this.values.settings, ...settings } });
  }
  useMetrics(names) {
    const metrics = names.filter((name) => name in this.boxes);
    this.further.value = names.filter((name) => !(name in this.boxes)).join(", ");
    for (const [name, box] of Object.entries(this.boxes)) box.checked = metrics.includes(name);
    Object.assign(this.values, { metrics, further: this.further.value });
  }
  put(name, value) {
    const others = { ...this.values.settings };
    delete others[name];
    this.preset.querySelector("select").value = "";
    this.set({ settings: value ? { ...others, [name]: value } : others });
  }
  set(change) {
    Object.assign(this.values, change);
    this.changed();
  }
  // In the order of the registry, then those with parameters, split at commas outside brackets.
  get metrics() {
    const chosen = this.choices.metrics.map((each) => each.name).filter((name) => this.values.metrics.includes(name));
    const further = this.values.further.split(/,(?![^(]*\))/).map((name) => name.trim());
    return [...chosen, ...further.filter(Boolean)];
  }
};

// app/shell.ts
import { announce as announce2, button as button3, byId, make as make3, named as named2, themeButton } from "./report.js";
var KINDS = { csv: "CSV", json: "JSON", tex: "LaTeX", md: "Markdown", txt: "text" };
function home() {
  return make3("a", { class: "brand home", href: "/", title: "Back to the files" }, "corefscope");
}
function header(title, ...rest) {
  const heading = make3("h1", {}, home(), make3("span", { class: "compared" }, named2(title)));
  byId("top").replaceChildren(heading, ...rest, themeButton());
}
function link(text, href, current = false) {
  return make3("a", { href, "aria-current": current ? "page" : null }, text);
}
function resultLinks(current) {
  const errors = current === "Agreement" ? "Disagreements" : "Errors";
  const views = { Scores: "#v=scores", [errors]: "#v=errors", Entities: "#v=entities", Text: "#d=1" };
  const links = Object.entries(views).map(([name, hash]) => link(name, `./${hash}`));
  return make3("nav", { class: "views", "aria-label": "Views" }, link("Files", "/"), links, link(current, "", true));
}
function downloads(offered) {
  const failure = make3("p", { class: "small wrong", role: "alert", hidden: true });
  const one = (name, job, ending, kind) => {
    const load = async () => {
      failure.hidden = true;
      announce2(`downloading ${name} as ${kind}`);
      await download(`jobs/${job()}/${name}.${ending}`, `corefscope-${name}.${ending}`).catch((error) => {
        failure.textContent = error.message;
        failure.hidden = false;
      });
    };
    return button3(kind, load, { class: "link", "aria-label": `${name} as ${kind}` });
  };
  const rows = Object.entries(offered).map(([name, { job, about, html }]) => {
    const kinds = Object.entries(html ? { html: "HTML" } : KINDS).map(([ending, kind]) => one(name, job, ending, kind));
    const title = make3("strong", {}, name[0].toUpperCase() + name.slice(1));
    return make3("div", { class: "download" }, title, make3("span", { class: "quiet" }, about), make3("span", { class: "kinds-of-file" }, kinds));
  });
  const menu = make3("details", { class: "menu" }, make3("summary", {}, "Download"), make3("div", { class: "sheet" }, rows, failure));
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
var REPORT = { about: "one HTML file that opens from disk", html: true };
var SCORES = { about: "recall, precision and F1" };
var DOCUMENTS = { about: "the scores of each document" };
function problemList(problems, title, pointer = (_) => null) {
  const rows = problems.map(({ text, setting }) => make3("li", {}, named2(text), " ", pointer(setting)));
  return make3("div", { class: "failure", role: "alert" }, make3("strong", {}, title), make3("ul", { class: "warnings" }, rows));
}

// app/side.ts
import { announce as announce3, button as button5, count as count2, make as make5, named as named3 } from "./report.js";

// app/drop.ts
import { button as button4, make as make4 } from "./report.js";
var TOGETHER = /\.(ann|apf\.xml)$/i;
async function dropped(transfer, together) {
  const loose = [];
  const groups = [];
  const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()]);
  for (const [entry, file] of entries) {
    if (entry?.isDirectory) groups.push(await below(entry, entry.name));
    else if (file) loose.push({ file, name: file.name });
  }
  return [...grouped(loose, together), ...groups.filter((group) => group.length)];
}
function grouped(files, together) {
  if (!files.length) return [];
  return together || files.some(({ name }) => TOGETHER.test(name)) ? [files] : files.map((file) => [file]);
}
async function below(folder, path) {
  const reader = folder.createReader();
  const found = [];
  for (; ; ) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const entry of some.filter(({ name }) => !name.startsWith("."))) {
      const name = `${path}/${entry.name}`;
      if (entry.isDirectory) found.push(...await below(entry, name));
      else found.push({ name, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    }
  }
}
async function send(files, limit, tell) {
  const large = files.find(({ file }) => file.size > limit);
  if (large) {
    throw new Error(`${large.name} has ${size(large.file.size)}, but the limit of an upload is ${size(limit)}`);
  }
  let answer = null;
  for (const [number, { file, name }] of files.entries()) {
    tell(`uploading ${name}${files.length > 1 ? ` (${number + 1} of ${files.length})` : ""}`);
    const query = new URLSearchParams({ name });
    if (answer) query.set("submission", answer.submission);
    answer = await ask("POST", `uploads?${query}`, file);
  }
  if (!answer) throw new Error("choose at least one file");
  return { place: { in: "uploads", path: answer.submission }, label: answer.label };
}
function chooser(label, folder, choose) {
  const aside = { class: "hidden", tabindex: -1, "aria-hidden": "true" };
  const field = make4("input", { type: "file", multiple: true, webkitdirectory: folder, ...aside });
  field.addEventListener("change", () => {
    const files = [...field.files ?? []].map((file) => ({ file, name: file.webkitRelativePath || file.name })).filter(({ name }) => !/(^|\/)\./.test(name));
    field.value = "";
    choose(files);
  });
  return [button4(label, () => field.click()), field];
}

// app/side.ts
var SHOWN = 8;
var SideCard = class {
  constructor(role, selection, choices) {
    this.role = role;
    this.selection = selection;
    this.list = make5("ol", { class: "chosen" });
    this.busy = make5("p", { class: "small", hidden: true });
    this.limit = choices.largest_upload;
    this.many = role === "response";
    this.title = make5("h2", { id: `${role}-title` });
    const invitation = this.many ? "Drop files or folders here" : "Drop a file or a folder here";
    const drop = [
      make5("span", { class: "quiet" }, invitation),
      chooser("Choose files…", false, (chosen) => this.take(grouped(chosen, !this.many))),
      chooser("Choose a folder…", true, (files) => this.take([files]))
    ];
    const given = { class: `card side ${role}`, "aria-labelledby": `${role}-title` };
    this.element = make5("section", given, this.title, this.list, this.busy, make5("div", { class: "drop" }, drop));
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
      if (!this.element.contains(event.relatedTarget)) this.element.classList.remove("over");
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
    if (wrong) announce3(text);
  }
  // `role`: none if the task has no such side
  draw(items, role) {
    this.element.hidden = !role;
    this.title.replaceChildren(role?.title ?? "", make5("span", { class: "quiet" }, ` ${role?.about ?? ""}`));
    const focused = document.activeElement?.dataset.item;
    this.list.replaceChildren(...items.map((item) => this.item(item)));
    this.list.hidden = !items.length;
    if (!focused) return;
    this.list.querySelector(`[data-item="${CSS.escape(focused)}"]`)?.focus();
  }
  item(item) {
    const own = `${item.place.in}/${item.place.path}`;
    const given = {
      class: "name",
      value: item.name,
      "aria-label": `Name of the system ${item.label}`,
      "data-item": own,
      spellcheck: "false",
      onchange: (event) => this.selection.rename(item, event.target.value)
    };
    const name = this.many ? make5("input", given) : make5("strong", { class: "name" }, named3(item.label));
    const path = this.many && item.label !== item.name ? [named3(item.label), " · "] : null;
    const where = item.place.in === "uploads" ? "dropped" : "in the folder";
    const about = make5("span", { class: "quiet small label" }, path, where);
    const kind = { class: "remove", "aria-label": `Remove ${item.label}`, "data-item": `not ${own}` };
    const remove = button5("×", () => this.selection.remove(this.role, item), kind);
    return make5("li", {}, make5("div", { class: "chosen-row" }, name, about, remove), this.verdict(item));
  }
  verdict({ report, failure }) {
    if (failure) return make5("p", { class: "small wrong" }, failure);
    if (!report) return make5("p", { class: "small quiet" }, "checking…");
    const { errors, problems, documents, mentions } = report;
    const sign = (text) => make5("span", { "aria-hidden": "true" }, `${text} `);
    const held = `${count2(documents, "document")}, ${count2(mentions, "mention")}`;
    if (!problems.length) return make5("p", { class: "small fine" }, sign("✓"), `no problems: ${held}`);
    const warnings = problems.length - errors;
    const found = [errors ? count2(errors, "error") : "", warnings ? count2(warnings, "warning") : ""].filter(Boolean);
    const read = documents ? make5("span", { class: "quiet" }, ` in ${held}`) : null;
    const tone = errors ? "small wrong" : "small warned";
    const line = make5("p", { class: tone }, sign(errors ? "✗" : "!"), found.join(", "), read);
    return make5("div", {}, line, this.problems(problems));
  }
  // The first few, and a button for the others.
  problems(problems) {
    const pointer = (setting) => this.selection.options.pointer(setting, this.role);
    const row = ({ severity, kind, text, setting }) => make5(
      "li",
      { class: severity },
      make5("span", { class: "severity" }, severity),
      severity === "warning" ? ` ${kind}: ` : " ",
      named3(text),
      " ",
      severity === "error" ? pointer(setting) : null
    );
    const list = make5("ul", { class: "problems" }, problems.slice(0, SHOWN).map(row));
    const rest = problems.slice(SHOWN);
    if (!rest.length) return list;
    const show = () => {
      list.append(...rest.map(row));
      more.remove();
    };
    const more = button5(`Show ${rest.length} more`, show, { class: "link small" });
    return [list, more];
  }
};

// app/files.ts
var KEPT = "corefscope-files";
var READING = ["key_format", "response_format", "key_clusters", "response_clusters", "align"];
var TASKS = {
  score: {
    title: "Systems against a key",
    action: "Score",
    key: { title: "Key", about: "the gold annotation", pick: "Key" },
    response: { title: "Responses", about: "the output of each system", pick: "Response" },
    missing: ["a key", "a response", ""]
  },
  agreement: {
    title: "Agreement",
    action: "Measure agreement",
    key: null,
    response: { title: "Annotators", about: "one annotation each of the same documents", pick: "Annotator" },
    missing: ["", "two annotators", "another annotator"]
  }
};
var FilesPage = class {
  constructor(choices) {
    this.choices = choices;
    this.hint = make6("span", { class: "quiet", id: "hint" });
    this.progress = make6("div", { class: "working", hidden: true });
    this.failure = make6("div", {});
    this.results = make6("nav", { class: "card results-held", "aria-labelledby": "results-title", hidden: true });
    const kept = remembered(choices.folder);
    this.name = kept.name ?? "score";
    this.items = kept.items ?? { key: [], response: [] };
    this.options = new Options(choices, kept.options, () => this.changed());
    this.browser = new Browser(choices.folder, this, choices.formats);
    this.sides = { key: new SideCard("key", this, choices), response: new SideCard("response", this, choices) };
    const task = ([name, { title }]) => button6(title, () => this.choose(name), { class: "task", "data-task": name });
    this.tasks = make6("nav", { class: "tasks", "aria-label": "What to do" }, Object.entries(TASKS).map(task));
    this.go = button6("", () => this.start(), { class: "primary", "aria-describedby": "hint" });
    const action = make6("div", { class: "action" }, this.go, this.hint, this.progress);
    const cards2 = [this.sides.key.element, this.sides.response.element, this.options.element];
    const left = make6("div", { class: "left" }, this.browser.element, this.results);
    const right = make6("div", { class: "right" }, cards2, action, this.failure);
    byId2("main").replaceChildren(this.tasks, make6("div", { class: "workspace" }, left, right));
  }
  get task() {
    return TASKS[this.name];
  }
  async open() {
    await this.browser.open("");
    const held = await ask("GET", "jobs");
    this.results.hidden = !held.length;
    const title = make6("h2", { id: "results-title" }, "Results so far");
    this.results.replaceChildren(title, make6("ul", {}, held.map(resultOf)));
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
    announce4(`${label} chosen as ${role}`);
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
    announce4(`${item.label} removed`);
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
    return [...this.task.key ? this.items.key : [], ...this.items.response];
  }
  get request() {
    const { settings, language } = this.options.values;
    return {
      key: (this.task.key && this.items.key[0]?.place) ?? null,
      responses: this.items.response.map(({ place, name }) => ({ place, name })),
      metrics: this.options.metrics,
      settings,
      language
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
    for (const one of this.tasks.querySelectorAll(".task")) {
      one.setAttribute("aria-pressed", String(one.dataset.task === this.name));
    }
    const wanted = [
      key && !this.items.key.length ? missing[0] : "",
      this.items.response.length < 2 ? missing[1 + this.items.response.length] : "",
      this.options.metrics.length ? "" : "a metric"
    ].filter(Boolean);
    this.go.textContent = action;
    this.go.disabled = wanted.length > 0 || Boolean(this.work);
    const wrong = this.chosen.filter((item) => item.report?.errors).length;
    const warning = wrong ? `${count3(wrong, "file")} with errors: see above.` : "";
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
    const work = this.checking = new Work();
    try {
      const job = await work.run("check", request);
      if (!job || work !== this.checking) return;
      const reports = job.value;
      items.forEach((item, number) => item.report = reports[number]);
      const wrong = items.filter((item) => item.report?.errors).length;
      announce4(wrong ? `${wrong} of ${items.length} have errors` : "no errors");
    } catch (error) {
      if (work !== this.checking) return;
      this.checked = "";
      for (const item of items) item.failure = error.message;
    }
    this.draw();
  }
  async start() {
    this.failure.replaceChildren();
    const step = make6("span", { class: "quiet small" });
    const work = this.work = new Work((text) => step.replaceChildren(named4(text)));
    const cancel = button6("Cancel", () => work.cancel());
    this.progress.replaceChildren(make6("progress", { "aria-label": "Progress" }), step, cancel);
    this.progress.hidden = false;
    this.draw();
    cancel.focus();
    announce4(`${this.task.action}: started`);
    let hint = "";
    try {
      const job = await work.run(this.name, this.request);
      if (job) {
        location.href = `/runs/${job.job}/${this.task.key ? "" : "agreement"}`;
        return;
      }
      hint = "Cancelled.";
      announce4(hint);
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
};
function resultOf({ job, time, value: { title, key, agreement, metric, scores } }) {
  const when = new Date(1e3 * time).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hour12: false });
  const came = scores.map((score) => percent(score)).join(", ");
  const about = agreement ? when : [`${metric} ${came} against `, named4(key), ` · ${when}`];
  const href = `/runs/${job}/${agreement ? "agreement" : ""}`;
  return make6("li", {}, make6("a", { href }, named4(title)), make6("span", { class: "quiet" }, about));
}
function forget({ place }) {
  if (place.in === "uploads") ask("DELETE", `uploads/${place.path}`).catch(() => null);
}
function same(one, two) {
  return one.in === two.in && one.path === two.path;
}
function remembered(folder) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return kept?.folder === folder ? kept : {};
  } catch {
    return {};
  }
}
async function openFiles() {
  header("");
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.preventDefault());
  const choices = await ask("GET", "choices");
  header(lastPart(choices.folder));
  await new FilesPage(choices).open();
  document.body.dataset.ready = "true";
}

// app/result.ts
import { byId as byId3, openReport } from "./report.js";
function runNumber() {
  return location.pathname.split("/")[2];
}
async function openResult() {
  const job = runNumber();
  const [{ value }, data] = await Promise.all([ask("GET", `jobs/${job}`), ask("GET", `jobs/${job}/data.txt`, void 0, "text")]);
  document.title = `${value.title} · corefscope`;
  await openReport(data);
  if (!document.body.dataset.ready) return;
  const top = byId3("top");
  const of = (about) => ({ job: () => job, ...about });
  const tables = value.agreement ? {} : { scores: of(SCORES), documents: of(DOCUMENTS) };
  top.querySelector(".brand")?.replaceWith(home());
  top.querySelector(".views")?.prepend(link("Files", "/"));
  top.querySelector(".views")?.append(value.agreement ? link("Agreement", "agreement") : link("Compare", "compare"));
  top.querySelector(".theme")?.before(downloads({ report: of(REPORT), ...tables }));
  document.body.dataset.added = "true";
}

// app/tables.ts
import { button as button7, byId as byId4, labelled as labelled2, make as make7, named as named5, select as select2, signatureCode, table } from "./report.js";

// sheet/order.ts
function compared(one, two, { numeric, down }) {
  if (one === "" || two === "") return Number(one === "") - Number(two === "");
  const order = numeric ? Number(one) - Number(two) : one.localeCompare(two);
  return down ? -order : order;
}

// sheet/sorting.ts
function sort(button8) {
  const head = button8.closest("th");
  const table2 = button8.closest("table");
  if (!head || !table2) return;
  const column = head.cellIndex;
  const numeric = head.hasAttribute("data-numeric");
  const before = head.getAttribute("aria-sort");
  const down = before ? before === "ascending" : numeric && !head.hasAttribute("data-rank");
  for (const other of table2.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const value = (row) => row.cells[column].getAttribute("data-value") ?? "";
  const body = table2.tBodies[0];
  body.append(...[...body.rows].sort((one, two) => compared(value(one), value(two), { numeric, down })));
}
var NUMBER = /^[+−-]?\d[\d,]*(\.\d+)?/;
function numberIn(text) {
  return NUMBER.exec(text.trim())?.[0].replaceAll(",", "").replace("−", "-") ?? "";
}

// app/tables.ts
function cards({ heading, sheets, notes, warnings, signature }) {
  const card = (...content) => make7("section", { class: "card wide" }, content);
  const text = (kind, line) => make7("p", { class: kind }, named5(line));
  const verdict = heading.map((line, number) => text(number ? "" : "headline", line));
  return [
    make7("section", { class: "card wide verdict" }, verdict),
    warnings.length ? card(make7("h2", {}, "Warnings"), make7("ul", { class: "warnings" }, warnings.map((line) => make7("li", {}, named5(line))))) : "",
    ...sheets.map((sheet) => card(sheetTable(sheet), sheet.note.map((line) => text("quiet", line)))),
    notes.length ? card(notes.map((line) => text("quiet", line))) : "",
    card(make7("h2", {}, "Signature"), text("quiet", "All settings that can change these numbers:"), signatureCode(signature))
  ];
}
function sheetTable({ title, columns, rows, best, bad, left, kept }) {
  const places = (list) => new Set(list.map(([row, column]) => `${row} ${column}`));
  const [isBest, isBad] = [places(best), places(bad)];
  const missing = (row, column) => isBad.has(`${row} ${column}`) || rows[row][column].trim() === "–";
  const numeric = columns.map((_, column) => {
    const values = rows.filter((_cells, row) => !missing(row, column)).map((cells) => cells[column]);
    return column > 0 && values.length > 0 && values.every((text) => numberIn(text) !== "");
  });
  const look = (column, more = "") => [column && left.includes(column) ? "text" : "", column === kept ? "kept" : "", more].join(" ").trim() || null;
  const head = columns.map((text, column) => {
    const name = text.trim();
    if (!name) return make7("td", { class: look(column) });
    const content = rows.length > 1 ? button7(named5(name), (event) => sort(event.currentTarget)) : named5(name);
    return make7("th", { scope: "col", class: look(column), "data-numeric": numeric[column] }, content);
  });
  const cell = (text, row, column) => {
    const value = numeric[column] ? missing(row, column) ? "" : numberIn(text) : text;
    if (column === 0) return make7("th", { scope: "row", "data-value": value }, named5(text));
    const [place, shown] = [`${row} ${column}`, named5(text)];
    const kind = look(column, isBad.has(place) ? "bad" : "");
    return make7("td", { class: kind, "data-value": value }, isBest.has(place) ? make7("strong", {}, shown) : shown);
  };
  const body = rows.map((cells, row) => make7("tr", {}, cells.map((text, column) => cell(text, row, column))));
  return table(title || "Table", head, body, { kind: "sheet-table", caption: title });
}
async function openAgreement() {
  const job = runNumber();
  const [{ value }, tables] = await Promise.all([ask("GET", `jobs/${job}`), ask("GET", `jobs/${job}/tables.json`)]);
  document.title = `${value.title} · corefscope`;
  const of = (about) => ({ job: () => job, ...about });
  header(value.title, resultLinks("Agreement"), downloads({ report: of(REPORT), agreement: of({ about: "the tables of this page" }) }));
  byId4("main").replaceChildren(make7("div", { class: "cards tables" }, cards(tables)));
  document.body.dataset.ready = "true";
}
async function openComparison() {
  const [{ value }, { plan }] = await Promise.all([ask("GET", `jobs/${runNumber()}`), ask("GET", "choices")]);
  document.title = `${value.title} compared · corefscope`;
  await new Comparison(value.title, plan).judge();
}
var Comparison = class {
  constructor(title, fields) {
    this.fields = fields;
    this.run = runNumber();
    this.work = null;
    this.shown = null;
    // the job whose tables are shown
    this.plan = {};
    this.baseline = "";
    this.controls = make7("div", { class: "fields" });
    this.found = make7("div", { class: "cards tables compare" });
    this.busy = make7("span", { class: "quiet", role: "status" });
    this.button = button7("", () => this.work ? this.stop() : this.judge());
    const how = make7("details", { class: "how" }, make7("summary", {}, "Test settings"), this.controls);
    byId4("main").replaceChildren(make7("div", { class: "plan" }, how, make7("div", { class: "busy" }, this.busy, this.button)), this.found);
    this.drawControls([]);
    const of = (about) => ({ job: () => this.run, ...about });
    const comparison = { job: () => this.shown, about: "the tables of this page" };
    header(title, resultLinks("Compare"), downloads({ report: of(REPORT), scores: of(SCORES), documents: of(DOCUMENTS), comparison }));
  }
  drawControls(systems) {
    const listed = ({ name, label, values }) => select2(label, values.map((each) => [each, each]), this.plan[name] ?? values[0], (value) => this.change(name, value));
    const typed = ({ name, label, placeholder }) => {
      const change = (event) => this.change(name, event.target.value.trim());
      return labelled2(label, make7("input", { value: this.plan[name] ?? "", placeholder, inputmode: "decimal", onchange: change }));
    };
    const fields = this.fields.map((field) => explained((field.values ? listed : typed)(field), field));
    const baselines = [["", "none: every pair"], ...systems.map((name) => [name, name])];
    const baseline = select2("Baseline", baselines, "", (name) => {
      this.baseline = name;
      this.judge();
    });
    const help = "Compare every system with this one only. With fewer comparisons, smaller differences are significant.";
    if (systems.length > 1) fields.push(explained(baseline, { help, meanings: {} }));
    this.controls.replaceChildren(...fields);
  }
  change(name, value) {
    this.plan = { ...this.plan, [name]: value };
    this.judge();
  }
  async judge() {
    this.work?.cancel();
    const work = this.work = new Work();
    this.tell("testing differences…", "Stop");
    this.found.setAttribute("aria-busy", "true");
    try {
      const job = await work.run("compare", { run: this.run, plan: this.plan, baseline: this.baseline });
      if (!job || work !== this.work) return;
      this.draw(job.job, await ask("GET", `jobs/${job.job}/tables.json`));
    } catch (error) {
      if (work !== this.work) return;
      this.found.replaceChildren(problemList(problemsOf(error), "Comparison failed:"));
    }
    this.rest("", "");
  }
  draw(job, tables) {
    if (!this.shown) this.drawControls(tables.systems);
    this.shown = job;
    this.found.replaceChildren(...cards(tables));
  }
  // End the running comparison; the one before stays.
  stop() {
    this.work?.cancel();
    this.rest("Stopped.", "Compare");
  }
  rest(text, offered) {
    this.work = null;
    this.tell(text, offered);
    this.found.removeAttribute("aria-busy");
    document.body.dataset.ready = "true";
  }
  tell(text, offered) {
    this.busy.textContent = text;
    this.button.textContent = offered;
    this.button.hidden = !offered;
  }
};

// app/main.ts
var PAGES = { files: openFiles, result: openResult, compare: openComparison, agreement: openAgreement };
async function open() {
  restoreTheme();
  keepKey();
  await PAGES[document.body.dataset.page ?? ""]();
}
if (location.pathname === "/") window.addEventListener("hashchange", () => location.reload());
open().catch((error) => {
  const files = make8("a", { href: "/" }, "Back to the files");
  byId5("main").replaceChildren(make8("div", { role: "alert" }, make8("p", {}, error.message), make8("p", {}, files)));
});
