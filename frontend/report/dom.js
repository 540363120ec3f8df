// Elements made from data. Text is only inserted as text: nothing here parses markup.

/**
 * An element of the page that is always there.
 * @param {string} id
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} given attributes; `on…` are listeners, `vars` are custom properties of CSS
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "vars") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * @param {any} content
 * @param {(event: any) => void} onclick
 * @param {Record<string, any>} given
 */
export function button(content, onclick, given = {}) {
  return make("button", { type: "button", ...given, onclick }, content);
}

/**
 * A table that scrolls by itself where it is too wide.
 * @param {string} label
 * @param {any[]} head names of columns; without a name, or as an element, an empty or another cell
 * @param {any} rows
 * @param {{kind?: string, caption?: any}} extra
 */
export function table(label, head, rows, { kind = "", caption = null } = {}) {
  const title = (name) => (name instanceof Node ? name : name ? make("th", { scope: "col" }, name) : make("td"));
  const content = make(
    "table",
    { class: kind },
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

/**
 * @param {import("./explain.js").Part[]} parts
 * @param {"em" | "q"} tag
 */
export function spoken(parts, tag) {
  return parts.map((part) => (typeof part === "string" ? part : make(tag, {}, named(part.said))));
}

/**
 * Which document something stands in: its name without what all share, and the whole name under a pointer.
 * @param {"p" | "span"} tag
 * @param {Pick<import("./model.js").Model, "documents" | "shortNames">} model
 * @param {number} document
 * @param {any[]} more
 */
export function inDocument(tag, { documents, shortNames }, document, ...more) {
  const [whole, short] = [documents[document], shortNames[document]];
  return make(tag, { class: "quiet where", title: whole === short ? null : whole }, named(short), more);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} given
 * @param {any[]} children
 */
export function svg(tag, given = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) if (value !== null) element.setAttribute(name, value);
  element.append(...children.flat(Infinity));
  return element;
}

// A signature breaks between its parts.
export function signatureCode(text) {
  return make("code", {}, text.split("|").flatMap((part, number) => (number ? ["|", make("wbr"), part] : [part])));
}

/**
 * @param {string} label
 * @param {(string | number)[][]} options each value and its text
 * @param {string | number | boolean | null} chosen
 * @param {(value: string) => void} change
 * @param {{hidden?: boolean}} extra `hidden`: the label is for screen readers only
 */
export function select(label, options, chosen, change, extra = {}) {
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

/**
 * A field for points, of 0 and more.
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} change
 */
export function pointsField(label, value, change) {
  const given = { type: "number", min: 0, step: "any", inputmode: "decimal", value };
  const field = make("input", { ...given, onchange: () => change(Number(field.value) || 0) });
  return labelled(label, field);
}

/**
 * @param {any} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} change
 * @param {string} kind
 */
export function checkbox(label, checked, change, kind = "") {
  const box = make("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return make("label", { class: `switch ${kind}` }, box, label);
}

export function announce(text) {
  byId("status").textContent = text;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/**
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function percent(value, digits = 2) {
  return value === null || value === undefined ? "–" : (100 * value).toFixed(digits);
}

// Cut between code points, not within one.
export function shortened(text, length) {
  if (text.length <= length) return text;
  return `${[...text.slice(0, 2 * length)].slice(0, length - 1).join("")}…`;
}
