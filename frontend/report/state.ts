// Where the reader is, as the part of the address behind #: every place can be linked to.
import type { Model, Pair, SideName } from "./model.js";

export const VIEWS = ["scores", "errors", "entities", "text"];

// Where the reader is
export interface Place {
  view: string;
  system: number;
  document: number; // or -1 for all, which only entities can be of; in an address of a text the one with most errors
  side: SideName | null;
  mention: number | null;
  token: number | null;
  item: number | null; // one of the sets, bridging links and the like of the document
}

// d: document, m: mention of it (k3 is the key's third, r3 the response's), b: what stands beside the entities of it,
// t: word of it, s: system; all from 1.
export function parsed(hash: string, model: Pick<Model, "systems" | "documents" | "pair">): Place {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const system = within(given.get("s"), model.systems.length) ?? 0;
  const place: Place = { view: "scores", system, document: 0, side: null, mention: null, token: null, item: null };
  const view = given.get("v");
  if (view && VIEWS.includes(view)) place.view = view;
  if (place.view === "entities") place.document = -1;
  const document = within(given.get("d"), model.documents.length);
  if (document === null) {
    if (place.view === "text") place.document = model.pair(system).worst;
    return place;
  }
  place.document = document;
  if (place.view === "entities") return place;
  place.view = "text";
  const [, side, number] = /^([kr])(\d+)$/.exec(given.get("m") ?? "") ?? [];
  if (side) {
    const name = side === "k" ? "key" : "response";
    const { bounds } = model.pair(system).side(name);
    const mention = within(number, bounds[document + 1] - bounds[document]);
    if (mention !== null) Object.assign(place, { side: name, mention: bounds[document] + mention });
  }
  place.item = within(given.get("b"), model.pair(system).anaphora[document].length);
  place.token = within(given.get("t"), model.pair(system).texts[document].words.length);
  return place;
}

// A number from 1 to `length`, as an index; null for anything else.
function within(text: string | null | undefined, length: number) {
  const number = Number(text) - 1;
  return text && Number.isInteger(number) && number >= 0 && number < length ? number : null;
}

export function hashOf(
  { view, system = 0, document = 0, side = null, mention = null, token = null, item = null }: Partial<Place> & { view: string },
  model: Pick<Model, "pair">,
) {
  const parts: string[] = [];
  if (view !== "text" || document < 0) parts.push(`v=${view}`);
  if (view === "entities" && document >= 0) parts.push(`d=${document + 1}`);
  if (view === "text" && document >= 0) {
    parts.push(`d=${document + 1}`);
    if (side && mention !== null) {
      const { bounds } = model.pair(system).side(side);
      parts.push(`m=${side[0]}${mention - bounds[document] + 1}`);
    } else if (item !== null) parts.push(`b=${item + 1}`);
    else if (token !== null) parts.push(`t=${token + 1}`);
  }
  if (system) parts.push(`s=${system + 1}`);
  return `#${parts.join("&")}`;
}

export function placeOf(pair: Pair, side: SideName, mention: number): Place {
  const document = pair.side(side).document[mention];
  return { view: "text", system: pair.system, document, side, mention, token: null, item: null };
}
