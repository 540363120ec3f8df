// The second view: errors by type and by pattern; every example says what is wrong, and with whom.
import { announce, button, count, gain, inDocument, make, named, percent, pointsField, select, spoken, table } from "./dom.js";
import { KINDS as BESIDE, wordsOf } from "./anaphora.js";
import { besideCounts, besideIdentity, besideMention, besidePatterns, besideSentence, besideSide } from "./beside.js";
import { signsOf } from "./block.js";
import { changeCard } from "./change.js";
import { swatch } from "./detail.js";
import { explained, identified, identity, patterns } from "./explain.js";
import { titleOf } from "./names.js";
import { hashOf, placeOf } from "./state.js";
import { sideName } from "./wording.js";
import { joined, spaced } from "./words.js";
import type { AnaphoraError } from "#types/page";
import type { BesidePattern } from "./beside.js";
import type { Company, Pattern } from "./explain.js";
import type { Model, Pair, SideName, Text } from "./model.js";
import type { Place } from "./state.js";

const GROUPS = 6; // of a page
const EXAMPLES = 3; // of a group's page
const CONTEXT = 7; // words
const CHIPS = 5; // mentions of an entity

export type Wanted = { kind: string; type: string; document: string; makers: string; cost: number };

export function errorsView(model: Model, system: number, go: (change: Partial<Place>) => void) {
  const pair = model.pair(system);
  if (pair.unmatched.size)
    return make("p", { class: "note" },
      "Some mentions are in two entities and were scored by the official scorer's rules, which do not determine " +
        "errors. Score with --repeated first to see them.",
    );
  const wanted: Wanted = { kind: "all", type: "all", document: "all", makers: "all", cost: 0 };
  const cost = costs(pair);
  const found = make("div", { class: "found-errors", tabindex: -1, role: "region", "aria-label": "Examples" });
  const fields = make("div", { class: "fields" });
  const refresh = (change: Partial<Wanted>) => {
    Object.assign(wanted, change);
    const { errors, beside } = chosen(pair, wanted, cost.of);
    const groups = [...patterns(pair, errors, cost.of), ...besidePatterns(pair, beside)];
    groups.sort((one, two) => two.cost - one.cost || two.errors.length - one.errors.length);
    const total = count(errors.length + beside.length, "error");
    const order = cost.what && errors.length ? `the costliest first (${cost.what})` : "the most frequent first";
    found.replaceChildren(
      make("p", { class: "quiet total" },
        `${total} in ${count(groups.length, "pattern")}, ${order}; ` +
          "examples from as many documents as possible" +
          (cost.what && errors.length && beside.length ? "; anaphora errors cost no points" : ""),
      ),
      paged(groups, GROUPS, (group) => card(pair, group, cost), "patterns", (content) => make("div", { class: "cards groups" }, content)),
    );
    announce(`${total} shown`);
  };
  const filter = (change: Partial<Wanted>) => {
    refresh(change);
    fields.replaceChildren(...controls(pair, wanted, filter, cost.what, go));
  };
  const only = (kind: number | string) => {
    filter({ kind: String(kind) });
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  };
  filter({});
  return make("div", { class: "cards" },
    changeCard(model),
    make("section", { class: "card wide" }, make("h2", {}, "Errors by type"), kinds(model, pair, only)),
    make("section", { class: "wide", "aria-label": "Errors by pattern" }, fields, found),
  );
}

