"""Every system's score with its interval and rank, and every comparison with its difference, p-value and verdict."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefscope.model import Floats
from corefscope.problems import Notice, Notices
from corefscope.scoring.inputs import check_system_names, system_number
from corefscope.statistics import tests
from corefscope.statistics.intervals import MOST_RESAMPLES, Interval, interval, jackknifed, resampled, spread
from corefscope.statistics.plan import CORRECTIONS, TESTS, USUAL_TRIALS, Plan
from corefscope.statistics.samples import Samples

SIGNIFICANT, NOT_SHOWN, UNREACHABLE = "significant", "not significant", "cannot be shown"
# With fewer documents intervals are too narrow, and p of the bootstrap too small; docs/significance.md has simulations.
FEW_FOR_BOOTSTRAP, FEW_FOR_P = 20, 50
TOO_FEW = "too few documents"
NOTHING_TO_RESAMPLE = f"{TOO_FEW} to resample: there are no intervals, and no difference can be significant"


@dataclass(frozen=True)
class SystemScore:
    """A system under one metric; without interval or rank if documents are too few, or rank if there is a baseline."""

    system: str
    score: float
    interval: Interval | None
    rank: int | None


@dataclass(frozen=True)
class SystemPair:
    """Two systems under one metric: first minus second.

    `effect` is the difference over its standard deviation from group to group; for a mean over documents it is
    Cohen's d of paired samples. None where there is no such deviation. `reachable` is the smallest corrected p that
    there could have been; if even that is not below alpha, the verdict is “cannot be shown”.
    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    effect: float | None
    p: float
    corrected: float
    reachable: float
    verdict: str

    @property
    def winner(self) -> str | None:
        """The system that is better, if one is."""
        return {"better": self.first, "worse": self.second}.get(self.standing)

    @property
    def loser(self) -> str | None:
        return {"better": self.second, "worse": self.first}.get(self.standing)

    @property
    def standing(self) -> str:
        """The verdict on the first system: better, worse, no difference, or cannot be shown."""
        significant = "better" if self.difference > 0 else "worse"
        return {SIGNIFICANT: significant, NOT_SHOWN: "no difference"}.get(self.verdict, self.verdict)


@dataclass(frozen=True)
class TestResults:
    """By metric name: the standings of all systems, and all comparisons. `plan` is the plan that was carried out."""

    plan: Plan
    baseline: str | None
    groups: tuple[str, ...]
    standings: Mapping[str, tuple[SystemScore, ...]]
    pairs: Mapping[str, tuple[SystemPair, ...]]
    notices: tuple[Notice, ...]

    def pair(self, metric: str, first: str, second: str) -> SystemPair | None:
        """Return the comparison of two systems in this order, or None if it was not made."""
        return next((pair for pair in self.pairs[metric] if (pair.first, pair.second) == (first, second)), None)


def run_tests(samples: Samples, plan: Plan, baseline: str | None = None) -> TestResults:
    """Test, correct and rank. The family of comparisons is all pairs under one metric, or all with the baseline.

    Two-sided, a pair is one comparison. One-sided, the question is whether the first is better: than the baseline, or,
    without one, each than each other, so that every pair makes two comparisons.
    """
    systems = samples.systems
    check_system_names(systems, len(systems))
    numbers = range(len(systems))
    if baseline is None:
        # Every pair once: each system with those after it.
        anchors = [(one, np.arange(one + 1, len(systems))) for one in numbers[:-1]]
        compared = list((itertools.combinations if plan.tail == "two" else itertools.permutations)(numbers, 2))
    else:
        anchor = system_number(baseline, systems)
        baseline = systems[anchor]
        anchors = [(anchor, np.delete(np.arange(len(systems)), anchor))]
        compared = [(number, anchor) for number in numbers if number != anchor]
    plan = plan.resolved(len(samples.groups), len(compared))
    test: tests.TestFunction = TESTS[plan.test].load()
    p, smallest = test(samples, anchors, plan)
    resamples = _Resamples(samples, plan)
    standings, pairs = {}, {}
    for place, metric in enumerate(samples.metrics):
        scores = [resamples.score(place, number) for number in numbers]
        has_intervals = any(bounds for _, bounds in scores)
        tested = _pairs(resamples, place, compared, p[place], smallest[place], has_intervals)
        rank: Mapping[str, int | None] = dict.fromkeys(systems)
        if baseline is None and len(samples.groups) > 1:
            rank = ranks(systems, [(pair.winner, pair.loser) for pair in tested if pair.winner and pair.loser])
        pairs[metric.name] = tuple(tested)
        standings[metric.name] = tuple(
            SystemScore(name, *score, rank[name]) for name, score in zip(systems, scores, strict=True)
        )
    return TestResults(plan, baseline, samples.groups, standings, pairs, tuple(_notices(samples, plan, pairs)))


def ranks(systems: Sequence[str], better: Iterable[tuple[str, str]]) -> dict[str, int]:
    """1 + the number of systems significantly better, as in Moosavi & Strube (2016), Table 5.

    >>> ranks(["a", "b", "c"], [("a", "c"), ("b", "c")])
    {'a': 1, 'b': 1, 'c': 3}
    """
    pairs = set(better)
    return {system: 1 + sum(loser == system for _, loser in pairs) for system in systems}


