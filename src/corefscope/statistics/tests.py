"""Is the difference between two systems larger than chance would make it? For all pairs and metrics in one pass.

Approximate randomization (Noreen 1989): if two systems are equally good, then so are they with their outputs
exchanged in any groups of units. The share of exchanges that give a difference at least as large is p. With few groups
all exchanges are made and p is exact. The paired bootstrap (Efron & Tibshirani 1993; Berg-Kirkpatrick et al. 2012)
asks instead how often the difference in resampled data strays from the observed one by as much as that is from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from corefscope.model import Floats, Integers
from corefscope.statistics.draws import every_swap, resamples, swaps
from corefscope.statistics.plan import CORRECTIONS, Plan
from corefscope.statistics.samples import Samples

TIE = 1e-12  # differences that differ by less are the same, despite the last digit of a division
Anchor = tuple[int, Integers]  # a system and those it is compared with
DifferenceBlock = tuple[int, Integers, Floats]  # of a system to others: metrics × others × trials
# Metrics × systems × systems: p under the plan's tail, of “they differ” or “the first is better”; and the smallest p
# that there can be, however large the difference.
Probabilities = tuple[Floats, Floats]
TestFunction = Callable[[Samples, Sequence[Anchor], Plan], Probabilities]


def randomization(samples: Samples, pairs: Sequence[Anchor], plan: Plan) -> Probabilities:
    """p = (c + 1) / (N + 1) of N random exchanges."""
    trials = plan.trials or 0
    blocks = _exchanged(samples, pairs, swaps(plan.seed, len(samples.groups), trials, samples.block))
    smallest = np.maximum(_smallest(samples, pairs), 1 / (trials + 1))
    return _probabilities(samples, plan, blocks, trials, 1, smallest)


def exact(samples: Samples, pairs: Sequence[Anchor], plan: Plan) -> Probabilities:
    """p = c / 2ᴳ of all exchanges of G groups, whatever the trials and the seed."""
    groups = len(samples.groups)
    blocks = _exchanged(samples, pairs, every_swap(groups, samples.block))
    return _probabilities(samples, plan, blocks, 2**groups, 0, _smallest(samples, pairs))


def paired_bootstrap(samples: Samples, pairs: Sequence[Anchor], plan: Plan) -> Probabilities:
    """p = (c + 1) / (N + 1) of N resamples, by how far their differences lie from the observed one."""
    observed, trials = samples.part_scores(samples.totals()), plan.trials or 0

    def blocks() -> Iterator[DifferenceBlock]:
        for weights in resamples(plan.seed, samples.strata, trials, samples.block):
            scores = samples.part_scores(samples.sums(weights))
            for anchor, others in pairs:
                seen = samples.differences(observed, anchor, others)
                yield anchor, others, samples.differences(scores, anchor, others) - seen

    # Systems that differ in one group differ by as much in every resample of it: that proves nothing.
    smallest = np.where(_smallest(samples, pairs) < 1, 1 / (trials + 1), 1.0)
    p, smallest = _probabilities(samples, plan, blocks(), trials, 1, smallest)
    return np.maximum(p, smallest), smallest


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
            parts = zip(samples.part_scores(one), samples.part_scores(two), strict=True)
            yield anchor, others, samples.mean_in_common([first - second for first, second in parts], anchor, others)


def _probabilities(
    samples: Samples, plan: Plan, blocks: Iterable[DifferenceBlock], trials: int, extra: int, smallest: Floats
) -> Probabilities:
    """The share of trials whose difference is at least as large as the observed one, which is `extra` trials more."""
    observed, count = samples.part_scores(samples.totals()), np.zeros(smallest.shape, np.int64)
    for anchor, others, difference in blocks:
        seen = samples.differences(observed, anchor, others)
        if plan.tail == "two":
            count[:, anchor, others] += np.count_nonzero(np.abs(difference) >= np.abs(seen) - TIE, axis=2)
            count[:, others, anchor] = count[:, anchor, others]
        else:
            count[:, anchor, others] += np.count_nonzero(difference >= seen - TIE, axis=2)
            count[:, others, anchor] += np.count_nonzero(difference <= seen + TIE, axis=2)
    return (count + extra) / (trials + extra), smallest if plan.tail == "two" else smallest / 2


def _smallest(samples: Samples, pairs: Sequence[Anchor]) -> Floats:
    """Of G groups in which two systems have different counts, 2 of 2ᴳ exchanges are always as extreme: none and all."""
    systems = len(samples.systems)
    smallest = np.ones((len(samples.metrics), systems, systems))
    for place, metric in enumerate(samples.metrics):
        counts = samples.counts[:, samples.used(metric)]
        for one, others in pairs:
            differ = (counts[others] != counts[one]).any(axis=1)
            groups = np.count_nonzero(differ & samples.in_common(one, others)[samples.strata].T, axis=1)
            bound = np.minimum(np.ldexp(2.0, -np.minimum(groups, 1000)), 1.0)
            smallest[place, one, others] = smallest[place, others, one] = bound
    return smallest


# Corrections for making many comparisons at once: of many true nulls, some look false by luck.


def holm(p: Floats) -> Floats:
    """The chance of even one false finding in the family stays below alpha (Holm 1979).

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, kind="stable")
    return _restored(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), order)


def benjamini_hochberg(p: Floats) -> Floats:
    """The expected share of false findings among all findings stays below alpha (Benjamini & Hochberg 1995).

    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.04, 0.04]
    """
    order = np.argsort(p, kind="stable")
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    return _restored(np.minimum.accumulate(scaled[::-1])[::-1], order)


def none(p: Floats) -> Floats:
    """Each comparison for itself: right only if it was the only one planned."""
    return p.copy()


def _restored(sorted_values: Floats, order: np.ndarray) -> Floats:
    values = np.empty_like(sorted_values)
    values[order] = np.minimum(sorted_values, 1.0)
    return values


def smallest_possible(p: Floats, smallest: Floats, correction: str, alpha: float) -> Floats:
    """Return the smallest corrected p that each comparison could have had, with the p of all others fixed.

    If even that is not below alpha, no difference could be significant: there are too few documents or trials.
    """
    correct = CORRECTIONS[correction].load()
    best = np.minimum(smallest * len(p), 1.0)
    for place in np.flatnonzero(best >= alpha):
        with_it = p.copy()
        with_it[place] = smallest[place]
        best[place] = correct(with_it)[place]
    return best
