"""Responses to one key in which a given share of the links is right: Moosavi & Strube 2016, Figures 2, 3 and 8.

The paper gives the key and says what the responses have in common, but not how they are made. So a construction is
named here, and all of them are tried: how the right links are chosen, how links are counted, and how the other
mentions are linked wrongly.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from corefscope.lab.partitions import Clusters, clusters, owners, sized

# §7: “one entity of size 20, two entities of size 10, three entities of size 5, one entity of size 4, and ten of 2”.
KEY = sized(20, 10, 10, 5, 5, 5, 4, *[2] * 10)
OWNER = owners(KEY)
STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
# Random orders of the entities that are tried. In a search of the first 300, 48 was the first under which, with some
# way to link the other mentions, everything holds that the authors say of Figures 2 and 3.
ORDERS = (*range(1, 11), 48)

Count = Callable[[int], int]
# How many links a set of mentions has: all pairs, or as few as hold it together (as MUC counts).
COUNTS: dict[str, Count] = {"pairs": lambda n: n * (n - 1) // 2, "chain": lambda n: max(n - 1, 0)}


def _prefix(size: int, share: float, count: Count) -> int:
    """How many mentions of an entity hold a share of its links most nearly; never one alone."""

    def distance(number: int) -> float:
        return abs(count(number) - share * count(size))

    choices: list[int] = [0, *range(2, size + 1)]
    return min(choices, key=distance)


def _each(share: float, count: Count) -> list[int]:
    """The same share of every entity; of the entities of two, that share is found."""
    found = [_prefix(len(entity), share, count) for entity in KEY]
    twos = [place for place, entity in enumerate(KEY) if len(entity) == 2]
    for number, place in enumerate(twos):
        found[place] = 2 if number < round(share * len(twos)) else 0
    return found


def _in_order(order: Sequence[int], share: float, count: Count) -> list[int]:
    """Whole entities one after the other, the last in part."""
    left = share * sum(count(len(entity)) for entity in KEY)
    found = [0] * len(KEY)
    for place in order:
        whole = count(len(KEY[place]))
        found[place] = _prefix(len(KEY[place]), min(left / whole, 1.0), count)
        left = max(left - whole, 0.0)
    return found


def _large_first(share: float, count: Count) -> list[int]:
    return _in_order(range(len(KEY)), share, count)


def _small_first(share: float, count: Count) -> list[int]:
    return _in_order(range(len(KEY))[::-1], share, count)


def _random_order(seed: int) -> Callable[[float, Count], list[int]]:
    order = list(range(len(KEY)))
    Random(seed).shuffle(order)
    return lambda share, count: _in_order(order, share, count)


RIGHT: dict[str, Callable[[float, Count], list[int]]] = {
    "each": _each,
    "large first": _large_first,
    "small first": _small_first,
    **{f"random order {seed}": _random_order(seed) for seed in ORDERS},
}


def wrong_entities(rest: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Mentions in entities of about this size, no two of one key entity in any.

    Dealt out like cards, key entity by key entity. A mention stays alone only if more than half are of one key entity.
    """
    cards = [mention for entity in sorted(rest, key=len, reverse=True) for mention in entity]
    if not cards:
        return []
    piles = max(-(-len(cards) // size), max(map(len, rest)))
    return [cards[first::piles] for first in range(piles)]


def _join(entities: list[list[int]], mention: int, order: Callable[[list[int]], int]) -> bool:
    """Puts a mention into an entity that holds none it corefers with, if there is one."""
    free = [entity for entity in entities if OWNER[mention] not in {OWNER[other] for other in entity}]
    if free:
        min(free, key=order).append(mention)
    return bool(free)


def _beside(right: list[list[int]], rest: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Wrong entities beside the right ones; who would stay alone joins another entity."""
    made = [*map(list, right), *wrong_entities(rest, size)]
    alone = [entity[0] for entity in made if len(entity) == 1]
    made = [entity for entity in made if len(entity) > 1]
    return made + [[mention] for mention in alone if not _join(made, mention, len)]


def _attached(
    right: list[list[int]], rest: Sequence[Sequence[int]], size: int, order: Callable[[list[int]], int]
) -> list[list[int]]:
    """Each other mention joins a right entity that it does not belong to; what finds none, wrong entities."""
    joined = [list(entity) for entity in right]
    over = [[mention for mention in entity if not _join(joined, mention, order)] for entity in rest]
    return _beside(joined, over, size)


WRONG: dict[str, Callable[[list[list[int]], Sequence[Sequence[int]]], list[list[int]]]] = {
    "entities of two": lambda right, rest: _beside(right, rest, 2),
    "entities of three": lambda right, rest: _beside(right, rest, 3),
    "entities of four": lambda right, rest: _beside(right, rest, 4),
    "as large as can be": lambda right, rest: _beside(right, rest, len(KEY)),
    "joined to small right entities, else in twos": lambda right, rest: _attached(right, rest, 2, len),
    "joined to small right entities, else in threes": lambda right, rest: _attached(right, rest, 3, len),
    "joined to large right entities, else in twos": lambda right, rest: _attached(right, rest, 2, lambda e: -len(e)),
    "joined to large right entities, else in threes": lambda right, rest: _attached(right, rest, 3, lambda e: -len(e)),
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
        rest = [entity[number:] for entity, number in zip(KEY, found, strict=True)]
        return clusters(WRONG[self.wrong](right, rest))


def constructions(with_wrong_links: bool) -> list[Construction]:
    wrong: list[str | None] = [*WRONG] if with_wrong_links else [None]
    return [Construction(*choice) for choice in itertools.product(RIGHT, COUNTS, wrong)]
