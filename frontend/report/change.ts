// What changed from the first of two systems to the second: errors that are new or gone, and what each type costs.
import { signsOf } from "./block.js";
import { count, gain, make, named, percent, table } from "./dom.js";
import { identified, identity } from "./explain.js";
import type { Model, Pair } from "./model.js";

export type Change = { kind: number; numbers: number[]; gone: number; fresh: number; gains: (number | null)[]; more: number };

// The types of which either system has errors, first what did most for the change of the score; nothing unless there are
// two systems beside one key, and no doubts about the input.
// `more`: points that the type costs in the second but not in the first
export function changes(model: Model): Change[] {
  const { systems } = model;
  const [one, two] = systems;
  if (systems.length !== 2 || model.annotator !== null || model.doubts.length) return [];
  if (one.key !== two.key || !one.errors || !two.errors) return [];
  const [before, after] = [model.pair(0), model.pair(1)];
  const lacking = (pair: Pair, other: Pair, kind: number) =>
    pair.errors.kind.filter((each, error) => each === kind && !identified(other).has(identity(pair, error))).length;
  const found = model.kindNames.map((_, kind) => {
    const gains = systems.map(({ repaired }, system) => {
      const [now, then] = [model.f1(system), repaired?.[kind].alone ?? null];
      return now === null || then === null ? null : then - now;
    });
    const numbers = [before, after].map((pair) => pair.errors.kind.filter((each) => each === kind).length);
    const [was, is] = gains;
    const more = was === null || is === null ? 0 : is - was;
    return { kind, numbers, gone: lacking(before, after, kind), fresh: lacking(after, before, kind), gains, more };
  });
  const way = (model.f1(1) ?? 0) < (model.f1(0) ?? 0) ? 1 : -1;
  return found.filter(({ numbers }) => Math.max(...numbers)).sort((one, two) => way * (two.more - one.more));
}

function counted(number: number, name: string) {
  if (name.endsWith("entity")) return count(number, name, `${name.slice(0, -1)}ies`);
  return count(number, name.endsWith("mention") ? name : `${name} error`);
}

// The change of the score, and the type of error that did most for it: “mostly” if at least half.
export function changeInWords(model: Model, [most]: Change[]) {
  const [was, is] = [model.f1(0), model.f1(1)];
  if (was === null || is === null) return "";
  const difference = is - was;
  const points = percent(Math.abs(difference));
  if (!Number(points)) return `Both have the same ${model.mainMetric.title} F1.`;
  const [changed, number] = difference < 0 ? ["lost", most.fresh] : ["gained", most.gone];
  const name = model.kindNames[most.kind];
  const gone = `${counted(number, name)} ${number === 1 ? "is" : "are"} gone`;
  const because = difference < 0 ? `because of ${counted(number, `new ${name}`)}` : `because ${gone}`;
  const part = -most.more / difference;
  const through = number && part > 0 ? `, ${part < 0.5 ? "above all" : "mostly"} ${because}` : "";
  return `${model.nameOf(1)} ${changed} ${points} points of ${model.mainMetric.title} F1${through}.`;
}

export function changeCard(model: Model) {
  const found = changes(model);
  if (!found.length) return null;
  const rows = found.map(({ kind, numbers, gone, fresh, gains }) =>
    make("tr", {},
      make("th", { scope: "row" }, make("span", { class: "sign", "aria-hidden": "true" }, signsOf([kind])), ` ${model.kindNames[kind]}`),
      [...numbers, gone, fresh].map((number) => make("td", {}, number.toLocaleString("en"))),
      make("td", {}, gains.map((points) => gain(points, 0)).join(" → ")),
    ),
  );
  const names = [0, 1].map((system) => make("th", { scope: "col" }, named(model.nameOf(system))));
  const said = make("p", {}, named(changeInWords(model, found)));
  const title = make("h2", {}, "Errors of ", named(model.nameOf(1)), " against ", named(model.nameOf(0)));
  const head = ["Type", ...names, "Gone", "New", "Gain if repaired"];
  return make("section", { class: "card wide change" }, title, said, table("Errors of both systems", head, rows));
}
