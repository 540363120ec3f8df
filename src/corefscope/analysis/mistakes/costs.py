"""The mentions and entities with the highest costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.attribution import SideCosts
from corefscope.analysis.mistakes.locations import Location, Locations
from corefscope.model import Corpus


@dataclass(frozen=True)
class Cost:
    """A mention, or an entity by its first mention, and its cost in recall or precision, as a fraction of 1."""

    row: int  # of the mention in its corpus
    place: Location
    mentions: int
    cost: float


def costly_mentions(part: SideCosts, side: str, places: Locations, top: int) -> list[Cost]:
    """Return the mentions with the highest costs; equal costs in file order."""
    return [Cost(row, places.of(side, row), 1, float(part.cost[row])) for row in _largest(part.cost, top)]


def costly_entities(part: SideCosts, corpus: Corpus, side: str, places: Locations, top: int) -> list[Cost]:
    """Return the entities with the highest costs, each with its first mention in the file."""
    costs = part.by_entity()
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    first = np.zeros(corpus.entity_count, np.int64)
    first[corpus.entity[::-1]] = np.arange(corpus.mention_count)[::-1]
    return [
        Cost(int(first[entity]), places.of(side, int(first[entity])), int(size[entity]), float(costs[entity]))
        for entity in _largest(costs, top)
    ]


def _largest(costs: np.ndarray, top: int) -> list[int]:
    order = np.argsort(-np.round(costs, 12), kind="stable")[:top]
    return [row for row in order.tolist() if costs[row] > 1e-12]
