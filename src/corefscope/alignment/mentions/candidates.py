"""Find candidate response mentions for a key mention through sorted lists, never by trying all pairs.

In a hostile text every mention could match every other, so the number of candidates is limited; no real text comes
near the limit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from corefscope.model import text_order

# Limits on candidates per mention, in small and large documents, and on candidates per document.
MOST, FEWEST, TOGETHER = 256, 16, 1 << 18
# Up to this many neighbours a linear scan is used, without building the index.
FEW = 32


def most_candidates(mentions: int) -> int:
    """Return the limit on candidates per mention for a document with this many mentions.

    >>> most_candidates(500), most_candidates(1_000_000)
    (256, 16)
    """
    return max(FEWEST, min(MOST, TOGETHER // max(mentions, 1)))


class SpanIndex:
    """Find mentions, in text order, by where they begin and end."""

    def __init__(self, mentions: Sequence[Sequence[int]]) -> None:
        self.first = [text_order(positions[0]) for positions in mentions]
        self.last = [text_order(positions[-1]) for positions in mentions]

    def between(self, begin: tuple[int, int], end: tuple[int, int]) -> Iterator[int]:
        """Yield the indices of mentions whose begin and end lie in these closed intervals of text order."""
        low, high = bisect_left(self.first, begin[0]), bisect_right(self.first, begin[1])
        if high - low <= FEW:
            yield from (place for place in range(low, high) if end[0] <= self.last[place] <= end[1])
            return
        # A merge-sort tree: level n holds runs of 2ⁿ mentions sorted by end, so any range is a few runs.
        level = 0
        while low < high:
            while level and (low % (1 << level) or low + (1 << level) > high):
                level -= 1
            while level + 1 < len(self._levels) and not low % (2 << level) and low + (2 << level) <= high:
                level += 1
            run = self._levels[level][low >> level]
            place = bisect_left(run, (end[0], -1))
            while place < len(run) and run[place][0] <= end[1]:
                yield run[place][1]
                place += 1
            low += 1 << level

    @cached_property
    def _levels(self) -> list[list[list[tuple[int, int]]]]:
        levels = [[[(last, place)] for place, last in enumerate(self.last)]]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append([sorted([*below[at], *below[at + 1]]) for at in range(0, len(below) - 1, 2)])
        return levels


def nearest(places: Sequence[int], wanted: int, most: int) -> Sequence[int]:
    """Return at most `most` values of a sorted list, those around `wanted`.

    >>> nearest([2, 4, 6, 8, 10], 7, 2), nearest([2, 4], 7, 3)
    ([6, 8], [2, 4])
    """
    if len(places) <= most:
        return places
    middle = bisect_left(places, wanted)
    low = min(max(middle - most // 2, 0), len(places) - most)
    return places[low : low + most]
