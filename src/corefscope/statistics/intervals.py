"""Confidence intervals of scores and differences: percentile and BCa bootstrap (Efron 1987)."""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from corefscope.model import Floats, Integers
from corefscope.statistics.draws import resamples
from corefscope.statistics.samples import Samples

MOST_RESAMPLES = 20_000  # more would move no printed digit that matters, and all of them are kept until they are sorted
_NORMAL = NormalDist()
Levels = tuple[float, float]


class Interval(NamedTuple):
    """A lower and an upper bound."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A number and its interval; None where undefined, or with too little data for an interval."""

    value: float | None
    interval: Interval | None = None


def resampled(samples: Samples, trials: int, seed: int) -> Floats:
    """Metrics × systems × trials: the scores in data resampled within strata."""
    draws = resamples(seed, samples.strata, min(trials, MOST_RESAMPLES), samples.block)
    return np.concatenate([samples.scores(samples.sums(weights)) for weights in draws], axis=-1)


def jackknifed(samples: Samples) -> Floats:
    """Metrics × systems × groups: the scores without one group at a time."""
    return np.concatenate([samples.scores(sums) for sums in samples.without_each()], axis=-1)


def interval(series: Floats, observed: float, without: Floats, strata: Integers, kind: str, alpha: float) -> Interval:
    """Return the bounds of one score, from its resampled and jackknifed values."""
    ordered = np.sort(series)
    levels = (alpha / 2, 1 - alpha / 2)
    if kind == "bca":
        levels = _bca_levels(ordered, observed, without, strata, levels)
    return Interval(*(_quantile(ordered, level) for level in levels))


def _bca_levels(ordered: Floats, observed: float, without: Floats, strata: Integers, levels: Levels) -> Levels:
    """Move the levels by the bias of the resamples, and by how the spread changes with the score."""
    centred = _centred(without, strata)
    squares = float(np.sum(centred**2))
    # Skewness of what each group contributes, within strata; 0 where all contribute alike.
    a = float(np.sum(centred**3)) / (6 * squares**1.5) if squares > 1e-24 else 0.0
    below, through = np.searchsorted(ordered, [observed - 1e-12, observed + 1e-12])
    share = (below + through) / (2 * len(ordered))
    if not 0 < share < 1:
        return levels  # every resample lies on one side: nothing to learn about the bias
    z0 = _NORMAL.inv_cdf(share)
    moved = []
    for level in levels:
        z = z0 + _NORMAL.inv_cdf(level)
        moved.append(_NORMAL.cdf(z0 + z / (1 - a * z)) if a * z < 1 else level)
    return moved[0], moved[1]


def spread(without: Floats, strata: Integers) -> float:
    """The standard deviation, from group to group, of what each contributes to a score (jackknife pseudo-values).

    Of a mean over groups it is the standard deviation of what the mean is taken of.
    """
    groups, free = len(without), len(without) - np.count_nonzero(np.bincount(strata))
    if free < 1:
        return 0.0
    return (groups - 1) * float(np.sqrt(np.sum(_centred(without, strata) ** 2) / free))


def _centred(without: Floats, strata: Integers) -> Floats:
    size = np.bincount(strata)
    mean = np.bincount(strata, without) / np.maximum(size, 1)
    return mean[strata] - without


def _quantile(ordered: Floats, level: float) -> float:
    """Return the value at rank level × (N + 1), interpolated between neighbours."""
    rank = min(max(level * (len(ordered) + 1), 1.0), float(len(ordered)))
    low = int(rank)
    high = min(low + 1, len(ordered))
    return float(ordered[low - 1] + (rank - low) * (ordered[high - 1] - ordered[low - 1]))
