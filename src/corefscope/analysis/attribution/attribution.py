"""Attribute missing recall and precision to mentions, entities and documents; the costs add up to the gap to 100."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.mention_cells import MentionCells, check_repeats, mention_cells
from corefscope.analysis.attribution.rules import RULES, Rule, RuleInput, Shares
from corefscope.anaphora.split import scores_sets
from corefscope.conventions.singletons import sides_left_out
from corefscope.metrics import AnyMetrics, Metric, metrics
from corefscope.metrics import metric as parsed
from corefscope.metrics.evidence import Evidence
from corefscope.model import Floats, Integers
from corefscope.problems import SettingsError

ALL = "all mentions"


def summed(group: Integers, values: Floats, groups: int) -> Floats:
    """Sum the values of each group."""
    # Without values, bincount returns integers even with float weights.
    return np.bincount(group, values, minlength=groups).astype(float)


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
    rule: Rule
    recall: SideCosts
    precision: SideCosts

    @property
    def recall_by_mention(self) -> Floats:
        return self.recall.cost

    @property
    def precision_by_mention(self) -> Floats:
        return self.precision.cost


CellCache = dict[str, tuple[MentionCells, MentionCells]]


def attribution(evidence: Evidence, metric: Metric | str, cache: CellCache | None = None) -> Attribution:
    """Attribute the recall and precision missing under a metric to mentions, by the rule of the metric.

    What is the same for most metrics of one system is kept in the cache.
    """
    wanted = parsed(metric)
    check_repeats(evidence)
    if not has_rule(wanted) or not of_mentions(evidence, wanted):
        raise no_rule(wanted, sets=has_rule(wanted))
    rule, values = RULES[wanted.family.name], dict(wanted.values)
    values.pop("beta", None)
    alignment = evidence.alignment.shared() if values.pop("mentions", "all") == "shared" else evidence.alignment
    drops = sides_left_out(wanted, alignment.rules)
    table = evidence.table.without_singletons(drops) if drops else evidence.table
    cache = {} if cache is None or drops or alignment is not evidence.alignment else cache
    if ALL not in cache:
        cache[ALL] = mention_cells(evidence, alignment.without_singletons(drops) if drops else alignment)
    sides = cache[ALL]
    counted = rule.count(RuleInput(sides, table, alignment.units, values))
    deciding = counted if alignment.rules.boundary == "either" else counted[:1]
    factors = _factors(deciding, float(values.get("alpha", 0.5)))
    key, response = evidence.matched_key, evidence.matched_response
    documents = (key.document, evidence.partner[response.document])
    key_entities = (sides[0].entity, sides[1].other)
    found = []
    for corpus, side, document, entity, shares in zip(
        (key, response), sides, documents, key_entities, counted, strict=True
    ):
        # Mentions that are not counted get 0.
        weight, gained = np.zeros(corpus.mention_count), np.zeros(corpus.mention_count)
        weight[side.mention], gained[side.mention], unattributed = _weighted_sum(shares, factors)
        key_entity = np.full(corpus.mention_count, -1, np.int64)
        key_entity[side.mention] = entity
        sizes = corpus.entity_count, evidence.key.document_count
        found.append(SideCosts(weight, gained, corpus.entity, key_entity, document, *sizes, unattributed))
    return Attribution(wanted, rule, *found)


def attributions(evidence: Evidence, wanted: AnyMetrics) -> dict[str, Attribution]:
    """Return the attribution under each of these metrics that has a rule."""
    cache: CellCache = {}
    possible = [metric for metric in metrics(wanted) if has_rule(metric) and of_mentions(evidence, metric)]
    return {metric.name: attribution(evidence, metric, cache) for metric in possible}


def of_mentions(evidence: Evidence, metric: Metric) -> bool:
    """Test whether all that the metric counts belongs to mentions: sets of split antecedents do not."""
    return evidence.alignment.sets is None or not scores_sets(metric)


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


def has_rule(metric: Metric) -> bool:
    """Test whether `attribution` supports the metric."""
    return metric.family.name in RULES and RULES[metric.family.name].holds(metric)


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
