// A strip beside a long text: where errors lie, where the chosen entity's mentions do, and which part is in sight.
import { make, svg } from "./dom.js";
import { otherSide, SIDES } from "./model.js";
import type { TextView } from "./text.js";

const LONG = 600; // words from which on there is a strip
const ROWS = 400; // of the strip

export class Strip {
  window = svg("rect", { class: "window", x: 0, width: 16, y: 0, height: 0 });
  errors = svg("path", { class: "errors" });
  entity = svg("path", { class: "entity" });
  element: HTMLDivElement;

  constructor(public view: TextView) {
    const drawing = svg(
      "svg",
      { viewBox: `0 0 16 ${ROWS}`, preserveAspectRatio: "none" },
      this.window,
      this.errors,
      this.entity,
    );
    // The keys e, n and p do the same, so the strip is for pointers only.
    this.element = make("div", { class: "strip", "aria-hidden": "true", hidden: true }, drawing);
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
      view.showWord(Math.min(this.length - 1, Math.floor(share * this.length)), true);
    });
    let planned = false;
    window.addEventListener(
      "scroll",
      () => {
        if (planned || this.element.hidden) return;
        planned = true;
        requestAnimationFrame(() => {
          planned = false;
          this.follow();
        });
      },
      { passive: true },
    );
  }

  get length() {
    return this.view.opened ? this.view.text.words.length : 0;
  }

  open() {
    this.element.hidden = this.length < LONG;
    if (this.element.hidden) return;
    const { pair, document } = this.view;
    const rows: Set<number> = new Set();
    for (const name of SIDES) {
      const side = pair.side(name);
      for (let mention = side.bounds[document]; mention < side.bounds[document + 1]; mention += 1) {
        if (pair.kindsOf(name, mention).length) rows.add(this.row(side.first[mention]));
      }
    }
    for (const item of pair.anaphora[document]) {
      const given = item.key ?? item.response;
      if (given && item.verdict && item.verdict !== "right") rows.add(this.row(given.ends[0][0][0]));
    }
    this.errors.setAttribute("d", ticks(rows, 0));
    this.mark();
    this.follow();
  }

  row(token: number) {
    return Math.min(ROWS - 1, Math.floor((token / this.length) * ROWS));
  }

  // The mentions of the chosen entity and of its counterpart.
  mark() {
    if (this.element.hidden) return;
    const { pair, document, chosen, hovered } = this.view;
    const active = hovered ?? chosen;
    const rows: Set<number> = new Set();
    if (active) {
      const entity = pair.side(active.side).entity[active.mention];
      const partner = pair.partners[active.side][entity];
      for (const [side, number] of ([
        [pair.side(active.side), entity],
        [pair.side(otherSide(active.side)), partner],
      ] as const)) {
        if (number < 0) continue;
        for (const mention of side.mentions(number)) {
          if (side.document[mention] === document) rows.add(this.row(side.first[mention]));
        }
      }
      this.element.style.setProperty("--colour", pair.colour(active.side, entity));
    }
    this.entity.setAttribute("d", ticks(rows, 8));
  }

  // Which part of the text is in sight; only chunks that are drawn are measured.
  follow() {
    let [first, last] = [this.length, 0];
    for (const chunk of this.view.filled) {
      const { top, bottom, height } = chunk.element.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight || !height) continue;
      const at = (y: number) =>
        chunk.from + (chunk.to - chunk.from) * Math.min(1, Math.max(0, (y - top) / height));
      first = Math.min(first, at(0));
      last = Math.max(last, at(window.innerHeight));
    }
    const from = (first / this.length) * ROWS;
    this.window.setAttribute("y", from.toFixed(1));
    this.window.setAttribute("height", Math.max(3, (last / this.length) * ROWS - from).toFixed(1));
  }
}

function ticks(rows: Set<number>, left: number) {
  return [...rows].map((row) => `M${left} ${row + 0.5}h8`).join("");
}
