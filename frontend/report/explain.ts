// What is wrong in an error: a sentence, the two entities, and the pattern that it shares with others.
import { count } from "./dom.js";
import { best, rest } from "./names.js";
import type { Pair, SideName } from "./model.js";

export type Part = string | { said: string }; // of a sentence; what is said stands in the text
export type Company = { side: SideName; entity: number; mentions: number[] }; // an entity without the wrong part
export interface Explained {
  sentence: Part[];
  side: SideName; // of the mention that stands for the error
  mention: number;
  with: Company | null; // whom the response has it with
  of: Company | null; // whom it belongs to, by the key
}

const OFTEN = 0.01; // of all mentions begin so: an article or the like, in any language
const TOLD = 2; // errors of one form, to be a pattern of its own

// A sentence as its parts: words of the page, and what stands in the text.
export function phrase(words: TemplateStringsArray, ...parts: (Part | Part[])[]): Part[] {
  return words.flatMap((text, place) => [text, parts[place] ?? ""].flat()).filter((part) => part !== "");
}

export function explained(pair: Pair, error: number): Explained {
  const { key, response, kind } = pair.errors;
  const [mine, theirs] = [key[error], response[error]];
  const side: SideName = mine.length ? "key" : "response";
  const part = mine.length ? mine : theirs;
  const mention = best(pair, side, part);
  const company = (name: SideName, without: number[]) => {
    if (!without.length) return null;
    const entity = pair.side(name).entity[without[0]];
    const mentions = rest(pair, name, entity, without);
    return mentions.length ? { side: name, entity, mentions } : null;
  };
  const of = company("key", mine);
  const joined = company("response", theirs);
  const said = { said: pair.wordsOf(side, mention, 60) };
  const more = part.length > 1 ? ` and ${part.length - 1} more` : "";
  const be = part.length > 1 ? "are" : "is";
  const [joinedName, ofName] = named(pair, [joined, of], 48);
  const other = joinedName && joinedName.said === ofName?.said ? "another " : "";
  const [belongTo, are] = part.length > 1 ? ["belong to ", "are a separate entity in the key"] : ["belongs to ", "is a singleton in the key"];
  const belongs = (which: string) => (ofName ? [belongTo + which, ofName] : [are]);
  const apart = part.length > 1 ? "are a separate entity" : "is a singleton";
  const sentences: Record<string, () => Part[]> = {
    span: () => boundaries(pair, mine[0], theirs[0]),
    conflated: () => phrase`${said}${more} ${be} with ${joinedName ?? "others"}, but ${belongs(other)}.`,
    divided: () => phrase`${said}${more} ${belongs("")}, but ${joinedName ? [`${be} with ${other}`, joinedName] : apart} in the response.`,
    "extra mention": () => phrase`${said} is not a mention in the key; the response has it ${joinedName ? ["with ", joinedName] : "as a singleton"}.`,
    "missing mention": () =>
      phrase`The response does not have ${said}, which ${ofName ? ["belongs to ", ofName] : "is a singleton in the key"}.`,
    "extra entity": () => phrase`The key does not have the entity of ${said}${more}.`,
    "missing entity": () => phrase`The response does not have the entity of ${said}${more}.`,
  };
  const sentence = (sentences[pair.model.kindNames[kind[error]]] ?? (() => phrase`${said}${more}.`))();
  return { sentence, side, mention, with: joined, of };
}

// Names of entities in one sentence; names that are cut to the same words show their ends.
// `limit`: letters
function named(pair: Pair, companies: (Company | null)[], limit: number) {
  const places = companies.map((whom) => whom && { side: whom.side, mention: best(pair, whom.side, whom.mentions) });
  return distinct(pair, places, limit);
}

// `limit`: letters
function distinct(pair: Pair, places: ({ side: SideName; mention: number } | null)[], limit: number) {
  const cut = places.map((place) => place && { said: pair.wordsOf(place.side, place.mention, limit) });
  const [one, two] = cut;
  if (!one || one.said !== two?.said) return cut;
  return places.map((place) => place && { said: pair.endsOf(place.side, place.mention, limit) });
}

function ends(pair: Pair, mine: number, theirs: number) {
  const { key, response } = pair;
  return [response.first[theirs] - key.first[mine], response.last[theirs] - key.last[mine]];
}

function boundaries(pair: Pair, mine: number, theirs: number): Part[] {
  const [begin, end] = ends(pair, mine, theirs);
  // Where characters are counted, a text is cut at mentions and not into words.
  const far = (number: number) => (pair.unit === "characters" ? "" : `${count(Math.abs(number), "word")} `);
  const wrong = [
    begin && `begins ${far(begin)}too ${begin < 0 ? "early" : "late"}`,
    end && `ends ${far(end)}too ${end < 0 ? "early" : "late"}`,
  ].filter(Boolean);
  const [found, right] = spans(pair, mine, theirs);
  return [found, ` ${wrong.join(" and ") || "has different words inside"}: the key has `, right, "."];
}

// The words of both mentions, the response's first.
function spans(pair: Pair, mine: number, theirs: number) {
  const places: { side: SideName; mention: number }[] = [{ side: "response", mention: theirs }, { side: "key", mention: mine }];
  return (distinct(pair, places, 60) as { said: string }[]);
}

const ENDINGS = {
  conflated: "joined to the wrong entity",
  divided: "split off from its entity",
  "extra mention": "that is not a mention in the key",
  "missing mention": "missing from the response",
  "extra entity": "in an extra entity",
  "missing entity": "in a missing entity",
};

export type Pattern = { kind: number; name: Part[]; errors: number[]; cost: number };

