"""Is the difference between two systems larger than chance makes it? For all pairs and metrics in one pass.

Approximate randomization (Noreen 1989): if two systems are equally good, then so are they with their outputs
exchanged in any groups of units. The share of exchanges that give a difference at least as large is p. With few groups
all exchanges are made and p is exact. The paired bootstrap (Efron & Tibshirani 1993; Berg-Kirkpatrick et al. 2012)
asks instead how often the difference in resampled data strays from the observed one by as much as that is from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from corefscope.metrics.base import Floats
from corefscope.model import Integers
from corefscope.statistics.draws import every_swap, resamples, swaps
from corefscope.statistics.samples import Samples

TIE = 1e-12  # differences that differ by less are the same, despite the last digit of a division
Anchor = tuple[int, Integers]  # a system and those it is compared with


@dataclass(frozen=True)
class Probabilities:
    """Metrics × systems × systems: p of “they differ”, and of “the first is better”; 1 where nothing was compared."""

    differ: Floats
    better: Floats
    smallest: Floats  # p of “they differ” cannot be smaller, however large the difference; of “better”: half of it


def anchors(systems: int, baseline: int | None = None) -> list[Anchor]:
    """Every pair once: each system with those after it, or the baseline with all others."""
    if baseline is not None:
        return [(baseline, np.delete(np.arange(systems), baseline))]
    return [(one, np.arange(one + 1, systems)) for one in range(systems - 1)]


def randomization(samples: Samples, pairs: Sequence[Anchor], trials: int, seed: int) -> Probabilities:
    """p = (c + 1) / (N + 1) of N random exchanges."""
    counted = _exchanged(samples, pairs, swaps(seed, len(samples.groups), trials, samples.block))
    return counted.probabilities(pairs, trials, 1, np.maximum(_smallest(samples, pairs), 1 / (trials + 1)))


def exact(samples: Samples, pairs: Sequence[Anchor], trials: int, seed: int) -> Probabilities:
    """p = c / 2ᴳ of all exchanges of G groups, whatever the trials and the seed."""
    groups = len(samples.groups)
    counted = _exchanged(samples, pairs, every_swap(groups, samples.block))
    return counted.probabilities(pairs, 2**groups, 0, _smallest(samples, pairs))


def _exchanged(samples: Samples, pairs: Sequence[Anchor], made: Iterable[Floats]) -> _Count:
    """Count the differences after each exchange."""
    counted = _Count(samples)
    totals = samples.totals()
    for weights in made:
        moved = samples.sums(weights)
        for anchor, others in pairs:
            one, two = [], []
            for total, part in zip(totals, moved, strict=True):
                # What is exchanged leaves one sum and enters the other: each system is multiplied once, not each pair.
                change = part[others] - part[anchor]
                one.append(total[anchor] + change)
                two.append(total[others] - change)
            counted.add(anchor, others, samples.scores(one) - samples.scores(two), shifted=False)
    return counted


def paired_bootstrap(samples: Samples, pairs: Sequence[Anchor], trials: int, seed: int) -> Probabilities:
    """p = (c + 1) / (N + 1) of N resamples."""
    counted = _Count(samples)
    for weights in resamples(seed, samples.strata, trials, samples.block):
        scores = samples.scores(samples.sums(weights))
        for anchor, others in pairs:
            counted.add(anchor, others, scores[:, [anchor]] - scores[:, others], shifted=True)
    # Systems that differ in one group differ by as much in every resample of it: that is no evidence.
    smallest = np.where(_smallest(samples, pairs) < 1, 1 / (trials + 1), 1.0)
    found = counted.probabilities(pairs, trials, 1, smallest)
    return Probabilities(np.maximum(found.differ, smallest), np.maximum(found.better, smallest / 2), smallest)


class _Count:
    """In how many trials a difference is at least as large as the observed one."""

    def __init__(self, samples: Samples) -> None:
        self.observed = samples.observed()
        shape = (len(samples.metrics), len(samples.systems), len(samples.systems))
        self.either, self.above = np.zeros(shape, np.int64), np.zeros(shape, np.int64)

    def add(self, anchor: int, others: Integers, difference: Floats, shifted: bool) -> None:
        """Add a block of trials, metrics × others × trials."""
        seen = (self.observed[:, [anchor]] - self.observed[:, others])[:, :, None]
        if shifted:
            difference = difference - seen
        self.either[:, anchor, others] += np.count_nonzero(np.abs(difference) >= np.abs(seen) - TIE, axis=2)
        self.above[:, anchor, others] += np.count_nonzero(difference >= seen - TIE, axis=2)
        self.above[:, others, anchor] += np.count_nonzero(difference <= seen + TIE, axis=2)

    def probabilities(self, pairs: Iterable[Anchor], trials: int, extra: int, smallest: Floats) -> Probabilities:
        differ, better = np.ones(self.either.shape), np.ones(self.either.shape)
        for one, others in pairs:
            both = (self.either[:, one, others] + extra) / (trials + extra)
            differ[:, one, others] = differ[:, others, one] = both
            better[:, one, others] = (self.above[:, one, others] + extra) / (trials + extra)
            better[:, others, one] = (self.above[:, others, one] + extra) / (trials + extra)
        return Probabilities(differ, better, smallest)


def _smallest(samples: Samples, pairs: Sequence[Anchor]) -> Floats:
    """Of G groups in which two systems have different counts, 2 of 2ᴳ exchanges are always as extreme: none and all."""
    systems = len(samples.systems)
    smallest = np.ones((len(samples.metrics), systems, systems))
    for place, metric in enumerate(samples.metrics):
        counts = samples.counts[:, samples.used(metric)]
        for one, others in pairs:
            groups = np.count_nonzero((counts[others] != counts[one]).any(axis=1), axis=1)
            bound = np.minimum(np.ldexp(2.0, -np.minimum(groups, 1000)), 1.0)
            smallest[place, one, others] = smallest[place, others, one] = bound
    return smallest