function kinds(model: Model, pair: Pair, only: (kind: number | string) => void) {
  const numbers = model.kindNames.map(() => 0);
  for (const kind of pair.errors.kind) numbers[kind] += 1;
  const beside = besideKinds(pair);
  const repairs = model.systems[pair.system].repaired;
  const now = model.f1(pair.system);
  const worth = (kind: number) => (repairs ? (repairs[kind].alone ?? 0) - (now ?? 0) : numbers[kind]);
  const order = [...numbers.keys()].sort(
    (one, two) => Number(!numbers[one]) - Number(!numbers[two]) || worth(two) - worth(one),
  );
  const most = Math.max(...order.map(worth), 1e-9);
  const row = (kind, name, sign, meaning, number, share, repaired) =>
    make("tr", {},
      make("th", { scope: "row" },
        make("span", { class: "sign", "aria-hidden": "true" }, sign),
        " ",
        button(name, () => only(kind), { class: "link", disabled: !number }),
      ),
      make("td", {}, number.toLocaleString("en")),
      repairs ? repaired.map((text) => make("td", {}, text)) : null,
      make("td", { class: "bar wide", "aria-hidden": "true" }, share > 0.001 && make("span", { vars: { "--share": share } })),
      make("td", { class: "explained quiet" }, meaning),
    );
  const repairedAs = (kind: number) => repairs && [gain(repairs[kind].alone, now), percent(repairs[kind].alone)];
  const rows = [
    ...order.map((kind) => {
      const name = model.kindNames[kind];
      return row(kind, name, signsOf([kind]), model.kinds[name], numbers[kind], worth(kind) / most, repairedAs(kind));
    }),
    ...beside.map(({ kind, what, errors }) => {
      const meaning = `${BESIDE[kind].meaning}: ${besideCounts(pair, errors)}`;
      return row(kind, what, BESIDE[kind].sign, meaning, errors.length, 0, ["–", "–"]);
    }),
  ];
  const gained = repairs ? ["Gain", `${model.mainMetric.title} if repaired`] : [];
  const head = ["Type", "Errors", ...gained, make("td", { class: "bar wide" }), make("th", { scope: "col", class: "explained" }, "Meaning")];
  return table("Errors by type", head, rows, { kind: "kinds" });
}

// The errors of each kind of what stands beside the entities, of kinds that have some.
function besideKinds(pair: Pair) {
  const kinds = (Object.keys(BESIDE) as AnaphoraError["kind"][]);
  return kinds
    .map((kind) => ({ kind, errors: pair.anaphoraErrors.filter((error) => error.kind === kind) }))
    .filter(({ errors }) => errors.length)
    .map(({ kind, errors }) => ({ kind, what: errors[0].what, errors }));
}

// What the mentions of an error cost: under B³ if it was asked for, else under the first metric that can say.
function costs(pair: Pair) {
  const names = Object.keys(pair.givenCosts);
  const metric = pair.model.metrics.find(({ name }) => name === (names.includes("b3") ? "b3" : names[0]));
  const paid = metric ? pair.costs(metric.name) : null;
  const sum = (each: Float64Array, mentions: readonly number[]) =>
    mentions.reduce((all, mention) => all + each[mention], 0);
  return {
    what: metric && paid ? `points of ${metric.title} recall and precision` : "",
    of: (error: number) =>
      paid ? sum(paid.key, pair.errors.key[error]) + sum(paid.response, pair.errors.response[error]) : 0,
  };
}

export type Costs = ReturnType<typeof costs>;

// The errors that are wanted: of the entities by number, and those beside them.
function chosen(pair: Pair, wanted: Wanted, cost: (error: number) => number) {
  const { kind, document, key, response } = pair.errors;
  const [made, besideMade] = [makers(pair, wanted.makers), besideMakers(pair, wanted.makers)];
  const passes = (which: number | string, where: number) =>
    (wanted.kind === "all" || String(which) === wanted.kind) && (wanted.document === "all" || where === Number(wanted.document));
  const typed = (side: SideName, mentions: readonly number[]) =>
    wanted.type === "all" || mentions.some((mention) => pair.side(side).typeOf(mention) === wanted.type);
  const errors = [...kind.keys()].filter(
    (error) =>
      passes(kind[error], document[error]) &&
      (key[error].length ? typed("key", key[error]) : typed("response", response[error])) &&
      (!wanted.cost || 100 * cost(error) >= wanted.cost) &&
      made(error),
  );
  const ofType = (error: AnaphoraError) => {
    const mention = besideMention(pair, error);
    return wanted.type === "all" || typed(besideSide(error) ?? "key", mention < 0 ? [] : [mention]);
  };
  const beside = pair.anaphoraErrors.filter(
    (error) => passes(error.kind, error.document) && ofType(error) && !wanted.cost && besideMade(error), // costs no points
  );
  return { errors, beside };
}

// The other systems beside the same key, whose errors can be compared.
function rivals(pair: Pair) {
  const { systems } = pair.model;
  return [...systems.keys()].filter(
    (number) => number !== pair.system && systems[number].errors && systems[number].key === systems[pair.system].key,
  );
}

