"""Attribute missing recall and precision to mentions, entities and documents; the costs add up to the gap to 100."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.mentions import text_rank
from corefscope.analysis.rules import RULES, MentionCells, Shares, Sides, cells_of, entity_sizes
from corefscope.anaphora.split import scores_sets
from corefscope.conventions.singletons import sides_left_out
from corefscope.metrics import AnyMetrics, Metric, metrics
from corefscope.metrics import metric as parsed
from corefscope.metrics.base import Score, f_measure
from corefscope.metrics.evidence import Evidence
from corefscope.model import Floats, Integers
from corefscope.problems import SettingsError

# The parameters of metrics with which their rules can deal.
PARAMETERS = {"blanc": {"alpha", "mentions", "beta"}}


@dataclass(frozen=True)
class SideCosts:
    """How recall (or precision) is distributed over the mentions of the key (or the response).

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
    >>> attribution(result.system.evidence, "muc").recall_by_mention.tolist()
    [0.0, 0.0, 0.5]
    """

    metric: Metric
    rule: str
    recall: SideCosts
    precision: SideCosts

    @property
    def recall_by_mention(self) -> Floats:
        return self.recall.cost

    @property
    def precision_by_mention(self) -> Floats:
        return self.precision.cost


def summed(group: Integers, values: Floats, groups: int) -> Floats:
    """Sum the values of each group."""
    # Without values, bincount returns integers even with float weights.
    return np.bincount(group, values, minlength=groups).astype(float)


def attribution(evidence: Evidence, metric: Metric | str, cells: Sides | None = None) -> Attribution:
    """Attribute the recall and precision missing under a metric to mentions, by the rule of the metric.

    `cells` are those of all mentions, which most metrics of one system share.
    """
    metric = parsed(metric)
    check_repeats(evidence)
    if not can_attribute(evidence, metric):
        raise no_rule(metric, sets=has_rule(metric))
    values, (rule, shares_of) = dict(metric.values), RULES[metric.family.name]
    alignment = evidence.alignment.shared() if values.get("mentions") == "shared" else evidence.alignment
    drops = sides_left_out(metric, alignment.rules)
    alignment = alignment.without_singletons(drops) if drops else alignment
    sides = cells if cells and alignment is evidence.alignment else _mention_cells(evidence, alignment)
    shares = shares_of(sides, alignment.units)
    deciding = shares if alignment.rules.boundary == "either" else shares[:1]
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


def attributions(evidence: Evidence, wanted: AnyMetrics) -> dict[str, Attribution]:
    """Return the attribution under each of these metrics that has a rule."""
    possible = [metric for metric in metrics(wanted) if can_attribute(evidence, metric)]
    cells = _mention_cells(evidence, evidence.alignment) if possible else None
    return {metric.name: attribution(evidence, metric, cells) for metric in possible}


def has_rule(metric: Metric) -> bool:
    name = metric.family.name
    return name in RULES and set(dict(metric.values)) <= PARAMETERS.get(name, {"beta"})


def can_attribute(evidence: Evidence, metric: Metric) -> bool:
    """Test for a rule, and whether all that the metric counts belongs to mentions: sets of split antecedents do not."""
    return has_rule(metric) and (evidence.alignment.sets is None or not scores_sets(metric))


def no_rule(metric: Metric, sets: bool = False) -> SettingsError:
    """Return an error that explains why a metric has no attribution."""
    if sets:
        reason = "sets of split antecedents are no mentions; use --split drop"
    elif metric.is_mean:
        reason = f"it is a mean of F1 and has no recall; ask for {', '.join(part.name for part in metric.parts)}"
    elif metric.family.name in RULES:
        reason = f"there is a rule for {metric.family.name}, but not with these parameters"
    else:
        reason = f"there are rules for {', '.join(RULES)}"
    return SettingsError("not-attributable", f"what each mention costs under {metric.name} cannot be said", hint=reason)


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

    Both attributions have the same metric and key. BLANC's F1 is a mean of two F1 and no function of its recall and
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
