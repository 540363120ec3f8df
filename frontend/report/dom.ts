// Elements made from data. Text is only inserted as text: nothing here parses markup.
import type { Part } from "./explain.js";
import type { Model } from "./model.js";

// An element of the page that is always there.
export function byId(id: string) {
  return (document.getElementById(id) as HTMLElement);
}

// `given`: attributes; `on…` are listeners, `vars` are custom properties of CSS
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, given: Record<string, any> = {}, ...children: any[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "vars") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, String(set));
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export function button(content: any, onclick: (event: any) => void, given: Record<string, any> = {}) {
  return make("button", { type: "button", ...given, onclick }, content);
}

// A table that scrolls by itself where it is too wide.
// `head`: names of columns; without a name, or as an element, an empty or another cell
export function table(
  label: string, head: any[], rows: any, { kind = "", caption = null }: { kind?: string; caption?: any } = {},
) {
  const title = (name) => (name instanceof Node ? name : name ? make("th", { scope: "col" }, name) : make("td"));
  const content = make("table", { class: kind },
    caption && make("caption", {}, caption),
    make("thead", {}, make("tr", {}, head.map(title))),
    make("tbody", {}, rows),
  );
  return make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, content);
}

// Names of files, documents and systems, isolated so that right-to-left text does not affect its surroundings.
// A lone surrogate is a byte of a file name that is not UTF-8; it is shown as its code.
export function named(text) {
  const code = (half) => `\\u${half.charCodeAt(0).toString(16)}`;
  return make("bdi", {}, typeof text === "string" ? text.replace(/[\ud800-\udfff]/gu, code) : text);
}

export function spoken(parts: Part[], tag: "em" | "q") {
  return parts.map((part) => (typeof part === "string" ? part : make(tag, {}, named(part.said))));
}

// Which document something stands in: its name without what all share, and the whole name under a pointer.
export function inDocument(
  tag: "p" | "span", { documents, shortNames }: Pick<Model, "documents" | "shortNames">, document: number,
  ...more: any[]
) {
  const [whole, short] = [documents[document], shortNames[document]];
  return make(tag, { class: "quiet where", title: whole === short ? null : whole }, named(short), more);
}

export function svg(tag: string, given: Record<string, any> = {}, ...children: any[]) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) if (value !== null) element.setAttribute(name, value);
  element.append(...children.flat(Infinity));
  return element;
}

// A signature breaks between its parts.
export function signatureCode(text) {
  return make("code", {}, text.split("|").flatMap((part, number) => (number ? ["|", make("wbr"), part] : [part])));
}

// `options`: each value and its text
// `extra.hidden`: the label is for screen readers only
export function select(
  label: string, options: (string | number)[][], chosen: string | number | boolean | null,
  change: (value: string) => void, extra: { hidden?: boolean } = {},
) {
  const field = make("select", { "aria-label": extra.hidden ? label : null, onchange: () => change(field.value) });
  for (const [value, text] of options) {
    field.append(make("option", { value, selected: String(value) === String(chosen) }, shortened(text, 60)));
  }
  return extra.hidden ? field : labelled(label, field);
}

let fields = 0;

export function labelled(label, field) {
  field.id = `field${(fields += 1)}`;
  return make("div", { class: "field" }, make("label", { for: field.id }, label), field);
}

// A field for points, of 0 and more.
export function pointsField(label: string, value: number, change: (value: number) => void) {
  const given = { type: "number", min: 0, step: "any", inputmode: "decimal", value };
  const field = make("input", { ...given, onchange: () => change(Number(field.value) || 0) });
  return labelled(label, field);
}

export function checkbox(label: any, checked: boolean, change: (checked: boolean) => void, kind: string = "") {
  const box = make("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return make("label", { class: `switch ${kind}` }, box, label);
}

export function announce(text) {
  byId("status").textContent = text;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

export function percent(value: number | null | undefined, digits: number = 2) {
  return value === null || value === undefined ? "–" : (100 * value).toFixed(digits);
}

// A difference in points with its sign; none where it rounds to nothing.
export function gain(repaired: number | null, now: number | null) {
  if (repaired === null || now === null) return percent(null);
  const points = percent(Math.abs(repaired - now));
  return `${Number(points) === 0 ? "" : repaired < now ? "−" : "+"}${points}`;
}

// Cut between code points, not within one.
export function shortened(text, length) {
  if (text.length <= length) return text;
  return `${[...text.slice(0, 2 * length)].slice(0, length - 1).join("")}…`;
}
