// The text of one document. Only what is near the window is drawn; the rest keeps its place by its estimated height.
import { byId, make } from "./dom.js";
import { otherSide, SIDES } from "./model.js";
import { cellsOf, MODES, renderBlock } from "./block.js";
import { anchor } from "./anaphora.js";
import { Hold } from "./hold.js";
import { Overlay } from "./overlay.js";
import { Strip } from "./strip.js";
import { sideTitle } from "./wording.js";
import { blocksOf } from "./words.js";
import type { AnaphoraItem } from "#types/page";
import type { Block, Cell } from "./block.js";
import type { Pair, Side, SideName } from "./model.js";

const CHUNK = 120; // words drawn at once: little enough for one frame
const RUN = 100; // chunks that are in the page together, so that a long text is not one list of thousands
const FAR = 6000; // pixels above and below the window in which they are
const NEAR = 1200; // pixels above and below the window in which it is

export type Chosen = { side: SideName; mention: number };

export type Second = { pair: Pair; shown: (side: SideName, mention: number) => boolean }; // another system beside it

// Blocks that are drawn together
export interface Chunk {
  from: number;
  to: number;
  blocks: Block[];
  tokens: Map<number, HTMLElement[]> | null; // null while it is not drawn
  element: HTMLElement;
  run: Run;
}

export type Run = { chunks: Chunk[]; element: HTMLElement; within: boolean }; // `within`: its chunks are in the page

export class TextView {
  element = make("div", { class: "prose", role: "region", "aria-label": "Text", tabindex: 0 });
  chunks: Chunk[] = [];
  runs: Run[] = [];
  rests: { x: number; y: number } | null = null; // where the pointer clicked, until it moves
  waiting: Set<Chunk> = new Set(); // near the window but not in it: drawn one by one
  ordered: Float64Array | null = null;
  filled: Set<Chunk> = new Set();
  chosen: Chosen | null = null;
  hovered: Chosen | null = null;
  hits: [number, number][] = [];
  lit: HTMLElement[] = [];
  opened: Pair | null = null;
  document = 0;
  mode = "over";
  cells: Cell[] = [];
  second: Second | null = null;
  shown: (_side: SideName, _mention: number) => boolean;
  drawn: Record<SideName, number> = { key: 0, response: 0 };
  printing = false;
  picked: AnaphoraItem | null = null;
  items: AnaphoraItem[] = [];
  item: AnaphoraItem | null = null; // the chosen or hovered one of what stands beside the entities
  overlay: Overlay;
  strip: Strip;
  hold: Hold;
  chunkOf: WeakMap<Element, Chunk> = new WeakMap();
  runOf: WeakMap<Element, Run> = new WeakMap();
  runObserver: IntersectionObserver;
  observer: IntersectionObserver;

  constructor(
    public handlers: any, // choose(side, mention), hover(side, mention, element), leave()
  ) {
    this.shown = (_side: SideName, _mention: number) => true;
    this.overlay = new Overlay(this);
    this.strip = new Strip(this);
    this.hold = new Hold(this.element);
    this.runObserver = new IntersectionObserver((entries) => entries.forEach((entry) => this.visitRun(entry)), {
      rootMargin: `${FAR}px 0px`,
    });
    this.observer = new IntersectionObserver((entries) => entries.forEach((entry) => this.visit(entry)), {
      rootMargin: `${NEAR}px 0px`,
    });
    this.listen();
  }

  get pair() {
    if (!this.opened) throw new Error("no document is open");
    return this.opened;
  }

  get text() {
    return this.pair.texts[this.document];
  }

