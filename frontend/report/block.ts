// One block of text, usually a sentence: its words with a bar for each mention, the key's above, the response's below.
import { make, named } from "./dom.js";
import { chip, anchor, sideIn } from "./anaphora.js";
import { levels } from "./layout.js";
import { chipOf } from "./names.js";
import { sideName } from "./wording.js";
import { spaced } from "./words.js";
import type { AnaphoraItem } from "#types/page";
import type { Pair, SideName, Text } from "./model.js";

export type Cell = { above?: SideName; below?: SideName; other?: boolean }; // of the text; `other`: of the second system
export interface Block {
  from: number;
  to: number;
  number: number;
  text: Text;
  mentions: Record<SideName | "other", number[]>;
  items: Set<AnaphoraItem>; // what stands beside the entities and begins here
}

export const STEP = 14; // pixels from one level of bars to the next
const BAR = 3;
const UNBROKEN = 40; // letters

// In the order of the kinds: span, conflated, extra mention and entity, divided, missing mention and entity.
const SIGNS = ["↔", "≠", "+", "⊕", "÷", "−", "⊖"];
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export const MODES: Record<string, { title: string; cells: Cell[] }> = {
  over: { title: "Key above, response below", cells: [{ above: "key", below: "response" }] },
  beside: { title: "Side by side", cells: [{ below: "key" }, { below: "response" }] },
  key: { title: "Key only", cells: [{ below: "key" }] },
  response: { title: "Response only", cells: [{ below: "response" }] },
  both: {
    title: "Two systems with the key between",
    cells: [{ below: "response" }, { below: "key" }, { below: "response", other: true }],
  },
};

// The cells of a block; of two systems the first stands left, whichever is chosen.
export function cellsOf(mode: string, pair: Pair, other: Pair | null) {
  const { cells } = MODES[mode];
  return other && other.system < pair.system ? [...cells].reverse() : cells;
}

export function signsOf(kinds: number[]) {
  return kinds.map((kind) => SIGNS[kind] ?? "•").join("");
}

export function renderBlock(
  pair: Pair, block: Block, cells: Cell[], tokens: Map<number, HTMLElement[]>, other: Pair | null = null,
) {
  const element = make("div", { class: `block cells${cells.length}`, role: "group" });
  element.append(make("span", { class: "number", "aria-hidden": "true" }, block.number ? String(block.number) : ""));
  for (const cell of cells) {
    const drawn = renderCell(cell.other && other ? other : pair, block, cell, tokens);
    if (cell.other) drawn.dataset.other = "";
    element.append(drawn);
  }
  return element;
}

function renderCell(pair: Pair, block: Block, cell: Cell, tokens: Map<number, HTMLElement[]>) {
  const length = block.to - block.from;
  const cover: Segment[][] = Array.from({ length }, () => []);
  for (const where of (["above", "below"] as const)) {
    const side = cell[where];
    const segments = side ? segmentsOf(pair, block, side, where, cell.other) : [];
    levels(segments, length);
    for (const segment of segments) {
      for (let place = segment.from; place <= segment.to; place += 1) cover[place].push(segment);
    }
  }
  const { words, zeros } = block.text;
  const blanks = spaced(block.text, block.from, Math.min(block.to + 1, words.length));
  const changes = cell.below === "response" ? pair.changes.get(block.text) : undefined;
  const chips = chipsOf(pair, block, cell);
  const paragraph = make("p", { class: "words", dir: "auto" });
  let together: HTMLElement | null = null;
  for (let place = 0; place < length; place += 1) {
    const token = block.from + place;
    const word = make("span", { class: "word", "data-word": token });
    if (TURNS.test(words[token])) word.classList.add("turned");
    if (zeros.has(token)) word.classList.add("zero");
    const change = changes?.of.get(token);
    if (change) {
      word.classList.add(change.kind);
      word.title = change.kind === "changed" ? `the response has: ${change.words}` : "left out in the response";
    }
    addInvented(pair, paragraph, changes?.before.get(token));
    const before = chips?.get(token);
    if (before) paragraph.append(...before);
    const after = blanks[place] || place === length - 1;
    if (cover[place].length) {
      word.classList.add("covered");
      const rows = draw(word, cover[place], token, after);
      for (const segment of cover[place]) {
        if (segment.tagged && segment.from === place) word.append(tag(pair, segment, rows));
      }
    }
    word.append(words[token] + (after ? " " : ""));
    tokens.set(token, [...(tokens.get(token) ?? []), word]);
    // A sign must not begin a line of its own: what has no blank before it stays with the word before.
    const tight = place > 0 && !blanks[place - 1] && !before;
    if (!tight) together = null;
    if (tight && !together && words[token - 1].length + words[token].length < UNBROKEN) {
      together = make("span", { class: "together" }, paragraph.lastChild);
      paragraph.append(together);
    }
    (together ?? paragraph).append(word);
  }
  if (block.to === words.length) addInvented(pair, paragraph, changes?.before.get(words.length));
  return paragraph;
}

// The chips of a cell by the word before which they stand; null where there are none.
function chipsOf(pair: Pair, block: Block, cell: Cell) {
  if (!block.items.size || cell.other) return null;
  const found: Map<number, HTMLElement[]> = new Map();
  for (const item of block.items) {
    const side = sideIn(item, cell);
    const at = side ? anchor(item, side) : -1;
    if (side && at >= block.from && at < block.to) found.set(at, [...(found.get(at) ?? []), chip(pair, item, side)]);
  }
  return found;
}

