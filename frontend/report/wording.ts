// What key and response are called.
import type { Model, SideName } from "./model.js";

// What a side is called: key or response, or the name of the annotator.
// `compared`: a pair, or as much of it as names its sides
export function sideName({ model, system }: { model: Model; system: number }, side: SideName) {
  if (model.annotator === null) return side;
  return side === "key" ? model.annotator : model.nameOf(system);
}

// The same as a heading.
export function sideTitle(compared: { model: Model; system: number }, side: SideName) {
  const name = sideName(compared, side);
  return name === side ? side[0].toUpperCase() + side.slice(1) : name;
}
