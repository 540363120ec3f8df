"""Heads of mentions from dependencies: the first token whose syntactic parent is outside the mention."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from corefscope.alignment.segment_tree import SegmentTree

# The first tokens of a mention are scanned; nearly all heads are among them.
FEW = 8


class Parents:
    """The parents of a document's tokens. Segment trees keep the search short in very long mentions.

    >>> Parents(["1", "3", "1", ""]).first_outside(range(0, 3))
    1
    """

    def __init__(self, column: Sequence[str]) -> None:
        self._column = column

    def first_outside(self, tokens: Sequence[int]) -> int | None:
        """Return the first token whose parent is outside the mention, or None."""
        column = self._column
        one_by_one = tokens[:FEW] if isinstance(tokens, range) else tokens
        inside = tokens if isinstance(tokens, range) else set(tokens)
        for token in one_by_one:
            if token >= len(column):
                return None
            if _number(column[token]) not in inside:
                return token
        if not isinstance(tokens, range) or len(tokens) <= FEW:
            return None
        start, end = tokens.start, tokens.stop
        largest, negated = self._trees
        found = (largest.first(end, start + FEW), negated.first(1 - start, start + FEW))
        first = min((token for token in found if token is not None), default=end)
        return first if first < min(end, len(column)) else None

    @cached_property
    def _trees(self) -> tuple[SegmentTree, SegmentTree]:
        """Find parents behind the end of a mention, and, negated, those before its start."""
        parents = [_number(text) for text in self._column]
        return SegmentTree(parents, -1), SegmentTree([-parent for parent in parents], -(10**19))


def _number(text: str) -> int:
    """Parse a position; -1 if the text is not one. Positions have fewer than 19 digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1
