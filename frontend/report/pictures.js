// Charts and passages as files: SVG with its styles written into it, and PNG drawn from that, without a request to anyone.
import { announce, button, make } from "./dom.js";

const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "opacity", "font-size", "font-family", "font-weight", "text-anchor"];
const FINER = 2; // pixels of a PNG for each of the page

/** @type {Map<string, string>} */
const colours = new Map();

/**
 * A colour as every program knows it; browsers give some as oklch.
 * @param {string} colour
 */
export function plain(colour) {
  if (!/^(oklch|oklab|color|lab|lch)/.test(colour)) return colour;
  let found = colours.get(colour);
  if (!found) {
    const canvas = make("canvas", { width: 1, height: 1 }).getContext("2d");
    if (!canvas) return colour;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(colour, (found = `rgb(${red}, ${green}, ${blue})`));
  }
  return found;
}

/**
 * A copy that looks the same without the page's style sheet.
 * @param {SVGSVGElement} chart
 */
export function styled(chart) {
  const copy = /** @type {SVGSVGElement} */ (chart.cloneNode(true));
  const originals = chart.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, place) => {
    element.removeAttribute("class");
    element.removeAttribute("style");
    element.removeAttribute("tabindex");
    if (element.localName === "a") element.removeAttribute("href"); // leads nowhere outside of the page
    if (element.localName === "title") return;
    const style = getComputedStyle(originals[place]);
    for (const name of KEPT) element.setAttribute(name, plain(style.getPropertyValue(name)));
  });
  const { width, height } = chart.viewBox.baseVal;
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const card = chart.closest(".card") ?? document.body;
  for (const [name, value] of Object.entries({ width, height, fill: plain(getComputedStyle(card).backgroundColor) }))
    paper.setAttribute(name, String(value));
  copy.prepend(paper);
  return copy;
}

/**
 * Draw a styled chart. Its shapes are few: lines, circles, rectangles, paths and words.
 * @param {SVGSVGElement} chart
 */
export function painted(chart) {
  const number = (/** @type {Element} */ element, /** @type {string} */ name) => Number.parseFloat(element.getAttribute(name) ?? "0") || 0;
  const [width, height] = [number(chart, "width"), number(chart, "height")];
  const canvas = make("canvas", { width: width * FINER, height: height * FINER });
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.scale(FINER, FINER);
  for (const element of chart.querySelectorAll("line, circle, rect, path, text")) {
    const of = (/** @type {string} */ name) => number(element, name);
    const look = (/** @type {string} */ name) => element.getAttribute(name) ?? "";
    const [, x = 0, y = 0] = /^translate\(([-\d.]+) ([-\d.]+)\)$/.exec(look("transform")) ?? [];
    pen.setTransform(FINER, 0, 0, FINER, FINER * Number(x), FINER * Number(y));
    pen.setLineDash(look("stroke-dasharray").split(/[ ,]+/).map(Number.parseFloat).filter((each) => each > 0));
    pen.lineDashOffset = of("stroke-dashoffset");
    if (element.localName === "text") write(pen, element);
    else {
      const shape = new Path2D(look("d"));
      if (element.localName === "line") {
        shape.moveTo(of("x1"), of("y1"));
        shape.lineTo(of("x2"), of("y2"));
      } else if (element.localName === "circle") shape.arc(of("cx"), of("cy"), of("r"), 0, 2 * Math.PI);
      else if (element.localName === "rect") shape.roundRect(of("x"), of("y"), of("width"), of("height"), of("rx"));
      const opacity = look("opacity") ? of("opacity") : 1;
      if (look("fill") !== "none" && element.localName !== "line") {
        pen.globalAlpha = opacity * (look("fill-opacity") ? of("fill-opacity") : 1);
        pen.fillStyle = look("fill") || "black";
        pen.fill(shape);
      }
      if (look("stroke") && look("stroke") !== "none") {
        pen.globalAlpha = opacity;
        pen.strokeStyle = look("stroke");
        pen.lineWidth = of("stroke-width") || 1;
        pen.stroke(shape);
      }
    }
  }
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Element} text its words and those of the spans in it, one after the other
 */
function write(pen, text) {
  const parts = [...text.childNodes].filter((node) => node.nodeName !== "title").map((node) => ({
    words: node.textContent ?? "",
    look: node instanceof Element ? node : text,
  }));
  const font = (/** @type {Element} */ look) =>
    `${look.getAttribute("font-style") ?? ""} ${look.getAttribute("font-weight") ?? 400} ${look.getAttribute("font-size") ?? "12px"} ${look.getAttribute("font-family") ?? "sans-serif"}`;
  const wide = parts.map(({ words, look }) => {
    pen.font = font(look);
    return pen.measureText(words).width;
  });
  const anchor = { middle: 0.5, end: 1 }[text.getAttribute("text-anchor") ?? ""] ?? 0;
  let x = Number(text.getAttribute("x")) - anchor * wide.reduce((sum, each) => sum + each, 0);
  pen.globalAlpha = 1;
  parts.forEach(({ words, look }, place) => {
    pen.font = font(look);
    pen.fillStyle = look.getAttribute("fill") ?? "black";
    pen.fillText(words, x, Number(text.getAttribute("y")));
    x += wide[place];
  });
}

/**
 * @param {Blob} content
 * @param {string} name
 */
function save(content, name) {
  const href = URL.createObjectURL(content);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  announce(`${name} is saved`);
}

// What no XML may hold, not even as an escape.
// eslint-disable-next-line no-control-regex
const NO_XML = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Buttons that save a chart as a file.
 * @param {Element} chart
 * @param {string} name
 */
export function exported(chart, name) {
  return savers(() => styled(/** @type {SVGSVGElement} */ (chart)), name, `the chart ${name}`);
}

/**
 * Buttons that save a drawing as a file.
 * @param {() => SVGSVGElement | null} draw
 * @param {string} name of the file
 * @param {string} what
 */
export function savers(draw, name, what) {
  const asSvg = () => {
    const drawn = draw();
    if (!drawn) return announce("There is nothing to save");
    const text = new XMLSerializer().serializeToString(drawn).replace(NO_XML, "\ufffd");
    save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
  };
  const asPng = () => {
    const drawn = draw();
    if (!drawn) return announce("There is nothing to save");
    painted(drawn)?.toBlob((content) => content && save(content, `${name}.png`), "image/png");
  };
  return make(
    "div",
    { class: "export" },
    button("SVG", asSvg, { "aria-label": `Save ${what} as SVG` }),
    button("PNG", asPng, { "aria-label": `Save ${what} as PNG` }),
  );
}
