// What is drawn in the text: which mentions pass, and the controls that say so.
import { button, checkbox, pointsField, select } from "./dom.js";
import { titleOf } from "./names.js";
import { SIDES } from "./model.js";
import { stateOf } from "./anaphora.js";
import { sideName } from "./wording.js";
import type { AnaphoraItem } from "#types/page";
import type { Layers } from "./anaphora.js";
import type { Pair } from "./model.js";

const CHAINS = 400; // in the list of entities

export function emptyFilters() {
  return { size: "all", kind: "all", type: "all", entity: "all", metric: "", cost: 0 };
}

export function passes(pair, filters) {
  const names = pair.model.kindNames;
  const kind = names.indexOf(filters.kind);
  const type = pair.model.types.indexOf(filters.type);
  const chosen =
    filters.entity === "all"
      ? null
      : { side: filters.entity[0] === "k" ? "key" : "response", entity: Number(filters.entity.slice(1)) };
  const costs = filters.metric && filters.cost > 0 ? pair.costs(filters.metric) : null;
  return (name, mention) => {
    const side = pair.side(name);
    const entity = side.entity[mention];
    const partner = pair.partners[name][entity];
    const other = name === "key" ? pair.response : pair.key;
    const kinds = pair.kindsOf(name, mention);
    if (filters.size === "chains" && side.size[entity] < 2 && (partner < 0 || other.size[partner] < 2)) return false;
    if (filters.size === "errors" && !kinds.length) return false;
    if (filters.size === "right" && kinds.length) return false;
    if (kind >= 0 && !kinds.includes(kind)) return false;
    if (type >= 0 && side.typeOf(mention) !== filters.type) return false;
    if (chosen && (chosen.side === name ? entity : partner) !== chosen.entity) return false;
    return !costs || costs[name][mention] * 100 >= filters.cost;
  };
}

const MOST = 0.75; // of the mentions of a document
const FEW = 60; // mentions of both sides of a document that is easily seen whole

// Which mentions of a document are drawn at first: of many, those with errors, if there are some and most are right.
export function usualSize(pair: Pair, document: number) {
  let [all, wrong] = [0, 0];
  for (const name of SIDES) {
    const { bounds } = pair.side(name);
    all += bounds[document + 1] - bounds[document];
    for (let mention = bounds[document]; mention < bounds[document + 1]; mention += 1) {
      if (pair.kindsOf(name, mention).length) wrong += 1;
    }
  }
  return all > FEW && wrong > 0 && wrong <= (1 - MOST) * all ? "errors" : "all";
}

export function errorSwitch(pair: Pair, size: string, change: (size: string) => void) {
  return checkbox(" With errors only", size === "errors", (only) => change(only ? "errors" : "all"), "errors-only");
}

// Which of what stands beside the entities is drawn.
export function besidePasses(filters: { size: string }, layers: Layers) {
  return (item: AnaphoraItem) => {
    const wrong = !["right", "plain"].includes(stateOf(item));
    return layers[item.kind] && (filters.size !== "errors" || wrong) && (filters.size !== "right" || !wrong);
  };
}

export function filterControls(pair, document, filters, change) {
  const { model } = pair;
  const sizes = Object.entries({
    all: "all",
    chains: "without singletons",
    errors: "with errors",
    right: "without errors",
  });
  const any = (label, filter, options) =>
    select(label, [["all", "any"], ...options], filters[filter], (value) => change({ [filter]: value }));
  const same = (names) => names.map((name) => [name, name]);
  const fields: HTMLElement[] = [
    select("Mentions", sizes, filters.size, (size) => change({ size })),
    any("Error type", "kind", same(model.kindNames)),
  ];
  if (pair.key.type || pair.response.type) fields.push(any("Mention type", "type", same(model.types)));
  fields.push(any("Entity", "entity", entities(pair, document)));
  const metrics = Object.keys(pair.givenCosts);
  if (metrics.length) {
    const titles = model.metrics
      .filter((metric) => metrics.includes(metric.name))
      .map((metric) => [metric.name, metric.title]);
    fields.push(select("Cost in", titles, filters.metric, (metric) => change({ metric })));
    fields.push(pointsField("Minimum cost, in points", filters.cost, (cost) => change({ cost })));
  }
  const unchanged = JSON.stringify({ ...filters, metric: "" }) === JSON.stringify(emptyFilters());
  const reset = () => change({ ...emptyFilters(), metric: filters.metric });
  return [...fields, button("Reset filters", reset, { class: "reset", disabled: unchanged })];
}

// Entities of the document with more than one mention, those of the key first.
function entities(pair: Pair, document: number) {
  const found: [string, string][] = [];
  for (const name of SIDES) {
    const side = pair.side(name);
    const whose = name === "key" ? "" : `${sideName(pair, name)} `;
    const seen = new Set(side.entity.subarray(side.bounds[document], side.bounds[document + 1]));
    for (const entity of [...seen].sort((one, two) => one - two)) {
      if (
        side.size[entity] < 2 ||
        (name === "response" && pair.partners.response[entity] >= 0) ||
        found.length >= CHAINS
      )
        continue;
      found.push([
        `${name[0]}${entity}`,
        `${whose}${pair.labels[name][entity]} ${titleOf(pair, name, entity)} (${side.size[entity]})`,
      ]);
    }
  }
  return found;
}
