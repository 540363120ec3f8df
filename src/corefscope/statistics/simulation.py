"""How sure a test set can be: the smallest difference that it shows, and how many documents show this one.

Test sets of any size are simulated: documents are drawn with replacement, each with the counts of both systems. A
simulated set shows a difference if its test would be significant in favour of the better system. Instead of thousands
of exchanges for each of thousands of sets, the test is computed from the *contributions* of documents: the gradient
of the score, at the mean of both systems' sums, times the difference of a document's counts. An exchange changes the
sign of a contribution, so the difference of an exchanged set is a sum of contributions with random signs; its critical
value follows from their second and fourth moments (Cornish and Fisher 1938). With few documents all exchanges are made.

Another true difference than the observed one is simulated by moving all contributions by the same amount, which leaves
their spread from document to document as it is. So each simulated set has one *needed* difference: the smallest true
difference that would be significant in it. The power at a difference is the share of sets that need no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from statistics import NormalDist

import numpy as np

from corefscope.metrics.base import Floats
from corefscope.problems import SettingsError
from corefscope.statistics.draws import every_swap, test_sets
from corefscope.statistics.plan import FEW, Plan
from corefscope.statistics.samples import DRAWN, Samples
from corefscope.statistics.tests import TIE

LEVELS = (0.8, 0.9)
FEWEST, MOST = 4, 30_000  # documents of a simulated test set; always up to four times as many as there are
MANY_TIMES = 64  # a set so many times as large, within MOST, is the largest that is simulated
STEP = 1e-5  # of a sum, to find out how the score changes with it
_NORMAL = NormalDist()


@dataclass(frozen=True)
class SizePower:
    """Test sets of one size: how often they show the observed difference, and the smallest that they show at a level.

    There is no such difference where less than that share of the sets could show any.
    """

    documents: int
    power: float
    detectable: Mapping[float, float | None]


@dataclass(frozen=True)
class MetricPower:
    """One metric: the observed difference, in favour of `better`, and the test sets that would show it.

    `documents` has None for a level that even the largest simulated sets do not reach, and nothing for equal scores.
    """

    metric: str
    better: str
    difference: float
    now: SizePower
    documents: Mapping[float, int | None]
    sizes: tuple[SizePower, ...]


def simulate(samples: Samples, plan: Plan) -> dict[str, MetricPower]:
    """By metric name, the power of test sets of many sizes, each from `plan.trials` simulated ones."""
    groups = len(samples.groups)
    if groups < 2:
        raise SettingsError(
            "nothing-to-resample",
            "power is simulated from how documents differ, and there is only one",
            hint="use a test set of several documents, or --scope and --group of smaller units",
        )
    observed = samples.observed()
    sign = np.where(observed[:, 0] >= observed[:, 1], 1.0, -1.0)
    difference = np.abs(observed[:, 0] - observed[:, 1])
    difference[difference < TIE] = 0.0

    @cache
    def at(size: int) -> list[SizePower]:
        needed = needed_differences(samples, plan, size, difference, sign)
        return [_summary(size, row, each) for row, each in zip(needed, difference.tolist(), strict=True)]

    top = max(4 * groups, min(MANY_TIMES * groups, MOST))

    def unfinished(size: int, above: bool) -> bool:
        """Whether some difference is shown too rarely by sets of this size, or too often by the smallest."""
        found = [each.power for each, gap in zip(at(size), difference, strict=True) if gap]
        return any(each < LEVELS[-1] for each in found) if above else any(each > LEVELS[0] for each in found)

    sizes = {_size(groups, step, top) for step in range(-6, 3)}
    for step in range(3, 1000):
        if max(sizes) >= top or not unfinished(max(sizes), above=True):
            break
        sizes.add(_size(groups, step, top))
    for step in range(-7, -1000, -1):
        if min(sizes) <= FEWEST or not unfinished(min(sizes), above=False):
            break
        sizes.add(_size(groups, step, top))
    curves = [at(size) for size in sorted(sizes)]
    found = {}
    for place, metric in enumerate(samples.metrics):
        curve = tuple(points[place] for points in curves)
        gap = float(difference[place])
        found[metric.name] = MetricPower(
            metric.name,
            samples.systems[0 if sign[place] > 0 else 1],
            gap,
            at(groups)[place],
            {level: documents_for(curve, level) for level in LEVELS} if gap else {},
            curve,
        )
    return found


def _size(groups: int, step: int, top: int) -> int:
    """The size that many half doublings away."""
    return min(max(round(groups * 2 ** (step / 2)), FEWEST), top)


def _summary(size: int, needed: Floats, difference: float) -> SizePower:
    ordered = np.sort(needed)
    power = float(np.searchsorted(ordered, difference - TIE)) / len(ordered)
    detectable: dict[float, float | None] = {}
    for level in LEVELS:
        bound = float(ordered[int(np.ceil(level * len(ordered))) - 1])
        detectable[level] = max(bound, 0.0) if np.isfinite(bound) else None
    return SizePower(size, power if difference else 0.0, detectable)


def documents_for(curve: tuple[SizePower, ...], level: float) -> int | None:
    """The smallest size with this power: between two simulated sizes, the normal quantile of power grows as √size."""
    for low, high in pairwise(curve):
        if low.power < level <= high.power:
            below, above = (_NORMAL.inv_cdf(min(max(each.power, 1e-4), 1 - 1e-4)) for each in (low, high))
            share = (_NORMAL.inv_cdf(level) - below) / (above - below)
            root = low.documents**0.5 + share * (high.documents**0.5 - low.documents**0.5)
            return min(int(np.ceil(root**2)), high.documents)
    return curve[0].documents if curve[0].power >= level else None


def needed_differences(samples: Samples, plan: Plan, size: int, difference: Floats, sign: Floats) -> Floats:
    """Metrics × trials: the smallest true difference that is significant in each simulated test set of this size."""
    trials, groups = plan.trials or 0, len(samples.groups)
    out = np.empty((len(samples.metrics), trials))
    apart = samples.counts[0] - samples.counts[1]  # columns × groups
    first = 0
    block = max(1, min(samples.block, DRAWN // max(size, groups)))
    for weights in test_sets(plan.seed, groups, size, trials, block):
        (sums,) = samples.sums(weights)
        scores = samples.scores([sums])
        gradient = _gradient(samples, sums.mean(axis=0))
        some = slice(first, first + weights.shape[1])
        for place, metric in enumerate(samples.metrics):
            used = samples.used(metric)
            parts = apart[used].T @ (sign[place] * gradient[place][used])  # groups × trials
            gap = sign[place] * (scores[place, 0] - scores[place, 1])
            differing = (apart[used] != 0).any(axis=0).astype(np.float64) @ weights
            needed = _needed(parts, weights, gap, size, plan)
            needed[_out_of_reach(differing, plan)] = np.inf
            out[place, some] = difference[place] + needed
        first = some.stop
    return out


def _out_of_reach(differing: Floats, plan: Plan) -> np.ndarray:
    """Where too few documents differ for any exchange to be significant: p is at least 2/2ᴰ, one-sided 1/2ᴰ."""
    tails = 2 if plan.tail == "two" else 1
    return np.asarray(np.ldexp(float(tails), -np.minimum(differing, 1000).astype(np.int64)) >= plan.alpha)


def _needed(parts: Floats, weights: Floats, gap: Floats, size: int, plan: Plan) -> Floats:
    """By how much the difference of each set would have to be larger to be significant; below 0 where it is."""
    if plan.test != "bootstrap" and size <= FEW:
        return _enumerated(parts, weights, size, plan)
    total = np.einsum("gt,gt->t", weights, parts)
    centred = parts - total / size
    square = centred * centred
    second, fourth = (np.einsum("gt,gt->t", weights, each) for each in (square, square * square))
    with np.errstate(divide="ignore", invalid="ignore"):
        flatness = np.nan_to_num(fourth / second**2)
        if plan.test == "bootstrap":
            skew = np.nan_to_num(np.einsum("gt,gt->t", weights, square * centred) / second**1.5)
            critical = _bootstrap_quantile(flatness - 3 / size, skew, plan)
            return np.asarray(critical * np.sqrt(second) - gap)
    z = _normal_quantile(plan)
    critical = z - flatness * (z**3 - 3 * z) / 12  # the fourth cumulant of a sum with random signs is -2 Σc⁴
    spare = 1 - critical**2 / size  # the moved contributions of the set itself widen what exchanges give
    return np.where(spare > 0, critical * np.sqrt(second / np.maximum(spare, TIE)), np.inf) - gap


def _bootstrap_quantile(kurtosis: Floats, skew: Floats, plan: Plan) -> Floats:
    """The critical value of a resampled sum over its deviation; two-sided, skew matters in the square only."""
    z = _normal_quantile(plan)
    flat = kurtosis * (z**3 - 3 * z) / 24
    if plan.tail == "two":
        return np.asarray(z + flat + skew**2 * (z**5 - 10 * z**3 + 15 * z) / 72)
    return np.asarray(z + skew * (z**2 - 1) / 6 + flat - skew**2 * (2 * z**3 - 5 * z) / 36)


def _normal_quantile(plan: Plan) -> float:
    return _NORMAL.inv_cdf(1 - plan.alpha / (2 if plan.tail == "two" else 1))


def _enumerated(parts: Floats, weights: Floats, size: int, plan: Plan) -> Floats:
    """All exchanges. One is as extreme as the set itself if the exchanged documents' mean contribution is not above 0.

    So p falls as contributions are moved up past the negative means of subsets, and the largest means decide.
    """
    trials = weights.shape[1]
    allowed = int(np.ceil(plan.alpha * 2**size / (2 if plan.tail == "two" else 1))) - 2  # beside the empty exchange
    if allowed < 0:
        return np.full(trials, np.inf)
    which = np.repeat(np.tile(np.arange(len(parts)), trials), weights.T.astype(np.int64).reshape(-1))
    drawn = parts[which.reshape(trials, size).T, np.arange(trials)]  # draws × trials
    subsets = next(iter(every_swap(size, 2**size)))[:, 1:]
    out = np.empty(trials)
    for start in range(0, trials, 256):
        some = slice(start, start + 256)
        means = -(subsets.T @ drawn[:, some]) / subsets.sum(axis=0)[:, None]
        out[some] = np.partition(means, len(means) - 1 - allowed, axis=0)[len(means) - 1 - allowed]
    return size * out


def _gradient(samples: Samples, sums: Floats) -> Floats:
    """Metrics × columns × trials: how each score changes with each sum, by central differences."""
    columns, trials = sums.shape
    step = STEP * np.abs(sums)
    moved = np.broadcast_to(sums, (2, columns, columns, trials)).copy()
    each = np.arange(columns)
    moved[0, each, each] += step
    moved[1, each, each] -= step
    scores = samples.scores([moved])  # metrics × 2 × columns × trials
    change = scores[:, 0] - scores[:, 1]
    return np.divide(change, 2 * step, out=np.zeros_like(change), where=step > 0)