  open(
    pair: Pair, document: number, mode: string, shown: (side: SideName, mention: number) => boolean,
    besides: (item: AnaphoraItem) => boolean = () => true, second: Second | null = null,
  ) {
    this.opened = pair;
    this.second = second;
    this.cells = cellsOf(mode, pair, second && second.pair);
    this.item = this.picked = null;
    this.items = pair.anaphora[document].filter(besides);
    Object.assign(this, { document, mode, shown });
    this.element.dataset.mode = mode;
    this.observer.disconnect();
    this.runObserver.disconnect();
    this.ordered = null;
    const { text } = this;
    const blocks = blocksOf(text).map(([from, to, number]): Block => {
      return { from, to, number, text, mentions: { key: [], response: [], other: [] }, items: new Set() };
    });
    this.fillBuckets(blocks);
    this.chunks = [];
    this.runs = [];
    this.filled.clear();
    this.waiting.clear();
    let chunk: Chunk | null = null;
    for (const block of blocks) {
      if (!chunk || block.to - chunk.from > CHUNK) {
        if (this.chunks.length % RUN === 0) this.runs.push({ chunks: [], element: make("div", { class: "run" }), within: false });
        const run = this.runs[this.runs.length - 1];
        chunk = { from: block.from, to: block.to, blocks: [], tokens: null, element: make("div", { class: "chunk" }), run };
        run.chunks.push(chunk);
        this.chunkOf.set(chunk.element, chunk);
        this.chunks.push(chunk);
      }
      chunk.blocks.push(block);
      chunk.to = block.to;
    }
    for (const run of this.runs) {
      this.runOf.set(run.element, run);
      let sum = 0;
      for (const each of run.chunks) {
        const height = this.estimate(each);
        each.element.style.minHeight = `${height}px`;
        sum += height;
      }
      run.element.style.minHeight = `${sum}px`;
    }
    const names = second
      ? this.cells.map((cell) => (cell.below === "key" ? sideTitle(pair, "key") : pair.model.nameOf((cell.other ? second.pair : pair).system)))
      : SIDES.map((side) => sideTitle(pair, side));
    const titles = ["", ...names].map((title) => make("span", {}, title));
    const heads = make("div", { class: "heads", "aria-hidden": "true" }, titles);
    this.element.replaceChildren(this.overlay.element, heads, ...this.runs.map((each) => each.element));
    for (const each of this.runs) this.runObserver.observe(each.element);
    let left = window.innerHeight; // what the window shows is drawn at once
    for (const each of this.chunks) {
      if (left < 0) break;
      this.fill(each);
      left -= this.estimate(each);
    }
    this.strip.open();
  }

  fillBuckets(blocks) {
    const blockOf = new Int32Array(this.text.words.length);
    blocks.forEach((block, number) => blockOf.fill(number, block.from, block.to));
    this.drawn = { key: 0, response: 0 };
    for (const item of this.items)
      for (const name of SIDES) if (item[name]) blocks[blockOf[anchor(item, name)]]?.items.add(item);
    const all: [SideName | "other", Side, (side: SideName, mention: number) => boolean][] = SIDES.map((name) => [name, this.pair.side(name), this.shown]);
    if (this.second) all.push(["other", this.second.pair.response, this.second.shown]);
    for (const [name, side, shown] of all) {
      for (let mention = side.bounds[this.document]; mention < side.bounds[this.document + 1]; mention += 1) {
        if (side.first[mention] >= blockOf.length || !shown(side.name, mention)) continue;
        if (name !== "other") this.drawn[name] += 1;
        const last = blockOf[Math.min(side.last[mention], blockOf.length - 1)];
        for (let number = blockOf[side.first[mention]]; number <= last; number += 1)
          blocks[number].mentions[name].push(mention);
      }
    }
  }

  estimate(chunk) {
    const cells = this.cells.length;
    const perLine = Math.max(5, (this.element.clientWidth || 700) / cells / 48);
    return chunk.blocks.reduce((sum, block) => sum + Math.ceil((block.to - block.from) / perLine) * 66 + 8, 0);
  }

  visitRun(entry) {
    const run = this.runOf.get(entry.target);
    if (!run) return;
    if (entry.isIntersecting) this.insert(run);
    else if (run.within && !this.printing && !run.element.contains(document.activeElement))
      this.takeOut(run, entry.boundingClientRect.height);
  }

  insert(run: Run) {
    if (run.within) return;
    run.within = true;
    run.element.append(...run.chunks.map((each) => each.element));
    run.element.style.minHeight = "";
    for (const each of run.chunks) this.observer.observe(each.element);
  }

  takeOut(run: Run, height: number) {
    run.element.style.minHeight = `${height}px`;
    for (const each of run.chunks) {
      this.observer.unobserve(each.element);
      if (each.tokens) this.empty(each, each.element.offsetHeight);
    }
    run.element.replaceChildren();
    run.within = false;
  }

