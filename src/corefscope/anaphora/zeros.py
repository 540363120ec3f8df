"""Zeros: is each zero (or pronoun, or any anaphor) linked to something it corefers with?"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics.base import BETA, CORPORA, Family, Parameter, Tally, one_of
from corefscope.metrics.evidence import Evidence
from corefscope.model import TYPES, Corpus, Integers, place_in_text

Flags = NDArray[np.bool_]
WHICH = ("zero", "pronoun", "nominal", "name", "all")


def zeros(evidence: Evidence, only: str = "zero") -> Tally:
    """The anaphor-decomposable score (Žabokrtský et al. 2022).

    Each key mention of the kind that is not the first of its entity is an anaphor. It is right if its
    counterpart shares an entity with the counterpart of an earlier mention; wrong if it shares one with
    others only; missed if it has no counterpart, or one that is first in its entity.
    """
    key, response, alignment = evidence.matched_key, evidence.matched_response, evidence.alignment
    twin = np.full(key.mention_count, -1, np.int64)
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    twin[alignment.key_row[both]] = alignment.response_row[both]
    key_is_anaphor, response_is_anaphor = _of_kind(key, response, evidence.partner, twin, only)
    key_entities = _entities(key, key.document, alignment.key_row)
    response_entities = _entities(response, evidence.partner[response.document], alignment.response_row)
    first = {rows[0] for rows in response_entities.values()}
    right, wrong, missed, spurious = (np.zeros(alignment.units, np.int64) for _ in range(4))
    met = set()
    for entity, rows in key_entities.items():
        unit = alignment.key_entity_unit[entity]
        earlier: set[int] = set()
        for place, row in enumerate(rows):
            other = int(twin[row])
            if place and key_is_anaphor[row]:
                met.add(other)
                if other < 0 or other in first:
                    missed[unit] += 1
                elif int(response.entity[other]) in earlier:
                    right[unit] += 1
                else:
                    wrong[unit] += 1
            if other >= 0:
                earlier.add(int(response.entity[other]))
    for entity, rows in response_entities.items():
        unit = alignment.response_entity_unit[entity]
        spurious[unit] += sum(bool(response_is_anaphor[row]) and row not in met for row in rows[1:])
    return Tally.of(recall=(right, right + wrong + missed), precision=(right, right + wrong + spurious))


def _of_kind(key: Corpus, response: Corpus, partner: Integers, twin: Integers, only: str) -> tuple[Flags, Flags]:
    """Mark the mentions of a kind on both sides."""
    if only == "zero":
        return key.is_zero(), response.is_zero()
    if only == "all":
        return np.ones(key.mention_count, bool), np.ones(response.mention_count, bool)
    from corefscope.types.heads import key_texts
    from corefscope.types.mention_types import missing_types, with_types

    (mine, _), (theirs, _) = with_types(key), with_types(response, other_text=key_texts(key, response, partner))
    if mine.type is not None and theirs.type is not None:
        # A response mention without a type takes that of the key mention it matches.
        of_key = theirs.type.copy()
        of_key[twin[twin >= 0]] = mine.type[twin >= 0]
        theirs = replace(theirs, type=np.where(theirs.type == 0, of_key, theirs.type))
    for side in (mine, theirs):
        if problem := missing_types(side, f"zeros(only={only})"):
            raise problem
    kind = TYPES.index(only)
    return np.asarray(mine.type == kind), np.asarray(theirs.type == kind)


def _entities(corpus: Corpus, document: Integers, counted: Integers) -> dict[int, list[int]]:
    """Return the counted rows of each entity in text order; `document` puts documents in the key's order."""
    entities: dict[int, list[int]] = defaultdict(list)
    for row in sorted(
        counted[counted >= 0].tolist(), key=lambda row: (int(document[row]), place_in_text(corpus.positions(row)))
    ):
        entities[int(corpus.entity[row])].append(row)
    return entities


ONLY = Parameter("zero", one_of(*WHICH), "which anaphors count", changes_counts=True)
ZEROS = Family(
    "zeros", "Zeros", "anaphors linked to something they corefer with", ("zabokrtsky2022",), zeros,
    parameters={"only": ONLY, "beta": BETA}, needs=frozenset({CORPORA}),
)  # fmt: skip
