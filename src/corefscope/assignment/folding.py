"""Remove entities that share mentions with only one other, before the alignment is searched.

Such an entity is of use only to that other, its hub: the hub can always have the weight a of their cell, and
gains only w - a from any other cell of weight w. So the entity goes, every other cell of the hub loses a,
cells that gain nothing go too, and that may leave more entities with one cell. The best total of what is
left plus the sum of all a is the best total of the whole. Trees vanish; of most Tables next to nothing is left.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from corefscope import arrays
from corefscope.model import Floats, Integers

# All such entities are folded at once while that removes this share of the cells; then one by one.
WORTHWHILE = 0.05
# Folding one by one visits at most this many times the remaining cells.
PATIENCE = 4


class Folded(NamedTuple):
    """The remaining cells with their gains, and the folds to undo."""

    key: Integers  # of all cells
    response: Integers
    left: Integers  # the remaining cells
    gain: Floats  # of each remaining cell
    folds: tuple[tuple[str, Integers], ...]  # the side of the hubs and one cell for each, in order

    def unfold(self, aligned: Integers, keys: int, responses: int) -> Integers:
        """Extend the best alignment of the remaining cells to the best alignment of all cells."""
        used = {"key": np.zeros(keys, bool), "response": np.zeros(responses, bool)}
        used["key"][self.key[aligned]] = used["response"][self.response[aligned]] = True
        chosen = [aligned]
        for side, cells in reversed(self.folds):
            # An unaligned hub takes the entity that was folded into it.
            free = cells[~used[side][(self.key if side == "key" else self.response)[cells]]]
            used["key"][self.key[free]] = used["response"][self.response[free]] = True
            chosen.append(free)
        return np.sort(np.concatenate(chosen))


def fold(key: Integers, response: Integers, weight: Floats, keys: int, responses: int) -> Folded:
    """Fold entities with one cell into their hubs until hardly any remains."""
    left, gain = np.arange(len(key)), weight
    folds: list[tuple[str, Integers]] = []
    while len(left):
        before = len(left)
        for side, ends, hubs, end_count, hub_count in (
            ("response", key, response, keys, responses),
            ("key", response, key, responses, keys),
        ):
            end = ends[left]
            single = np.bincount(end, minlength=end_count)[end] == 1
            if not single.any():
                continue
            cells, worth, hub = left[single], gain[single], hubs[left[single]]
            worst = np.zeros(hub_count)
            np.maximum.at(worst, hub, worth)
            # The best cell of each hub, the first of equal ones: assigned last to first.
            largest = np.flatnonzero(worth == worst[hub])[::-1]
            best = np.full(hub_count, -1)
            best[hub[largest]] = largest
            folds.append((side, cells[best[best >= 0]]))
            left, gain = left[~single], gain[~single]
            gain = gain - worst[hubs[left]]
            more = gain > 0
            left, gain = left[more], gain[more]
        if before - len(left) < WORTHWHILE * before:
            break
    if len(left):
        left, gain, more_folds = _one_by_one(key, response, left, gain)
        folds += more_folds
    return Folded(key, response, left, gain, tuple(folds))


def _one_by_one(
    key: Integers, response: Integers, left: Integers, gain: Floats
) -> tuple[Integers, Floats, list[tuple[str, Integers]]]:
    """Fold along chains, which would need a round per link if done at once; stops at the work limit."""
    entity = [arrays.distinct(side[left])[1] for side in (key, response)]
    count = [np.bincount(each) for each in entity]
    waiting = deque((side, end) for side in (0, 1) for end in np.flatnonzero(count[side] == 1).tolist())
    if not waiting:
        return left, gain, []
    by_end = [arrays.order(each) for each in entity]
    after = [np.cumsum(each).tolist() for each in count]
    before = [[0, *each] for each in after]
    degree, entity_of = [each.tolist() for each in count], [each.tolist() for each in entity]
    worth: list[float] = gain.tolist()  # 0 for a cell that is gone
    budget = PATIENCE * len(left)
    folds: list[tuple[str, Integers]] = []

    def cells_of(side: int, end: int) -> list[int]:
        cells: list[int] = by_end[side][before[side][end] : after[side][end]].tolist()
        return cells

    def remove(cell: int) -> None:
        worth[cell] = 0.0
        for side in (0, 1):
            end = entity_of[side][cell]
            degree[side][end] -= 1
            if degree[side][end] == 1:
                waiting.append((side, end))

    while waiting and budget > 0:
        side, end = waiting.popleft()
        if degree[side][end] != 1:
            continue
        mine = cells_of(side, end)
        cell = next(cell for cell in mine if worth[cell] > 0)
        theirs = cells_of(1 - side, entity_of[1 - side][cell])
        amount = worth[cell]
        folds.append((("response", "key")[side], left[[cell]]))
        remove(cell)
        for other in theirs:
            if worth[other] > amount:
                worth[other] -= amount
            elif worth[other] > 0:
                remove(other)
        budget -= len(mine) + len(theirs)
    gains = np.array(worth)
    return left[gains > 0], gains[gains > 0], folds
