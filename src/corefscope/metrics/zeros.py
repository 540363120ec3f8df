"""Zeros: is each zero (or pronoun, or any anaphor) linked to something it corefers with?"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from corefscope.evidence import Evidence
from corefscope.metrics.base import Family, Parameter, Tally
from corefscope.model import TYPES, Corpus, in_text_order

WHICH = ("zero", "pronoun", "nominal", "name", "all")


def zeros(evidence: Evidence, only: str = "zero") -> Tally:
    """The anaphor-decomposable score (Žabokrtský et al. 2022).

    Each key mention of the kind that is not the first of its entity is an anaphor. It is right if its
    counterpart shares an entity with the counterpart of an earlier mention; wrong if it shares one with
    others only; missed if it has no counterpart, or one that is first in its entity.
    """
    key, response, alignment = evidence.matched_key, evidence.matched_response, evidence.alignment
    anaphor, response_anaphor = _chosen(key, only), _chosen(response, only)
    twin = np.full(key.mention_count, -1, np.int64)
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    twin[alignment.key_row[both]] = alignment.response_row[both]
    first = {rows[0] for rows in _entities(response)}
    right, wrong, missed, spurious = (np.zeros(alignment.units, np.int64) for _ in range(4))
    met = set()
    for entity, rows in enumerate(_entities(key)):
        unit = alignment.key_entity_unit[entity]
        earlier: set[int] = set()
        for place, row in enumerate(rows):
            other = int(twin[row])
            if place and anaphor[row]:
                met.add(other)
                if other < 0 or other in first:
                    missed[unit] += 1
                elif int(response.entity[other]) in earlier:
                    right[unit] += 1
                else:
                    wrong[unit] += 1
            if other >= 0:
                earlier.add(int(response.entity[other]))
    for entity, rows in enumerate(_entities(response)):
        unit = alignment.response_entity_unit[entity]
        spurious[unit] += sum(bool(response_anaphor[row]) and row not in met for row in rows[1:])
    return Tally.of(recall=(right, right + wrong + missed), precision=(right, right + wrong + spurious))


def _chosen(corpus: Corpus, only: str) -> NDArray[np.bool_]:
    if only == "zero":
        return corpus.is_zero()
    if only == "all":
        return np.ones(corpus.mention_count, bool)
    from corefscope.attributes import with_types

    typed, _ = with_types(corpus)
    if typed.type is None:
        return np.zeros(corpus.mention_count, bool)
    chosen: NDArray[np.bool_] = typed.type == TYPES.index(only)
    return chosen


def _entities(corpus: Corpus) -> list[list[int]]:
    """The rows of each entity in text order."""
    rows: dict[int, list[int]] = defaultdict(list)
    for row, entity in enumerate(corpus.entity.tolist()):
        rows[entity].append(row)
    place = lambda row: (int(corpus.document[row]), in_text_order(corpus.mention(row)))  # noqa: E731
    return [sorted(rows[entity], key=place) for entity in range(corpus.entity_count)]


def _which(text: str) -> str:
    if text not in WHICH:
        raise ValueError(f"one of {', '.join(WHICH)}")
    return text


ZEROS = Family(
    "zeros",
    "Zeros",
    "anaphors linked to something they corefer with",
    ("zabokrtsky2022",),
    zeros,
    parameters={"only": Parameter("zero", _which, "which anaphors count", of_tally=True)},
    needs="evidence",
)
