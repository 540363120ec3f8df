// What stands beside the entities: sets of split antecedents, bridging, and markables that refer to nothing.
import { button, checkbox, make, named, svg } from "./dom.js";
import { SIDES } from "./model.js";
import { hashOf, placeOf } from "./state.js";
import { sideName, sideTitle } from "./wording.js";
import { joined } from "./words.js";
import type { AnaphoraItem } from "#types/page";
import type { Cell } from "./block.js";
import type { Pair, SideName } from "./model.js";

export type Layers = Record<AnaphoraItem["kind"], boolean>; // which of the kinds are drawn

export const KINDS: Record<AnaphoraItem["kind"], { title: string; one: string; sign: string; meaning: string }> = {
  sets: { title: "Sets", one: "Set", sign: "∪", meaning: "a plural mention and the entities that it combines" },
  bridging: { title: "Bridging", one: "Bridging", sign: "↶", meaning: "an anaphor and the entity that it is related to" },
  nonreferring: { title: "Non-referring", one: "Non-referring", sign: "∄", meaning: "an expression that does not refer" },
};
const SIGNS = { missed: "−", spurious: "+", wrong: "≠", right: "", plain: "" };
const HEAD = 5; // pixels of an arrow's head

// How an item is drawn: plain where one side has nothing of the kind, so that nothing is right or wrong.
export function stateOf(item: AnaphoraItem): "missed" | "spurious" | "wrong" | "right" | "plain" {
  if (!item.verdict) return "plain";
  if (item.verdict === "right") return "right";
  return item.key && item.response ? "wrong" : item.key ? "missed" : "spurious";
}

// The side whose ends a cell of the text shows: the key's, unless the cell does not have it.
export function sideIn(item: AnaphoraItem, cell: Cell) {
  return SIDES.find((side) => item[side] && Object.values(cell).includes(side)) ?? null;
}

// The first word of an item in a side.
export function anchor(item: AnaphoraItem, side: SideName) {
  return item[side]?.ends[0][0][0] ?? -1;
}

const firstWord = (runs: number[][]) => runs[0]?.[0] ?? -1;

export type Placed = Pick<AnaphoraItem, "document">;

export function wordsOf(pair: Pair, item: Placed, runs: number[][]) {
  const text = pair.texts[item.document];
  if (!text.known) return `${pair.unit} ${runs.map(([first, last]) => `${first}–${last}`).join(", ")}`;
  return runs.map(([first, last]) => joined(text, first, Math.min(last, first + 30) + 1)).join(" … ");
}

// The entity's number at these words; its words where they are no mention that is scored.
function labelOf(pair: Pair, item: AnaphoraItem, side: SideName, runs: number[][]) {
  const mention = mentionAt(pair, item, side, runs);
  return mention < 0 ? wordsOf(pair, item, runs).slice(0, 12) : pair.labels[side][pair.side(side).entity[mention]];
}

// The mention of a side at these words, or -1.
export function mentionAt(pair: Pair, item: Placed, side: SideName, runs: number[][]) {
  const mine = pair.side(side);
  const [first, last] = [firstWord(runs), runs[runs.length - 1]?.[1]];
  for (let mention = mine.bounds[item.document]; mention < mine.bounds[item.document + 1]; mention += 1) {
    if (mine.first[mention] === first && mine.last[mention] === last) return mention;
  }
  return -1;
}

// What a chip says: the members of a set, the relation of bridging, the kind of what refers to nothing.
function shortText(pair: Pair, item: AnaphoraItem, side: SideName) {
  const given = item[side];
  if (!given) return "";
  if (item.kind !== "sets") return given.label;
  return given.ends.slice(1).map((runs) => labelOf(pair, item, side, runs)).join("+");
}

export function sentence(pair: Pair, item: AnaphoraItem) {
  const parts = [KINDS[item.kind].one];
  if (item.verdict) parts.push(item.verdict);
  for (const side of SIDES) {
    const given = item[side];
    if (!given) continue;
    const [first, ...rest] = given.ends.map((runs) => wordsOf(pair, item, runs) || "?");
    const label = given.label ? ` (${given.label})` : "";
    parts.push(`${sideName(pair, side)}: ${first}${rest.length ? ` → ${rest.join(" + ")}` : ""}${label}`);
  }
  return parts.join("; ");
}

export function chip(pair: Pair, item: AnaphoraItem, side: SideName) {
  const state = stateOf(item);
  const label = [KINDS[item.kind].sign, shortText(pair, item, side)].filter(Boolean).join(" ");
  return make(
    "button",
    {
      type: "button",
      class: `beside ${item.kind} ${state}`,
      dir: "ltr",
      "data-item": pair.anaphora[item.document].indexOf(item),
      "data-shown": side,
      "aria-label": sentence(pair, item),
    },
    make("bdi", {}, label),
    SIGNS[state] && make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state]),
  );
}

