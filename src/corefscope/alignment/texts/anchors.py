"""Anchors of a diff: words that occur exactly once in both texts, or in parts of them (as in patience diff).

Where no single word is unique, runs of words may be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
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


def unique_words(key: Sequence[str], response: Sequence[str], bounds: Bounds) -> list[Pair]:
    """Return where words stand that occur once in either part, the longest increasing sequence."""
    low, high, start, stop = bounds
    mine, theirs = _only_places(key, low, high), _only_places(response, start, stop)
    pairs = ((place, theirs.get(word, -1)) for word, place in mine.items() if place >= 0)
    return _increasing([pair for pair in pairs if pair[1] >= 0])


def _only_places(words: Sequence[str], low: int, high: int) -> dict[str, int]:
    """Return the place of each word between these, -1 if there are several; ascending."""
    places: dict[str, int] = {}
    for place, word in enumerate(words[low:high], low):
        places[word] = -1 if word in places else place
    return places


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
    sequence: list[Pair] = []
    limit = ends[-1] + 1
    for pair, length in zip(reversed(pairs), reversed(run_of), strict=True):
        if length == len(ends) - 1 - len(sequence) and pair[1] < limit:
            sequence.append(pair)
            limit = pair[1]
    return sequence[::-1]


def gaps(bounds: Bounds, anchors: Iterable[Pair]) -> Iterator[Bounds]:
    """Yield the bounds before, between and after anchors that hold any word."""
    low, high, start, stop = bounds
    for mine, theirs in (*anchors, (high, stop)):
        if low < mine or start < theirs:
            yield low, mine, start, theirs
        low, start = mine + 1, theirs + 1


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
        one, two = (side[:-step] * (1 << 32) + side[step:] for side in (one, two))
        _, numbered = distinct(np.concatenate([one, two]))  # equal runs alike on both sides
        one, two = numbered[: len(one)], numbered[len(one) :]
        width += step
    mine, theirs = _unique(one), _unique(two)
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


def _unique(values: Integers) -> Integers:
    """Return the places of values that occur once."""
    first, ranks = distinct(values)
    once: Integers = first[np.bincount(ranks, minlength=len(first)) == 1]
    return once
