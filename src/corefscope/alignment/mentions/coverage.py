"""Compare the positions that mentions cover without listing them: a damaged file may hold spans of any length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from corefscope.model import UNKNOWN, Corpus, Integers, Mention

Runs = tuple[tuple[int, int], ...]  # start and exclusive end of each


def runs(positions: Iterable[int]) -> Runs:
    """Group positions into runs of adjacent ones; a word never joins the empty node before it.

    >>> runs(range(3, 1_000_000_000)), runs((3, 4, 7))
    (((3, 1000000000),), ((3, 5), (7, 8)))
    """
    if isinstance(positions, range):
        return ((positions.start, positions.stop),) if positions else ()
    spans: list[tuple[int, int]] = []
    for position in positions:
        if spans and spans[-1][1] == position != 0:
            spans[-1] = (spans[-1][0], position + 1)
        else:
            spans.append((position, position + 1))
    return tuple(spans)


def overlap(one: Sequence[int], two: Sequence[int]) -> int:
    """Count the positions that two mentions share.

    >>> overlap(range(0, 1_000_000_000), range(5, 9)), overlap((1, 4, 9), range(3, 10))
    (4, 2)
    """
    if isinstance(one, range) and isinstance(two, range):
        return max(0, min(one.stop, two.stop) - max(one.start, two.start))
    listed, other = (one, two) if isinstance(two, range) else (two, one)
    having = other if isinstance(other, range) else set(other)
    return sum(position in having for position in set(listed))


def with_spans(corpus: Corpus, mentions: Sequence[Mention]) -> Corpus:
    """Return the corpus with the spans, minimum spans and heads of these mentions, one for each of its rows."""
    shapes: dict[tuple[int, ...], int] = {}

    def column(values: Iterable[int]) -> Integers:
        return np.array(list(values), np.int64)

    def numbers(tuples: Iterable[tuple[int, ...]]) -> Integers | None:
        numbered = column(shapes.setdefault(each, len(shapes)) if each else -1 for each in tuples)
        return numbered if (numbered >= 0).any() else None

    head = column(UNKNOWN if mention.head is None else mention.head for mention in mentions)
    return replace(
        corpus,
        start=column(mention.start for mention in mentions),
        end=column(mention.end for mention in mentions),
        shape=numbers(mention.positions for mention in mentions),
        minimum=numbers(mention.minimum for mention in mentions),
        head=head if (head != UNKNOWN).any() else None,
        shapes=tuple(shapes),
    )
