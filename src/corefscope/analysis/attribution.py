"""Attribute missing recall and precision to mentions, entities and documents; the costs add up to the gap to 100.

There is one rule per metric; `docs/errors.md` says each in a sentence. A rule is written for recall; applied to the
response it gives precision. It returns, for each mention of its side, a share of the denominator and a share of the
numerator, in the metric's counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.mentions import first_in, text_rank
from corefscope.anaphora.split import scores_sets
from corefscope.arrays import distinct, factorize, order
from corefscope.assignment import best_cells
from corefscope.conventions.variants import sides_left_out
from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics import metric as parsed
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.base import Score, f_measure
from corefscope.metrics.evidence import Evidence
from corefscope.model import Floats, Integers
from corefscope.problems import SettingsError

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
    """Charge half of each lost link to either end."""
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
    """Credit each mention with the share of its links that are kept; a singleton has a link to itself."""
    one_by_one = (side.size == 1) & (side.other_size == 1)
    kept = np.where(side.size == 1, one_by_one, np.maximum(side.shared - 1, 0) / np.maximum(side.size - 1, 1))
    return np.ones(len(side.cell)), kept


def _entity_difference(side: MentionCells, aligned: Flags) -> Shares:
    """Split 1 - φ4, the number of mentions that two entities do not share over the sum of their sizes.

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


# For each metric, the name of its rule, and how its recall and precision are distributed.
RULES: dict[str, tuple[str, Callable[[Sides, int], SharesOfSides]]] = {
    "mentions": ("unmatched mentions", _each_side(lambda side: (np.ones(len(side.cell)), side.matched.astype(float)))),
    "muc": ("no earlier mention", _each_side(_earlier_mention)),
    "b3": ("own loss", _each_side(lambda side: (np.ones(len(side.cell)), side.shared / np.maximum(side.size, 1)))),
    "ceafm": ("outside the alignment", _ceafm),
    "ceafe": ("what two entities do not share", _ceafe),
    "blanc": ("half of each link, of either kind", _blanc),
    "lea": ("half of each link", _each_side(_own_links)),
    "pairwise": ("half of each link", _each_side(_half_links)),
}


# The metric parameters that the rules support.
PARAMETERS = {"blanc": {"alpha", "mentions", "beta"}}


@dataclass(frozen=True)
class SideCosts:
    """The distribution of recall (or precision) over the mentions of the key (or the response).

    `weight` is the most that each mention can contribute, 1 in total; `gained` what it contributes, recall in total;
    `cost` the difference. The recall of a group of mentions is the sum of their `gained` over the sum of their
    `weight`. `unattributed` is the part of the gap that belongs to no mention, because a denominator was 0.
    """

    weight: Floats
    gained: Floats
    entity: Integers  # of each mention, on this side
    key_entity: Integers  # of each mention, -1 where it is not in the key
    document: Integers  # of each mention, as the key numbers them
    entities: int
    documents: int
    unattributed: float

    @property
    def cost(self) -> Floats:
        return self.weight - self.gained

    def by_entity(self) -> Floats:
        return summed(self.entity, self.cost, self.entities)

    def by_document(self) -> Floats:
        return summed(self.document, self.cost, self.documents)

    def by_key_entity(self, entities: int) -> Floats:
        """Sum the cost by key entity; the last entry is for mentions without one."""
        return summed(self.key_entity % (entities + 1), self.cost, entities + 1)


@dataclass(frozen=True)
class Attribution:
    """The cost of each mention under one metric, as fractions of 1; rows are those of the two corpora.

    >>> from corefscope import score
    >>> result = score([["a", "b", "c"]], [["a", "b"], ["c"]], metrics="muc")
    >>> attribution(result.system.evidence, "muc").recall.cost.tolist()
    [0.0, 0.0, 0.5]
    """

    metric: Metric
    rule: str
    recall: SideCosts
    precision: SideCosts


def summed(group: Integers, values: Floats, groups: int) -> Floats:
    """Sum the values of each group."""
    # Without values, bincount returns integers even with float weights.
    return np.bincount(group, values, minlength=groups).astype(float)


