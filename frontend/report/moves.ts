// Moving through the text: along a chain, to the counterpart, from mention to mention, by keys.
import { announce, button, make } from "./dom.js";
import { KEYS } from "./aside.js";
import { otherSide } from "./model.js";
import { placeOf } from "./state.js";
import type { SideName } from "./model.js";

// Keys that lead into the text from every other view; arrows scroll there.
const FROM_ANYWHERE = ["e", "E", "/"];

export class Moves {
  constructor(public page: any) {
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // Along the chain, around its end.
  follow(step) {
    const { side, mention } = this.page.place;
    const mine = this.page.pair.side(side);
    const members = mine.mentions(mine.entity[mention]);
    const next = members[(mine.rank[mention] + step + members.length) % members.length];
    this.page.go(placeOf(this.page.pair, side, next), true);
  }

  counterpart() {
    const { side, mention } = this.page.place;
    const twin = this.page.pair.twins[side][mention];
    const other = otherSide(side);
    if (twin >= 0) this.page.go(placeOf(this.page.pair, other, twin), true);
    else announce(`The ${other} does not have this mention`);
  }

  step(way, wanted = (_: { side: SideName; mention: number }) => true) {
    const { side, mention } = this.page.place;
    const next = this.page.text.next(way, side && mention !== null ? { side, mention } : null, wanted);
    if (!next) return;
    this.page.focusing = true;
    this.page.go(placeOf(this.page.pair, next.side, next.mention), true);
  }

  // The keys, in a window over the page.
  help() {
    const close = button("Close", () => window_.close());
    const list = make("dl", {}, KEYS.map(([keys, what]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)]));
    const window_ = make("dialog", { class: "keys", "aria-label": "Keys", onclose: () => window_.remove() },
      make("h2", {}, "Keys"),
      list,
      close,
    );
    document.body.append(window_);
    window_.showModal();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return; // letters are typed there
    if (event.key === "?") {
      event.preventDefault();
      return this.help();
    }
    if (this.page.place.view !== "text") {
      if (!FROM_ANYWHERE.includes(event.key) || !this.page.model.keys.length) return;
      this.page.openText();
    }
    if (event.key === "Escape") {
      if (!this.page.tooltip.hidden) this.page.tooltip.hidden = true;
      else if (this.page.place.side || this.page.place.item !== null) this.page.close();
      return;
    }
    const error = (each) => this.page.pair.kindsOf(each.side, each.mention).length > 0;
    const chosen = this.page.place.side !== null;
    const act = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      n: () => chosen && this.follow(1),
      p: () => chosen && this.follow(-1),
      c: () => chosen && this.counterpart(),
      e: () => this.step(1, error),
      E: () => this.step(-1, error),
      "/": () => this.page.search.input.focus(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
