// Files dropped on a side, or chosen from this machine: sent to the application one after the other.
import { button, make } from "#report";
import { ask } from "./server.js";
import { size } from "./browse.js";
import type { Submission } from "#types/application";

export interface Dropped {
  file: File;
  name: string;
}

// Standoff annotations: files dropped with them belong to them.
const TOGETHER = /\.(ann|apf\.xml)$/i;

// What is one submission each: a folder is one; loose files are one each, unless they belong
// together.
export async function dropped(transfer: DataTransfer, together: boolean) {
  const loose: Dropped[] = [];
  const groups: Dropped[][] = [];
  // Read the entries before the first await: afterwards they are gone.
  const entries = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()] as const);
  for (const [entry, file] of entries) {
    if (entry?.isDirectory) groups.push(await below(entry, entry.name));
    else if (file) loose.push({ file, name: file.name });
  }
  return [...grouped(loose, together), ...groups.filter((group) => group.length)];
}

export function grouped(files: Dropped[], together: boolean): Dropped[][] {
  if (!files.length) return [];
  return together || files.some(({ name }) => TOGETHER.test(name)) ? [files] : files.map((file) => [file]);
}

async function below(folder, path) {
  const reader = folder.createReader();
  const found: Dropped[] = [];
  for (;;) {
    const some = await new Promise<any[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const entry of some.filter(({ name }) => !name.startsWith("."))) {
      const name = `${path}/${entry.name}`;
      if (entry.isDirectory) found.push(...(await below(entry, name)));
      else found.push({ name, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
    }
  }
}

export async function send(files, limit, tell) {
  const large = files.find(({ file }) => file.size > limit);
  if (large) {
    throw new Error(`${large.name} has ${size(large.file.size)}, but the limit of an upload is ${size(limit)}`);
  }
  let answer: Submission | null = null;
  for (const [number, { file, name }] of files.entries()) {
    tell(`uploading ${name}${files.length > 1 ? ` (${number + 1} of ${files.length})` : ""}`);
    const query = new URLSearchParams({ name });
    if (answer) query.set("submission", answer.submission);
    answer = await ask("POST", `uploads?${query}`, file);
  }
  if (!answer) throw new Error("choose at least one file");
  return { place: { in: "uploads", path: answer.submission }, label: answer.label };
}

// A button that opens the browser's file dialogue; the field itself is hidden.
export function chooser(label, folder, choose) {
  const aside = { class: "hidden", tabindex: -1, "aria-hidden": "true" };
  const field = make("input", { type: "file", multiple: true, webkitdirectory: folder, ...aside });
  field.addEventListener("change", () => {
    const files = [...(field.files ?? [])]
      .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
      .filter(({ name }) => !/(^|\/)\./.test(name));
    field.value = "";
    choose(files);
  });
  return [button(label, () => field.click()), field];
}
