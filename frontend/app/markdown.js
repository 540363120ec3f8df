// Markdown as elements: what the documentation uses. Text is only inserted as text.
import { make } from "../report/dom.js";

const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|!?\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * The name of a heading in addresses, as in the documentation's own links.
 * @param {string} text
 */
export function slug(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");
}

/**
 * @param {string} text
 * @param {(target: string) => string | null} address where a link leads; null if it is not shown
 * @returns {(Node | string)[]}
 */
export function inline(text, address) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, , code, strong, stressed, title, target] = match;
    parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    if (code !== undefined) parts.push(make("code", {}, code));
    else if (strong !== undefined) parts.push(make("strong", {}, inline(strong, address)));
    else if (stressed !== undefined) parts.push(make("em", {}, inline(stressed, address)));
    else if (whole.startsWith("!")) parts.push(title);
    else {
      const href = address(target);
      parts.push(href ? make("a", { href }, inline(title, address)) : make("span", {}, inline(title, address)));
    }
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}

/**
 * The blocks of a page: headings, paragraphs, lists, tables, code.
 * @param {string} source
 * @param {(target: string) => string | null} address
 */
export function blocks(source, address) {
  const lines = source.replace(/<!--[^]*?-->/g, "").split("\n");
  const found = [];
  let at = 0;
  const taken = (wanted) => {
    const from = at;
    while (at < lines.length && wanted(lines[at])) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#+) (.*)/.exec(line);
    if (!line.trim()) at += 1;
    else if (line.startsWith("```")) {
      at += 1;
      const code = taken((each) => !each.startsWith("```"));
      at += 1;
      found.push(make("pre", { tabindex: 0 }, make("code", {}, code.join("\n"))));
    } else if (heading) {
      at += 1;
      const tag = /** @type {"h1"} */ (`h${Math.min(heading[1].length + 1, 4)}`);
      found.push(make(tag, { id: slug(heading[2]) }, inline(heading[2], address)));
    } else if (line.startsWith("|")) found.push(table(taken((each) => each.startsWith("|")), address));
    else if (/^(-|\d+\.) /.test(line)) found.push(list(taken((each) => /^(-|\d+\.| ) ?\S| {2,}/.test(each)), address));
    else {
      const text = taken((each) => each.trim() && !/^(#|```|\||- )/.test(each));
      if (!text.length) at += 1;
      found.push(make("p", {}, inline((text.length ? text : [line]).join(" "), address)));
    }
  }
  return found;
}

function table(lines, address) {
  const cells = (line) => line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  const rows = lines.filter((line) => !/^\|[\s|:-]+\|?$/.test(line)).map(cells);
  const row = (tag) => (texts) => make("tr", {}, texts.map((text) => make(tag, {}, inline(text, address))));
  const [head, ...body] = rows;
  const titled = head.some(Boolean);
  const content = [titled ? make("thead", {}, row("th")(head)) : null, make("tbody", {}, body.map(row("td")))];
  return make("div", { class: "scrolled", tabindex: 0 }, make("table", { class: "doc" }, content));
}

function list(lines, address) {
  const items = [];
  for (const line of lines) {
    const item = /^(?:-|\d+\.) (.*)/.exec(line);
    if (item) items.push(item[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return make(/^\d/.test(lines[0]) ? "ol" : "ul", {}, items.map((item) => make("li", {}, inline(item, address))));
}