class _Resamples:
    """Scores (metrics × systems) with what intervals and effects are made of, if groups can be resampled."""

    def __init__(self, samples: Samples, plan: Plan) -> None:
        self.samples, self.plan, self.observed = samples, plan, samples.observed()
        self.of_parts = samples.part_scores(samples.totals())
        self.series = resampled(samples, plan.trials or 0, plan.seed) if samples.can_be_resampled else None
        self.without = jackknifed(samples) if samples.can_be_resampled else None

    def interval(self, metric: int, one: int, other: int | None = None) -> Interval | None:
        """Of a score, or of the difference of two that have the same strata as the whole."""
        if self.series is None or self.without is None or not self._have_all(one, other):
            return None
        series, without, observed = (
            values[metric, one] - (0.0 if other is None else values[metric, other])
            for values in (self.series, self.without, self.observed)
        )
        return interval(series, float(observed), without, self.samples.strata, self.plan.interval, self.plan.alpha)

    def _have_all(self, one: int, other: int | None) -> bool:
        """Whether two systems are compared on all strata; a single score counts 0 for those that it lacks."""
        return other is None or bool(self.samples.in_common(one, np.array([other])).all())

    def score(self, metric: int, system: int) -> tuple[float, Interval | None]:
        """Return the exact number of `score`, which fixed point may round, and its interval if defined."""
        if not self.samples.exact:
            return float(self.observed[metric, system]), self.interval(metric, system)
        field, exact = self.samples.field, self.samples.exact[system][self.samples.metrics[metric].name]
        return getattr(exact, field), None if field in exact.undefined else self.interval(metric, system)

    def difference(self, metric: int, one: int, other: int) -> tuple[float, float | None]:
        """The difference of two scores, and over its standard deviation from group to group."""
        value = float(self.samples.differences(self.of_parts, one, np.array([other]))[metric, 0, 0])
        value = 0.0 if abs(value) < tests.TIE else value
        if self.without is None or not self._have_all(one, other):
            return value, None
        deviation = spread(self.without[metric, one] - self.without[metric, other], self.samples.strata)
        return value, value / deviation if deviation > 1e-12 else None


def _pairs(
    resamples: _Resamples,
    metric: int,
    compared: Sequence[tuple[int, int]],
    p: Floats,
    smallest: Floats,
    has_intervals: bool,
) -> list[SystemPair]:
    """The comparisons under one metric."""
    plan, systems = resamples.plan, resamples.samples.systems
    raw, bound = (np.array([each[pair] for pair in compared]) for each in (p, smallest))
    corrected = CORRECTIONS[plan.correction].load()(raw)
    reachable = tests.smallest_possible(raw, bound, plan.correction, plan.alpha)
    pairs = []
    for place, (one, other) in enumerate(compared):
        p_values = float(raw[place]), float(corrected[place]), float(reachable[place])
        difference, effect = resamples.difference(metric, one, other)
        verdict = NOT_SHOWN
        if p_values[1] < plan.alpha:
            verdict = SIGNIFICANT
        elif difference and p_values[2] >= plan.alpha:
            verdict = UNREACHABLE
        bounds = resamples.interval(metric, one, other) if has_intervals else None
        pairs.append(SystemPair(systems[one], systems[other], difference, bounds, effect, *p_values, verdict))
    return pairs


def _notices(samples: Samples, plan: Plan, pairs: Mapping[str, tuple[SystemPair, ...]]) -> Notices:
    notices = Notices()
    groups, sizes = len(samples.groups), np.bincount(samples.strata)
    counted = f"{groups} documents or groups"
    if groups == 1:
        notices.add("one-document-only", NOTHING_TO_RESAMPLE)
    elif not samples.can_be_resampled:
        notices.add("one-document-only", f"each of {groups} data sets has one document, {TOO_FEW} for intervals")
    else:
        if groups < FEW_FOR_BOOTSTRAP:
            text = f"intervals from {counted} are too narrow; {FEW_FOR_BOOTSTRAP} or more are better"
            notices.add("few-documents", text)
        if alone := int((sizes == 1).sum()):
            text = f"{alone} of {len(sizes)} data sets have one document, {TOO_FEW} to say how they vary"
            notices.add("one-document-only", f"{text}: intervals are too narrow")
        resamples = min(plan.trials or USUAL_TRIALS, MOST_RESAMPLES)
        if (resamples + 1) * plan.alpha / 2 < 1:
            text = f"{resamples:,} resamples have no bounds at this level, so intervals are their range: raise --trials"
            notices.add("few-trials", text)
        if plan.test == "bootstrap" and groups < FEW_FOR_P:
            text = f"its p-values from {counted} are too small: use randomization"
            notices.add("few-documents-for-bootstrap", text)
    for metric, tested in pairs.items():
        for pair in tested:
            if pair.verdict == UNREACHABLE:
                text = f"{metric}: {pair.first} and {pair.second}: p could not have been below {pair.reachable:.3g}"
                notices.add("out-of-reach", text)
    return notices
