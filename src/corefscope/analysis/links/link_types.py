"""Recall and precision of links by the types of their two ends: name–name, name–pronoun and so on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscope.analysis.attribution.mention_cells import cells
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.metrics.base import f_measure
from corefscope.model import TYPES, Integers

# Pairs are unordered; names come first, unknown types last.
ORDER = ("name", "nominal", "pronoun", "unknown")


@dataclass(frozen=True)
class LinkTypes:
    """The number of links between mentions of two types in the key, the response, and both."""

    types: tuple[str, str]
    both: int
    key: int
    response: int

    @property
    def recall(self) -> float:
        return self.both / self.key if self.key else 0.0

    @property
    def precision(self) -> float:
        return self.both / self.response if self.response else 0.0

    @property
    def f1(self) -> float:
        return f_measure(self.recall, self.precision)


def links_by_type(info: MentionInfo) -> list[LinkTypes]:
    """Count links by type from the type counts of entities and cells, without listing links.

    The sums over all pairs are the counts of `pairwise`.
    """
    alignment, types = info.evidence.alignment, info.types.astype(np.int64)
    groups = (cells(alignment)[0], alignment.key_entity, alignment.response_entity)
    both, key, response = (_pairs(group, types) for group in groups)
    number = [TYPES.index(name) for name in ORDER]
    return [
        LinkTypes((ORDER[one], ORDER[two]), *(int(side[number[one], number[two]]) for side in (both, key, response)))
        for one in range(len(ORDER))
        for two in range(one, len(ORDER))
        if key[number[one], number[two]] or response[number[one], number[two]]
    ]


def _pairs(group: Integers, types: Integers) -> Integers:
    """Count pairs of mentions within groups by their types; the matrix is symmetric."""
    there = group >= 0
    groups = int(group.max(initial=-1)) + 1
    counts = np.bincount(group[there] * len(TYPES) + types[there], minlength=groups * len(TYPES))
    counts = counts.reshape(groups, len(TYPES)).astype(np.int64)
    pairs = counts.T @ counts
    np.fill_diagonal(pairs, (counts * (counts - 1) // 2).sum(axis=0))
    return pairs
