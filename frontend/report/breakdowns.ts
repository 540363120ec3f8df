// Recall and precision of groups of mentions: by type, size of the entity, distance, place, genre.
import { make, named, percent, select, table } from "./dom.js";
import type { Model } from "./model.js";

export function breakdownCard(model: Model) {
  const given = model.systems.map((system) => system.breakdowns);
  const features = given.find((each) => each)?.features ?? [];
  const metric = model.metrics.find(({ name }) => name === given.find((each) => each)?.metric);
  if (!features.length || !metric) return null;
  const holder = make("div");
  const draw = (chosen: string) => {
    const labels = new Map();
    const systems = given.map((each) => {
      const groups = each?.features.find(({ name }) => name === chosen)?.groups ?? [];
      for (const group of groups) labels.set(group[0], Math.max(labels.get(group[0]) ?? 0, group[1]));
      return new Map(groups.map((group) => [group[0], group]));
    });
    const cell = (value) =>
      make("td", { class: "heat", vars: { "--share": value ?? 0 } }, percent(value, 1));
    const rows = [...labels].map(([label, mentions]) =>
      make("tr", {},
        make("th", { scope: "row" }, named(label)),
        make("td", { class: "quiet" }, mentions.toLocaleString("en")),
        systems.map((groups) => [3, 4].map((column) => cell(groups.get(label)?.[column] ?? null))),
      ),
    );
    const several = model.systems.length > 1;
    const titles = model.systems.flatMap((_, number) =>
      ["recall", "precision"].map((ratio) =>
        make("th", { scope: "col" }, several && [named(model.nameOf(number)), make("br")], ratio),
      ),
    );
    const { meaning } = features.find(({ name }) => name === chosen) ?? features[0];
    holder.replaceChildren(
      table(`${metric.title} by ${chosen}`, [chosen, "Key mentions", ...titles], rows, { kind: "breakdown" }),
      make("p", { class: "quiet" }, `${metric.title} recall and precision of mentions by ${meaning}, as in corefscope errors --show breakdowns.`),
    );
  };
  draw(features[0].name);
  return make("section", { class: "card wide" },
    make("h2", {}, "Where points are lost"),
    make("div", { class: "fields" }, select("By", features.map(({ name }) => [name, name]), features[0].name, draw)),
    holder,
  );
}
