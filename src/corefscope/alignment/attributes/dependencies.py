"""Heads of mentions from dependencies: the first token whose syntactic parent is outside the mention."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

# The first tokens of a mention are scanned; nearly all heads are among them.
FEW = 8


class Parents:
    """The parents of a document's tokens. A segment tree keeps the search short in very long mentions.

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
        return self._search(tokens) if isinstance(tokens, range) and len(tokens) > FEW else None

    def _search(self, tokens: range) -> int | None:
        start, end = tokens.start, tokens.stop
        largest, smallest = self._trees
        found = (
            _first(largest, start + FEW, lambda parent: parent >= end),
            _first(smallest, start + FEW, lambda parent: parent < start),
        )
        first = min((token for token in found if token is not None), default=end)
        return first if first < min(end, len(self._column)) else None

    @cached_property
    def _trees(self) -> tuple[list[int], list[int]]:
        """Segment trees of the largest and the smallest parent; the children of node n are 2n and 2n + 1."""
        parents = [_number(text) for text in self._column]
        return _tree(parents, max, -1), _tree(parents, min, 10**19)


def _tree(values: Sequence[int], best: Callable[[int, int], int], none: int) -> list[int]:
    size = 1 << len(values).bit_length()  # at least one empty leaf at the end
    tree = [none] * size + [*values] + [none] * (size - len(values))
    for node in range(size - 1, 0, -1):
        tree[node] = best(tree[2 * node], tree[2 * node + 1])
    return tree


def _first(tree: list[int], start: int, fits: Callable[[int], bool]) -> int | None:
    """Return the first index from `start` on whose value fits."""
    size = len(tree) // 2
    if start >= size:
        return None
    node = start + size
    while not fits(tree[node]):
        while node & 1:
            node >>= 1
        if not node:
            return None
        node += 1
    while node < size:
        node *= 2
        if not fits(tree[node]):
            node += 1
    return node - size


def _number(text: str) -> int:
    """Parse a position; -1 if the text is not one. Positions have fewer than 19 digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1
