// A passage of the text as a picture: the sentences that are selected, else those in sight, as they stand on the page.
import { svg } from "./dom.js";
import { barsOf } from "./block.js";
import { Drawing, opacityOf } from "./drawing.js";
import { plain } from "./pictures.js";

const EDGE = 12; // pixels around it
const SEAM = 0.5; // by which bars of neighbours overlap, so that no line is seen between them

/**
 * @param {import("./text.js").TextView} view
 * @returns {SVGSVGElement | null} null if nothing is in sight
 */
export function passage(view) {
  const blocks = blocksIn(view);
  if (!blocks.length) return null;
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  const words = blocks.flatMap((block) => [...block.querySelectorAll(".word, .tag")].map((word) => word.getBoundingClientRect()));
  const frame = {
    left: Math.min(...boxes.map((box) => box.left)) - EDGE,
    top: Math.min(...boxes.map((box) => box.top)) - EDGE,
    right: Math.max(...words.map((box) => box.right)) + EDGE,
    bottom: Math.max(...boxes.map((box) => box.bottom)) + EDGE,
  };
  const artist = new Artist(view.element, frame);
  for (const block of blocks) artist.block(block);
  artist.arrows(view.overlay.element);
  artist.probe.remove();
  return artist.picture(frame.right, frame.bottom, getComputedStyle(document.body).backgroundColor);
}

/** @param {import("./text.js").TextView} view */
function blocksIn(view) {
  const drawn = [...view.filled].sort((one, two) => one.from - two.from);
  const all = drawn.flatMap((chunk) => [.../** @type {NodeListOf<HTMLElement>} */ (chunk.element.querySelectorAll(".block"))]);
  const selection = window.getSelection();
  const chosen = selection && !selection.isCollapsed ? all.filter((block) => selection.containsNode(block, true)) : [];
  if (chosen.length) return chosen;
  const head = document.querySelector(".tools")?.getBoundingClientRect().bottom ?? 0;
  return all.filter((block) => {
    const { top, bottom } = block.getBoundingClientRect();
    return bottom - top > 0 && (top + bottom) / 2 > head && (top + bottom) / 2 < window.innerHeight;
  });
}

class Artist extends Drawing {
  /**
   * @param {HTMLElement} area
   * @param {{left: number, top: number}} frame
   */
  constructor(area, frame) {
    super(frame);
    this.probe = area.appendChild(document.createElement("span")); // tells what a colour of the style sheet is
  }

  /** @param {string} colour */
  colour(colour) {
    this.probe.style.color = colour;
    return plain(getComputedStyle(this.probe).color);
  }

  /** @param {HTMLElement} block */
  block(block) {
    const all = (/** @type {string} */ selector) => /** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll(selector));
    for (const element of all(".number, .word, .invented")) {
      if (element.matches(".word")) this.word(element);
      else this.text(element);
    }
    for (const element of all(".beside, .tag")) this.label(element); // over the bars: a tag may be wider than its word
  }

  /** @param {HTMLElement} word */
  word(word) {
    const box = word.getBoundingClientRect();
    const lit = word.style.getPropertyValue("--lit");
    const style = getComputedStyle(word);
    const [above, below] = [Number.parseFloat(style.paddingTop), Number.parseFloat(style.paddingBottom)];
    if (lit) {
      const cut = word.style.getPropertyValue("--cut") === "0px" ? 0 : 0.26 * Number.parseFloat(style.fontSize);
      const around = new DOMRect(box.left, box.top + above, box.width - cut, box.height - above - below);
      const fill = this.colour(lit);
      this.rect(around, { fill, "fill-opacity": opacityOf(getComputedStyle(this.probe).color) });
    }
    for (const bar of barsOf.get(word) ?? []) {
      const end = bar.ends ? (bar.after ? 0.3 * Number.parseFloat(style.fontSize) : 2) : 0;
      const y = this.y(bar.where === "above" ? box.top + bar.edge + bar.thick / 2 : box.bottom - bar.edge - bar.thick / 2);
      const shift = -Number.parseFloat(word.style.getPropertyValue("--shift") || "0");
      this.parts.push(
        svg("line", {
          x1: this.x(box.left),
          x2: this.x(box.right - end + (bar.ends || bar.dash ? 0 : SEAM)),
          y1: y,
          y2: y,
          stroke: this.colour(bar.colour),
          "stroke-width": bar.thick,
          "stroke-dasharray": bar.dash ? `${bar.dash} ${bar.gap}` : null,
          "stroke-dashoffset": bar.dash ? shift : null,
        }),
      );
    }
    this.text(word);
  }

  // A tag, or a chip of what stands beside the entities.
  /** @param {HTMLElement} element */
  label(element) {
    const box = element.getBoundingClientRect();
    const tagged = element.style.getPropertyValue("--colour");
    const style = getComputedStyle(element);
    this.rect(box, { rx: 4, fill: this.colour("var(--page)"), stroke: tagged ? null : plain(style.borderTopColor) });
    if (tagged) this.rect(box, { rx: 4, fill: this.colour(tagged), "fill-opacity": 0.3 });
    this.text(element);
    for (const part of element.children) this.text(/** @type {HTMLElement} */ (part));
  }

  // The arrows whose ends are within the picture.
  /** @param {Element} overlay */
  arrows(overlay) {
    const { left, top } = overlay.getBoundingClientRect();
    for (const path of overlay.querySelectorAll("path")) {
      const box = path.getBoundingClientRect();
      if (Number(this.y(box.top)) < 0) continue;
      const style = getComputedStyle(path);
      const head = style.fill !== "none";
      this.parts.push(
        svg("path", {
          d: path.getAttribute("d"),
          transform: `translate(${this.x(left)} ${this.y(top)})`,
          fill: head ? plain(style.fill) : "none",
          stroke: head ? null : plain(style.stroke),
          "stroke-width": head ? null : Number.parseFloat(style.strokeWidth),
          "stroke-dasharray": style.strokeDasharray === "none" ? null : style.strokeDasharray,
        }),
      );
    }
  }
}