function makers(pair: Pair, wanted: string): (error: number) => boolean {
  const made = madeBy(pair, wanted, identified);
  return (error) => wanted === "all" || made(identity(pair, error));
}

function besideMakers(pair: Pair, wanted: string): (error: AnaphoraError) => boolean {
  const made = madeBy(pair, wanted, (other) => new Set(other.anaphoraErrors.map(besideIdentity)));
  return (error) => made(besideIdentity(error));
}

// `wanted`: all, only, every, or the number of a system that does not make the error
// `errorsOf`: the errors of a system by identity
function madeBy(pair: Pair, wanted: string, errorsOf: (other: Pair) => Set<string>): (identity: string) => boolean {
  if (wanted === "all") return () => true;
  const others = rivals(pair).map((number) => ({ number, errors: errorsOf(pair.model.pair(number)) }));
  return (mine) => {
    if (wanted === "only") return others.every(({ errors }) => !errors.has(mine));
    if (wanted === "every") return others.every(({ errors }) => errors.has(mine));
    return others.some(({ number, errors }) => number === Number(wanted) && !errors.has(mine));
  };
}

// `what`: costs are counted in
function controls(
  pair: Pair, wanted: Wanted, filter: (change: Partial<Wanted>) => void, what: string,
  go: (change: Partial<Place>) => void,
) {
  const { model } = pair;
  const label = document.activeElement?.closest(".field")?.firstChild?.textContent;
  const any = (title: string, field: keyof Wanted, options: (string | number)[][]) =>
    select(title, [["all", "any"], ...options], wanted[field], (value) => filter({ [field]: value }));
  const numbered = (names: string[]) => names.map((name, number) => [number, name]);
  const kinds = [...numbered(model.kindNames), ...besideKinds(pair).map(({ kind, what }) => [kind, what])];
  const fields = [any("Error type", "kind", kinds)];
  if (pair.key.type || pair.response.type)
    fields.push(any("Mention type", "type", model.types.map((name) => [name, name])));
  if (model.documents.length > 1) fields.push(any("Document", "document", numbered(model.shortNames)));
  if (what) {
    fields.push(pointsField("Minimum cost, in points", wanted.cost, (cost) => filter({ cost })));
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
    const apart = several ? others.map((number) => [number, `not ${model.nameOf(number)}`]) : [];
    const every = `${several ? "all" : "both"} systems`;
    fields.splice(1, 0, any("Made by", "makers", [["only", `only ${name}`], ["every", every], ...apart]));
  }
  queueMicrotask(() => {
    const field = label && fields.find((each) => each.firstChild?.textContent === label);
    if (field) (field.lastElementChild as HTMLElement | null)?.focus();
  });
  return fields;
}

// A list a page at a time, with buttons to turn it.
export function paged<Item>(
  items: Item[], size: number, shown: (item: Item) => Node, what: string, frame: (content: Node[]) => HTMLElement,
) {
  const holder = make("div", { class: "page" });
  const where = make("span", { class: "quiet" });
  let first = 0;
  const turn = (to: number) => {
    first = to;
    holder.replaceChildren(frame(items.slice(first, first + size).map(shown)));
    const last = Math.min(first + size, items.length);
    where.textContent = `${(first + 1).toLocaleString("en")}–${last.toLocaleString("en")} of ${items.length.toLocaleString("en")}`;
    before.disabled = first === 0;
    after.disabled = last === items.length;
  };
  const step = (way: number) => () => {
    turn(first + way * size);
    announce(`${what} ${where.textContent}`);
    if (holder.getBoundingClientRect().top < 0) holder.scrollIntoView({ block: "start" });
  };
  const before = button("‹", step(-1), { "aria-label": `Previous ${what}` });
  const after = button("›", step(1), { "aria-label": `Next ${what}` });
  turn(0);
  return make("div", { class: "paged" }, holder, items.length > size && make("div", { class: "pager" }, before, where, after));
}

