// The documentation that ships with the package.
import { byId, make } from "../report/dom.js";
import { blocks } from "./markdown.js";
import { root, textOf } from "./server.js";
import { header } from "./shell.js";

/**
 * @param {string} page such as matching.md#heads
 * @param {any} text
 */
export function docsLink(page, text = "Documentation") {
  return make("a", { href: `${root}docs/${page}`, target: "_blank", class: "docs-link" }, text);
}

export async function openDocs() {
  const path = decodeURIComponent(location.pathname.slice(`${root}docs/`.length)) || "serve.md";
  const pages = { "options.md": "Settings", "metrics.md": "Metrics", "formats.md": "Formats" };
  const links = Object.entries(pages).map(([page, name]) => make("a", { href: `${root}docs/${page}` }, name));
  header("Documentation", make("nav", { class: "views", "aria-label": "Pages" }, links));
  const here = new URL(`/docs/${path}`, location.origin);
  // Links within the documentation lead to its pages; others, which need a network, are shown as text.
  const address = (target) => {
    if (target.startsWith("#")) return target;
    const found = new URL(target, here);
    const within = found.origin === here.origin && found.pathname.startsWith("/docs/");
    return within && found.pathname.endsWith(".md") ? `${root}${found.pathname.slice(1)}${found.hash}` : null;
  };
  const source = await textOf(`/texts/${path}`);
  const page = make("article", { class: "documentation" }, blocks(source, address));
  byId("main").replaceChildren(page);
  document.title = `${page.querySelector("h2")?.textContent ?? path} · corefscope`;
  document.body.dataset.ready = "true";
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
