// The payload as typed arrays. Mentions are numbered through the corpus in text order.
import { shortened } from "./dom.js";
import { joined, shortNames } from "./words.js";
import type {
  AnaphoraError, AnaphoraItem, Columns, Costs, Errors, Metric, Payload, Result, ShownSystem, Steps, Text as GivenText,
} from "#types/page";

export type SideName = "key" | "response";

export async function unpack(base64: string): Promise<Payload> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

function summed(steps: number[]) {
  const sums = new Int32Array(steps.length);
  let sum = 0;
  for (let place = 0; place < steps.length; place += 1) sums[place] = sum += steps[place];
  return sums;
}

// Where each of some groups begins, and where the last ends.
function offsets(counts: ArrayLike<number>) {
  const starts = new Int32Array(counts.length + 1);
  for (let place = 0; place < counts.length; place += 1) starts[place + 1] = starts[place] + counts[place];
  return starts;
}

// The mentions of one side.
export class Side {
  bounds: Int32Array<ArrayBuffer>;
  first: Int32Array<ArrayBuffer>;
  last: Int32Array<ArrayBuffer>;
  entity: Int32Array<ArrayBuffer>;
  names: string[];
  runs: Record<number, number[][]>;
  labels: string[] | undefined;
  type: number[] | null;
  size: Int32Array<ArrayBuffer>;
  start: Int32Array<ArrayBuffer>;
  members: Int32Array<ArrayBuffer>;
  rank: Int32Array<ArrayBuffer>;
  document: Int32Array<ArrayBuffer>;

  constructor(public name: SideName, columns: Columns, public types: string[]) {
    this.bounds = offsets(columns.count);
    this.first = summed(columns.first);
    this.last = new Int32Array(columns.length);
    for (let mention = 0; mention < this.last.length; mention += 1) this.last[mention] += this.first[mention];
    this.entity = new Int32Array(columns.entity);
    this.names = columns.names;
    this.runs = columns.runs ?? {};
    this.labels = columns.label;
    this.type = columns.type ?? null;
    this.size = new Int32Array(columns.names.length);
    for (const entity of this.entity) this.size[entity] += 1;
    this.start = offsets(this.size);
    this.members = new Int32Array(this.entity.length);
    this.rank = new Int32Array(this.entity.length);
    const next = this.start.slice();
    for (let mention = 0; mention < this.entity.length; mention += 1) {
      const entity = this.entity[mention];
      this.rank[mention] = next[entity] - this.start[entity];
      this.members[next[entity]] = mention;
      next[entity] += 1;
    }
    this.document = new Int32Array(this.entity.length);
    for (let place = 0; place + 1 < this.bounds.length; place += 1) {
      this.document.fill(place, this.bounds[place], this.bounds[place + 1]);
    }
  }

  mentions(entity: number) {
    return this.members.subarray(this.start[entity], this.start[entity + 1]);
  }

  runsOf(mention: number) {
    return this.runs[mention] ?? [[this.first[mention], this.last[mention]]];
  }

  typeOf(mention: number) {
    return this.types[this.type ? this.type[mention] : 0];
  }
}

// One document's text.
export class Text {
  words: string[];
  known: boolean;
  sentences: Int32Array<ArrayBuffer> | null;
  zeros: Set<number>;
  tight: Set<number> | null;

  constructor(given: GivenText) {
    this.words = given.words ?? [];
    this.known = given.words !== null;
    this.sentences = given.sentences ? summed(given.sentences) : null;
    this.zeros = new Set(given.zeros ? summed(given.zeros) : []);
    this.tight = given.spaced ? new Set(given.tight ? summed(given.tight) : []) : null;
  }
}

export const SIDES: SideName[] = ["key", "response"];
const LAST = 4; // words of the end of a long mention

export function otherSide(side: SideName | null): SideName {
  return side === "key" ? "response" : "key";
}

// A system whose mentions are in the payload; the page shows the text of no other.
function shown(system: ShownSystem) {
  const { key, mentions, twin, partner, absent, unmatched } = system;
  if (key === undefined || !mentions || !twin || !partner || !absent || !unmatched) throw new Error("no mentions");
  return { ...system, key, mentions, twin, partner, absent, unmatched };
}

export type Change = { kind: string; words: string };

// What a language model did to the words of each text, by word: changed and left out ones, and what stands before it.
function changesOf(given: NonNullable<ShownSystem["changes"]>, texts: Text[]) {
  const found: Map<Text, { of: Map<number, Change>; before: Map<number, string> }> = new Map();
  given.forEach((changes, document) => {
    const marks = { of: new Map(), before: new Map() };
    for (const [first, last, kind, words] of changes) {
      if (kind === "inserted") marks.before.set(first, [marks.before.get(first), words].filter(Boolean).join(" "));
      else for (let place = first; place <= last; place += 1) marks.of.set(place, { kind, words });
    }
    if (changes.length) found.set(texts[document], marks);
  });
  return found;
}

