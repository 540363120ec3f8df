// What key and response are called.

/** @import {Model, SideName} from "./model.js" */

/**
 * What a side is called: key or response, or the name of the annotator.
 * @param {{model: Model, system: number}} compared a pair, or as much of it as names its sides
 * @param {SideName} side
 */
export function sideName({ model, system }, side) {
  if (model.annotator === null) return side;
  return side === "key" ? model.annotator : model.nameOf(system);
}

/**
 * The same as a heading.
 * @param {{model: Model, system: number}} compared
 * @param {SideName} side
 */
export function sideTitle(compared, side) {
  const name = sideName(compared, side);
  return name === side ? side[0].toUpperCase() + side.slice(1) : name;
}
