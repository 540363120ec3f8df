"""Runs of words that occur exactly once in two texts: anchors where no single word is unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import ceil, log

from corefscope.alignment.texts.anchors import Bounds, Pair, Window

# Runs are so long that fewer than one in this many windows has an equal run by chance.
BY_CHANCE = 16
# Longer runs nearly always contain a difference.
LONGEST = 64


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
    """Return the length at which runs are hardly ever equal by chance; None if there is none."""
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
