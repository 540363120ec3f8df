// Small charts in SVG. Every number in them also stands in a table, so they are pictures to a screen reader.
import { percent, shortened, svg } from "./dom.js";

const ROW = 30;
const SHAPES = ["circle", "diamond", "square", "up", "down", "cross"];

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

function namedSeries(series, left) {
  const items = [];
  let x = left;
  series.forEach(({ name }, number) => {
    const shown = shortened(name, 26);
    items.push(shape(SHAPES[number % SHAPES.length], x + 6, 10, 4.5, { class: `series${number % 6}` }));
    items.push(svg("text", { x: x + 17, y: 14 }, shown));
    x += 36 + shown.length * 7;
  });
  return items;
}

// rows: names; series: [{name, values: [fraction or null], low, high}], each with a shape and a colour of its own.
export function dotPlot(title, rows, series) {
  const [left, width, top] = [86, room(), 30];
  const values = series
    .flatMap((each) => [...each.values, ...(each.low ?? []), ...(each.high ?? [])])
    .filter((value) => value !== null);
  const low = Math.max(0, Math.floor(Math.min(...values, 0.9) * 10 - 0.3) / 10);
  const high = Math.min(1, Math.ceil(Math.max(...values, low + 0.2) * 10 + 0.1) / 10);
  const x = (value) => left + ((value - low) / (high - low)) * (width - left - 20);
  const height = top + rows.length * ROW + 26;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": title });
  for (let tick = Math.round(low * 10); tick <= Math.round(high * 10); tick += 1) {
    chart.append(svg("line", { x1: x(tick / 10), x2: x(tick / 10), y1: top, y2: height - 24, class: "grid" }));
    chart.append(
      svg("text", { x: x(tick / 10), y: height - 8, "text-anchor": "middle", class: "quiet" }, String(tick * 10)),
    );
  }
  rows.forEach((name, row) => {
    const y = top + row * ROW + ROW / 2;
    chart.append(svg("text", { x: left - 12, y: y + 4, "text-anchor": "end" }, shortened(name, 12)));
    series.forEach((each, number) => {
      const value = each.values[row];
      if (value === null || value === undefined) return;
      const shift = series.length > 1 ? (number - (series.length - 1) / 2) * Math.min(5, 18 / series.length) : 0;
      const tone = `series${number % 6}`;
      if (each.low && each.low[row] !== null) {
        chart.append(
          svg("line", {
            x1: x(each.low[row]),
            x2: x(each.high[row]),
            y1: y + shift,
            y2: y + shift,
            class: `whisker ${tone}`,
          }),
        );
      }
      const dot = shape(SHAPES[number % SHAPES.length], x(value), y + shift, 4.5, { class: tone });
      dot.append(svg("title", {}, `${name} ${each.name} ${percent(value)}`));
      chart.append(dot);
    });
  });
  chart.append(...namedSeries(series, left - 6));
  return chart;
}

// points: [{x, y, name, go}]: a document each, its size against its score.
export function scatter(title, points, names) {
  const [left, width, top, height] = [46, room(), 12, 292];
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": title });
  const most = Math.max(...points.map((point) => point.x), 1);
  const x = (value) => left + 12 + (Math.sqrt(value) / Math.sqrt(most)) * (width - left - 30);
  const lowest = Math.max(0, Math.floor(Math.min(...points.map((point) => point.y)) * 5) / 5);
  const highest = Math.min(1, Math.ceil(Math.max(...points.map((point) => point.y), lowest + 0.1) * 5) / 5);
  const y = (value) => height - 44 - ((value - lowest) / (highest - lowest)) * (height - top - 48);
  for (let step = 0; step <= 4; step += 1) {
    const tick = lowest + ((highest - lowest) * step) / 4;
    chart.append(svg("line", { x1: left, x2: width - 6, y1: y(tick), y2: y(tick), class: "grid" }));
    chart.append(
      svg(
        "text",
        { x: left - 8, y: y(tick) + 4, "text-anchor": "end", class: "quiet" },
        String(Math.round(100 * tick)),
      ),
    );
  }
  const step = 10 ** Math.floor(Math.log10(most));
  for (const tick of [step / 4, step, most >= 4 * step ? 4 * step : 2 * step].map(Math.round)) {
    if (tick < 1 || tick > most) continue;
    chart.append(
      svg("text", { x: x(tick), y: height - 24, "text-anchor": "middle", class: "quiet" }, tick.toLocaleString("en")),
    );
  }
  chart.append(svg("text", { x: width - 6, y: height - 6, "text-anchor": "end", class: "quiet" }, names.x));
  for (const point of points) {
    const dot = svg("circle", { cx: x(point.x), cy: y(point.y), r: 5, class: "series0 point" });
    dot.append(svg("title", {}, `${point.name}: ${percent(point.y)}, ${point.x.toLocaleString("en")} ${names.x}`));
    dot.addEventListener("click", point.go);
    chart.append(dot);
  }
  return chart;
}
