"""MOR: how far the spans of key and response overlap, whatever entities they belong to."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from corefscope.evidence import Evidence
from corefscope.matching.choice import Candidate, best_pairs
from corefscope.metrics.base import Family, Tally
from corefscope.model import Corpus, Integers


def mor(evidence: Evidence) -> Tally:
    """Shared words of mentions paired for the largest overlap, of all words in mentions (Žabokrtský et al. 2022).

    It has a pairing of its own, so it is the same under every matching.
    """
    key, response = evidence.matched_key, evidence.matched_response
    units = evidence.alignment.units
    shared, key_words, response_words = (np.zeros(units, np.int64) for _ in range(3))
    unit_of = _unit_of_document(evidence)
    for counts, corpus, documents in (
        (key_words, key, key.document),
        (response_words, response, evidence.partner[response.document]),
    ):
        for row, document in enumerate(documents.tolist()):
            counts[unit_of[document]] += len(corpus.positions(row))
    mine, theirs = _by_document(key, key.document), _by_document(response, evidence.partner[response.document])
    for document, rows in mine.items():
        covered = [set(key.positions(row)) for row in rows]
        other = [set(response.positions(row)) for row in theirs.get(document, ())]
        overlap = {(one, two): size for one, two, size in _overlaps(covered, other)}
        shared[unit_of[document]] += sum(
            int(overlap[pair]) for pair in best_pairs((one, two, size) for (one, two), size in overlap.items())
        )
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


def _overlaps(covered: list[set[int]], other: list[set[int]]) -> list[Candidate]:
    """Pairs that share words, found through the words."""
    having: dict[int, list[int]] = defaultdict(list)
    for two, words in enumerate(other):
        for word in words:
            having[word].append(two)
    found: list[Candidate] = []
    for one, words in enumerate(covered):
        counts: dict[int, int] = defaultdict(int)
        for word in words:
            for two in having.get(word, ()):
                counts[two] += 1
        found.extend((one, two, float(size)) for two, size in counts.items())
    return found


def _by_document(corpus: Corpus, documents: Integers) -> dict[int, list[int]]:
    rows: dict[int, list[int]] = defaultdict(list)
    for row, document in enumerate(documents.tolist()):
        rows[document].append(row)
    return rows


def _unit_of_document(evidence: Evidence) -> dict[int, int]:
    """The unit of each key document that has a mention on either side."""
    alignment = evidence.alignment
    units: dict[int, int] = {}
    for row, unit in zip(alignment.key_row.tolist(), alignment.unit.tolist(), strict=True):
        if row >= 0:
            units[int(evidence.matched_key.document[row])] = unit
    for row, unit in zip(alignment.response_row.tolist(), alignment.unit.tolist(), strict=True):
        if row >= 0:
            units[int(evidence.partner[evidence.matched_response.document[row]])] = unit
    return units


MOR = Family("mor", "MOR", "overlap of mentions in words", ("zabokrtsky2022",), mor, needs="evidence")
