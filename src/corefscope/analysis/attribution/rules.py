"""One rule per metric that attributes what is missing to mentions, with a name and a sentence for readers.

A rule is written for recall; applied to the response it gives precision. It returns, for each mention of its side, a
share of the denominator and a share of the numerator, in the metric's counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution.mention_cells import MentionCells, aligned_cells
from corefscope.analysis.mistakes.text_order import first_in
from corefscope.arrays import distinct
from corefscope.metrics.base import Metric
from corefscope.metrics.lea import IMPORTANCE
from corefscope.metrics.linguistic import weights_of
from corefscope.model import TYPES, Floats, Integers
from corefscope.table import Entities, Table

Shares = tuple[Floats, Floats]  # of the denominator and of the numerator
Aligned = NDArray[np.bool_]  # for each mention whether its cell is aligned
Counted = list[list[Shares]]  # shares of key and of response; several if the metric averages quotients


@dataclass(frozen=True)
class RuleInput:
    """The input of a rule: mentions of key and response with their cells, the Table, and the metric's parameters."""

    sides: tuple[MentionCells, MentionCells]
    table: Table
    units: int
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Rule:
    """How recall and precision of a metric are distributed, and the parameters that the rule supports."""

    name: str
    text: str
    count: Callable[[RuleInput], Counted]
    parameters: frozenset[str] = frozenset()

    def holds(self, metric: Metric) -> bool:
        given = dict(metric.values)
        return given.get("importance", "size") in IMPORTANCE and set(given) <= self.parameters | {"beta"}


def _found(side: MentionCells) -> Shares:
    return np.ones(len(side.cell)), side.matched.astype(float)


def _own_score(side: MentionCells) -> Shares:
    return np.ones(len(side.cell)), side.shared / np.maximum(side.size, 1)


def _earlier_mention(side: MentionCells) -> Shares:
    """Count one link per mention after the first of its entity; it is kept if its cell has an earlier mention."""
    later = ~first_in(side.entity, side.rank)
    kept = np.zeros(len(side.cell))
    there = np.flatnonzero(side.matched)
    kept[there] = ~first_in(side.cell[there], side.rank[there])
    return later.astype(float), kept


def _half_links(side: MentionCells) -> Shares:
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


def _entity_links(side: MentionCells, importance: str) -> Shares:
    """Divide an entity's importance among its mentions; each keeps the share of its links that are kept."""
    entity, kinds = distinct(side.entity)[1], None
    size = np.bincount(entity)
    if side.type is not None:
        kinds = np.zeros((len(size), len(TYPES)), np.int64)
        np.add.at(kinds, (entity, side.type), 1)
    weight = IMPORTANCE[importance](Entities(1, np.zeros(len(size), np.int64), size, kinds))
    each = weight[entity] / side.size
    one_by_one = (side.size == 1) & (side.other_size == 1)
    kept = np.where(side.size == 1, one_by_one, np.maximum(side.shared - 1, 0) / np.maximum(side.size - 1, 1))
    return each, each * kept


def _in_aligned_entity(side: MentionCells, aligned: Aligned) -> Shares:
    return np.ones(len(side.cell)), aligned.astype(float)


def _entity_difference(side: MentionCells, aligned: Aligned) -> Shares:
    """1 - φ4 is the number of mentions that two entities do not share, over the sum of their sizes.

    A mention outside the other entity pays for itself; extra mentions of the other entity are paid by all mentions in
    equal parts. If only shared mentions paid, a few could cost more than they can contribute.
    """

    def of_alignment(values: Integers) -> Integers:
        """Return the value of the aligned mentions of each mention's entity; 0 if it is not aligned."""
        found = np.zeros(int(side.entity.max(initial=-1)) + 1, np.int64)
        found[side.entity[aligned]] = values[aligned]
        return found[side.entity]

    partner, shared = of_alignment(side.other_size), of_alignment(side.shared)
    cost = ((partner - shared) / side.size + ~aligned) / (side.size + partner)
    each = 1 / side.size
    return each, np.where(partner > 0, each - cost, 0.0)


def _of_sides(*counts: Callable[[MentionCells], Shares]) -> Callable[[RuleInput], Counted]:
    """Return a rule that counts each side separately."""
    return lambda data: [[count(side) for count in counts] for side in data.sides]


def _lea(data: RuleInput) -> Counted:
    return _of_sides(partial(_entity_links, importance=data.values.get("importance", "size")))(data)


def _blanc(data: RuleInput) -> Counted:
    return _of_sides(_half_links, partial(_half_non_links, units=data.units))(data)


