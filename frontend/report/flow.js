// A picture of entities: the key's at the left, the response's at the right, bands for the mentions that they share.
import { count, shortened, svg } from "./dom.js";
import { fateOf } from "./fates.js";
import { titleOf } from "./names.js";
import { hashOf, placeOf } from "./state.js";
import { otherSide, SIDES } from "./model.js";
import { sided, sideName } from "./wording.js";

/** @import {Pair, SideName} from "./model.js" */
/** @typedef {{entity: number, y: number, height: number, next: number}} Node `next`: where its next band begins */

const MOST = 24; // entities of a side
const LEAST = 17; // pixels, for a line of text
const TALL = 420; // pixels, for all of a side but gaps
const GAP = 5;
const BAR = 12;

/**
 * @param {Pair} pair
 * @param {Record<SideName, number[]>} lists the entities of both sides
 */
export function flow(pair, lists) {
  const width = Math.max(300, Math.min(1100, window.innerWidth - 90));
  const label = Math.min(230, width * 0.3);
  const shown = {
    key: largest(pair, "key", lists.key),
    response: largest(pair, "response", lists.response),
  };
  shown.response = besideTheirs(pair, shown.key, shown.response);
  const most = Math.max(...SIDES.map((side) => shown[side].reduce((sum, each) => sum + pair.side(side).size[each], 0)), 1);
  const nodes = { key: placed(pair, "key", shown.key, TALL / most), response: placed(pair, "response", shown.response, TALL / most) };
  const end = (/** @type {Map<number, Node>} */ all) => Math.max(0, ...[...all.values()].map((node) => node.y + node.height));
  const height = Math.max(end(nodes.key), end(nodes.response)) + 26;
  const x = { key: label, response: width - label - BAR };
  const chart = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart flow",
    role: "group",
    "aria-label": sided(pair, "Key entities at the left, response entities at the right"),
  });
  const head = (/** @type {SideName} */ side) => shortened(sideName(pair, side), Math.floor(label / 6.6));
  chart.append(
    svg("text", { x: x.key + BAR, y: 13, "text-anchor": "end", class: "quiet" }, head("key")),
    svg("text", { x: x.response, y: 13, class: "quiet" }, head("response")),
  );
  for (const [entity, node] of nodes.key) {
    const pieces = fateOf(pair, "key", entity).pieces.filter((piece) => nodes.response.has(piece.entity));
    // Bands leave in the order in which they arrive, so that they do not cross at once.
    pieces.sort((one, two) => (nodes.response.get(one.entity)?.y ?? 0) - (nodes.response.get(two.entity)?.y ?? 0));
    for (const piece of pieces) {
      const to = /** @type {Node} */ (nodes.response.get(piece.entity));
      const thick = (piece.shared / pair.key.size[entity]) * node.height;
      const thin = (piece.shared / pair.response.size[piece.entity]) * to.height;
      const first = pair.key
        .mentions(entity)
        .find((mention) => pair.twins.key[mention] >= 0 && pair.response.entity[pair.twins.key[mention]] === piece.entity);
      const band = svg("path", {
        d: between(x.key + BAR, node.next, thick, x.response, to.next, thin),
        class: `band${pair.partners.key[entity] === piece.entity ? "" : " wrong"}`,
      });
      band.style.setProperty("--colour", pair.colour("key", entity));
      band.append(
        svg(
          "title",
          {},
          `${count(piece.shared, "mention")} of “${titleOf(pair, "key", entity)}” in “${titleOf(pair, "response", piece.entity)}”`,
        ),
      );
      if (first !== undefined) {
        const href = hashOf(placeOf(pair, "key", first), pair.model);
        band.addEventListener("click", () => (location.hash = href));
      }
      chart.append(band);
      node.next += thick;
      to.next += thin;
    }
  }
  for (const side of SIDES) for (const [entity, node] of nodes[side]) chart.append(drawn(pair, side, entity, node, x[side], label));
  const left = (/** @type {SideName} */ side) => lists[side].length - nodes[side].size;
  const rest = SIDES.filter(left).map((side) => `${left(side).toLocaleString("en")} ${sided(pair, `of the ${side}`)}`);
  const caption =
    "Bands are shared mentions; where a bar has no band, the other side has no such mention" +
    `${rest.length ? `, or only in an entity that is not drawn (${rest.join(", ")}: small ones and singletons)` : ""}. ` +
    "Click an entity or a band to read it.";
  return { chart, caption, drawn: nodes.key.size + nodes.response.size > 0 };
}

/**
 * The largest entities, in the order of the text.
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number[]} entities
 */
function largest(pair, side, entities) {
  const { size } = pair.side(side);
  const many = entities.filter((entity) => size[entity] > 1);
  return many.sort((one, two) => size[two] - size[one] || one - two).slice(0, MOST).sort((one, two) => one - two);
}

/**
 * Response entities in the order of the key entities with which they share most.
 * @param {Pair} pair
 * @param {number[]} keys
 * @param {number[]} responses
 */
function besideTheirs(pair, keys, responses) {
  const place = new Map(keys.map((entity, number) => [entity, number]));
  const at = new Map(
    responses.map((entity) => {
      const { pieces } = fateOf(pair, "response", entity);
      const home = pieces.find((piece) => place.has(piece.entity));
      return [entity, home ? /** @type {number} */ (place.get(home.entity)) : keys.length];
    }),
  );
  return responses.sort((one, two) => (at.get(one) ?? 0) - (at.get(two) ?? 0) || one - two);
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number[]} entities
 * @param {number} scale pixels of a mention
 */
function placed(pair, side, entities, scale) {
  let y = 22;
  return new Map(
    entities.map((entity) => {
      const height = Math.max(LEAST, pair.side(side).size[entity] * scale);
      const node = { entity, y, height, next: y };
      y += height + GAP;
      return [entity, node];
    }),
  );
}

// A band with the widths that it has at both ends.
function between(left, top, thick, right, to, thin) {
  const middle = (left + right) / 2;
  return (
    `M${left} ${top}C${middle} ${top} ${middle} ${to} ${right} ${to}v${thin}` +
    `C${middle} ${to + thin} ${middle} ${top + thick} ${left} ${top + thick}z`
  );
}

/**
 * @param {Pair} pair
 * @param {SideName} side
 * @param {number} entity
 * @param {Node} node
 * @param {number} x
 * @param {number} room for the name
 */
function drawn(pair, side, entity, node, x, room) {
  const size = pair.side(side).size[entity];
  const name = titleOf(pair, side, entity);
  const end = side === "key";
  const bar = svg("rect", { x, y: node.y, width: BAR, height: node.height, rx: 2, class: "node" });
  bar.style.setProperty("--colour", pair.colour(side, entity));
  const link = svg(
    "a",
    {
      href: hashOf(placeOf(pair, side, pair.side(side).mentions(entity)[0]), pair.model),
      "aria-label": `${sideName(pair, side)} ${name}, ${count(size, "mention")}`,
    },
    bar,
    svg(
      "text",
      { x: end ? x - 7 : x + BAR + 7, y: node.y + node.height / 2 + 4, "text-anchor": end ? "end" : "start" },
      shortened(name, Math.max(8, Math.floor((room - 40) / 6.6))),
      svg("tspan", { class: "quiet" }, ` ${size}`),
    ),
  );
  link.append(svg("title", {}, `${name}: ${count(size, "mention")}, ${pair.partners[side][entity] < 0 ? sided(pair, `no counterpart in the ${otherSide(side)}`) : "has a counterpart"}`));
  return link;
}
