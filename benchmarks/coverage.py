"""How often intervals hold the truth and tests cry wolf, by simulation on documents drawn from a large corpus.

    python benchmarks/coverage.py [REPEATS [DOCUMENTS]]

A corpus of 4,000 documents and two noisy systems stand for all documents there could be; the score of a system
on all of them is the truth. Again and again a few documents are drawn, and intervals and tests are made from these
alone. A 95% interval should hold the truth in 95 of 100 cases. For the tests the two systems are made equally good, by
exchanging their outputs at random in every document: p below 0.05 should come in 5 of 100 cases.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import numpy as np

from corefscope.scoring.pipeline import score
from corefscope.statistics.intervals import interval, jackknifed, resampled
from corefscope.statistics.samples import Samples, fixed_point
from corefscope.statistics.tests import anchors, exact, paired_bootstrap, randomization

METRICS = ("muc", "b3", "ceafe", "lea", "conll")
SIZES = (5, 10, 20, 50, 100)
TRIALS, ALPHA = 1000, 0.05
Clusters = list[list[int]]


def document(chance: random.Random) -> Clusters:
    """Many small entities and few large ones; documents of very different length."""
    mention = iter(range(10_000))
    length = int(2 + chance.expovariate(0.12))
    return [[next(mention) for _ in range(int(1 + chance.expovariate(0.5)))] for _ in range(length)]


def noisy(chance: random.Random, key: Clusters) -> Clusters:
    """Mentions are missed and moved, in some documents more than in others."""
    rate = min(0.9, chance.expovariate(4))
    moved: Clusters = [[] for _ in key]
    for place, cluster in enumerate(key):
        for mention in cluster:
            if chance.random() > rate / 2:
                moved[chance.randrange(len(key)) if chance.random() < rate else place].append(mention)
    return [cluster for cluster in moved if cluster]


def population(documents: int) -> Samples:
    chance = random.Random(1)
    key = {str(number): document(chance) for number in range(documents)}
    systems = [{name: noisy(chance, clusters) for name, clusters in key.items()} for _ in range(2)]
    return Samples.of_result(score(key, *systems, metrics=METRICS, names=["a", "b"]))


def drawn(whole: Samples, size: int, draw: np.random.Generator, exchanged: bool) -> Samples:
    """So many documents; with `exchanged` the systems change places at random, so that neither is better."""
    chosen = draw.integers(len(whole.groups), size=size)
    counts = whole.counts[:, :, chosen].copy()
    if exchanged:
        moved = draw.random(size) < 0.5
        counts[:, :, moved] = counts[::-1][:, :, moved]
    groups = tuple(whole.groups[number] for number in chosen)
    return replace(whole, groups=groups, strata=np.zeros(size, np.int64), counts=fixed_point(counts))


def main(repeats: int, documents: int) -> None:
    whole = population(documents)
    truth = whole.observed()
    draw = np.random.default_rng(2)
    print(f"{repeats} draws of each size; {TRIALS:,} trials; intervals of {1 - ALPHA:.0%}; percent of draws")
    print(f"{'documents':<11}{'what':<14}" + "".join(f"{name:>8}" for name in METRICS))
    for size in SIZES:
        held = {kind: np.zeros(len(METRICS)) for kind in ("percentile", "bca")}
        below = {"randomization": np.zeros(len(METRICS)), "bootstrap": np.zeros(len(METRICS))}
        for seed in range(repeats):
            sample = drawn(whole, size, draw, exchanged=False)
            series, without, observed = resampled(sample, TRIALS, seed), jackknifed(sample), sample.observed()
            for kind, counted in held.items():
                for place in range(len(METRICS)):
                    one = (series[place, 0], float(observed[place, 0]), without[place, 0])
                    low, high = interval(*one, sample.strata, kind, ALPHA)
                    counted[place] += low <= truth[place, 0] <= high
            sample = drawn(whole, size, draw, exchanged=True)
            test = exact if size <= 12 else randomization
            below["randomization"] += test(sample, anchors(2), TRIALS, seed).differ[:, 0, 1] < ALPHA
            below["bootstrap"] += paired_bootstrap(sample, anchors(2), TRIALS, seed).differ[:, 0, 1] < ALPHA
        for kind, counted in {**held, **below}.items():
            print(f"{size:<11}{kind:<14}" + "".join(f"{100 * n / repeats:>8.1f}" for n in counted))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*given, *(2000, 4000)[len(given) :])
