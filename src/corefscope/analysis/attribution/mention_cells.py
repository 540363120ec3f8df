"""For each mention of a side: its entity, its cell, and the sizes of both."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.mistakes.text_order import text_rank
from corefscope.assignment import best_cells
from corefscope.metrics.evidence import Evidence
from corefscope.model import Floats, Integers
from corefscope.problems import SettingsError


@dataclass(frozen=True)
class MentionCells:
    """The counted mentions of one side, one row each; unmatched mentions have cell -1 and size 0 on the other side.

    A cell is the intersection of an entity of this side with one of the other side.
    """

    mention: Integers  # row in the corpus
    entity: Integers
    unit: Integers
    rank: Integers  # in text order
    size: Integers  # of its entity
    other: Integers  # entity on the other side
    other_size: Integers
    cell: Integers
    shared: Integers  # size of the cell
    type: NDArray[np.int8] | None = None  # the key's type of a matched mention, else its own

    @property
    def matched(self) -> NDArray[np.bool_]:
        return self.cell >= 0


def check_repeats(evidence: Evidence) -> None:
    """Raise if a mention is in two entities: it has no single cell, so its cost is undefined."""
    whole, kept = evidence.key.mention_count, evidence.matched_key.mention_count
    if (whole, evidence.response.mention_count) != (kept, evidence.matched_response.mention_count):
        raise SettingsError(
            "repeated-mention-unscored",
            "some mentions are in two entities, so the costs of mentions are undefined",
            hint="use --repeated first",
        )


def mention_cells(evidence: Evidence, alignment: Alignment | None = None) -> tuple[MentionCells, MentionCells]:
    """Return the mention cells of key and response."""
    rows = evidence.alignment if alignment is None else alignment
    key, response = evidence.matched_key, evidence.matched_response
    both = (rows.key_entity >= 0) & (rows.response_entity >= 0)
    width = max(len(rows.response_entity_unit), 1)
    _, cell_of, shared = np.unique(
        rows.key_entity[both] * width + rows.response_entity[both], return_inverse=True, return_counts=True
    )
    cell = np.full(len(both), -1, np.int64)
    cell[both] = cell_of.reshape(-1)
    count = np.append(shared, 0).astype(np.int64)[cell]
    size, other_size = (
        np.append(np.bincount(entity[entity >= 0], minlength=len(unit)), 0)
        for entity, unit in (
            (rows.key_entity, rows.key_entity_unit),
            (rows.response_entity, rows.response_entity_unit),
        )
    )
    ranks = (text_rank(key, key.document), text_rank(response, evidence.partner[response.document]))
    sides = (
        (rows.key_row, rows.key_entity, ranks[0], size),
        (rows.response_row, rows.response_entity, ranks[1], other_size),
    )
    found = []
    for (row, entity, rank, own), (_, other, _, others) in (sides, sides[::-1]):
        there = entity >= 0
        types = None if rows.type is None else rows.type[there]
        found.append(
            MentionCells(
                row[there],
                entity[there],
                rows.unit[there],
                rank[row[there]],
                own[entity[there]],
                other[there],
                others[other[there]],
                cell[there],
                count[there],
                types,
            )
        )
    return found[0], found[1]


def in_text_order(side: MentionCells) -> MentionCells:
    """Renumber the entities of both sides in the order of their first mentions."""
    return replace(side, entity=_renumbered(side.entity, side.rank), other=_renumbered(side.other, side.rank))


def _renumbered(entity: Integers, rank: Integers) -> Integers:
    there = entity >= 0
    order = np.argsort(rank[there], kind="stable")
    met, first = np.unique(entity[there][order], return_index=True)
    number = np.full(int(entity.max(initial=-1)) + 2, -1, np.int64)
    number[met[np.argsort(first, kind="stable")]] = np.arange(len(met))
    return number[entity]


def aligned_cells(key: MentionCells, weight: Floats) -> NDArray[np.bool_]:
    """Mark the cells of CEAF's alignment; `weight` is the similarity of each key mention's cell.

    Several alignments may be equally good. Entities are ordered by their first mentions, so the choice depends only
    on the text, not on names of entities or the order of the file.
    """
    ordered = in_text_order(key)
    there = np.flatnonzero(key.matched)
    cells, first = np.unique(key.cell[there], return_index=True)
    rows = there[first]
    by_place = np.lexsort((ordered.other[rows], ordered.entity[rows]))
    rows = rows[by_place]
    counts = (int(side.max(initial=-1)) + 1 for side in (ordered.entity, ordered.other))
    best = best_cells(ordered.entity[rows], ordered.other[rows], weight[rows], *counts)
    chosen = np.zeros(len(cells), bool)
    chosen[key.cell[rows[best]]] = True
    return chosen
