// Search in the words of all documents, whatever their case.
import { count, inDocument, make } from "./dom.js";
import { hashOf } from "./state.js";
import { joined } from "./words.js";
import type { Pair } from "./model.js";

const MOST = 200;
const AROUND = 6;

export type Hit = { document: number; from: number; to: number };

export class Search {
  show: (hits: Hit[]) => void;
  input = make("input", {
    type: "search",
    placeholder: "Search the text",
    "aria-label": "Search the text",
    "aria-keyshortcuts": "/",
    autocomplete: "off",
    spellcheck: "false",
  });
  found = make("div", { class: "found", role: "status" });
  list = make("ol", { class: "results" });
  panel: HTMLDivElement;
  element: HTMLDivElement;
  lower: string[][] = [];
  hits: Hit[] = [];
  pair: Pair | null = null;
  document = 0;
  timer = 0;

  constructor(show: (hits: Hit[]) => void) {
    this.show = show; // called with the places found, for the text view to mark them
    this.panel = make("div", { class: "panel", hidden: true }, this.found, this.list);
    this.element = make("div", { class: "search", role: "search" }, this.input, this.panel);
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), 120);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.element.contains((relatedTarget as Node | null))) this.panel.hidden = true;
    });
    this.input.addEventListener("focus", () => (this.panel.hidden = !this.input.value.trim()));
    this.list.addEventListener("click", () => (this.panel.hidden = true));
  }

  open(pair, document) {
    if (this.pair?.texts !== pair.texts) this.lower = [];
    const changed = this.pair !== pair;
    Object.assign(this, { pair, document });
    if (changed && this.input.value) this.run(true);
  }

  key(event) {
    const links = [...this.list.querySelectorAll("a")];
    const here = links.findIndex((link) => link === document.activeElement);
    if (event.key === "Escape") {
      if (!this.panel.hidden) this.panel.hidden = true;
      else this.input.value = "";
      this.input.focus();
      this.run(true);
    } else if (event.key === "ArrowDown" && links.length) (links[here + 1] ?? links[0]).focus();
    else if (event.key === "ArrowUp" && here >= 0) (links[here - 1] ?? this.input).focus();
    else if (event.key === "Enter" && event.target === this.input) {
      clearTimeout(this.timer);
      this.run();
      this.list.querySelector("a")?.click();
    } else return;
    event.preventDefault();
  }

  run(quietly = false) {
    const wanted = this.input.value.trim().toLowerCase().split(/\s+/).join(" ");
    this.hits = wanted ? this.find(wanted) : [];
    this.show(this.hits);
    this.panel.hidden = !wanted || quietly;
    const more = this.hits.length >= MOST ? `, the first ${MOST} are listed` : "";
    this.found.textContent = wanted ? `${count(this.hits.length, "place")}${more}` : "";
    const { pair } = this;
    this.list.replaceChildren(...(pair ? this.hits.map((hit) => this.result(pair, hit)) : []));
  }

  // Places in the order of the documents, from the one that is open on.
  find(wanted) {
    const hits: Hit[] = [];
    const texts = this.pair?.texts ?? [];
    for (let step = 0; step < texts.length && hits.length < MOST; step += 1) {
      const number = (this.document + step) % texts.length;
      const { words } = texts[number];
      const lower = (this.lower[number] ??= words.map((word) => word.toLowerCase()));
      const whole = lower.join(" ");
      let place = 0;
      let start = 0;
      for (let at = whole.indexOf(wanted); at >= 0 && hits.length < MOST; at = whole.indexOf(wanted, at + 1)) {
        while (start + lower[place].length < at) start += lower[place++].length + 1;
        let [to, end] = [place, start + lower[place].length];
        while (end < at + wanted.length) end += lower[++to].length + 1;
        const previous = hits[hits.length - 1];
        if (previous?.document !== number || previous.from !== place)
          hits.push({ document: number, from: place, to: to + 1 });
      }
    }
    return hits;
  }

  result(pair, hit) {
    const source = pair.texts[hit.document];
    const place = { view: "text", system: pair.system, document: hit.document, side: null, token: hit.from };
    const text = make("bdi", {},
      joined(source, hit.from - AROUND, hit.from).slice(-40),
      " ",
      make("mark", {}, joined(source, hit.from, hit.to).slice(0, 80)),
      " ",
      joined(source, hit.to, hit.to + AROUND).slice(0, 40),
    );
    return make("li", {},
      make("a", { href: hashOf(place, pair.model) },
        text,
        inDocument("span", pair.model, hit.document),
      ),
    );
  }
}
