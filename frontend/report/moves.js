// Moving through the text: along a chain, to the counterpart, from mention to mention, by keys.
import { announce } from "./dom.js";
import { otherSide } from "./model.js";
import { placeOf } from "./state.js";

/** @import {SideName} from "./model.js" */

export class Moves {
  constructor(page) {
    this.page = page;
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

  step(way, wanted = (/** @type {{side: SideName, mention: number}} */ _) => true) {
    const all = this.page.text.sequence();
    if (!all.length) return;
    const { side, mention } = this.page.place;
    const here = all.findIndex((each) => each.side === side && each.mention === mention);
    for (let tries = 1; tries <= all.length; tries += 1) {
      const next = all[((((here < 0 && way < 0 ? 0 : here) + way * tries) % all.length) + all.length) % all.length];
      if (wanted(next)) {
        this.page.focusing = true;
        return this.page.go(placeOf(this.page.pair, next.side, next.mention), true);
      }
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.page.place.view !== "text") return;
    const within = this.page.text.element.contains(event.target) || this.page.detail.contains(event.target);
    if (event.key === "Escape" && (within || event.target === document.body)) {
      if (!this.page.tooltip.hidden) this.page.tooltip.hidden = true;
      else if (this.page.place.side) this.page.close();
      return;
    }
    if (!within) return;
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
