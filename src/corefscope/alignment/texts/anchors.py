"""Anchors of a diff: words that occur exactly once in both texts, or in parts of them (as in patience diff).

Where no single word is unique, runs of words may be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import ceil, log

import numpy as np

from corefscope.arrays import distinct
from corefscope.model import Integers

# Runs are so long that fewer than one in this many windows has an equal run by chance.
BY_CHANCE = 16
# Longer runs nearly always contain a difference.
LONGEST = 64

Bounds = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to
Pair = tuple[int, int]


class Occurrences:
    """Where each word of both texts occurs, between bounds: whether it is unique in a part needs no counting."""

    def __init__(self, key: Sequence[Hashable], response: Sequence[Hashable], bounds: Bounds) -> None:
        low, high, start, stop = bounds
        self.key, self.response, self.low = key, response, low
        self.in_key: dict[Hashable, list[int]] = {}
        self.in_response: dict[Hashable, list[int]] = {}
        # For each word of the key, where it occurs before and after.
        self.before, self.after = [-1] * (high - low), [high] * (high - low)
        for place, word in enumerate(key[low:high], low):
            places = self.in_key.get(word)
            if places is None:
                self.in_key[word] = [place]
            else:
                self.before[place - low], self.after[places[-1] - low] = places[-1], place
                places.append(place)
        for place, word in enumerate(response[start:stop], start):
            places = self.in_response.get(word)
            if places is None:
                self.in_response[word] = [place]
            else:
                places.append(place)


def _only(places: Sequence[int] | None, low: int, high: int) -> int:
    """Return the only place in a range; -1 if there are none or several."""
    if places is None:
        return -1
    first = bisect_left(places, low)
    if first == len(places) or places[first] >= high or (first + 1 < len(places) and places[first + 1] < high):
        return -1
    return places[first]


class Window:
    """A part of both texts, in which unique words are searched.

    A word may become unique when a window is narrowed, so windows may nest as deep as the text has words. In the
    largest part of a window therefore only words are searched that also occur outside of it: a word is searched again
    only when its window has halved.
    """

    def __init__(self, words: Occurrences, bounds: Bounds, new: Iterable[Hashable] | None = None) -> None:
        self.words, self.bounds = words, bounds
        self._new = new  # words that may have become unique; None for all

    def anchors(self) -> list[Pair]:
        """Return the positions of words unique on both sides, the longest increasing sequence."""
        low, high, start, stop = self.bounds
        words, pairs = self.words, []
        if self._new is None:
            part = slice(low - words.low, high - words.low)
            for mine, before, after in zip(range(low, high), words.before[part], words.after[part], strict=True):
                if before < low and after >= high:
                    theirs = _only(words.in_response.get(words.key[mine]), start, stop)
                    if theirs >= 0:
                        pairs.append((mine, theirs))
            return _increasing(pairs)
        for word in self._new:
            mine = _only(words.in_key.get(word), low, high)
            theirs = _only(words.in_response.get(word), start, stop) if mine >= 0 else -1
            if theirs >= 0:
                pairs.append((mine, theirs))
        return _increasing(sorted(pairs))

    def divided(self, parts: Sequence[Bounds]) -> Iterator[Window]:
        """Yield the windows of some parts of this one."""
        largest = max(parts, key=_length, default=None)
        for part in parts:
            yield self.narrowed(part) if part is largest else Window(self.words, part)

    def narrowed(self, bounds: Bounds) -> Window:
        """Return a smaller window, in which only words outside of it can have become unique."""
        low, high, start, stop = self.bounds
        key, response = self.words.key, self.words.response
        outside = {*key[low : bounds[0]], *key[bounds[1] : high]}
        outside.update(response[start : bounds[2]], response[bounds[3] : stop])
        return Window(self.words, bounds, outside)


def _increasing(pairs: list[Pair]) -> list[Pair]:
    """Return the longest sequence of pairs, sorted by the first, in which the second increases as well."""
    if len(pairs) < 2:
        return pairs
    ends: list[int] = []  # for each length, the smallest end of an increasing sequence
    run_of: list[int] = []
    for _, place in pairs:
        length = bisect_left(ends, place)
        if length == len(ends):
            ends.append(place)
        else:
            ends[length] = place
        run_of.append(length)
    chosen: list[Pair] = []
    wanted, limit = len(ends) - 1, ends[-1] + 1
    for pair, length in zip(reversed(pairs), reversed(run_of), strict=True):
        if length == wanted and pair[1] < limit:
            chosen.append(pair)
            wanted, limit = wanted - 1, pair[1]
    return chosen[::-1]


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
    numbers: dict[str, int] = {}
    one = np.array([numbers.setdefault(word, len(numbers)) for word in key[low:high]], np.int64)
    two = np.array([numbers.setdefault(word, len(numbers)) for word in response[start:stop]], np.int64)
    length, width = _run_length(one, two, len(numbers)), 1
    if length is None:
        return []
    # Number runs by doubling: a run is the pair of numbers of its first and last words.
    while width < length:
        step = min(width, length - width)
        one, two = _numbered(*(side[:-step] * (1 << 32) + side[step:] for side in (one, two)))
        width += step
    mine, theirs = (_unique(side) for side in (one, two))
    _, first, second = np.intersect1d(one[mine], two[theirs], assume_unique=True, return_indices=True)
    pairs = zip((mine[first] + low).tolist(), (theirs[second] + start).tolist(), strict=True)
    return _increasing(sorted(pairs))


def _run_length(one: Integers, two: Integers, count: int) -> int | None:
    """Return the length at which runs are hardly ever equal by chance; None if no length is."""
    equal = int(np.bincount(one, minlength=count) @ np.bincount(two, minlength=count))
    pairs = len(one) * len(two)
    if equal in (0, pairs):
        return None
    length = max(2, ceil(log(BY_CHANCE * pairs) / log(pairs / equal)))
    return length if length <= LONGEST else None


def _numbered(one: Integers, two: Integers) -> tuple[Integers, Integers]:
    """Number the values, equal ones alike on both sides."""
    _, numbers = distinct(np.concatenate([one, two]))
    return numbers[: len(one)], numbers[len(one) :]


def _unique(values: Integers) -> Integers:
    """Return the places of values that occur once."""
    first, ranks = distinct(values)
    found: Integers = first[np.bincount(ranks, minlength=len(first)) == 1]
    return found
