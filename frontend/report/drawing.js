// Elements of the page drawn as SVG, each where it stands: what pictures of passages and of tables have in common.
import { svg } from "./dom.js";
import { plain } from "./pictures.js";

/**
 * How far a computed colour covers what is below it, from 0 to 1.
 * @param {string} colour
 */
export function opacityOf(colour) {
  const [, slashed, listed] = /\/ ([\d.]+)\)$|^rgba\(.*, ([\d.]+)\)$/.exec(colour) ?? [];
  return Number(slashed ?? listed ?? 1);
}

export class Drawing {
  /** @param {{left: number, top: number}} frame */
  constructor(frame) {
    this.frame = frame;
    /** @type {Element[]} */
    this.parts = [];
    this.pen = document.createElement("canvas").getContext("2d");
  }

  /** @param {number} left */
  x(left) {
    return (left - this.frame.left).toFixed(1);
  }

  /** @param {number} top */
  y(top) {
    return (top - this.frame.top).toFixed(1);
  }

  /**
   * @param {DOMRect} box
   * @param {Record<string, any>} given
   */
  rect({ left, top, width, height }, given) {
    this.parts.push(svg("rect", { x: this.x(left), y: this.y(top), width: width.toFixed(1), height: height.toFixed(1), ...given }));
  }

  // The words of an element's own text nodes, line by line.
  /** @param {Element} element */
  text(element) {
    const style = getComputedStyle(element);
    const look = {
      fill: plain(style.color),
      "font-family": style.fontFamily,
      "font-size": style.fontSize,
      "font-weight": style.fontWeight,
      "font-style": style.fontStyle === "normal" ? null : style.fontStyle,
      "text-decoration": style.textDecorationLine === "none" ? null : style.textDecorationLine,
    };
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      for (const { words, box } of linesOf(node)) {
        const y = this.y(box.top + this.ascent(style, box.height));
        this.parts.push(svg("text", { x: this.x(box.left), y, ...look }, words));
      }
    }
  }

  /**
   * From the upper edge of a line to its letters' feet.
   * @param {CSSStyleDeclaration} style
   * @param {number} height
   */
  ascent(style, height) {
    if (!this.pen) return height * 0.8;
    this.pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = this.pen.measureText("x");
    return (height - above - below) / 2 + above;
  }

  /**
   * @param {number} right
   * @param {number} bottom
   * @param {string} colour of the paper
   */
  picture(right, bottom, colour) {
    const [width, height] = [right - this.frame.left, bottom - this.frame.top].map((each) => Math.ceil(each));
    const paper = svg("rect", { width, height, fill: plain(colour) });
    const given = { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height };
    return /** @type {SVGSVGElement} */ (svg("svg", given, paper, this.parts));
  }
}

/**
 * The lines that a text node is broken into, as it is shown.
 * @param {Text} node
 */
function linesOf(node) {
  const whole = node.data.trim();
  if (!whole) return [];
  const range = document.createRange();
  const start = node.data.indexOf(whole);
  range.setStart(node, start);
  range.setEnd(node, start + whole.length);
  const [first, ...more] = range.getClientRects();
  if (!first) return [];
  if (!more.length) return [{ words: whole, box: first }];
  /** @type {{words: string, box: DOMRect}[]} */
  const lines = [];
  for (const { index, 0: piece } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + piece.trimEnd().length);
    const box = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (line && Math.abs(line.box.top - box.top) < box.height / 2) line.words += piece;
    else lines.push({ words: piece, box });
  }
  return lines.map(({ words, box }) => ({ words: words.trimEnd(), box }));
}
