"""Attribute the difference between two systems' F1 to documents and entities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.attribution import Attribution, SideCosts
from corefscope.metrics.base import Score, f_measure
from corefscope.model import Floats


@dataclass(frozen=True)
class Gain:
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
    """Return the gain under a mean of metrics, such as CoNLL."""
    return Gain(
        name,
        float(np.mean([each.total for each in gains])),
        np.mean([each.by_document for each in gains], axis=0),
        np.mean([each.by_entity for each in gains], axis=0),
        float(np.mean([each.unattributed for each in gains])),
    )


def _mean_slope(f1: Callable[[float, float], float], moving: list[float], resting: list[float]) -> float:
    """Return the mean slope of F1 between two values of one argument, over both values of the other."""
    low, high = moving
    if abs(high - low) < 1e-12:  # an unchanged argument contributes nothing; use the local slope
        low, high = low, low + 1e-6
    return sum(f1(high, rest) - f1(low, rest) for rest in resting) / (2 * (high - low))
