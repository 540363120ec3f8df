"""Syntactic parents of the tokens of a document, and which token of a mention has its parent outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

# So many tokens of a mention are looked at one by one; nearly all heads are found among them.
FEW = 8


class Parents:
    """The column of parents. A mention may be a sentence of any length, and so many of its parts: none is gone through.

    >>> Parents(["1", "3", "1", ""]).first_outside(range(0, 3))
    1
    """

    def __init__(self, column: Sequence[str]) -> None:
        self._column = column

    def first_outside(self, tokens: Sequence[int]) -> int | None:
        """The first token whose parent lies outside the mention; None if no such token has a known parent."""
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
        """The largest and the smallest parent of every 1, 2, 4 … tokens: those of node n are nodes 2n and 2n + 1."""
        parents = [_number(text) for text in self._column]
        return _tree(parents, max, -1), _tree(parents, min, 10**19)


def _tree(values: Sequence[int], best: Callable[[int, int], int], none: int) -> list[int]:
    size = 1 << len(values).bit_length()  # at least one place behind the last
    tree = [none] * size + [*values] + [none] * (size - len(values))
    for node in range(size - 1, 0, -1):
        tree[node] = best(tree[2 * node], tree[2 * node + 1])
    return tree


def _first(tree: list[int], start: int, fits: Callable[[int], bool]) -> int | None:
    """The first place from `start` on whose value fits."""
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
    """The position that a column gives, or -1; no document has tokens of 19 digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1
