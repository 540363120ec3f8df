"""Recall, precision and cost of groups of mentions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.attribution import Attribution, SideCosts, summed
from corefscope.analysis.features import Feature
from corefscope.metrics.base import f_measure
from corefscope.model import Integers


@dataclass(frozen=True)
class CostGroup:
    """One row of a breakdown; `recall` and `precision` are None where the group can contribute nothing."""

    label: str
    key_mentions: int
    response_mentions: int
    recall: float | None
    precision: float | None
    recall_cost: float
    precision_cost: float

    @property
    def f1(self) -> float | None:
        if self.recall is None and self.precision is None:
            return None
        return f_measure(self.recall or 0.0, self.precision or 0.0)


@dataclass(frozen=True)
class CostBreakdown:
    """The scores of a metric by one feature of mentions; the costs of all groups add up to the gap to 100."""

    metric: str
    feature: Feature
    groups: tuple[CostGroup, ...]


def breakdown(attribution: Attribution, feature: Feature) -> CostBreakdown:
    """Compute the scores of each group; groups without mentions are omitted."""
    count = len(feature.labels)
    counts = [np.bincount(side, minlength=count) for side in (feature.key, feature.response)]
    recall, precision = (
        _sums(part, side, count)
        for part, side in ((attribution.recall, feature.key), (attribution.precision, feature.response))
    )
    groups = tuple(
        CostGroup(
            str(feature.labels[number]),
            int(counts[0][number]),
            int(counts[1][number]),
            recall[number][0],
            precision[number][0],
            recall[number][1],
            precision[number][1],
        )
        for number in range(count)
        if counts[0][number] or counts[1][number]
    )
    return CostBreakdown(attribution.metric.name, feature, groups)


def _sums(part: SideCosts, group: Integers, groups: int) -> list[tuple[float | None, float]]:
    weight, gained = (summed(group, values, groups).tolist() for values in (part.weight, part.gained))
    return [(one / whole if whole > 0 else None, whole - one) for whole, one in zip(weight, gained, strict=True)]
