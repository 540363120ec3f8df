"""The papers' own examples about axioms, and how finely a metric distinguishes responses."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from corefscope.lab.papers.printed import example
from corefscope.lab.partitions import EQUAL, Clusters, clusters, numbered, scores
from corefscope.metrics import Score


@dataclass(frozen=True)
class Example:
    """A key and named responses that Recasens & Hovy (2011) rank."""

    name: str
    said: str

    @property
    def title(self) -> str:
        return f"Recasens & Hovy 2011, {self.name}"

    @property
    def key(self) -> Clusters:
        return numbered(example(f"recasens2011 {self.name}").key)

    @property
    def responses(self) -> dict[str, Clusters]:
        return {name: numbered(one) for name, one in example(f"recasens2011 {self.name}").responses.items()}

    def scores(self, metrics: Sequence[str]) -> list[dict[str, Score]]:
        return scores([(self.key, response) for response in self.responses.values()], metrics)

    def order(self, values: Sequence[float]) -> str:
        """Return the responses from high to low, those of one score joined by =."""
        names = list(self.responses)
        ranked = sorted(range(len(names)), key=lambda place: -round(values[place], 9))
        text = names[ranked[0]]
        for before, place in itertools.pairwise(ranked):
            text += ("=" if abs(values[before] - values[place]) <= EQUAL else ">") + names[place]
        return text


# In Figures 4 and 5, mentions 1 to 3 are Barack Obama, the president, Obama. The others are Sarkozy, Berlin, the UN
# and today in Figure 4; the French capital, Paris, the Democrats (twice) in Figure 5.
EXAMPLES = {
    one.name: one
    for one in (
        Example("Figure 4", "Amigó's rag bag asks for S2>S1, Recasens & Hovy for S1=S2"),
        Example("Figure 5", "Amigó's size against quantity asks for S2>S1, Recasens & Hovy for S1=S2"),
        Example("Table 8", "their intuition asks for A>B>C>D>E>F>G>H"),
    )
}


@dataclass(frozen=True)
class Granularity:
    """How F1 spreads over responses to one key, from few mentions moved to all."""

    responses: int
    values: int  # different scores
    tenths: int  # tenths of [0, 1] in which a score lies
    crowded: float  # the largest share of scores in one tenth


def granularity(metrics: Sequence[str], trials: int, seed: int) -> dict[str, Granularity]:
    """Measure the spread for Recasens & Hovy's Gold₁, changed step by step: their desiderata 4 and 5.

    The first response moves one mention, the last as many as there are; each move is to a random entity or out of it.
    """
    random = Random(f"{seed} granularity")
    gold = EXAMPLES["Table 8"].key
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
