// Where the reader is, as the part of the address behind #: every place can be linked to.

export const VIEWS = ["scores", "errors", "text"];

// d: document, m: mention of it (k3 is the key's third, r3 the response's), t: word of it, s: system; all from 1.
export function parsed(hash, model) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const system = within(given.get("s"), model.systems.length) ?? 0;
  const place = { view: "scores", system, document: 0, side: null, mention: null, token: null };
  if (VIEWS.includes(given.get("v"))) place.view = given.get("v");
  const document = within(given.get("d"), model.documents.length);
  if (document === null) return place;
  place.view = "text";
  place.document = document;
  const [, side, number] = /^([kr])(\d+)$/.exec(given.get("m") ?? "") ?? [];
  if (side) {
    const name = side === "k" ? "key" : "response";
    const { bounds } = model.pair(system).side(name);
    const mention = within(number, bounds[document + 1] - bounds[document]);
    if (mention !== null) Object.assign(place, { side: name, mention: bounds[document] + mention });
  }
  const words = model.pair(system).texts[document].words;
  place.token = within(given.get("t"), words ? words.length : 0);
  return place;
}

function within(text, length) {
  const number = Number(text) - 1;
  return text && Number.isInteger(number) && number >= 0 && number < length ? number : null;
}

export function hashOf(place, model) {
  const parts = [];
  if (place.view !== "text") parts.push(`v=${place.view}`);
  else {
    parts.push(`d=${place.document + 1}`);
    if (place.side) {
      const { bounds } = model.pair(place.system).side(place.side);
      parts.push(`m=${place.side[0]}${place.mention - bounds[place.document] + 1}`);
    } else if (place.token !== null && place.token !== undefined) parts.push(`t=${place.token + 1}`);
  }
  if (place.system) parts.push(`s=${place.system + 1}`);
  return `#${parts.join("&")}`;
}

export function placeOf(pair, side, mention) {
  return { view: "text", system: pair.system, document: pair.side(side).document[mention], side, mention, token: null };
}
