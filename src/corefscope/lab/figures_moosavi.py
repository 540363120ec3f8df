"""Moosavi & Strube 2016, Figures 4 to 7: the paper says how the responses are made, so its statements must come out."""

from __future__ import annotations

from corefscope.lab.figures import METRICS, NAMES, TITLES, Figure, Statement, points, same
from corefscope.lab.figures_links import KEY
from corefscope.lab.papers.examples import statements as decided
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1, links
from corefscope.plots import curves

LINKS = "right links"
SPLITS = ("18-2", "3-2", "2-2", "16-4", "10-10", "5-3-2", "9-9-2", "9-5-6")  # of Figure 6
EXTRA = ("1-2", "1-10", "2-0", "2-2", "2-10", "3-0", "3-2", "3-10")  # of Figure 7


def resolved(increasing: bool) -> list[Clusters]:
    """Return responses of whole entities, from none to all, the smallest or the largest first."""
    order = sorted(KEY, key=lambda entity: (len(entity) if increasing else -len(entity), entity))
    return [clusters(order[:number]) for number in range(len(KEY) + 1)]


def _entities(increasing: bool) -> Figure:
    responses = resolved(increasing)
    rows = f1(KEY, responses, METRICS)
    other = f1(KEY, resolved(not increasing), METRICS)
    shares = [number / len(KEY) for number in range(len(KEY) + 1)]
    values = points(rows, shares) + [
        {"series": LINKS, "x": share, "y": 100 * len(links(response)) / len(links(KEY))}
        for share, response in zip(shares, responses, strict=True)
    ]
    moved = {name: max(abs(one[name] - two[name]) for one, two in zip(rows, other, strict=True)) for name in METRICS}
    number, how, first = (5, "increasing", "smallest") if increasing else (4, "decreasing", "largest")
    title = f"Moosavi & Strube 2016, Figure {number}: resolving entities in {how} order"
    statements = (
        Statement(
            "CEAFe results in the same F1 values regardless of the size of entities that are resolved or are missing",
            all(same(one["ceafe"], two["ceafe"]) for one, two in zip(rows, other, strict=True)),
            detail="it is the same in Figures 4 and 5, for every number of entities",
        ),
        Statement(
            "B³, CEAFm and LEA result in the same F1 values",
            all(same(row["b3"], row["ceafm"], row["lea"]) for row in rows),
        ),
        Statement(
            "BLANC is very sensitive to the total number of links",
            all(moved["blanc"] > moved[name] for name in METRICS if name != "blanc"),
            detail="read as: of all metrics it differs most between Figures 4 and 5, where as many entities "
            "have different numbers of links: "
            f"by up to {moved['blanc']:.1f} points; next is {sorted(moved.values())[-2]:.1f}",
        ),
    )
    construction = f"key of 17 entities; the {first} are in the response, the others absent"
    drawing = curves.lines(title, values, [*NAMES, LINKS], "share of entities resolved")
    return Figure(title, construction, values, drawing, statements)


def figure_4() -> Figure:
    return _entities(increasing=False)


def figure_5() -> Figure:
    return _entities(increasing=True)


def split(parts: str) -> Clusters:
    """Return the key with one entity cut into parts of these sizes."""
    sizes = [int(part) for part in parts.split("-")]
    chosen = next(entity for entity in KEY if len(entity) == sum(sizes))
    mentions = iter(chosen)
    cut = [[next(mentions) for _ in range(size)] for size in sizes]
    return clusters([*(entity for entity in KEY if entity != chosen), *cut])


def figure_6() -> Figure:
    rows = f1(KEY, [split(parts) for parts in SPLITS], METRICS)
    by_name = dict(zip(SPLITS, rows, strict=True))
    statements = decided("moosavi2016", "Figure 6", lambda metric, parts: by_name[parts][metric])
    title = "Moosavi & Strube 2016, Figure 6: effect of splitting entities"
    values = points(rows, SPLITS)
    drawing = curves.groups(title, values, NAMES, SPLITS, "sizes of the parts of one split entity", (85, 100))
    construction = "the key with one entity split; of several of one size, the first"
    return Figure(title, construction, values, drawing, [*map(Statement.of, statements)])


def extra(name: str) -> Clusters:
    """Return the key with extra mentions joined to an entity of a size, or linked to each other where that is 0."""
    count, size = map(int, name.split("-"))
    first = 1 + max(mention for entity in KEY for mention in entity)
    added = tuple(range(first, first + count))
    if not size:
        return clusters([*KEY, added])
    chosen = next(entity for entity in KEY if len(entity) == size)
    return clusters([*(entity for entity in KEY if entity != chosen), chosen + added])


def figure_7() -> Figure:
    rows = f1(KEY, [extra(name) for name in EXTRA], METRICS)
    by_name = dict(zip(EXTRA, rows, strict=True))
    different = {name: len({round(row[name], 9) for row in rows}) for name in METRICS}

    def worst(metric: str) -> set[str]:
        low = min(row[metric] for row in rows)
        return {name for name in EXTRA if same(by_name[name][metric], low)}

    milder = [
        name for name in METRICS if by_name["2-0"][name] > max(by_name["1-2"][name], by_name["1-10"][name]) + EQUAL
    ]
    statements = (
        Statement(
            "MUC and CEAFm are the least discriminative metrics when the system output includes extra mentions",
            max(different["muc"], different["ceafm"])
            < min(different[name] for name in METRICS if name not in ("muc", "ceafm")),
            detail="different scores: " + ", ".join(f"{TITLES[name]} {different[name]}" for name in METRICS),
        ),
        Statement(
            "except for CEAFe, other metrics rank 3-10 as the worst output",
            all("3-10" in worst(name) for name in METRICS if name != "ceafe") and "3-10" not in worst("ceafe"),
            detail="worst: " + "; ".join(f"{TITLES[name]} {' '.join(sorted(worst(name)))}" for name in METRICS),
        ),
        Statement("CEAFe recognizes both 2-0 and 3-0 as the worst outputs", worst("ceafe") == {"2-0", "3-0"}),
        Statement(
            "LEA is the only metric that recognizes error 2-0 is less harmful than 1-2 or 1-10",
            milder == ["lea"],
            detail="2-0 above both: " + (", ".join(TITLES[name] for name in milder) or "none"),
        ),
        Statement(
            "LEA does not discriminate the different outputs in which only one extra mention is added to an entity",
            same(by_name["1-2"]["lea"], by_name["1-10"]["lea"]),
        ),
    )
    title = "Moosavi & Strube 2016, Figure 7: effect of extra mentions"
    values = points(rows, EXTRA)
    drawing = curves.groups(title, values, NAMES, EXTRA, "extra mentions – size of the entity they join", (95, 100))
    construction = "the key with extra mentions joined to the first entity of a size; 0: linked to each other"
    return Figure(title, construction, values, drawing, statements)
