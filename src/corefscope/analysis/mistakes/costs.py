"""The mentions and entities with the highest costs, and the most frequent confusions of words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.attribution import SideCosts
from corefscope.analysis.mistakes.antecedents import Link
from corefscope.analysis.mistakes.locations import Location, Locations
from corefscope.analysis.mistakes.mention_info import MentionInfo
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


@dataclass(frozen=True)
class WordConfusion:
    """Two words whose mentions corefer on one side only, with their locations."""

    anaphor: str
    antecedent: str
    places: tuple[tuple[Location, Location], ...]

    @property
    def count(self) -> int:
        return len(self.places)


def confusions(info: MentionInfo, links: Sequence[Link], places: Locations, top: int) -> list[WordConfusion]:
    """Group links by the lower-case heads of anaphor and antecedent, most frequent first."""

    def head(row: int) -> str:
        corpus, mention = info.place(row)
        found = None if corpus.label is not None else corpus.head_of(mention)
        if found is not None and found in corpus.positions(mention):
            word = info.word(row, found)
            if word is not None:
                return word.lower()
        return info.last_word(row).lower()

    groups: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for link in links:
        groups[head(link.anaphor), head(link.antecedent)].append(link)
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))[:top]
    return [
        WordConfusion(*words, tuple((places.row(link.anaphor), places.row(link.antecedent)) for link in found))
        for words, found in ordered
    ]
