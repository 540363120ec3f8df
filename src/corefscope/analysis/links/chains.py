"""Entities as chains: their mentions as rows of the alignment, in text order."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.model import Integers

Chain = list[int]


class Chains(NamedTuple):
    """The chains of one side by entity, ordered by first mention; entity of each row, and its index in its chain."""

    by_entity: dict[int, Chain]
    entity: list[int]
    place: list[int]

    @staticmethod
    def of(info: MentionInfo) -> tuple[Chains, Chains]:
        """Return the chains of key and response."""
        alignment = info.evidence.alignment
        order = np.argsort(info.rank, kind="stable").tolist()
        return _chains(alignment.key_entity, order), _chains(alignment.response_entity, order)


def _chains(entity: Integers, order: list[int]) -> Chains:
    chains: dict[int, Chain] = defaultdict(list)
    place = [-1] * len(order)
    of_row = entity.tolist()
    for row in order:
        if of_row[row] >= 0:
            place[row] = len(chains[of_row[row]])
            chains[of_row[row]].append(row)
    return Chains(dict(chains), of_row, place)
