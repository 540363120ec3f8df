// The entities that make the difference between two systems: what each key entity adds to one's lead over the other, by
// the same rule as in Python (analysis/attribution/gains.py).

/** @import {Model, Pair} from "./model.js" */

/**
 * How much of the lead of `one` over `two` in F1 each key entity makes; null if the metric has no costs of mentions.
 * @param {Model} model
 * @param {string} metric a mean is the mean over its parts
 * @param {number} one
 * @param {number} two
 */
export function leadByEntity(model, metric, one, two) {
  const parts = model.metrics.find(({ name }) => name === metric)?.mean ?? [];
  const names = parts.length ? parts : [metric];
  const pairs = [model.pair(one), model.pair(two)];
  if (pairs[0].key !== pairs[1].key) return null;
  const sums = new Float64Array(pairs[0].key.size.length);
  for (const name of names) {
    const numbers = [one, two].map((system) => model.result.systems[system].scores[name]);
    const costs = pairs.map((pair) => byKeyEntity(pair, name));
    const [first, second] = costs;
    if (!first || !second || numbers.some((score) => !score || !("recall" in score) || score.undefined.length)) return null;
    const recalls = numbers.map((score) => Number(score.recall));
    const precisions = numbers.map((score) => Number(score.precision));
    const [of, with_] = [slope(recalls, precisions), slope(precisions, recalls)]; // F1 does not tell them apart
    for (let entity = 0; entity < sums.length; entity += 1) {
      const lead = of * (second.recall[entity] - first.recall[entity]) + with_ * (second.precision[entity] - first.precision[entity]);
      sums[entity] += lead / names.length;
    }
  }
  return sums;
}

/**
 * What the mentions of each key entity cost in recall, and those of the response that are matched to them in precision.
 * @param {Pair} pair
 * @param {string} metric
 */
function byKeyEntity(pair, metric) {
  const costs = pair.costs(metric);
  if (!costs) return null;
  const [recall, precision] = [new Float64Array(pair.key.size.length), new Float64Array(pair.key.size.length)];
  costs.key.forEach((cost, mention) => (recall[pair.key.entity[mention]] += cost));
  costs.response.forEach((cost, mention) => {
    const twin = pair.twins.response[mention];
    if (twin >= 0) precision[pair.key.entity[twin]] += cost;
  });
  return { recall, precision };
}

/** @param {number} one @param {number} two */
function f1(one, two) {
  return one + two > 0 ? (2 * one * two) / (one + two) : 0;
}

// The mean slope of F1 between two values of one of its arguments, over both values of the other.
/** @param {number[]} moving @param {number[]} resting */
function slope([low, high], resting) {
  const end = Math.abs(high - low) < 1e-12 ? low + 1e-6 : high;
  return resting.reduce((sum, rest) => sum + f1(end, rest) - f1(low, rest), 0) / (2 * (end - low));
}
