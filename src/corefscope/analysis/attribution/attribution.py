"""How many points of recall and precision each mention, entity and document costs; they add up to the gap to 100."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.mention_cells import Floats, MentionCells, check_repeats, mention_cells
from corefscope.analysis.attribution.rules import RULES, Rule
from corefscope.analysis.attribution.shares import RuleInput, Shares
from corefscope.metrics import AnyMetrics, Metric, metrics
from corefscope.metrics import metric as parsed
from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus, Integers
from corefscope.problems import SettingsError


def summed(group: Integers, values: Floats, groups: int) -> Floats:
    """The sum of the values of each group."""
    # Of nothing, NumPy counts whole numbers even where fractions were asked for.
    return np.bincount(group, values, minlength=groups).astype(float)


@dataclass(frozen=True)
class SideCosts:
    """How recall (or precision) is made up of the mentions of the key (or of the response).

    `weight` is what each mention could give, 1 in all; `gained` what it gave, recall in all; `cost` the rest.
    So the recall of any group of mentions is the sum of what they gained over the sum of what they weigh.
    `unattributed` is the part of the gap that no mention can pay for, because a quotient had denominator 0.
    """

    weight: Floats
    gained: Floats
    entity: Integers  # of each mention, on its own side
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
        """The cost of mentions by the key entity they belong to; at the end that of mentions which have none."""
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

    @property
    def recall_by_entity(self) -> Floats:
        return self.recall.by_entity()

    @property
    def precision_by_entity(self) -> Floats:
        return self.precision.by_entity()


@dataclass(frozen=True)
class AttributionDifference:
    """What the second system gains over the first (losses are negative), by key document and by key entity.

    The last row of `precision_by_entity` is for response mentions that are in no key entity. With `unattributed`,
    the sums are the differences between the two recalls and between the two precisions.
    """

    recall_by_document: Floats
    precision_by_document: Floats
    recall_by_entity: Floats
    precision_by_entity: Floats
    recall_unattributed: float
    precision_unattributed: float


def difference(one: Attribution, two: Attribution) -> AttributionDifference:
    """Which documents and key entities make up the difference between two systems' scores."""
    if one.metric != two.metric or one.recall.entities != two.recall.entities:
        raise SettingsError("different-results", "only two systems with the same metric and key can be compared")
    keys = one.recall.entities
    return AttributionDifference(
        one.recall.by_document() - two.recall.by_document(),
        one.precision.by_document() - two.precision.by_document(),
        one.recall.by_entity() - two.recall.by_entity(),
        one.precision.by_key_entity(keys) - two.precision.by_key_entity(keys),
        one.recall.unattributed - two.recall.unattributed,
        one.precision.unattributed - two.precision.unattributed,
    )


def attribution(evidence: Evidence, metric: Metric | str) -> Attribution:
    """Who pays for the recall and the precision that a metric finds missing in the whole corpus, by a fixed rule."""
    asked = parsed(metric)
    check_repeats(evidence)
    if not has_rule(asked):
        raise no_rule(asked)
    rule, values = RULES[asked.family.name], dict(asked.values)
    values.pop("beta", None)
    alignment = evidence.alignment.shared() if values.pop("mentions", "all") == "shared" else evidence.alignment
    pair = mention_cells(evidence, alignment)
    counted = rule.count(RuleInput(*pair, evidence.table, alignment.units, values))
    factors = _factors(counted[0], float(values.get("alpha", 0.5)))
    parts = [_added(quotients, factors) for quotients in counted]
    key, response = evidence.matched_key, evidence.matched_response
    documents = (key.document, evidence.partner[response.document])
    found = (
        _part(evidence, corpus, side, document, part)
        for corpus, side, document, part in zip((key, response), pair, documents, parts, strict=True)
    )
    return Attribution(asked, rule, *found)


def attributions(evidence: Evidence, wanted: AnyMetrics) -> dict[str, Attribution]:
    """The attribution under each of these metrics that has a rule."""
    return {metric.name: attribution(evidence, metric) for metric in metrics(wanted) if has_rule(metric)}


def no_rule(metric: Metric) -> SettingsError:
    """Why a metric has no attribution."""
    if metric.is_mean:
        reason = f"it is a mean of F1 and has no recall; ask for {', '.join(part.name for part in metric.parts)}"
    elif metric.family.name in RULES:
        reason = f"there is a rule for {metric.family.name}, but not with these parameters"
    else:
        reason = f"there are rules for {', '.join(RULES)}"
    return SettingsError("not-attributable", f"what each mention costs under {metric.name} cannot be said", hint=reason)


def has_rule(metric: Metric) -> bool:
    """Whether `attribution` can say what each mention costs under the metric."""
    return metric.family.name in RULES and RULES[metric.family.name].holds(metric)


def _factors(key: list[Shares], alpha: float) -> list[float]:
    """What each quotient counts: BLANC's two by `alpha`, but a kind of links that the key lacks does not count."""
    if len(key) == 1:
        return [1.0]
    present = [float(possible.sum() > 0) for possible, _ in key]
    return [alpha, 1 - alpha] if all(present) else present


def _added(kinds: list[Shares], weights: list[float]) -> tuple[Floats, Floats, float]:
    """What each mention weighs and gains, as fractions of the score, and what nobody can pay for."""
    length = len(kinds[0][0])
    weight, gained, unattributed = np.zeros(length), np.zeros(length), 1.0
    for (possible, right), factor in zip(kinds, weights, strict=True):
        total = float(possible.sum())
        if total > 0:
            weight += factor * possible / total
            gained += factor * right / total
            unattributed -= factor
    return weight, gained, unattributed


def _part(
    evidence: Evidence, corpus: Corpus, side: MentionCells, document: Integers, found: tuple[Floats, Floats, float]
) -> SideCosts:
    """Puts the mentions that count at their rows; the others weigh nothing."""
    weight, gained = np.zeros(corpus.mention_count), np.zeros(corpus.mention_count)
    weight[side.mention], gained[side.mention] = found[:2]
    key_entity = np.full(corpus.mention_count, -1, np.int64)
    key_entity[side.mention] = side.entity if corpus is evidence.matched_key else side.other
    documents = evidence.key.document_count
    nobody = found[2] if found[2] > 1e-15 else 0.0
    return SideCosts(weight, gained, corpus.entity, key_entity, document, corpus.entity_count, documents, nobody)
