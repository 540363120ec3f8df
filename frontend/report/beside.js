// Errors of what stands beside the entities: what is wrong in a sentence, and the pattern that it shares with others.
import { mentionAt, wordsOf } from "./anaphora.js";
import { grouped, inTurn, phrase } from "./explain.js";
import { titleOf } from "./names.js";

/** @import {Pair, SideName} from "./model.js" */
/** @import {Part} from "./explain.js" */
/** @import {AnaphoraError, AnaphoraItem} from "#types/page" */
/** @typedef {{beside: AnaphoraError["kind"], name: Part[], errors: AnaphoraError[], cost: number}} BesidePattern */

const TOLD = 2; // errors of one relation, to be a pattern of its own

/** @type {Record<AnaphoraError["kind"], Record<string, string>>} */
const NAMES = {
  sets: {
    missed: "set not found",
    spurious: "set that the key does not have",
    "partly right": "set with other members",
  },
  bridging: {
    missed: "bridging link not found",
    spurious: "bridging link that the key does not have",
    "wrong antecedent": "bridging anaphor with a wrong antecedent",
  },
  nonreferring: {
    missed: "expression that refers to nothing, not found",
    spurious: "expression that refers to nothing, only in the response",
    "taken for a mention": "expression that refers to nothing, taken for a mention",
    "a mention taken for it": "mention taken for an expression that refers to nothing",
    "another kind": "expression that refers to nothing, of another kind",
  },
};

/**
 * The side that stands for an error: the key, unless it does not have it.
 * @param {AnaphoraError} error
 * @returns {SideName | null}
 */
export function besideSide(error) {
  return error.key ? "key" : error.response ? "response" : null;
}

/**
 * The error that an item of the text shows.
 * @param {Pair} pair
 * @param {AnaphoraItem} item
 */
export function besideError(pair, item) {
  const number = pair.anaphoraItems.indexOf(item);
  return pair.anaphoraErrors.find((error) => error.item === number) ?? null;
}

/**
 * @param {AnaphoraError} error
 * @param {SideName} side
 */
const anaphorOf = (error, side) => error[side]?.ends[0] ?? [];

/**
 * The mention of an error's anaphor, or -1 where it is no mention that is scored.
 * @param {Pair} pair
 * @param {AnaphoraError} error
 */
export function besideMention(pair, error) {
  const side = besideSide(error);
  return side ? mentionAt(pair, error, side, anaphorOf(error, side)) : -1;
}

/**
 * @param {Part[]} parts
 * @returns {Part[]} as a list in a sentence
 */
function listed(parts) {
  return parts.flatMap((part, place) => (place === 0 ? [part] : [place === parts.length - 1 ? " and " : ", ", part]));
}

/**
 * @param {Pair} pair
 * @param {AnaphoraError} error
 * @returns {Part[]}
 */
