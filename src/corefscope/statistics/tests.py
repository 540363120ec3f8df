"""Is the difference between two systems larger than chance makes it? For all pairs and metrics in one pass.

Approximate randomization (Noreen 1989): if two systems are equally good, then so are they with their outputs
exchanged in any groups of units. The share of exchanges that give a difference at least as large is p. With few groups
all exchanges are made and p is exact. The paired bootstrap (Efron & Tibshirani 1993; Berg-Kirkpatrick et al. 2012)
asks instead how often the difference in resampled data strays from the observed one by as much as that is from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from corefscope.model import Floats, Integers
from corefscope.statistics.draws import every_swap, resamples, swaps
from corefscope.statistics.samples import Samples

TIE = 1e-12  # differences that differ by less are the same, despite the last digit of a division
Anchor = tuple[int, Integers]  # a system and those it is compared with
DifferenceBlock = tuple[int, Integers, Floats]  # of a system to others: metrics × others × trials


class Probabilities(NamedTuple):
    """Metrics × systems × systems: p of “they differ”, and of “the first is better”; 1 where nothing was compared."""

    differ: Floats
    better: Floats
    smallest: Floats  # p of “they differ” cannot be smaller, however large the difference; of “better”: half of it


TestFunction = Callable[[Samples, Sequence[Anchor], int, int], Probabilities]  # with the number of trials and the seed


def anchors(systems: int, baseline: int | None = None) -> list[Anchor]:
    """Every pair once: each system with those after it, or the baseline with all others."""
    if baseline is not None:
        return [(baseline, np.delete(np.arange(systems), baseline))]
    return [(one, np.arange(one + 1, systems)) for one in range(systems - 1)]


def randomization(samples: Samples, pairs: Sequence[Anchor], trials: int, seed: int) -> Probabilities:
    """p = (c + 1) / (N + 1) of N random exchanges."""
    blocks = _exchanged(samples, pairs, swaps(seed, len(samples.groups), trials, samples.block))
    smallest = np.maximum(_smallest(samples, pairs), 1 / (trials + 1))
    return _probabilities(samples, pairs, blocks, trials, 1, smallest)


def exact(samples: Samples, pairs: Sequence[Anchor], trials: int, seed: int) -> Probabilities:
    """p = c / 2ᴳ of all exchanges of G groups, whatever the trials and the seed."""
    groups = len(samples.groups)
    blocks = _exchanged(samples, pairs, every_swap(groups, samples.block))
    return _probabilities(samples, pairs, blocks, 2**groups, 0, _smallest(samples, pairs))


def paired_bootstrap(samples: Samples, pairs: Sequence[Anchor], trials: int, seed: int) -> Probabilities:
    """p = (c + 1) / (N + 1) of N resamples, by how far their differences lie from the observed one."""
    observed = samples.observed()

    def blocks() -> Iterator[DifferenceBlock]:
        for weights in resamples(seed, samples.strata, trials, samples.block):
            scores = samples.scores(samples.sums(weights))
            for anchor, others in pairs:
                seen = (observed[:, [anchor]] - observed[:, others])[:, :, None]
                yield anchor, others, scores[:, [anchor]] - scores[:, others] - seen

    # Systems that differ in one group differ by as much in every resample of it: that is no evidence.
    smallest = np.where(_smallest(samples, pairs) < 1, 1 / (trials + 1), 1.0)
    raw = _probabilities(samples, pairs, blocks(), trials, 1, smallest)
    return Probabilities(np.maximum(raw.differ, smallest), np.maximum(raw.better, smallest / 2), smallest)


def _exchanged(samples: Samples, pairs: Sequence[Anchor], exchanges: Iterable[Floats]) -> Iterator[DifferenceBlock]:
    """Yield the differences after each exchange."""
    totals = samples.totals()
    for weights in exchanges:
        moved = samples.sums(weights)
        for anchor, others in pairs:
            one, two = [], []
            for total, part in zip(totals, moved, strict=True):
                # What is exchanged leaves one sum and enters the other: each system is multiplied once, not each pair.
                change = part[others] - part[anchor]
                one.append(total[anchor] + change)
                two.append(total[others] - change)
            yield anchor, others, samples.scores(one) - samples.scores(two)


def _probabilities(
    samples: Samples,
    pairs: Sequence[Anchor],
    blocks: Iterable[DifferenceBlock],
    trials: int,
    extra: int,
    smallest: Floats,
) -> Probabilities:
    """The share of trials whose difference is at least as large as the observed one, which is `extra` trials more."""
    observed = samples.observed()
    either, above = np.zeros(smallest.shape, np.int64), np.zeros(smallest.shape, np.int64)
    for anchor, others, difference in blocks:
        seen = (observed[:, [anchor]] - observed[:, others])[:, :, None]
        either[:, anchor, others] += np.count_nonzero(np.abs(difference) >= np.abs(seen) - TIE, axis=2)
        above[:, anchor, others] += np.count_nonzero(difference >= seen - TIE, axis=2)
        above[:, others, anchor] += np.count_nonzero(difference <= seen + TIE, axis=2)
    differ, better = np.ones(smallest.shape), np.ones(smallest.shape)
    for one, others in pairs:
        both = (either[:, one, others] + extra) / (trials + extra)
        differ[:, one, others] = differ[:, others, one] = both
        better[:, one, others] = (above[:, one, others] + extra) / (trials + extra)
        better[:, others, one] = (above[:, others, one] + extra) / (trials + extra)
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
