"""The shares of each mention in the denominator and numerator of a metric's recall.

A rule is written for recall; applied to the response it gives precision. It returns, for each mention of its side, a
share of the denominator and a share of the numerator, in the metric's counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution.mention_cells import MentionCells
from corefscope.analysis.mistakes.text_order import first_in
from corefscope.metrics.lea import IMPORTANCE
from corefscope.model import TYPES, Floats, Integers
from corefscope.table import Entities, Table

Shares = tuple[Floats, Floats]  # of the denominator and of the numerator
Aligned = NDArray[np.bool_]  # for each mention whether its cell is aligned


@dataclass(frozen=True)
class RuleInput:
    """The input of a rule: mentions of both sides with their cells, the Table, and the metric's parameters."""

    key: MentionCells
    response: MentionCells
    table: Table
    units: int
    values: Mapping[str, Any]

    @property
    def sides(self) -> tuple[MentionCells, MentionCells]:
        return self.key, self.response


def found(side: MentionCells) -> Shares:
    return np.ones(len(side.cell)), side.matched.astype(float)


def own_score(side: MentionCells) -> Shares:
    return np.ones(len(side.cell)), side.shared / np.maximum(side.size, 1)


def earlier_mention(side: MentionCells) -> Shares:
    """Count one link per mention after the first of its entity; it is kept if its cell has an earlier mention."""
    later = ~first_in(side.entity, side.rank)
    kept = np.zeros(len(side.cell))
    there = np.flatnonzero(side.matched)
    kept[there] = ~first_in(side.cell[there], side.rank[there])
    return later.astype(float), kept


def half_links(side: MentionCells) -> Shares:
    return (side.size - 1) / 2, np.where(side.matched, side.shared - 1, 0) / 2


def entity_links(side: MentionCells, importance: str) -> Shares:
    """Divide an entity's importance among its mentions; each keeps the share of its links that are kept."""
    _, entity, size = np.unique(side.entity, return_inverse=True, return_counts=True)
    entity, kinds = entity.reshape(-1), None
    if side.type is not None:
        kinds = np.zeros((len(size), len(TYPES)), np.int64)
        np.add.at(kinds, (entity, side.type), 1)
    weight = IMPORTANCE[importance](Entities(1, np.zeros(len(size), np.int64), size, kinds))
    each = weight[entity] / side.size
    one_by_one = (side.size == 1) & (side.other_size == 1)
    kept = np.where(side.size == 1, one_by_one, np.maximum(side.shared - 1, 0) / np.maximum(side.size - 1, 1))
    return each, each * kept


def in_aligned_entity(side: MentionCells, aligned: Aligned) -> Shares:
    return np.ones(len(side.cell)), aligned.astype(float)


def entity_difference(side: MentionCells, aligned: Aligned) -> Shares:
    """1 - φ4 is the number of mentions that two entities do not share, over the sum of their sizes.

    A mention outside the other entity pays for itself; extra mentions of the other entity are paid by all mentions in
    equal parts. If only shared mentions paid, a few could cost more than they can contribute.
    """
    partner, shared = (_of_alignment(side, aligned, values) for values in (side.other_size, side.shared))
    both = side.size + partner
    cost = ((partner - shared) / side.size + ~aligned) / both
    each = 1 / side.size
    return each, np.where(partner > 0, each - cost, 0.0)


def _of_alignment(side: MentionCells, aligned: Aligned, values: Integers) -> Integers:
    """Return the value of the aligned mentions of each mention's entity; 0 if it is not aligned."""
    found = np.zeros(int(side.entity.max(initial=-1)) + 1, np.int64)
    found[side.entity[aligned]] = values[aligned]
    return found[side.entity]


def half_non_links(side: MentionCells, units: int) -> Shares:
    """Count half of each non-coreference link; it is right if the other side separates the two mentions too.

    Right are the shared mentions of the unit, minus those in either entity, plus those in both.
    """
    counted = np.bincount(side.unit, minlength=units)
    both = np.bincount(side.unit[side.matched], minlength=units)
    mine = np.bincount(side.entity[side.matched], minlength=int(side.entity.max(initial=-1)) + 1)
    theirs = np.bincount(side.other[side.matched], minlength=int(side.other.max(initial=-1)) + 2)
    separate = both[side.unit] - mine[side.entity] - theirs[side.other] + side.shared
    return (counted[side.unit] - side.size) / 2, np.where(side.matched, separate, 0) / 2
