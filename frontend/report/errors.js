// The second view: errors by type and by pattern; every example says what is wrong, and with whom.
import { announce, button, count, inDocument, make, named, percent, pointsField, select, spoken, table } from "./dom.js";
import { KINDS as BESIDE, wordsOf } from "./anaphora.js";
import { besideCounts, besideIdentity, besideMention, besidePatterns, besideSentence, besideSide } from "./beside.js";
import { signsOf } from "./block.js";
import { swatch } from "./detail.js";
import { explained, identity, patterns } from "./explain.js";
import { titleOf } from "./names.js";
import { hashOf, placeOf } from "./state.js";
import { sideName } from "./wording.js";
import { joined, spaced } from "./words.js";

/** @import {Model, Pair, SideName} from "./model.js" */
/** @import {Company, Part, Pattern} from "./explain.js" */
/** @import {BesidePattern} from "./beside.js" */
/** @import {AnaphoraError} from "#types/page" */

const GROUPS = 6; // of a page
const EXAMPLES = 3; // of a group's page
const CONTEXT = 7; // words
const CHIPS = 5; // mentions of an entity

/** @typedef {{kind: string, type: string, document: string, makers: string, cost: number}} Wanted */

/**
 * @param {Model} model
 * @param {number} system
 * @param {(change: Partial<import("./state.js").Place>) => void} go
 */
export function errorsView(model, system, go) {
  const pair = model.pair(system);
  if (pair.unmatched.size)
    return make(
      "p",
      { class: "note" },
      "Some mentions are in two entities and were scored the official scorer's way, which does not say what is wrong " +
        "with each. With --repeated first, errors can be shown.",
    );
  /** @type {Wanted} */
  const wanted = { kind: "all", type: "all", document: "all", makers: "all", cost: 0 };
  const cost = costs(pair);
  const found = make("div", { class: "found-errors", tabindex: -1, role: "region", "aria-label": "Examples" });
  const fields = make("div", { class: "fields" });
  const refresh = (/** @type {Partial<Wanted>} */ change) => {
    Object.assign(wanted, change);
    const { errors, beside } = chosen(pair, wanted, cost.of);
    const groups = [...patterns(pair, errors, cost.of), ...besidePatterns(pair, beside)];
    groups.sort((one, two) => two.cost - one.cost || two.errors.length - one.errors.length);
    const total = count(errors.length + beside.length, "error");
    const order = cost.what && errors.length ? `the costliest first (${cost.what})` : "the most frequent first";
    found.replaceChildren(
      make(
        "p",
        { class: "quiet total" },
        `${total} in ${count(groups.length, "pattern")}, ${order}; ` +
          "examples from as many documents as there are" +
          (cost.what && errors.length && beside.length ? "; errors beside the entities cost no points" : ""),
      ),
      paged(groups, GROUPS, (group) => card(pair, group, cost), "patterns", (content) => make("div", { class: "cards groups" }, content)),
    );
    announce(`${total} shown`);
  };
  const filter = (/** @type {Partial<Wanted>} */ change) => {
    refresh(change);
    fields.replaceChildren(...controls(pair, wanted, filter, cost.what, go));
  };
  const only = (/** @type {number | string} */ kind) => {
    filter({ kind: String(kind) });
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  };
  filter({});
  return make(
    "div",
    { class: "cards" },
    make("section", { class: "card wide" }, make("h2", {}, "Errors by type"), kinds(model, pair, only)),
    make("section", { class: "wide", "aria-label": "Errors by pattern" }, fields, found),
  );
}

/**
 * @param {Model} model
 * @param {Pair} pair
 * @param {(kind: number | string) => void} only
 */
