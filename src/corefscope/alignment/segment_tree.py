"""A list of numbers in which the first one of at least some size is found in logarithmic time."""

from __future__ import annotations

from collections.abc import Sequence


class SegmentTree:
    """The maxima of all halves of a list, their halves and so on; the children of node n are 2n and 2n + 1.

    >>> tree = SegmentTree([3, 1, 4, 1, 5], lowest=0)
    >>> tree.first(4), tree.first(4, start=3), tree.first(6)
    (2, 4, None)
    """

    def __init__(self, values: Sequence[int], lowest: int) -> None:
        self._lowest = lowest  # less than anything that is looked for
        self._size = 1 << len(values).bit_length()  # at least one empty leaf at the end
        self._largest = [lowest] * self._size + [*values] + [lowest] * (self._size - len(values))
        for node in range(self._size - 1, 0, -1):
            self._largest[node] = max(self._largest[2 * node], self._largest[2 * node + 1])

    def first(self, least: int, start: int = 0) -> int | None:
        """Return the first index from `start` on whose number is at least `least`."""
        largest, size = self._largest, self._size
        if start >= size:
            return None
        node = start + size
        while largest[node] < least:
            while node & 1:
                node >>= 1
            if not node:
                return None
            node += 1
        while node < size:
            node *= 2
            if largest[node] < least:
                node += 1
        return node - size
