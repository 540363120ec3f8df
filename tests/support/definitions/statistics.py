"""Tests and intervals literally, with plain loops over trials, groups and systems; the bits are those of PCG64."""

import math
from statistics import NormalDist

import numpy as np


def words(seed, count):
    return [int(word) for word in np.random.PCG64(np.random.SeedSequence(seed)).random_raw(count)]


def swaps(seed, groups, trials):
    """Trial by trial, group by group: whether to exchange. 64 groups per word, the lowest bit first."""
    each = math.ceil(groups / 64)
    raw = words(seed, trials * each)
    return [[raw[trial * each + group // 64] >> (group % 64) & 1 for group in range(groups)] for trial in range(trials)]


def all_swaps(groups):
    return [[number >> group & 1 for group in range(groups)] for number in range(2**groups)]


def resamples(seed, strata, trials):
    """Trial by trial, the groups drawn: two draws per word, the lower half first, each within its stratum."""
    groups = len(strata)
    each = math.ceil(groups / 2)
    raw = words(seed, trials * each)
    drawn = []
    for trial in range(trials):
        row = []
        for place in range(groups):
            half = raw[trial * each + place // 2] >> (32 * (place % 2)) & (2**32 - 1)
            own = [group for group in range(groups) if strata[group] == strata[place]]
            row.append(own[half * len(own) >> 32])
        drawn.append(row)
    return drawn


def summed(rows):
    """Rows of counts added up, tally by tally."""
    out = {}
    for row in rows:
        for tally, counts in row.items():
            for name, value in counts.items():
                out.setdefault(tally, {}).setdefault(name, []).append(value)
    return {tally: {name: math.fsum(values) for name, values in counts.items()} for tally, counts in out.items()}


def randomization(one, two, score, exchanges, tail="two"):
    """How many exchanges give a difference at least as large as there is."""
    observed = score(summed(one)) - score(summed(two))
    count = 0
    for exchange in exchanges:
        first = [b if moved else a for a, b, moved in zip(one, two, exchange, strict=True)]
        second = [a if moved else b for a, b, moved in zip(one, two, exchange, strict=True)]
        difference = score(summed(first)) - score(summed(second))
        if tail == "two":
            count += abs(difference) >= abs(observed) - 1e-12
        else:
            count += difference >= observed - 1e-12
    return count


def bootstrap(one, two, score, draws, tail="two"):
    observed = score(summed(one)) - score(summed(two))
    count = 0
    for draw in draws:
        difference = score(summed(one[g] for g in draw)) - score(summed(two[g] for g in draw)) - observed
        count += (abs(difference) >= abs(observed) - 1e-12) if tail == "two" else (difference >= observed - 1e-12)
    return count


def quantile(values, level):
    ordered = sorted(values)
    rank = min(max(level * (len(ordered) + 1), 1), len(ordered))
    low = int(rank)
    if low == len(ordered):
        return ordered[-1]
    return ordered[low - 1] + (rank - low) * (ordered[low] - ordered[low - 1])


def percentile(rows, score, draws, alpha):
    values = [score(summed(rows[group] for group in draw)) for draw in draws]
    return quantile(values, alpha / 2), quantile(values, 1 - alpha / 2)


def bca(rows, score, draws, alpha):
    """Efron & Tibshirani (1993), chapter 14.3; resamples equal to the score count half."""
    normal = NormalDist()
    observed = score(summed(rows))
    values = [score(summed(rows[group] for group in draw)) for draw in draws]
    below = sum(value < observed - 1e-12 for value in values)
    equal = sum(abs(value - observed) <= 1e-12 for value in values)
    z0 = normal.inv_cdf((below + equal / 2) / len(values))
    without = [score(summed(rows[:group] + rows[group + 1 :])) for group in range(len(rows))]
    mean = sum(without) / len(without)
    a = sum((mean - each) ** 3 for each in without) / (6 * sum((mean - each) ** 2 for each in without) ** 1.5)

    def level(z):
        return normal.cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))

    bounds = [level(normal.inv_cdf(share)) for share in (alpha / 2, 1 - alpha / 2)]
    return tuple(quantile(values, bound) for bound in bounds)


def holm(p):
    """Step down: the k-th smallest is multiplied by how many are left, and none is smaller than one before it."""
    adjusted, largest = {}, 0.0
    for step, place in enumerate(sorted(range(len(p)), key=lambda place: p[place])):
        largest = max(largest, min(1.0, (len(p) - step) * p[place]))
        adjusted[place] = largest
    return [adjusted[place] for place in range(len(p))]


def benjamini_hochberg(p):
    """The smallest of p × family / rank among all that are not smaller."""
    order = sorted(p)
    return [min(1.0, min(len(p) * q / (order.index(q) + order.count(q)) for q in order if q >= each)) for each in p]
