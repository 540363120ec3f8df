"""Candidates for a key mention, and the one-to-one pairs with the largest total similarity; earlier mentions win ties.

In a hostile text every mention could match every other, so candidates come from sorted lists, and their number is
limited; no real text comes near the limit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from corefscope.assignment import best_columns
from corefscope.basics.components import components
from corefscope.model import text_order

Candidate = tuple[int, int, float]  # index in the key's list, index in the response's, similarity
# Limits on candidates per mention, in small and large documents, and on candidates per document.
MOST, FEWEST, TOGETHER = 256, 16, 1 << 18
# Per candidate, so many mentions are looked at.
LOOKED_AT = 16
# Small enough never to outweigh a real difference between similarities, large enough to survive rounding.
TIE = 1e-8
# Larger connected groups of candidates are paired greedily; no real text has nearly as many.
MOST_TOGETHER = 1 << 16
TOO_MANY_TOGETHER = "too-many-together"  # the kind of the warning


def most_candidates(mentions: int) -> int:
    """Return the limit on candidates per mention for a document with this many mentions.

    >>> most_candidates(500), most_candidates(1_000_000)
    (256, 16)
    """
    return max(FEWEST, min(MOST, TOGETHER // max(mentions, 1)))


def nearest(places: Sequence[int], target: int, most: int) -> Sequence[int]:
    """Return at most `most` values of a sorted list, those around `target`.

    >>> nearest([2, 4, 6, 8, 10], 7, 2), nearest([2, 4], 7, 3)
    ([6, 8], [2, 4])
    """
    low = min(max(bisect_left(places, target) - most // 2, 0), max(len(places) - most, 0))
    return places[low : low + most]


class SpanIndex:
    """Find mentions, in text order, by where they begin and end."""

    def __init__(self, mentions: Sequence[Sequence[int]]) -> None:
        self.first = [text_order(positions[0]) for positions in mentions]
        self.last = [text_order(positions[-1]) for positions in mentions]

    def between(self, begin: tuple[int, int], end: tuple[int, int], most: int) -> tuple[list[int], bool]:
        """Return at most `most` mentions whose begin and end lie in these closed intervals of text order.

        The second value says whether there may be more.
        """
        low, high = bisect_left(self.first, begin[0]), bisect_right(self.first, begin[1])
        nearby = range(low, min(high, low + LOOKED_AT * most))
        places = [place for place in nearby if end[0] <= self.last[place] <= end[1]]
        return places[:most], len(places) > most or nearby.stop < high


def best_pairs(
    candidates: Iterable[Candidate], warn: Callable[[int, int], None] | None = None
) -> Iterator[tuple[int, int]]:
    """Choose pairs of indices into two lists of mentions in text order.

    For a connected group that is too large for the best pairing, `warn` is called with its size and the first index
    in the key's list.

    >>> sorted(best_pairs([(0, 7, 1.0), (0, 8, 0.5), (1, 7, 0.9)]))
    [(0, 8), (1, 7)]
    >>> list(best_pairs([(0, 7, 0.5), (1, 7, 0.5)]))
    [(0, 7)]
    """
    for group in _groups(list(candidates)):
        if len(group) == 1:
            yield group[0][:2]
        elif len(group) > MOST_TOGETHER:
            if warn is not None:
                warn(len(group), min(one for one, _, _ in group))
            yield from _greedy(group)
        else:
            yield from _best(group)


def _groups(candidates: list[Candidate]) -> list[list[Candidate]]:
    """Group candidates that are connected through shared mentions."""
    links = [((False, one), (True, two)) for one, two, _ in candidates]
    connected = components((node for link in links for node in link), links)
    number = {node: place for place, nodes in enumerate(connected) for node in nodes}
    groups: list[list[Candidate]] = [[] for _ in connected]
    for candidate in candidates:
        groups[number[False, candidate[0]]].append(candidate)
    return groups


def _best(group: list[Candidate]) -> Iterator[tuple[int, int]]:
    mine, theirs = sorted({one for one, _, _ in group}), sorted({two for _, two, _ in group})
    row = np.searchsorted(mine, [one for one, _, _ in group])
    column = np.searchsorted(theirs, [two for _, two, _ in group])
    weight = np.array([similarity for _, _, similarity in group])
    # Ties: prefer earlier mentions, and pairs that keep the order of the text.
    size = len(mine) + len(theirs)
    weight = weight + TIE * (2 * size - row - column) / size - TIE * ((row - column) / size) ** 2 / size
    partners = best_columns(row, column, weight, len(mine), len(theirs)).tolist()
    return ((one, theirs[partner]) for one, partner in zip(mine, partners, strict=True) if partner >= 0)


def _greedy(candidates: Iterable[Candidate]) -> Iterator[tuple[int, int]]:
    """Pair greedily: the most similar candidates first; earlier mentions win ties."""
    rows: set[int] = set()
    columns: set[int] = set()
    for one, two, _ in sorted(candidates, key=lambda candidate: (-candidate[2], candidate[0], candidate[1])):
        if one not in rows and two not in columns:
            rows.add(one)
            columns.add(two)
            yield one, two