def attribution(evidence: Evidence, metric: Metric | str, cells: Sides | None = None) -> Attribution:
    """Attribute the recall and precision missing under a metric to mentions, by the rule of the metric.

    `cells` belong to all mentions; most metrics of one system share them.
    """
    metric = parsed(metric)
    check_repeats(evidence)
    if not can_attribute(evidence, metric):
        raise no_rule(metric)
    values, (rule, shares_of) = dict(metric.values), RULES[metric.family.name]
    alignment = evidence.alignment.shared() if values.get("mentions") == "shared" else evidence.alignment
    drops = sides_left_out(metric, alignment.settings)
    alignment = alignment.without_singletons(drops) if drops else alignment
    sides = cells if cells and alignment is evidence.alignment else _mention_cells(evidence, alignment)
    shares = shares_of(sides, alignment.units)
    deciding = shares if alignment.settings.boundary == "either" else shares[:1]
    factors = _factors(deciding, float(values.get("alpha", 0.5)))
    key, response = evidence.matched_key, evidence.matched_response
    costs = []
    for corpus, side, document, entity, of_side in (
        (key, sides[0], key.document, sides[0].entity, shares[0]),
        (response, sides[1], evidence.partner[response.document], sides[1].other, shares[1]),
    ):
        # Mentions that are not counted get 0.
        weight, gained = np.zeros(corpus.mention_count), np.zeros(corpus.mention_count)
        weight[side.mention], gained[side.mention], unattributed = _weighted_sum(of_side, factors)
        key_entity = np.full(corpus.mention_count, -1, np.int64)
        key_entity[side.mention] = entity
        sizes = corpus.entity_count, evidence.key.document_count
        costs.append(SideCosts(weight, gained, corpus.entity, key_entity, document, *sizes, unattributed))
    return Attribution(metric, rule, *costs)


def attributions(evidence: Evidence, metrics: AnyMetrics) -> dict[str, Attribution]:
    """Return the attribution under each of these metrics that has a rule."""
    possible = [metric for metric in parse_metrics(metrics) if can_attribute(evidence, metric)]
    cells = _mention_cells(evidence, evidence.alignment) if possible else None
    return {metric.name: attribution(evidence, metric, cells) for metric in possible}


def has_rule(metric: Metric) -> bool:
    name = metric.family.name
    return name in RULES and set(dict(metric.values)) <= PARAMETERS.get(name, {"beta"})


def can_attribute(evidence: Evidence, metric: Metric) -> bool:
    """Test for a rule, and whether everything the metric counts belongs to mentions (split antecedents do not)."""
    return has_rule(metric) and (evidence.alignment.sets is None or not scores_sets(metric))


def no_rule(metric: Metric) -> SettingsError:
    """Return an error that explains why a metric has no attribution."""
    if all(map(has_rule, metric.parts)):
        reason = "sets of split antecedents are not mentions; use --split drop"
    elif metric.is_mean:
        reason = f"it is a mean of F1 and has no recall; ask for {', '.join(part.name for part in metric.parts)}"
    elif metric.family.name in RULES:
        reason = f"there is a rule for {metric.family.name}, but not with these parameters"
    else:
        reason = f"there are rules for {', '.join(RULES)}"
    return SettingsError("not-attributable", f"the cost of each mention under {metric.name} is undefined", hint=reason)


def check_repeats(evidence: Evidence) -> None:
    """Raise if a mention is in two entities: it has no single cell, so its cost is undefined."""
    whole, kept = evidence.key.mention_count, evidence.matched_key.mention_count
    if (whole, evidence.response.mention_count) != (kept, evidence.matched_response.mention_count):
        raise SettingsError(
            "repeated-mention-unscored",
            "some mentions are in two entities, so the costs of mentions are undefined",
            hint="use --repeated first",
        )