function kinds(model, pair, only) {
  const numbers = model.kindNames.map(() => 0);
  for (const kind of pair.errors.kind) numbers[kind] += 1;
  const beside = besideKinds(pair);
  const most = Math.max(...numbers, ...beside.map(({ errors }) => errors.length), 1);
  const repairs = model.systems[pair.system].repaired;
  const now = model.result.systems[pair.system].scores[model.main].f1;
  const row = (kind, name, sign, meaning, number, repaired) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        make("span", { class: "sign", "aria-hidden": "true" }, sign),
        " ",
        button(name, () => only(kind), { class: "link", disabled: !number }),
        make("span", { class: "explained quiet" }, meaning),
      ),
      make("td", {}, number.toLocaleString("en")),
      make("td", { class: "bar wide", "aria-hidden": "true" }, make("span", { vars: { "--share": number / most } })),
      repairs ? repaired.map((text) => make("td", {}, text)) : null,
    );
  const repairedAs = (/** @type {number} */ kind) =>
    repairs && [percent(repairs[kind].alone), gain(repairs[kind].alone, now), percent(repairs[kind].cumulative)];
  const rows = [
    ...model.kindNames.map((name, kind) => row(kind, name, signsOf([kind]), model.kinds[name], numbers[kind], repairedAs(kind))),
    ...beside.map(({ kind, what, errors }) => {
      const meaning = `${BESIDE[kind].meaning}: ${besideCounts(pair, errors)}`;
      return row(kind, what, BESIDE[kind].sign, meaning, errors.length, ["–", "–", "–"]);
    }),
  ];
  const head = ["Type", "Errors", make("td", { class: "bar wide" })];
  if (repairs) head.push(`${model.mainMetric.title} if repaired`, "gain", "with those above");
  return table("Errors by type", head, rows, { kind: "kinds" });
}

/**
 * The errors of each kind of what stands beside the entities, of kinds that have some.
 * @param {Pair} pair
 */
function besideKinds(pair) {
  const kinds = /** @type {AnaphoraError["kind"][]} */ (Object.keys(BESIDE));
  return kinds
    .map((kind) => ({ kind, errors: pair.anaphoraErrors.filter((error) => error.kind === kind) }))
    .filter(({ errors }) => errors.length)
    .map(({ kind, errors }) => ({ kind, what: errors[0].what, errors }));
}

/**
 * A difference in points with its sign; none where it rounds to nothing.
 * @param {number | null} repaired
 * @param {number | null} now
 */
export function gain(repaired, now) {
  if (repaired === null || now === null) return percent(null);
  const points = percent(Math.abs(repaired - now));
  return `${Number(points) === 0 ? "" : repaired < now ? "−" : "+"}${points}`;
}

/**
 * What the mentions of an error cost: under B³ if it was asked for, else under the first metric that can say.
 * @param {Pair} pair
 */
function costs(pair) {
  const names = Object.keys(pair.givenCosts);
  const metric = pair.model.metrics.find(({ name }) => name === (names.includes("b3") ? "b3" : names[0]));
  const paid = metric ? pair.costs(metric.name) : null;
  const sum = (/** @type {Float64Array} */ each, /** @type {readonly number[]} */ mentions) =>
    mentions.reduce((all, mention) => all + each[mention], 0);
  return {
    what: metric && paid ? `points of ${metric.title} recall and precision` : "",
    of: (/** @type {number} */ error) =>
      paid ? sum(paid.key, pair.errors.key[error]) + sum(paid.response, pair.errors.response[error]) : 0,
  };
}

/** @typedef {ReturnType<typeof costs>} Costs */

/**
 * The errors that are wanted: of the entities by number, and those beside them.
 * @param {Pair} pair
 * @param {Wanted} wanted
 * @param {(error: number) => number} cost
 */
