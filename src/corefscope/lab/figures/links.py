"""Responses to one key in which a given share of the links is right: Moosavi & Strube 2016, Figures 2, 3 and 8.

The paper gives the key and says what the responses have in common, but not how they are made. So a construction is
named here, and all of them are tried: how the right links are chosen, how links are counted, and how the other
mentions are linked wrongly.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from corefscope.lab.papers.printed import example
from corefscope.lab.partitions import Clusters, clusters, numbered, owners

# “One entity of size 20, two entities of size 10, three entities of size 5, one entity of size 4, and ten of 2”.
KEY = numbered(example("moosavi2016 §7").key)
OWNER = owners(KEY)
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
# Random orders of the entities. In a search of the first 300, 48 was the first under which, with some
# way to link the other mentions, everything holds that the authors say of Figures 2 and 3.
SEEDS = (*range(1, 11), 48)

Count = Callable[[int], int]
# How many links a set of mentions has: all pairs, or as few as hold it together (as MUC counts).
COUNTS: dict[str, Count] = {"pairs": lambda n: n * (n - 1) // 2, "chain": lambda n: max(n - 1, 0)}


def _prefix(size: int, share: float, count: Count) -> int:
    """Return how many mentions of an entity have a share of its links most nearly; never one alone."""
    choices: list[int] = [0, *range(2, size + 1)]
    return min(choices, key=lambda number: abs(count(number) - share * count(size)))


def _each(share: float, count: Count) -> list[int]:
    """Find the same share of every entity; of the entities of two, that share of entities."""
    found = [_prefix(len(entity), share, count) for entity in KEY]
    twos = [place for place, entity in enumerate(KEY) if len(entity) == 2]
    for number, place in enumerate(twos):
        found[place] = 2 if number < round(share * len(twos)) else 0
    return found


def _in_order(order: Sequence[int], share: float, count: Count) -> list[int]:
    """Find whole entities one after the other, the last in part."""
    left = share * sum(count(len(entity)) for entity in KEY)
    found = [0] * len(KEY)
    for place in order:
        whole = count(len(KEY[place]))
        found[place] = _prefix(len(KEY[place]), min(left / whole, 1.0), count)
        left = max(left - whole, 0.0)
    return found


def _shuffled(seed: int) -> list[int]:
    order = list(range(len(KEY)))
    Random(seed).shuffle(order)
    return order


# How the right links are chosen: how many mentions of each entity are found.
RIGHT: dict[str, Callable[[float, Count], list[int]]] = {
    "each": _each,
    "large first": partial(_in_order, range(len(KEY))),
    "small first": partial(_in_order, range(len(KEY))[::-1]),
    **{f"random order {seed}": partial(_in_order, _shuffled(seed)) for seed in SEEDS},
}


def wrong_entities(rest: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Group mentions into entities of about this size, no two of one key entity in any.

    They are dealt out like cards, key entity by key entity. A mention stays alone only if most are of one key entity.
    """
    cards = [mention for entity in sorted(rest, key=len, reverse=True) for mention in entity]
    if not cards:
        return []
    piles = max(-(-len(cards) // size), max(map(len, rest)))
    return [cards[first::piles] for first in range(piles)]


def _join(entities: list[list[int]], mention: int, large: bool) -> bool:
    """Put a mention into the smallest or largest entity without a mention that it corefers with, if there is one."""
    free = [entity for entity in entities if OWNER[mention] not in {OWNER[other] for other in entity}]
    if free:
        min(free, key=lambda entity: -len(entity) if large else len(entity)).append(mention)
    return bool(free)


def _with_wrong(right: list[list[int]], rest: list[Sequence[int]], size: int, join: str | None) -> list[list[int]]:
    """Add the other mentions in wrong entities; those that would stay alone join another entity.

    With `join`, each first joins a small or large right entity that it does not belong to.
    """
    made = [list(entity) for entity in right]
    if join:
        rest = [[mention for mention in entity if not _join(made, mention, join == "large")] for entity in rest]
    made += wrong_entities(rest, size)
    alone = [entity[0] for entity in made if len(entity) == 1]
    made = [entity for entity in made if len(entity) > 1]
    return made + [[mention] for mention in alone if not _join(made, mention, large=False)]


# How the other mentions are linked: the size of wrong entities, and the right entities that mentions join first.
WRONG: dict[str, tuple[int, str | None]] = {
    "entities of two": (2, None),
    "entities of three": (3, None),
    "entities of four": (4, None),
    "as large as can be": (len(KEY), None),
    "joined to small right entities, else in twos": (2, "small"),
    "joined to small right entities, else in threes": (3, "small"),
    "joined to large right entities, else in twos": (2, "large"),
    "joined to large right entities, else in threes": (3, "large"),
}


@dataclass(frozen=True)
class Construction:
    """One way to make the responses of Figures 2 and 3."""

    right: str = "each"
    count: str = "pairs"
    wrong: str | None = None  # None: the other mentions are absent, as in Figure 2

    def __str__(self) -> str:
        rest = "other mentions absent" if self.wrong is None else f"others wrong: {self.wrong}"
        return f"right: {self.right}; links counted as {self.count}; {rest}"

    def response(self, share: float) -> Clusters:
        found = RIGHT[self.right](share, COUNTS[self.count])
        right = [list(entity[:number]) for entity, number in zip(KEY, found, strict=True) if number]
        if self.wrong is None:
            return clusters(right)
        rest: list[Sequence[int]] = [entity[number:] for entity, number in zip(KEY, found, strict=True)]
        return clusters(_with_wrong(right, rest, *WRONG[self.wrong]))


def constructions(with_wrong_links: bool) -> list[Construction]:
    wrong: list[str | None] = [*WRONG] if with_wrong_links else [None]
    return [Construction(*choice) for choice in itertools.product(RIGHT, COUNTS, wrong)]