  visit(entry) {
    const chunk = this.chunkOf.get(entry.target);
    if (!chunk) return;
    const { top, bottom, height } = entry.boundingClientRect;
    if (!entry.isIntersecting) {
      this.waiting.delete(chunk);
      if (chunk.tokens && !this.printing && !chunk.element.contains(document.activeElement)) this.empty(chunk, height);
    } else if (bottom > 0 && top < window.innerHeight) this.fill(chunk);
    else if (!chunk.tokens) {
      if (!this.waiting.size) requestAnimationFrame(() => this.fillNext());
      this.waiting.add(chunk);
    }
  }

  // One chunk in a frame, so that none of them takes long.
  fillNext() {
    const [chunk] = this.waiting;
    if (!chunk) return;
    this.waiting.delete(chunk);
    this.fill(chunk);
    if (this.waiting.size) requestAnimationFrame(() => this.fillNext());
  }

  fill(chunk: Chunk) {
    if (chunk.tokens) return;
    this.insert(chunk.run);
    const tokens: Map<number, HTMLElement[]> = new Map();
    chunk.tokens = tokens;
    this.filled.add(chunk);
    chunk.element.style.minHeight = "";
    chunk.element.replaceChildren(
      ...chunk.blocks.map((block) => renderBlock(this.pair, block, this.cells, tokens, this.second?.pair ?? null)),
    );
    this.paintAll();
    this.overlay.plan();
  }

  // `height`: that it keeps
  empty(chunk: Chunk, height: number) {
    chunk.element.style.minHeight = `${height}px`;
    chunk.element.replaceChildren();
    chunk.tokens = null;
    this.filled.delete(chunk);
    this.overlay.plan();
  }

