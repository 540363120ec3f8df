"""How many words the mentions of two sides share if they are paired for the largest overlap.

Mentions may be nested so that all overlap all. Then each is compared with those that begin and end nearest only, and
the result may be below the best, which the caller learns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from corefscope.alignment.mentions import one_to_one
from corefscope.alignment.mentions.coverage import Runs, runs
from corefscope.alignment.mentions.one_to_one import FEWEST

Overlaps = dict[tuple[int, int], int]


def shared_words(mine: Iterable[Sequence[int]], theirs: Iterable[Sequence[int]]) -> tuple[int, bool]:
    """The most words that mentions can share, one to one, and whether that is certain.

    >>> shared_words([range(0, 4), range(2, 4)], [range(2, 4), range(1, 4), range(9, 10)])
    (5, True)
    """
    # Equal mentions may always be paired: |A∩X| + |A∩Y| ≤ |A| + |X∩Y|, so giving either to another gains nothing.
    shared, (keys, responses) = _without_equal(*([runs(each) for each in side if each] for side in (mine, theirs)))
    certain = True

    def not_certain(count: int, first: int) -> None:
        nonlocal certain
        certain = False

    for one, two in _groups(keys, responses):
        most = max(one_to_one.MOST_TOGETHER, FEWEST * sum(map(len, (*one, *two))))
        overlaps = _all_overlaps(one, two, most)
        if overlaps is None:
            certain = False
            overlaps = _near_overlaps(one, two)
        candidates = ((*pair, float(size)) for pair, size in overlaps.items())
        shared += sum(overlaps[pair] for pair in one_to_one.best_pairs(candidates, not_certain))
    return shared, certain


def _without_equal(mine: list[Runs], theirs: list[Runs]) -> tuple[int, tuple[list[Runs], list[Runs]]]:
    """Return how many words equal mentions have, and the other mentions."""
    one, two = Counter(mine), Counter(theirs)
    equal = one & two
    words = sum(count * sum(end - start for start, end in mention) for mention, count in equal.items())
    return words, (list((one - equal).elements()), list((two - equal).elements()))


def _groups(mine: list[Runs], theirs: list[Runs]) -> Iterator[tuple[list[Runs], list[Runs]]]:
    """Yield the mentions of both sides in groups; mentions of different groups do not overlap."""
    group: tuple[list[Runs], list[Runs]] = ([], [])
    reach: int | None = None
    hulls = sorted((*_hull(each), side, each) for side, mentions in enumerate((mine, theirs)) for each in mentions)
    for start, end, side, mention in hulls:
        if reach is not None and start >= reach:
            yield group
            group = ([], [])
        group[side].append(mention)
        reach = end if reach is None else max(reach, end)
    yield group


def _hull(mention: Runs) -> tuple[int, int]:
    return min(start for start, _ in mention), max(end for _, end in mention)


def _all_overlaps(mine: list[Runs], theirs: list[Runs], most: int) -> Overlaps | None:
    """How many words each pair shares that shares any; None if that would take more than so many steps.

    One pass over the runs of both sides as they begin: a run meets those of the other side that have not ended.
    """
    begun = sorted(
        (start, end, side, place)
        for side, mentions in enumerate((mine, theirs))
        for place, mention in enumerate(mentions)
        for start, end in mention
    )
    shared: Overlaps = defaultdict(int)
    open_runs: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end, side, place in begun:
        others = open_runs[1 - side]
        others[:] = [run for run in others if run[0] > start]
        most -= len(others)
        if most < 0:
            return None
        for other_end, other in others:
            shared[(other, place) if side else (place, other)] += min(end, other_end) - start
        open_runs[side].append((end, place))
    return shared


def _near_overlaps(mine: list[Runs], theirs: list[Runs]) -> Overlaps:
    """The same for mentions that begin or end near each other."""
    keys, responses = [_Words(each) for each in mine], [_Words(each) for each in theirs]
    found: Overlaps = {}
    for side in (0, 1):  # where they begin, where they end
        places = sorted(range(len(theirs)), key=lambda place: (_hull(theirs[place])[side], place))
        borders = [_hull(theirs[place])[side] for place in places]
        for one, mention in enumerate(mine):
            middle = bisect_left(borders, _hull(mention)[side])
            for two in places[max(middle - FEWEST // 4, 0) : middle + FEWEST // 4]:
                size = keys[one].shared(responses[two])
                if size:
                    found[one, two] = size
    return found


class _Words:
    """The words of a mention, counted up to any place without going through its runs."""

    def __init__(self, mention: Runs) -> None:
        self.runs = sorted(mention)
        self.starts = [start for start, _ in self.runs]
        self.before = [0, *accumulate(end - start for start, end in self.runs)]

    def up_to(self, place: int) -> int:
        number = bisect_right(self.starts, place) - 1
        return self.before[number] + min(place, self.runs[number][1]) - self.starts[number] if number >= 0 else 0

    def shared(self, other: _Words) -> int:
        fewer, more = (self, other) if len(self.runs) <= len(other.runs) else (other, self)
        return sum(more.up_to(end) - more.up_to(start) for start, end in fewer.runs)
