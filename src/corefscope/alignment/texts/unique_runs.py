"""Words in a row that two texts have exactly once: they hold texts together in which no single word is unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import ceil, log

from corefscope.alignment.texts.anchors import Bounds, Pair, Window

# How many runs of words may be equal by chance, in the mean: fewer than one in so many windows has one.
BY_CHANCE = 16
# Runs of more words are hardly ever free of differences.
LONGEST = 64


def unique_runs(key: Sequence[str], response: Sequence[str], bounds: Bounds) -> list[Pair]:
    """The places where equal runs begin that are unique on either side, as many as stand in the same order.

    >>> key, response = "the cat the dog and the cat and the dog", "a cat the dog and the cat and the boy"
    >>> unique_runs(key.split(), response.split(), (0, 10, 0, 10))
    [(1, 1), (2, 2), (3, 3), (4, 4)]
    """
    low, high, start, stop = bounds
    sides: Sequence[Sequence[Hashable]] = (key[low:high], response[start:stop])
    length, width = _telling_length(*sides), 1
    if length is None:
        return []
    # A run is numbered by its first words and its last ones, which have numbers: each time twice as many words.
    while width < length:
        step = min(width, length - width)
        sides = _numbered([zip(side, side[step:], strict=False) for side in sides])
        width += step
    one, two = sides
    return [(low + mine, start + theirs) for mine, theirs in Window(one, two, (0, len(one), 0, len(two))).anchors()]


def _telling_length(one: Sequence[Hashable], two: Sequence[Hashable]) -> int | None:
    """How many words in a row are hardly ever equal by chance; None if no words are, or too many would be needed."""
    counts, others = Counter(one), Counter(two)
    equal = sum(count * others[word] for word, count in counts.items())
    pairs = len(one) * len(two)
    if equal in (0, pairs):
        return None
    length = max(2, ceil(log(BY_CHANCE * pairs) / log(pairs / equal)))
    return length if length <= LONGEST else None


def _numbered(sides: Sequence[Iterable[Hashable]]) -> list[list[int]]:
    """The same number for what is equal, on both sides."""
    numbers: dict[Hashable, int] = {}
    return [[numbers.setdefault(each, len(numbers)) for each in side] for side in sides]
