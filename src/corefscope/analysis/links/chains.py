"""Entities as chains: their mentions as rows of the alignment, in text order."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.model import Integers

Chain = list[int]


@dataclass(frozen=True)
class Chains:
    """The chains of both sides by entity, ordered by first mention, and the index of each row in its chain."""

    key: dict[int, Chain]
    response: dict[int, Chain]
    key_entity: list[int]
    response_entity: list[int]
    key_place: list[int]
    response_place: list[int]

    @staticmethod
    def of(info: MentionInfo) -> Chains:
        alignment = info.evidence.alignment
        order = np.argsort(info.rank, kind="stable").tolist()
        sides = [_chains(entity, order) for entity in (alignment.key_entity, alignment.response_entity)]
        return Chains(
            sides[0][0],
            sides[1][0],
            alignment.key_entity.tolist(),
            alignment.response_entity.tolist(),
            sides[0][1],
            sides[1][1],
        )

    def swapped(self) -> Chains:
        """Swap key and response."""
        return Chains(
            self.response, self.key, self.response_entity, self.key_entity, self.response_place, self.key_place
        )


def _chains(entity: Integers, order: list[int]) -> tuple[dict[int, Chain], list[int]]:
    chains: dict[int, Chain] = defaultdict(list)
    place = [-1] * len(order)
    of_row = entity.tolist()
    for row in order:
        if of_row[row] >= 0:
            place[row] = len(chains[of_row[row]])
            chains[of_row[row]].append(row)
    return dict(chains), place
