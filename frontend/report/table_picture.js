// A table whose cells carry shades or bars, saved as a chart is.
import { make } from "./dom.js";
import { Drawing, opacityOf } from "./drawing.js";
import { plain, savers } from "./pictures.js";

const EDGE = 12; // pixels around it

/**
 * Everything that a table shows: shades, bars, lines between rows, and words.
 * @param {HTMLElement} shown
 */
function picture(shown) {
  const scrolled = shown.closest(".scrolled");
  const before = scrolled?.scrollLeft ?? 0;
  if (scrolled) scrolled.scrollLeft = 0; // the first column stays in sight, over the others
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const drawing = new Drawing({ left: left - EDGE, top: top - EDGE });
  for (const element of shown.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(element);
    const opacity = opacityOf(style.backgroundColor) * Number(style.opacity);
    const isPaper = element.matches("th, td:not(.heat), tr"); // in the colour of the card, so that it covers what it scrolls over
    if (opacity && !isPaper)
      drawing.rect(box, { rx: Number.parseFloat(style.borderTopLeftRadius) || 0, fill: solid(style.backgroundColor), "fill-opacity": opacity.toFixed(3) });
    if (element.matches("th, td") && Number.parseFloat(style.borderBottomWidth))
      drawing.rect(new DOMRect(box.left, box.bottom - 1, box.width, 1), { fill: plain(style.borderBottomColor) });
    drawing.text(element);
  }
  if (scrolled) scrolled.scrollLeft = before;
  const card = shown.closest(".card") ?? document.body;
  return drawing.picture(right + EDGE, bottom + EDGE, getComputedStyle(card).backgroundColor);
}

/** @param {string} colour */
function solid(colour) {
  return plain(colour).replace(/^rgba\((.*), [\d.]+\)$/, "rgb($1)");
}

/**
 * A table with buttons that save what it shows.
 * @param {Element} holder of the table, which may be drawn again
 * @param {string} name of the file
 */
export function savedTable(holder, name) {
  const draw = () => {
    const shown = holder.querySelector("table");
    return shown && picture(shown);
  };
  return make("div", {}, holder, savers(draw, name, `the table ${name}`));
}
