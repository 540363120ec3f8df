// What became of an entity on the other side: found whole, split, merged, or not there.
import { count } from "./dom.js";
import { otherSide } from "./model.js";
import { titleOf } from "./names.js";
import type { Pair, SideName } from "./model.js";

export type Piece = { entity: number; shared: number }; // of the other side's entity
export type Fate = { size: number; pieces: Piece[]; lost: number; company: number[] };

const NAMED = 2; // entities in a sentence

// The pieces of an entity, the largest first, how many mentions the other side lacks, and the entities of its own side
// that are in its largest piece too.
export function fateOf(pair: Pair, side: SideName, entity: number): Fate {
  const other = pair.side(otherSide(side));
  const shared: Map<number, number> = new Map();
  let lost = 0;
  const mentions = pair.side(side).mentions(entity);
  for (const mention of mentions) {
    const twin = pair.twins[side][mention];
    if (twin < 0) lost += 1;
    else shared.set(other.entity[twin], (shared.get(other.entity[twin]) ?? 0) + 1);
  }
  const pieces = [...shared].map(([each, number]) => ({ entity: each, shared: number }));
  pieces.sort((one, two) => two.shared - one.shared || one.entity - two.entity);
  const company: Set<number> = new Set();
  if (pieces.length)
    for (const mention of other.mentions(pieces[0].entity)) {
      const twin = pair.twins[other.name][mention];
      if (twin >= 0) company.add(pair.side(side).entity[twin]);
    }
  company.delete(entity);
  return { size: mentions.length, pieces, lost, company: [...company] };
}

// Whether an entity is on both sides with exactly the same mentions.
export function whole(pair: Pair, side: SideName, { size, pieces }: Fate) {
  return pieces.length === 1 && pieces[0].shared === size && pair.side(otherSide(side)).size[pieces[0].entity] === size;
}

// What the other side lacks of an entity, as its fate says it.
export function lostInWords(side: SideName, { pieces, lost }: Fate) {
  const lacks = side === "key" ? "missing" : "not in the key";
  return pieces.length ? `${lost} ${lacks}` : lacks;
}

export function fateInWords(pair: Pair, side: SideName, fate: Fate) {
  const { pieces, lost, company, size } = fate;
  if (!pieces.length) return [lostInWords(side, fate)];
  if (whole(pair, side, fate)) return ["whole"];
  const names = (which: SideName, entities: number[]) => {
    const some = entities.slice(0, NAMED).map((each) => `“${titleOf(pair, which, each, 28)}”`);
    return `${some.join(", ")}${entities.length > NAMED ? ` and ${entities.length - NAMED} more` : ""}`;
  };
  const numbers = pieces.slice(0, 6).map((piece) => piece.shared);
  const sum = `${numbers.join(" + ")}${pieces.length > 6 ? " + …" : ""}`;
  const words: string[] = [];
  if (pieces.length > 1) {
    const from = names("key", pieces.map((piece) => piece.entity));
    words.push(side === "key" ? `split into ${sum}` : `joins ${sum}, from ${from}`);
  } else if (lost) words.push(`${numbers[0]} of ${size} matched`);
  if (lost) words.push(lostInWords(side, fate));
  if (company.length) {
    const how = side === "key" ? "merged with" : `the rest of ${names("key", [pieces[0].entity])} is with`;
    words.push(`${how} ${names(side, company)}`);
  }
  const other = pair.side(otherSide(side)).size[pieces[0].entity];
  if (!words.length) words.push(`whole, with ${count(other - size, "mention")} that the ${side} does not have`);
  return words;
}