def _mention_cells(evidence: Evidence, alignment: Alignment) -> Sides:
    """Return the counted mentions of key and response with their cells."""
    key, response = evidence.matched_key, evidence.matched_response
    cell, shared = cells_of(alignment)
    sides = (
        (alignment.key_row, alignment.key_entity, text_rank(key, key.document)),
        (alignment.response_row, alignment.response_entity, text_rank(response, evidence.partner[response.document])),
    )
    both = []
    for (row, entity, rank), (_, other, _) in (sides, sides[::-1]):
        size, other_size = entity_sizes(entity), entity_sizes(other)
        there = entity >= 0
        row, entity, other = row[there], entity[there], other[there]
        sizes = size[entity], other, other_size[other]
        both.append(MentionCells(row, entity, alignment.unit[there], rank[row], *sizes, cell[there], shared[there]))
    return both[0], both[1]


def _factors(sides: Sequence[list[Shares]], alpha: float) -> list[float]:
    """Return the weight of each quotient: BLANC's two by `alpha`, without a kind of links that these sides lack."""
    if len(sides[0]) == 1:
        return [1.0]
    present = [float(any(possible.sum() > 0 for possible, _ in kind)) for kind in zip(*sides, strict=True)]
    return [alpha, 1 - alpha] if all(present) else present


def _weighted_sum(kinds: list[Shares], factors: list[float]) -> tuple[Floats, Floats, float]:
    """Sum weights and gains of each mention as fractions of the score, and the unattributed rest."""
    length = len(kinds[0][0])
    weight, gained, unattributed = np.zeros(length), np.zeros(length), 1.0
    for (possible, right), factor in zip(kinds, factors, strict=True):
        total = float(possible.sum())
        if total > 0:
            weight += factor * possible / total
            gained += factor * right / total
            unattributed -= factor
    return weight, gained, unattributed if unattributed > 1e-15 else 0.0


class Gain(NamedTuple):
    """The gain in F1 of the second system over the first (losses are negative), as fractions of 1.

    The last row of `by_entity` is for response mentions that are in no key entity. The sum of either, plus
    `unattributed`, is the difference between the two scores.
    """

    metric: str
    total: float
    by_document: Floats
    by_entity: Floats
    unattributed: float


def gain(one: Attribution, two: Attribution, scores: Sequence[Score]) -> Gain:
    """Combine gains in recall and precision by their effect on F1, averaged over both orders (Shapley value).

    Both attributions have the same metric and key. BLANC's F1 is a mean of two F1, not a function of its recall and
    precision; the unexplained rest is `unattributed`.
    """
    beta = float(dict(one.metric.values).get("beta", 1.0))
    recalls, precisions = ([score.numbers[side] for score in scores] for side in ("recall", "precision"))
    by_recall = _mean_slope(lambda recall, precision: f_measure(recall, precision, beta), recalls, precisions)
    by_precision = _mean_slope(lambda precision, recall: f_measure(recall, precision, beta), precisions, recalls)

    def combined(costs: Callable[[SideCosts], Floats]) -> Floats:
        recall, precision = costs(one.recall) - costs(two.recall), costs(one.precision) - costs(two.precision)
        return by_recall * recall + by_precision * precision

    by_entity = combined(lambda side: side.by_key_entity(one.recall.entities))
    total = scores[1].f1 - scores[0].f1
    return Gain(one.metric.name, total, combined(SideCosts.by_document), by_entity, total - float(by_entity.sum()))


def mean_gain(name: str, gains: list[Gain]) -> Gain:
    """Return the mean of gains: of the parts of a mean such as CoNLL, or of one metric."""
    _, *columns = zip(*gains, strict=True)
    return Gain(name, *(np.mean(column, axis=0) for column in columns))


def _mean_slope(f1: Callable[[float, float], float], moving: list[float], resting: list[float]) -> float:
    """Return the mean slope of F1 between two values of one argument, over both values of the other."""
    low, high = moving
    if abs(high - low) < 1e-12:  # an unchanged argument contributes nothing; use the local slope
        low, high = low, low + 1e-6
    return sum(f1(high, rest) - f1(low, rest) for rest in resting) / (2 * (high - low))
