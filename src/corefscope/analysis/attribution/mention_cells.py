"""For each mention of a side: its entity, its cell, and the sizes of both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.mistakes.text_order import text_rank
from corefscope.arrays import distinct, factorize, order
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


def mention_cells(evidence: Evidence, alignment: Alignment) -> tuple[MentionCells, MentionCells]:
    """Return the mention cells of key and response."""
    key, response = evidence.matched_key, evidence.matched_response
    cell, shared = cells(alignment)
    ranks = (text_rank(key, key.document), text_rank(response, evidence.partner[response.document]))
    sides = (
        (alignment.key_row, alignment.key_entity, ranks[0], entity_sizes(alignment.key_entity)),
        (alignment.response_row, alignment.response_entity, ranks[1], entity_sizes(alignment.response_entity)),
    )
    found = []
    for (row, entity, rank, own), (_, other, _, others) in (sides, sides[::-1]):
        there = entity >= 0
        types = None if alignment.type is None else alignment.type[there]
        row, entity, other = row[there], entity[there], other[there]
        counts = own[entity], other, others[other], cell[there], shared[there]
        found.append(MentionCells(row, entity, alignment.unit[there], rank[row], *counts, types))
    return found[0], found[1]


def cells(alignment: Alignment) -> tuple[Integers, Integers]:
    """Return for each row the number of its cell, -1 if it is not on both sides, and the size of the cell."""
    both = np.flatnonzero((alignment.key_entity >= 0) & (alignment.response_entity >= 0))
    width = max(len(alignment.response_entity_unit), 1)
    cell, size = np.full(len(alignment.unit), -1, np.int64), np.zeros(len(alignment.unit), np.int64)
    cell[both] = distinct(alignment.key_entity[both] * width + alignment.response_entity[both])[1]
    size[both] = np.bincount(cell[both])[cell[both]]
    return cell, size


def entity_sizes(entity: Integers) -> Integers:
    """Return the number of mentions of each entity; the last entry is 0, for mentions in no entity (-1)."""
    return np.append(np.bincount(entity[entity >= 0], minlength=int(entity.max(initial=-1)) + 1), 0)


def aligned_cells(key: MentionCells, weight: Floats) -> NDArray[np.bool_]:
    """Mark the cells of CEAF's alignment; `weight` is the similarity of each key mention's cell.

    Several alignments may be equally good. Entities are ordered by their first mentions, so the choice depends only
    on the text, not on names of entities or the order of the file.
    """
    mine, theirs = (_in_text_order(entity, key.rank) for entity in (key.entity, key.other))
    there = np.flatnonzero(key.matched)
    rows = there[distinct(key.cell[there])[0]]
    chosen = np.zeros(len(rows), bool)
    rows = rows[np.lexsort((theirs[rows], mine[rows]))]
    counts = (int(side.max(initial=-1)) + 1 for side in (mine, theirs))
    best = best_cells(mine[rows], theirs[rows], weight[rows], *counts)
    chosen[key.cell[rows[best]]] = True
    return chosen


def _in_text_order(entity: Integers, rank: Integers) -> Integers:
    """Number entities in the order of their first mentions; -1 stays."""
    there = np.flatnonzero(entity >= 0)
    there = there[order(rank[there])]
    number = np.full(len(entity), -1, np.int64)
    number[there] = factorize(entity[there])[0]
    return number
