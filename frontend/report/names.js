// Names of entities: the most informative mention stands for all.
import { shortened } from "./dom.js";

/** @import {Pair, SideName} from "./model.js" */

const LOOKED_AT = 50; // mentions
const LONG = 3; // digits or letters from which on a name says more than a number does
const CHIP = 10; // letters
const EMPTY = /^(the|an?|this|that|his|her|its|my|our|your|their|mr|mrs|ms|miss|dr)\.? +(?=\S)/i;

/**
 * The first name, else the first nominal, else the first that is not a pronoun, else the first.
 * @param {Pair} pair
 * @param {SideName} side
 * @param {Iterable<number>} mentions in the order of the text
 */
export function best(pair, side, mentions) {
  const mine = pair.side(side);
  /** @type {Record<string, number>} */
  const first = {};
  let seen = 0;
  for (const mention of mentions) {
    const type = mine.typeOf(mention);
    if (type === "name") return mention;
    first[type] ??= mention;
    if ((seen += 1) === LOOKED_AT) break;
  }
  return first.nominal ?? first.unknown ?? first.pronoun;
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} entity
 * @param {number} limit letters
 */
export function titleOf(pair, side, entity, limit = 48) {
  return pair.wordsOf(side, best(pair, side, pair.side(side).mentions(entity)), limit);
}

/**
 * The mentions of an entity without some of them.
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} entity
 * @param {readonly number[]} without
 */
export function rest(pair, side, entity, without) {
  const gone = new Set(without);
  return [...pair.side(side).mentions(entity)].filter((mention) => !gone.has(mention));
}

/** @type {WeakMap<Pair, Record<SideName, string[]>>} */
const chips = new WeakMap();

/**
 * What a chip says of an entity: its number or letter, or where that is long a short name; counterparts have the same.
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} entity
 */
export function chipOf(pair, side, entity) {
  const label = pair.labels[side][entity];
  if (label.length < LONG) return label;
  const known = chips.get(pair) ?? /** @type {Record<SideName, string[]>} */ ({ key: [], response: [] });
  chips.set(pair, known);
  return (known[side][entity] ??= nameOf(pair, side, entity) || label);
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} entity
 */
function nameOf(pair, side, entity) {
  const partner = side === "response" ? pair.partners.response[entity] : -1;
  const [whose, which] = partner >= 0 ? /** @type {const} */ (["key", partner]) : /** @type {const} */ ([side, entity]);
  const mine = pair.side(whose);
  if (mine.labels || !pair.texts[mine.document[mine.mentions(which)[0]]].known) return "";
  return shortened(titleOf(pair, whose, which, 40).replace(EMPTY, ""), CHIP);
}
