"""What scoring costs a training loop per document, beside a scorer descended from e2e-coref.

    python benchmarks/training_loop.py [PEER.py] [--documents N] [--mentions N]

PEER.py is a module with a CorefEvaluator whose `update` takes predicted and gold clusters and, for both, a dict from
mention to cluster, as metrics.py of e2e-coref; what it imports must be installed. Both sides are given the same
clusters of (start, end) tuples, and the F1 of muc, b3 and ceafe must agree. The time is that of the processor, so
other work on the machine counts less; what is shown is the best of several epochs.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from corefscope.integrations import CorefEvaluator
from corefscope.scoring.scorer import Scorer

Cluster = tuple[tuple[int, int], ...]
Document = tuple[list[Cluster], list[Cluster]]
EPOCHS = 5
TITLES = {"muc": "muc", "b_cubed": "b3", "ceafe": "ceafe"}


def documents(count: int, mentions: int, seed: int = 1) -> list[Document]:
    """Gold and predicted clusters as OntoNotes has them: no singletons, few large entities, a noisy prediction."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        spans = [(start, start + min(int(chance.expovariate(0.6)), 12)) for start in range(0, 3 * mentions, 3)]
        entities = max(mentions // 4, 1)
        gold = {span: int(entities * chance.random() ** 2) for span in spans}
        predicted = {}
        for (start, end), entity in gold.items():
            luck = chance.random()
            if luck < 0.9:
                predicted[start, end + (luck < 0.1)] = entity if luck < 0.8 else int(entities * chance.random() ** 2)
        made.append((_clusters(gold), _clusters(predicted)))
    return made


def _clusters(entity_of: dict[tuple[int, int], int]) -> list[Cluster]:
    clusters: dict[int, list[tuple[int, int]]] = {}
    for span, entity in entity_of.items():
        clusters.setdefault(entity, []).append(span)
    return [tuple(cluster) for cluster in clusters.values() if len(cluster) > 1]


def with_corefscope(epoch: list[Document], metrics: list[str]) -> dict[str, float]:
    scorer = Scorer(metrics)
    for gold, predicted in epoch:
        scorer.update(gold, predicted)
    return scorer.result().f1


def with_peer(peer: Any, epoch: list[Document]) -> dict[str, float]:
    """As training code calls it: the dicts from mention to cluster are part of the work."""
    return _evaluated(peer.CorefEvaluator(), epoch)


def with_its_face(epoch: list[Document]) -> dict[str, float]:
    """The same calls to the class of corefscope that takes the other's place."""
    return _evaluated(CorefEvaluator(), epoch)


def with_lists(epoch: list[Document]) -> dict[str, float]:
    """Clusters as JSON has them: lists of lists."""
    return with_corefscope(epoch, ["muc", "b3", "ceafe"])


def _evaluated(evaluator: Any, epoch: list[Document]) -> dict[str, float]:
    for gold, predicted in epoch:
        of_gold = {mention: cluster for cluster in gold for mention in cluster}
        of_predicted = {mention: cluster for cluster in predicted for mention in cluster}
        evaluator.update(predicted, gold, of_predicted, of_gold)
    names = [getattr(each.metric, "__name__", each.metric) for each in evaluator.evaluators]
    scores = zip(names, evaluator.evaluators, strict=True)
    return {TITLES.get(name, name): each.get_f1() for name, each in scores if name in {*TITLES, *TITLES.values()}}


def timed(work: Callable[[], dict[str, float]]) -> tuple[float, dict[str, float]]:
    best, outcome = float("inf"), {}
    for _ in range(EPOCHS):
        start = time.process_time()
        outcome = work()
        best = min(best, time.process_time() - start)
    return best, outcome


@dataclass(frozen=True)
class Loop:
    """Milliseconds per document: ours with seven metrics and with the three of the other, and the other's.

    `face` is the class of corefscope with the other's methods and numbers, `lists` is ours with lists for tuples.
    """

    seven: float
    three: float
    lists: float
    face: float
    other: float | None


def measured(peer: str | None, count: int, mentions: int) -> Loop:
    """One loop beside the other's; ends the program if an F1 differs."""
    epoch = documents(count, mentions)
    seven, _ = timed(lambda: with_corefscope(epoch, ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea"]))
    three, scores = timed(lambda: with_corefscope(epoch, ["muc", "b3", "ceafe"]))
    plain: Any = [tuple([[list(span) for span in cluster] for cluster in side] for side in each) for each in epoch]
    lists, of_lists = timed(lambda: with_lists(plain))
    face, of_face = timed(lambda: with_its_face(epoch))
    other, numbers = None, scores
    if peer:
        module = loaded(peer)
        other, numbers = timed(lambda: with_peer(module, epoch))
    for name, value in numbers.items():
        for found in (scores, of_lists, of_face):
            if abs(found[name] - value) > 1e-9:
                raise SystemExit(f"{name} is {found[name]:.6f} here and {value:.6f} there")
    times = (seven, three, lists, face, other)
    return Loop(*(None if seconds is None else 1000 * seconds / len(epoch) for seconds in times))


def loaded(path: str) -> Any:
    """The other's module; it may import a solver that scikit-learn no longer has, for which SciPy's stands in."""
    found = importlib.util.spec_from_file_location("peer", path)
    if found is None or found.loader is None:
        raise SystemExit(f"{path} is no Python module")
    stands_in = ModuleType("sklearn.utils.linear_assignment_")
    stands_in.linear_assignment = lambda costs: np.transpose(linear_sum_assignment(costs))
    for name in ("sklearn", "sklearn.utils"):
        sys.modules.setdefault(name, ModuleType(name))
    sys.modules.setdefault(stands_in.__name__, stands_in)
    peer = importlib.util.module_from_spec(found)
    found.loader.exec_module(peer)
    return peer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("peer", nargs="?")
    parser.add_argument("--documents", type=int, default=348)
    parser.add_argument("--mentions", type=int, default=57)
    arguments = parser.parse_args()
    loop = measured(arguments.peer, arguments.documents, arguments.mentions)
    print(f"{arguments.documents} documents of {arguments.mentions} mentions; milliseconds per document")
    print(f"{'corefscope, seven metrics':<32}{loop.seven:>8.3f}")
    print(f"{'corefscope, muc b3 ceafe':<32}{loop.three:>8.3f}")
    print(f"{'the same from lists':<32}{loop.lists:>8.3f}")
    print(f"{'its CorefEvaluator':<32}{loop.face:>8.3f}")
    if loop.other is not None:
        print(f"{'the other, muc b3 ceafe':<32}{loop.other:>8.3f}")
        print(f"corefscope takes {loop.seven / loop.other:.2f} of that with seven metrics, ", end="")
        print(f"{loop.three / loop.other:.2f} with the same, its CorefEvaluator {loop.face / loop.other:.2f}; ", end="")
        print("the F1 of the three is the same")


if __name__ == "__main__":
    main()
