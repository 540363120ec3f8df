"""CRAFT's partial matching: each response mention takes the first unmatched key mention that contains a part of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from corefscope.alignment.mentions.coverage import runs

Part = tuple[int, int]  # first and last position


def first_come(key: Sequence[Sequence[int]], response: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of indices into two lists of mentions in text order.

    Only the first part of a key mention can contain anything.

    >>> list(first_come([range(0, 9), range(2, 5)], [range(3, 4), range(2, 4), range(4, 5)]))
    [(0, 0), (1, 1)]
    """
    free = _FreeParts([_parts(positions)[0] for positions in key])
    for two, positions in enumerate(response):
        found = [place for place in map(free.first_around, _parts(positions)) if place is not None]
        if found:
            free.take(min(found))
            yield min(found), two


def _parts(positions: Sequence[int]) -> list[Part]:
    """Split positions into runs of adjacent tokens; each empty node is its own part."""
    return [(start, stop - 1) for start, stop in runs(positions)]


class _FreeParts:
    """Unmatched parts of key mentions in text order: runs of tokens, and empty nodes."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.nodes: dict[int, list[int]] = defaultdict(list)  # indices of each empty node, last first
        for place in range(len(parts) - 1, -1, -1):
            if parts[place][0] < 0:
                self.nodes[parts[place][0]].append(place)
        self.tokens = [place for place, (first, _) in enumerate(parts) if first >= 0]
        self.starts = [parts[place][0] for place in self.tokens]
        self.rank = {place: rank for rank, place in enumerate(self.tokens)}
        # A segment tree of the furthest end of an unmatched part; its leaves are the runs of tokens.
        self.size = 1 << max(len(self.tokens) - 1, 0).bit_length()
        ends = [parts[place][1] for place in self.tokens]
        self.furthest = [-1] * self.size + ends + [-1] * (self.size - len(ends))
        for node in range(self.size - 1, 0, -1):
            self.furthest[node] = max(self.furthest[2 * node : 2 * node + 2])

    def first_around(self, part: Part) -> int | None:
        """Return the first unmatched part that contains the given one."""
        if part[0] < 0:
            same = self.nodes.get(part[0])
            return same[-1] if same else None
        node = 1
        if self.furthest[node] < part[1]:
            return None
        while node < self.size:
            node = 2 * node if self.furthest[2 * node] >= part[1] else 2 * node + 1
        # Parts are sorted by start: if the first that reaches far enough starts too late, so do all.
        rank = node - self.size
        return self.tokens[rank] if self.starts[rank] <= part[0] else None

    def take(self, place: int) -> None:
        if self.parts[place][0] < 0:
            self.nodes[self.parts[place][0]].pop()
            return
        node = self.size + self.rank[place]
        self.furthest[node] = -1
        while node > 1:
            node //= 2
            self.furthest[node] = max(self.furthest[2 * node : 2 * node + 2])
