"""Pair response entities with key entities, so that both have the same colour on the page."""

from __future__ import annotations

import numpy as np

from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus, Integers


def matched_rows(evidence: Evidence) -> tuple[Integers, Integers]:
    """Return the rows of matched mentions in `evidence.key` and `evidence.response`."""
    alignment = evidence.alignment
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    key = _rows(evidence.key, evidence.matched_key)[alignment.key_row[both]]
    return key, _rows(evidence.response, evidence.matched_response)[alignment.response_row[both]]


def _rows(whole: Corpus, part: Corpus) -> Integers:
    """Return the rows of the corpus that its part contains: those of documents with matching."""
    if part.mention_count == whole.mention_count:
        return np.arange(whole.mention_count)
    return np.flatnonzero(np.isin(whole.document, part.document))


def unmatched_documents(evidence: Evidence) -> list[int]:
    """Return key documents with repeated mentions, which `--repeated official` scores without matching."""
    documents, partner = evidence.key.document_count, evidence.partner
    lost = np.zeros(documents + 1, bool)  # the last stands for what is in no document of the key
    for whole, kept in (
        (evidence.key.document, evidence.matched_key.document),
        (partner[evidence.response.document], partner[evidence.matched_response.document]),
    ):
        before, after = (np.bincount(rows % (documents + 1), minlength=documents + 1) > 0 for rows in (whole, kept))
        lost |= before & ~after
    found: list[int] = np.flatnonzero(lost[:-1]).tolist()
    return found


def counterparts(key_entity: Integers, response_entity: Integers, responses: int) -> Integers:
    """Return the key entity of each response entity, or -1; each key entity is used once.

    A response entity prefers the key entity with which it shares most mentions; if several prefer the same, the one
    that shares most gets it. The entity that comes first in the text wins ties.

    >>> counterparts(np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1]), 2).tolist()
    [0, 1]
    """
    cell, shared = np.unique(key_entity * responses + response_entity, return_counts=True)
    key, response = cell // max(responses, 1), cell % max(responses, 1)
    chosen = _first_of(response, np.lexsort((key, -shared, response)))
    key, response, shared = key[chosen], response[chosen], shared[chosen]
    chosen = _first_of(key, np.lexsort((response, -shared, key)))
    partner = np.full(responses, -1, np.int64)
    partner[response[chosen]] = key[chosen]
    return partner


def _first_of(group: Integers, order: Integers) -> Integers:
    """Return the first row of each group in an order that keeps groups together."""
    return order[np.diff(group[order], prepend=-1) > 0]
