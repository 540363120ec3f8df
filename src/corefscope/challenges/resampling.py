"""Intervals of measures, and tests between systems: paired bootstrap over groups of questions, McNemar's exact test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from corefscope.challenges.measures import Cell, QuestionCounts
from corefscope.challenges.questions import Question
from corefscope.model import Floats, Integers
from corefscope.statistics.draws import resamples
from corefscope.statistics.intervals import MOST_RESAMPLES, Estimate, interval
from corefscope.statistics.plan import CORRECTIONS, USUAL_TRIALS, Plan
from corefscope.statistics.samples import fixed_point
from corefscope.statistics.tests import TIE

BLOCK = 128  # trials at once
Values = dict[Cell, Floats]


class Difference(NamedTuple):
    """One measure of two systems: first minus second, its interval, and p of the paired bootstrap, corrected too."""

    row: str
    column: str
    first: str
    second: str
    estimate: Estimate
    p: float | None
    corrected: float | None


class McNemar(NamedTuple):
    """How many questions only the first, or only the second of two systems answers rightly, and p, corrected too."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float
    corrected: float


class ResampledMeasures(NamedTuple):
    """The measures of all systems, systems × trials: as observed, in resampled data, without one group at a time."""

    groups: int
    strata: Integers
    observed: Values
    series: Values
    without: Values
    plan: Plan

    def _of(self, cell: Cell, one: int, other: int | None) -> list[Floats]:
        """The values of one system, or of its difference to another."""
        values = (each[cell] for each in (self.observed, self.series, self.without))
        return [each[one] if other is None else each[one] - each[other] for each in values]

    def estimate(self, cell: Cell, one: int, other: int | None = None) -> Estimate:
        """A value of one system, or of its difference to another, with its interval where that is defined."""
        observed, series, without = self._of(cell, one, other)
        if np.isnan(observed[0]):
            return Estimate(None)
        value, defined = float(observed[0]), series[~np.isnan(series)]
        if self.groups < 2 or not len(defined):
            return Estimate(value)
        rest = np.where(np.isnan(without), value, without)
        return Estimate(value, interval(defined, value, rest, self.strata, self.plan.interval, self.plan.alpha))

    def p(self, cell: Cell, one: int, other: int) -> float:
        """How often the difference in resampled data strays from the observed one by as much as that is from 0."""
        (observed,), series, _ = self._of(cell, one, other)
        strays = np.abs(series - observed)[~np.isnan(series)]
        as_large = np.count_nonzero(strays >= abs(observed) - TIE)
        return 1.0 if np.isnan(observed) else float((as_large + 1) / (len(strays) + 1))


def resample(counts: QuestionCounts, questions: Sequence[Question], plan: Plan) -> ResampledMeasures:
    """Compute all measures in the data and in resamples of its groups, within strata."""
    # Groups of one stratum stand together.
    names = [(question.stratum, question.group) for question in questions]
    numbers = {name: place for place, name in enumerate(sorted(set(names)))}
    group = np.array([numbers[name] for name in names])
    strata = np.unique([stratum for stratum, _ in numbers], return_inverse=True)[1]
    systems, columns, _ = counts.values.shape
    shape = (systems, len(counts.rows), columns)
    flat = (counts.values[:, None] * np.array(list(counts.rows.values()))[:, None]).reshape(-1, len(questions))
    summed = np.array([np.bincount(group, line, len(numbers)) for line in flat])
    sums = fixed_point(summed.reshape(systems, -1, len(numbers))).reshape(len(flat), -1)
    rows, places = list(counts.rows), {column: place for place, column in enumerate(counts.columns)}

    def values(sums: Floats) -> Values:
        table = sums.reshape(*shape, -1)

        def of(row: str, column: str) -> Floats:
            return table[:, rows.index(row), places[column]]

        return {cell: value(of) for cell, value in counts.measures.items()}

    # Groups with the same counts are of one kind: questions have few outcomes.
    kinds, kind = np.unique(sums, axis=1, return_inverse=True)
    trials = min(plan.trials or USUAL_TRIALS, MOST_RESAMPLES)
    blocks = [values(kinds @ weights) for weights in resamples(plan.seed, strata, trials, BLOCK, kind.reshape(-1))]
    series = {cell: np.concatenate([block[cell] for block in blocks], axis=1) for cell in counts.measures}
    total = sums.sum(axis=1, keepdims=True)
    return ResampledMeasures(len(numbers), strata, values(total), series, values(total - sums), plan)


def differences(counts: QuestionCounts, measured: ResampledMeasures, names: Sequence[str]) -> Iterator[Difference]:
    """Every two systems by everything that systems are compared by; corrected over pairs."""
    pairs = list(combinations(range(len(names)), 2))
    for cell in counts.measures:
        if cell in counts.compared and pairs:
            raw = [measured.p(cell, *pair) for pair in pairs]
            for (one, two), p, adjusted in zip(pairs, raw, _corrected(raw, measured.plan), strict=True):
                estimate = measured.estimate(cell, one, two)
                tested = (None, None) if estimate.value is None else (p, adjusted)
                yield Difference(cell.row, cell.column, names[one], names[two], estimate, *tested)


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p: each discordant question is a toss of a coin.

    >>> mcnemar(9, 1)
    0.021484375
    """
    total, least = only_first + only_second, min(only_first, only_second)
    as_few = sum(comb(total, few) for few in range(least + 1))
    return float(min(1.0, 2 * as_few / 2**total))


def mcnemar_tests(right: Floats, names: Sequence[str], plan: Plan) -> Iterator[McNemar]:
    """Every two systems by the questions that only one of them answers rightly; `right` is systems × questions."""
    pairs = list(combinations(range(len(names)), 2))
    only = [(int((right[one] > right[two]).sum()), int((right[two] > right[one]).sum())) for one, two in pairs]
    raw = [mcnemar(*counts) for counts in only]
    for (one, two), counts, p, adjusted in zip(pairs, only, raw, _corrected(raw, plan), strict=True):
        yield McNemar(names[one], names[two], *counts, p, adjusted)


def _corrected(p: Sequence[float], plan: Plan) -> list[float]:
    """The p of all pairs, corrected."""
    return list(CORRECTIONS[plan.correction].load()(np.array(p)).tolist()) if p else []