// A system and its key: matched mentions, counterparts, labels, colours and marks.
export class Pair {
  system: number;
  key: Side;
  texts: Text[];
  unit: string;
  response: Side;
  absent: Set<number>;
  changes: Map<Text, { of: Map<number, Change>; before: Map<number, string> }>;
  unmatched: Set<number>;
  anaphora: AnaphoraItem[][];
  anaphoraItems: AnaphoraItem[];
  anaphoraErrors: AnaphoraError[];
  anaphoraCounts: Record<string, number> = {};
  twins: { key: Int32Array<ArrayBuffer>; response: Int32Array<ArrayBuffer> };
  partners: { key: Int32Array<ArrayBuffer>; response: Int32Array<ArrayBuffer> };
  givenCosts: { [k: string]: Costs };
  unfolded: Record<string, Record<SideName, Float64Array>> = {};
  labels: Record<SideName, string[]> = { key: [], response: [] };
  colours: Record<SideName, number[]> = { key: [], response: [] };
  errors: Errors;
  marks: Record<SideName, Map<number, number[]>> = { key: new Map(), response: new Map() };
  errorCounts: Int32Array<ArrayBuffer>;

  constructor(public model: Model, number: number) {
    const given = shown(model.systems[number]);
    this.system = number;
    this.key = model.keys[given.key].side;
    this.texts = model.keys[given.key].texts;
    this.unit = model.keys[given.key].unit;
    this.response = new Side("response", given.mentions, model.types);
    this.absent = new Set(given.absent);
    this.changes = changesOf(given.changes ?? [], this.texts);
    this.unmatched = new Set(given.unmatched);
    this.anaphora = this.texts.map(() => []);
    this.anaphoraItems = given.anaphora ?? [];
    this.anaphoraErrors = given.anaphora_errors ?? [];
    for (const item of this.anaphoraItems) {
      this.anaphora[item.document].push(item);
      this.anaphoraCounts[item.kind] = (this.anaphoraCounts[item.kind] ?? 0) + 1;
    }
    this.twins = {
      key: new Int32Array(this.key.entity.length).fill(-1),
      response: new Int32Array(given.twin.length).fill(-1),
    };
    let place = -1;
    given.twin.forEach((step, mention) => {
      if (!step) return;
      place += step;
      this.twins.response[mention] = place;
      this.twins.key[place] = mention;
    });
    this.partners = { key: new Int32Array(this.key.size.length).fill(-1), response: Int32Array.from(given.partner) };
    this.partners.response.forEach((entity, mine) => entity >= 0 && (this.partners.key[entity] = mine));
    this.givenCosts = given.costs ?? {};
    this.errors = given.errors ?? { kind: [], document: [], key: [], response: [] };
    this.errorCounts = new Int32Array(this.key.bounds.length - 1); // of documents
    this.name();
    this.mark();
  }

  side(name: SideName) {
    return name === "key" ? this.key : this.response;
  }

  // Counterparts have one number and one colour; a response entity without one has a letter and its own colour.
  name() {
    const documents = this.key.bounds.length - 1;
    const many = new Int32Array(documents);
    const all = new Int32Array(documents);
    const home = (side: Side, entity: number) => side.document[side.members[side.start[entity]]];
    for (let entity = 0; entity < this.key.size.length; entity += 1) {
      if (this.key.size[entity] > 1) many[home(this.key, entity)] += 1;
    }
    const ones = many.slice();
    const chains = new Int32Array(documents);
    for (let entity = 0; entity < this.key.size.length; entity += 1) {
      const where = home(this.key, entity);
      this.labels.key[entity] = String((all[where] += 1));
      this.colours.key[entity] = this.key.size[entity] > 1 ? chains[where]++ : ones[where]++;
    }
    const letters = new Int32Array(documents);
    for (let entity = 0; entity < this.response.size.length; entity += 1) {
      const partner = this.partners.response[entity];
      const where = home(this.response, entity);
      this.labels.response[entity] = partner >= 0 ? this.labels.key[partner] : lettered(letters[where]++);
      this.colours.response[entity] = partner >= 0 ? this.colours.key[partner] : ones[where]++;
      if (partner < 0 || this.response.size[entity] > 1 || this.key.size[partner] > 1) continue;
      this.colours.response[entity] = -1;
    }
    for (let entity = 0; entity < this.key.size.length; entity += 1) {
      const partner = this.partners.key[entity];
      if (this.key.size[entity] === 1 && (partner < 0 || this.response.size[partner] === 1))
        this.colours.key[entity] = -1;
    }
    for (let entity = 0; entity < this.response.size.length; entity += 1) {
      if (this.response.size[entity] === 1 && this.partners.response[entity] < 0) this.colours.response[entity] = -1;
    }
  }

