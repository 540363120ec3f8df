// Names of entities: the most informative mention stands for all.
import { shortened } from "./dom.js";
import type { Pair, SideName } from "./model.js";

const LOOKED_AT = 50; // mentions
const LONG = 3; // digits or letters from which on a name says more than a number does
const CHIP = 10; // letters
const EMPTY = /^(the|an?|this|that|his|her|its|my|our|your|their|mr|mrs|ms|miss|dr)\.? +(?=\S)/i;

// The first name, else the first nominal, else the first that is not a pronoun, else the first.
// `mentions`: in the order of the text
export function best(pair: Pair, side: SideName, mentions: Iterable<number>) {
  const mine = pair.side(side);
  const first: Record<string, number> = {};
  let seen = 0;
  for (const mention of mentions) {
    const type = mine.typeOf(mention);
    if (type === "name") return mention;
    first[type] ??= mention;
    if ((seen += 1) === LOOKED_AT) break;
  }
  return first.nominal ?? first.unknown ?? first.pronoun;
}

// `limit`: letters
export function titleOf(pair: Pair, side: SideName, entity: number, limit: number = 48) {
  return pair.wordsOf(side, best(pair, side, pair.side(side).mentions(entity)), limit);
}

// The mentions of an entity without some of them.
export function rest(pair: Pair, side: SideName, entity: number, without: readonly number[]) {
  const gone = new Set(without);
  return [...pair.side(side).mentions(entity)].filter((mention) => !gone.has(mention));
}

const chips: WeakMap<Pair, Record<SideName, string[]>> = new WeakMap();

// What a chip says of an entity: its number or letter, or where that is long a short name; counterparts have the same.
export function chipOf(pair: Pair, side: SideName, entity: number) {
  const label = pair.labels[side][entity];
  if (label.length < LONG) return label;
  const known = chips.get(pair) ?? ({ key: [], response: [] } as Record<SideName, string[]>);
  chips.set(pair, known);
  return (known[side][entity] ??= nameOf(pair, side, entity) || label);
}

function nameOf(pair: Pair, side: SideName, entity: number) {
  const partner = side === "response" ? pair.partners.response[entity] : -1;
  const [whose, which] = partner >= 0 ? (["key", partner] as const) : ([side, entity] as const);
  const mine = pair.side(whose);
  if (mine.labels || !pair.texts[mine.document[mine.mentions(which)[0]]].known) return "";
  return shortened(titleOf(pair, whose, which, 40).replace(EMPTY, ""), CHIP);
}
