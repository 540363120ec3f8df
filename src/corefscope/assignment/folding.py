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
    looked_at: int  # cells visited, for tests of the work done

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
    looked_at = 0
    while len(left):
        before = len(left)
        for side, ends, hubs, end_count, hub_count in (
            ("response", key, response, keys, responses),
            ("key", response, key, responses, keys),
        ):
            looked_at += len(left)
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
        left, gain, more_folds, more_looks = _one_by_one(key, response, left, gain)
        folds += more_folds
        looked_at += more_looks
    return Folded(key, response, left, gain, tuple(folds), looked_at)


def _one_by_one(
    key: Integers, response: Integers, left: Integers, gain: Floats
) -> tuple[Integers, Floats, list[tuple[str, Integers]], int]:
    """Fold along chains, which would need a round per link if done at once; stops at the work limit."""
    sides = ("key", "response")
    number = [arrays.distinct(side[left])[1] for side in (key, response)]
    count = [np.bincount(each) for each in number]
    waiting = deque((side, end) for side in (0, 1) for end in np.flatnonzero(count[side] == 1).tolist())
    if not waiting:
        return left, gain, [], 0
    by_end = [arrays.order(each) for each in number]
    first = [(np.cumsum(each) - each).tolist() for each in count]
    length = [each.tolist() for each in count]
    degree = [each.tolist() for each in count]
    of = [each.tolist() for each in number]
    worth: list[float] = gain.tolist()  # 0 for a cell that is gone
    budget = PATIENCE * len(left)
    looked_at = 0
    folds: list[tuple[str, Integers]] = []

    def cells_of(side: int, end: int) -> list[int]:
        found: list[int] = by_end[side][first[side][end] : first[side][end] + length[side][end]].tolist()
        return found

    def remove(cell: int) -> None:
        worth[cell] = 0.0
        for side in (0, 1):
            end = of[side][cell]
            degree[side][end] -= 1
            if degree[side][end] == 1:
                waiting.append((side, end))

    while waiting and looked_at < budget:
        side, end = waiting.popleft()
        if degree[side][end] != 1:
            continue
        mine = cells_of(side, end)
        cell = next(cell for cell in mine if worth[cell] > 0)
        hub = of[1 - side][cell]
        amount = worth[cell]
        folds.append((sides[1 - side], left[[cell]]))
        remove(cell)
        theirs = cells_of(1 - side, hub)
        for other in theirs:
            if worth[other] > 0:
                if worth[other] > amount:
                    worth[other] -= amount
                else:
                    remove(other)
        looked_at += len(mine) + len(theirs)
    gains = np.array(worth)
    return left[gains > 0], gains[gains > 0], folds, looked_at