function chosen(pair, wanted, cost) {
  const { kind, document, key, response } = pair.errors;
  const [made, besideMade] = [makers(pair, wanted.makers), besideMakers(pair, wanted.makers)];
  const passes = (/** @type {number | string} */ which, /** @type {number} */ where) =>
    (wanted.kind === "all" || String(which) === wanted.kind) && (wanted.document === "all" || where === Number(wanted.document));
  const typed = (/** @type {SideName} */ side, /** @type {readonly number[]} */ mentions) =>
    wanted.type === "all" || mentions.some((mention) => pair.side(side).typeOf(mention) === wanted.type);
  const errors = [...kind.keys()].filter(
    (error) =>
      passes(kind[error], document[error]) &&
      (key[error].length ? typed("key", key[error]) : typed("response", response[error])) &&
      (!wanted.cost || 100 * cost(error) >= wanted.cost) &&
      made(error),
  );
  const ofType = (/** @type {AnaphoraError} */ error) => {
    const mention = besideMention(pair, error);
    return wanted.type === "all" || typed(besideSide(error) ?? "key", mention < 0 ? [] : [mention]);
  };
  const beside = pair.anaphoraErrors.filter(
    (error) => passes(error.kind, error.document) && ofType(error) && !wanted.cost && besideMade(error), // costs no points
  );
  return { errors, beside };
}

/**
 * The other systems beside the same key, whose errors can be compared.
 * @param {Pair} pair
 */
function rivals(pair) {
  const { systems } = pair.model;
  return [...systems.keys()].filter(
    (number) => number !== pair.system && systems[number].errors && systems[number].key === systems[pair.system].key,
  );
}

/** @type {WeakMap<Pair, Set<string>>} */
const identities = new WeakMap();

/** @param {Pair} pair */
function identified(pair) {
  let found = identities.get(pair);
  if (!found) identities.set(pair, (found = new Set(pair.errors.kind.map((_, error) => identity(pair, error)))));
  return found;
}

/**
 * @param {Pair} pair
 * @param {string} wanted
 * @returns {(error: number) => boolean}
 */
function makers(pair, wanted) {
  const made = madeBy(pair, wanted, identified);
  return (error) => wanted === "all" || made(identity(pair, error));
}

/**
 * @param {Pair} pair
 * @param {string} wanted
 * @returns {(error: AnaphoraError) => boolean}
 */
function besideMakers(pair, wanted) {
  const made = madeBy(pair, wanted, (other) => new Set(other.anaphoraErrors.map(besideIdentity)));
  return (error) => made(besideIdentity(error));
}

/**
 * @param {Pair} pair
 * @param {string} wanted all, only, every, or the number of a system that does not make the error
 * @param {(other: Pair) => Set<string>} errorsOf the errors of a system by identity
 * @returns {(identity: string) => boolean}
 */
function madeBy(pair, wanted, errorsOf) {
  if (wanted === "all") return () => true;
  const others = rivals(pair).map((number) => ({ number, errors: errorsOf(pair.model.pair(number)) }));
  return (mine) => {
    if (wanted === "only") return others.every(({ errors }) => !errors.has(mine));
    if (wanted === "every") return others.every(({ errors }) => errors.has(mine));
    return others.some(({ number, errors }) => number === Number(wanted) && !errors.has(mine));
  };
}

/**
 * @param {Pair} pair
 * @param {Wanted} wanted
 * @param {(change: Partial<Wanted>) => void} filter
 * @param {string} what costs are counted in
 * @param {(change: Partial<import("./state.js").Place>) => void} go
 */
