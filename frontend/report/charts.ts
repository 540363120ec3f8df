// Small charts in SVG. Every number in them also stands in a table; points say theirs under a pointer and with the focus.
import { percent, shortened, svg } from "./dom.js";

export type Series = { name: string; values: (number | null)[]; low?: (number | null)[]; high?: (number | null)[] };
export type Point = { x: number; y: number; name: string; go: () => void };

const LINE = 12; // pixels of one series in a row
const LABEL = 24; // letters of the name of a row
const SHAPES = ["circle", "diamond", "square", "up", "down", "cross"];
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

function shape(name, x, y, size, given) {
  if (name === "circle") return svg("circle", { cx: x, cy: y, r: size, ...given });
  const wide = size * 1.25;
  const paths = {
    diamond: `M${x} ${y - wide}l${wide} ${wide}l${-wide} ${wide}l${-wide} ${-wide}z`,
    square: `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
    up: `M${x} ${y - size * 1.2}l${size * 1.2} ${size * 2.2}h${-size * 2.4}z`,
    down: `M${x} ${y + size * 1.2}l${size * 1.2} ${-size * 2.2}h${-size * 2.4}z`,
    cross: `M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}`,
  };
  return svg("path", { d: paths[name], ...given });
}

// As wide as a card, so that letters keep their size on a small screen.
function room() {
  return Math.max(280, Math.min(560, window.innerWidth - 70));
}

// The part of a scale of fractions that has data, and its ticks.
export function axis(values: number[], least = 0.04) {
  const [bottom, top] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const slack = Math.max(0.05 * (top - bottom), (least - (top - bottom)) / 2);
  const [from, to] = [Math.max(bottom - slack, Math.min(0, bottom)), Math.min(top + slack, Math.max(1, top))];
  const step = STEPS.find((each) => (to - from) / each <= 7) ?? 1;
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
  return { low: from, high: to, ticks, said: (value) => String(Number((100 * value).toFixed(1))) };
}

// The names of all series, on as many lines as they need.
function legend(series, left, width) {
  const items: SVGElement[] = [];
  let [x, y] = [left, 10];
  series.forEach(({ name }, number) => {
    const shown = shortened(name, 26);
    const wide = 36 + shown.length * 7;
    if (x > left && x + wide > width) [x, y] = [left, y + 20];
    items.push(shape(SHAPES[number % SHAPES.length], x + 6, y, 4.5, { class: `series${number % 6}` }));
    items.push(svg("text", { x: x + 17, y: y + 4 }, shown));
    x += wide;
  });
  return { items, height: y + 20 };
}

function frame(title, width, height) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "group", "aria-label": title });
}

// Points that say what they are; one stop for the Tab key, arrows go from one to the next.
// `points`: in the order of the arrows
function hinted(chart: Element, points: { dot: SVGElement; words: string; go?: () => void }[], width: number) {
  const text = svg("text", { "text-anchor": "middle" });
  const back = svg("rect", { class: "hint-back", rx: 4 });
  const hint = svg("g", { class: "hint", "aria-hidden": "true" }, back, text);
  const show = (dot: SVGElement, words: string) => {
    const box = (dot as SVGGraphicsElement).getBBox();
    text.textContent = shortened(words, 70);
    chart.append(hint);
    const wide = (text as SVGGraphicsElement).getBBox().width + 12;
    const x = Math.min(Math.max(box.x + box.width / 2, wide / 2 + 2), width - wide / 2 - 2);
    const y = box.y > 26 ? box.y - 10 : box.y + box.height + 20;
    for (const [name, value] of Object.entries({ x, y })) text.setAttribute(name, String(value));
    for (const [name, value] of Object.entries({ x: x - wide / 2, y: y - 15, width: wide, height: 21 }))
      back.setAttribute(name, String(value));
  };
  points.forEach(({ dot, words, go }, place) => {
    dot.setAttribute("tabindex", place ? "-1" : "0");
    dot.setAttribute("role", go ? "link" : "img");
    dot.setAttribute("aria-label", words);
    for (const event of ["pointerenter", "focus"]) dot.addEventListener(event, () => show(dot, words));
    for (const event of ["pointerleave", "blur"]) dot.addEventListener(event, () => hint.remove());
    if (go) dot.addEventListener("click", go);
    dot.addEventListener("keydown", (event) => {
      const { key } = (event as KeyboardEvent);
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      if (key === "Enter" && go) go();
      if (!way) return;
      event.preventDefault();
      const next = points[(place + way + points.length) % points.length].dot;
      dot.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    });
  });
}

// `series`: each with a shape and a colour of its own
export function dotPlot(title: string, rows: string[], series: Series[]) {
  const shown = rows.map((name) => shortened(name, LABEL));
  const [left, width] = [Math.max(86, 7 * Math.max(...shown.map((name) => name.length)) + 14), room()];
  const names = legend(series, left - 6, width);
  const tall = Math.max(28, series.length * LINE + 10);
  const values = series.flatMap((each) => [...each.values, ...(each.low ?? []), ...(each.high ?? [])]);
  const scale = axis(values.filter((value) => value !== null && value !== undefined));
  const x = (value) => left + ((value - scale.low) / (scale.high - scale.low)) * (width - left - 20);
  const bottom = names.height + rows.length * tall;
  const chart = frame(title, width, bottom + 26);
  rows.forEach((_, row) => {
    const given = { x: 0, y: names.height + row * tall, width, height: tall, class: "zebra" };
    if (row % 2 === 0) chart.append(svg("rect", given));
  });
  for (const tick of scale.ticks) {
    chart.append(svg("line", { x1: x(tick), x2: x(tick), y1: names.height, y2: bottom, class: "grid" }));
    chart.append(svg("text", { x: x(tick), y: bottom + 18, "text-anchor": "middle", class: "quiet" }, scale.said(tick)));
  }
  const points: { dot: SVGElement; words: string }[] = [];
  rows.forEach((name, row) => {
    const middle = names.height + row * tall + tall / 2;
    chart.append(svg("text", { x: left - 12, y: middle + 4, "text-anchor": "end" }, shown[row]));
    series.forEach((each, number) => {
      const value = each.values[row];
      if (value === null || value === undefined) return;
      const y = middle + (number - (series.length - 1) / 2) * LINE;
      const tone = `series${number % 6}`;
      const [low, high] = [each.low?.[row] ?? null, each.high?.[row] ?? null];
      if (low !== null && high !== null)
        chart.append(svg("line", { x1: x(low), x2: x(high), y1: y, y2: y, class: `whisker ${tone}` }));
      const dot = shape(SHAPES[number % SHAPES.length], x(value), y, 4.5, { class: tone });
      const bounds = low !== null && high !== null ? ` [${percent(low)}, ${percent(high)}]` : "";
      points.push({ dot, words: `${name}, ${each.name}: ${percent(value)}${bounds}` });
      chart.append(dot);
    });
  });
  chart.append(...names.items);
  hinted(chart, points, width);
  return chart;
}

// Documents as points, their size against their score, of all systems.
export function scatter(title: string, series: { name: string; points: Point[] }[], names: { x: string }) {
  const [left, width] = [46, room()];
  const above = series.length > 1 ? legend(series, left, width) : { items: [], height: 12 };
  const height = above.height + 280;
  const all = series.flatMap((each) => each.points);
  const sizes = all.map((point) => point.x);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const root = (value) => Math.sqrt(value);
  const x = (value) => left + 14 + ((root(value) - root(least)) / Math.max(root(most) - root(least), 1e-9)) * (width - left - 34);
  const scale = axis(all.map((point) => point.y));
  const y = (value) => height - 44 - ((value - scale.low) / (scale.high - scale.low)) * (height - above.height - 52);
  const chart = frame(title, width, height);
  for (const tick of scale.ticks) {
    chart.append(svg("line", { x1: left, x2: width - 6, y1: y(tick), y2: y(tick), class: "grid" }));
    chart.append(svg("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end", class: "quiet" }, scale.said(tick)));
  }
  let free = -Infinity;
  const rough = Math.max((most - least) / 6, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) {
    if (x(tick) < free) continue;
    free = x(tick) + 44;
    chart.append(
      svg("text", { x: x(tick), y: height - 24, "text-anchor": "middle", class: "quiet" }, tick.toLocaleString("en")),
    );
  }
  chart.append(svg("text", { x: width - 6, y: height - 6, "text-anchor": "end", class: "quiet" }, names.x));
  const points = series.flatMap((each, number) =>
    each.points.map((point) => {
      const given = { class: `series${number % 6} point` };
      const dot = shape(SHAPES[number % SHAPES.length], x(point.x), y(point.y), 5, given);
      const whose = series.length > 1 ? `${each.name}, ` : "";
      chart.append(dot);
      return { dot, go: point.go, at: point.x, words: `${whose}${point.name}: ${percent(point.y)}, ${point.x.toLocaleString("en")} ${names.x}` };
    }),
  );
  chart.append(...above.items);
  hinted(chart, points.sort((one, two) => one.at - two.at), width);
  return chart;
}
