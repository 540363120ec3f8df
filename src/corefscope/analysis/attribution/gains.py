"""Attribute the difference between two systems' F1 to documents and entities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.attribution import Attribution, difference
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


def gain(attributions: tuple[Attribution, Attribution], scores: tuple[Score, Score]) -> Gain:
    """Combine gains in recall and precision by their effect on F1, averaged over both orders (Shapley value).

    BLANC's F1 is a mean of two F1 and no function of its recall and precision; the unexplained rest is
    `unattributed`.
    """
    one, two = scores
    change = difference(*attributions)
    recall, precision = _slopes(one, two, float(dict(attributions[0].metric.values).get("beta", 1.0)))
    spread = recall * np.append(change.recall_by_entity, 0.0) + precision * change.precision_by_entity
    total = two.f1 - one.f1
    return Gain(
        attributions[0].metric.name,
        total,
        recall * change.recall_by_document + precision * change.precision_by_document,
        spread,
        total - float(spread.sum()),
    )


def mean_gain(name: str, gains: list[Gain]) -> Gain:
    """Return the gain under a mean of metrics, such as CoNLL."""
    return Gain(
        name,
        float(np.mean([each.total for each in gains])),
        np.mean([each.by_document for each in gains], axis=0),
        np.mean([each.by_entity for each in gains], axis=0),
        float(np.mean([each.unattributed for each in gains])),
    )


def _slopes(one: Score, two: Score, beta: float) -> tuple[float, float]:
    """Return the mean slopes of F1 by recall and by precision between two scores."""

    def by_recall(moving: float, resting: float) -> float:
        return f_measure(moving, resting, beta)

    def by_precision(moving: float, resting: float) -> float:
        return f_measure(resting, moving, beta)

    recalls, precisions = ((one.numbers[side], two.numbers[side]) for side in ("recall", "precision"))
    return _mean_slope(by_recall, recalls, precisions), _mean_slope(by_precision, precisions, recalls)


def _mean_slope(
    f1: Callable[[float, float], float], moving: tuple[float, float], resting: tuple[float, float]
) -> float:
    """Return the mean slope of F1 between two values of one argument, over both values of the other."""
    low, high = moving
    if abs(high - low) < 1e-12:  # an unchanged argument contributes nothing; use the local slope
        low, high = low, low + 1e-6
    return sum(f1(high, rest) - f1(low, rest) for rest in resting) / (2 * (high - low))
