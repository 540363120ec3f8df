"""CRAFT's partial matching: each response mention takes the first unmatched key mention that contains a part of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from corefscope.alignment.mentions.coverage import runs
from corefscope.alignment.segment_tree import SegmentTree


def first_come(key: Sequence[Sequence[int]], response: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of indices into two lists of mentions in text order.

    Only the first part of a key mention can contain anything: a run of tokens, or an empty node.

    >>> list(first_come([range(0, 9), range(2, 5)], [range(3, 4), range(2, 4), range(4, 5)]))
    [(0, 0), (1, 1)]
    """
    parts = [runs(positions)[0] for positions in key]
    tokens = [place for place, (start, _) in enumerate(parts) if start >= 0]
    ends = SegmentTree([parts[place][1] for place in tokens], lowest=-1)
    rank = {place: number for number, place in enumerate(tokens)}
    nodes: dict[int, list[int]] = defaultdict(list)  # key mentions of each empty node, last first
    for place in range(len(parts) - 1, -1, -1):
        if parts[place][0] < 0:
            nodes[parts[place][0]].append(place)

    def first_around(start: int, stop: int) -> int | None:
        if start < 0:
            return nodes[start][-1] if nodes.get(start) else None
        found = ends.first(stop)
        # Parts are sorted by start: if the first that reaches far enough starts too late, so do all.
        return tokens[found] if found is not None and parts[tokens[found]][0] <= start else None

    for two, positions in enumerate(response):
        places = [place for place in (first_around(*run) for run in runs(positions)) if place is not None]
        if places:
            one = min(places)
            if parts[one][0] < 0:
                nodes[parts[one][0]].pop()
            else:
                ends.remove(rank[one])
            yield one, two