  mark() {
    const { errors } = this;
    for (const { document } of this.anaphoraErrors) this.errorCounts[document] += 1;
    errors.kind.forEach((kind, error) => {
      this.errorCounts[errors.document[error]] += 1;
      for (const side of SIDES) {
        for (const mention of errors[side][error]) {
          const kinds = this.marks[side].get(mention) ?? [];
          if (!kinds.includes(kind)) this.marks[side].set(mention, [...kinds, kind]);
        }
      }
    });
  }

  kindsOf(side: SideName, mention: number) {
    return this.marks[side].get(mention) ?? [];
  }

  // The first document with the most errors.
  get worst() {
    return this.errorCounts.reduce((worst, errors, document, all) => (errors > all[worst] ? document : worst), 0);
  }

  // The errors that a mention is a part of.
  errorsOf(side: SideName, mention: number) {
    if (!this.marks[side].has(mention)) return [];
    return [...this.errors.kind.keys()].filter((error) => this.errors[side][error].includes(mention));
  }

  colour(side: SideName, entity: number) {
    const number = this.colours[side][entity];
    if (number < 0) return "var(--alone)";
    const tone = Math.floor(number / 2) % 3;
    return `oklch(var(--tone${tone}) ${((number * 137.508 + 262) % 360).toFixed(1)})`;
  }

  // What each mention costs under a metric, by side; null if the metric cannot say.
  costs(metric: string) {
    const given = this.givenCosts[metric];
    if (!given) return null;
    return (this.unfolded[metric] ??= {
      key: unfolded(given.key, this.key),
      response: unfolded(given.response, this.response),
    });
  }

  wordsOf(side: SideName, mention: number, limit = 60) {
    const mine = this.side(side);
    if (mine.labels) return `mention ${mine.labels[mention]}`;
    const text = this.texts[mine.document[mention]];
    if (!text.known) return `${this.unit} ${mine.first[mention]}–${mine.last[mention]}`;
    const parts = mine.runsOf(mention).map(([first, last]) => joined(text, first, Math.min(last, first + 40) + 1));
    return shortened(parts.join(" … "), limit);
  }

  // The words of a mention with its end: a long one is cut in the middle.
  endsOf(side: SideName, mention: number, limit = 60) {
    const mine = this.side(side);
    const text = this.texts[mine.document[mention]];
    const cut = this.wordsOf(side, mention, limit);
    if (mine.labels || !text.known || !cut.endsWith("…")) return cut;
    const last = mine.last[mention];
    return `${shortened(cut, Math.round(limit / 2))} ${joined(text, Math.max(mine.first[mention], last - LAST + 1), last + 1)}`;
  }

  // How many mentions an entity shares with its counterpart.
  shared(side: SideName, entity: number) {
    const other = this.side(otherSide(side));
    const partner = this.partners[side][entity];
    if (partner < 0) return 0;
    let found = 0;
    for (const mention of this.side(side).mentions(entity)) {
      const twin = this.twins[side][mention];
      if (twin >= 0 && other.entity[twin] === partner) found += 1;
    }
    return found;
  }
}

function unfolded({ step, of }: Steps, side: Side) {
  const costs = new Float64Array(side.entity.length);
  for (let mention = 0; mention < of.length; mention += 1) costs[mention] = of[mention] * step;
  return costs;
}

// 0 → a, 25 → z, 26 → aa.
export function lettered(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : lettered(Math.floor(number / 26) - 1) + last;
}

export class Model {
  result: Result;
  metrics: Metric[];
  main: string;
  verdict: string[];
  doubts: string[];
  units: string[];
  documents: string[];
  shortNames: string[];
  types: string[];
  kinds: { [k: string]: string };
  annotator: string | null;
  systems: ShownSystem[];
  kindNames: string[];
  keys: { unit: string; side: Side; texts: Text[] }[];
  pairs: Pair[] = [];

  constructor(payload: Payload) {
    this.result = payload.result;
    this.metrics = payload.metrics;
    this.main = payload.main;
    this.verdict = payload.verdict;
    this.doubts = payload.doubts; // codes of warnings, which the verdict says
    this.units = payload.units;
    this.documents = payload.documents;
    this.shortNames = shortNames(payload.documents); // without what all of them share
    this.types = payload.types;
    this.kinds = payload.kinds;
    this.annotator = payload.annotator ?? null; // who stands as the key, where annotators are compared
    this.systems = payload.systems;
    this.kindNames = Object.keys(payload.kinds);
    this.keys = payload.keys.map((key) => ({
      unit: key.unit,
      side: new Side("key", key.mentions, payload.types),
      texts: key.documents.map((given) => new Text(given)),
    }));
  }

  pair(system: number) {
    return (this.pairs[system] ??= new Pair(this, system));
  }

  nameOf(system: number) {
    return this.result.systems[system].name;
  }

  // F1 of a system; null where it is undefined.
  f1(system: number, metric = this.main) {
    const score = this.result.systems[system].scores[metric];
    return score.undefined.includes("f1") ? null : score.f1;
  }

  get mainMetric() {
    return this.metrics.find((metric) => metric.name === this.main) ?? this.metrics[this.metrics.length - 1];
  }
}