def _aligned(data: RuleInput, similarity: Floats, count: Callable[[MentionCells, Aligned], Shares]) -> Counted:
    """Count both sides by CEAF's alignment; `similarity` is that of each key mention's cell."""
    chosen = np.append(aligned_cells(data.sides[0], similarity), False)
    return [[count(side, chosen[side.cell])] for side in data.sides]


def _ceafm(data: RuleInput) -> Counted:
    return _aligned(data, data.sides[0].shared.astype(float), _in_aligned_entity)


def _ceafe(data: RuleInput) -> Counted:
    key = data.sides[0]
    dice = np.asarray(2 * key.shared / np.maximum(key.size + key.other_size, 1), float)
    return _aligned(data, dice, _entity_difference)


def _linguistic(data: RuleInput, name: str) -> Counted:
    """Return the shares of each mention in a linguistically aware metric (Chen & Ng 2013).

    For LB³, the score of a mention is the weight of its cell over the weight of its entity. For the others an entity
    keeps the weights of its cells (LMUC), the weight of its aligned cell (LCEAFm) or its similarity to its aligned
    entity (LCEAFe), distributed over its mentions in equal parts.
    """
    table, weights = data.table, weights_of(data.table, **data.values)
    of_cell = np.append(weights.cell, 0.0)
    if name == "lceafe":
        sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
        of_cell = np.append(2 * weights.cell / sizes, 0.0)
    if name in ("lceafm", "lceafe"):
        key = data.sides[0]
        of_cell = np.where(np.append(aligned_cells(key, of_cell[key.cell]), False), of_cell, 0.0)
    counted = []
    for side, by_entity in zip(data.sides, (weights.key, weights.response), strict=True):
        whole = by_entity[distinct(side.entity)[1]]  # the Table renumbers entities without empty ones
        if name == "lb3":
            counted.append([(np.ones(len(whole)), of_cell[side.cell] / whole)])
            continue
        each = of_cell[side.cell] / np.maximum(side.shared, 1)
        kept = np.bincount(side.entity, each, minlength=1).astype(float)[side.entity] / side.size
        counted.append([((1.0 if name == "lceafe" else whole) / side.size, kept)])
    return counted


_WEIGHTS = frozenset({"weights", "name", "nominal", "pronoun", "singleton", "symmetric"})
_OWN = "each mention pays what its own score lacks"
_EQUAL_PARTS = (
    "what an entity lacks is paid by its mentions in equal parts, since a tree's links belong to no one mention"
)
RULES = {
    "mentions": Rule(
        "unmatched mentions", "a mention that the other side does not have pays for itself", _of_sides(_found)
    ),
    "muc": Rule(
        "no earlier mention",
        "a mention pays for a link if its entity has earlier mentions in the text, but the other side has it with "
        "none of them",
        _of_sides(_earlier_mention),
    ),
    "b3": Rule("each its own", _OWN, _of_sides(_own_score)),
    "ceafm": Rule(
        "outside the alignment", "a mention that is not in the entity aligned with its own pays for itself", _ceafm
    ),
    "ceafe": Rule(
        "what two entities do not share",
        "of two aligned entities a mention that is not in the other pays 1/(|K|+|R|), and all pay the same for each "
        "stranger, in equal parts; in an entity that is not aligned each mention pays 1/|K|",
        _ceafe,
    ),
    "blanc": Rule(
        "half of each link, of either kind",
        "the two ends of a lost link, and of a lost non-coreference link, pay half of it each; the corpus decides "
        "what a link of either kind is worth",
        _blanc,
        frozenset({"alpha", "mentions"}),
    ),
    "lea": Rule(
        "half of each link",
        "an entity's importance is divided among its links; the two ends of a lost link pay half of it each, and a "
        "singleton pays for itself",
        _lea,
        frozenset({"importance"}),
    ),
    "pairwise": Rule("half of each link", "the two ends of a lost link pay half of it each", _of_sides(_half_links)),
    "lmuc": Rule("equal parts", _EQUAL_PARTS, partial(_linguistic, name="lmuc"), _WEIGHTS),
    "lb3": Rule("each its own", _OWN, partial(_linguistic, name="lb3"), _WEIGHTS),
    "lceafm": Rule("equal parts", _EQUAL_PARTS, partial(_linguistic, name="lceafm"), _WEIGHTS),
    "lceafe": Rule("equal parts", _EQUAL_PARTS, partial(_linguistic, name="lceafe"), _WEIGHTS),
}
