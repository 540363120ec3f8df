"""Find candidate response mentions for a key mention through sorted lists, never by trying all pairs.

In a hostile text every mention could match every other, so the number of candidates is limited; no real text comes
near the limit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from corefscope.model import text_order

# Limits on candidates per mention, in small and large documents, and on candidates per document.
MOST, FEWEST, TOGETHER = 256, 16, 1 << 18
# Per candidate, so many mentions are looked at.
LOOKED_AT = 16


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

    def between(self, begin: tuple[int, int], end: tuple[int, int], most: int) -> tuple[list[int], bool]:
        """Return at most `most` mentions whose begin and end lie in these closed intervals of text order.

        The second value says whether there may be more.
        """
        low, high = bisect_left(self.first, begin[0]), bisect_right(self.first, begin[1])
        nearby = range(low, min(high, low + LOOKED_AT * most))
        places = [place for place in nearby if end[0] <= self.last[place] <= end[1]]
        return places[:most], len(places) > most or nearby.stop < high


def nearest(places: Sequence[int], target: int, most: int) -> Sequence[int]:
    """Return at most `most` values of a sorted list, those around `target`.

    >>> nearest([2, 4, 6, 8, 10], 7, 2), nearest([2, 4], 7, 3)
    ([6, 8], [2, 4])
    """
    if len(places) <= most:
        return places
    low = min(max(bisect_left(places, target) - most // 2, 0), len(places) - most)
    return places[low : low + most]
