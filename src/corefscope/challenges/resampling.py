"""Intervals of measures, and tests between systems: paired bootstrap over groups of questions, McNemar's exact test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from corefscope.challenges.measures import Counts, Measure, Sums
from corefscope.challenges.questions import Question
from corefscope.metrics.base import Floats
from corefscope.model import Integers
from corefscope.statistics.draws import resamples
from corefscope.statistics.intervals import MOST_RESAMPLES, Interval, interval
from corefscope.statistics.plan import CORRECTIONS, USUAL_TRIALS, Plan
from corefscope.statistics.samples import fixed_point
from corefscope.statistics.tests import TIE

BLOCK = 128  # trials at once


@dataclass(frozen=True)
class Estimate:
    """A value and its interval; None where there is nothing to divide by, or nothing to resample."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True)
class Difference:
    """One measure of two systems: first minus second, its interval, and p of the paired bootstrap, corrected too."""

    row: str
    column: str
    first: str
    second: str
    estimate: Estimate
    p: float | None
    corrected: float | None


@dataclass(frozen=True)
class McNemar:
    """How many questions only the first, or only the second of two systems answers rightly, and p, corrected too."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float
    corrected: float


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p: each discordant question is a toss of a coin.

    >>> mcnemar(9, 1)
    0.021484375
    """
    total, least = only_first + only_second, min(only_first, only_second)
    as_few = sum(comb(total, few) for few in range(least + 1))
    return float(min(1.0, 2 * as_few / 2**total))


class Resampled:
    """The measures of all systems as observed, in resampled data, and without one group at a time."""

    def __init__(self, counts: Counts, questions: Sequence[Question], plan: Plan) -> None:
        self.counts, self.plan = counts, plan
        # Groups of one stratum stand together.
        named = [(question.stratum, question.group) for question in questions]
        groups = {name: place for place, name in enumerate(sorted(set(named)))}
        group = np.array([groups[name] for name in named])
        self.groups = len(groups)
        self.strata: Integers = np.unique([stratum for stratum, _ in groups], return_inverse=True)[1]
        systems, columns, _ = counts.values.shape
        self.rows = list(counts.rows)
        self.shape = (systems, len(self.rows), columns)
        parts = [[each * counts.rows[row] for row in self.rows] for each in counts.values]
        flat = np.array(parts).reshape(systems * len(self.rows) * columns, -1)
        summed = np.array([np.bincount(group, line, self.groups) for line in flat])
        self.sums = fixed_point(summed.reshape(systems, -1, self.groups)).reshape(len(flat), self.groups)

    def _values(self, sums: Floats) -> dict[Measure, Floats]:
        """Each measure, systems × trials, from sums that are (systems · rows · columns) × trials."""
        table = sums.reshape(*self.shape, -1)
        rows = {row: place for place, row in enumerate(self.rows)}
        columns = {column: place for place, column in enumerate(self.counts.columns)}

        def of(row: str, column: str) -> Floats:
            return table[:, rows[row], columns[column]]

        get: Sums = of
        return {measure: measure.value(get) for measure in self.counts.measures}

    @cached_property
    def observed(self) -> dict[Measure, Floats]:
        found = self._values(self.sums.sum(axis=1, keepdims=True))
        return {measure: value[:, 0] for measure, value in found.items()}

    @cached_property
    def without_each(self) -> dict[Measure, Floats]:
        return self._values(self.sums.sum(axis=1, keepdims=True) - self.sums)

    @cached_property
    def resampled(self) -> dict[Measure, Floats]:
        trials = min(self.plan.trials or USUAL_TRIALS, MOST_RESAMPLES)
        # Groups with the same counts are of one kind: questions have few outcomes.
        kinds, kind = np.unique(self.sums, axis=1, return_inverse=True)
        drawn = resamples(self.plan.seed, self.strata, trials, BLOCK, kind.reshape(-1))
        blocks = [self._values(kinds @ weights) for weights in drawn]
        return {
            measure: np.concatenate([block[measure] for block in blocks], axis=1) for measure in self.counts.measures
        }

    def estimate(self, measure: Measure, system: int) -> Estimate:
        values = (each[measure][system] for each in (self.observed, self.resampled, self.without_each))
        return self._estimate(*values)

    def _estimate(self, observed: float, series: Floats, without: Floats) -> Estimate:
        """A value with its interval, of the resamples in which it is defined."""
        if np.isnan(observed):
            return Estimate(None)
        defined = series[~np.isnan(series)]
        if self.groups < 2 or not len(defined):
            return Estimate(float(observed))
        rest = np.where(np.isnan(without), observed, without)
        bounds = interval(defined, float(observed), rest, self.strata, self.plan.interval, self.plan.alpha)
        return Estimate(float(observed), bounds)

    def differences(self, names: Sequence[str]) -> tuple[Difference, ...]:
        """Every two systems by every measure that systems are compared by; corrected over pairs."""
        found = []
        for measure in self.counts.measures:
            if (measure.row, measure.column) not in self.counts.compared:
                continue
            pairs = list(combinations(range(len(names)), 2))
            estimates, raw = [], []
            for one, two in pairs:
                values, series, without = (
                    each[measure][one] - each[measure][two]
                    for each in (self.observed, self.resampled, self.without_each)
                )
                estimates.append(self._estimate(values, series, without))
                strays = np.abs(series - values)[~np.isnan(series)]
                as_large = np.count_nonzero(strays >= abs(values) - TIE)
                raw.append(1.0 if np.isnan(values) else float((as_large + 1) / (len(strays) + 1)))
            corrected = CORRECTIONS[self.plan.correction].load()(np.array(raw))
            for (one, two), each, p, held in zip(pairs, estimates, raw, corrected.tolist(), strict=True):
                known = each.value is not None
                place = (measure.row, measure.column, names[one], names[two])
                found.append(Difference(*place, each, p if known else None, held if known else None))
        return tuple(found)


def mcnemar_tests(right: Floats, names: Sequence[str], correction: str) -> tuple[McNemar, ...]:
    """Every two systems by the questions that only one of them answers rightly; `right` is systems × questions."""
    pairs = list(combinations(range(len(names)), 2))
    counted = [
        (int(((right[one] > 0) & (right[two] == 0)).sum()), int(((right[two] > 0) & (right[one] == 0)).sum()))
        for one, two in pairs
    ]
    raw = [mcnemar(*each) for each in counted]
    corrected = CORRECTIONS[correction].load()(np.array(raw)).tolist() if raw else []
    return tuple(
        McNemar(names[one], names[two], *each, p, held)
        for (one, two), each, p, held in zip(pairs, counted, raw, corrected, strict=True)
    )
