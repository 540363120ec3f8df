"""Every system's score with its interval and rank, and every comparison with its difference, p-value and verdict."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.metrics.base import Floats
from corefscope.problems import Notice, Notices, SettingsError, UnknownName
from corefscope.statistics import tests
from corefscope.statistics.corrections import smallest_reachable
from corefscope.statistics.intervals import MOST_RESAMPLES, Interval, interval, jackknifed, resampled, spread
from corefscope.statistics.plan import CORRECTIONS, TESTS, USUAL_TRIALS, Plan
from corefscope.statistics.ranking import ranks
from corefscope.statistics.samples import Samples

SIGNIFICANT, NOT_SHOWN, UNREACHABLE = "significant", "not significant", "cannot be shown"
FEW_FOR_BOOTSTRAP = 20  # with fewer documents intervals are too narrow: docs/significance.md has the simulation
TOO_FEW = "too few documents"
NOTHING_TO_RESAMPLE = f"{TOO_FEW}: there is nothing to resample, so no intervals, and no difference can be shown"


@dataclass(frozen=True)
class Standing:
    """A system under one metric; without interval or rank where documents are too few, or rank beside a baseline."""

    system: str
    score: float
    interval: Interval | None
    rank: int | None


@dataclass(frozen=True)
class Pair:
    """Two systems under one metric: first minus second.

    `effect` is the difference over its standard deviation from group to group; for a mean over documents it is
    Cohen's d of paired samples. None where there is no such deviation. `reachable` is the smallest corrected p that
    there could have been; the verdict is that the difference cannot be shown where even that is not below alpha.
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
        """What may be said of the first: better or worse than the second, no difference, or that it cannot be shown."""
        if self.verdict == SIGNIFICANT:
            return "better" if self.difference > 0 else "worse"
        return "cannot be shown" if self.verdict == UNREACHABLE else "no difference"


@dataclass(frozen=True)
class Judgement:
    """By metric name: the standings of all systems, and all comparisons. `plan` is what was really done."""

    plan: Plan
    baseline: str | None
    groups: tuple[str, ...]
    standings: Mapping[str, tuple[Standing, ...]]
    pairs: Mapping[str, tuple[Pair, ...]]
    notices: tuple[Notice, ...]

    def pair(self, metric: str, first: str, second: str) -> Pair | None:
        """The comparison of two systems in this order, or None if it was not made."""
        return next((pair for pair in self.pairs[metric] if (pair.first, pair.second) == (first, second)), None)


def judge(samples: Samples, plan: Plan, baseline: str | None = None) -> Judgement:
    """Test, correct and rank. The family of comparisons is all pairs under one metric, or all with the baseline.

    Two-sided, a pair is one comparison. One-sided, the question is whether the first is better: than the baseline, or,
    without one, each than each other, so that every pair makes two comparisons.
    """
    if baseline is not None and baseline not in samples.systems:
        raise UnknownName("system", baseline, samples.systems)
    _check_names(samples.systems)
    compared = _compared(samples.systems, plan.tail, baseline)
    plan = plan.settled(len(samples.groups), len(compared))
    anchor = None if baseline is None else samples.systems.index(baseline)
    made = _tested(samples, plan, tests.anchors(len(samples.systems), anchor))
    scores = _Scores(samples, plan)
    standings, pairs = {}, {}
    for place, metric in enumerate(samples.metrics):
        p = (made.differ if plan.tail == "two" else made.better)[place]
        smallest = made.smallest[place] / (1 if plan.tail == "two" else 2)
        found = _pairs(scores, place, compared, p, np.minimum(smallest, 1.0), plan)
        rank: Mapping[str, int | None] = dict.fromkeys(samples.systems)
        if baseline is None and len(samples.groups) > 1:
            rank = ranks(samples.systems, [(pair.winner, pair.loser) for pair in found if pair.winner and pair.loser])
        pairs[metric.name] = tuple(found)
        standings[metric.name] = tuple(
            Standing(name, float(scores.observed[place, number]), scores.interval(place, number), rank[name])
            for number, name in enumerate(samples.systems)
        )
    notices = _notices(samples, plan, pairs)
    return Judgement(plan, baseline, samples.groups, standings, pairs, tuple(notices))


def _check_names(systems: tuple[str, ...]) -> None:
    for name in systems:
        if systems.count(name) > 1:
            raise SettingsError("bad-names", f"two systems are called {quoted(name)}", hint="--names tells them apart")


def _compared(systems: tuple[str, ...], tail: str, baseline: str | None) -> list[tuple[int, int]]:
    if baseline is not None:
        other = systems.index(baseline)
        return [(number, other) for number in range(len(systems)) if number != other]
    choose = itertools.combinations if tail == "two" else itertools.permutations
    return list(choose(range(len(systems)), 2))


