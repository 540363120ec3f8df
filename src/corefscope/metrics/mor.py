"""MOR: how far the spans of key and response overlap, whatever their entities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from corefscope.alignment.mentions.coverage import Runs, runs
from corefscope.alignment.mentions.one_to_one import PER_GROUP, PER_MENTION, best_pairs, too_many
from corefscope.metrics.base import BETA, CORPORA, Family, Tally
from corefscope.metrics.evidence import Evidence


def mor(evidence: Evidence) -> Tally:
    """Count the words that optimally paired mentions share, and all words in mentions (Žabokrtský et al. 2022).

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
        shared[unit] += shared_words(mine, theirs, key.sources[number])
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


def shared_words(mine: Iterable[Sequence[int]], theirs: Iterable[Sequence[int]], source: str | None = None) -> int:
    """Return the largest number of words that mentions can share one to one.

    >>> shared_words([range(0, 4), range(2, 4)], [range(2, 4), range(1, 4), range(9, 10)])
    5
    """
    one, two = (Counter(runs(each) for each in side if each) for side in (mine, theirs))
    # Equal mentions may always be paired: |A∩X| + |A∩Y| ≤ |A| + |X∩Y|, so giving either to another gains nothing.
    equal = one & two
    shared = sum(count * sum(end - start for start, end in mention) for mention, count in equal.items())
    keys, responses = list((one - equal).elements()), list((two - equal).elements())
    overlaps = _overlaps(keys, responses, source)
    candidates = ((*pair, float(size)) for pair, size in overlaps.items())
    return shared + sum(overlaps[pair] for pair in best_pairs(candidates, len(keys) + len(responses), source))


def _overlaps(mine: list[Runs], theirs: list[Runs], source: str | None) -> dict[tuple[int, int], int]:
    """Count the common words of each pair of overlapping mentions.

    One pass over the runs of both sides as they begin: a run meets those of the other side that have not ended.
    """
    starts = sorted(
        (start, end, side, place)
        for side, mentions in enumerate((mine, theirs))
        for place, mention in enumerate(mentions)
        for start, end in mention
    )
    shared: dict[tuple[int, int], int] = defaultdict(int)
    open_runs: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    most = steps = max(PER_GROUP, PER_MENTION * len(starts))
    for start, end, side, place in starts:
        others = open_runs[1 - side]
        others[:] = [run for run in others if run[0] > start]
        steps -= len(others)
        if steps < 0:
            raise too_many(most, source)
        for other_end, other in others:
            shared[(other, place) if side else (place, other)] += min(end, other_end) - start
        open_runs[side].append((end, place))
    return shared


MOR = Family(
    "mor", "MOR", "overlap of mentions in words", ("zabokrtsky2022",), mor,
    parameters={"beta": BETA}, needs=frozenset({CORPORA}),
)  # fmt: skip
