"""Words that two texts, or two parts of them, have exactly once: they hold the texts together (as in patience diff)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain

Bounds = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to
Pair = tuple[int, int]


class Window:
    """A part of either text, and how often each word occurs in both.

    A word may become unique when the window is narrowed, so a text can be made of as many windows in windows as it has
    words. Counts are therefore not made anew for the largest part of a window but handed on, less what lies outside:
    a word is then counted again only if its window has become half as long.
    """

    def __init__(self, key: Sequence[Hashable], response: Sequence[Hashable], bounds: Bounds) -> None:
        self.key, self.response, self.bounds = key, response, bounds
        # By word: how often the key has it and the sum of its places there, then the same for the response.
        self._counts: dict[Hashable, list[int]] = {}
        self._add(bounds, 1)
        self._new: Iterable[Hashable] = self._counts  # words that may have become unique

    def _add(self, bounds: Bounds, sign: int) -> list[Hashable]:
        """Counts words, or takes them off; the words that were met."""
        low, high, start, stop = bounds
        counts = self._counts
        for words, places, side in ((self.key, range(low, high), 0), (self.response, range(start, stop), 2)):
            for place in places:
                count = counts.setdefault(words[place], [0, 0, 0, 0])
                count[side] += sign
                count[side + 1] += sign * place
        return [*self.key[low:high], *self.response[start:stop]]

    def anchors(self) -> list[Pair]:
        """The places of words that occur exactly once on either side, as many as stand in the same order."""
        unique = ((word, self._counts[word]) for word in self._new)
        pairs = sorted({(count[1], count[3]) for _, count in unique if count[0] == count[2] == 1})
        ends: list[int] = []  # for each length, the smallest place at which an increasing run of it ends
        run_of: list[int] = []
        for _, place in pairs:
            length = bisect_left(ends, place)
            ends[length : length + 1] = [place]
            run_of.append(length)
        chosen: list[Pair] = []
        wanted, limit = len(ends) - 1, self.bounds[3]
        for pair, length in zip(reversed(pairs), reversed(run_of), strict=True):
            if length == wanted and pair[1] < limit:
                chosen.append(pair)
                wanted, limit = wanted - 1, pair[1]
        return chosen[::-1]

    def between(self, anchors: Sequence[Pair]) -> Iterator[Window]:
        """The windows between anchors; those with nothing on one side hold no anchors, but count as well."""
        parts = list(gaps(self.bounds, anchors))
        largest = max(parts, key=_length)
        for part in parts:
            yield self.narrowed(part) if part is largest else Window(self.key, self.response, part)

    def narrowed(self, bounds: Bounds) -> Window:
        """The window with less in it; it takes the counts with it, and this one is of no more use."""
        low, high, start, stop = self.bounds
        before, behind = (low, bounds[0], start, bounds[2]), (bounds[1], high, bounds[3], stop)
        window = Window.__new__(Window)
        window.key, window.response, window.bounds, window._counts = self.key, self.response, bounds, self._counts
        # What was unique before and is no anchor now has its other place outside.
        window._new = dict.fromkeys(chain(window._add(before, -1), window._add(behind, -1)))
        return window


def gaps(bounds: Bounds, anchors: Iterable[Pair]) -> Iterator[Bounds]:
    """What lies before, between and behind anchors."""
    low, high, start, stop = bounds
    for mine, theirs in anchors:
        yield low, mine, start, theirs
        low, start = mine + 1, theirs + 1
    yield low, high, start, stop


def _length(bounds: Bounds) -> int:
    low, high, start, stop = bounds
    return high - low + stop - start
