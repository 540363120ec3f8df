// Built from frontend/report/main.ts; do not edit.

// report/dom.ts
function byId(id) {
  return document.getElementById(id);
}
function make(tag2, given = {}, ...children) {
  const element = document.createElement(tag2);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === void 0 || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "vars") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, String(set));
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== void 0 && child !== false)
  );
  return element;
}
function button(content, onclick, given = {}) {
  return make("button", { type: "button", ...given, onclick }, content);
}
function table(label, head, rows, { kind = "", caption = null } = {}) {
  const title = (name) => name instanceof Node ? name : name ? make("th", { scope: "col" }, name) : make("td");
  const content = make(
    "table",
    { class: kind },
    caption && make("caption", {}, caption),
    make("thead", {}, make("tr", {}, head.map(title))),
    make("tbody", {}, rows)
  );
  return make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, content);
}
function named(text) {
  const code = (half) => `\\u${half.charCodeAt(0).toString(16)}`;
  return make("bdi", {}, typeof text === "string" ? text.replace(/[\ud800-\udfff]/gu, code) : text);
}
function spoken(parts, tag2) {
  return parts.map((part) => typeof part === "string" ? part : make(tag2, {}, named(part.said)));
}
function inDocument(tag2, { documents, shortNames: shortNames2 }, document2, ...more) {
  const [whole2, short2] = [documents[document2], shortNames2[document2]];
  return make(tag2, { class: "quiet where", title: whole2 === short2 ? null : whole2 }, named(short2), more);
}
function svg(tag2, given = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag2);
  for (const [name, value] of Object.entries(given)) if (value !== null) element.setAttribute(name, value);
  element.append(...children.flat(Infinity));
  return element;
}
function signatureCode(text) {
  return make("code", {}, text.split("|").flatMap((part, number) => number ? ["|", make("wbr"), part] : [part]));
}
function select(label, options, chosen2, change, extra = {}) {
  const field = make("select", { "aria-label": extra.hidden ? label : null, onchange: () => change(field.value) });
  for (const [value, text] of options) {
    field.append(make("option", { value, selected: String(value) === String(chosen2) }, shortened(text, 60)));
  }
  return extra.hidden ? field : labelled(label, field);
}
var fields = 0;
function labelled(label, field) {
  field.id = `field${fields += 1}`;
  return make("div", { class: "field" }, make("label", { for: field.id }, label), field);
}
function pointsField(label, value, change) {
  const given = { type: "number", min: 0, step: "any", inputmode: "decimal", value };
  const field = make("input", { ...given, onchange: () => change(Number(field.value) || 0) });
  return labelled(label, field);
}
function checkbox(label, checked, change, kind = "") {
  const box = make("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return make("label", { class: `switch ${kind}` }, box, label);
}
function announce(text) {
  byId("status").textContent = text;
}
function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
function percent(value, digits = 2) {
  return value === null || value === void 0 ? "–" : (100 * value).toFixed(digits);
}
function gain(repaired, now) {
  if (repaired === null || now === null) return percent(null);
  const points3 = percent(Math.abs(repaired - now));
  return `${Number(points3) === 0 ? "" : repaired < now ? "−" : "+"}${points3}`;
}
function shortened(text, length) {
  if (text.length <= length) return text;
  return `${[...text.slice(0, 2 * length)].slice(0, length - 1).join("")}…`;
}

// report/words.ts
var CLOSES = /^([.,;:!?%)\]}’”»…]+|-RRB-|-RSB-|n['’]t|['’](s|re|ve|ll|d|m|S)?|''|、|。|，)$/i;
var OPENS = /^([([{‘“«¿¡$€£#]|-LRB-|-LSB-|``)$/;
var NO_BLANKS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\ua4cf\uf900-\ufaff]/;
var ENDS = /^[.!?。！？]+$/;
var LONGEST = 160;
var USUAL = 45;
function spaced(text, from, to) {
  const after = new Uint8Array(Math.max(0, to - from));
  let quoted = false;
  for (let place = from; place + 1 < to; place += 1) {
    if (text.tight) {
      after[place - from] = text.tight.has(place + 1) ? 0 : 1;
      continue;
    }
    const [here, next] = [text.words[place], text.words[place + 1]];
    if (here === '"') quoted = !quoted;
    const opening = here === '"' ? quoted : OPENS.test(here);
    const closing = next === '"' ? quoted : CLOSES.test(next);
    const together = here.length && next.length && NO_BLANKS.test(here[here.length - 1]) && NO_BLANKS.test(next[0]);
    after[place - from] = opening || closing || together ? 0 : 1;
  }
  return after;
}
function joined(text, from, to) {
  const [first, last] = [Math.max(0, from), Math.min(to, text.words.length)];
  const after = spaced(text, first, Math.max(first, last));
  let read = "";
  for (let place = first; place < last; place += 1) read += text.words[place] + (after[place - first] ? " " : "");
  return read;
}
function blocksOf(text) {
  const length = text.words.length;
  const blocks = [];
  const cut = (from, to, usual, number) => {
    let start = from;
    while (to - start > LONGEST || !number && to - start > usual) {
      let stop = start + Math.min(usual, to - start - 1);
      for (let place = stop; place < Math.min(start + LONGEST, to - 1); place += 1) {
        if (ENDS.test(text.words[place])) {
          stop = place + 1;
          break;
        }
      }
      blocks.push([start, stop, start === from ? number : 0]);
      start = stop;
    }
    if (start < to) blocks.push([start, to, start === from ? number : 0]);
  };
  const { sentences: sentences2 } = text;
  if (!sentences2 || sentences2.length < 2) cut(0, length, USUAL, 0);
  else sentences2.forEach((start, number) => cut(start, sentences2[number + 1] ?? length, USUAL, number + 1));
  return blocks;
}
var PARTS = /[\s/\\_.:;()-]/;
function shortNames(names) {
  if (names.length < 2) return names;
  const shortest = Math.min(...names.map((name) => name.length));
  const same = (at) => names.every((name) => at(name) === at(names[0]));
  let [start, end] = [0, 0];
  for (let place = 0; place < shortest && same((name) => name[place]); place += 1) {
    if (PARTS.test(names[0][place])) start = place + 1;
  }
  for (let place = 1; place <= shortest - start && same((name) => name[name.length - place]); place += 1) {
    if (PARTS.test(names[0][names[0].length - place])) end = place;
  }
  const cut = names.map((name) => name.slice(start, name.length - end));
  return cut.every((name) => name.trim()) ? cut : names;
}

// report/model.ts
async function unpack(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}
function summed(steps) {
  const sums = new Int32Array(steps.length);
  let sum = 0;
  for (let place = 0; place < steps.length; place += 1) sums[place] = sum += steps[place];
  return sums;
}
function offsets(counts) {
  const starts = new Int32Array(counts.length + 1);
  for (let place = 0; place < counts.length; place += 1) starts[place + 1] = starts[place] + counts[place];
  return starts;
}
var Side = class {
  constructor(name, columns, types) {
    this.name = name;
    this.types = types;
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
  mentions(entity) {
    return this.members.subarray(this.start[entity], this.start[entity + 1]);
  }
  runsOf(mention) {
    return this.runs[mention] ?? [[this.first[mention], this.last[mention]]];
  }
  typeOf(mention) {
    return this.types[this.type ? this.type[mention] : 0];
  }
};
var Text = class {
  constructor(given) {
    this.words = given.words ?? [];
    this.known = given.words !== null;
    this.sentences = given.sentences ? summed(given.sentences) : null;
    this.zeros = new Set(given.zeros ? summed(given.zeros) : []);
    this.tight = given.spaced ? new Set(given.tight ? summed(given.tight) : []) : null;
  }
};
var SIDES = ["key", "response"];
var LAST = 4;
function otherSide(side) {
  return side === "key" ? "response" : "key";
}
function shown(system) {
  const { key, mentions, twin, partner, absent, unmatched } = system;
  if (key === void 0 || !mentions || !twin || !partner || !absent || !unmatched) throw new Error("no mentions");
  return { ...system, key, mentions, twin, partner, absent, unmatched };
}
function changesOf(given, texts) {
  const found = /* @__PURE__ */ new Map();
  given.forEach((changes2, document2) => {
    const marks = { of: /* @__PURE__ */ new Map(), before: /* @__PURE__ */ new Map() };
    for (const [first, last, kind, words] of changes2) {
      if (kind === "inserted") marks.before.set(first, [marks.before.get(first), words].filter(Boolean).join(" "));
      else for (let place = first; place <= last; place += 1) marks.of.set(place, { kind, words });
    }
    if (changes2.length) found.set(texts[document2], marks);
  });
  return found;
}
var Pair = class {
  constructor(model, number) {
    this.model = model;
    this.anaphoraCounts = {};
    this.unfolded = {};
    this.labels = { key: [], response: [] };
    this.colours = { key: [], response: [] };
    this.marks = { key: /* @__PURE__ */ new Map(), response: /* @__PURE__ */ new Map() };
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
      response: new Int32Array(given.twin.length).fill(-1)
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
    this.errorCounts = new Int32Array(this.key.bounds.length - 1);
    this.name();
    this.mark();
  }
  side(name) {
    return name === "key" ? this.key : this.response;
  }
  // Counterparts have one number and one colour; a response entity without one has a letter and its own colour.
  name() {
    const documents = this.key.bounds.length - 1;
    const many = new Int32Array(documents);
    const all = new Int32Array(documents);
    const home = (side, entity) => side.document[side.members[side.start[entity]]];
    for (let entity = 0; entity < this.key.size.length; entity += 1) {
      if (this.key.size[entity] > 1) many[home(this.key, entity)] += 1;
    }
    const ones = many.slice();
    const chains = new Int32Array(documents);
    for (let entity = 0; entity < this.key.size.length; entity += 1) {
      const where = home(this.key, entity);
      this.labels.key[entity] = String(all[where] += 1);
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
    for (const { document: document2 } of this.anaphoraErrors) this.errorCounts[document2] += 1;
    errors.kind.forEach((kind, error) => {
      this.errorCounts[errors.document[error]] += 1;
      for (const side of SIDES) {
        for (const mention of errors[side][error]) {
          const kinds2 = this.marks[side].get(mention) ?? [];
          if (!kinds2.includes(kind)) this.marks[side].set(mention, [...kinds2, kind]);
        }
      }
    });
  }
  kindsOf(side, mention) {
    return this.marks[side].get(mention) ?? [];
  }
  // The first document with the most errors.
  get worst() {
    return this.errorCounts.reduce((worst, errors, document2, all) => errors > all[worst] ? document2 : worst, 0);
  }
  // The errors that a mention is a part of.
  errorsOf(side, mention) {
    if (!this.marks[side].has(mention)) return [];
    return [...this.errors.kind.keys()].filter((error) => this.errors[side][error].includes(mention));
  }
  colour(side, entity) {
    const number = this.colours[side][entity];
    if (number < 0) return "var(--alone)";
    const tone = Math.floor(number / 2) % 3;
    return `oklch(var(--tone${tone}) ${((number * 137.508 + 262) % 360).toFixed(1)})`;
  }
  // What each mention costs under a metric, by side; null if the metric cannot say.
  costs(metric) {
    const given = this.givenCosts[metric];
    if (!given) return null;
    return this.unfolded[metric] ??= {
      key: unfolded(given.key, this.key),
      response: unfolded(given.response, this.response)
    };
  }
  wordsOf(side, mention, limit = 60) {
    const mine = this.side(side);
    if (mine.labels) return `mention ${mine.labels[mention]}`;
    const text = this.texts[mine.document[mention]];
    if (!text.known) return `${this.unit} ${mine.first[mention]}–${mine.last[mention]}`;
    const parts = mine.runsOf(mention).map(([first, last]) => joined(text, first, Math.min(last, first + 40) + 1));
    return shortened(parts.join(" … "), limit);
  }
  // The words of a mention with its end: a long one is cut in the middle.
  endsOf(side, mention, limit = 60) {
    const mine = this.side(side);
    const text = this.texts[mine.document[mention]];
    const cut = this.wordsOf(side, mention, limit);
    if (mine.labels || !text.known || !cut.endsWith("…")) return cut;
    const last = mine.last[mention];
    return `${shortened(cut, Math.round(limit / 2))} ${joined(text, Math.max(mine.first[mention], last - LAST + 1), last + 1)}`;
  }
  // How many mentions an entity shares with its counterpart.
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
};
function unfolded({ step, of }, side) {
  const costs2 = new Float64Array(side.entity.length);
  for (let mention = 0; mention < of.length; mention += 1) costs2[mention] = of[mention] * step;
  return costs2;
}
function lettered(number) {
  const last = String.fromCharCode(97 + number % 26);
  return number < 26 ? last : lettered(Math.floor(number / 26) - 1) + last;
}
var Model = class {
  constructor(payload) {
    this.pairs = [];
    this.result = payload.result;
    this.metrics = payload.metrics;
    this.main = payload.main;
    this.verdict = payload.verdict;
    this.doubts = payload.doubts;
    this.units = payload.units;
    this.documents = payload.documents;
    this.shortNames = shortNames(payload.documents);
    this.types = payload.types;
    this.kinds = payload.kinds;
    this.annotator = payload.annotator ?? null;
    this.systems = payload.systems;
    this.kindNames = Object.keys(payload.kinds);
    this.keys = payload.keys.map((key) => ({
      unit: key.unit,
      side: new Side("key", key.mentions, payload.types),
      texts: key.documents.map((given) => new Text(given))
    }));
  }
  pair(system) {
    return this.pairs[system] ??= new Pair(this, system);
  }
  nameOf(system) {
    return this.result.systems[system].name;
  }
  // F1 of a system; null where it is undefined.
  f1(system, metric = this.main) {
    const score = this.result.systems[system].scores[metric];
    return score.undefined.includes("f1") ? null : score.f1;
  }
  get mainMetric() {
    return this.metrics.find((metric) => metric.name === this.main) ?? this.metrics[this.metrics.length - 1];
  }
};

// report/state.ts
var VIEWS = ["scores", "errors", "entities", "text"];
function parsed(hash, model) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const system = within(given.get("s"), model.systems.length) ?? 0;
  const place = { view: "scores", system, document: 0, side: null, mention: null, token: null, item: null };
  const view = given.get("v");
  if (view && VIEWS.includes(view)) place.view = view;
  if (place.view === "entities") place.document = -1;
  const document2 = within(given.get("d"), model.documents.length);
  if (document2 === null) {
    if (place.view === "text") place.document = model.pair(system).worst;
    return place;
  }
  place.document = document2;
  if (place.view === "entities") return place;
  place.view = "text";
  const [, side, number] = /^([kr])(\d+)$/.exec(given.get("m") ?? "") ?? [];
  if (side) {
    const name = side === "k" ? "key" : "response";
    const { bounds } = model.pair(system).side(name);
    const mention = within(number, bounds[document2 + 1] - bounds[document2]);
    if (mention !== null) Object.assign(place, { side: name, mention: bounds[document2] + mention });
  }
  place.item = within(given.get("b"), model.pair(system).anaphora[document2].length);
  place.token = within(given.get("t"), model.pair(system).texts[document2].words.length);
  return place;
}
function within(text, length) {
  const number = Number(text) - 1;
  return text && Number.isInteger(number) && number >= 0 && number < length ? number : null;
}
function hashOf({ view, system = 0, document: document2 = 0, side = null, mention = null, token = null, item = null }, model) {
  const parts = [];
  if (view !== "text" || document2 < 0) parts.push(`v=${view}`);
  if (view === "entities" && document2 >= 0) parts.push(`d=${document2 + 1}`);
  if (view === "text" && document2 >= 0) {
    parts.push(`d=${document2 + 1}`);
    if (side && mention !== null) {
      const { bounds } = model.pair(system).side(side);
      parts.push(`m=${side[0]}${mention - bounds[document2] + 1}`);
    } else if (item !== null) parts.push(`b=${item + 1}`);
    else if (token !== null) parts.push(`t=${token + 1}`);
  }
  if (system) parts.push(`s=${system + 1}`);
  return `#${parts.join("&")}`;
}
function placeOf(pair, side, mention) {
  const document2 = pair.side(side).document[mention];
  return { view: "text", system: pair.system, document: document2, side, mention, token: null, item: null };
}

// report/wording.ts
function sideName({ model, system }, side) {
  if (model.annotator === null) return side;
  return side === "key" ? model.annotator : model.nameOf(system);
}
function sideTitle(compared3, side) {
  const name = sideName(compared3, side);
  return name === side ? side[0].toUpperCase() + side.slice(1) : name;
}

// report/anaphora.ts
var KINDS = {
  sets: { title: "Sets", one: "Set", sign: "∪", meaning: "a plural mention and the entities that it combines" },
  bridging: { title: "Bridging", one: "Bridging", sign: "↶", meaning: "an anaphor and the entity that it is related to" },
  nonreferring: { title: "Non-referring", one: "Non-referring", sign: "∄", meaning: "an expression that does not refer" }
};
var SIGNS = { missed: "−", spurious: "+", wrong: "≠", right: "", plain: "" };
var HEAD = 5;
function stateOf(item) {
  if (!item.verdict) return "plain";
  if (item.verdict === "right") return "right";
  return item.key && item.response ? "wrong" : item.key ? "missed" : "spurious";
}
function sideIn(item, cell) {
  return SIDES.find((side) => item[side] && Object.values(cell).includes(side)) ?? null;
}
function anchor(item, side) {
  return item[side]?.ends[0][0][0] ?? -1;
}
var firstWord = (runs) => runs[0]?.[0] ?? -1;
function wordsOf(pair, item, runs) {
  const text = pair.texts[item.document];
  if (!text.known) return `${pair.unit} ${runs.map(([first, last]) => `${first}–${last}`).join(", ")}`;
  return runs.map(([first, last]) => joined(text, first, Math.min(last, first + 30) + 1)).join(" … ");
}
function labelOf(pair, item, side, runs) {
  const mention = mentionAt(pair, item, side, runs);
  return mention < 0 ? wordsOf(pair, item, runs).slice(0, 12) : pair.labels[side][pair.side(side).entity[mention]];
}
function mentionAt(pair, item, side, runs) {
  const mine = pair.side(side);
  const [first, last] = [firstWord(runs), runs[runs.length - 1]?.[1]];
  for (let mention = mine.bounds[item.document]; mention < mine.bounds[item.document + 1]; mention += 1) {
    if (mine.first[mention] === first && mine.last[mention] === last) return mention;
  }
  return -1;
}
function shortText(pair, item, side) {
  const given = item[side];
  if (!given) return "";
  if (item.kind !== "sets") return given.label;
  return given.ends.slice(1).map((runs) => labelOf(pair, item, side, runs)).join("+");
}
function sentence(pair, item) {
  const parts = [KINDS[item.kind].one];
  if (item.verdict) parts.push(item.verdict);
  for (const side of SIDES) {
    const given = item[side];
    if (!given) continue;
    const [first, ...rest2] = given.ends.map((runs) => wordsOf(pair, item, runs) || "?");
    const label = given.label ? ` (${given.label})` : "";
    parts.push(`${sideName(pair, side)}: ${first}${rest2.length ? ` → ${rest2.join(" + ")}` : ""}${label}`);
  }
  return parts.join("; ");
}
function chip(pair, item, side) {
  const state = stateOf(item);
  const label = [KINDS[item.kind].sign, shortText(pair, item, side)].filter(Boolean).join(" ");
  return make(
    "button",
    {
      type: "button",
      class: `beside ${item.kind} ${state}`,
      dir: "ltr",
      "data-item": pair.anaphora[item.document].indexOf(item),
      "data-shown": side,
      "aria-label": sentence(pair, item)
    },
    make("bdi", {}, label),
    SIGNS[state] && make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state])
  );
}
function arrowsOf(item, cell) {
  const state = stateOf(item);
  const shown2 = SIDES.filter((side) => item[side] && Object.values(cell).includes(side));
  const targets = (side) => (item[side]?.ends.slice(1) ?? []).map(firstWord).filter((to) => to >= 0);
  if (shown2.length < 2 || state !== "wrong") {
    const own = shown2[0] ? targets(shown2[0]) : [];
    if (state !== "wrong") return own.map((to) => ({ to, state }));
  }
  const [mine, theirs] = [targets("key"), targets("response")];
  const found = [];
  for (const side of shown2) {
    for (const to of targets(side)) {
      const both = mine.includes(to) && theirs.includes(to);
      if (both && side === "response" && shown2.length > 1) continue;
      found.push({ to, state: both ? "right" : side === "key" ? "missed" : "spurious" });
    }
  }
  return found;
}
function arrow(from, to, frame2, state) {
  const middle = (from.top + from.bottom) / 2;
  const level = to.top < middle && middle < to.bottom;
  const up = level || to.top < from.top;
  const [x1, x2] = [from.left + from.width / 2 - frame2.left, to.left + Math.min(to.width / 2, 30) - frame2.left];
  const y1 = (up ? from.top : from.bottom) - frame2.top;
  const y2 = (level ? to.top : up ? to.bottom : to.top) - frame2.top;
  const bend = level ? Math.min(40, 14 + Math.abs(x1 - x2) / 8) : Math.max(16, Math.abs(y1 - y2) / 2.5);
  const [c1, c2] = level ? [y1 - bend, y2 - bend] : up ? [y1 - bend, y2 + bend] : [y1 + bend, y2 - bend];
  const side = c2 < y2 ? -HEAD : HEAD;
  const n = (value) => value.toFixed(1);
  return svg(
    "g",
    { class: `arrow ${state}` },
    svg("path", { d: `M${n(x1)} ${n(y1)}C${n(x1)} ${n(c1)} ${n(x2)} ${n(c2)} ${n(x2)} ${n(y2 + side)}`, class: "line" }),
    svg("path", { d: `M${n(x2)} ${n(y2)}l${-HEAD + 1} ${side * 1.4}h${2 * HEAD - 2}z`, class: "head" })
  );
}
function itemDetail(pair, item, close, said) {
  const state = stateOf(item);
  const end = (side, runs) => {
    const mention = mentionAt(pair, item, side, runs);
    const words = named(wordsOf(pair, item, runs) || "?");
    const place = mention >= 0 ? placeOf(pair, side, mention) : { view: "text", system: pair.system, document: item.document, token: firstWord(runs) };
    return firstWord(runs) < 0 ? words : make("a", { href: hashOf(place, pair.model) }, words);
  };
  return [
    make(
      "div",
      { class: "bar-of-buttons" },
      make("span", { class: "quiet" }, KINDS[item.kind].one),
      button("×", close, { class: "close", "aria-label": "Close", "aria-keyshortcuts": "Escape" })
    ),
    item.verdict && make("p", { class: state === "right" ? "" : "problem" }, `${SIGNS[state]} ${item.verdict}`),
    said,
    SIDES.map((side) => {
      const given = item[side];
      if (!given) return make("p", { class: "quiet" }, `Not in the ${side}.`);
      const [first, ...rest2] = given.ends;
      return make(
        "section",
        { "aria-label": sideName(pair, side) },
        make("h2", {}, named(sideTitle(pair, side)), " ", make("span", { class: "quiet" }, given.label)),
        make("p", {}, end(side, first)),
        rest2.length > 0 && make("ul", { class: "ends" }, rest2.map((runs) => make("li", {}, "→ ", end(side, runs))))
      );
    })
  ].flat().filter((part) => part instanceof HTMLElement);
}
function layerSwitches(pair, layers, change) {
  return Object.entries(KINDS).filter(([kind]) => pair.anaphoraCounts[kind]).map(([kind, { title, sign: sign2 }]) => {
    const number = pair.anaphoraCounts[kind];
    const counted2 = make("span", { class: "quiet" }, ` ${number.toLocaleString("en")}`);
    return checkbox([` ${sign2} ${title}`, counted2], layers[kind], (checked) => {
      layers[kind] = checked;
      change();
    });
  });
}

// report/layout.ts
function levels(segments, length) {
  const taken = [];
  const ordered = [...segments].sort((one, two) => one.to - one.from - (two.to - two.from) || one.from - two.from);
  for (const segment of ordered) {
    const stop = Math.min(segment.to + segment.beyond, length - 1);
    let level = 0;
    while (level < taken.length && !free(taken[level], segment.from, stop)) level += 1;
    taken[level] ??= new Uint8Array(length);
    taken[level].fill(1, segment.from, stop + 1);
    segment.level = level;
  }
  return taken.length;
}
function free(row, from, to) {
  for (let place = from; place <= to; place += 1) if (row[place]) return false;
  return true;
}

// report/names.ts
var LOOKED_AT = 50;
var LONG = 3;
var CHIP = 10;
var EMPTY = /^(the|an?|this|that|his|her|its|my|our|your|their|mr|mrs|ms|miss|dr)\.? +(?=\S)/i;
function best(pair, side, mentions) {
  const mine = pair.side(side);
  const first = {};
  let seen = 0;
  for (const mention of mentions) {
    const type = mine.typeOf(mention);
    if (type === "name") return mention;
    first[type] ??= mention;
    if ((seen += 1) === LOOKED_AT) break;
  }
  return first.nominal ?? first.unknown ?? first.pronoun;
}
function titleOf(pair, side, entity, limit = 48) {
  return pair.wordsOf(side, best(pair, side, pair.side(side).mentions(entity)), limit);
}
function rest(pair, side, entity, without) {
  const gone = new Set(without);
  return [...pair.side(side).mentions(entity)].filter((mention) => !gone.has(mention));
}
var chips = /* @__PURE__ */ new WeakMap();
function chipOf(pair, side, entity) {
  const label = pair.labels[side][entity];
  if (label.length < LONG) return label;
  const known = chips.get(pair) ?? { key: [], response: [] };
  chips.set(pair, known);
  return known[side][entity] ??= nameOf(pair, side, entity) || label;
}
function nameOf(pair, side, entity) {
  const partner = side === "response" ? pair.partners.response[entity] : -1;
  const [whose2, which] = partner >= 0 ? ["key", partner] : [side, entity];
  const mine = pair.side(whose2);
  if (mine.labels || !pair.texts[mine.document[mine.mentions(which)[0]]].known) return "";
  return shortened(titleOf(pair, whose2, which, 40).replace(EMPTY, ""), CHIP);
}

// report/block.ts
var STEP = 14;
var BAR = 3;
var UNBROKEN = 40;
var SIGNS2 = ["↔", "≠", "+", "⊕", "÷", "−", "⊖"];
var TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
var MODES = {
  over: { title: "Key above, response below", cells: [{ above: "key", below: "response" }] },
  beside: { title: "Side by side", cells: [{ below: "key" }, { below: "response" }] },
  key: { title: "Key only", cells: [{ below: "key" }] },
  response: { title: "Response only", cells: [{ below: "response" }] },
  both: {
    title: "Two systems with the key between",
    cells: [{ below: "response" }, { below: "key" }, { below: "response", other: true }]
  }
};
function cellsOf(mode, pair, other) {
  const { cells } = MODES[mode];
  return other && other.system < pair.system ? [...cells].reverse() : cells;
}
function signsOf(kinds2) {
  return kinds2.map((kind) => SIGNS2[kind] ?? "•").join("");
}
function renderBlock(pair, block, cells, tokens, other = null) {
  const element = make("div", { class: `block cells${cells.length}`, role: "group" });
  element.append(make("span", { class: "number", "aria-hidden": "true" }, block.number ? String(block.number) : ""));
  for (const cell of cells) {
    const drawn = renderCell(cell.other && other ? other : pair, block, cell, tokens);
    if (cell.other) drawn.dataset.other = "";
    element.append(drawn);
  }
  return element;
}
function renderCell(pair, block, cell, tokens) {
  const length = block.to - block.from;
  const cover = Array.from({ length }, () => []);
  for (const where of ["above", "below"]) {
    const side = cell[where];
    const segments = side ? segmentsOf(pair, block, side, where, cell.other) : [];
    levels(segments, length);
    for (const segment of segments) {
      for (let place = segment.from; place <= segment.to; place += 1) cover[place].push(segment);
    }
  }
  const { words, zeros } = block.text;
  const blanks = spaced(block.text, block.from, Math.min(block.to + 1, words.length));
  const changes2 = cell.below === "response" ? pair.changes.get(block.text) : void 0;
  const chips2 = chipsOf(pair, block, cell);
  const paragraph = make("p", { class: "words", dir: "auto" });
  let together = null;
  for (let place = 0; place < length; place += 1) {
    const token = block.from + place;
    const word = make("span", { class: "word", "data-word": token });
    if (TURNS.test(words[token])) word.classList.add("turned");
    if (zeros.has(token)) word.classList.add("zero");
    const change = changes2?.of.get(token);
    if (change) {
      word.classList.add(change.kind);
      word.title = change.kind === "changed" ? `the response has: ${change.words}` : "left out in the response";
    }
    addInvented(pair, paragraph, changes2?.before.get(token));
    const before = chips2?.get(token);
    if (before) paragraph.append(...before);
    const after = blanks[place] || place === length - 1;
    if (cover[place].length) {
      word.classList.add("covered");
      const rows = draw(word, cover[place], token, after);
      for (const segment of cover[place]) {
        if (segment.tagged && segment.from === place) word.append(tag(pair, segment, rows));
      }
    }
    word.append(words[token] + (after ? " " : ""));
    tokens.set(token, [...tokens.get(token) ?? [], word]);
    const tight = place > 0 && !blanks[place - 1] && !before;
    if (!tight) together = null;
    if (tight && !together && words[token - 1].length + words[token].length < UNBROKEN) {
      together = make("span", { class: "together" }, paragraph.lastChild);
      paragraph.append(together);
    }
    (together ?? paragraph).append(word);
  }
  if (block.to === words.length) addInvented(pair, paragraph, changes2?.before.get(words.length));
  return paragraph;
}
function chipsOf(pair, block, cell) {
  if (!block.items.size || cell.other) return null;
  const found = /* @__PURE__ */ new Map();
  for (const item of block.items) {
    const side = sideIn(item, cell);
    const at = side ? anchor(item, side) : -1;
    if (side && at >= block.from && at < block.to) found.set(at, [...found.get(at) ?? [], chip(pair, item, side)]);
  }
  return found;
}
function addInvented(pair, paragraph, words) {
  if (words) paragraph.append(make("ins", { class: "invented", title: "only in the response" }, `${words} `));
}
function segmentsOf(pair, block, side, where, other) {
  const mine = pair.side(side);
  return block.mentions[other ? "other" : side].map((mention) => {
    const [first, last] = [mine.first[mention], mine.last[mention]];
    const from = Math.max(first, block.from) - block.from;
    return {
      side,
      where,
      mention,
      from,
      level: 0,
      to: Math.min(last, block.to - 1) - block.from,
      ends: last < block.to ? last : -1,
      tagged: first >= block.from,
      beyond: first >= block.from ? beyond(block, first, last, pair, side, mention) : 0,
      runs: mine.runs[mention] ?? null,
      twin: pair.twins[side][mention] >= 0,
      colour: pair.colour(side, mine.entity[mention])
    };
  });
}
var [LETTER, SMALL] = [8.5, 6.2];
function beyond(block, first, last, pair, side, mention) {
  const label = chipOf(pair, side, pair.side(side).entity[mention]);
  let left = (label.length + pair.kindsOf(side, mention).length) * SMALL + 8;
  let number = -1;
  for (let token = first; left > 0 && token < block.to; token += 1) {
    left -= (block.text.words[token].length + 0.5) * LETTER;
    if (token >= last) number += 1;
  }
  return Math.max(0, number);
}
function draw(word, segments, token, after) {
  const rows = { above: 0, below: 0 };
  for (const { where, level } of segments) rows[where] = Math.max(rows[where], level + 1);
  word.style.paddingTop = `${rows.above * STEP}px`;
  word.style.paddingBottom = `${rows.below * STEP}px`;
  const images = ["linear-gradient(var(--lit, transparent), var(--lit, transparent))"];
  const places = [`0 ${rows.above * STEP}px`];
  const sizes = [`calc(100% - var(--cut, 0px)) calc(100% - ${(rows.above + rows.below) * STEP}px)`];
  for (const segment of segments) {
    const { colour, where, runs } = segment;
    const inside = !runs || runs.some(([first, last]) => first <= token && token <= last);
    const [dash, gap] = inside ? segment.twin ? [0, 0] : [5, 3] : [1.5, 2.5];
    if (dash) word.classList.add("dashed");
    const at = (place) => `calc(var(--shift, 0px) + ${place}px)`;
    images.push(
      dash ? `repeating-linear-gradient(90deg, ${colour} ${at(0)} ${at(dash)}, transparent ${at(dash)} ${at(dash + gap)})` : `linear-gradient(${colour}, ${colour})`
    );
    const edge = edgeOf(segment, rows) + (STEP - BAR) / 2;
    const thick = inside ? BAR : BAR - 1;
    places.push(`left 0 ${where === "above" ? "top" : "bottom"} ${edge}px`);
    sizes.push(
      `${segment.ends === token ? `calc(100% - ${after ? ".3em" : "2px"})` : "100%"} ${thick}px`
    );
  }
  word.style.backgroundImage = images.join(", ");
  word.style.backgroundPosition = places.join(", ");
  word.style.backgroundSize = sizes.join(", ");
  return rows;
}
function edgeOf({ where, level }, rows) {
  return (rows[where] - 1 - level) * STEP;
}
function tag(pair, segment, rows) {
  const { side, mention } = segment;
  const mine = pair.side(side);
  const entity = mine.entity[mention];
  const kinds2 = pair.kindsOf(side, mention);
  const [label, chip2] = [pair.labels[side][entity], chipOf(pair, side, entity)];
  const spoken2 = [
    `${sideName(pair, side)} ${label}: ${pair.wordsOf(side, mention)}, mention ${mine.rank[mention] + 1} of ${mine.size[entity]}`,
    ...kinds2.map((kind) => pair.model.kindNames[kind])
  ];
  const element = make(
    "button",
    {
      type: "button",
      class: `tag ${segment.where}${kinds2.length ? " wrong" : ""}`,
      tabindex: -1,
      dir: "ltr",
      "data-side": side,
      "data-mention": mention,
      "aria-label": spoken2.join("; "),
      vars: { "--edge": `${edgeOf(segment, rows)}px`, "--colour": segment.colour }
    },
    chip2 === label ? label : named(chip2)
  );
  if (kinds2.length) element.append(make("span", { class: "sign", "aria-hidden": "true" }, signsOf(kinds2)));
  return element;
}

// report/charts.ts
var LINE = 12;
var LABEL = 24;
var SHAPES = ["circle", "diamond", "square", "up", "down", "cross"];
var STEPS = [5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
function shape(name, x, y, size, given) {
  if (name === "circle") return svg("circle", { cx: x, cy: y, r: size, ...given });
  const wide = size * 1.25;
  const paths = {
    diamond: `M${x} ${y - wide}l${wide} ${wide}l${-wide} ${wide}l${-wide} ${-wide}z`,
    square: `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
    up: `M${x} ${y - size * 1.2}l${size * 1.2} ${size * 2.2}h${-size * 2.4}z`,
    down: `M${x} ${y + size * 1.2}l${size * 1.2} ${-size * 2.2}h${-size * 2.4}z`,
    cross: `M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}`
  };
  return svg("path", { d: paths[name], ...given });
}
function room() {
  return Math.max(280, Math.min(560, window.innerWidth - 70));
}
function axis(values, least = 0.04) {
  const [bottom, top] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const slack = Math.max(0.05 * (top - bottom), (least - (top - bottom)) / 2);
  const [from, to] = [Math.max(bottom - slack, Math.min(0, bottom)), Math.min(top + slack, Math.max(1, top))];
  const step = STEPS.find((each) => (to - from) / each <= 7) ?? 1;
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
  const ticks2 = Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
  return { low: from, high: to, ticks: ticks2, said: (value) => String(Number((100 * value).toFixed(1))) };
}
function legend(series, left, width) {
  const items = [];
  let [x, y] = [left, 10];
  series.forEach(({ name }, number) => {
    const shown2 = shortened(name, 26);
    const wide = 36 + shown2.length * 7;
    if (x > left && x + wide > width) [x, y] = [left, y + 20];
    items.push(shape(SHAPES[number % SHAPES.length], x + 6, y, 4.5, { class: `series${number % 6}` }));
    items.push(svg("text", { x: x + 17, y: y + 4 }, shown2));
    x += wide;
  });
  return { items, height: y + 20 };
}
function frame(title, width, height) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "group", "aria-label": title });
}
function hinted(chart, points3, width) {
  const text = svg("text", { "text-anchor": "middle" });
  const back = svg("rect", { class: "hint-back", rx: 4 });
  const hint = svg("g", { class: "hint", "aria-hidden": "true" }, back, text);
  const show = (dot, words) => {
    const box = dot.getBBox();
    text.textContent = shortened(words, 70);
    chart.append(hint);
    const wide = text.getBBox().width + 12;
    const x = Math.min(Math.max(box.x + box.width / 2, wide / 2 + 2), width - wide / 2 - 2);
    const y = box.y > 26 ? box.y - 10 : box.y + box.height + 20;
    for (const [name, value] of Object.entries({ x, y })) text.setAttribute(name, String(value));
    for (const [name, value] of Object.entries({ x: x - wide / 2, y: y - 15, width: wide, height: 21 }))
      back.setAttribute(name, String(value));
  };
  points3.forEach(({ dot, words, go }, place) => {
    dot.setAttribute("tabindex", place ? "-1" : "0");
    dot.setAttribute("role", go ? "link" : "img");
    dot.setAttribute("aria-label", words);
    for (const event of ["pointerenter", "focus"]) dot.addEventListener(event, () => show(dot, words));
    for (const event of ["pointerleave", "blur"]) dot.addEventListener(event, () => hint.remove());
    if (go) dot.addEventListener("click", go);
    dot.addEventListener("keydown", (event) => {
      const { key } = event;
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      if (key === "Enter" && go) go();
      if (!way) return;
      event.preventDefault();
      const next = points3[(place + way + points3.length) % points3.length].dot;
      dot.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    });
  });
}
function dotPlot(title, rows, series) {
  const shown2 = rows.map((name) => shortened(name, LABEL));
  const [left, width] = [Math.max(86, 7 * Math.max(...shown2.map((name) => name.length)) + 14), room()];
  const names = legend(series, left - 6, width);
  const tall = Math.max(28, series.length * LINE + 10);
  const values = series.flatMap((each) => [...each.values, ...each.low ?? [], ...each.high ?? []]);
  const scale = axis(values.filter((value) => value !== null && value !== void 0));
  const x = (value) => left + (value - scale.low) / (scale.high - scale.low) * (width - left - 20);
  const bottom = names.height + rows.length * tall;
  const chart = frame(title, width, bottom + 26);
  rows.forEach((_, row) => {
    const given = { x: 0, y: names.height + row * tall, width, height: tall, class: "zebra" };
    if (row % 2 === 0) chart.append(svg("rect", given));
  });
  for (const tick of scale.ticks) {
    chart.append(svg("line", { x1: x(tick), x2: x(tick), y1: names.height, y2: bottom, class: "grid" }));
    chart.append(svg("text", { x: x(tick), y: bottom + 18, "text-anchor": "middle", class: "quiet" }, scale.said(tick)));
  }
  const points3 = [];
  rows.forEach((name, row) => {
    const middle = names.height + row * tall + tall / 2;
    chart.append(svg("text", { x: left - 12, y: middle + 4, "text-anchor": "end" }, shown2[row]));
    series.forEach((each, number) => {
      const value = each.values[row];
      if (value === null || value === void 0) return;
      const y = middle + (number - (series.length - 1) / 2) * LINE;
      const tone = `series${number % 6}`;
      const [low, high] = [each.low?.[row] ?? null, each.high?.[row] ?? null];
      if (low !== null && high !== null)
        chart.append(svg("line", { x1: x(low), x2: x(high), y1: y, y2: y, class: `whisker ${tone}` }));
      const dot = shape(SHAPES[number % SHAPES.length], x(value), y, 4.5, { class: tone });
      const bounds = low !== null && high !== null ? ` [${percent(low)}, ${percent(high)}]` : "";
      points3.push({ dot, words: `${name}, ${each.name}: ${percent(value)}${bounds}` });
      chart.append(dot);
    });
  });
  chart.append(...names.items);
  hinted(chart, points3, width);
  return chart;
}
function scatter(title, series, names) {
  const [left, width] = [46, room()];
  const above = series.length > 1 ? legend(series, left, width) : { items: [], height: 12 };
  const height = above.height + 280;
  const all = series.flatMap((each) => each.points);
  const sizes = all.map((point) => point.x);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const root = (value) => Math.sqrt(value);
  const x = (value) => left + 14 + (root(value) - root(least)) / Math.max(root(most) - root(least), 1e-9) * (width - left - 34);
  const scale = axis(all.map((point) => point.y));
  const y = (value) => height - 44 - (value - scale.low) / (scale.high - scale.low) * (height - above.height - 52);
  const chart = frame(title, width, height);
  for (const tick of scale.ticks) {
    chart.append(svg("line", { x1: left, x2: width - 6, y1: y(tick), y2: y(tick), class: "grid" }));
    chart.append(svg("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end", class: "quiet" }, scale.said(tick)));
  }
  let free2 = -Infinity;
  const rough = Math.max((most - least) / 6, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) {
    if (x(tick) < free2) continue;
    free2 = x(tick) + 44;
    chart.append(
      svg("text", { x: x(tick), y: height - 24, "text-anchor": "middle", class: "quiet" }, tick.toLocaleString("en"))
    );
  }
  chart.append(svg("text", { x: width - 6, y: height - 6, "text-anchor": "end", class: "quiet" }, names.x));
  const points3 = series.flatMap(
    (each, number) => each.points.map((point) => {
      const given = { class: `series${number % 6} point` };
      const dot = shape(SHAPES[number % SHAPES.length], x(point.x), y(point.y), 5, given);
      const whose2 = series.length > 1 ? `${each.name}, ` : "";
      chart.append(dot);
      return { dot, go: point.go, at: point.x, words: `${whose2}${point.name}: ${percent(point.y)}, ${point.x.toLocaleString("en")} ${names.x}` };
    })
  );
  chart.append(...above.items);
  hinted(chart, points3.sort((one, two) => one.at - two.at), width);
  return chart;
}

// report/breakdowns.ts
function breakdownCard(model) {
  const given = model.systems.map((system) => system.breakdowns);
  const features = given.find((each) => each)?.features ?? [];
  const metric = model.metrics.find(({ name }) => name === given.find((each) => each)?.metric);
  if (!features.length || !metric) return null;
  const holder = make("div");
  const draw2 = (chosen2) => {
    const labels = /* @__PURE__ */ new Map();
    const systems = given.map((each) => {
      const groups = each?.features.find(({ name }) => name === chosen2)?.groups ?? [];
      for (const group of groups) labels.set(group[0], Math.max(labels.get(group[0]) ?? 0, group[1]));
      return new Map(groups.map((group) => [group[0], group]));
    });
    const cell = (value) => make("td", { class: "heat", vars: { "--share": value ?? 0 } }, percent(value, 1));
    const rows = [...labels].map(
      ([label, mentions]) => make(
        "tr",
        {},
        make("th", { scope: "row" }, named(label)),
        make("td", { class: "quiet" }, mentions.toLocaleString("en")),
        systems.map((groups) => [3, 4].map((column) => cell(groups.get(label)?.[column] ?? null)))
      )
    );
    const several = model.systems.length > 1;
    const titles = model.systems.flatMap(
      (_, number) => ["recall", "precision"].map(
        (ratio) => make("th", { scope: "col" }, several && [named(model.nameOf(number)), make("br")], ratio)
      )
    );
    const { meaning } = features.find(({ name }) => name === chosen2) ?? features[0];
    holder.replaceChildren(
      table(`${metric.title} by ${chosen2}`, [chosen2, "Key mentions", ...titles], rows, { kind: "breakdown" }),
      make("p", { class: "quiet" }, `${metric.title} recall and precision of mentions by ${meaning}, as in corefscope errors --show breakdowns.`)
    );
  };
  draw2(features[0].name);
  return make(
    "section",
    { class: "card wide" },
    make("h2", {}, "Where points are lost"),
    make("div", { class: "fields" }, select("By", features.map(({ name }) => [name, name]), features[0].name, draw2)),
    holder
  );
}

// report/explain.ts
var OFTEN = 0.01;
var TOLD = 2;
function phrase(words, ...parts) {
  return words.flatMap((text, place) => [text, parts[place] ?? ""].flat()).filter((part) => part !== "");
}
function explained(pair, error) {
  const { key, response, kind } = pair.errors;
  const [mine, theirs] = [key[error], response[error]];
  const side = mine.length ? "key" : "response";
  const part = mine.length ? mine : theirs;
  const mention = best(pair, side, part);
  const company3 = (name, without) => {
    if (!without.length) return null;
    const entity = pair.side(name).entity[without[0]];
    const mentions = rest(pair, name, entity, without);
    return mentions.length ? { side: name, entity, mentions } : null;
  };
  const of = company3("key", mine);
  const joined2 = company3("response", theirs);
  const said = { said: pair.wordsOf(side, mention, 60) };
  const more = part.length > 1 ? ` and ${part.length - 1} more` : "";
  const be = part.length > 1 ? "are" : "is";
  const [joinedName, ofName] = named2(pair, [joined2, of], 48);
  const other = joinedName && joinedName.said === ofName?.said ? "another " : "";
  const [belongTo, are] = part.length > 1 ? ["belong to ", "are a separate entity in the key"] : ["belongs to ", "is a singleton in the key"];
  const belongs = (which) => ofName ? [belongTo + which, ofName] : [are];
  const apart = part.length > 1 ? "are a separate entity" : "is a singleton";
  const sentences2 = {
    span: () => boundaries(pair, mine[0], theirs[0]),
    conflated: () => phrase`${said}${more} ${be} with ${joinedName ?? "others"}, but ${belongs(other)}.`,
    divided: () => phrase`${said}${more} ${belongs("")}, but ${joinedName ? [`${be} with ${other}`, joinedName] : apart} in the response.`,
    "extra mention": () => phrase`${said} is not a mention in the key; the response has it ${joinedName ? ["with ", joinedName] : "as a singleton"}.`,
    "missing mention": () => phrase`The response does not have ${said}, which ${ofName ? ["belongs to ", ofName] : "is a singleton in the key"}.`,
    "extra entity": () => phrase`The key does not have the entity of ${said}${more}.`,
    "missing entity": () => phrase`The response does not have the entity of ${said}${more}.`
  };
  const sentence2 = (sentences2[pair.model.kindNames[kind[error]]] ?? (() => phrase`${said}${more}.`))();
  return { sentence: sentence2, side, mention, with: joined2, of };
}
function named2(pair, companies, limit) {
  const places = companies.map((whom) => whom && { side: whom.side, mention: best(pair, whom.side, whom.mentions) });
  return distinct(pair, places, limit);
}
function distinct(pair, places, limit) {
  const cut = places.map((place) => place && { said: pair.wordsOf(place.side, place.mention, limit) });
  const [one, two] = cut;
  if (!one || one.said !== two?.said) return cut;
  return places.map((place) => place && { said: pair.endsOf(place.side, place.mention, limit) });
}
function ends(pair, mine, theirs) {
  const { key, response } = pair;
  return [response.first[theirs] - key.first[mine], response.last[theirs] - key.last[mine]];
}
function boundaries(pair, mine, theirs) {
  const [begin, end] = ends(pair, mine, theirs);
  const far = (number) => pair.unit === "characters" ? "" : `${count(Math.abs(number), "word")} `;
  const wrong = [
    begin && `begins ${far(begin)}too ${begin < 0 ? "early" : "late"}`,
    end && `ends ${far(end)}too ${end < 0 ? "early" : "late"}`
  ].filter(Boolean);
  const [found, right] = spans(pair, mine, theirs);
  return [found, ` ${wrong.join(" and ") || "has different words inside"}: the key has `, right, "."];
}
function spans(pair, mine, theirs) {
  const places = [{ side: "response", mention: theirs }, { side: "key", mention: mine }];
  return distinct(pair, places, 60);
}
var ENDINGS = {
  conflated: "joined to the wrong entity",
  divided: "split off from its entity",
  "extra mention": "that is not a mention in the key",
  "missing mention": "missing from the response",
  "extra entity": "in an extra entity",
  "missing entity": "in a missing entity"
};
function patterns(pair, errors, cost) {
  const forms = formsOf(pair);
  const formed = errors.map((error) => {
    const kind = pair.errors.kind[error];
    const form = pair.model.kindNames[kind] === "span" ? spanForm(pair, error) : forms(error);
    return { error, kind, form };
  });
  const said = (part) => typeof part === "string" ? part : `“${part.said}”`;
  const found = [...grouped(formed, ({ kind, form }) => `${kind} ${form.map(said).join("")}`).values()];
  const isTold = (members) => members.length >= TOLD || found.length <= TOLD;
  const told = found.filter(isTold);
  const others = [...grouped(found.filter((members) => !isTold(members)).flat(), ({ kind }) => String(kind)).values()];
  const pattern = (members, form) => {
    const [{ kind }] = members;
    const ending = ENDINGS[pair.model.kindNames[kind]];
    const worst = members.map(({ error }) => error).sort((one, two) => cost(two) - cost(one) || one - two);
    return {
      kind,
      name: ending ? [...form, ` ${ending}`] : form,
      errors: inTurn(worst, (error) => pair.errors.document[error]),
      cost: worst.reduce((sum, error) => sum + cost(error), 0)
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
function grouped(items, of) {
  const found = /* @__PURE__ */ new Map();
  for (const item of items) {
    const group = found.get(of(item));
    if (group) group.push(item);
    else found.set(of(item), [item]);
  }
  return found;
}
function inTurn(items, documentOf) {
  const seen = /* @__PURE__ */ new Map();
  const turns = items.map((item) => {
    const turn = seen.get(documentOf(item)) ?? 0;
    seen.set(documentOf(item), turn + 1);
    return { item, turn };
  });
  return turns.sort((one, two) => one.turn - two.turn).map(({ item }) => item);
}
function formsOf(pair) {
  const starts = /* @__PURE__ */ new Map();
  const { key } = pair;
  const first = (side, mention) => {
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
    const side = mine.length ? "key" : "response";
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
function spanForm(pair, error) {
  const [mine, theirs] = [pair.errors.key[error][0], pair.errors.response[error][0]];
  const { words } = pair.texts[pair.errors.document[error]];
  const [begin, end] = ends(pair, mine, theirs);
  const whole2 = pair.unit !== "characters" && !pair.key.labels;
  const word = (place) => ({ said: words[place]?.toLowerCase() ?? "" });
  const known = whole2 && pair.texts[pair.errors.document[error]].known;
  if (begin && end) return ["both boundaries wrong"];
  if (begin > 0) return known ? ["begins too late, without ", word(pair.key.first[mine])] : ["begins too late"];
  if (begin < 0) return known ? ["begins too early, with ", word(pair.response.first[theirs])] : ["begins too early"];
  if (end > 0) return known ? ["ends too late, with ", word(pair.key.last[mine] + 1)] : ["ends too late"];
  if (end < 0) return known ? ["ends too early, without ", word(pair.response.last[theirs] + 1)] : ["ends too early"];
  return ["different words inside"];
}
var identities = /* @__PURE__ */ new WeakMap();
function identified(pair) {
  let found = identities.get(pair);
  if (!found) identities.set(pair, found = new Set(pair.errors.kind.map((_, error) => identity(pair, error))));
  return found;
}
function identity(pair, error) {
  const { kind, key, response, document: document2 } = pair.errors;
  const spans2 = response[error].map((mention) => `${pair.response.first[mention]}-${pair.response.last[mention]}`);
  const span = pair.model.kindNames[kind[error]] === "span";
  const what = span ? [key[error][0], spans2[0]] : key[error].length ? key[error] : spans2;
  return `${kind[error]}:${document2[error]}:${what.join(",")}`;
}

// report/beside.ts
var TOLD2 = 2;
var NAMES = {
  sets: {
    missed: "missed set",
    spurious: "spurious set",
    "partly right": "set with wrong members"
  },
  bridging: {
    missed: "missed bridging link",
    spurious: "spurious bridging link",
    "wrong antecedent": "bridging anaphor with a wrong antecedent"
  },
  nonreferring: {
    missed: "missed non-referring expression",
    spurious: "spurious non-referring expression",
    "taken for a mention": "non-referring expression taken for a mention",
    "a mention taken for it": "mention taken for a non-referring expression",
    "another kind": "non-referring expression of the wrong kind"
  }
};
function besideSide(error) {
  return error.key ? "key" : error.response ? "response" : null;
}
function besideError(pair, item) {
  const number = pair.anaphoraItems.indexOf(item);
  return pair.anaphoraErrors.find((error) => error.item === number) ?? null;
}
var anaphorOf = (error, side) => error[side]?.ends[0] ?? [];
function besideMention(pair, error) {
  const side = besideSide(error);
  return side ? mentionAt(pair, error, side, anaphorOf(error, side)) : -1;
}
function listed(parts) {
  return parts.flatMap((part, place) => place === 0 ? [part] : [place === parts.length - 1 ? " and " : ", ", part]);
}
function besideSentence(pair, error) {
  const said = (runs) => ({ said: wordsOf(pair, error, runs) });
  const anaphor = (side2) => said(anaphorOf(error, side2));
  const rest2 = (side2) => error[side2]?.ends.slice(1) ?? [];
  const antecedent = (side2) => rest2(side2).length ? said(rest2(side2)[0]) : "an unknown antecedent";
  const label = (side2) => error[side2]?.label ? ` (${error[side2]?.label})` : "";
  const kind = (side2) => error[side2]?.label || "of another kind";
  const member = (side2, runs) => {
    const mention = mentionAt(pair, error, side2, runs);
    return mention < 0 ? said(runs) : { said: titleOf(pair, side2, pair.side(side2).entity[mention]) };
  };
  const members = (side2) => rest2(side2).length ? listed(rest2(side2).map((runs) => member(side2, runs))) : ["unknown entities"];
  const side = besideSide(error);
  if (!side) return ["The anaphor is not in the file that names it."];
  const sentences2 = {
    sets: {
      missed: () => phrase`In the key, ${anaphor("key")} refers to ${members("key")}; the response has no such set.`,
      spurious: () => phrase`In the response, ${anaphor("response")} refers to ${members("response")}; the key has no such set.`,
      "partly right": () => phrase`${anaphor("key")} refers to ${members("key")} in the key, and ${anaphor("response")} to ${members("response")} in the response.`
    },
    bridging: {
      missed: () => phrase`The key links ${anaphor("key")} to ${antecedent("key")}${label("key")}; the response has no such link.`,
      spurious: () => phrase`The response links ${anaphor("response")} to ${antecedent("response")}${label("response")}; the key has no such link.`,
      "wrong antecedent": () => [
        ...phrase`The response links ${anaphor(error.response ? "response" : "key")} to ${antecedent("response")}, `,
        ...phrase`but the key links it to ${antecedent("key")}${label("key")}.`
      ]
    },
    nonreferring: {
      missed: () => phrase`${anaphor("key")} does not refer${label("key")}; the response does not mark it.`,
      spurious: () => phrase`The response says that ${anaphor("response")} does not refer${label("response")}; the key does not mark it.`,
      "taken for a mention": () => phrase`${anaphor("key")} does not refer${label("key")}, but the response takes it for a mention${company(pair, error, "response")}.`,
      "a mention taken for it": () => [
        ...phrase`${anaphor("response")} is a mention${company(pair, error, "key")} in the key, `,
        `but the response says that it does not refer${label("response")}.`
      ],
      "another kind": () => phrase`${anaphor("key")} does not refer: ${kind("key")} in the key, ${kind("response")} in the response.`
    }
  };
  return sentences2[error.kind][error.verdict]?.() ?? phrase`${anaphor(side)}: ${error.what}, ${error.verdict}.`;
}
function company(pair, error, side) {
  const own = besideSide(error);
  const mention = own ? mentionAt(pair, error, side, anaphorOf(error, own)) : -1;
  const entity = mention < 0 ? -1 : pair.side(side).entity[mention];
  if (entity < 0 || pair.side(side).size[entity] < 2) return [];
  return [" of ", { said: titleOf(pair, side, entity) }];
}
function besideIdentity({ kind, verdict: verdict2, document: document2, key, response }) {
  return JSON.stringify([kind, verdict2, document2, (key ?? response)?.ends]);
}
function besidePatterns(pair, errors) {
  const labelOf2 = ({ verdict: verdict2, key, response }) => verdict2 === "another kind" ? `${key?.label} → ${response?.label}` : (key ?? response)?.label;
  const often = grouped(errors, (error) => JSON.stringify([error.kind, error.verdict, labelOf2(error)]));
  const told = (error) => (often.get(JSON.stringify([error.kind, error.verdict, labelOf2(error)]))?.length ?? 0) >= TOLD2 ? labelOf2(error) : "";
  const groups = grouped(errors, (error) => JSON.stringify([error.kind, error.verdict, told(error)]));
  return [...groups.values()].map((members) => {
    const [{ kind, verdict: verdict2 }] = members;
    const label = told(members[0]);
    const name = NAMES[kind][verdict2] ?? `${members[0].what}: ${verdict2}`;
    return { beside: kind, name: label ? [`${name}: `, { said: label }] : [name], errors: inTurn(members, (error) => error.document), cost: 0 };
  });
}
function besideCounts(pair, errors) {
  const counts = [...grouped(errors, (error) => error.verdict)].map(
    ([verdict2, { length }]) => `${length.toLocaleString("en")} ${verdict2}`
  );
  const alone = errors.some(({ item }) => item !== void 0 && !pair.anaphoraItems[item].verdict);
  const lacking = alone ? `; the ${errors[0].key ? "response" : "key"} has none` : "";
  return counts.join(", ") + lacking;
}

// report/change.ts
function changes(model) {
  const { systems } = model;
  const [one, two] = systems;
  if (systems.length !== 2 || model.annotator !== null || model.doubts.length) return [];
  if (one.key !== two.key || !one.errors || !two.errors) return [];
  const [before, after] = [model.pair(0), model.pair(1)];
  const lacking = (pair, other, kind) => pair.errors.kind.filter((each, error) => each === kind && !identified(other).has(identity(pair, error))).length;
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
  return found.filter(({ numbers }) => Math.max(...numbers)).sort((one2, two2) => way * (two2.more - one2.more));
}
function counted(number, name) {
  if (name.endsWith("entity")) return count(number, name, `${name.slice(0, -1)}ies`);
  return count(number, name.endsWith("mention") ? name : `${name} error`);
}
function changeInWords(model, [most]) {
  const [was, is] = [model.f1(0), model.f1(1)];
  if (was === null || is === null) return "";
  const difference = is - was;
  const points3 = percent(Math.abs(difference));
  if (!Number(points3)) return `Both have the same ${model.mainMetric.title} F1.`;
  const [changed, number] = difference < 0 ? ["lost", most.fresh] : ["gained", most.gone];
  const name = model.kindNames[most.kind];
  const gone = `${counted(number, name)} ${number === 1 ? "is" : "are"} gone`;
  const because = difference < 0 ? `because of ${counted(number, `new ${name}`)}` : `because ${gone}`;
  const part = -most.more / difference;
  const through = number && part > 0 ? `, ${part < 0.5 ? "above all" : "mostly"} ${because}` : "";
  return `${model.nameOf(1)} ${changed} ${points3} points of ${model.mainMetric.title} F1${through}.`;
}
function changeCard(model) {
  const found = changes(model);
  if (!found.length) return null;
  const rows = found.map(
    ({ kind, numbers, gone, fresh, gains }) => make(
      "tr",
      {},
      make("th", { scope: "row" }, make("span", { class: "sign", "aria-hidden": "true" }, signsOf([kind])), ` ${model.kindNames[kind]}`),
      [...numbers, gone, fresh].map((number) => make("td", {}, number.toLocaleString("en"))),
      make("td", {}, gains.map((points3) => gain(points3, 0)).join(" → "))
    )
  );
  const names = [0, 1].map((system) => make("th", { scope: "col" }, named(model.nameOf(system))));
  const said = make("p", {}, named(changeInWords(model, found)));
  const title = make("h2", {}, "Errors of ", named(model.nameOf(1)), " against ", named(model.nameOf(0)));
  const head = ["Type", ...names, "Gone", "New", "Gain if repaired"];
  return make("section", { class: "card wide change" }, title, said, table("Errors of both systems", head, rows));
}

// report/detail.ts
var SHOWN_OF_CHAIN = 300;
function swatch(pair, side, entity) {
  const kind = pair.partners[side][entity] < 0 ? "only" : "";
  return make(
    "span",
    { class: `swatch ${kind}`, vars: { "--colour": pair.colour(side, entity) } },
    pair.labels[side][entity]
  );
}
function points(value) {
  return `${(100 * value).toPrecision(2)} points`;
}
function costOf(pair, metric, side, entity) {
  const costs2 = pair.costs(metric)?.[side];
  return costs2 ? pair.side(side).mentions(entity).reduce((sum, mention) => sum + costs2[mention], 0) : null;
}
function summary(pair, side, mention, metric) {
  const mine = pair.side(side);
  const entity = mine.entity[mention];
  const other = otherSide(side);
  const partner = pair.partners[side][entity];
  const kinds2 = pair.kindsOf(side, mention);
  const cost = metric ? costOf(pair, metric.name, side, entity) : null;
  const line = (name, number) => [
    swatch(pair, name, number),
    ` ${sideName(pair, name)} · `,
    named(titleOf(pair, name, number)),
    ` · ${count(pair.side(name).size[number], "mention")}`
  ];
  return [
    make("div", {}, line(side, entity)),
    make(
      "div",
      {},
      partner >= 0 ? [line(other, partner), `, ${pair.shared(side, entity)} shared`] : `no counterpart in the ${other}`
    ),
    cost === null ? null : make(
      "div",
      { class: "quiet" },
      `costs ${cost > 0 ? points(cost) : "no points"} of ${metric?.title} ${side === "key" ? "recall" : "precision"}`
    ),
    kinds2.length ? make(
      "div",
      { class: "problem" },
      kinds2.map((kind) => `${signsOf([kind])} ${pair.model.kindNames[kind]}`).join(", ")
    ) : null
  ].filter((line2) => line2 !== null);
}
function detail(pair, side, mention, { move, counterpart, close, metric }) {
  const mine = pair.side(side);
  const entity = mine.entity[mention];
  const rank = mine.rank[mention];
  const twin = pair.twins[side][mention];
  const kind = mine.typeOf(mention);
  const control = (label, keys, act, off = false) => button(label, act, { disabled: off, "aria-keyshortcuts": keys });
  return [
    make(
      "div",
      { class: "bar-of-buttons" },
      control("‹ Previous", "p", () => move(-1), mine.size[entity] < 2),
      make("span", { class: "quiet" }, `${rank + 1} of ${mine.size[entity]}`),
      control("Next ›", "n", () => move(1), mine.size[entity] < 2),
      button("×", close, { class: "close", "aria-label": "Close", "aria-keyshortcuts": "Escape" })
    ),
    make("h2", {}, named(pair.wordsOf(side, mention, 140))),
    make(
      "p",
      { class: "quiet facts" },
      [sideName(pair, side), kind === "unknown" ? null : kind, `entity id ${mine.names[entity]}`].filter(Boolean).join(" · ")
    ),
    make("div", { class: "pair" }, summary(pair, side, mention, metric)),
    ...sentences(pair, side, mention),
    isIncluded(pair, side, mention) && make("p", { class: "quiet" }, `Only the ${side} has it; the other errors of its entity account for it.`),
    twin >= 0 && control(`Go to it in the ${otherSide(side)}`, "c", counterpart),
    chain(pair, side, mention)
  ];
}
function isIncluded(pair, side, mention) {
  if (pair.twins[side][mention] >= 0 || pair.kindsOf(side, mention).length) return false;
  const mine = pair.side(side);
  return mine.mentions(mine.entity[mention]).some((each) => pair.kindsOf(side, each).length > 0);
}
function sentences(pair, side, mention) {
  const parts = /* @__PURE__ */ new Set();
  return pair.errorsOf(side, mention).flatMap((error) => {
    const { key, response } = pair.errors;
    const part = key[error].length ? `key ${key[error].join()}` : `response ${response[error].join()}`;
    if (parts.has(part)) return [];
    parts.add(part);
    return make("p", { class: "sentence" }, spoken(explained(pair, error).sentence, "q"));
  });
}
function chain(pair, side, mention) {
  const entity = pair.side(side).entity[mention];
  const keyEntity = side === "key" ? entity : pair.partners.response[entity];
  const responseEntity = side === "response" ? entity : pair.partners.key[entity];
  const entities2 = { key: keyEntity, response: responseEntity };
  const rows = [];
  for (const name of SIDES) {
    const other = otherSide(name);
    for (const each of entities2[name] < 0 ? [] : pair.side(name).mentions(entities2[name])) {
      const twin = pair.twins[name][each];
      const home = twin < 0 ? -1 : pair.side(other).entity[twin];
      const both = twin >= 0 && home === entities2[other];
      if (both && name === "response") continue;
      const only = name === "key" ? "−" : "+";
      const elsewhere = `${name}; the ${other} has it in ${pair.labels[other][home]}`;
      const [mark, said] = both ? ["=", "both"] : twin < 0 ? [only, `${name} only`] : ["≠", elsewhere];
      rows.push({ side: name, mention: each, mark, said, twin });
    }
  }
  const at = (row) => pair.side(row.side).document[row.mention] * 2 ** 31 + pair.side(row.side).first[row.mention];
  rows.sort((one, two) => at(one) - at(two));
  const here = (row) => row.side === side && row.mention === mention || row.side !== side && row.twin === mention;
  const list2 = make("ol", { class: "chain" });
  for (const row of rows.slice(0, SHOWN_OF_CHAIN)) {
    list2.append(
      make(
        "li",
        {},
        make(
          "a",
          { href: hashOf(placeOf(pair, row.side, row.mention), pair.model), "aria-current": here(row) ? "true" : null },
          make("span", { class: `whose ${row.mark === "=" ? "both" : row.side}`, "aria-hidden": "true" }, row.mark),
          named(pair.wordsOf(row.side, row.mention, 60)),
          make("span", { class: row.twin >= 0 && row.mark === "≠" ? "quiet said" : "hidden" }, ` ${row.said}`)
        )
      )
    );
  }
  const rest2 = rows.length - SHOWN_OF_CHAIN;
  const counted2 = `${count(rows.filter((row) => row.mark === "=").length, "mention")} shared`;
  return make(
    "section",
    { "aria-label": "Chain" },
    make("h3", {}, "Chain ", make("span", { class: "quiet" }, counted2)),
    list2,
    rest2 > 0 && make("p", { class: "quiet" }, `and ${rest2} more`)
  );
}

// report/errors.ts
var GROUPS = 6;
var EXAMPLES = 3;
var CONTEXT = 7;
var CHIPS = 5;
function errorsView(model, system, go) {
  const pair = model.pair(system);
  if (pair.unmatched.size)
    return make(
      "p",
      { class: "note" },
      "Some mentions are in two entities and were scored by the official scorer's rules, which do not determine errors. Score with --repeated first to see them."
    );
  const wanted2 = { kind: "all", type: "all", document: "all", makers: "all", cost: 0 };
  const cost = costs(pair);
  const found = make("div", { class: "found-errors", tabindex: -1, role: "region", "aria-label": "Examples" });
  const fields2 = make("div", { class: "fields" });
  const refresh = (change) => {
    Object.assign(wanted2, change);
    const { errors, beside } = chosen(pair, wanted2, cost.of);
    const groups = [...patterns(pair, errors, cost.of), ...besidePatterns(pair, beside)];
    groups.sort((one, two) => two.cost - one.cost || two.errors.length - one.errors.length);
    const total = count(errors.length + beside.length, "error");
    const order = cost.what && errors.length ? `the costliest first (${cost.what})` : "the most frequent first";
    found.replaceChildren(
      make(
        "p",
        { class: "quiet total" },
        `${total} in ${count(groups.length, "pattern")}, ${order}; examples from as many documents as possible` + (cost.what && errors.length && beside.length ? "; anaphora errors cost no points" : "")
      ),
      paged(groups, GROUPS, (group) => card(pair, group, cost), "patterns", (content) => make("div", { class: "cards groups" }, content))
    );
    announce(`${total} shown`);
  };
  const filter = (change) => {
    refresh(change);
    fields2.replaceChildren(...controls(pair, wanted2, filter, cost.what, go));
  };
  const only = (kind) => {
    filter({ kind: String(kind) });
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  };
  filter({});
  return make(
    "div",
    { class: "cards" },
    changeCard(model),
    make("section", { class: "card wide" }, make("h2", {}, "Errors by type"), kinds(model, pair, only)),
    make("section", { class: "wide", "aria-label": "Errors by pattern" }, fields2, found)
  );
}
function kinds(model, pair, only) {
  const numbers = model.kindNames.map(() => 0);
  for (const kind of pair.errors.kind) numbers[kind] += 1;
  const beside = besideKinds(pair);
  const repairs = model.systems[pair.system].repaired;
  const now = model.f1(pair.system);
  const worth = (kind) => repairs ? (repairs[kind].alone ?? 0) - (now ?? 0) : numbers[kind];
  const order = [...numbers.keys()].sort(
    (one, two) => Number(!numbers[one]) - Number(!numbers[two]) || worth(two) - worth(one)
  );
  const most = Math.max(...order.map(worth), 1e-9);
  const row = (kind, name, sign2, meaning, number, share, repaired) => make(
    "tr",
    {},
    make(
      "th",
      { scope: "row" },
      make("span", { class: "sign", "aria-hidden": "true" }, sign2),
      " ",
      button(name, () => only(kind), { class: "link", disabled: !number })
    ),
    make("td", {}, number.toLocaleString("en")),
    repairs ? repaired.map((text) => make("td", {}, text)) : null,
    make("td", { class: "bar wide", "aria-hidden": "true" }, share > 1e-3 && make("span", { vars: { "--share": share } })),
    make("td", { class: "explained quiet" }, meaning)
  );
  const repairedAs = (kind) => repairs && [gain(repairs[kind].alone, now), percent(repairs[kind].alone)];
  const rows = [
    ...order.map((kind) => {
      const name = model.kindNames[kind];
      return row(kind, name, signsOf([kind]), model.kinds[name], numbers[kind], worth(kind) / most, repairedAs(kind));
    }),
    ...beside.map(({ kind, what, errors }) => {
      const meaning = `${KINDS[kind].meaning}: ${besideCounts(pair, errors)}`;
      return row(kind, what, KINDS[kind].sign, meaning, errors.length, 0, ["–", "–"]);
    })
  ];
  const gained = repairs ? ["Gain", `${model.mainMetric.title} if repaired`] : [];
  const head = ["Type", "Errors", ...gained, make("td", { class: "bar wide" }), make("th", { scope: "col", class: "explained" }, "Meaning")];
  return table("Errors by type", head, rows, { kind: "kinds" });
}
function besideKinds(pair) {
  const kinds2 = Object.keys(KINDS);
  return kinds2.map((kind) => ({ kind, errors: pair.anaphoraErrors.filter((error) => error.kind === kind) })).filter(({ errors }) => errors.length).map(({ kind, errors }) => ({ kind, what: errors[0].what, errors }));
}
function costs(pair) {
  const names = Object.keys(pair.givenCosts);
  const metric = pair.model.metrics.find(({ name }) => name === (names.includes("b3") ? "b3" : names[0]));
  const paid = metric ? pair.costs(metric.name) : null;
  const sum = (each, mentions) => mentions.reduce((all, mention) => all + each[mention], 0);
  return {
    what: metric && paid ? `points of ${metric.title} recall and precision` : "",
    of: (error) => paid ? sum(paid.key, pair.errors.key[error]) + sum(paid.response, pair.errors.response[error]) : 0
  };
}
function chosen(pair, wanted2, cost) {
  const { kind, document: document2, key, response } = pair.errors;
  const [made, besideMade] = [makers(pair, wanted2.makers), besideMakers(pair, wanted2.makers)];
  const passes2 = (which, where) => (wanted2.kind === "all" || String(which) === wanted2.kind) && (wanted2.document === "all" || where === Number(wanted2.document));
  const typed = (side, mentions) => wanted2.type === "all" || mentions.some((mention) => pair.side(side).typeOf(mention) === wanted2.type);
  const errors = [...kind.keys()].filter(
    (error) => passes2(kind[error], document2[error]) && (key[error].length ? typed("key", key[error]) : typed("response", response[error])) && (!wanted2.cost || 100 * cost(error) >= wanted2.cost) && made(error)
  );
  const ofType = (error) => {
    const mention = besideMention(pair, error);
    return wanted2.type === "all" || typed(besideSide(error) ?? "key", mention < 0 ? [] : [mention]);
  };
  const beside = pair.anaphoraErrors.filter(
    (error) => passes2(error.kind, error.document) && ofType(error) && !wanted2.cost && besideMade(error)
    // costs no points
  );
  return { errors, beside };
}
function rivals(pair) {
  const { systems } = pair.model;
  return [...systems.keys()].filter(
    (number) => number !== pair.system && systems[number].errors && systems[number].key === systems[pair.system].key
  );
}
function makers(pair, wanted2) {
  const made = madeBy(pair, wanted2, identified);
  return (error) => wanted2 === "all" || made(identity(pair, error));
}
function besideMakers(pair, wanted2) {
  const made = madeBy(pair, wanted2, (other) => new Set(other.anaphoraErrors.map(besideIdentity)));
  return (error) => made(besideIdentity(error));
}
function madeBy(pair, wanted2, errorsOf) {
  if (wanted2 === "all") return () => true;
  const others = rivals(pair).map((number) => ({ number, errors: errorsOf(pair.model.pair(number)) }));
  return (mine) => {
    if (wanted2 === "only") return others.every(({ errors }) => !errors.has(mine));
    if (wanted2 === "every") return others.every(({ errors }) => errors.has(mine));
    return others.some(({ number, errors }) => number === Number(wanted2) && !errors.has(mine));
  };
}
function controls(pair, wanted2, filter, what, go) {
  const { model } = pair;
  const label = document.activeElement?.closest(".field")?.firstChild?.textContent;
  const any = (title, field, options) => select(title, [["all", "any"], ...options], wanted2[field], (value) => filter({ [field]: value }));
  const numbered = (names) => names.map((name, number) => [number, name]);
  const kinds2 = [...numbered(model.kindNames), ...besideKinds(pair).map(({ kind, what: what2 }) => [kind, what2])];
  const fields2 = [any("Error type", "kind", kinds2)];
  if (pair.key.type || pair.response.type)
    fields2.push(any("Mention type", "type", model.types.map((name) => [name, name])));
  if (model.documents.length > 1) fields2.push(any("Document", "document", numbered(model.shortNames)));
  if (what) {
    fields2.push(pointsField("Minimum cost, in points", wanted2.cost, (cost) => filter({ cost })));
  }
  const others = rivals(pair);
  if (model.systems.length > 1)
    fields2.unshift(
      select(
        "Errors of",
        model.systems.map((_, number) => [number, model.nameOf(number)]),
        pair.system,
        (value) => go({ system: Number(value) })
      )
    );
  if (others.length) {
    const name = model.nameOf(pair.system);
    const several = others.length > 1;
    const apart = several ? others.map((number) => [number, `not ${model.nameOf(number)}`]) : [];
    const every = `${several ? "all" : "both"} systems`;
    fields2.splice(1, 0, any("Made by", "makers", [["only", `only ${name}`], ["every", every], ...apart]));
  }
  queueMicrotask(() => {
    const field = label && fields2.find((each) => each.firstChild?.textContent === label);
    if (field) field.lastElementChild?.focus();
  });
  return fields2;
}
function paged(items, size, shown2, what, frame2) {
  const holder = make("div", { class: "page" });
  const where = make("span", { class: "quiet" });
  let first = 0;
  const turn = (to) => {
    first = to;
    holder.replaceChildren(frame2(items.slice(first, first + size).map(shown2)));
    const last = Math.min(first + size, items.length);
    where.textContent = `${(first + 1).toLocaleString("en")}–${last.toLocaleString("en")} of ${items.length.toLocaleString("en")}`;
    before.disabled = first === 0;
    after.disabled = last === items.length;
  };
  const step = (way) => () => {
    turn(first + way * size);
    announce(`${what} ${where.textContent}`);
    if (holder.getBoundingClientRect().top < 0) holder.scrollIntoView({ block: "start" });
  };
  const before = button("‹", step(-1), { "aria-label": `Previous ${what}` });
  const after = button("›", step(1), { "aria-label": `Next ${what}` });
  turn(0);
  return make("div", { class: "paged" }, holder, items.length > size && make("div", { class: "pager" }, before, where, after));
}
function card(pair, group, cost) {
  const beside = "beside" in group;
  const counted2 = count(group.errors.length, "error");
  const facts = beside || !cost.what ? counted2 : `${counted2} · ${points2(group.cost)} points`;
  const list2 = (content) => make("ol", { class: "examples" }, content);
  return make(
    "section",
    { class: `card ${beside ? group.beside : `kind${group.kind}`}` },
    make(
      "h2",
      {},
      make("span", { class: "sign", "aria-hidden": "true" }, beside ? KINDS[group.beside].sign : signsOf([group.kind])),
      " ",
      spoken(group.name, "em"),
      make("span", { class: "quiet" }, ` ${facts}`)
    ),
    beside ? paged(group.errors, EXAMPLES, (error) => besideExample(pair, error), "examples", list2) : paged(group.errors, EXAMPLES, (error) => example(pair, error, cost), "examples", list2)
  );
}
function besideExample(pair, error) {
  const { model } = pair;
  const side = besideSide(error);
  const runs = side ? error[side]?.ends[0] ?? [] : [];
  const mention = besideMention(pair, error);
  const { document: document2 } = error;
  const item = error.item === void 0 ? null : pair.anaphora[document2].indexOf(pair.anaphoraItems[error.item]);
  const href = hashOf({ view: "text", system: pair.system, document: document2, item }, model);
  const colour = side && mention >= 0 ? pair.colour(side, pair.side(side).entity[mention]) : "var(--alone)";
  const marked = make("mark", { vars: { "--colour": colour } }, wordsOf(pair, error, runs));
  return make(
    "li",
    {},
    make("p", { class: "sentence" }, spoken(besideSentence(pair, error), "q")),
    runs.length > 0 && make("a", { href, class: "example" }, inContext(pair.texts[document2], runs[0][0], runs[runs.length - 1][1], marked)),
    inDocument("p", model, document2)
  );
}
function points2(cost) {
  return cost > 0 ? Number((100 * cost).toPrecision(2)).toString() : "0";
}
function example(pair, error, cost) {
  const { model } = pair;
  const { sentence: sentence2, side, mention, with: joint, of } = explained(pair, error);
  const span = model.kindNames[pair.errors.kind[error]] === "span";
  const theirs = pair.errors.response[error][0];
  const link = (name, which) => make("a", { href: hashOf(placeOf(pair, name, which), model), class: "example" }, snippet(pair, name, which));
  return make(
    "li",
    {},
    make("p", { class: "sentence" }, spoken(sentence2, "q")),
    span ? make("div", { class: "two rows" }, whose(sideName(pair, "key"), link("key", mention)), whose(sideName(pair, "response"), link("response", theirs))) : link(side, mention),
    make("div", { class: "two" }, company2(pair, "is with", joint), company2(pair, "belongs to", of)),
    inDocument("p", model, pair.errors.document[error], cost.what && ` · ${points2(cost.of(error))} points`)
  );
}
function whose(name, content) {
  return make("div", {}, make("span", { class: "quiet" }, `${name} `), content);
}
function company2(pair, what, whom) {
  if (!whom) return null;
  const { side, entity, mentions } = whom;
  const link = (mention, content) => make("a", { href: hashOf(placeOf(pair, side, mention), pair.model) }, content);
  const others = mentions.slice(0, CHIPS);
  return make(
    "div",
    { class: "company" },
    make("span", { class: "quiet" }, `${what} · ${sideName(pair, side)} `),
    make("div", {}, swatch(pair, side, entity), " ", link(mentions[0], named(titleOf(pair, side, entity)))),
    make(
      "div",
      { class: "quiet chips" },
      others.map((mention, place) => [place ? " · " : "", named(pair.wordsOf(side, mention, 28))]),
      mentions.length > CHIPS ? ` and ${mentions.length - CHIPS} more` : ""
    )
  );
}
function snippet(pair, side, mention) {
  const mine = pair.side(side);
  const text = pair.texts[mine.document[mention]];
  const marked = make(
    "mark",
    { vars: { "--colour": pair.colour(side, mine.entity[mention]) } },
    pair.wordsOf(side, mention, 80)
  );
  return inContext(mine.labels ? null : text, mine.first[mention], mine.last[mention], marked);
}
function inContext(text, first, last, marked) {
  if (!text?.known) return make("bdi", {}, marked);
  const before = joined(text, first - CONTEXT, first).slice(-60);
  const after = joined(text, last + 1, last + 1 + CONTEXT).slice(0, 60);
  const [blank] = spaced(text, Math.max(0, first - 1), first + 1);
  const [next] = spaced(text, last, Math.min(last + 2, text.words.length));
  return make("bdi", {}, before && `…${before}${blank ? " " : ""}`, marked, after && `${next ? " " : ""}${after}…`);
}

// report/documents.ts
var ROWS = 15;
function documentTable(model, metric) {
  const scores = model.systems.map((system) => system.f1[metric]);
  const linked = model.units.length === model.documents.length && model.keys.length > 0;
  const bounds = linked ? model.keys[0].side.bounds : null;
  const short2 = shortNames(model.units);
  const rows = model.units.map((name, number) => {
    const values = scores.map((each) => each[number]);
    const known = values.filter((value) => value !== null);
    return {
      name,
      number,
      values,
      size: bounds ? bounds[number + 1] - bounds[number] : 0,
      mean: known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : 2,
      spread: known.length > 1 ? Math.max(...known) - Math.min(...known) : 0
    };
  });
  const all = rows.flatMap((row2) => row2.values.filter((value) => value !== null));
  const [least, most] = [Math.min(...all, 1), Math.max(...all, 0)];
  const several = scores.length > 1;
  const heat = (value) => make("td", { class: "heat", vars: { "--share": value === null ? 0 : (value - least) / Math.max(most - least, 1e-9) } }, percent(value, 1));
  const row = (each) => make(
    "tr",
    {},
    make(
      "th",
      { scope: "row", class: "path", title: each.name === short2[each.number] ? null : each.name },
      linked ? make("a", { href: hashOf({ view: "text", document: each.number }, model) }, named(short2[each.number])) : named(short2[each.number])
    ),
    bounds && make("td", { class: "quiet" }, each.size.toLocaleString("en")),
    each.values.map(heat),
    several && make("td", { class: "quiet" }, percent(each.spread, 1))
  );
  const score = (value) => value ?? 2;
  const orders = {
    worst: { title: "lowest first", by: (one, two) => one.mean - two.mean },
    ...several ? { spread: { title: "largest spread first", by: (one, two) => two.spread - one.spread } } : {},
    file: { title: "in the order of the files", by: (one, two) => one.number - two.number },
    name: { title: "by name", by: (one, two) => one.name.localeCompare(two.name, "en", { numeric: true }) },
    ...bounds ? { size: { title: "largest first", by: (one, two) => two.size - one.size } } : {},
    ...Object.fromEntries(
      several ? model.systems.map((_, number) => [
        `system ${number}`,
        { title: `${model.nameOf(number)}, lowest first`, by: (one, two) => score(one.values[number]) - score(two.values[number]) }
      ]) : []
    )
  };
  const holder = make("div");
  const draw2 = (order) => {
    const ordered = [...rows].sort((one, two) => orders[order].by(one, two) || one.number - two.number);
    const title = (name, content, given = {}) => {
      const sorted3 = name === order ? { "aria-sort": ["spread", "size"].includes(name) ? "descending" : "ascending" } : {};
      return make("th", { scope: "col", ...given, ...sorted3 }, button(content, () => choose(name)));
    };
    const head = [
      title("name", "Document", { class: "path" }),
      ...bounds ? [title("size", "Key mentions")] : [],
      ...model.systems.map((_, number) => title(several ? `system ${number}` : "worst", named(model.nameOf(number)))),
      ...several ? [title("spread", "Spread", { title: "the highest minus the lowest" })] : []
    ];
    holder.replaceChildren(
      paged(ordered, ROWS, row, "documents", (content) => table("Scores by document", head, content, { kind: "documents-by-system" }))
    );
  };
  const choose = (order) => {
    draw2(order);
    const field = chosen2.querySelector("select");
    if (field) field.value = order;
    holder.querySelector("[aria-sort] button")?.focus();
  };
  const first = several ? "spread" : "worst";
  draw2(first);
  const titles = Object.entries(orders).map(([name, { title }]) => [name, title]);
  const chosen2 = make("div", { class: "fields" }, select("Order", titles, first, draw2));
  return [chosen2, holder];
}

// sheet/order.ts
function compared(one, two, { numeric, down }) {
  if (one === "" || two === "") return Number(one === "") - Number(two === "");
  const order = numeric ? Number(one) - Number(two) : one.localeCompare(two);
  return down ? -order : order;
}

// sheet/sorting.ts
function sort(button2) {
  const head = button2.closest("th");
  const table2 = button2.closest("table");
  if (!head || !table2) return;
  const column = head.cellIndex;
  const numeric = head.hasAttribute("data-numeric");
  const before = head.getAttribute("aria-sort");
  const down = before ? before === "ascending" : numeric && !head.hasAttribute("data-rank");
  for (const other of table2.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const value = (row) => row.cells[column].getAttribute("data-value") ?? "";
  const body = table2.tBodies[0];
  body.append(...[...body.rows].sort((one, two) => compared(value(one), value(two), { numeric, down })));
}

// report/scores.ts
function scoresView(model, system, go) {
  return make(
    "div",
    { class: "cards" },
    warningLine(model),
    card2(judged(model), `wide verdict${model.doubts.length ? " doubtful" : ""}`, verdict(model, system)),
    changeCard(model),
    card2("Scores", "wide", model.systems.length > 1 ? overview(model, system, go) : null, details(model, system)),
    card2("By metric", "", metricsChart(model, system)),
    documentsCard(model, go),
    model.units.length > 1 && card2("Documents", "wide", documentTable(model, model.main)),
    breakdownCard(model),
    card2("What was compared", "wide", compared2(model)),
    warnings(model)
  );
}
function judged(model) {
  if (model.doubts.length) return "Check the input";
  return model.annotator === null ? "Verdict" : "Agreement";
}
function card2(title, kind, ...content) {
  return make("section", { class: `card ${kind}` }, make("h2", {}, title), ...content);
}
function overview(model, chosen2, go) {
  const ranked = Boolean(model.systems[0].ranks) && model.annotator === null;
  const best2 = model.metrics.map(
    (metric) => Math.max(...model.systems.map((_, number) => model.f1(number, metric.name) ?? 0))
  );
  const rows = model.systems.map(
    (_, number) => make(
      "tr",
      { class: number === chosen2 ? "chosen" : "" },
      make(
        "th",
        { scope: "row", "data-value": model.nameOf(number) },
        button(named(model.nameOf(number)), () => go({ system: number }), {
          class: "link",
          "aria-pressed": String(number === chosen2)
        })
      ),
      model.metrics.map((metric, column2) => {
        const value = model.f1(number, metric.name);
        const top = model.annotator === null && value !== null && percent(value) === percent(best2[column2]);
        return make("td", { class: keptClass(model, metric), "data-value": value ?? "" }, top ? make("strong", {}, percent(value)) : percent(value));
      }),
      ranked ? make("td", { "data-value": model.systems[number].ranks[model.main] }, String(model.systems[number].ranks[model.main])) : null
    )
  );
  const column = (title, about, given) => make("th", { scope: "col", title: about, ...given }, button(title, (event) => sort(event.currentTarget)));
  const head = [
    column("System, F1", null, {}),
    ...model.metrics.map(
      (metric) => column(metric.title, metric.summary, { class: keptClass(model, metric), "data-numeric": true })
    )
  ];
  const rank = { "data-numeric": true, "data-rank": true };
  if (ranked) head.push(column(`Rank by ${model.mainMetric.title}`, "1 + the number of significantly better systems", rank));
  return table("F1 of all systems", head, rows);
}
function keptClass(model, metric) {
  return metric.name === model.main ? "kept" : null;
}
function hasIntervals(model, system) {
  return Object.keys(model.systems[system].intervals?.scores ?? {}).length > 0;
}
function details(model, system) {
  const { scores } = model.result.systems[system];
  const intervals = model.systems[system].intervals;
  const hasBounds = hasIntervals(model, system);
  const rows = model.metrics.map((metric) => {
    const score = scores[metric.name];
    const bounds = intervals?.scores[metric.name]?.f1;
    return make(
      "tr",
      {},
      make("th", { scope: "row", title: metric.summary }, metric.title),
      ["recall", "precision", "f1"].map((field) => {
        if (!(field in score)) return make("td", {});
        const value = score.undefined.includes(field) ? null : score[field];
        return make("td", { class: field === "f1" ? "main" : "" }, percent(value));
      }),
      hasBounds ? make("td", { class: "quiet" }, bounds ? bounds.map((bound) => percent(bound)).join(" – ") : "") : null,
      make(
        "td",
        { class: "bar", "aria-hidden": "true" },
        make("span", { vars: { "--share": score.f1 } }),
        bounds ? make("i", { vars: { "--low": bounds[0], "--high": bounds[1] } }) : null
      )
    );
  });
  const head = ["Metric", "Recall", "Precision", "F1", ...hasBounds ? ["F1 interval"] : [], ""];
  const caption = model.systems.length > 1 ? named(model.nameOf(system)) : null;
  return [
    table("Scores by metric", head, rows, { kind: "metrics", caption }),
    intervals ? make("p", { class: "quiet" }, intervals.note) : null
  ];
}
function metricsChart(model, system) {
  const rows = model.metrics.map((metric) => metric.title);
  const of = (number, field) => model.metrics.map((metric) => {
    const score = model.result.systems[number].scores[metric.name];
    return field in score && !score.undefined.includes(field) ? score[field] : null;
  });
  const bound = (number, side) => hasIntervals(model, number) ? model.metrics.map((metric) => model.systems[number].intervals.scores[metric.name]?.f1?.[side] ?? null) : void 0;
  const series = model.systems.length > 1 ? model.systems.map((_, number) => ({
    name: model.nameOf(number),
    values: of(number, "f1"),
    low: bound(number, 0),
    high: bound(number, 1)
  })) : [
    { name: "F1", values: of(system, "f1"), low: bound(system, 0), high: bound(system, 1) },
    ...["recall", "precision"].map((field) => ({ name: field, values: of(system, field) }))
  ];
  const title = model.systems.length > 1 ? "F1 of each system by metric" : "Recall, precision and F1 by metric";
  return figure(dotPlot(title, rows, series), `${title}, in percent`);
}
function figure(chart, caption) {
  return make("figure", {}, chart, make("figcaption", {}, caption));
}
function verdict(model, system) {
  const [first, ...rest2] = model.verdict;
  const repairs = model.systems[system].repaired;
  const now = model.f1(system);
  const gains = (repairs ?? []).map(({ alone }, kind) => ({ kind, alone: alone ?? 0 })).filter(({ alone }) => now !== null && alone - now >= 5e-5).sort((one, two) => two.alone - one.alone).slice(0, 2).map(({ kind, alone }) => `${model.kindNames[kind]} (${gain(alone, now)} if repaired)`);
  return [
    make("p", { class: "headline" }, named(first)),
    rest2.map((sentence2) => make("p", {}, named(sentence2))),
    gains.length > 0 && !model.doubts.length && make("p", {}, "The costliest errors of ", named(model.nameOf(system)), `: ${gains.join(", ")}.`)
  ];
}
function documentsCard(model, go) {
  const metric = model.mainMetric;
  if (model.units.length !== model.documents.length || !model.keys.length)
    return card2("By document", "", make("p", {}, "Documents were scored together, so they have no separate scores."));
  const { bounds } = model.keys[0].side;
  const series = model.systems.map((each, system) => ({
    name: model.nameOf(system),
    points: each.f1[metric.name].flatMap(
      (y, document2) => y === null ? [] : {
        x: bounds[document2 + 1] - bounds[document2],
        y,
        name: model.shortNames[document2],
        go: () => go({ view: "text", system, document: document2, side: null, token: null })
      }
    )
  }));
  if (model.documents.length < 2) return null;
  const title = `${metric.title} F1 of each document against its number of key mentions`;
  const chart = scatter(title, series, { x: "key mentions" });
  return card2("By document", "", figure(chart, `${title}; click a point to read the document`));
}
function compared2(model) {
  const sides = [model.result.key, ...model.result.systems];
  const rows = sides.map(
    (side, number) => make(
      "tr",
      {},
      make("th", { scope: "row" }, named(number ? side.name : sideTitle({ model, system: 0 }, "key"))),
      make("td", { class: "path" }, named(side.path ?? "Python object")),
      [side.documents, side.entities, side.mentions].map((value) => make("td", {}, value.toLocaleString("en"))),
      make(
        "td",
        { class: "path" },
        side.sha256 ? make("code", { title: `SHA-256 ${side.sha256}` }, side.sha256.slice(0, 12)) : "–"
      )
    )
  );
  const path = (name) => make("th", { scope: "col", class: "path" }, name);
  const head = ["", path("File"), "Documents", "Entities", "Mentions", path("SHA-256")];
  return [
    table("Files", head, rows, { kind: "sides" }),
    make(
      "p",
      { class: "signature" },
      make("span", { class: "quiet" }, "Signature "),
      signatureCode(model.result.signature),
      button("Copy", () => copy(model.result.signature))
    )
  ];
}
function copy(text) {
  navigator.clipboard?.writeText(text).then(
    () => announce("Signature copied"),
    () => announce("The browser does not allow copying")
  );
}
function withWarnings(model) {
  const sides = [[sideTitle({ model, system: 0 }, "key"), model.result.key], ...model.result.systems.map((side) => [side.name, side])];
  return sides.filter(([, side]) => side.warnings.length);
}
function warningLine(model) {
  const told = ["guessed-types", ...model.doubts];
  const found = withWarnings(model).flatMap(([, side]) => side.warnings).filter(({ code }) => !told.includes(code));
  const kinds2 = new Set(found.map(({ kind }) => kind));
  if (!kinds2.size) return null;
  const show = button("Show", () => byId("warnings").scrollIntoView({ behavior: "smooth" }), { class: "link" });
  return make(
    "p",
    { class: "warned-of" },
    make("strong", {}, count(kinds2.size, "warning")),
    `: ${[...kinds2].join("; ")}. `,
    show
  );
}
function warnings(model) {
  const found = withWarnings(model);
  if (!found.length) return null;
  const shown2 = card2(
    "Warnings",
    "wide",
    found.map(([name, side]) => [
      make("h3", {}, named(name)),
      make(
        "ul",
        { class: "warnings" },
        side.warnings.map(
          (each) => make("li", {}, make("strong", {}, each.kind), ` (${count(each.count, "time")}): `, named(each.first))
        )
      )
    ])
  );
  shown2.id = "warnings";
  return shown2;
}

// report/fates.ts
var NAMED = 2;
function fateOf(pair, side, entity) {
  const other = pair.side(otherSide(side));
  const shared = /* @__PURE__ */ new Map();
  let lost = 0;
  const mentions = pair.side(side).mentions(entity);
  for (const mention of mentions) {
    const twin = pair.twins[side][mention];
    if (twin < 0) lost += 1;
    else shared.set(other.entity[twin], (shared.get(other.entity[twin]) ?? 0) + 1);
  }
  const pieces = [...shared].map(([each, number]) => ({ entity: each, shared: number }));
  pieces.sort((one, two) => two.shared - one.shared || one.entity - two.entity);
  const company3 = /* @__PURE__ */ new Set();
  if (pieces.length)
    for (const mention of other.mentions(pieces[0].entity)) {
      const twin = pair.twins[other.name][mention];
      if (twin >= 0) company3.add(pair.side(side).entity[twin]);
    }
  company3.delete(entity);
  return { size: mentions.length, pieces, lost, company: [...company3] };
}
function whole(pair, side, { size, pieces }) {
  return pieces.length === 1 && pieces[0].shared === size && pair.side(otherSide(side)).size[pieces[0].entity] === size;
}
function lostInWords(side, { pieces, lost }) {
  const lacks = side === "key" ? "missing" : "not in the key";
  return pieces.length ? `${lost} ${lacks}` : lacks;
}
function fateInWords(pair, side, fate) {
  const { pieces, lost, company: company3, size } = fate;
  if (!pieces.length) return [lostInWords(side, fate)];
  if (whole(pair, side, fate)) return ["whole"];
  const names = (which, entities2) => {
    const some = entities2.slice(0, NAMED).map((each) => `“${titleOf(pair, which, each, 28)}”`);
    return `${some.join(", ")}${entities2.length > NAMED ? ` and ${entities2.length - NAMED} more` : ""}`;
  };
  const numbers = pieces.slice(0, 6).map((piece) => piece.shared);
  const sum = `${numbers.join(" + ")}${pieces.length > 6 ? " + …" : ""}`;
  const words = [];
  if (pieces.length > 1) {
    const from = names("key", pieces.map((piece) => piece.entity));
    words.push(side === "key" ? `split into ${sum}` : `joins ${sum}, from ${from}`);
  } else if (lost) words.push(`${numbers[0]} of ${size} matched`);
  if (lost) words.push(lostInWords(side, fate));
  if (company3.length) {
    const how = side === "key" ? "merged with" : `the rest of ${names("key", [pieces[0].entity])} is with`;
    words.push(`${how} ${names(side, company3)}`);
  }
  const other = pair.side(otherSide(side)).size[pieces[0].entity];
  if (!words.length) words.push(`whole, with ${count(other - size, "mention")} that the ${side} does not have`);
  return words;
}

// report/entities.ts
var ROWS2 = 15;
var ORDERS = { size: "largest first", cost: "costliest first", text: "in the order of the text" };
var SHOWN = { many: "two mentions or more", wrong: "not whole", all: "all" };
var wanted = { order: "size", shown: "many" };
function entitiesView(model, system, document2, go) {
  const pair = model.pair(system);
  const many = model.documents.length > 1;
  const cards = make("div", { class: "cards groups" });
  const draw2 = () => {
    const lists = SIDES.map((side) => list(pair, side, sorted(pair, side, entitiesOf(pair, side, document2)), many && document2 < 0, sort2));
    cards.replaceChildren(...lists);
  };
  const sort2 = (order2, side) => {
    wanted.order = order2;
    draw2();
    const [field] = view.querySelectorAll(".order-of-entities select");
    if (field instanceof HTMLSelectElement) field.value = order2;
    cards.querySelector(`.entities-of-${side} [aria-sort] button`)?.focus();
  };
  const choose = (field) => (value) => {
    wanted[field] = value;
    draw2();
  };
  const order = select("Order", Object.entries(ORDERS), wanted.order, choose("order"));
  order.classList.add("order-of-entities");
  const view = make(
    "div",
    { class: "cards" },
    make(
      "div",
      { class: "fields wide" },
      many && select(
        "Document",
        [[-1, "all"], ...model.shortNames.map((name, number) => [number, name])],
        document2,
        (value) => go({ document: Number(value) })
      ),
      order,
      select("Entities", Object.entries(SHOWN), wanted.shown, choose("shown"))
    ),
    make("div", { class: "wide" }, cards)
  );
  draw2();
  return view;
}
function entitiesOf(pair, side, document2) {
  const mine = pair.side(side);
  if (document2 < 0) return [...mine.size.keys()].filter((entity) => mine.size[entity]);
  return [...new Set(mine.entity.subarray(mine.bounds[document2], mine.bounds[document2 + 1]))];
}
function metricOf(pair) {
  const names = Object.keys(pair.givenCosts);
  return pair.model.metrics.find(({ name }) => name === (names.includes("b3") ? "b3" : names[0]));
}
function sorted(pair, side, entities2) {
  const mine = pair.side(side);
  const metric = metricOf(pair);
  const rows = entities2.filter((entity) => wanted.shown !== "many" || mine.size[entity] > 1).filter((entity) => wanted.shown !== "wrong" || !whole(pair, side, fateOf(pair, side, entity))).map((entity) => ({ entity, cost: metric ? costOf(pair, metric.name, side, entity) : null }));
  if (wanted.order === "text") rows.sort((one, two) => one.entity - two.entity);
  else if (wanted.order === "cost") rows.sort((one, two) => (two.cost ?? 0) - (one.cost ?? 0) || one.entity - two.entity);
  else rows.sort((one, two) => mine.size[two.entity] - mine.size[one.entity] || one.entity - two.entity);
  return rows;
}
function list(pair, side, rows, where, sort2) {
  const mine = pair.side(side);
  const metric = metricOf(pair);
  const lost = side === "key" ? "recall" : "precision";
  const row = ({ entity, cost }) => {
    const first = mine.mentions(entity)[0];
    const fate = fateOf(pair, side, entity);
    const lacks = fate.lost > 0 && lostInWords(side, fate);
    const marked = (part) => make("span", { class: "sign" }, `${side === "key" ? "−" : "+"} ${part}`);
    const said = fateInWords(pair, side, fate).map((part, place) => [place ? "; " : "", part === lacks ? marked(part) : named(part)]);
    return make(
      "tr",
      {},
      make(
        "th",
        { scope: "row", class: "name" },
        swatch(pair, side, entity),
        " ",
        make("a", { href: hashOf(placeOf(pair, side, first), pair.model) }, named(titleOf(pair, side, entity))),
        where && inDocument("span", pair.model, mine.document[first])
      ),
      make("td", {}, mine.size[entity].toLocaleString("en")),
      metric && make("td", { class: "points" }, percent(cost)),
      make("td", { class: `fate${whole(pair, side, fate) ? " quiet" : ""}` }, said)
    );
  };
  const title = (order, name, given = {}) => {
    const sorted3 = wanted.order === order ? { "aria-sort": order === "text" ? "ascending" : "descending" } : {};
    return make("th", { scope: "col", ...given, ...sorted3 }, button(name, () => sort2(order, side)));
  };
  const about = metric && `points of ${metric.title} ${lost} that its mentions cost`;
  const head = [
    title("text", "Entity"),
    title("size", "Mentions"),
    ...metric ? [title("cost", "Cost", { class: "points", title: about })] : [],
    make("th", { scope: "col", class: "fate" }, "On the other side")
  ];
  const heading = `${sideTitle(pair, side)} entities`;
  return make(
    "section",
    { class: `card entities-of-${side}` },
    make("h2", {}, named(heading), make("span", { class: "quiet" }, ` ${count(rows.length, "entity", "entities")}`)),
    rows.length ? paged(rows, ROWS2, row, "entities", (content) => table(heading, head, content, { kind: "entities" })) : make("p", { class: "quiet" }, "None.")
  );
}

// report/hold.ts
var CALM = 8;
var INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"];
var Hold = class {
  // of the jump that is going on
  constructor(area) {
    this.area = area;
    this.round = 0;
    for (const kind of INPUTS) window.addEventListener(kind, () => this.release(), { passive: true, capture: true });
  }
  release() {
    this.round += 1;
    this.area.classList.remove("held");
  }
  // Keep what is found at its present distance from the upper edge of the window.
  // `find`: the target may be drawn again
  keep(find) {
    this.release();
    this.area.classList.add("held");
    const { round } = this;
    const place = find()?.getBoundingClientRect().top;
    let calm = 0;
    const look = () => {
      if (round !== this.round) return;
      const target = find();
      if (!target || place === void 0 || calm >= CALM) return this.release();
      const [before, off] = [window.scrollY, target.getBoundingClientRect().top - place];
      if (Math.abs(off) >= 1) window.scrollBy({ top: off, behavior: "instant" });
      calm = window.scrollY === before ? calm + 1 : 0;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
};

// report/overlay.ts
var PERIOD = 8;
var Overlay = class {
  // paragraphs whose lines are known at this width
  constructor(view) {
    this.view = view;
    this.element = svg("svg", { class: "arrows", "aria-hidden": "true" });
    this.planned = false;
    this.width = 0;
    this.measured = /* @__PURE__ */ new WeakSet();
    new ResizeObserver(() => {
      if (view.element.clientWidth === this.width) return;
      this.width = view.element.clientWidth;
      this.measured = /* @__PURE__ */ new WeakSet();
      this.plan();
    }).observe(view.element);
  }
  // Once before the next frame, however many chunks are filled.
  plan() {
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.draw();
    });
  }
  draw() {
    const acts = [];
    for (const chunk of this.view.filled) {
      for (const paragraph of chunk.element.querySelectorAll("p.words")) {
        if (this.measured.has(paragraph)) continue;
        this.measured.add(paragraph);
        acts.push(banded(paragraph));
      }
    }
    const arrows = this.arrows();
    for (const act of acts) act();
    this.element.replaceChildren(...arrows);
    this.mark();
  }
  arrows() {
    const { view } = this;
    if (!view.items.length) return [];
    const frame2 = view.element.getBoundingClientRect();
    const found = [];
    for (const chunk of view.filled) {
      const chips2 = chunk.element.querySelectorAll(".beside");
      for (const chip2 of chips2) {
        const item = view.pair.anaphora[view.document][Number(chip2.dataset.item)];
        const cells = [...chip2.closest(".block")?.querySelectorAll("p.words") ?? []];
        const number = cells.findIndex((cell) => cell.contains(chip2));
        const from = chip2.getBoundingClientRect();
        for (const { to, state } of arrowsOf(item, view.cells[number])) {
          const far = view.chunkAt(to);
          const target = far?.tokens?.get(to)?.[number] ?? far?.element;
          if (!target) continue;
          const drawn = arrow(from, target.getClientRects()[0] ?? target.getBoundingClientRect(), frame2, state);
          drawn.setAttribute("data-item", chip2.dataset.item ?? "");
          found.push(drawn);
        }
      }
    }
    return found;
  }
  // The arrows of the chosen item stand out.
  mark() {
    const { item, pair, document: document2 } = this.view.opened ? this.view : { item: null, pair: null, document: 0 };
    const number = item && pair ? String(pair.anaphora[document2].indexOf(item)) : null;
    for (const drawn of this.element.children) {
      drawn.classList.toggle("strong", drawn.getAttribute("data-item") === number);
    }
  }
};
function banded(paragraph) {
  const box = paragraph.getBoundingClientRect();
  const lines = [];
  const shifts = [];
  const words = paragraph.querySelectorAll(".word, .beside, .invented");
  if (!paragraph.querySelector(".covered, .beside")) return () => {
  };
  for (const word of words) {
    const { top, bottom, left } = word.getBoundingClientRect();
    const line = lines[lines.length - 1];
    if (line && top < line[1] - 2) {
      line[0] = Math.min(line[0], top);
      line[1] = Math.max(line[1], bottom);
    } else lines.push([top, bottom]);
    if (word.classList.contains("dashed")) shifts.push([word, `${-((left - box.left) % PERIOD).toFixed(2)}px`]);
  }
  const cuts = lines.slice(1).map(([top], place) => ((lines[place][1] + top) / 2 - box.top).toFixed(1));
  const stops = cuts.map((cut, place) => {
    const colour = place % 2 ? "transparent" : "var(--band)";
    return `${colour} ${cut}px ${cuts[place + 1] ? `${cuts[place + 1]}px` : "100%"}`;
  });
  return () => {
    const bands = stops.length ? `linear-gradient(transparent 0 ${cuts[0]}px, ${stops.join(", ")})` : "";
    paragraph.style.backgroundImage = bands;
    for (const [word, shift] of shifts) word.style.setProperty("--shift", shift);
  };
}

// report/strip.ts
var LONG2 = 600;
var ROWS3 = 400;
var Strip = class {
  constructor(view) {
    this.view = view;
    this.window = svg("rect", { class: "window", x: 0, width: 16, y: 0, height: 0 });
    this.errors = svg("path", { class: "errors" });
    this.entity = svg("path", { class: "entity" });
    const drawing = svg(
      "svg",
      { viewBox: `0 0 16 ${ROWS3}`, preserveAspectRatio: "none" },
      this.window,
      this.errors,
      this.entity
    );
    this.element = make("div", { class: "strip", "aria-hidden": "true", hidden: true }, drawing);
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
      view.showWord(Math.min(this.length - 1, Math.floor(share * this.length)), true);
    });
    let planned = false;
    window.addEventListener(
      "scroll",
      () => {
        if (planned || this.element.hidden) return;
        planned = true;
        requestAnimationFrame(() => {
          planned = false;
          this.follow();
        });
      },
      { passive: true }
    );
  }
  get length() {
    return this.view.opened ? this.view.text.words.length : 0;
  }
  open() {
    this.element.hidden = this.length < LONG2;
    if (this.element.hidden) return;
    const { pair, document: document2 } = this.view;
    const rows = /* @__PURE__ */ new Set();
    for (const name of SIDES) {
      const side = pair.side(name);
      for (let mention = side.bounds[document2]; mention < side.bounds[document2 + 1]; mention += 1) {
        if (pair.kindsOf(name, mention).length) rows.add(this.row(side.first[mention]));
      }
    }
    for (const item of pair.anaphora[document2]) {
      const given = item.key ?? item.response;
      if (given && item.verdict && item.verdict !== "right") rows.add(this.row(given.ends[0][0][0]));
    }
    this.errors.setAttribute("d", ticks(rows, 0));
    this.mark();
    this.follow();
  }
  row(token) {
    return Math.min(ROWS3 - 1, Math.floor(token / this.length * ROWS3));
  }
  // The mentions of the chosen entity and of its counterpart.
  mark() {
    if (this.element.hidden) return;
    const { pair, document: document2, chosen: chosen2, hovered } = this.view;
    const active = hovered ?? chosen2;
    const rows = /* @__PURE__ */ new Set();
    if (active) {
      const entity = pair.side(active.side).entity[active.mention];
      const partner = pair.partners[active.side][entity];
      for (const [side, number] of [
        [pair.side(active.side), entity],
        [pair.side(otherSide(active.side)), partner]
      ]) {
        if (number < 0) continue;
        for (const mention of side.mentions(number)) {
          if (side.document[mention] === document2) rows.add(this.row(side.first[mention]));
        }
      }
      this.element.style.setProperty("--colour", pair.colour(active.side, entity));
    }
    this.entity.setAttribute("d", ticks(rows, 8));
  }
  // Which part of the text is in sight; only chunks that are drawn are measured.
  follow() {
    let [first, last] = [this.length, 0];
    for (const chunk of this.view.filled) {
      const { top, bottom, height } = chunk.element.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight || !height) continue;
      const at = (y) => chunk.from + (chunk.to - chunk.from) * Math.min(1, Math.max(0, (y - top) / height));
      first = Math.min(first, at(0));
      last = Math.max(last, at(window.innerHeight));
    }
    const from = first / this.length * ROWS3;
    this.window.setAttribute("y", from.toFixed(1));
    this.window.setAttribute("height", Math.max(3, last / this.length * ROWS3 - from).toFixed(1));
  }
};
function ticks(rows, left) {
  return [...rows].map((row) => `M${left} ${row + 0.5}h8`).join("");
}

// report/text.ts
var CHUNK = 120;
var RUN = 100;
var FAR = 6e3;
var NEAR = 1200;
var TextView = class {
  constructor(handlers) {
    this.handlers = handlers;
    this.element = make("div", { class: "prose", role: "region", "aria-label": "Text", tabindex: 0 });
    this.chunks = [];
    this.runs = [];
    this.rests = null;
    // where the pointer clicked, until it moves
    this.waiting = /* @__PURE__ */ new Set();
    // near the window but not in it: drawn one by one
    this.ordered = null;
    this.filled = /* @__PURE__ */ new Set();
    this.chosen = null;
    this.hovered = null;
    this.hits = [];
    this.lit = [];
    this.opened = null;
    this.document = 0;
    this.mode = "over";
    this.cells = [];
    this.second = null;
    this.drawn = { key: 0, response: 0 };
    this.printing = false;
    this.picked = null;
    this.items = [];
    this.item = null;
    this.chunkOf = /* @__PURE__ */ new WeakMap();
    this.runOf = /* @__PURE__ */ new WeakMap();
    this.shown = (_side, _mention) => true;
    this.overlay = new Overlay(this);
    this.strip = new Strip(this);
    this.hold = new Hold(this.element);
    this.runObserver = new IntersectionObserver((entries) => entries.forEach((entry) => this.visitRun(entry)), {
      rootMargin: `${FAR}px 0px`
    });
    this.observer = new IntersectionObserver((entries) => entries.forEach((entry) => this.visit(entry)), {
      rootMargin: `${NEAR}px 0px`
    });
    this.listen();
  }
  get pair() {
    if (!this.opened) throw new Error("no document is open");
    return this.opened;
  }
  get text() {
    return this.pair.texts[this.document];
  }
  open(pair, document2, mode, shown2, besides = () => true, second = null) {
    this.opened = pair;
    this.second = second;
    this.cells = cellsOf(mode, pair, second && second.pair);
    this.item = this.picked = null;
    this.items = pair.anaphora[document2].filter(besides);
    Object.assign(this, { document: document2, mode, shown: shown2 });
    this.element.dataset.mode = mode;
    this.observer.disconnect();
    this.runObserver.disconnect();
    this.ordered = null;
    const { text } = this;
    const blocks = blocksOf(text).map(([from, to, number]) => {
      return { from, to, number, text, mentions: { key: [], response: [], other: [] }, items: /* @__PURE__ */ new Set() };
    });
    this.fillBuckets(blocks);
    this.chunks = [];
    this.runs = [];
    this.filled.clear();
    this.waiting.clear();
    let chunk = null;
    for (const block of blocks) {
      if (!chunk || block.to - chunk.from > CHUNK) {
        if (this.chunks.length % RUN === 0) this.runs.push({ chunks: [], element: make("div", { class: "run" }), within: false });
        const run = this.runs[this.runs.length - 1];
        chunk = { from: block.from, to: block.to, blocks: [], tokens: null, element: make("div", { class: "chunk" }), run };
        run.chunks.push(chunk);
        this.chunkOf.set(chunk.element, chunk);
        this.chunks.push(chunk);
      }
      chunk.blocks.push(block);
      chunk.to = block.to;
    }
    for (const run of this.runs) {
      this.runOf.set(run.element, run);
      let sum = 0;
      for (const each of run.chunks) {
        const height = this.estimate(each);
        each.element.style.minHeight = `${height}px`;
        sum += height;
      }
      run.element.style.minHeight = `${sum}px`;
    }
    const names = second ? this.cells.map((cell) => cell.below === "key" ? sideTitle(pair, "key") : pair.model.nameOf((cell.other ? second.pair : pair).system)) : SIDES.map((side) => sideTitle(pair, side));
    const titles = ["", ...names].map((title) => make("span", {}, title));
    const heads = make("div", { class: "heads", "aria-hidden": "true" }, titles);
    this.element.replaceChildren(this.overlay.element, heads, ...this.runs.map((each) => each.element));
    for (const each of this.runs) this.runObserver.observe(each.element);
    let left = window.innerHeight;
    for (const each of this.chunks) {
      if (left < 0) break;
      this.fill(each);
      left -= this.estimate(each);
    }
    this.strip.open();
  }
  fillBuckets(blocks) {
    const blockOf = new Int32Array(this.text.words.length);
    blocks.forEach((block, number) => blockOf.fill(number, block.from, block.to));
    this.drawn = { key: 0, response: 0 };
    for (const item of this.items)
      for (const name of SIDES) if (item[name]) blocks[blockOf[anchor(item, name)]]?.items.add(item);
    const all = SIDES.map((name) => [name, this.pair.side(name), this.shown]);
    if (this.second) all.push(["other", this.second.pair.response, this.second.shown]);
    for (const [name, side, shown2] of all) {
      for (let mention = side.bounds[this.document]; mention < side.bounds[this.document + 1]; mention += 1) {
        if (side.first[mention] >= blockOf.length || !shown2(side.name, mention)) continue;
        if (name !== "other") this.drawn[name] += 1;
        const last = blockOf[Math.min(side.last[mention], blockOf.length - 1)];
        for (let number = blockOf[side.first[mention]]; number <= last; number += 1)
          blocks[number].mentions[name].push(mention);
      }
    }
  }
  estimate(chunk) {
    const cells = this.cells.length;
    const perLine = Math.max(5, (this.element.clientWidth || 700) / cells / 48);
    return chunk.blocks.reduce((sum, block) => sum + Math.ceil((block.to - block.from) / perLine) * 66 + 8, 0);
  }
  visitRun(entry) {
    const run = this.runOf.get(entry.target);
    if (!run) return;
    if (entry.isIntersecting) this.insert(run);
    else if (run.within && !this.printing && !run.element.contains(document.activeElement))
      this.takeOut(run, entry.boundingClientRect.height);
  }
  insert(run) {
    if (run.within) return;
    run.within = true;
    run.element.append(...run.chunks.map((each) => each.element));
    run.element.style.minHeight = "";
    for (const each of run.chunks) this.observer.observe(each.element);
  }
  takeOut(run, height) {
    run.element.style.minHeight = `${height}px`;
    for (const each of run.chunks) {
      this.observer.unobserve(each.element);
      if (each.tokens) this.empty(each, each.element.offsetHeight);
    }
    run.element.replaceChildren();
    run.within = false;
  }
  visit(entry) {
    const chunk = this.chunkOf.get(entry.target);
    if (!chunk) return;
    const { top, bottom, height } = entry.boundingClientRect;
    if (!entry.isIntersecting) {
      this.waiting.delete(chunk);
      if (chunk.tokens && !this.printing && !chunk.element.contains(document.activeElement)) this.empty(chunk, height);
    } else if (bottom > 0 && top < window.innerHeight) this.fill(chunk);
    else if (!chunk.tokens) {
      if (!this.waiting.size) requestAnimationFrame(() => this.fillNext());
      this.waiting.add(chunk);
    }
  }
  // One chunk in a frame, so that none of them takes long.
  fillNext() {
    const [chunk] = this.waiting;
    if (!chunk) return;
    this.waiting.delete(chunk);
    this.fill(chunk);
    if (this.waiting.size) requestAnimationFrame(() => this.fillNext());
  }
  fill(chunk) {
    if (chunk.tokens) return;
    this.insert(chunk.run);
    const tokens = /* @__PURE__ */ new Map();
    chunk.tokens = tokens;
    this.filled.add(chunk);
    chunk.element.style.minHeight = "";
    chunk.element.replaceChildren(
      ...chunk.blocks.map((block) => renderBlock(this.pair, block, this.cells, tokens, this.second?.pair ?? null))
    );
    this.paintAll();
    this.overlay.plan();
  }
  // `height`: that it keeps
  empty(chunk, height) {
    chunk.element.style.minHeight = `${height}px`;
    chunk.element.replaceChildren();
    chunk.tokens = null;
    this.filled.delete(chunk);
    this.overlay.plan();
  }
  chunkAt(token) {
    let [low, high] = [0, this.chunks.length - 1];
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (this.chunks[middle].from <= token) low = middle;
      else high = middle - 1;
    }
    const chunk = this.chunks[low];
    return chunk && token >= chunk.from && token < chunk.to ? chunk : void 0;
  }
  tagOf(side, mention) {
    const chunk = this.chunkAt(this.pair.side(side).first[mention]);
    if (!chunk) return null;
    this.fill(chunk);
    return chunk.element.querySelector(`.words:not([data-other]) .tag[data-side="${side}"][data-mention="${mention}"]`);
  }
  wordAt(token) {
    const chunk = this.chunkAt(token);
    if (!chunk) return null;
    this.fill(chunk);
    return chunk.tokens?.get(token)?.[0] ?? null;
  }
  show(side, mention, focus) {
    this.chosen = { side, mention };
    const tag2 = this.tagOf(side, mention);
    const target = tag2 ?? this.wordAt(this.pair.side(side).first[mention]);
    this.light();
    if (!target) return;
    for (const old of this.element.querySelectorAll('.tag[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    if (tag2) tag2.tabIndex = 0;
    if (tag2 && focus) tag2.focus({ preventScroll: true });
    this.bring(() => this.tagOf(side, mention) ?? this.wordAt(this.pair.side(side).first[mention]));
  }
  showWord(token, always = false) {
    this.bring(() => this.wordAt(token), always);
  }
  // `always`: even if it is in sight
  bring(find, always = false) {
    const element = find();
    if (!element) return;
    const { top, bottom } = element.getBoundingClientRect();
    const head = byId("top").offsetHeight + 60;
    const foot = window.innerHeight * (window.innerWidth < 900 ? 0.55 : 0.85);
    if (top > head && bottom < foot && !always) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const far = top < -NEAR / 2 || top > window.innerHeight + NEAR / 2;
    const block = window.innerWidth < 900 ? "start" : "center";
    element.scrollIntoView({ block, behavior: still || far ? "instant" : "smooth" });
    if (still || far) this.hold.keep(find);
    else this.hold.release();
  }
  // The chosen or hovered mention stands out, with all others of its entity and of the counterpart.
  light() {
    this.strip.mark();
    this.paintAll();
  }
  paintAll() {
    for (const word of this.lit) word.style.removeProperty("--lit");
    for (const word of this.lit) word.classList.remove("lit", "here", "hit");
    this.lit = [];
    for (const [from, to] of this.hits) this.paint(from, to, "var(--hit)", "hit");
    for (const name of SIDES) {
      const strong2 = (place) => `color-mix(in oklab, var(--accent) ${place ? 22 : 42}%, transparent)`;
      this.item?.[name]?.ends.forEach((runs, place) => {
        for (const [from, to] of runs) this.paint(from, to + 1, strong2(place), "lit");
      });
    }
    const active = this.hovered ?? (this.item ? null : this.chosen);
    if (!active) return;
    const { pair } = this;
    const entity = pair.side(active.side).entity[active.mention];
    const groups = [
      [active.side, entity],
      [otherSide(active.side), pair.partners[active.side][entity]]
    ];
    for (const [name, number] of groups) {
      if (number < 0) continue;
      const side = pair.side(name);
      const colour = `color-mix(in oklab, ${pair.colour(active.side, entity)} 24%, transparent)`;
      for (const mention of side.mentions(number)) {
        if (side.document[mention] !== this.document) continue;
        for (const [from, to] of side.runsOf(mention)) this.paint(from, to + 1, colour, "lit");
      }
    }
    const strong = `color-mix(in oklab, ${pair.colour(active.side, entity)} 50%, transparent)`;
    for (const [from, to] of pair.side(active.side).runsOf(active.mention)) this.paint(from, to + 1, strong, "here");
  }
  paint(from, to, colour, name) {
    for (const chunk of this.filled) {
      if (chunk.to <= from || chunk.from >= to) continue;
      for (let token = Math.max(from, chunk.from); token < Math.min(to, chunk.to); token += 1) {
        for (const word of chunk.tokens?.get(token) ?? []) {
          word.style.setProperty("--lit", colour);
          word.style.setProperty("--cut", token === to - 1 && word.textContent.endsWith(" ") ? ".26em" : "0px");
          word.classList.add(name);
          this.lit.push(word);
        }
      }
    }
  }
  // Mentions that cover a word and are drawn, the shortest first, the key's before the response's.
  covering(token) {
    const block = this.chunkAt(token)?.blocks.find((each) => token >= each.from && token < each.to);
    const found = [];
    for (const name of SIDES) {
      const side = this.pair.side(name);
      for (const mention of block?.mentions[name] ?? []) {
        if (side.runsOf(mention).some(([first, last]) => first <= token && token <= last))
          found.push(located(side, mention));
      }
    }
    return found.sort((one, two) => one.length - two.length);
  }
  pointed(target) {
    if (target.closest?.("[data-other]")) return null;
    const tag2 = target.closest?.(".tag");
    if (tag2) {
      const only = { side: tag2.dataset.side, mention: Number(tag2.dataset.mention) };
      return { ...only, all: [only], element: tag2 };
    }
    const word = target.closest?.(".word.covered");
    if (!word) return null;
    const covering = this.covering(Number(word.dataset.word));
    return covering.length ? { ...covering[0], all: covering, element: word } : null;
  }
  listen() {
    this.element.addEventListener("click", (event) => {
      const item = this.itemAt(event.target);
      if (item) return this.handlers.pick(item);
      const tag2 = event.target.closest("[data-other] .tag");
      if (tag2 && this.second) return this.handlers.change(this.second.pair, Number(tag2.dataset.mention));
      const found = this.pointed(event.target);
      if (!found || window.getSelection()?.toString()) return;
      const { all } = found;
      const now = all.findIndex((each) => each.side === this.chosen?.side && each.mention === this.chosen?.mention);
      const next = all[(now + 1) % all.length];
      this.rests = { x: event.clientX, y: event.clientY };
      this.leave();
      this.handlers.choose(next.side, next.mention, true);
    });
    this.element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      if (this.rests?.x === event.clientX && this.rests.y === event.clientY) return;
      this.rests = null;
      this.point(this.itemAt(event.target));
      const found = this.pointed(event.target);
      if (!found) return this.leave();
      if (this.hovered?.side === found.side && this.hovered?.mention === found.mention) return;
      this.hovered = found;
      this.light();
      this.handlers.hover(found.side, found.mention, found.element);
    });
    this.element.addEventListener("pointerleave", () => this.leave());
    this.element.addEventListener("focusin", (event) => {
      const tag2 = event.target.closest(".tag");
      if (tag2 && !tag2.closest("[data-other]") && !(this.chosen?.side === tag2.dataset.side && this.chosen?.mention === Number(tag2.dataset.mention))) {
        this.handlers.choose(tag2.dataset.side, Number(tag2.dataset.mention), false);
      }
    });
    window.addEventListener("beforeprint", () => {
      if (!this.element.checkVisibility()) return;
      this.printing = true;
      for (const chunk of this.chunks) this.fill(chunk);
    });
    window.addEventListener("afterprint", () => this.printing = false);
  }
  itemAt(target) {
    const element = target.closest?.(".beside");
    return element ? this.pair.anaphora[this.document][Number(element.dataset.item)] : null;
  }
  // One of what stands beside the entities is under the pointer, or none of it.
  point(item) {
    const now = item ?? this.picked ?? null;
    if (now === this.item) return;
    this.item = now;
    this.light();
    this.overlay.mark();
  }
  pick(item) {
    this.picked = item;
    this.point(item);
  }
  leave() {
    this.point(null);
    if (!this.hovered) return;
    this.hovered = null;
    this.light();
    this.handlers.leave();
  }
  // All drawn mentions of the document in the order of the text, the longer of a place first: each as one number, so that
  // half a million of them are sorted in a moment. Made when it is first needed.
  get order() {
    if (this.ordered) return this.ordered;
    const [most, lengths] = this.scales;
    const { document: document2, shown: shown2 } = this;
    const { length: words } = this.text.words;
    const found = new Float64Array(2 * most);
    let count2 = 0;
    for (const name of new Set(MODES[this.mode].cells.flatMap((cell) => cell.other ? [] : [cell.above, cell.below]))) {
      if (!name) continue;
      const { first, bounds } = this.pair.side(name);
      for (let mention = bounds[document2]; mention < bounds[document2 + 1]; mention += 1) {
        if (first[mention] < words && shown2(name, mention)) found[count2++] = this.numbered(name, mention, most, lengths);
      }
    }
    return this.ordered = found.slice(0, count2).sort();
  }
  // How many mentions a side has at most, and how many lengths can be told apart.
  get scales() {
    const most = Math.max(1, ...SIDES.map((name) => this.pair.side(name).bounds[this.document + 1] - this.pair.side(name).bounds[this.document]));
    const room2 = Number.MAX_SAFE_INTEGER / (2 * most * Math.max(1, this.text.words.length));
    return [most, Math.max(1, Math.min(1024, Math.floor(room2)))];
  }
  numbered(name, mention, most, lengths) {
    const side = this.pair.side(name);
    const length = Math.min(side.last[mention] - side.first[mention], lengths - 1);
    const place = side.first[mention] * lengths + (lengths - 1 - length);
    return (2 * place + SIDES.indexOf(name)) * most + mention - side.bounds[this.document];
  }
  // The next drawn mention that is wanted, around the end of the text; null if there is none.
  // `way`: 1 or -1
  next(way, from, wanted2) {
    const { order } = this;
    const [most, lengths] = this.scales;
    const here = from ? this.numbered(from.side, from.mention, most, lengths) : way > 0 ? -1 : Infinity;
    let place = 0;
    for (let high = order.length; place < high; ) {
      const middle = place + high >> 1;
      if (order[middle] < here) place = middle + 1;
      else high = middle;
    }
    const start = way < 0 ? place - 1 : order[place] === here ? place + 1 : place;
    for (let tries = 0; tries < order.length; tries += 1) {
      const number = order[((start + way * tries) % order.length + order.length) % order.length];
      const side = SIDES[Math.floor(number / most) % 2];
      const each = { side, mention: number % most + this.pair.side(side).bounds[this.document] };
      if (wanted2(each)) return each;
    }
    return null;
  }
};
function located(side, mention) {
  return { side: side.name, mention, at: side.first[mention], length: side.last[mention] - side.first[mention] };
}

// report/filters.ts
var CHAINS = 400;
function emptyFilters() {
  return { size: "all", kind: "all", type: "all", entity: "all", metric: "", cost: 0 };
}
function passes(pair, filters) {
  const names = pair.model.kindNames;
  const kind = names.indexOf(filters.kind);
  const type = pair.model.types.indexOf(filters.type);
  const chosen2 = filters.entity === "all" ? null : { side: filters.entity[0] === "k" ? "key" : "response", entity: Number(filters.entity.slice(1)) };
  const costs2 = filters.metric && filters.cost > 0 ? pair.costs(filters.metric) : null;
  return (name, mention) => {
    const side = pair.side(name);
    const entity = side.entity[mention];
    const partner = pair.partners[name][entity];
    const other = name === "key" ? pair.response : pair.key;
    const kinds2 = pair.kindsOf(name, mention);
    if (filters.size === "chains" && side.size[entity] < 2 && (partner < 0 || other.size[partner] < 2)) return false;
    if (filters.size === "errors" && !kinds2.length) return false;
    if (filters.size === "right" && kinds2.length) return false;
    if (kind >= 0 && !kinds2.includes(kind)) return false;
    if (type >= 0 && side.typeOf(mention) !== filters.type) return false;
    if (chosen2 && (chosen2.side === name ? entity : partner) !== chosen2.entity) return false;
    return !costs2 || costs2[name][mention] * 100 >= filters.cost;
  };
}
var MOST = 0.75;
var FEW = 60;
function usualSize(pair, document2) {
  let [all, wrong] = [0, 0];
  for (const name of SIDES) {
    const { bounds } = pair.side(name);
    all += bounds[document2 + 1] - bounds[document2];
    for (let mention = bounds[document2]; mention < bounds[document2 + 1]; mention += 1) {
      if (pair.kindsOf(name, mention).length) wrong += 1;
    }
  }
  return all > FEW && wrong > 0 && wrong <= (1 - MOST) * all ? "errors" : "all";
}
function errorSwitch(pair, size, change) {
  return checkbox(" With errors only", size === "errors", (only) => change(only ? "errors" : "all"), "errors-only");
}
function besidePasses(filters, layers) {
  return (item) => {
    const wrong = !["right", "plain"].includes(stateOf(item));
    return layers[item.kind] && (filters.size !== "errors" || wrong) && (filters.size !== "right" || !wrong);
  };
}
function filterControls(pair, document2, filters, change) {
  const { model } = pair;
  const sizes = Object.entries({
    all: "all",
    chains: "without singletons",
    errors: "with errors",
    right: "without errors"
  });
  const any = (label, filter, options) => select(label, [["all", "any"], ...options], filters[filter], (value) => change({ [filter]: value }));
  const same = (names) => names.map((name) => [name, name]);
  const fields2 = [
    select("Mentions", sizes, filters.size, (size) => change({ size })),
    any("Error type", "kind", same(model.kindNames))
  ];
  if (pair.key.type || pair.response.type) fields2.push(any("Mention type", "type", same(model.types)));
  fields2.push(any("Entity", "entity", entities(pair, document2)));
  const metrics = Object.keys(pair.givenCosts);
  if (metrics.length) {
    const titles = model.metrics.filter((metric) => metrics.includes(metric.name)).map((metric) => [metric.name, metric.title]);
    fields2.push(select("Cost in", titles, filters.metric, (metric) => change({ metric })));
    fields2.push(pointsField("Minimum cost, in points", filters.cost, (cost) => change({ cost })));
  }
  const unchanged = JSON.stringify({ ...filters, metric: "" }) === JSON.stringify(emptyFilters());
  const reset = () => change({ ...emptyFilters(), metric: filters.metric });
  return [...fields2, button("Reset filters", reset, { class: "reset", disabled: unchanged })];
}
function entities(pair, document2) {
  const found = [];
  for (const name of SIDES) {
    const side = pair.side(name);
    const whose2 = name === "key" ? "" : `${sideName(pair, name)} `;
    const seen = new Set(side.entity.subarray(side.bounds[document2], side.bounds[document2 + 1]));
    for (const entity of [...seen].sort((one, two) => one - two)) {
      if (side.size[entity] < 2 || name === "response" && pair.partners.response[entity] >= 0 || found.length >= CHAINS)
        continue;
      found.push([
        `${name[0]}${entity}`,
        `${whose2}${pair.labels[name][entity]} ${titleOf(pair, name, entity)} (${side.size[entity]})`
      ]);
    }
  }
  return found;
}

// report/search.ts
var MOST2 = 200;
var AROUND = 6;
var Search = class {
  constructor(show) {
    this.input = make("input", {
      type: "search",
      placeholder: "Search the text",
      "aria-label": "Search the text",
      "aria-keyshortcuts": "/",
      autocomplete: "off",
      spellcheck: "false"
    });
    this.found = make("div", { class: "found", role: "status" });
    this.list = make("ol", { class: "results" });
    this.lower = [];
    this.hits = [];
    this.pair = null;
    this.document = 0;
    this.timer = 0;
    this.show = show;
    this.panel = make("div", { class: "panel", hidden: true }, this.found, this.list);
    this.element = make("div", { class: "search", role: "search" }, this.input, this.panel);
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), 120);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.element.contains(relatedTarget)) this.panel.hidden = true;
    });
    this.input.addEventListener("focus", () => this.panel.hidden = !this.input.value.trim());
    this.list.addEventListener("click", () => this.panel.hidden = true);
  }
  open(pair, document2) {
    if (this.pair?.texts !== pair.texts) this.lower = [];
    const changed = this.pair !== pair;
    Object.assign(this, { pair, document: document2 });
    if (changed && this.input.value) this.run(true);
  }
  key(event) {
    const links = [...this.list.querySelectorAll("a")];
    const here = links.findIndex((link) => link === document.activeElement);
    if (event.key === "Escape") {
      if (!this.panel.hidden) this.panel.hidden = true;
      else this.input.value = "";
      this.input.focus();
      this.run(true);
    } else if (event.key === "ArrowDown" && links.length) (links[here + 1] ?? links[0]).focus();
    else if (event.key === "ArrowUp" && here >= 0) (links[here - 1] ?? this.input).focus();
    else if (event.key === "Enter" && event.target === this.input) {
      clearTimeout(this.timer);
      this.run();
      this.list.querySelector("a")?.click();
    } else return;
    event.preventDefault();
  }
  run(quietly = false) {
    const wanted2 = this.input.value.trim().toLowerCase().split(/\s+/).join(" ");
    this.hits = wanted2 ? this.find(wanted2) : [];
    this.show(this.hits);
    this.panel.hidden = !wanted2 || quietly;
    const more = this.hits.length >= MOST2 ? `, the first ${MOST2} are listed` : "";
    this.found.textContent = wanted2 ? `${count(this.hits.length, "place")}${more}` : "";
    const { pair } = this;
    this.list.replaceChildren(...pair ? this.hits.map((hit) => this.result(pair, hit)) : []);
  }
  // Places in the order of the documents, from the one that is open on.
  find(wanted2) {
    const hits = [];
    const texts = this.pair?.texts ?? [];
    for (let step = 0; step < texts.length && hits.length < MOST2; step += 1) {
      const number = (this.document + step) % texts.length;
      const { words } = texts[number];
      const lower = this.lower[number] ??= words.map((word) => word.toLowerCase());
      const whole2 = lower.join(" ");
      let place = 0;
      let start = 0;
      for (let at = whole2.indexOf(wanted2); at >= 0 && hits.length < MOST2; at = whole2.indexOf(wanted2, at + 1)) {
        while (start + lower[place].length < at) start += lower[place++].length + 1;
        let [to, end] = [place, start + lower[place].length];
        while (end < at + wanted2.length) end += lower[++to].length + 1;
        const previous = hits[hits.length - 1];
        if (previous?.document !== number || previous.from !== place)
          hits.push({ document: number, from: place, to: to + 1 });
      }
    }
    return hits;
  }
  result(pair, hit) {
    const source = pair.texts[hit.document];
    const place = { view: "text", system: pair.system, document: hit.document, side: null, token: hit.from };
    const text = make(
      "bdi",
      {},
      joined(source, hit.from - AROUND, hit.from).slice(-40),
      " ",
      make("mark", {}, joined(source, hit.from, hit.to).slice(0, 80)),
      " ",
      joined(source, hit.to, hit.to + AROUND).slice(0, 40)
    );
    return make(
      "li",
      {},
      make(
        "a",
        { href: hashOf(place, pair.model) },
        text,
        inDocument("span", pair.model, hit.document)
      )
    );
  }
};

// report/aside.ts
var KEYS = [
  ["← →", "previous or next mention"],
  ["n p", "next or previous mention of the chain"],
  ["c", "the counterpart"],
  ["e E", "next or previous error, from any view"],
  ["/", "search, from any view"],
  ["Esc", "end the selection"],
  ["?", "show these keys"]
];
var ORDERS2 = [
  ["text", "in the order of the files"],
  ["name", "by name"],
  ["score", "worst first"],
  ["errors", "most errors first"]
];
function sorted2({ names, scores, errors }, order) {
  const numbers = names.map((_, number) => number);
  const by = {
    name: (one, two) => names[one].localeCompare(names[two], "en", { numeric: true }),
    score: (one, two) => (scores?.[one] ?? 2) - (scores?.[two] ?? 2),
    errors: (one, two) => errors[two] - errors[one]
  }[order];
  return by ? numbers.sort((one, two) => by(one, two) || one - two) : numbers;
}
function documentList(pair, chosen2, order, sort2) {
  const { model, system } = pair;
  const scored = model.units.length === model.documents.length;
  const scores = scored ? model.systems[system].f1[model.main] : null;
  const names = model.shortNames;
  const errors = [...pair.errorCounts];
  const items = sorted2({ names: model.documents, scores, errors }, order).map((document2) => {
    const score = scores ? `${percent(scores[document2], 1)} · ` : "";
    const facts = make("span", { class: "quiet" }, `${score}${count(errors[document2], "error")}`);
    const href = hashOf({ view: "text", system, document: document2 }, model);
    return make("li", {}, make("a", { href, title: model.documents[document2], "aria-current": document2 === chosen2 ? "true" : null }, named(names[document2]), facts));
  });
  const what = `${scores ? `${model.mainMetric.title} F1 · ` : ""}errors`;
  const orders = ORDERS2.filter(([name]) => scores || name !== "score");
  return [
    make("h2", {}, "Documents ", make("span", { class: "quiet" }, what)),
    items.length > 1 && select("Order", orders, order, sort2, { hidden: true }),
    make("ol", {}, items)
  ].filter((part) => part !== false);
}
function notesOf(pair, document2) {
  const { words, known } = pair.texts[document2];
  const notes = [];
  if (pair.key.labels) {
    notes.push(
      "This input has ids instead of a text, so there is nothing to read here. Scores and errors are complete."
    );
  } else if (!known) {
    notes.push(
      "The files do not contain the words of this document, so its text cannot be shown. Scores and errors are complete."
    );
  } else if (!words.length) notes.push("This document has no words.");
  const changes2 = pair.changes.get(pair.texts[document2]);
  if (changes2) notes.push(changesSaid(changes2));
  if (pair.absent.has(document2)) notes.push(`${pair.model.nameOf(pair.system)} does not have this document.`);
  if (pair.unmatched.has(document2)) {
    notes.push(
      "A mention occurs twice in this document. The official scorer's rules do not say which mentions match, so errors are not marked."
    );
  }
  return notes;
}
function changesSaid({ of, before }) {
  const kinds2 = [...of.values()].map(({ kind }) => kind);
  const invented = [...before.values()].flatMap((words) => words.split(" ")).length;
  const counts = [
    [kinds2.filter((kind) => kind === "changed").length, "changed"],
    [kinds2.filter((kind) => kind === "deleted").length, "left out"],
    [invented, "added"]
  ];
  const said = counts.filter(([count2]) => count2).map(([count2, what]) => `${count2} ${what}`);
  return `Words of this text in the response: ${said.join(", ")}.`;
}
function sample(kind, text) {
  return make("li", {}, make("span", { class: `sample ${kind}`, "aria-hidden": "true" }), text);
}
function sign(kind) {
  return make("span", { class: "sign", "aria-hidden": "true" }, signsOf([kind]));
}
function shortLegend(model, pair) {
  const kinds2 = [...model.kindNames.keys()].filter((kind) => pair.errors.kind.includes(kind));
  return [
    sample("solid", "both sides have it"),
    sample("dashed", "only one side has it"),
    make("li", {}, "same number: counterparts"),
    kinds2.map((kind) => make("li", {}, sign(kind), ` ${model.kindNames[kind]}`))
  ];
}
function legend2(model, pair) {
  return make(
    "div",
    { class: "fields" },
    make(
      "ul",
      { class: "samples" },
      sample("solid", "a mention that both sides have"),
      sample("dashed", "a mention that only one side has"),
      sample("dotted", "the gap within a mention"),
      sample("grey", "an entity of one mention")
    ),
    make(
      "p",
      {},
      "Same number and colour: an entity and its counterpart. A letter: a response entity without a counterpart. ∅: a zero, a word that is not in the text."
    ),
    make(
      "ul",
      { class: "samples" },
      model.kindNames.map((name, kind) => make("li", {}, sign(kind), ` ${name}: ${model.kinds[name]}`))
    ),
    Object.keys(pair.anaphoraCounts).length > 0 && besideLegend(pair),
    pair.changes.size > 0 && changesLegend(),
    make(
      "ul",
      { class: "samples", "aria-label": "Keys in the text" },
      KEYS.map(([keys, what]) => make("li", {}, make("kbd", {}, keys), ` ${what}`))
    )
  );
}
function changesLegend() {
  const mark = (name, kind) => make(name, { class: kind, "aria-hidden": "true" }, "word");
  return make(
    "ul",
    { class: "samples", "aria-label": "What the response did to the text" },
    make("li", {}, mark("span", "word changed"), " changed: point at it to see the response's word"),
    make("li", {}, mark("span", "word deleted"), " left out in the response"),
    make("li", {}, mark("ins", "invented"), " only in the response")
  );
}
function besideLegend(pair) {
  const said = {
    sets: "a plural mention; the numbers are the entities that it combines, the arrows lead to their mentions",
    bridging: "an anaphor, with its relation to the mention that the arrow leads to",
    nonreferring: "an expression that does not refer, with its kind"
  };
  const sign2 = (state, text) => make("span", { class: `beside ${state}`, "aria-hidden": "true" }, text);
  return make(
    "ul",
    { class: "samples" },
    Object.keys(KINDS).filter((kind) => pair.anaphoraCounts[kind]).map((kind) => make("li", {}, sign2("plain", KINDS[kind].sign), ` ${said[kind]}`)),
    make("li", {}, sign2("missed", "−"), " missed: only the key has it"),
    make("li", {}, sign2("spurious", "+"), " spurious: only the response has it"),
    make("li", {}, sign2("wrong", "≠"), " partly right, wrong antecedent, or wrong kind")
  );
}

// report/moves.ts
var FROM_ANYWHERE = ["e", "E", "/"];
var Moves = class {
  constructor(page) {
    this.page = page;
    document.addEventListener("keydown", (event) => this.key(event));
  }
  // Along the chain, around its end.
  follow(step) {
    const { side, mention } = this.page.place;
    const mine = this.page.pair.side(side);
    const members = mine.mentions(mine.entity[mention]);
    const next = members[(mine.rank[mention] + step + members.length) % members.length];
    this.page.go(placeOf(this.page.pair, side, next), true);
  }
  counterpart() {
    const { side, mention } = this.page.place;
    const twin = this.page.pair.twins[side][mention];
    const other = otherSide(side);
    if (twin >= 0) this.page.go(placeOf(this.page.pair, other, twin), true);
    else announce(`The ${other} does not have this mention`);
  }
  step(way, wanted2 = (_) => true) {
    const { side, mention } = this.page.place;
    const next = this.page.text.next(way, side && mention !== null ? { side, mention } : null, wanted2);
    if (!next) return;
    this.page.focusing = true;
    this.page.go(placeOf(this.page.pair, next.side, next.mention), true);
  }
  // The keys, in a window over the page.
  help() {
    const close = button("Close", () => window_.close());
    const list2 = make("dl", {}, KEYS.map(([keys, what]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)]));
    const window_ = make(
      "dialog",
      { class: "keys", "aria-label": "Keys", onclose: () => window_.remove() },
      make("h2", {}, "Keys"),
      list2,
      close
    );
    document.body.append(window_);
    window_.showModal();
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    if (event.key === "?") {
      event.preventDefault();
      return this.help();
    }
    if (this.page.place.view !== "text") {
      if (!FROM_ANYWHERE.includes(event.key) || !this.page.model.keys.length) return;
      this.page.openText();
    }
    if (event.key === "Escape") {
      if (!this.page.tooltip.hidden) this.page.tooltip.hidden = true;
      else if (this.page.place.side || this.page.place.item !== null) this.page.close();
      return;
    }
    const error = (each) => this.page.pair.kindsOf(each.side, each.mention).length > 0;
    const chosen2 = this.page.place.side !== null;
    const act = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      n: () => chosen2 && this.follow(1),
      p: () => chosen2 && this.follow(-1),
      c: () => chosen2 && this.counterpart(),
      e: () => this.step(1, error),
      E: () => this.step(-1, error),
      "/": () => this.page.search.input.focus()
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
};

// report/theme.ts
function remembered(name) {
  try {
    return localStorage.getItem(`corefscope-${name}`);
  } catch {
    return null;
  }
}
function remember(name, value) {
  try {
    localStorage.setItem(`corefscope-${name}`, value);
  } catch {
    return;
  }
}
function restoreTheme() {
  const kept = remembered("theme");
  if (kept) document.documentElement.dataset.theme = kept;
}
function themeButton() {
  return button("◐", toggleTheme, { class: "theme", "aria-label": "Light or dark" });
}
function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  remember("theme", root.dataset.theme);
}

// report/page.ts
var Page = class {
  constructor(model) {
    this.model = model;
    this.place = { view: "", system: -1, document: 0, side: null, mention: null, token: null, item: null };
    this.last = null;
    this.drawn = /* @__PURE__ */ new Set();
    this.links = [];
    this.chooser = null;
    this.focusing = false;
    this.clicked = false;
    // whether a click in the text led to where the reader is
    this.entitiesOf = 0;
    // the document whose entities are drawn
    this.mode = window.innerWidth < 700 ? "over" : remembered("mode") ?? "over";
    this.layers = { sets: true, bridging: true, nonreferring: true };
    this.secondSystem = -1;
    // beside the chosen one
    this.sized = false;
    // whether the reader has said which mentions to draw
    this.order = "text";
    // of the documents
    this.main = byId("main");
    this.tooltip = make("div", { class: "tip", role: "tooltip", hidden: true });
    this.detail = make("aside", { class: "detail", "aria-label": "Selected mention", hidden: true });
    this.documents = make("nav", { class: "documents", "aria-label": "Documents" });
    this.tools = make("div", { class: "tools" });
    this.notes = make("div", { class: "notes" });
    this.marks = make("ul", { class: "samples marks", "aria-label": "Marks" });
    this.title = make("h2", { class: "title" });
    // on paper only; on the screen the list of documents says it
    this.panels = Object.fromEntries(
      VIEWS.map((view) => [view, make("div", { class: `view ${view}`, "data-view": view })])
    );
    if (!MODES[this.mode]) this.mode = "over";
    this.filters = { ...emptyFilters(), metric: usualMetric(model) };
    this.text = new TextView({
      choose: (side, mention, focus) => this.choose(side, mention, focus),
      hover: (side, mention, element) => this.tip(side, mention, element),
      leave: () => this.tooltip.hidden = true,
      pick: (item) => this.pick(item),
      change: (pair, mention) => {
        this.focusing = true;
        this.go(placeOf(pair, "response", mention));
      }
    });
    this.search = new Search((hits) => this.mark(hits));
    this.panels.text.append(
      this.documents,
      make(
        "div",
        { class: "reading" },
        this.tools,
        this.title,
        this.notes,
        this.marks,
        make("div", { class: "with-strip" }, this.text.element, this.text.strip.element)
      ),
      this.detail
    );
    this.main.replaceChildren(...Object.values(this.panels));
    document.body.append(this.tooltip);
    this.header();
    window.addEventListener("hashchange", () => this.arrive());
    this.moves = new Moves(this);
    this.arrive();
  }
  get pair() {
    return this.model.pair(this.place.system);
  }
  // Systems that can stand beside the chosen one: those that share its key.
  get others() {
    const { model, place } = this;
    const key = model.systems[place.system].key;
    return model.systems.map((_, number) => number).filter(
      (number) => number !== place.system && model.systems[number].key === key
    );
  }
  get otherPair() {
    const { others } = this;
    if (!others.length) return null;
    return this.model.pair(others.includes(this.secondSystem) ? this.secondSystem : others[0]);
  }
  header() {
    const { result } = this.model;
    const names = { scores: "Scores", errors: "Errors", entities: "Entities", text: "Text" };
    this.links = VIEWS.filter((view) => view === "scores" || this.model.keys.length).map(
      (view) => make("a", { "data-view": view }, names[view])
    );
    const systems = this.model.systems.length > 1;
    const chooser = systems ? select(
      "System",
      this.model.systems.map((_, number) => [number, this.model.nameOf(number)]),
      0,
      (value) => this.go({ system: Number(value), side: null, mention: null }),
      { hidden: true }
    ) : named(this.model.nameOf(0));
    if (chooser instanceof HTMLSelectElement) this.chooser = chooser;
    const title = make(
      "h1",
      {},
      make("span", { class: "brand" }, "corefscope"),
      make(
        "span",
        { class: "compared" },
        chooser,
        make("span", { class: "against" }, " against "),
        make("span", { class: "against" }, named(this.model.annotator ?? short(result.key.path ?? "key"))),
        this.model.annotator && make("span", { class: "against" }, ", as the key")
      )
    );
    const views = make("nav", { class: "views", "aria-label": "Views" }, this.links);
    const keys = button("?", () => this.moves.help(), { class: "for-keys", "aria-label": "Keys", "aria-keyshortcuts": "?" });
    byId("top").replaceChildren(title, views, keys, themeButton());
    restoreTheme();
  }
  // Move to another place; omitted parts stay, but for what stands beside the entities.
  go(change, replace = false) {
    const hash = hashOf({ ...this.place, item: null, ...change }, this.model);
    if (replace || hash === location.hash) {
      history.replaceState(null, "", hash);
      this.arrive();
    } else location.hash = hash;
  }
  // To the last place in the text, at once, with a step back to where the reader was.
  openText() {
    history.pushState(null, "", hashOf({ ...this.place, ...this.kept, system: this.place.system, view: "text" }, this.model));
    this.arrive();
  }
  arrive() {
    if (location.hash === "#main") return;
    const before = this.place;
    const place = this.place = parsed(location.hash, this.model);
    if (location.hash.startsWith("#v=text")) history.replaceState(null, "", hashOf(place, this.model));
    const fresh = before.system !== place.system;
    for (const [view, panel] of Object.entries(this.panels)) panel.hidden = view !== place.view;
    for (const link of this.links) {
      const { view = "" } = link.dataset;
      link.href = hashOf(
        view === "text" ? { ...this.kept, system: place.system, view } : { view, system: place.system, document: -1 },
        this.model
      );
      if (view === place.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (this.chooser) this.chooser.value = String(place.system);
    if (fresh) {
      if (before.system >= 0 && this.mode === "both") this.secondSystem = before.system;
      this.drawn = /* @__PURE__ */ new Set();
      this.filters.entity = "all";
    }
    if (this.entitiesOf !== place.document) this.drawn.delete("entities");
    if (place.view !== "text") this.draw(place.view);
    else if (before.view !== "text") this.focusing = true;
    if (place.view === "text") this.read(before, fresh);
    else if (before.view && before.view !== place.view) window.scrollTo(0, 0);
    this.tooltip.hidden = true;
  }
  // Scores and errors are drawn when they are first looked at, and again for another system.
  draw(view) {
    if (this.drawn.has(view)) return;
    this.drawn.add(view);
    const { model, place } = this;
    const go = (change) => this.go(change);
    if (view === "entities") this.entitiesOf = place.document;
    const content = view === "scores" ? scoresView(model, place.system, go) : view === "errors" ? errorsView(model, place.system, go) : entitiesView(model, place.system, place.document, go);
    this.panels[view].replaceChildren(content);
  }
  // The last place in the text, to come back to; at first the document with most errors.
  get kept() {
    return this.last ?? { document: -1, side: null, mention: null, token: null, item: null };
  }
  read(before, fresh) {
    const { place } = this;
    const other = fresh || this.last?.document !== place.document;
    if (other && !fresh) this.filters.entity = "all";
    if (other) this.openDocument();
    else if (before.view !== "text" && !place.side && place.item === null) this.text.light();
    this.last = place;
    for (const link of this.links) if (link.dataset.view === "text") link.href = hashOf(place, this.model);
    if (place.side && place.mention !== null) this.select(place.side, place.mention);
    else if (place.item !== null) this.present(this.pair.anaphora[place.document][place.item]);
    else {
      this.release();
      this.focusing = false;
      if (document.activeElement === document.body) this.text.element.focus({ preventScroll: true });
      if (place.token !== null) this.text.showWord(place.token);
      else if (other && before.view) window.scrollTo(0, 0);
    }
  }
  openDocument() {
    const { model, pair, place } = this;
    this.listDocuments();
    if (!this.sized) this.filters.size = usualSize(pair, place.document);
    this.title.replaceChildren(named(model.documents[place.document]));
    this.drawTools();
    this.search.open(pair, place.document);
    const notes = notesOf(pair, place.document);
    this.notes.replaceChildren(...notes.map((note) => make("p", { class: "note" }, note)));
    this.marks.hidden = !pair.texts[place.document].words.length;
    this.marks.replaceChildren(...shortLegend(model, pair).flat());
    this.redraw();
  }
  redraw() {
    const { pair, place } = this;
    this.text.element.hidden = !pair.texts[place.document].known;
    if (this.text.element.hidden) this.text.chunks = [];
    else {
      this.text.chosen = null;
      const besides = besidePasses(this.filters, this.layers);
      const beside = this.mode === "both" ? this.otherPair : null;
      const second = beside && { pair: beside, shown: passes(beside, { ...this.filters, entity: "all" }) };
      const mode = this.mode === "both" && !second ? "over" : this.mode;
      this.text.open(pair, place.document, mode, passes(pair, this.filters), besides, second);
      this.mark(this.search.hits);
    }
  }
  listDocuments() {
    const sort2 = (order) => {
      this.order = order;
      this.listDocuments();
      this.documents.querySelector("select")?.focus();
    };
    this.documents.replaceChildren(...documentList(this.pair, this.place.document, this.order, sort2));
    const box = this.documents;
    const here = box.querySelector("[aria-current]");
    if (!here) return;
    const seen = here.offsetTop >= box.scrollTop && here.offsetTop <= box.scrollTop + box.clientHeight - 60;
    if (!seen) box.scrollTop = here.offsetTop - 120;
  }
  drawTools() {
    const { model, pair, place } = this;
    const choose = select(
      "Document",
      model.shortNames.map((name, number) => [number, name]),
      place.document,
      (value) => this.go({ document: Number(value), side: null, token: null }),
      { hidden: true }
    );
    choose.classList.add("document-select");
    const mode = select(
      "View",
      Object.entries(MODES).filter(([name]) => name !== "both" || this.others.length).map(([name, { title }]) => [name, title]),
      this.mode,
      (value) => {
        this.mode = value;
        remember("mode", value);
        this.drawTools();
        this.tools.querySelector(".mode-select")?.focus();
        this.restore();
      },
      { hidden: true }
    );
    mode.classList.add("mode-select");
    const second = this.mode === "both" && this.others.length > 1 ? select(
      "Second system",
      this.others.map((number) => [number, model.nameOf(number)]),
      this.otherPair?.system ?? null,
      (value) => {
        this.secondSystem = Number(value);
        this.restore();
      },
      { hidden: true }
    ) : "";
    const open = this.tools.querySelector("details")?.open;
    const filters = make(
      "details",
      { class: "filters", open },
      make("summary", {}, "Filters"),
      make(
        "div",
        { class: "fields" },
        filterControls(pair, place.document, this.filters, (change) => {
          Object.assign(this.filters, change);
          this.sized ||= "size" in change;
          this.refilter();
        })
      )
    );
    const active = Object.entries(emptyFilters()).some(
      ([name, value]) => name !== "metric" && this.filters[name] !== value && this.filters[name] !== "errors"
    );
    filters.classList.toggle("active", active);
    const help = make("details", { class: "legend" }, make("summary", {}, "Legend"), legend2(model, pair));
    const onlyErrors = errorSwitch(pair, this.filters.size, (size) => {
      this.filters.size = size;
      this.sized = true;
      this.refilter();
      this.tools.querySelector(".errors-only input")?.focus();
    });
    const switches = layerSwitches(pair, this.layers, () => this.restore());
    const whose2 = this.mode === "both" && make("span", { class: "quiet" }, "of the key and ", named(model.nameOf(pair.system)));
    this.tools.replaceChildren(
      make("div", { class: "row" }, choose, this.search.element, mode, second),
      switches.length ? make("div", { class: "row switches layers" }, switches, whose2) : "",
      make("div", { class: "row" }, onlyErrors, filters, help)
    );
  }
  refilter() {
    const label = document.activeElement?.closest(".field")?.firstChild?.textContent;
    this.drawTools();
    const field = [...this.tools.querySelectorAll(".field")].find((each) => each.firstChild?.textContent === label);
    field?.lastElementChild?.focus();
    this.restore();
    const { key, response } = this.text.drawn;
    announce(`${key} key mentions and ${response} response mentions are shown`);
  }
  restore() {
    this.redraw();
    const { side, mention, item, document: document2 } = this.place;
    if (side && mention !== null) this.text.show(side, mention, false);
    else if (item !== null) this.text.pick(this.pair.anaphora[document2][item]);
  }
  mark(hits) {
    this.text.hits = hits.filter((hit) => hit.document === this.place.document).map((hit) => [hit.from, hit.to]);
    this.text.light();
  }
  choose(side, mention, focus) {
    this.focusing = focus;
    this.go(placeOf(this.pair, side, mention), true);
  }
  select(side, mention) {
    const inText = this.text.element.contains(document.activeElement) || this.focusing;
    if (!this.sized && this.filters.size === "errors" && !this.pair.kindsOf(side, mention).length) {
      this.filters.size = "all";
      this.drawTools();
      this.redraw();
    }
    this.focusing = false;
    const metric = this.model.metrics.find((each) => each.name === this.filters.metric);
    this.detail.hidden = false;
    this.panels.text.classList.add("with-detail");
    const held = this.detail.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this.detail.replaceChildren(
      ...detail(this.pair, side, mention, {
        metric,
        move: (step) => this.moves.follow(step),
        counterpart: () => this.moves.counterpart(),
        close: () => this.close()
      }).filter((part) => part !== false)
    );
    if (held) [...this.detail.querySelectorAll("button")].find((each) => each.textContent === held)?.focus();
    const current = this.detail.querySelector('.chain [aria-current="true"]');
    const below = current && current.offsetTop + current.offsetHeight > this.detail.clientHeight;
    if (current) this.detail.scrollTop = below ? current.offsetTop - this.detail.clientHeight / 2 : 0;
    if (!this.text.element.hidden) this.text.show(side, mention, inText && !held);
    const mine = this.pair.side(side);
    const entity = mine.entity[mention];
    announce(
      `${sideName(this.pair, side)} ${this.pair.labels[side][entity]}: ${this.pair.wordsOf(side, mention)}, ${mine.rank[mention] + 1} of ${mine.size[entity]}`
    );
  }
  // One of what stands beside the entities, in the place of the chosen mention.
  pick(item) {
    this.clicked = true;
    this.go({ side: null, mention: null, token: null, item: this.pair.anaphora[item.document].indexOf(item) }, true);
  }
  present(item) {
    this.text.chosen = null;
    this.focusing = false;
    if (!besidePasses(this.filters, this.layers)(item)) {
      this.layers[item.kind] = true;
      if (!besidePasses(this.filters, this.layers)(item)) this.filters.size = "all";
      this.drawTools();
      this.redraw();
    }
    this.detail.hidden = false;
    this.panels.text.classList.add("with-detail");
    const wrong = besideError(this.pair, item);
    const said = wrong && make("p", { class: "sentence" }, spoken(besideSentence(this.pair, wrong), "q"));
    this.detail.replaceChildren(...itemDetail(this.pair, item, () => this.close(), said));
    this.text.pick(item);
    this.text.light();
    if (!this.clicked || window.innerWidth < 900) this.text.showWord(anchor(item, item.key ? "key" : "response"));
    this.clicked = false;
    announce(sentence(this.pair, item));
  }
  release() {
    this.text.pick(null);
    this.detail.hidden = true;
    this.panels.text.classList.remove("with-detail");
    this.text.chosen = null;
    this.text.light();
  }
  close() {
    this.go({ side: null, mention: null, token: null }, true);
    this.text.element.focus({ preventScroll: true });
  }
  tip(side, mention, element) {
    const metric = this.model.metrics.find((each) => each.name === this.filters.metric);
    this.tooltip.replaceChildren(...summary(this.pair, side, mention, metric));
    this.tooltip.hidden = false;
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.tooltip;
    const left = Math.min(Math.max(8, box.left), window.innerWidth - offsetWidth - 8);
    const below = box.bottom + 8 + offsetHeight < window.innerHeight;
    this.tooltip.style.left = `${left}px`;
    this.tooltip.style.top = `${below ? box.bottom + 6 : box.top - offsetHeight - 6}px`;
  }
};
function usualMetric(model) {
  const names = Object.keys(model.systems[0]?.costs ?? {});
  return names.includes("b3") ? "b3" : names[names.length - 1] ?? "";
}
function short(path) {
  return path.split(/[\\/]/).filter(Boolean).pop() ?? path;
}
async function openReport(data2) {
  const payload = await unpack(data2).catch((error) => {
    byId("main").textContent = `The data of this report cannot be read (${error.message}). The file may be incomplete, or the browser too old (it needs DecompressionStream).`;
  });
  if (!payload) return;
  new Page(new Model(payload));
  document.body.dataset.ready = "true";
}

// report/main.ts
var data = globalThis.document?.getElementById("data");
if (data) openReport(data.textContent ?? "");
export {
  announce,
  button,
  byId,
  count,
  labelled,
  make,
  named,
  openReport,
  percent,
  restoreTheme,
  select,
  signatureCode,
  table,
  themeButton
};
