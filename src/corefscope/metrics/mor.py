"""MOR: how far the spans of key and response overlap, whatever entities they belong to.

Mentions may be nested so that all overlap all. Then each is compared with those that begin and end nearest only, and
the result may be below the best, which a warning says.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from corefscope.alignment.mentions import one_to_one
from corefscope.alignment.mentions.coverage import Runs, runs
from corefscope.alignment.mentions.one_to_one import FEWEST
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, CORPORA, Family, Tally
from corefscope.metrics.evidence import Evidence

Overlaps = dict[tuple[int, int], int]


def mor(evidence: Evidence) -> Tally:
    """Shared words of mentions paired for the largest overlap, of all words in mentions (Žabokrtský et al. 2022).

    It pairs mentions itself, so it is the same under every matching. A mention that is only an id counts as one word.
    """
    alignment, key, response = evidence.alignment, evidence.matched_key, evidence.matched_response
    documents: dict[int, tuple[int, tuple[list[Sequence[int]], ...]]] = {}  # unit, mentions of both sides
    numbers: dict[Hashable, int] = {}  # of mentions that are only ids
    for side, corpus, document, rows in (
        (0, key, key.document, alignment.key_row),
        (1, response, evidence.partner[response.document], alignment.response_row),
    ):
        for row, unit in zip(rows.tolist(), alignment.unit.tolist(), strict=True):
            if row >= 0:
                _, sides = documents.setdefault(int(document[row]), (unit, ([], [])))
                label = None if corpus.label is None else corpus.label[row]
                sides[side].append(
                    corpus.positions(row) if corpus.label is None else (numbers.setdefault(label, len(numbers)),)
                )
    shared, key_words, response_words = np.zeros((3, alignment.units), np.int64)
    for number, (unit, (mine, theirs)) in documents.items():
        key_words[unit] += sum(map(len, mine))
        response_words[unit] += sum(map(len, theirs))
        words, certain = shared_words(mine, theirs)
        shared[unit] += words
        if not certain and evidence.notices is not None:
            text = f"in document {quoted(key.names[number])} so many mentions overlap that MOR may be too low"
            evidence.notices.add(one_to_one.TOO_MANY_TOGETHER, text, key.sources[number])
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


def shared_words(mine: Iterable[Sequence[int]], theirs: Iterable[Sequence[int]]) -> tuple[int, bool]:
    """The most words that mentions can share, one to one, and whether that is certain.

    >>> shared_words([range(0, 4), range(2, 4)], [range(2, 4), range(1, 4), range(9, 10)])
    (5, True)
    """
    one, two = (Counter(runs(each) for each in side if each) for side in (mine, theirs))
    # Equal mentions may always be paired: |A∩X| + |A∩Y| ≤ |A| + |X∩Y|, so giving either to another gains nothing.
    equal = one & two
    shared = sum(count * sum(end - start for start, end in mention) for mention, count in equal.items())
    keys, responses = list((one - equal).elements()), list((two - equal).elements())
    most = max(one_to_one.MOST_TOGETHER, FEWEST * sum(map(len, (*keys, *responses))))
    overlaps = _all_overlaps(keys, responses, most)
    doubts = [] if overlaps is not None else [most]
    if overlaps is None:
        overlaps = _near_overlaps(keys, responses)
    candidates = ((*pair, float(size)) for pair, size in overlaps.items())
    best = one_to_one.best_pairs(candidates, lambda count, first: doubts.append(count))
    return shared + sum(overlaps[pair] for pair in best), not doubts


def _hull(mention: Runs) -> tuple[int, int]:
    return min(start for start, _ in mention), max(end for _, end in mention)


def _all_overlaps(mine: list[Runs], theirs: list[Runs], most: int) -> Overlaps | None:
    """How many words each pair shares that shares any; None if that would take more than `most` steps.

    One pass over the runs of both sides as they begin: a run meets those of the other side that have not ended.
    """
    starts = sorted(
        (start, end, side, place)
        for side, mentions in enumerate((mine, theirs))
        for place, mention in enumerate(mentions)
        for start, end in mention
    )
    shared: Overlaps = defaultdict(int)
    open_runs: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end, side, place in starts:
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
    overlaps: Overlaps = {}
    for side in (0, 1):  # where they begin, where they end
        places = sorted(range(len(theirs)), key=lambda place: (_hull(theirs[place])[side], place))
        borders = [_hull(theirs[place])[side] for place in places]
        for one, mention in enumerate(mine):
            middle = bisect_left(borders, _hull(mention)[side])
            for two in places[max(middle - FEWEST // 4, 0) : middle + FEWEST // 4]:
                size = _shared(mention, theirs[two])
                if size:
                    overlaps[one, two] = size
    return overlaps


def _shared(one: Runs, two: Runs) -> int:
    """How many words two mentions share: their runs are compared from the last to the first."""
    mine, theirs, words = sorted(one), sorted(two), 0
    while mine and theirs:
        (start, end), (other_start, other_end) = mine[-1], theirs[-1]
        words += max(0, min(end, other_end) - max(start, other_start))
        (mine if start >= other_start else theirs).pop()
    return words


MOR = Family(
    "mor", "MOR", "overlap of mentions in words", ("zabokrtsky2022",), mor,
    parameters={"beta": BETA}, needs=frozenset({CORPORA}),
)  # fmt: skip
