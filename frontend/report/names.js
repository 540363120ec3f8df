// Names of entities: the most informative mention stands for all.

/** @import {Pair, SideName} from "./model.js" */

const LOOKED_AT = 50; // mentions

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
