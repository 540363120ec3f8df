// Errors of what stands beside the entities: what is wrong in a sentence, and the pattern that it shares with others.
import { mentionAt, wordsOf } from "./anaphora.js";
import { grouped, inTurn, phrase } from "./explain.js";
import { titleOf } from "./names.js";
import type { AnaphoraError, AnaphoraItem } from "#types/page";
import type { Part } from "./explain.js";
import type { Pair, SideName } from "./model.js";

export type BesidePattern = { beside: AnaphoraError["kind"]; name: Part[]; errors: AnaphoraError[]; cost: number };

const TOLD = 2; // errors of one relation, to be a pattern of its own

const NAMES: Record<AnaphoraError["kind"], Record<string, string>> = {
  sets: {
    missed: "missed set",
    spurious: "spurious set",
    "partly right": "set with wrong members",
  },
  bridging: {
    missed: "missed bridging link",
    spurious: "spurious bridging link",
    "wrong antecedent": "bridging anaphor with a wrong antecedent",
  },
  nonreferring: {
    missed: "missed non-referring expression",
    spurious: "spurious non-referring expression",
    "taken for a mention": "non-referring expression taken for a mention",
    "a mention taken for it": "mention taken for a non-referring expression",
    "another kind": "non-referring expression of the wrong kind",
  },
};

// The side that stands for an error: the key, unless it does not have it.
export function besideSide(error: AnaphoraError): SideName | null {
  return error.key ? "key" : error.response ? "response" : null;
}

// The error that an item of the text shows.
export function besideError(pair: Pair, item: AnaphoraItem) {
  const number = pair.anaphoraItems.indexOf(item);
  return pair.anaphoraErrors.find((error) => error.item === number) ?? null;
}

const anaphorOf = (error: AnaphoraError, side: SideName) => error[side]?.ends[0] ?? [];

// The mention of an error's anaphor, or -1 where it is no mention that is scored.
export function besideMention(pair: Pair, error: AnaphoraError) {
  const side = besideSide(error);
  return side ? mentionAt(pair, error, side, anaphorOf(error, side)) : -1;
}

// @returns as a list in a sentence
function listed(parts: Part[]): Part[] {
  return parts.flatMap((part, place) => (place === 0 ? [part] : [place === parts.length - 1 ? " and " : ", ", part]));
}

export function besideSentence(pair: Pair, error: AnaphoraError): Part[] {
  const said = (runs: number[][]) => ({ said: wordsOf(pair, error, runs) });
  const anaphor = (side: SideName) => said(anaphorOf(error, side));
  const rest = (side: SideName) => error[side]?.ends.slice(1) ?? [];
  const antecedent = (side: SideName) => (rest(side).length ? said(rest(side)[0]) : "an unknown antecedent");
  const label = (side: SideName) => (error[side]?.label ? ` (${error[side]?.label})` : "");
  const kind = (side: SideName) => error[side]?.label || "of another kind";
  const member = (side: SideName, runs: number[][]) => {
    const mention = mentionAt(pair, error, side, runs);
    return mention < 0 ? said(runs) : { said: titleOf(pair, side, pair.side(side).entity[mention]) };
  };
  const members = (side: SideName) =>
    rest(side).length ? listed(rest(side).map((runs) => member(side, runs))) : ["unknown entities"];
  const side = besideSide(error);
  if (!side) return ["The anaphor is not in the file that names it."];
  const sentences: Record<AnaphoraError["kind"], Record<string, () => Part[]>> = {
    sets: {
      missed: () => phrase`In the key, ${anaphor("key")} refers to ${members("key")}; the response has no such set.`,
      spurious: () => phrase`In the response, ${anaphor("response")} refers to ${members("response")}; the key has no such set.`,
      "partly right": () =>
        phrase`${anaphor("key")} refers to ${members("key")} in the key, and ${anaphor("response")} to ${members("response")} in the response.`,
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
      missed: () => phrase`${anaphor("key")} does not refer${label("key")}; the response does not mark it.`,
      spurious: () => phrase`The response says that ${anaphor("response")} does not refer${label("response")}; the key does not mark it.`,
      "taken for a mention": () =>
        phrase`${anaphor("key")} does not refer${label("key")}, but the response takes it for a mention${company(pair, error, "response")}.`,
      "a mention taken for it": () => [
        ...phrase`${anaphor("response")} is a mention${company(pair, error, "key")} in the key, `,
        `but the response says that it does not refer${label("response")}.`,
      ],
      "another kind": () => phrase`${anaphor("key")} does not refer: ${kind("key")} in the key, ${kind("response")} in the response.`,
    },
  };
  return sentences[error.kind][error.verdict]?.() ?? phrase`${anaphor(side)}: ${error.what}, ${error.verdict}.`;
}

// Whom a side has these words with, where they are a mention of it.
function company(pair: Pair, error: AnaphoraError, side: SideName): Part[] {
  const own = besideSide(error);
  const mention = own ? mentionAt(pair, error, side, anaphorOf(error, own)) : -1;
  const entity = mention < 0 ? -1 : pair.side(side).entity[mention];
  if (entity < 0 || pair.side(side).size[entity] < 2) return [];
  return [" of ", { said: titleOf(pair, side, entity) }];
}

// What both systems must have in common to make the same error beside the same key.
export function besideIdentity({ kind, verdict, document, key, response }: AnaphoraError) {
  return JSON.stringify([kind, verdict, document, (key ?? response)?.ends]);
}

// Errors by what is wrong and by the relation or kind, if several have it; one from every document before the second.
export function besidePatterns(pair: Pair, errors: AnaphoraError[]): BesidePattern[] {
  const labelOf = ({ verdict, key, response }: AnaphoraError) =>
    verdict === "another kind" ? `${key?.label} → ${response?.label}` : (key ?? response)?.label;
  const often = grouped(errors, (error) => JSON.stringify([error.kind, error.verdict, labelOf(error)]));
  const told = (error: AnaphoraError) =>
    (often.get(JSON.stringify([error.kind, error.verdict, labelOf(error)]))?.length ?? 0) >= TOLD ? labelOf(error) : "";
  const groups = grouped(errors, (error) => JSON.stringify([error.kind, error.verdict, told(error)]));
  return [...groups.values()].map((members) => {
    const [{ kind, verdict }] = members;
    const label = told(members[0]);
    const name = NAMES[kind][verdict] ?? `${members[0].what}: ${verdict}`;
    return { beside: kind, name: label ? [`${name}: `, { said: label }] : [name], errors: inTurn(members, (error) => error.document), cost: 0 };
  });
}

// How many of a kind are wrong in which way, as corefscope errors says it.
// `errors`: of one kind
export function besideCounts(pair: Pair, errors: AnaphoraError[]) {
  const counts = [...grouped(errors, (error) => error.verdict)].map(
    ([verdict, { length }]) => `${length.toLocaleString("en")} ${verdict}`,
  );
  // An item without a verdict is of a kind that one side does not have at all.
  const alone = errors.some(({ item }) => item !== undefined && !pair.anaphoraItems[item].verdict);
  const lacking = alone ? `; the ${errors[0].key ? "response" : "key"} has none` : "";
  return counts.join(", ") + lacking;
}