function controls(pair, wanted, filter, what, go) {
  const { model } = pair;
  const label = document.activeElement?.closest(".field")?.firstChild?.textContent;
  const any = (/** @type {string} */ title, /** @type {keyof Wanted} */ field, /** @type {(string | number)[][]} */ options) =>
    select(title, [["all", "any"], ...options], wanted[field], (value) => filter({ [field]: value }));
  const numbered = (/** @type {string[]} */ names) => names.map((name, number) => [number, name]);
  const kinds = [...numbered(model.kindNames), ...besideKinds(pair).map(({ kind, what }) => [kind, what])];
  const fields = [any("Error type", "kind", kinds)];
  if (pair.key.type || pair.response.type)
    fields.push(any("Mention type", "type", model.types.map((name) => [name, name])));
  if (model.documents.length > 1) fields.push(any("Document", "document", numbered(model.shortNames)));
  if (what) {
    fields.push(pointsField("Points at least", wanted.cost, (cost) => filter({ cost })));
  }
  const others = rivals(pair);
  if (model.systems.length > 1)
    fields.unshift(
      select(
        "Errors of",
        model.systems.map((_, number) => [number, model.nameOf(number)]),
        pair.system,
        (value) => go({ system: Number(value) }),
      ),
    );
  if (others.length) {
    const name = model.nameOf(pair.system);
    const several = others.length > 1;
    const apart = several ? others.map((number) => [number, `not made by ${model.nameOf(number)}`]) : [];
    const every = `${several ? "all" : "both"} systems get wrong`;
    fields.splice(1, 0, any("What", "makers", [["only", `only ${name} gets wrong`], ["every", every], ...apart]));
  }
  queueMicrotask(() => {
    const field = label && fields.find((each) => each.firstChild?.textContent === label);
    if (field) /** @type {HTMLElement | null} */ (field.lastElementChild)?.focus();
  });
  return fields;
}

/**
 * A list a page at a time, with buttons to turn it.
 * @template Item
 * @param {Item[]} items
 * @param {number} size
 * @param {(item: Item) => Node} shown
 * @param {string} what
 * @param {(content: Node[]) => HTMLElement} frame
 */
export function paged(items, size, shown, what, frame) {
  const holder = make("div", { class: "page" });
  const where = make("span", { class: "quiet" });
  let first = 0;
  const turn = (/** @type {number} */ to) => {
    first = to;
    holder.replaceChildren(frame(items.slice(first, first + size).map(shown)));
    const last = Math.min(first + size, items.length);
    where.textContent = `${(first + 1).toLocaleString("en")}–${last.toLocaleString("en")} of ${items.length.toLocaleString("en")}`;
    before.disabled = first === 0;
    after.disabled = last === items.length;
  };
  const step = (/** @type {number} */ way) => () => {
    turn(first + way * size);
    announce(`${what} ${where.textContent}`);
    if (holder.getBoundingClientRect().top < 0) holder.scrollIntoView({ block: "start" });
  };
  const before = button("‹", step(-1), { "aria-label": `Previous ${what}` });
  const after = button("›", step(1), { "aria-label": `Next ${what}` });
  turn(0);
  return make("div", { class: "paged" }, holder, items.length > size && make("div", { class: "pager" }, before, where, after));
}

/**
 * @param {Pair} pair
 * @param {Pattern | BesidePattern} group
 * @param {Costs} cost
 */
function card(pair, group, cost) {
  const beside = "beside" in group;
  const counted = count(group.errors.length, "error");
  const facts = beside || !cost.what ? counted : `${counted} · ${points(group.cost)} points`;
  const list = (/** @type {Node[]} */ content) => make("ol", { class: "examples" }, content);
  return make(
    "section",
    { class: `card ${beside ? group.beside : `kind${group.kind}`}` },
    make(
      "h2",
      {},
      make("span", { class: "sign", "aria-hidden": "true" }, beside ? BESIDE[group.beside].sign : signsOf([group.kind])),
      " ",
      spoken(group.name, "em"),
      make("span", { class: "quiet" }, ` ${facts}`),
    ),
    beside
      ? paged(group.errors, EXAMPLES, (error) => besideExample(pair, error), "examples", list)
      : paged(group.errors, EXAMPLES, (error) => example(pair, error, cost), "examples", list),
  );
}

/**
 * @param {Pair} pair
 * @param {AnaphoraError} error
 */
