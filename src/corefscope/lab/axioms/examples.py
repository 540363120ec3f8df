"""The papers' own examples about axioms, and how finely a metric tells responses apart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from corefscope.lab.papers.printed import Partition, example
from corefscope.lab.partitions import Clusters, clusters, scores, sized
from corefscope.metrics import Score

EQUAL = 1e-9


@dataclass(frozen=True)
class Example:
    """A key and named responses that a paper ranks."""

    title: str
    said: str
    key: Clusters
    responses: dict[str, Clusters]

    def scores(self, metrics: Sequence[str]) -> list[dict[str, Score]]:
        return scores([(self.key, response) for response in self.responses.values()], metrics)

    def order(self, values: Sequence[float]) -> str:
        """The responses from high to low, those of one score joined by =."""
        names = list(self.responses)
        ranked = sorted(range(len(names)), key=lambda place: -round(values[place], 9))
        text = names[ranked[0]]
        for before, place in itertools.pairwise(ranked):
            text += ("=" if abs(values[before] - values[place]) <= EQUAL else ">") + names[place]
        return text


# Recasens & Hovy 2011, Figure 4: 0 1 2 are Barack Obama, the president, Obama; 3 Sarkozy, 4 Berlin, 5 the UN, 6 today.
_FIGURE_4 = sized(3, 1, 1, 1, 1)
# Figure 5: 0 1 2 as before; 3 4 the French capital, Paris; 5 6 the Democrats, the Democrats.
_FIGURE_5 = sized(3, 2, 2)
_TABLE_8 = example("recasens2011", "Table 8")


def _counted_from_0(partition: Partition) -> Clusters:
    return clusters([mention - 1 for mention in entity] for entity in partition)


def gold_1() -> Clusters:
    """Recasens & Hovy 2011, Table 8: 61 singletons and entities of four, three and two mentions."""
    return _counted_from_0(_TABLE_8[0])


EXAMPLES = {
    "Figure 4": Example(
        "Recasens & Hovy 2011, Figure 4",
        "Amigó's rag bag asks for S2>S1, Recasens & Hovy for S1=S2",
        _FIGURE_4,
        {"S1": clusters([(0, 1, 2, 3), (4,), (5,), (6,)]), "S2": clusters([(0, 1, 2), (3, 4, 5, 6)])},
    ),
    "Figure 5": Example(
        "Recasens & Hovy 2011, Figure 5",
        "Amigó's size against quantity asks for S2>S1, Recasens & Hovy for S1=S2",
        _FIGURE_5,
        {"S1": clusters([(0, 1, 2), (3,), (4,), (5,), (6,)]), "S2": clusters([(0, 1), (2,), (3, 4), (5, 6)])},
    ),
    "Table 8": Example(
        "Recasens & Hovy 2011, Table 8",
        "their intuition asks for A>B>C>D>E>F>G>H",
        gold_1(),
        {name: _counted_from_0(response) for name, response in _TABLE_8[1].items()},
    ),
}


@dataclass(frozen=True)
class Granularity:
    """How F1 spreads over responses to one key, from untouched to taken apart at random."""

    responses: int
    values: int  # different scores
    tenths: int  # tenths of [0, 1] in which a score lies
    crowded: float  # the largest share of scores in one tenth

    def as_object(self) -> dict[str, Any]:
        return asdict(self)


def granularity(metrics: Sequence[str], trials: int, seed: int) -> dict[str, Granularity]:
    """Of Recasens & Hovy's Gold₁, moved away from step by step: their desiderata 4 and 5.

    The first response moves one mention, the last as many as there are; each move is to a random entity or out of it.
    """
    random = Random(f"{seed} granularity")
    gold = gold_1()
    responses = list(dict.fromkeys(_moved(random, gold, 1 + number * 70 // trials) for number in range(trials)))
    rows = scores([(gold, response) for response in responses], metrics)
    return {metric: _spread([row[metric].f1 for row in rows]) for metric in metrics}


def _moved(random: Random, key: Clusters, moves: int) -> Clusters:
    entities = [list(entity) for entity in key]
    for _ in range(moves):
        source = random.choice([entity for entity in entities if entity])
        mention = source.pop(random.randrange(len(source)))
        random.choice(entities).append(mention)
    return clusters(entities)


def _spread(values: Sequence[float]) -> Granularity:
    tenths = [min(int(10 * max(value, 0.0) + EQUAL), 9) for value in values]
    crowded = max(tenths.count(tenth) for tenth in set(tenths)) / len(values)
    return Granularity(len(values), len({round(value, 9) for value in values}), len(set(tenths)), crowded)
