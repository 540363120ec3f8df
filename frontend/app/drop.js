// Files dropped on a side, or chosen from this machine: sent to the application one after the other.
import { make } from "../report/dom.js";
import { ask } from "./server.js";
import { size } from "./browse.js";

// Annotations that lie beside their texts: what is dropped with them belongs to them.
const TOGETHER = /\.(ann|apf\.xml)$/i;

// [[{file, name}, …], …]: what is one submission each. A folder is one; loose files are one each, unless they belong
// together.
export async function dropped(transfer, together) {
  const loose = [];
  const groups = [];
  // Entries must be taken before anything is waited for: afterwards they are gone.
  const entries = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()]);
  for (const [entry, file] of entries) {
    if (entry?.isDirectory) groups.push(await below(entry, entry.name));
    else if (file) loose.push({ file, name: file.name });
  }
  return [...grouped(loose, together), ...groups.filter((group) => group.length)];
}

export function grouped(files, together) {
  if (!files.length) return [];
  return together || files.some(({ name }) => TOGETHER.test(name)) ? [files] : files.map((file) => [file]);
}

async function below(folder, path) {
  const reader = folder.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const entry of some.filter(({ name }) => !name.startsWith("."))) {
      const name = `${path}/${entry.name}`;
      if (entry.isDirectory) found.push(...(await below(entry, name)));
      else found.push({ name, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    }
  }
}

export async function send(files, limit, told) {
  const large = files.find(({ file }) => file.size > limit);
  if (large) {
    const allowed = `an upload has at most ${size(limit)} (allow more with --upload-limit, in MB)`;
    throw new Error(`${large.name} has ${size(large.file.size)}, and ${allowed}`);
  }
  /** @type {import("#types/application").Submission | null} */
  let answer = null;
  for (const [number, { file, name }] of files.entries()) {
    told(`taking ${name}${files.length > 1 ? ` (${number + 1} of ${files.length})` : ""}`);
    const query = new URLSearchParams({ name });
    if (answer) query.set("submission", answer.submission);
    answer = await ask("POST", `/uploads?${query}`, file);
  }
  if (!answer) throw new Error("nothing was chosen");
  return { place: { in: "uploads", path: answer.submission }, label: answer.label };
}

// A button that opens the browser's own dialogue; the field itself stays out of the way.
export function chooser(label, folder, taken) {
  const aside = { class: "hidden", tabindex: -1, "aria-hidden": "true" };
  const field = make("input", { type: "file", multiple: true, webkitdirectory: folder, ...aside });
  field.addEventListener("change", () => {
    const files = [...(field.files ?? [])]
      .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
      .filter(({ name }) => !/(^|\/)\./.test(name));
    field.value = "";
    taken(files, folder);
  });
  return [make("button", { type: "button", onclick: () => field.click() }, label), field];
}