export function besideSentence(pair, error) {
  const said = (/** @type {number[][]} */ runs) => ({ said: wordsOf(pair, error, runs) });
  const anaphor = (/** @type {SideName} */ side) => said(anaphorOf(error, side));
  const rest = (/** @type {SideName} */ side) => error[side]?.ends.slice(1) ?? [];
  const antecedent = (/** @type {SideName} */ side) => (rest(side).length ? said(rest(side)[0]) : "an unknown antecedent");
  const label = (/** @type {SideName} */ side) => (error[side]?.label ? ` (${error[side]?.label})` : "");
  const kind = (/** @type {SideName} */ side) => error[side]?.label || "of another kind";
  const member = (/** @type {SideName} */ side, /** @type {number[][]} */ runs) => {
    const mention = mentionAt(pair, error, side, runs);
    return mention < 0 ? said(runs) : { said: titleOf(pair, side, pair.side(side).entity[mention]) };
  };
  const members = (/** @type {SideName} */ side, given = rest(side)) =>
    given.length ? listed(given.map((runs) => member(side, runs))) : ["unknown entities"];
  const side = besideSide(error);
  if (!side) return ["The file names an anaphor that its side does not have."];
  const lacks = error.missing?.length && phrase`lacks ${members("key", error.missing)}`;
  const has = error.extra?.length && phrase`has ${members("response", error.extra)} too many`;
  const wrong = lacks && has ? phrase`${lacks} and ${has}` : lacks || has || "has these members, but not all of their mentions";
  /** @type {Record<AnaphoraError["kind"], Record<string, () => Part[]>>} */
  const sentences = {
    sets: {
      missed: () => phrase`In the key ${anaphor("key")} stands for ${members("key")}; the response has no such set.`,
      spurious: () => phrase`In the response ${anaphor("response")} stands for ${members("response")}; the key has no such set.`,
      "partly right": () =>
        phrase`In the key ${anaphor("key")} stands for ${members("key")}; the response’s set at ${anaphor("response")} ${wrong}.`,
    },
    bridging: {
      missed: () => phrase`The key links ${anaphor("key")} to ${antecedent("key")}${label("key")}; the response has no such link.`,
      spurious: () =>
        phrase`The response links ${anaphor("response")} to ${antecedent("response")}${label("response")}; the key has no such link.`,
      "wrong antecedent": () => [
        ...phrase`The response links ${anaphor(error.response ? "response" : "key")} to ${antecedent("response")}, `,
        ...phrase`but the key links it to ${antecedent("key")}${label("key")}.`,
      ],
    },
    nonreferring: {
      missed: () => phrase`${anaphor("key")} refers to nothing${label("key")}; the response does not mark it.`,
      spurious: () => phrase`The response says that ${anaphor("response")} refers to nothing${label("response")}; the key does not mark it.`,
      "taken for a mention": () =>
        phrase`${anaphor("key")} refers to nothing${label("key")}, but the response takes it for a mention${company(pair, error, "response")}.`,
      "a mention taken for it": () => [
        ...phrase`${anaphor("response")} is a mention${company(pair, error, "key")} in the key, `,
        `but the response says that it refers to nothing${label("response")}.`,
      ],
      "another kind": () => phrase`${anaphor("key")} refers to nothing: ${kind("key")} in the key, ${kind("response")} in the response.`,
    },
  };
  return sentences[error.kind][error.verdict]?.() ?? phrase`${anaphor(side)}: ${error.what}, ${error.verdict}.`;
}

/**
 * Whom a side has these words with, where they are a mention of it.
 * @param {Pair} pair
 * @param {AnaphoraError} error
 * @param {SideName} side
 * @returns {Part[]}
 */
function company(pair, error, side) {
  const own = besideSide(error);
  const mention = own ? mentionAt(pair, error, side, anaphorOf(error, own)) : -1;
  const entity = mention < 0 ? -1 : pair.side(side).entity[mention];
  if (entity < 0 || pair.side(side).size[entity] < 2) return [];
  return [" of ", { said: titleOf(pair, side, entity) }];
}

/**
 * What both systems must have in common to make the same error beside the same key.
 * @param {AnaphoraError} error
 */
export function besideIdentity({ kind, verdict, document, key, response }) {
  return JSON.stringify([kind, verdict, document, (key ?? response)?.ends]);
}

/**
 * Errors by what is wrong and by the relation or kind, if several have it; one from every document before the second.
 * @param {Pair} pair
 * @param {AnaphoraError[]} errors
 * @returns {BesidePattern[]}
 */
export function besidePatterns(pair, errors) {
  const labelOf = (/** @type {AnaphoraError} */ { verdict, key, response }) =>
    verdict === "another kind" ? `${key?.label} → ${response?.label}` : (key ?? response)?.label;
  const often = grouped(errors, (error) => JSON.stringify([error.kind, error.verdict, labelOf(error)]));
  const told = (/** @type {AnaphoraError} */ error) =>
    (often.get(JSON.stringify([error.kind, error.verdict, labelOf(error)]))?.length ?? 0) >= TOLD ? labelOf(error) : "";
  const groups = grouped(errors, (error) => JSON.stringify([error.kind, error.verdict, told(error)]));
  return [...groups.values()].map((members) => {
    const [{ kind, verdict }] = members;
    const label = told(members[0]);
    const name = NAMES[kind][verdict] ?? `${members[0].what}: ${verdict}`;
    return { beside: kind, name: label ? [`${name}: `, { said: label }] : [name], errors: inTurn(members, (error) => error.document), cost: 0 };
  });
}

/**
 * How many of a kind are wrong in which way, as corefscope errors says it.
 * @param {Pair} pair
 * @param {AnaphoraError[]} errors of one kind
 */
export function besideCounts(pair, errors) {
  const counts = [...grouped(errors, (error) => error.verdict)].map(
    ([verdict, { length }]) => `${length.toLocaleString("en")} ${verdict}`,
  );
  // An item without a verdict is of a kind that one side does not have at all.
  const alone = errors.some(({ item }) => item !== undefined && !pair.anaphoraItems[item].verdict);
  const lacking = alone ? `; the ${errors[0].key ? "response" : "key"} has none` : "";
  return counts.join(", ") + lacking;
}
