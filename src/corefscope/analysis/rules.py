"""One rule per metric that attributes what is missing to mentions; `docs/errors.md` says each in a sentence.

A rule is written for recall; applied to the response it gives precision. It returns, for each mention of its side, a
share of the denominator and a share of the numerator, in the metric's counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.mentions import first_in
from corefscope.arrays import distinct, factorize, order
from corefscope.assignment import best_cells
from corefscope.model import Floats, Integers

Shares = tuple[Floats, Floats]  # of the denominator and of the numerator
Flags = NDArray[np.bool_]


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

    @property
    def matched(self) -> Flags:
        return self.cell >= 0


Sides = tuple[MentionCells, MentionCells]  # the mentions of key and response
SharesOfSides = list[list[Shares]]  # of key and of response; several if the metric averages quotients


def cells_of(alignment: Alignment) -> tuple[Integers, Integers]:
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


def _each_side(shares: Callable[[MentionCells], Shares]) -> Callable[[Sides, int], SharesOfSides]:
    """Return a rule that counts each side separately."""
    return lambda sides, units: [[shares(side)] for side in sides]


def _earlier_mention(side: MentionCells) -> Shares:
    """Count one link per mention after the first of its entity; it is kept if its cell has an earlier mention."""
    later = ~first_in(side.entity, side.rank)
    kept = np.zeros(len(side.cell))
    there = np.flatnonzero(side.matched)
    kept[there] = ~first_in(side.cell[there], side.rank[there])
    return later.astype(float), kept


def _half_links(side: MentionCells) -> Shares:
    """The two ends of a lost link pay half of it each."""
    return (side.size - 1) / 2, np.where(side.matched, side.shared - 1, 0) / 2


def _half_non_links(side: MentionCells, units: int) -> Shares:
    """Count half of each non-coreference link; it is right if the other side separates the two mentions too.

    Right are the shared mentions of the unit, minus those in either entity, plus those in both.
    """
    counted = np.bincount(side.unit, minlength=units)
    both = np.bincount(side.unit[side.matched], minlength=units)
    mine = np.bincount(side.entity[side.matched], minlength=int(side.entity.max(initial=-1)) + 1)
    theirs = np.bincount(side.other[side.matched], minlength=int(side.other.max(initial=-1)) + 2)
    separate = both[side.unit] - mine[side.entity] - theirs[side.other] + side.shared
    return (counted[side.unit] - side.size) / 2, np.where(side.matched, separate, 0) / 2


def _own_links(side: MentionCells) -> Shares:
    """Each mention keeps the share of its links that are kept; a singleton has a link to itself."""
    one_by_one = (side.size == 1) & (side.other_size == 1)
    kept = np.where(side.size == 1, one_by_one, np.maximum(side.shared - 1, 0) / np.maximum(side.size - 1, 1))
    return np.ones(len(side.cell)), kept


def _entity_difference(side: MentionCells, aligned: Flags) -> Shares:
    """1 - φ4 is the number of mentions that two entities do not share, over the sum of their sizes.

    A mention outside the other entity pays for itself; extra mentions of the other entity are paid by all mentions in
    equal parts. If only shared mentions paid, a few could cost more than they can contribute.
    """

    def of_alignment(values: Integers) -> Integers:
        """Return the value of the aligned mentions of each mention's entity; 0 if it is not aligned."""
        by_entity = np.zeros(int(side.entity.max(initial=-1)) + 1, np.int64)
        by_entity[side.entity[aligned]] = values[aligned]
        return by_entity[side.entity]

    partner, shared = of_alignment(side.other_size), of_alignment(side.shared)
    cost = ((partner - shared) / side.size + ~aligned) / (side.size + partner)
    each = 1 / side.size
    return each, np.where(partner > 0, each - cost, 0.0)


def _ceafm(sides: Sides, units: int) -> SharesOfSides:
    aligned = _aligned_cells(sides[0], sides[0].shared.astype(float))
    return [[(np.ones(len(side.cell)), aligned[side.cell].astype(float))] for side in sides]


def _ceafe(sides: Sides, units: int) -> SharesOfSides:
    key = sides[0]
    dice = np.asarray(2 * key.shared / np.maximum(key.size + key.other_size, 1), float)
    aligned = _aligned_cells(key, dice)
    return [[_entity_difference(side, aligned[side.cell])] for side in sides]


def _blanc(sides: Sides, units: int) -> SharesOfSides:
    return [[_half_links(side), _half_non_links(side, units)] for side in sides]


def _aligned_cells(key: MentionCells, similarity: Floats) -> Flags:
    """Mark the cells of CEAF's alignment; `similarity` is that of each key mention's cell. The last entry is for none.

    Several alignments may be equally good. Entities are ordered by their first mentions, so the choice depends only
    on the text, not on names of entities or the order of the file.
    """
    mine, theirs = (_in_text_order(entity, key.rank) for entity in (key.entity, key.other))
    there = np.flatnonzero(key.matched)
    rows = there[distinct(key.cell[there])[0]]
    aligned = np.zeros(len(rows) + 1, bool)
    rows = rows[np.lexsort((theirs[rows], mine[rows]))]
    counts = (int(side.max(initial=-1)) + 1 for side in (mine, theirs))
    aligned[key.cell[rows[best_cells(mine[rows], theirs[rows], similarity[rows], *counts)]]] = True
    return aligned


def _in_text_order(entity: Integers, rank: Integers) -> Integers:
    """Number entities in the order of their first mentions; -1 stays."""
    there = np.flatnonzero(entity >= 0)
    there = there[order(rank[there])]
    number = np.full(len(entity), -1, np.int64)
    number[there] = factorize(entity[there])[0]
    return number


# By metric: the name of its rule, and how its recall and precision are distributed.
RULES: dict[str, tuple[str, Callable[[Sides, int], SharesOfSides]]] = {
    "mentions": (
        "unmatched mentions",
        _each_side(lambda side: (np.ones(len(side.cell)), side.matched.astype(float))),
    ),
    "muc": ("no earlier mention", _each_side(_earlier_mention)),
    "b3": ("each its own", _each_side(lambda side: (np.ones(len(side.cell)), side.shared / np.maximum(side.size, 1)))),
    "ceafm": ("outside the alignment", _ceafm),
    "ceafe": ("what two entities do not share", _ceafe),
    "blanc": ("half of each link, of either kind", _blanc),
    "lea": ("half of each link", _each_side(_own_links)),
    "pairwise": ("half of each link", _each_side(_half_links)),
}
