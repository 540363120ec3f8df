"""What each step of reading does to the entities of a response."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscope.arrays import Flags, changes, distinct, order
from corefscope.metrics.evidence import Evidence
from corefscope.model import Integers


@dataclass(frozen=True)
class Churn:
    """What a step did to the entities of a response.

    `new` entities have their first mention in it, `grown` ones had mentions before and have more now. An entity stands
    for the key entity with which it has most mentions in common, and stays with it until another has more; `switched`
    counts the entities that stand for another key entity than before the step.
    """

    new: int
    grown: int
    switched: int


def churns(evidence: Evidence, place: Integers, steps: int) -> list[Churn]:
    """The churn of each step; `place` is the step of each row of the alignment."""
    alignment, key, response = evidence.alignment, evidence.matched_key, evidence.matched_response
    there = np.flatnonzero(alignment.response_entity >= 0)
    start = np.where(
        alignment.key_row >= 0,
        np.append(key.start, 0)[alignment.key_row],
        np.append(response.start, 0)[alignment.response_row],
    )
    rows = there[np.lexsort((start[there], place[there]))]
    rows = rows[order(alignment.response_entity[rows])]  # entity by entity, each in text order
    entity, other, step = (each[rows].astype(np.int64) for each in (
        alignment.response_entity, alignment.key_entity, place
    ))  # fmt: skip
    first = changes(entity)
    touched = first | changes(step)
    new = np.bincount(step[first], minlength=steps)
    grown = np.bincount(step[touched & ~first], minlength=steps)
    switched = np.bincount(_switches(entity, other, step), minlength=steps)
    return [Churn(*each) for each in zip(new.tolist(), grown.tolist(), switched.tolist(), strict=True)]


def _switches(entity: Integers, other: Integers, step: Integers) -> Integers:
    """The steps of all switches; mentions are sorted by entity and place."""
    matched = other >= 0
    entity, other, step = entity[matched], other[matched], step[matched]
    by_cell = order(distinct(entity * (int(other.max(initial=0)) + 1) + other)[1])
    count = np.empty(len(entity), np.int64)  # of the mentions of the cell so far
    count[by_cell] = _places(changes(entity[by_cell]) | changes(other[by_cell]))
    # The entity stands for the other one of its last mention that made a cell larger than any before it.
    height = entity * (len(entity) + 1) + count
    leads = np.append(True, height[1:] > np.maximum.accumulate(height)[:-1])[: len(entity)]
    entity, other, step = entity[leads], other[leads], step[leads]
    last = np.append(changes(entity)[1:] | changes(step)[1:], True)[: len(entity)]
    entity, other, step = entity[last], other[last], step[last]
    return step[~changes(entity) & changes(other)]


def _places(first: Flags) -> Integers:
    """The place of each row in its group, from 1; the first rows of the groups are marked."""
    begin = np.flatnonzero(first)
    return np.arange(1, len(first) + 1) - np.repeat(begin, np.diff(begin, append=len(first)))
