// The chosen mention: its entity, the counterpart, and the chain that both make.
import { button, count, make, named, spoken } from "./dom.js";
import { explained } from "./explain.js";
import { otherSide, SIDES } from "./model.js";
import { signsOf } from "./block.js";
import { titleOf } from "./names.js";
import { hashOf, placeOf } from "./state.js";
import { sideName } from "./wording.js";
import type { Metric } from "#types/page";
import type { Pair, SideName } from "./model.js";

const SHOWN_OF_CHAIN = 300;

export function swatch(pair: Pair, side: SideName, entity: number) {
  const kind = pair.partners[side][entity] < 0 ? "only" : "";
  return make("span", { class: `swatch ${kind}`, vars: { "--colour": pair.colour(side, entity) } },
    pair.labels[side][entity],
  );
}

function points(value) {
  return `${(100 * value).toPrecision(2)} points`;
}

export function costOf(pair: Pair, metric: string, side: SideName, entity: number) {
  const costs = pair.costs(metric)?.[side];
  return costs
    ? pair
        .side(side)
        .mentions(entity)
        .reduce((sum, mention) => sum + costs[mention], 0)
    : null;
}

// What a pointer shows: two lines.
export function summary(pair: Pair, side: SideName, mention: number, metric: Metric | undefined) {
  const mine = pair.side(side);
  const entity = mine.entity[mention];
  const other = otherSide(side);
  const partner = pair.partners[side][entity];
  const kinds = pair.kindsOf(side, mention);
  const cost = metric ? costOf(pair, metric.name, side, entity) : null;
  const line = (name: SideName, number: number) => [
    swatch(pair, name, number),
    ` ${sideName(pair, name)} · `,
    named(titleOf(pair, name, number)),
    ` · ${count(pair.side(name).size[number], "mention")}`,
  ];
  return [
    make("div", {}, line(side, entity)),
    make("div", {},
      partner >= 0 ? [line(other, partner), `, ${pair.shared(side, entity)} shared`] : `no counterpart in the ${other}`,
    ),
    cost === null
      ? null
      : make("div", { class: "quiet" },
          `costs ${cost > 0 ? points(cost) : "no points"} of ${metric?.title} ${side === "key" ? "recall" : "precision"}`,
        ),
    kinds.length
      ? make("div", { class: "problem" },
          kinds.map((kind) => `${signsOf([kind])} ${pair.model.kindNames[kind]}`).join(", "),
        )
      : null,
  ].filter((line) => line !== null);
}

export function detail(pair, side, mention, { move, counterpart, close, metric }) {
  const mine = pair.side(side);
  const entity = mine.entity[mention];
  const rank = mine.rank[mention];
  const twin = pair.twins[side][mention];
  const kind = mine.typeOf(mention);
  const control = (label, keys, act, off = false) => button(label, act, { disabled: off, "aria-keyshortcuts": keys });
  return [
    make("div", { class: "bar-of-buttons" },
      control("‹ Previous", "p", () => move(-1), mine.size[entity] < 2),
      make("span", { class: "quiet" }, `${rank + 1} of ${mine.size[entity]}`),
      control("Next ›", "n", () => move(1), mine.size[entity] < 2),
      button("×", close, { class: "close", "aria-label": "Close", "aria-keyshortcuts": "Escape" }),
    ),
    make("h2", {}, named(pair.wordsOf(side, mention, 140))),
    make("p", { class: "quiet facts" },
      [sideName(pair, side), kind === "unknown" ? null : kind, `entity id ${mine.names[entity]}`].filter(Boolean).join(" · "),
    ),
    make("div", { class: "pair" }, summary(pair, side, mention, metric)),
    ...sentences(pair, side, mention),
    isIncluded(pair, side, mention) &&
      make("p", { class: "quiet" }, `Only the ${side} has it; the other errors of its entity account for it.`),
    twin >= 0 && control(`Go to it in the ${otherSide(side)}`, "c", counterpart),
    chain(pair, side, mention),
  ];
}

// Whether a mention of one side has no error of its own because others of its entity include it: joining the parts of a
// divided entity brings its first mention back.
function isIncluded(pair: Pair, side: SideName, mention: number) {
  if (pair.twins[side][mention] >= 0 || pair.kindsOf(side, mention).length) return false;
  const mine = pair.side(side);
  return mine.mentions(mine.entity[mention]).some((each) => pair.kindsOf(side, each).length > 0);
}

// What is wrong with a mention, as the errors view says it; a part that is both conflated and divided once.
function sentences(pair: Pair, side: SideName, mention: number) {
  const parts: Set<string> = new Set();
  return pair.errorsOf(side, mention).flatMap((error) => {
    const { key, response } = pair.errors;
    const part = key[error].length ? `key ${key[error].join()}` : `response ${response[error].join()}`;
    if (parts.has(part)) return [];
    parts.add(part);
    return make("p", { class: "sentence" }, spoken(explained(pair, error).sentence, "q"));
  });
}

export type Row = { side: SideName; mention: number; mark: string; said: string; twin: number };

// All mentions of the entity and its counterpart, in the order of the text: whose they are stands before each.
function chain(pair, side, mention) {
  const entity = pair.side(side).entity[mention];
  const keyEntity = side === "key" ? entity : pair.partners.response[entity];
  const responseEntity = side === "response" ? entity : pair.partners.key[entity];
  const entities = { key: keyEntity, response: responseEntity };
  const rows: Row[] = [];
  for (const name of SIDES) {
    const other = otherSide(name);
    for (const each of entities[name] < 0 ? [] : pair.side(name).mentions(entities[name])) {
      const twin = pair.twins[name][each];
      const home = twin < 0 ? -1 : pair.side(other).entity[twin];
      const both = twin >= 0 && home === entities[other];
      if (both && name === "response") continue; // stands there as the key's
      const only = name === "key" ? "−" : "+";
      const elsewhere = `${name}; the ${other} has it in ${pair.labels[other][home]}`;
      const [mark, said] = both ? ["=", "both"] : twin < 0 ? [only, `${name} only`] : ["≠", elsewhere];
      rows.push({ side: name, mention: each, mark, said, twin });
    }
  }
  const at = (row: Row) => pair.side(row.side).document[row.mention] * 2 ** 31 + pair.side(row.side).first[row.mention];
  rows.sort((one, two) => at(one) - at(two));
  const here = (row: Row) => (row.side === side && row.mention === mention) || (row.side !== side && row.twin === mention);
  const list = make("ol", { class: "chain" });
  for (const row of rows.slice(0, SHOWN_OF_CHAIN)) {
    list.append(
      make("li", {},
        make(
          "a",
          { href: hashOf(placeOf(pair, row.side, row.mention), pair.model), "aria-current": here(row) ? "true" : null },
          make("span", { class: `whose ${row.mark === "=" ? "both" : row.side}`, "aria-hidden": "true" }, row.mark),
          named(pair.wordsOf(row.side, row.mention, 60)),
          make("span", { class: row.twin >= 0 && row.mark === "≠" ? "quiet said" : "hidden" }, ` ${row.said}`),
        ),
      ),
    );
  }
  const rest = rows.length - SHOWN_OF_CHAIN;
  const counted = `${count(rows.filter((row) => row.mark === "=").length, "mention")} shared`;
  return make("section", { "aria-label": "Chain" },
    make("h3", {}, "Chain ", make("span", { class: "quiet" }, counted)),
    list,
    rest > 0 && make("p", { class: "quiet" }, `and ${rest} more`),
  );
}