// Errors grouped by what they have in common, the costly groups first; each group's errors worst first, in turn from
// one document after the other.
export function patterns(pair: Pair, errors: number[], cost: (error: number) => number): Pattern[] {
  const forms = formsOf(pair);
  const formed = errors.map((error) => {
    const kind = pair.errors.kind[error];
    const form = pair.model.kindNames[kind] === "span" ? spanForm(pair, error) : forms(error);
    return { error, kind, form };
  });
  const said = (part: Part) => (typeof part === "string" ? part : `“${part.said}”`);
  const found = [...grouped(formed, ({ kind, form }) => `${kind} ${form.map(said).join("")}`).values()];
  const isTold = (members: typeof formed) => members.length >= TOLD || found.length <= TOLD;
  const told = found.filter(isTold);
  const others = [...grouped(found.filter((members) => !isTold(members)).flat(), ({ kind }) => String(kind)).values()];
  const pattern = (members: typeof formed, form: Part[]) => {
    const [{ kind }] = members;
    const ending = ENDINGS[pair.model.kindNames[kind]];
    const worst = members.map(({ error }) => error).sort((one, two) => cost(two) - cost(one) || one - two);
    return {
      kind,
      name: ending ? [...form, ` ${ending}`] : form,
      errors: inTurn(worst, (error) => pair.errors.document[error]),
      cost: worst.reduce((sum, error) => sum + cost(error), 0),
    };
  };
  const groups = told.map((members) => pattern(members, members[0].form));
  for (const members of others) {
    const what = ENDINGS[pair.model.kindNames[members[0].kind]] ? "phrases" : "boundaries";
    const several = told.some(([{ kind }]) => kind === members[0].kind);
    groups.push(pattern(members, [several ? `other ${what}` : what]));
  }
  return groups.sort((one, two) => two.cost - one.cost || two.errors.length - one.errors.length);
}

export function grouped<Item>(items: Item[], of: (item: Item) => string) {
  const found: Map<string, Item[]> = new Map();
  for (const item of items) {
    const group = found.get(of(item));
    if (group) group.push(item);
    else found.set(of(item), [item]);
  }
  return found;
}

// One from every document before the second of any.
export function inTurn<Item>(items: Item[], documentOf: (item: Item) => number) {
  const seen: Map<number, number> = new Map();
  const turns = items.map((item) => {
    const turn = seen.get(documentOf(item)) ?? 0;
    seen.set(documentOf(item), turn + 1);
    return { item, turn };
  });
  return turns.sort((one, two) => one.turn - two.turn).map(({ item }) => item);
}

// What kind of phrase an error is about, from its type and first word.
function formsOf(pair: Pair): (error: number) => Part[] {
  const starts: Map<string, number> = new Map();
  const { key } = pair;
  const first = (side: SideName, mention: number) => {
    const mine = pair.side(side);
    return pair.texts[mine.document[mention]].words[mine.first[mention]]?.toLowerCase() ?? "";
  };
  for (let mention = 0; mention < key.entity.length; mention += 1) {
    if (key.first[mention] === key.last[mention]) continue;
    const word = first("key", mention);
    starts.set(word, (starts.get(word) ?? 0) + 1);
  }
  const often = Math.max(3, OFTEN * key.entity.length);
  return (error) => {
    const mine = pair.errors.key[error];
    const side: SideName = mine.length ? "key" : "response";
    const mention = best(pair, side, mine.length ? mine : pair.errors.response[error]);
    const type = pair.side(side).typeOf(mention);
    if (!pair.texts[pair.errors.document[error]].known || pair.side(side).labels) return ["mention"];
    const one = pair.side(side).first[mention] === pair.side(side).last[mention];
    const word = first(side, mention);
    if (type === "pronoun") return ["pronoun ", { said: one ? word : `${word} …` }];
    if (type === "name") return ["name"];
    if (one) return ["single word"];
    return (starts.get(word) ?? 0) >= often ? [{ said: word }, " + noun"] : ["longer phrase"];
  };
}

function spanForm(pair: Pair, error: number): Part[] {
  const [mine, theirs] = [pair.errors.key[error][0], pair.errors.response[error][0]];
  const { words } = pair.texts[pair.errors.document[error]];
  const [begin, end] = ends(pair, mine, theirs);
  const whole = pair.unit !== "characters" && !pair.key.labels;
  const word = (place: number) => ({ said: words[place]?.toLowerCase() ?? "" });
  const known = whole && pair.texts[pair.errors.document[error]].known;
  if (begin && end) return ["both boundaries wrong"];
  if (begin > 0) return known ? ["begins too late, without ", word(pair.key.first[mine])] : ["begins too late"];
  if (begin < 0) return known ? ["begins too early, with ", word(pair.response.first[theirs])] : ["begins too early"];
  if (end > 0) return known ? ["ends too late, with ", word(pair.key.last[mine] + 1)] : ["ends too late"];
  if (end < 0) return known ? ["ends too early, without ", word(pair.response.last[theirs] + 1)] : ["ends too early"];
  return ["different words inside"];
}

const identities: WeakMap<Pair, Set<string>> = new WeakMap();

// The errors of a pair, to look for those of another.
export function identified(pair: Pair) {
  let found = identities.get(pair);
  if (!found) identities.set(pair, (found = new Set(pair.errors.kind.map((_, error) => identity(pair, error)))));
  return found;
}

// What is equal for the same error of another system beside the same key.
export function identity(pair: Pair, error: number) {
  const { kind, key, response, document } = pair.errors;
  const spans = response[error].map((mention) => `${pair.response.first[mention]}-${pair.response.last[mention]}`);
  const span = pair.model.kindNames[kind[error]] === "span";
  const what = span ? [key[error][0], spans[0]] : key[error].length ? key[error] : spans;
  return `${kind[error]}:${document[error]}:${what.join(",")}`;
}
