// The second view: errors by type, each with places in the text that show it.
import { button, byId, count, make, named, percent, table } from "./dom.js";
import { signsOf } from "./block.js";
import { hashOf, placeOf } from "./state.js";
import { joined, spaced } from "./words.js";

const AT_ONCE = 20;
const CONTEXT = 7;

/**
 * @param {import("./model.js").Model} model
 * @param {number} system
 */
export function errorsView(model, system) {
  const pair = model.pair(system);
  /** @type {number[][]} */
  const byKind = model.kindNames.map(() => []);
  pair.errors.kind.forEach((kind, error) => byKind[kind].push(error));
  const most = Math.max(...byKind.map((list) => list.length), 1);
  const repairs = model.systems[system].repaired;
  const now = model.result.systems[system].scores[model.main].f1;
  const rows = model.kindNames.map((name, kind) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        make("span", { class: `sign kind${kind}`, "aria-hidden": "true" }, signsOf([kind])),
        " ",
        make("a", { href: `#kind${kind}`, onclick: (event) => jump(event, kind) }, name),
        make("span", { class: "explained quiet" }, model.kinds[name]),
      ),
      make("td", {}, byKind[kind].length.toLocaleString("en")),
      make(
        "td",
        { class: "bar wide", "aria-hidden": "true" },
        make("span", { vars: { "--share": byKind[kind].length / most } }),
      ),
      repairs
        ? [
            make("td", {}, percent(repairs[kind].alone)),
            make("td", {}, gain(repairs[kind].alone, now)),
            make("td", {}, percent(repairs[kind].cumulative)),
          ]
        : null,
    ),
  );
  const head = ["Type", "Errors", make("td", { class: "bar" })];
  if (repairs) head.push(`${model.mainMetric.title} if repaired`, "gain", "with those above");
  if (pair.unmatched.size)
    return make(
      "p",
      { class: "note" },
      "Some mentions are in two entities and were scored the official scorer's way, which does not say what is wrong " +
        "with each. With --repeated first, errors can be shown.",
    );
  return make(
    "div",
    { class: "cards" },
    make(
      "section",
      { class: "card wide" },
      make("h2", {}, "Errors by type"),
      table("Errors by type", head, rows, { kind: "kinds" }),
    ),
    byKind.map((list, kind) => list.length > 0 && examples(model, pair, kind, list)),
  );
}

/**
 * @param {number | null} repaired
 * @param {number | null} now
 */
function gain(repaired, now) {
  if (repaired === null || now === null) return percent(null);
  return `${repaired < now ? "−" : "+"}${percent(Math.abs(repaired - now))}`;
}

function jump(event, kind) {
  event.preventDefault(); // the fragment of the address is the place of the reader
  const target = byId(`kind${kind}`);
  target.scrollIntoView({ block: "start" });
  /** @type {HTMLElement | null} */ (target.querySelector("a, button"))?.focus({ preventScroll: true });
}

function examples(model, pair, kind, errors) {
  const list = make("ol", { class: "examples" });
  let shown = 0;
  const add = () => {
    for (const error of errors.slice(shown, shown + AT_ONCE)) list.append(example(model, pair, error));
    shown = Math.min(shown + AT_ONCE, errors.length);
    more.textContent = `Show ${Math.min(AT_ONCE, errors.length - shown)} more`;
    more.hidden = shown === errors.length;
  };
  const more = button("", () => {
    const next = list.children.length;
    add();
    list.children[next]?.querySelector("a")?.focus();
  });
  add();
  const title = make(
    "h2",
    {},
    make("span", { class: `sign kind${kind}`, "aria-hidden": "true" }, signsOf([kind])),
    " ",
    model.kindNames[kind],
    make("span", { class: "quiet" }, ` ${count(errors.length, "error")}`),
  );
  return make("section", { class: "card", id: `kind${kind}` }, title, list, more);
}

function example(model, pair, error) {
  const [{ side, mention }, ...others] = pair.placesOf(error);
  const document = pair.errors.document[error];
  const same = others.filter((each) => each.side === side).length;
  return make(
    "li",
    {},
    make(
      "a",
      { href: hashOf(placeOf(pair, side, mention), model), class: "example" },
      snippet(pair, side, mention),
      same ? make("span", { class: "quiet" }, ` and ${same} more`) : null,
    ),
    make("span", { class: "quiet where" }, named(model.documents[document])),
  );
}

export function snippet(pair, side, mention) {
  const mine = pair.side(side);
  const text = pair.texts[mine.document[mention]];
  const marked = make(
    "mark",
    { vars: { "--colour": pair.colour(side, mine.entity[mention]) } },
    pair.wordsOf(side, mention, 80),
  );
  if (!text.known || mine.labels) return make("bdi", {}, marked);
  const [first, last] = [mine.first[mention], mine.last[mention]];
  const before = joined(text, first - CONTEXT, first).slice(-60);
  const after = joined(text, last + 1, last + 1 + CONTEXT).slice(0, 60);
  const [blank] = spaced(text, Math.max(0, first - 1), first + 1);
  const [next] = spaced(text, last, Math.min(last + 2, text.words.length));
  return make("bdi", {}, before && `…${before}${blank ? " " : ""}`, marked, after && `${next ? " " : ""}${after}…`);
}
