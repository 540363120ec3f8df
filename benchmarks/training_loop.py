"""What scoring costs a training loop per document, beside a scorer descended from e2e-coref.

    python benchmarks/training_loop.py [PEER.py] [--documents N] [--mentions N]

PEER.py is a module with a CorefEvaluator whose `update` takes predicted and gold clusters and, for both, a dict from
mention to cluster; what it imports must be installed. Both sides are given the same clusters of (start, end) tuples,
and the F1 of muc, b3 and ceafe must agree. The time is that of the processor, so other work on the machine counts
less; what is shown is the best of several epochs.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Callable
from typing import Any

from corefscope.scorer import Scorer

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
    evaluator = peer.CorefEvaluator()
    for gold, predicted in epoch:
        of_gold = {mention: cluster for cluster in gold for mention in cluster}
        of_predicted = {mention: cluster for cluster in predicted for mention in cluster}
        evaluator.update(predicted, gold, of_predicted, of_gold)
    return {TITLES[each.metric.__name__]: each.get_f1() for each in evaluator.evaluators if _known(each)}


def _known(evaluator: Any) -> bool:
    return getattr(evaluator.metric, "__name__", "") in TITLES


def timed(work: Callable[[], dict[str, float]]) -> tuple[float, dict[str, float]]:
    best, outcome = float("inf"), {}
    for _ in range(EPOCHS):
        start = time.process_time()
        outcome = work()
        best = min(best, time.process_time() - start)
    return best, outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("peer", nargs="?")
    parser.add_argument("--documents", type=int, default=348)
    parser.add_argument("--mentions", type=int, default=57)
    arguments = parser.parse_args()
    epoch = documents(arguments.documents, arguments.mentions)
    print(f"{len(epoch)} documents of {arguments.mentions} mentions; milliseconds per document")
    default, _ = timed(lambda: with_corefscope(epoch, ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea"]))
    three, scores = timed(lambda: with_corefscope(epoch, ["muc", "b3", "ceafe"]))
    print(f"{'corefscope, seven metrics':<32}{1000 * default / len(epoch):>8.3f}")
    print(f"{'corefscope, muc b3 ceafe':<32}{1000 * three / len(epoch):>8.3f}")
    if arguments.peer:
        found = importlib.util.spec_from_file_location("peer", arguments.peer)
        if found is None or found.loader is None:
            raise SystemExit(f"{arguments.peer} is no Python module")
        peer = importlib.util.module_from_spec(found)
        found.loader.exec_module(peer)
        theirs, numbers = timed(lambda: with_peer(peer, epoch))
        print(f"{'the other, ' + ' '.join(numbers):<32}{1000 * theirs / len(epoch):>8.3f}")
        print(f"corefscope takes {default / theirs:.2f} of that with seven metrics, {three / theirs:.2f} with the same")
        for name, value in numbers.items():
            if abs(scores[name] - value) > 1e-9:
                raise SystemExit(f"{name} is {scores[name]:.6f} here and {value:.6f} there")
        print(f"the F1 of {', '.join(numbers)} is the same")


if __name__ == "__main__":
    main()