def _tested(samples: Samples, plan: Plan, anchors: list[tests.Anchor]) -> tests.Probabilities:
    found: tests.Probabilities = TESTS[plan.test].load()(samples, anchors, plan.trials or 0, plan.seed)
    return found


class _Scores:
    """Scores with what intervals and effects are made of."""

    def __init__(self, samples: Samples, plan: Plan) -> None:
        self.samples, self.plan = samples, plan
        self.observed = samples.observed()
        self.many = samples.can_be_resampled
        if self.many:
            self.series = resampled(samples, plan.trials or 0, plan.seed)
            self.without = jackknifed(samples)

    def interval(self, metric: int, one: int, other: int | None = None) -> Interval | None:
        """Of a score, or of the difference of two."""
        if not self.many:
            return None
        series, without, observed = self.series[metric, one], self.without[metric, one], self.observed[metric, one]
        if other is not None:
            series = series - self.series[metric, other]
            without = without - self.without[metric, other]
            observed = observed - self.observed[metric, other]
        plan = self.plan
        return interval(series, float(observed), without, self.samples.strata, plan.interval, plan.alpha)

    def difference(self, metric: int, one: int, other: int) -> float:
        value = float(self.observed[metric, one] - self.observed[metric, other])
        return 0.0 if abs(value) < tests.TIE else value

    def effect(self, metric: int, one: int, other: int) -> float | None:
        if not self.many:
            return None
        deviation = spread(self.without[metric, one] - self.without[metric, other], self.samples.strata)
        return self.difference(metric, one, other) / deviation if deviation > 1e-12 else None


def _pairs(
    scores: _Scores, metric: int, compared: list[tuple[int, int]], p: Floats, smallest: Floats, plan: Plan
) -> list[Pair]:
    raw = np.array([p[pair] for pair in compared])
    bound = np.array([smallest[pair] for pair in compared])
    corrected = CORRECTIONS[plan.correction].load()(raw)
    reachable = smallest_reachable(raw, bound, plan.correction, plan.alpha)
    names = scores.samples.systems
    found = []
    for place, (one, other) in enumerate(compared):
        verdict = SIGNIFICANT if corrected[place] < plan.alpha else NOT_SHOWN
        difference = scores.difference(metric, one, other)
        if difference and verdict == NOT_SHOWN and reachable[place] >= plan.alpha:
            verdict = UNREACHABLE
        found.append(
            Pair(
                first=names[one],
                second=names[other],
                difference=difference,
                interval=scores.interval(metric, one, other),
                effect=scores.effect(metric, one, other),
                p=float(raw[place]),
                corrected=float(corrected[place]),
                reachable=float(reachable[place]),
                verdict=verdict,
            )
        )
    return found


def _notices(samples: Samples, plan: Plan, pairs: Mapping[str, tuple[Pair, ...]]) -> Notices:
    notices = Notices()
    groups = len(samples.groups)
    counted = "1 document or group" if groups == 1 else f"{groups} documents or groups"
    if groups == 1:
        notices.add("one-document-only", NOTHING_TO_RESAMPLE)
    elif not samples.can_be_resampled:
        notices.add("one-document-only", f"each of {groups} data sets has one document, {TOO_FEW} for intervals")
    elif groups < FEW_FOR_BOOTSTRAP:
        notices.add("few-documents", f"intervals from {counted} are too narrow; {FEW_FOR_BOOTSTRAP} or more are better")
    sizes = np.bincount(samples.strata)
    alone = int((sizes == 1).sum())
    resamples = min(plan.trials or USUAL_TRIALS, MOST_RESAMPLES)
    if alone and samples.can_be_resampled:
        text = f"{alone} of {len(sizes)} data sets have one document, {TOO_FEW} to say how they vary"
        notices.add("one-document-only", f"{text}: intervals are too narrow")
    if samples.can_be_resampled and (resamples + 1) * plan.alpha / 2 < 1:
        text = f"{resamples:,} resamples have no bounds at this level, so intervals are their range: raise --trials"
        notices.add("few-trials", text)
    if samples.can_be_resampled and groups < TESTS[plan.test].fewest:
        text = f"its p-values from {counted} are too small: use randomization"
        notices.add(f"few documents for the {plan.test}", text)
    for metric, found in pairs.items():
        for pair in found:
            if pair.verdict == UNREACHABLE:
                text = f"{metric}: {pair.first} and {pair.second}: p could not have been below {pair.reachable:.3g}"
                notices.add("out-of-reach", text)
    return notices