// `words`: that only the response has
function addInvented(pair: Pair, paragraph: HTMLElement, words: string | undefined) {
  if (words) paragraph.append(make("ins", { class: "invented", title: "only in the response" }, `${words} `));
}

// The part of a mention that lies in a block
export interface Segment {
  side: SideName;
  where: "above" | "below";
  mention: number;
  from: number;
  to: number;
  ends: number;
  tagged: boolean;
  beyond: number; // words after it above which its tag still is
  runs: number[][] | null;
  twin: boolean;
  colour: string;
  level: number;
}

function segmentsOf(
  pair: Pair, block: Block, side: SideName, where: "above" | "below", other: boolean | undefined,
): Segment[] {
  const mine = pair.side(side);
  return block.mentions[other ? "other" : side].map((mention) => {
    const [first, last] = [mine.first[mention], mine.last[mention]];
    const from = Math.max(first, block.from) - block.from;
    return {
      side,
      where,
      mention,
      from,
      level: 0,
      to: Math.min(last, block.to - 1) - block.from,
      ends: last < block.to ? last : -1,
      tagged: first >= block.from,
      beyond: first >= block.from ? beyond(block, first, last, pair, side, mention) : 0,
      runs: mine.runs[mention] ?? null,
      twin: pair.twins[side][mention] >= 0,
      colour: pair.colour(side, mine.entity[mention]),
    };
  });
}

const [LETTER, SMALL] = [8.5, 6.2]; // pixels of a usual letter of the text, and of a tag

// How many words after a mention its tag covers, for it may be wider than the mention.
function beyond(block: Block, first: number, last: number, pair: Pair, side: SideName, mention: number) {
  const label = chipOf(pair, side, pair.side(side).entity[mention]);
  let left = (label.length + pair.kindsOf(side, mention).length) * SMALL + 8;
  let number = -1;
  for (let token = first; left > 0 && token < block.to; token += 1) {
    left -= (block.text.words[token].length + 0.5) * LETTER;
    if (token >= last) number += 1;
  }
  return Math.max(0, number);
}

// Bars are backgrounds in the padding of a word, at the same distance from it as those of its neighbours.
function draw(word, segments, token, after) {
  const rows = { above: 0, below: 0 };
  for (const { where, level } of segments) rows[where] = Math.max(rows[where], level + 1);
  word.style.paddingTop = `${rows.above * STEP}px`;
  word.style.paddingBottom = `${rows.below * STEP}px`;
  const images = ["linear-gradient(var(--lit, transparent), var(--lit, transparent))"];
  const places = [`0 ${rows.above * STEP}px`];
  const sizes = [`calc(100% - var(--cut, 0px)) calc(100% - ${(rows.above + rows.below) * STEP}px)`];
  for (const segment of segments) {
    const { colour, where, runs } = segment;
    const inside = !runs || runs.some(([first, last]) => first <= token && token <= last);
    const [dash, gap] = inside ? (segment.twin ? [0, 0] : [5, 3]) : [1.5, 2.5];
    if (dash) word.classList.add("dashed");
    const at = (place: number) => `calc(var(--shift, 0px) + ${place}px)`;
    images.push(
      dash
        ? `repeating-linear-gradient(90deg, ${colour} ${at(0)} ${at(dash)}, transparent ${at(dash)} ${at(dash + gap)})`
        : `linear-gradient(${colour}, ${colour})`,
    );
    const edge = edgeOf(segment, rows) + (STEP - BAR) / 2;
    const thick = inside ? BAR : BAR - 1;
    places.push(`left 0 ${where === "above" ? "top" : "bottom"} ${edge}px`);
    sizes.push(
      `${segment.ends === token ? `calc(100% - ${after ? ".3em" : "2px"})` : "100%"} ${thick}px`,
    );
  }
  word.style.backgroundImage = images.join(", ");
  word.style.backgroundPosition = places.join(", ");
  word.style.backgroundSize = sizes.join(", ");
  return rows;
}

// How far a level is from the outer edge of the word's padding.
function edgeOf({ where, level }, rows) {
  return (rows[where] - 1 - level) * STEP;
}

function tag(pair, segment, rows) {
  const { side, mention } = segment;
  const mine = pair.side(side);
  const entity = mine.entity[mention];
  const kinds = pair.kindsOf(side, mention);
  const [label, chip] = [pair.labels[side][entity], chipOf(pair, side, entity)];
  const spoken = [
    `${sideName(pair, side)} ${label}: ${pair.wordsOf(side, mention)}, mention ${mine.rank[mention] + 1} of ${mine.size[entity]}`,
    ...kinds.map((kind) => pair.model.kindNames[kind]),
  ];
  const element = make(
    "button",
    {
      type: "button",
      class: `tag ${segment.where}${kinds.length ? " wrong" : ""}`,
      tabindex: -1,
      dir: "ltr",
      "data-side": side,
      "data-mention": mention,
      "aria-label": spoken.join("; "),
      vars: { "--edge": `${edgeOf(segment, rows)}px`, "--colour": segment.colour },
    },
    chip === label ? label : named(chip),
  );
  if (kinds.length) element.append(make("span", { class: "sign", "aria-hidden": "true" }, signsOf(kinds)));
  return element;
}