  chunkAt(token) {
    let [low, high] = [0, this.chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chunks[middle].from <= token) low = middle;
      else high = middle - 1;
    }
    const chunk = this.chunks[low];
    return chunk && token >= chunk.from && token < chunk.to ? chunk : undefined;
  }

  tagOf(side: SideName, mention: number): HTMLElement | null {
    const chunk = this.chunkAt(this.pair.side(side).first[mention]);
    if (!chunk) return null;
    this.fill(chunk);
    return chunk.element.querySelector(`.words:not([data-other]) .tag[data-side="${side}"][data-mention="${mention}"]`);
  }

  wordAt(token) {
    const chunk = this.chunkAt(token);
    if (!chunk) return null;
    this.fill(chunk);
    return chunk.tokens?.get(token)?.[0] ?? null;
  }

  show(side: SideName, mention: number, focus: boolean) {
    this.chosen = { side, mention };
    const tag = this.tagOf(side, mention);
    const target = tag ?? this.wordAt(this.pair.side(side).first[mention]);
    this.light();
    if (!target) return;
    for (const old of this.element.querySelectorAll('.tag[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    if (tag) tag.tabIndex = 0;
    if (tag && focus) tag.focus({ preventScroll: true });
    this.bring(() => this.tagOf(side, mention) ?? this.wordAt(this.pair.side(side).first[mention]));
  }

  showWord(token, always = false) {
    this.bring(() => this.wordAt(token), always);
  }

  // `always`: even if it is in sight
  bring(find: () => HTMLElement | null, always: boolean = false) {
    const element = find();
    if (!element) return;
    const { top, bottom } = element.getBoundingClientRect();
    const head = byId("top").offsetHeight + 60;
    const foot = window.innerHeight * (window.innerWidth < 900 ? 0.55 : 0.85);
    if (top > head && bottom < foot && !always) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const far = top < -NEAR / 2 || top > window.innerHeight + NEAR / 2; // what is nearer is drawn already
    const block = window.innerWidth < 900 ? "start" : "center";
    element.scrollIntoView({ block, behavior: still || far ? "instant" : "smooth" });
    if (still || far) this.hold.keep(find);
    else this.hold.release();
  }

  // The chosen or hovered mention stands out, with all others of its entity and of the counterpart.
  light() {
    this.strip.mark();
    this.paintAll();
  }

  paintAll() {
    for (const word of this.lit) word.style.removeProperty("--lit");
    for (const word of this.lit) word.classList.remove("lit", "here", "hit");
    this.lit = [];
    for (const [from, to] of this.hits) this.paint(from, to, "var(--hit)", "hit");
    for (const name of SIDES) {
      const strong = (place: number) => `color-mix(in oklab, var(--accent) ${place ? 22 : 42}%, transparent)`;
      this.item?.[name]?.ends.forEach((runs, place) => {
        for (const [from, to] of runs) this.paint(from, to + 1, strong(place), "lit");
      });
    }
    const active = this.hovered ?? (this.item ? null : this.chosen);
    if (!active) return;
    const { pair } = this;
    const entity = pair.side(active.side).entity[active.mention];
    const groups: [SideName, number][] = [
      [active.side, entity],
      [otherSide(active.side), pair.partners[active.side][entity]],
    ];
    for (const [name, number] of groups) {
      if (number < 0) continue;
      const side = pair.side(name);
      const colour = `color-mix(in oklab, ${pair.colour(active.side, entity)} 24%, transparent)`;
      for (const mention of side.mentions(number)) {
        if (side.document[mention] !== this.document) continue;
        for (const [from, to] of side.runsOf(mention)) this.paint(from, to + 1, colour, "lit");
      }
    }
    const strong = `color-mix(in oklab, ${pair.colour(active.side, entity)} 50%, transparent)`;
    for (const [from, to] of pair.side(active.side).runsOf(active.mention)) this.paint(from, to + 1, strong, "here");
  }

  paint(from, to, colour, name) {
    for (const chunk of this.filled) {
      if (chunk.to <= from || chunk.from >= to) continue;
      for (let token = Math.max(from, chunk.from); token < Math.min(to, chunk.to); token += 1) {
        for (const word of chunk.tokens?.get(token) ?? []) {
          word.style.setProperty("--lit", colour);
          word.style.setProperty("--cut", token === to - 1 && word.textContent.endsWith(" ") ? ".26em" : "0px");
          word.classList.add(name);
          this.lit.push(word);
        }
      }
    }
  }

  // Mentions that cover a word and are drawn, the shortest first, the key's before the response's.
  covering(token) {
    const block = this.chunkAt(token)?.blocks.find((each) => token >= each.from && token < each.to);
    const found: ReturnType<typeof located>[] = [];
    for (const name of SIDES) {
      const side = this.pair.side(name);
      for (const mention of block?.mentions[name] ?? []) {
        if (side.runsOf(mention).some(([first, last]) => first <= token && token <= last))
          found.push(located(side, mention));
      }
    }
    return found.sort((one, two) => one.length - two.length);
  }

  pointed(target) {
    if (target.closest?.("[data-other]")) return null;
    const tag = target.closest?.(".tag");
    if (tag) {
      const only = { side: tag.dataset.side, mention: Number(tag.dataset.mention) };
      return { ...only, all: [only], element: tag };
    }
    const word = target.closest?.(".word.covered");
    if (!word) return null;
    const covering = this.covering(Number(word.dataset.word));
    return covering.length ? { ...covering[0], all: covering, element: word } : null;
  }

  listen() {
    this.element.addEventListener("click", (event) => {
      const item = this.itemAt(event.target);
      if (item) return this.handlers.pick(item);
      const tag: HTMLElement | null = (event.target as Element).closest("[data-other] .tag");
      if (tag && this.second) return this.handlers.change(this.second.pair, Number(tag.dataset.mention));
      const found = this.pointed(event.target);
      if (!found || window.getSelection()?.toString()) return;
      const { all } = found;
      const now = all.findIndex((each) => each.side === this.chosen?.side && each.mention === this.chosen?.mention);
      const next = all[(now + 1) % all.length]; // a second click on a word takes the mention around it
      // The text moves when the panel opens: what comes under a pointer that rests says nothing over the chosen mention.
      this.rests = { x: event.clientX, y: event.clientY };
      this.leave();
      this.handlers.choose(next.side, next.mention, true);
    });
    this.element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      if (this.rests?.x === event.clientX && this.rests.y === event.clientY) return;
      this.rests = null;
      this.point(this.itemAt(event.target));
      const found = this.pointed(event.target);
      if (!found) return this.leave();
      if (this.hovered?.side === found.side && this.hovered?.mention === found.mention) return;
      this.hovered = found;
      this.light();
      this.handlers.hover(found.side, found.mention, found.element);
    });
    this.element.addEventListener("pointerleave", () => this.leave());
    this.element.addEventListener("focusin", (event) => {
      const tag: HTMLElement | null = (event.target as Element).closest(".tag");
      if (tag && !tag.closest("[data-other]") && !(this.chosen?.side === tag.dataset.side && this.chosen?.mention === Number(tag.dataset.mention))) {
        this.handlers.choose(tag.dataset.side, Number(tag.dataset.mention), false);
      }
    });
    window.addEventListener("beforeprint", () => {
      if (!this.element.checkVisibility()) return;
      this.printing = true;
      for (const chunk of this.chunks) this.fill(chunk);
    });
    window.addEventListener("afterprint", () => (this.printing = false));
  }

  itemAt(target) {
    const element = target.closest?.(".beside");
    return element ? this.pair.anaphora[this.document][Number(element.dataset.item)] : null;
  }

  // One of what stands beside the entities is under the pointer, or none of it.
  point(item) {
    const now = item ?? this.picked ?? null;
    if (now === this.item) return;
    this.item = now;
    this.light();
    this.overlay.mark();
  }

  pick(item: AnaphoraItem | null) {
    this.picked = item;
    this.point(item);
  }

  leave() {
    this.point(null);
    if (!this.hovered) return;
    this.hovered = null;
    this.light();
    this.handlers.leave();
  }

  // All drawn mentions of the document in the order of the text, the longer of a place first: each as one number, so that
  // half a million of them are sorted in a moment. Made when it is first needed.
  get order() {
    if (this.ordered) return this.ordered;
    const [most, lengths] = this.scales;
    const { document, shown } = this;
    const { length: words } = this.text.words;
    const found = new Float64Array(2 * most);
    let count = 0;
    for (const name of new Set(MODES[this.mode].cells.flatMap((cell) => (cell.other ? [] : [cell.above, cell.below])))) {
      if (!name) continue;
      const { first, bounds } = this.pair.side(name);
      for (let mention = bounds[document]; mention < bounds[document + 1]; mention += 1) {
        if (first[mention] < words && shown(name, mention)) found[count++] = this.numbered(name, mention, most, lengths);
      }
    }
    return (this.ordered = found.slice(0, count).sort());
  }

  // How many mentions a side has at most, and how many lengths can be told apart.
  get scales() {
    const most = Math.max(1, ...SIDES.map((name) => this.pair.side(name).bounds[this.document + 1] - this.pair.side(name).bounds[this.document]));
    const room = Number.MAX_SAFE_INTEGER / (2 * most * Math.max(1, this.text.words.length));
    return [most, Math.max(1, Math.min(1024, Math.floor(room)))];
  }

  numbered(name, mention, most, lengths) {
    const side = this.pair.side(name);
    const length = Math.min(side.last[mention] - side.first[mention], lengths - 1);
    const place = side.first[mention] * lengths + (lengths - 1 - length);
    return (2 * place + SIDES.indexOf(name)) * most + mention - side.bounds[this.document];
  }

  // The next drawn mention that is wanted, around the end of the text; null if there is none.
  // `way`: 1 or -1
  next(way: number, from: Chosen | null, wanted: (each: Chosen) => boolean): Chosen | null {
    const { order } = this;
    const [most, lengths] = this.scales;
    const here = from ? this.numbered(from.side, from.mention, most, lengths) : way > 0 ? -1 : Infinity;
    let place = 0; // of the first that is not before it
    for (let high = order.length; place < high; ) {
      const middle = (place + high) >> 1;
      if (order[middle] < here) place = middle + 1;
      else high = middle;
    }
    const start = way < 0 ? place - 1 : order[place] === here ? place + 1 : place;
    for (let tries = 0; tries < order.length; tries += 1) {
      const number = order[(((start + way * tries) % order.length) + order.length) % order.length];
      const side = SIDES[Math.floor(number / most) % 2];
      const each = { side, mention: (number % most) + this.pair.side(side).bounds[this.document] };
      if (wanted(each)) return each;
    }
    return null;
  }
}

function located(side: Side, mention: number) {
  return { side: side.name, mention, at: side.first[mention], length: side.last[mention] - side.first[mention] };
}
