// The payload as typed arrays. Mentions are numbered through the corpus in text order.
import { shortened } from "./dom.js";
import { joined, shortNames } from "./words.js";

/** @import {Columns, Errors, Payload, Steps, Text as GivenText} from "#types/page" */
/** @typedef {"key" | "response"} SideName */

/**
 * @param {string} base64
 * @returns {Promise<Payload>}
 */
export async function unpack(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** @param {number[]} steps */
function summed(steps) {
  const sums = new Int32Array(steps.length);
  let sum = 0;
  for (let place = 0; place < steps.length; place += 1) sums[place] = sum += steps[place];
  return sums;
}

/**
 * Where each of some groups begins, and where the last ends.
 * @param {ArrayLike<number>} counts
 */
function offsets(counts) {
  const starts = new Int32Array(counts.length + 1);
  for (let place = 0; place < counts.length; place += 1) starts[place + 1] = starts[place] + counts[place];
  return starts;
}

// The mentions of one side.
export class Side {
  /**
   * @param {SideName} name
   * @param {Columns} columns
   * @param {string[]} types
   */
  constructor(name, columns, types) {
    this.name = name;
    this.bounds = offsets(columns.count);
    this.first = summed(columns.first);
    this.last = new Int32Array(columns.length);
    for (let mention = 0; mention < this.last.length; mention += 1) this.last[mention] += this.first[mention];
    this.entity = new Int32Array(columns.entity);
    this.names = columns.names;
    /** @type {Record<number, number[][]>} */
    this.runs = columns.runs ?? {};
    this.labels = columns.label;
    this.type = columns.type ?? null;
    this.types = types;
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

  /** @param {number} entity */
  mentions(entity) {
    return this.members.subarray(this.start[entity], this.start[entity + 1]);
  }

  /** @param {number} mention */
  runsOf(mention) {
    return this.runs[mention] ?? [[this.first[mention], this.last[mention]]];
  }

  /** @param {number} mention */
  typeOf(mention) {
    return this.types[this.type ? this.type[mention] : 0];
  }
}

// One document's text.
export class Text {
  /** @param {GivenText} given */
  constructor(given) {
    /** @type {string[]} */
    this.words = given.words ?? [];
    this.known = given.words !== null;
    this.sentences = given.sentences ? summed(given.sentences) : null;
    this.zeros = new Set(given.zeros ? summed(given.zeros) : []);
    this.tight = given.spaced ? new Set(given.tight ? summed(given.tight) : []) : null;
  }
}

/** @type {SideName[]} */
export const SIDES = ["key", "response"];
const LAST = 4; // words of the end of a long mention

/**
 * @param {SideName | null} side
 * @returns {SideName}
 */
export function otherSide(side) {
  return side === "key" ? "response" : "key";
}

/**
 * A system whose mentions are in the payload; the page shows the text of no other.
 * @param {import("#types/page").ShownSystem} system
 */
function shown(system) {
  const { key, mentions, twin, partner, absent, unmatched } = system;
  if (key === undefined || !mentions || !twin || !partner || !absent || !unmatched) throw new Error("no mentions");
  return { ...system, key, mentions, twin, partner, absent, unmatched };
}

/** @typedef {{kind: string, words: string}} Change */

/**
 * What a language model did to the words of each text, by word: changed and left out ones, and what stands before it.
 * @param {NonNullable<import("#types/page").ShownSystem["changes"]>} given
 * @param {Text[]} texts
 */
function changesOf(given, texts) {
  /** @type {Map<Text, {of: Map<number, Change>, before: Map<number, string>}>} */
  const found = new Map();
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
  /**
   * @param {Model} model
   * @param {number} number
   */
  constructor(model, number) {
    const given = shown(model.systems[number]);
    this.system = number;
    this.model = model;
    this.key = model.keys[given.key].side;
    this.texts = model.keys[given.key].texts;
    this.unit = model.keys[given.key].unit;
    this.response = new Side("response", given.mentions, model.types);
    this.absent = new Set(given.absent);
    this.changes = changesOf(given.changes ?? [], this.texts);
    this.unmatched = new Set(given.unmatched);
    /** @type {import("#types/page").AnaphoraItem[][]} */
    this.anaphora = this.texts.map(() => []);
    this.anaphoraItems = given.anaphora ?? [];
    this.anaphoraErrors = given.anaphora_errors ?? [];
    /** @type {Record<string, number>} */
    this.anaphoraCounts = {};
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
    /** @type {Record<string, Record<SideName, Float64Array>>} */
    this.unfolded = {};
    /** @type {Record<SideName, string[]>} */
    this.labels = { key: [], response: [] };
    /** @type {Record<SideName, number[]>} */
    this.colours = { key: [], response: [] };
    /** @type {Errors} */
    this.errors = given.errors ?? { kind: [], document: [], key: [], response: [] };
    /** @type {Record<SideName, Map<number, number[]>>} */
    this.marks = { key: new Map(), response: new Map() };
    this.errorCounts = new Int32Array(this.key.bounds.length - 1); // of documents
    this.name();
    this.mark();
  }

  /** @param {SideName} name */
  side(name) {
    return name === "key" ? this.key : this.response;
  }

  // Counterparts have one number and one colour; a response entity without one has a letter and its own colour.
  name() {
    const documents = this.key.bounds.length - 1;
    const many = new Int32Array(documents);
    const all = new Int32Array(documents);
    const home = (/** @type {Side} */ side, /** @type {number} */ entity) => side.document[side.members[side.start[entity]]];
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

  /**
   * @param {SideName} side
   * @param {number} mention
   */
  kindsOf(side, mention) {
    return this.marks[side].get(mention) ?? [];
  }

  /**
   * The errors that a mention is a part of.
   * @param {SideName} side
   * @param {number} mention
   */
  errorsOf(side, mention) {
    if (!this.marks[side].has(mention)) return [];
    return [...this.errors.kind.keys()].filter((error) => this.errors[side][error].includes(mention));
  }

  /**
   * @param {SideName} side
   * @param {number} entity
   */
  colour(side, entity) {
    const number = this.colours[side][entity];
    if (number < 0) return "var(--alone)";
    const tone = Math.floor(number / 2) % 3;
    return `oklch(var(--tone${tone}) ${((number * 137.508 + 262) % 360).toFixed(1)})`;
  }

  /**
   * What each mention costs under a metric, by side; null if the metric cannot say.
   * @param {string} metric
   */
  costs(metric) {
    const given = this.givenCosts[metric];
    if (!given) return null;
    return (this.unfolded[metric] ??= {
      key: unfolded(given.key, this.key),
      response: unfolded(given.response, this.response),
    });
  }

  /**
   * @param {SideName} side
   * @param {number} mention
   */
  wordsOf(side, mention, limit = 60) {
    const mine = this.side(side);
    if (mine.labels) return `mention ${mine.labels[mention]}`;
    const text = this.texts[mine.document[mention]];
    if (!text.known) return `${this.unit} ${mine.first[mention]}–${mine.last[mention]}`;
    const parts = mine.runsOf(mention).map(([first, last]) => joined(text, first, Math.min(last, first + 40) + 1));
    return shortened(parts.join(" … "), limit);
  }

  /**
   * The words of a mention with its end: a long one is cut in the middle.
   * @param {SideName} side
   * @param {number} mention
   */
  endsOf(side, mention, limit = 60) {
    const mine = this.side(side);
    const text = this.texts[mine.document[mention]];
    const cut = this.wordsOf(side, mention, limit);
    if (mine.labels || !text.known || !cut.endsWith("…")) return cut;
    const last = mine.last[mention];
    return `${shortened(cut, Math.round(limit / 2))} ${joined(text, Math.max(mine.first[mention], last - LAST + 1), last + 1)}`;
  }

  /**
   * How many mentions an entity shares with its counterpart.
   * @param {SideName} side
   * @param {number} entity
   */
  shared(side, entity) {
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

/**
 * @param {Steps} steps
 * @param {Side} side
 */
function unfolded({ step, of }, side) {
  const costs = new Float64Array(side.entity.length);
  for (let mention = 0; mention < of.length; mention += 1) costs[mention] = of[mention] * step;
  return costs;
}

/**
 * 0 → a, 25 → z, 26 → aa.
 * @param {number} number
 * @returns {string}
 */
export function lettered(number) {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : lettered(Math.floor(number / 26) - 1) + last;
}

export class Model {
  /** @param {Payload} payload */
  constructor(payload) {
    this.result = payload.result;
    this.metrics = payload.metrics;
    this.main = payload.main;
    this.verdict = payload.verdict;
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
    /** @type {Pair[]} */
    this.pairs = [];
  }

  /** @param {number} system */
  pair(system) {
    return (this.pairs[system] ??= new Pair(this, system));
  }

  /** @param {number} system */
  nameOf(system) {
    return this.result.systems[system].name;
  }

  get mainMetric() {
    return this.metrics.find((metric) => metric.name === this.main) ?? this.metrics[this.metrics.length - 1];
  }
}
