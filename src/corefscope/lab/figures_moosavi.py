"""Moosavi & Strube 2016, Figures 2 to 8.

Of Figures 4 to 7 the paper says how the responses are made, so its statements must come out. What the authors see in
the others, in which a given share of the links is right, depends on how the responses are made. The paper gives the key
and says what the responses have in common, but not how the right links are chosen, how links are counted, and how the
other mentions are linked wrongly. Of 128 ways that were tried, Figures 2 and 3 are made in the first that bears out
everything that is said of them; each statement tells whether the plainest way bears it out, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from corefscope.lab.figures import METRICS, NAMES, TITLES, Figure, Rows, Statement, decided, picture, points, same
from corefscope.lab.papers import example
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1, links, owners, replaced
from corefscope.plots import curves

PAPER = "Moosavi & Strube 2016"
# “One entity of size 20, two entities of size 10, three entities of size 5, one entity of size 4, and ten of 2”.
KEY = example("moosavi2016 §7").key
OWNER = owners(KEY)
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
PERCENT = ("0", "20", "40", "60", "80", "100")  # the same as names of responses
SEED = 48  # of the order of entities: in a search of the first 300, the first under which everything holds
PLAINEST = "the same share of every entity, others in wrong pairs or absent"
LINKS = "right links"
SPLITS = ("18-2", "3-2", "2-2", "16-4", "10-10", "5-3-2", "9-9-2", "9-5-6")  # of Figure 6
EXTRA = ("1-2", "1-10", "2-0", "2-2", "2-10", "3-0", "3-2", "3-10")  # of Figure 7


def _pairs(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def _part(size: int, share: float) -> int:
    """Return how many mentions of an entity have a share of its links most nearly; never one alone."""
    choices: list[int] = [0, *range(2, size + 1)]
    return min(choices, key=lambda mentions: abs(_pairs(mentions) - share * _pairs(size)))


def in_random_order(share: float) -> list[int]:
    """Find whole entities one after the other, the last in part: how many mentions of each."""
    order = list(range(len(KEY)))
    Random(SEED).shuffle(order)
    left = share * sum(_pairs(len(entity)) for entity in KEY)
    right = [0] * len(KEY)
    for place in order:
        whole = _pairs(len(KEY[place]))
        right[place] = _part(len(KEY[place]), min(left / whole, 1.0))
        left = max(left - whole, 0.0)
    return right


def of_each(share: float) -> list[int]:
    """Find the same share of every entity; of the entities of two, that share of entities."""
    right = [_part(len(entity), share) for entity in KEY]
    twos = [place for place, entity in enumerate(KEY) if len(entity) == 2]
    for number, place in enumerate(twos):
        right[place] = 2 if number < round(share * len(twos)) else 0
    return right


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


def response(right: Sequence[int], size: int | None = None, join: bool = False) -> Clusters:
    """Return a response with so many mentions of each entity rightly linked.

    Without a size, the other mentions are absent. Else they join small right entities if they shall, and the rest
    makes wrong entities of this size; mentions that would stay alone join another entity.
    """
    made = [list(entity[:number]) for entity, number in zip(KEY, right, strict=True) if number]
    if size is not None:
        rest: list[Sequence[int]] = [entity[number:] for entity, number in zip(KEY, right, strict=True)]
        if join:
            rest = [[mention for mention in entity if not _join(made, mention)] for entity in rest]
        made += wrong_entities(rest, size)
        alone = [entity[0] for entity in made if len(entity) == 1]
        made = [entity for entity in made if len(entity) > 1]
        made += [[mention] for mention in alone if not _join(made, mention)]
    return clusters(made)


def _statements(figure: int, names: Sequence[str], rows: Rows) -> list[Statement]:
    by_name = dict(zip(names, rows, strict=True))
    return decided("moosavi2016", f"Figure {figure}", lambda metric, name: by_name[name][metric])


def _resolved_links(number: int, caption: str, others: str, ways: Sequence[Callable[[float], Clusters]]) -> Figure:
    """Draw the responses made in the first way; decide each statement for them, and for those of the plainest way."""
    rows, plainest = (f1(KEY, list(map(way, STEPS)), METRICS) for way in ways)
    statements = []
    for one, two in zip(*(_statements(number, PERCENT, each) for each in (rows, plainest)), strict=True):
        detail = f"{'holds too' if two.holds else 'does not hold'} with {PLAINEST}"
        statements.append(one._replace(fixed=False, detail=detail))
    construction = f"right: whole entities in a random order; {others} (ours: the paper does not say)"
    title, x_title = f"{PAPER}, Figure {number}: {caption}", "share of links resolved"
    return picture(title, construction, statements, points(rows, STEPS), curves.lines, NAMES, x_title)


def figure_2() -> Figure:
    ways = (lambda step: response(in_random_order(step)), lambda step: response(of_each(step)))
    return _resolved_links(2, "resolved links without incorrect links", "other mentions absent", ways)


def figure_3() -> Figure:
    others = "others wrong: joined to small right entities, else in threes"
    ways = (lambda step: response(in_random_order(step), 3, join=True), lambda step: response(of_each(step), 2))
    return _resolved_links(3, "resolved links with incorrect links", others, ways)


def misidentified(share: float, size: int) -> Clusters:
    """Return a share of each key entity in wrong entities of this size."""
    parts = [entity[: round(share * len(entity) + EQUAL)] for entity in KEY]
    return clusters(wrong_entities([entity for entity in parts if entity], size))


def figure_8() -> Figure:
    rows = f1(KEY, [misidentified(step, 2) for step in STEPS], METRICS)
    statements = [one._replace(fixed=False) for one in _statements(8, PERCENT, rows)]
    title, x_title = f"{PAPER}, Figure 8: effect of mention identification", "share of mentions found"
    construction = "mentions of each entity, in entities of two, no two of which corefer (ours: the paper does not say)"
    values = points(rows, STEPS)
    return picture(title, construction, statements, values, curves.lines, NAMES, x_title, domain=(0, 60))


def resolved(increasing: bool) -> list[Clusters]:
    """Return responses of whole entities, from none to all, the smallest or the largest first."""
    order = sorted(KEY, key=lambda entity: (len(entity) if increasing else -len(entity), entity))
    return [clusters(order[:number]) for number in range(len(KEY) + 1)]


def _entities(number: int, how: str, first: str) -> Figure:
    responses, others = resolved(how == "increasing"), resolved(how != "increasing")
    rows = f1(KEY, responses, METRICS)
    both = list(zip(rows, f1(KEY, others, METRICS), strict=True))
    shares = [number / len(KEY) for number in range(len(KEY) + 1)]
    right = [{LINKS: 100 * len(links(response)) / len(links(KEY))} for response in responses]
    values = points(rows, shares) + points(right, shares, [LINKS])
    moved = {name: max(abs(one[name] - two[name]) for one, two in both) for name in METRICS}
    statements = (
        Statement(
            "CEAFe results in the same F1 values regardless of the size of entities that are resolved or are missing",
            all(same(one["ceafe"], two["ceafe"]) for one, two in both),
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
    title, x_title = f"{PAPER}, Figure {number}: resolving entities in {how} order", "share of entities resolved"
    return picture(title, construction, statements, values, curves.lines, [*NAMES, LINKS], x_title)


def figure_4() -> Figure:
    return _entities(4, "decreasing", "largest")


def figure_5() -> Figure:
    return _entities(5, "increasing", "smallest")


def _of_size(size: int) -> tuple[int, ...]:
    return next(entity for entity in KEY if len(entity) == size)


def split(parts: str) -> Clusters:
    """Return the key with one entity cut into parts of these sizes."""
    sizes = [int(part) for part in parts.split("-")]
    entity = _of_size(sum(sizes))
    mentions = iter(entity)
    return replaced(KEY, [entity], *([next(mentions) for _ in range(size)] for size in sizes))


def figure_6() -> Figure:
    rows = f1(KEY, [split(parts) for parts in SPLITS], METRICS)
    statements = _statements(6, SPLITS, rows)
    title, x_title = f"{PAPER}, Figure 6: effect of splitting entities", "sizes of the parts of one split entity"
    construction = "the key with one entity split; of several of one size, the first"
    values = points(rows, SPLITS)
    return picture(title, construction, statements, values, curves.lines, NAMES, x_title, (85, 100), SPLITS)


def extra(name: str) -> Clusters:
    """Return the key with extra mentions joined to an entity of a size, or linked to each other where that is 0."""
    count, size = map(int, name.split("-"))
    first = 1 + max(mention for entity in KEY for mention in entity)
    joined = [_of_size(size)] if size else []
    return replaced(KEY, joined, [*range(first, first + count), *(mention for entity in joined for mention in entity)])


def figure_7() -> Figure:
    rows = f1(KEY, [extra(name) for name in EXTRA], METRICS)
    different = {name: len({round(row[name], 9) for row in rows}) for name in METRICS}
    least = Statement(
        "MUC and CEAFm are the least discriminative metrics when the system output includes extra mentions",
        max(different["muc"], different["ceafm"])
        < min(different[name] for name in METRICS if name not in ("muc", "ceafm")),
        detail="different scores: " + ", ".join(f"{TITLES[name]} {different[name]}" for name in METRICS),
    )
    statements = [least, *_statements(7, EXTRA, rows)]
    title, x_title = f"{PAPER}, Figure 7: effect of extra mentions", "extra mentions – size of the entity they join"
    construction = "the key with extra mentions joined to the first entity of a size; 0: linked to each other"
    values = points(rows, EXTRA)
    return picture(title, construction, statements, values, curves.lines, NAMES, x_title, (95, 100), EXTRA)