// The arrows of an item in a cell: the first word of each antecedent, and whose it is.
export function arrowsOf(item: AnaphoraItem, cell: Cell): { to: number; state: string }[] {
  const state = stateOf(item);
  const shown = SIDES.filter((side) => item[side] && Object.values(cell).includes(side));
  const targets = (side: SideName) => (item[side]?.ends.slice(1) ?? []).map(firstWord).filter((to) => to >= 0);
  if (shown.length < 2 || state !== "wrong") {
    const own = shown[0] ? targets(shown[0]) : [];
    if (state !== "wrong") return own.map((to) => ({ to, state }));
  }
  const [mine, theirs] = [targets("key"), targets("response")];
  const found: { to: number; state: string }[] = [];
  for (const side of shown) {
    for (const to of targets(side)) {
      const both = mine.includes(to) && theirs.includes(to);
      if (both && side === "response" && shown.length > 1) continue;
      found.push({ to, state: both ? "right" : side === "key" ? "missed" : "spurious" });
    }
  }
  return found;
}

// An arrow between two boxes: up or down to another line, in an arc within a line.
export function arrow(from: DOMRect, to: DOMRect, frame: DOMRect, state: string) {
  const middle = (from.top + from.bottom) / 2;
  const level = to.top < middle && middle < to.bottom;
  const up = level || to.top < from.top;
  const [x1, x2] = [from.left + from.width / 2 - frame.left, to.left + Math.min(to.width / 2, 30) - frame.left];
  const y1 = (up ? from.top : from.bottom) - frame.top;
  const y2 = (level ? to.top : up ? to.bottom : to.top) - frame.top;
  const bend = level ? Math.min(40, 14 + Math.abs(x1 - x2) / 8) : Math.max(16, Math.abs(y1 - y2) / 2.5);
  const [c1, c2] = level ? [y1 - bend, y2 - bend] : up ? [y1 - bend, y2 + bend] : [y1 + bend, y2 - bend];
  const side = c2 < y2 ? -HEAD : HEAD; // the head points to the word from where the line comes
  const n = (value: number) => value.toFixed(1);
  return svg(
    "g",
    { class: `arrow ${state}` },
    svg("path", { d: `M${n(x1)} ${n(y1)}C${n(x1)} ${n(c1)} ${n(x2)} ${n(c2)} ${n(x2)} ${n(y2 + side)}`, class: "line" }),
    svg("path", { d: `M${n(x2)} ${n(y2)}l${-HEAD + 1} ${side * 1.4}h${2 * HEAD - 2}z`, class: "head" }),
  );
}

// The item beside the text: what each side has, with links to the ends.
// `said`: what is wrong, in a sentence
export function itemDetail(pair: Pair, item: AnaphoraItem, close: () => void, said: Node | null) {
  const state = stateOf(item);
  const end = (side: SideName, runs: number[][]) => {
    const mention = mentionAt(pair, item, side, runs);
    const words = named(wordsOf(pair, item, runs) || "?");
    const place =
      mention >= 0
        ? placeOf(pair, side, mention)
        : { view: "text", system: pair.system, document: item.document, token: firstWord(runs) };
    return firstWord(runs) < 0 ? words : make("a", { href: hashOf(place, pair.model) }, words);
  };
  return [
    make("div", { class: "bar-of-buttons" },
      make("span", { class: "quiet" }, KINDS[item.kind].one),
      button("×", close, { class: "close", "aria-label": "Close", "aria-keyshortcuts": "Escape" }),
    ),
    item.verdict && make("p", { class: state === "right" ? "" : "problem" }, `${SIGNS[state]} ${item.verdict}`),
    said,
    SIDES.map((side) => {
      const given = item[side];
      if (!given) return make("p", { class: "quiet" }, `Not in the ${side}.`);
      const [first, ...rest] = given.ends;
      return make("section", { "aria-label": sideName(pair, side) },
        make("h2", {}, named(sideTitle(pair, side)), " ", make("span", { class: "quiet" }, given.label)),
        make("p", {}, end(side, first)),
        rest.length > 0 &&
          make("ul", { class: "ends" }, rest.map((runs) => make("li", {}, "→ ", end(side, runs)))),
      );
    }),
  ]
    .flat()
    .filter((part) => part instanceof HTMLElement);
}

// Switches for the kinds that the pair has.
export function layerSwitches(pair: Pair, layers: Layers, change: () => void) {
  return Object.entries(KINDS)
    .filter(([kind]) => pair.anaphoraCounts[kind])
    .map(([kind, { title, sign }]) => {
      const number = pair.anaphoraCounts[kind];
      const counted = make("span", { class: "quiet" }, ` ${number.toLocaleString("en")}`);
      return checkbox([` ${sign} ${title}`, counted], layers[kind], (checked) => {
        layers[kind] = checked;
        change();
      });
    });
}
