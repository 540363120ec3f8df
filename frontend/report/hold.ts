// A jump lands on its word: heights that were estimated are corrected after it, and until that is over the word is kept
// where it came to stand. The browser's own anchoring may hold on to a part that is yet empty instead.

const CALM = 8; // frames without a correction after which the layout is taken to have settled
const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"]; // after which the reader decides what is in sight

export class Hold {
  round = 0; // of the jump that is going on

  constructor(public area: HTMLElement) {
    for (const kind of INPUTS) window.addEventListener(kind, () => this.release(), { passive: true, capture: true });
  }

  release() {
    this.round += 1;
    this.area.classList.remove("held");
  }

  // Keep what is found at its present distance from the upper edge of the window.
  // `find`: the target may be drawn again
  keep(find: () => Element | null) {
    this.release();
    this.area.classList.add("held");
    const { round } = this;
    const place = find()?.getBoundingClientRect().top;
    let calm = 0;
    const look = () => {
      if (round !== this.round) return;
      const target = find();
      if (!target || place === undefined || calm >= CALM) return this.release();
      const [before, off] = [window.scrollY, target.getBoundingClientRect().top - place];
      if (Math.abs(off) >= 1) window.scrollBy({ top: off, behavior: "instant" });
      calm = window.scrollY === before ? calm + 1 : 0; // the end of the page may be nearer than the word's place
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
}
