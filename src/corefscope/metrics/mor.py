"""MOR: how far the spans of key and response overlap, whatever entities they belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

import numpy as np

from corefscope.coverage import runs
from corefscope.evidence import Evidence
from corefscope.matching.choice import best_pairs
from corefscope.metrics.base import BETA, Family, Tally
from corefscope.model import Corpus

_Words = Sequence[int]  # the positions of a mention


def mor(evidence: Evidence) -> Tally:
    """Shared words of mentions paired for the largest overlap, of all words in mentions (Žabokrtský et al. 2022).

    It has a pairing of its own, so it is the same under every matching. A mention that is only an id counts as
    one word.
    """
    shared, key_words, response_words = (np.zeros(evidence.alignment.units, np.int64) for _ in range(3))
    for unit, mine, theirs in _documents(evidence):
        key_words[unit] += sum(map(len, mine))
        response_words[unit] += sum(map(len, theirs))
        overlap = _overlaps(mine, theirs)
        shared[unit] += sum(
            overlap[pair] for pair in best_pairs((*pair, float(size)) for pair, size in overlap.items())
        )
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


def _documents(evidence: Evidence) -> list[tuple[int, list[_Words], list[_Words]]]:
    """Of each document its unit, and the words of its mentions on either side."""
    alignment, units = evidence.alignment, evidence.alignment.unit.tolist()
    key, response = evidence.matched_key, evidence.matched_response
    documents: dict[int, tuple[int, list[_Words], list[_Words]]] = {}
    numbers: dict[Hashable, int] = {}  # of mentions that are only ids
    sides = (
        (1, key, key.document, alignment.key_row),
        (2, response, evidence.partner[response.document], alignment.response_row),
    )
    for side, corpus, document, rows in sides:
        for row, unit in zip(rows.tolist(), units, strict=True):
            if row >= 0:
                found = documents.setdefault(int(document[row]), (unit, [], []))
                (found[1] if side == 1 else found[2]).append(_words(corpus, row, numbers))
    return list(documents.values())


def _words(corpus: Corpus, row: int, numbers: dict[Hashable, int]) -> _Words:
    if corpus.label is None:
        return corpus.positions(row)
    number = numbers.setdefault(corpus.label[row], len(numbers))
    return range(number, number + 1)


def _overlaps(mine: list[_Words], theirs: list[_Words]) -> dict[tuple[int, int], int]:
    """How many words each pair shares that shares any.

    One pass over the runs of both sides as they begin: a run meets those of the other side that have not ended.
    """
    begun = sorted(
        (start, end, side, place)
        for side, mentions in enumerate((mine, theirs))
        for place, positions in enumerate(mentions)
        for start, end in runs(positions)
    )
    shared: dict[tuple[int, int], int] = defaultdict(int)
    open_runs: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end, side, place in begun:
        others = open_runs[1 - side]
        others[:] = [run for run in others if run[0] > start]
        for other_end, other in others:
            shared[(other, place) if side else (place, other)] += min(end, other_end) - start
        open_runs[side].append((end, place))
    return shared


MOR = Family(
    "mor", "MOR", "overlap of mentions in words", ("zabokrtsky2022",), mor, parameters={"beta": BETA}, needs="evidence"
)
