"""One rule per metric that attributes what is missing to mentions, with a name and a sentence for readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution import linguistic, shares
from corefscope.analysis.attribution.mention_cells import MentionCells, aligned_cells
from corefscope.analysis.attribution.shares import RuleInput, Shares
from corefscope.metrics.base import Metric
from corefscope.metrics.lea import IMPORTANCE
from corefscope.model import Floats

Counted = tuple[list[Shares], list[Shares]]  # shares of key and response; several if the metric averages quotients


@dataclass(frozen=True)
class Rule:
    """How recall and precision of a metric are distributed, and the parameters that the rule supports."""

    name: str
    text: str
    count: Callable[[RuleInput], Counted]
    parameters: frozenset[str] = frozenset()

    def holds(self, metric: Metric) -> bool:
        given = dict(metric.values)
        known = given.get("importance", "size") in IMPORTANCE
        return known and set(given) <= self.parameters | {"beta"}


def _of_sides(count: Callable[[MentionCells], Shares]) -> Callable[[RuleInput], Counted]:
    def counted(data: RuleInput) -> Counted:
        return [count(data.key)], [count(data.response)]

    return counted


def _aligned(
    similarity: Callable[[MentionCells], Floats], count: Callable[[MentionCells, shares.Aligned], Shares]
) -> Callable[[RuleInput], Counted]:
    def counted(data: RuleInput) -> Counted:
        chosen = np.append(aligned_cells(data.key, similarity(data.key)), False)
        key, response = ([count(side, chosen[side.cell])] for side in data.sides)
        return key, response

    return counted


def _overlap(side: MentionCells) -> Floats:
    return side.shared.astype(float)


def _dice(side: MentionCells) -> Floats:
    return np.asarray(2 * side.shared / np.maximum(side.size + side.other_size, 1), float)


def _lea(data: RuleInput) -> Counted:
    importance = data.values.get("importance", "size")
    key, response = ([shares.entity_links(side, importance)] for side in data.sides)
    return key, response


def _blanc(data: RuleInput) -> Counted:
    key, response = ([shares.half_links(side), shares.half_non_links(side, data.units)] for side in data.sides)
    return key, response


MENTIONS = Rule(
    "unmatched mentions", "a mention that the other side does not have pays for itself", _of_sides(shares.found)
)
B3 = Rule("each its own", "each mention pays what its own score lacks", _of_sides(shares.own_score))
MUC = Rule(
    "no earlier mention",
    "a mention pays for a link if its entity has earlier mentions in the text, but the other side has it with none "
    "of them",
    _of_sides(shares.earlier_mention),
)
PAIRWISE = Rule("half of each link", "the two ends of a lost link pay half of it each", _of_sides(shares.half_links))
LEA = Rule(
    "half of each link",
    "an entity's importance is divided among its links; the two ends of a lost link pay half of it each, and a "
    "singleton pays for itself",
    _lea,
    frozenset({"importance"}),
)
CEAFM = Rule(
    "outside the alignment",
    "a mention that is not in the entity aligned with its own pays for itself",
    _aligned(_overlap, shares.in_aligned_entity),
)
CEAFE = Rule(
    "what two entities do not share",
    "of two aligned entities a mention that is not in the other pays 1/(|K|+|R|), and all pay the same for each "
    "stranger, in equal parts; in an entity that is not aligned each mention pays 1/|K|",
    _aligned(_dice, shares.entity_difference),
)
BLANC = Rule(
    "half of each link, of either kind",
    "the two ends of a lost link, and of a lost non-coreference link, pay half of it each; the corpus decides what a "
    "link of either kind is worth",
    _blanc,
    frozenset({"alpha", "mentions"}),
)
_WEIGHTS = frozenset({"weights", "name", "nominal", "pronoun", "singleton", "symmetric"})
_EQUAL_PARTS = (
    "what an entity lacks is paid by its mentions in equal parts, since a tree's links belong to no one mention"
)
LMUC = Rule("equal parts", _EQUAL_PARTS, linguistic.lmuc, _WEIGHTS)
LB3 = Rule("each its own", B3.text, linguistic.lb3, _WEIGHTS)
LCEAFM = Rule("equal parts", _EQUAL_PARTS, linguistic.lceafm, _WEIGHTS)
LCEAFE = Rule("equal parts", _EQUAL_PARTS, linguistic.lceafe, _WEIGHTS)
RULES = {
    "mentions": MENTIONS, "muc": MUC, "b3": B3, "ceafm": CEAFM, "ceafe": CEAFE, "blanc": BLANC, "lea": LEA,
    "pairwise": PAIRWISE, "lmuc": LMUC, "lb3": LB3, "lceafm": LCEAFM, "lceafe": LCEAFE,
}  # fmt: skip
