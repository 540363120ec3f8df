"""Anchors of a diff: words that occur exactly once in both texts, or in parts of them (as in patience diff).

Where no single word is unique, runs of words may be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from math import ceil, log

# Runs are so long that fewer than one in this many windows has an equal run by chance.
BY_CHANCE = 16
# Longer runs nearly always contain a difference.
LONGEST = 64

Bounds = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to
Pair = tuple[int, int]


class Window:
    """A part of both texts, with counts of each word.

    A word may become unique when a window is narrowed, so windows may nest as deep as the text has words. The largest
    part of a window therefore inherits its counts, minus the words outside: a word is recounted only when its window
    has halved.
    """

    def __init__(self, key: Sequence[Hashable], response: Sequence[Hashable], bounds: Bounds) -> None:
        self.key, self.response, self.bounds = key, response, bounds
        # By word: count in the key and sum of its positions there, then the same for the response.
        self._counts: dict[Hashable, list[int]] = {}
        self._add(bounds, 1)
        self._new: Iterable[Hashable] = self._counts  # words that may have become unique

    def _add(self, bounds: Bounds, sign: int) -> list[Hashable]:
        """Add words to the counts, or subtract them; return these words."""
        low, high, start, stop = bounds
        counts = self._counts
        for words, places, side in ((self.key, range(low, high), 0), (self.response, range(start, stop), 2)):
            for place in places:
                count = counts.setdefault(words[place], [0, 0, 0, 0])
                count[side] += sign
                count[side + 1] += sign * place
        return [*self.key[low:high], *self.response[start:stop]]

    def anchors(self) -> list[Pair]:
        """Return the positions of words unique on both sides, the longest increasing sequence."""
        unique = ((word, self._counts[word]) for word in self._new)
        pairs = sorted({(count[1], count[3]) for _, count in unique if count[0] == count[2] == 1})
        ends: list[int] = []  # for each length, the smallest end of an increasing sequence
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

    def divided(self, parts: Sequence[Bounds]) -> Iterator[Window]:
        """Yield the windows of some parts of this one, which must not be used after it."""
        largest = max(parts, key=_length, default=None)
        for part in parts:
            yield self.narrowed(part) if part is largest else Window(self.key, self.response, part)

    def narrowed(self, bounds: Bounds) -> Window:
        """Return a smaller window that takes over the counts; this one must not be used after it."""
        low, high, start, stop = self.bounds
        before, after = (low, bounds[0], start, bounds[2]), (bounds[1], high, bounds[3], stop)
        window = Window.__new__(Window)
        window.key, window.response, window.bounds, window._counts = self.key, self.response, bounds, self._counts
        # Only words outside the new window can have become unique.
        window._new = dict.fromkeys(chain(window._add(before, -1), window._add(after, -1)))
        return window


def gaps(bounds: Bounds, anchors: Iterable[Pair]) -> Iterator[Bounds]:
    """Yield the bounds before, between and after anchors."""
    low, high, start, stop = bounds
    for mine, theirs in anchors:
        yield low, mine, start, theirs
        low, start = mine + 1, theirs + 1
    yield low, high, start, stop


def _length(bounds: Bounds) -> int:
    low, high, start, stop = bounds
    return high - low + stop - start


def unique_runs(key: Sequence[str], response: Sequence[str], bounds: Bounds) -> list[Pair]:
    """Return where equal runs begin that are unique on both sides, the longest increasing sequence.

    >>> key, response = "the cat the dog and the cat and the dog", "a cat the dog and the cat and the boy"
    >>> unique_runs(key.split(), response.split(), (0, 10, 0, 10))
    [(1, 1), (2, 2), (3, 3), (4, 4)]
    """
    low, high, start, stop = bounds
    sides: Sequence[Sequence[Hashable]] = (key[low:high], response[start:stop])
    length, width = _run_length(*sides), 1
    if length is None:
        return []
    # Number runs by doubling: a run is the pair of numbers of its first and last words.
    while width < length:
        step = min(width, length - width)
        sides = _numbered([zip(side, side[step:], strict=False) for side in sides])
        width += step
    one, two = sides
    return [(low + mine, start + theirs) for mine, theirs in Window(one, two, (0, len(one), 0, len(two))).anchors()]


def _run_length(one: Sequence[Hashable], two: Sequence[Hashable]) -> int | None:
    """Return the length at which runs are hardly ever equal by chance; None if no length is."""
    counts, others = Counter(one), Counter(two)
    equal = sum(count * others[word] for word, count in counts.items())
    pairs = len(one) * len(two)
    if equal in (0, pairs):
        return None
    length = max(2, ceil(log(BY_CHANCE * pairs) / log(pairs / equal)))
    return length if length <= LONGEST else None


def _numbered(sides: Sequence[Iterable[Hashable]]) -> list[list[int]]:
    """Number the values, equal ones alike on both sides."""
    numbers: dict[Hashable, int] = {}
    return [[numbers.setdefault(each, len(numbers)) for each in side] for side in sides]
