// What depends on where words come to stand: bands of lines, dashes that go on, arrows to antecedents.
import { arrow, arrowsOf } from "./anaphora.js";
import { svg } from "./dom.js";
import type { TextView } from "./text.js";

const PERIOD = 8; // pixels after which dashes repeat, see block.js

export class Overlay {
  element = svg("svg", { class: "arrows", "aria-hidden": "true" });
  planned = false;
  width = 0;
  measured: WeakSet<Element> = new WeakSet(); // paragraphs whose lines are known at this width

  constructor(public view: TextView) {
    new ResizeObserver(() => {
      if (view.element.clientWidth === this.width) return;
      this.width = view.element.clientWidth;
      this.measured = new WeakSet();
      this.plan();
    }).observe(view.element);
  }

  // Once before the next frame, however many chunks are filled.
  plan() {
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.draw();
    });
  }

  draw() {
    const acts: (() => void)[] = []; // all is measured before anything is changed
    for (const chunk of this.view.filled) {
      for (const paragraph of chunk.element.querySelectorAll("p.words")) {
        if (this.measured.has(paragraph)) continue;
        this.measured.add(paragraph);
        acts.push(banded(paragraph));
      }
    }
    const arrows = this.arrows();
    for (const act of acts) act();
    this.element.replaceChildren(...arrows);
    this.mark();
  }

  arrows() {
    const { view } = this;
    if (!view.items.length) return [];
    const frame = view.element.getBoundingClientRect();
    const found: SVGElement[] = [];
    for (const chunk of view.filled) {
      const chips: NodeListOf<HTMLElement> = chunk.element.querySelectorAll(".beside");
      for (const chip of chips) {
        const item = view.pair.anaphora[view.document][Number(chip.dataset.item)];
        const cells = [...(chip.closest(".block")?.querySelectorAll("p.words") ?? [])];
        const number = cells.findIndex((cell) => cell.contains(chip));
        const from = chip.getBoundingClientRect();
        for (const { to, state } of arrowsOf(item, view.cells[number])) {
          const far = view.chunkAt(to);
          const target = far?.tokens?.get(to)?.[number] ?? far?.element;
          if (!target) continue;
          const drawn = arrow(from, target.getClientRects()[0] ?? target.getBoundingClientRect(), frame, state);
          drawn.setAttribute("data-item", chip.dataset.item ?? "");
          found.push(drawn);
        }
      }
    }
    return found;
  }

  // The arrows of the chosen item stand out.
  mark() {
    const { item, pair, document } = this.view.opened ? this.view : { item: null, pair: null, document: 0 };
    const number = item && pair ? String(pair.anaphora[document].indexOf(item)) : null;
    for (const drawn of this.element.children) {
      drawn.classList.toggle("strong", drawn.getAttribute("data-item") === number);
    }
  }
}

// Measure the lines of a paragraph; what is returned shades every second of them, so that it is seen to which line a
// bar belongs, and lets dashes go on from word to word.
function banded(paragraph: Element) {
  const box = paragraph.getBoundingClientRect();
  const lines: [number, number][] = [];
  const shifts: [HTMLElement, string][] = [];
  const words: NodeListOf<HTMLElement> = paragraph.querySelectorAll(".word, .beside, .invented");
  if (!paragraph.querySelector(".covered, .beside")) return () => {}; // without bars there is nothing to tell
  for (const word of words) {
    const { top, bottom, left } = word.getBoundingClientRect();
    const line = lines[lines.length - 1];
    if (line && top < line[1] - 2) {
      line[0] = Math.min(line[0], top);
      line[1] = Math.max(line[1], bottom);
    } else lines.push([top, bottom]);
    if (word.classList.contains("dashed")) shifts.push([word, `${-((left - box.left) % PERIOD).toFixed(2)}px`]);
  }
  const cuts = lines.slice(1).map(([top], place) => ((lines[place][1] + top) / 2 - box.top).toFixed(1));
  const stops = cuts.map((cut, place) => {
    const colour = place % 2 ? "transparent" : "var(--band)";
    return `${colour} ${cut}px ${cuts[place + 1] ? `${cuts[place + 1]}px` : "100%"}`;
  });
  return () => {
    const bands = stops.length ? `linear-gradient(transparent 0 ${cuts[0]}px, ${stops.join(", ")})` : "";
    (paragraph as HTMLElement).style.backgroundImage = bands;
    for (const [word, shift] of shifts) word.style.setProperty("--shift", shift);
  };
}
