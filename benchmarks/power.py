"""How good the simulated tests of `corefscope power` are: the same test sets, judged by them and by the full tests.

    python benchmarks/power.py [SETS [DOCUMENTS]]

Documents of very different length and two systems, one a little worse, as in coverage.py. Test sets of each size are
drawn from them; each is judged by the contributions of its documents, and by all exchanges or resamples of the test.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import numpy as np

from corefscope.scoring.pipeline import score
from corefscope.statistics.draws import test_sets
from corefscope.statistics.plan import FEW, TESTS, Plan
from corefscope.statistics.samples import Samples
from corefscope.statistics.simulation import needed_differences
from corefscope.statistics.tests import TIE
from coverage import document, noisy

METRICS = ("conll", "lea", "blanc")
SIZES = (8, 16, 30, 50, 100, 200)
TRIALS, ALPHA = 1000, 0.05


def systems(documents: int) -> Samples:
    """Two systems with mistakes of their own; the second has more of them in every second document."""
    chance = random.Random(1)
    key = {str(number): document(chance) for number in range(documents)}
    one = {name: noisy(chance, clusters) for name, clusters in key.items()}
    two = {name: noisy(chance, clusters) for name, clusters in key.items()}
    two = {name: noisy(chance, clusters) if chance.random() < 0.5 else clusters for name, clusters in two.items()}
    found = Samples.of_result(score(key, one, two, metrics=METRICS, names=["one", "two"]))
    observed = found.observed()
    assert (observed[:, 0] > observed[:, 1]).all(), observed
    return found


def full(samples: Samples, weights: np.ndarray, test: str) -> np.ndarray:
    """Metrics × sets: whether the real test shows that the first system is better."""
    shown = []
    for column in weights.T:
        chosen = np.repeat(np.arange(len(samples.groups)), column.astype(np.int64))
        size = len(chosen)
        counts = np.ascontiguousarray(samples.counts[:, :, chosen])
        sample = replace(samples, groups=("",) * size, strata=np.zeros(size, np.int64), counts=counts)
        name = "exact" if test == "randomization" and size <= FEW else test
        found = TESTS[name].load()(sample, [(0, np.array([1]))], TRIALS, 7)
        observed = sample.observed()
        shown.append((found.differ[:, 0, 1] < ALPHA) & (observed[:, 0] > observed[:, 1]))
    return np.array(shown).T


def main(sets: int, documents: int) -> None:
    samples = systems(documents)
    observed = samples.observed()
    gap = observed[:, 0] - observed[:, 1]
    print(f"{sets} test sets of each size; {TRIALS:,} trials of the full test; percent of sets")
    print(f"{'test':<15}{'documents':<11}" + "".join(f"{name:>8}{'full':>8}{'same':>8}" for name in METRICS))
    for test in ("randomization", "bootstrap"):
        for size in SIZES:
            plan = Plan(test=test, trials=sets, alpha=ALPHA)
            ours = needed_differences(samples, plan, size, gap, np.ones(len(gap))) < (gap - TIE)[:, None]
            weights = next(iter(test_sets(plan.seed, documents, size, sets, sets)))
            theirs = full(samples, weights, test)
            shares = (
                (each.mean(), other.mean(), (each == other).mean()) for each, other in zip(ours, theirs, strict=True)
            )
            print(f"{test:<15}{size:<11}" + "".join(f"{100 * value:>8.1f}" for three in shares for value in three))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*given, *(300, 150)[len(given) :])
