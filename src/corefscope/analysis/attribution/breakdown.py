"""Recall, precision and cost of groups of mentions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from corefscope.analysis.attribution.attribution import Attribution, summed
from corefscope.analysis.features import Feature
from corefscope.metrics.base import f_measure


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
    columns: list[list[Any]] = []
    for part, group in ((attribution.recall, feature.key), (attribution.precision, feature.response)):
        weight, gained = (summed(group, values, count).tolist() for values in (part.weight, part.gained))
        scores = [one / whole if whole > 0 else None for one, whole in zip(gained, weight, strict=True)]
        costs = [whole - one for one, whole in zip(gained, weight, strict=True)]
        columns += [np.bincount(group, minlength=count).tolist(), scores, costs]
    rows = zip(feature.labels, columns[0], columns[3], columns[1], columns[4], columns[2], columns[5], strict=True)
    groups = tuple(CostGroup(str(label), *row) for label, *row in rows if row[0] or row[1])
    return CostBreakdown(attribution.metric.name, feature, groups)