function card(pair: Pair, group: Pattern | BesidePattern, cost: Costs) {
  const beside = "beside" in group;
  const counted = count(group.errors.length, "error");
  const facts = beside || !cost.what ? counted : `${counted} · ${points(group.cost)} points`;
  const list = (content: Node[]) => make("ol", { class: "examples" }, content);
  return make("section", { class: `card ${beside ? group.beside : `kind${group.kind}`}` },
    make("h2", {},
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

function besideExample(pair: Pair, error: AnaphoraError) {
  const { model } = pair;
  const side = besideSide(error);
  const runs = side ? (error[side]?.ends[0] ?? []) : [];
  const mention = besideMention(pair, error);
  const { document } = error;
  const item = error.item === undefined ? null : pair.anaphora[document].indexOf(pair.anaphoraItems[error.item]);
  const href = hashOf({ view: "text", system: pair.system, document, item }, model);
  const colour = side && mention >= 0 ? pair.colour(side, pair.side(side).entity[mention]) : "var(--alone)";
  const marked = make("mark", { vars: { "--colour": colour } }, wordsOf(pair, error, runs));
  return make("li", {},
    make("p", { class: "sentence" }, spoken(besideSentence(pair, error), "q")),
    runs.length > 0 &&
      make("a", { href, class: "example" }, inContext(pair.texts[document], runs[0][0], runs[runs.length - 1][1], marked)),
    inDocument("p", model, document),
  );
}

function points(cost: number) {
  return cost > 0 ? Number((100 * cost).toPrecision(2)).toString() : "0";
}

function example(pair: Pair, error: number, cost: Costs) {
  const { model } = pair;
  const { sentence, side, mention, with: joint, of } = explained(pair, error);
  const span = model.kindNames[pair.errors.kind[error]] === "span";
  const theirs = pair.errors.response[error][0];
  const link = (name: SideName, which: number) =>
    make("a", { href: hashOf(placeOf(pair, name, which), model), class: "example" }, snippet(pair, name, which));
  return make("li", {},
    make("p", { class: "sentence" }, spoken(sentence, "q")),
    span
      ? make("div", { class: "two rows" }, whose(sideName(pair, "key"), link("key", mention)), whose(sideName(pair, "response"), link("response", theirs)))
      : link(side, mention),
    make("div", { class: "two" }, company(pair, "is with", joint), company(pair, "belongs to", of)),
    inDocument("p", model, pair.errors.document[error], cost.what && ` · ${points(cost.of(error))} points`),
  );
}

function whose(name: string, content: Node) {
  return make("div", {}, make("span", { class: "quiet" }, `${name} `), content);
}

// An entity beside the wrong part: its name, its size, and what else is in it.
function company(pair: Pair, what: string, whom: Company | null) {
  if (!whom) return null;
  const { side, entity, mentions } = whom;
  const link = (mention: number, content: any) =>
    make("a", { href: hashOf(placeOf(pair, side, mention), pair.model) }, content);
  const others = mentions.slice(0, CHIPS);
  return make("div", { class: "company" },
    make("span", { class: "quiet" }, `${what} · ${sideName(pair, side)} `),
    make("div", {}, swatch(pair, side, entity), " ", link(mentions[0], named(titleOf(pair, side, entity)))),
    make("div", { class: "quiet chips" },
      others.map((mention, place) => [place ? " · " : "", named(pair.wordsOf(side, mention, 28))]),
      mentions.length > CHIPS ? ` and ${mentions.length - CHIPS} more` : "",
    ),
  );
}

// A mention with the words around it.
export function snippet(pair: Pair, side: SideName, mention: number) {
  const mine = pair.side(side);
  const text = pair.texts[mine.document[mention]];
  const marked = make("mark", { vars: { "--colour": pair.colour(side, mine.entity[mention]) } },
    pair.wordsOf(side, mention, 80),
  );
  return inContext(mine.labels ? null : text, mine.first[mention], mine.last[mention], marked);
}

// Marked words with those around them.
function inContext(text: Text | null, first: number, last: number, marked: Node) {
  if (!text?.known) return make("bdi", {}, marked);
  const before = joined(text, first - CONTEXT, first).slice(-60);
  const after = joined(text, last + 1, last + 1 + CONTEXT).slice(0, 60);
  const [blank] = spaced(text, Math.max(0, first - 1), first + 1);
  const [next] = spaced(text, last, Math.min(last + 2, text.words.length));
  return make("bdi", {}, before && `…${before}${blank ? " " : ""}`, marked, after && `${next ? " " : ""}${after}…`);
}