function besideExample(pair, error) {
  const { model } = pair;
  const side = besideSide(error);
  const runs = side ? (error[side]?.ends[0] ?? []) : [];
  const mention = besideMention(pair, error);
  const { document } = error;
  const item = error.item === undefined ? null : pair.anaphora[document].indexOf(pair.anaphoraItems[error.item]);
  const href = hashOf({ view: "text", system: pair.system, document, item }, model);
  const colour = side && mention >= 0 ? pair.colour(side, pair.side(side).entity[mention]) : "var(--alone)";
  const marked = make("mark", { vars: { "--colour": colour } }, wordsOf(pair, error, runs));
  return make(
    "li",
    {},
    make("p", { class: "sentence" }, spoken(besideSentence(pair, error), "q")),
    runs.length > 0 &&
      make("a", { href, class: "example" }, inContext(pair.texts[document], runs[0][0], runs[runs.length - 1][1], marked)),
    inDocument("p", model, document),
  );
}

/** @param {number} cost */
function points(cost) {
  return cost > 0 ? Number((100 * cost).toPrecision(2)).toString() : "0";
}

/**
 * @param {Pair} pair
 * @param {number} error
 * @param {Costs} cost
 */
function example(pair, error, cost) {
  const { model } = pair;
  const { sentence, side, mention, with: joint, of } = explained(pair, error);
  const span = model.kindNames[pair.errors.kind[error]] === "span";
  const theirs = pair.errors.response[error][0];
  const link = (/** @type {SideName} */ name, /** @type {number} */ which) =>
    make("a", { href: hashOf(placeOf(pair, name, which), model), class: "example" }, snippet(pair, name, which));
  return make(
    "li",
    {},
    make("p", { class: "sentence" }, spoken(sentence, "q")),
    span
      ? make("div", { class: "two rows" }, whose(sideName(pair, "key"), link("key", mention)), whose(sideName(pair, "response"), link("response", theirs)))
      : link(side, mention),
    make("div", { class: "two" }, company(pair, "is with", joint), company(pair, "belongs to", of)),
    inDocument("p", model, pair.errors.document[error], cost.what && ` · ${points(cost.of(error))} points`),
  );
}

/**
 * @param {string} name
 * @param {Node} content
 */
function whose(name, content) {
  return make("div", {}, make("span", { class: "quiet" }, `${name} `), content);
}

/**
 * An entity beside the wrong part: its name, its size, and what else is in it.
 * @param {Pair} pair
 * @param {string} what
 * @param {Company | null} whom
 */
function company(pair, what, whom) {
  if (!whom) return null;
  const { side, entity, mentions } = whom;
  const link = (/** @type {number} */ mention, /** @type {any} */ content) =>
    make("a", { href: hashOf(placeOf(pair, side, mention), pair.model) }, content);
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
      mentions.length > CHIPS ? ` and ${mentions.length - CHIPS} more` : "",
    ),
  );
}

/**
 * A mention with the words around it.
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} mention
 */
export function snippet(pair, side, mention) {
  const mine = pair.side(side);
  const text = pair.texts[mine.document[mention]];
  const marked = make(
    "mark",
    { vars: { "--colour": pair.colour(side, mine.entity[mention]) } },
    pair.wordsOf(side, mention, 80),
  );
  return inContext(mine.labels ? null : text, mine.first[mention], mine.last[mention], marked);
}

/**
 * Marked words with those around them.
 * @param {import("./model.js").Text | null} text
 * @param {number} first
 * @param {number} last
 * @param {Node} marked
 */
function inContext(text, first, last, marked) {
  if (!text?.known) return make("bdi", {}, marked);
  const before = joined(text, first - CONTEXT, first).slice(-60);
  const after = joined(text, last + 1, last + 1 + CONTEXT).slice(0, 60);
  const [blank] = spaced(text, Math.max(0, first - 1), first + 1);
  const [next] = spaced(text, last, Math.min(last + 2, text.words.length));
  return make("bdi", {}, before && `…${before}${blank ? " " : ""}`, marked, after && `${next ? " " : ""}${after}…`);
}
