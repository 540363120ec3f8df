"""MOR: how far the spans of key and response overlap, whatever entities they belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

import numpy as np

from corefscope.evidence import Evidence
from corefscope.matching.choice import Candidate, best_pairs
from corefscope.metrics.base import BETA, Family, Tally
from corefscope.model import Corpus

_Words = set[Hashable]


def mor(evidence: Evidence) -> Tally:
    """Shared words of mentions paired for the largest overlap, of all words in mentions (Žabokrtský et al. 2022).

    It has a pairing of its own, so it is the same under every matching. A mention that is only an id counts as
    one word.
    """
    shared, key_words, response_words = (np.zeros(evidence.alignment.units, np.int64) for _ in range(3))
    for unit, mine, theirs in _documents(evidence):
        key_words[unit] += sum(map(len, mine))
        response_words[unit] += sum(map(len, theirs))
        overlap = {(one, two): size for one, two, size in _overlaps(mine, theirs)}
        shared[unit] += sum(int(overlap[pair]) for pair in best_pairs((*pair, size) for pair, size in overlap.items()))
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


def _documents(evidence: Evidence) -> list[tuple[int, list[_Words], list[_Words]]]:
    """Of each document its unit, and the words of its mentions on either side."""
    alignment, units = evidence.alignment, evidence.alignment.unit.tolist()
    key, response = evidence.matched_key, evidence.matched_response
    documents: dict[int, tuple[int, list[_Words], list[_Words]]] = {}
    sides = (
        (1, key, key.document, alignment.key_row),
        (2, response, evidence.partner[response.document], alignment.response_row),
    )
    for side, corpus, document, rows in sides:
        for row, unit in zip(rows.tolist(), units, strict=True):
            if row >= 0:
                found = documents.setdefault(int(document[row]), (unit, [], []))
                (found[1] if side == 1 else found[2]).append(_words(corpus, row))
    return list(documents.values())


def _words(corpus: Corpus, row: int) -> _Words:
    return {corpus.label[row]} if corpus.label is not None else set(corpus.positions(row))


def _overlaps(mine: list[_Words], theirs: list[_Words]) -> list[Candidate]:
    """Pairs that share words, found through the words."""
    having: dict[Hashable, list[int]] = defaultdict(list)
    for two, words in enumerate(theirs):
        for word in words:
            having[word].append(two)
    found: list[Candidate] = []
    for one, words in enumerate(mine):
        counts: dict[int, int] = defaultdict(int)
        for word in words:
            for two in having.get(word, ()):
                counts[two] += 1
        found.extend((one, two, float(size)) for two, size in counts.items())
    return found


MOR = Family(
    "mor", "MOR", "overlap of mentions in words", ("zabokrtsky2022",), mor, parameters={"beta": BETA}, needs="evidence"
)
