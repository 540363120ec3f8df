"""The best one-to-one alignment of key and response entities.

Entities with one cell are folded away first, which leaves little of most Tables. Of the rest, small components are
solved by augmenting paths in plain Python, all others by an auction that proves its outcome. Both are exact, in memory
linear in cells.

An entity with one cell is of use only to the other entity of that cell, its hub: the hub can always have the weight a
of their cell, and gains only w - a from any other cell of weight w. So the entity goes, every other cell of the hub
loses a, cells that gain nothing go too, and that may leave more entities with one cell. The best total of what is left
plus the sum of all a is the best total of the whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import components, distinct
from corefscope.assignment.paths import best_columns
from corefscope.model import Floats, Integers

# Entities with one cell are folded all at once, while that removes this share of the cells.
WORTHWHILE = 0.05
# Cells × rows of a component up to which plain Python is faster than arrays.
PLAIN_WORK = 50_000


def best_total(
    key: Integers, response: Integers, weight: Floats, key_unit: Integers, response_count: int, units: int
) -> Floats:
    """Return the total weight of the best alignment per unit; cells are (key entity, response entity, weight > 0)."""
    best = best_cells(key, response, weight, len(key_unit), response_count)
    return np.bincount(key_unit[key[best]], weight[best], minlength=units).astype(float)


def best_cells(key: Integers, response: Integers, weight: Floats, keys: int, responses: int) -> Integers:
    """Return the cells of an alignment with the largest total weight."""
    folded = fold(key, response, weight, keys, responses)
    aligned = folded.left
    if len(aligned):
        aligned = aligned[_solve(key[aligned], response[aligned], folded.gain)]
    return folded.unfold(aligned, keys, responses)


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
    return Folded(key, response, left, gain, tuple(folds))


def _solve(key: Integers, response: Integers, weight: Floats) -> NDArray[np.bool_]:
    """Mark the cells of the best alignment among those that folding left."""
    (row_first, row), (column_first, column) = distinct(key), distinct(response)
    component = components(row, column, len(row_first), len(column_first))
    cells = np.bincount(component)
    height, width = (np.bincount(component[first], minlength=len(cells)) for first in (row_first, column_first))
    small = (cells * np.minimum(height, width) <= PLAIN_WORK)[component]
    is_best = np.zeros(len(weight), bool)
    for part, solver in ((small, best_columns), (~small, _auction)):
        if part.any():
            (row_first, rows), (column_first, columns) = distinct(row[part]), distinct(column[part])
            partner = solver(rows, columns, weight[part], len(row_first), len(column_first))
            is_best[part] = partner[rows] == columns
    return is_best


# Each solver returns the column of each row, or -1.


def _auction(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Integers:
    from corefscope.assignment.auction import solve

    if rows > columns:
        row_of = _auction(column, row, weight, columns, rows)
        aligned = np.flatnonzero(row_of >= 0)
        partner = np.full(rows, -1)
        partner[row_of[aligned]] = aligned
        return partner
    proven = solve(row, column, weight, rows, columns)
    return _sparse(row, column, weight, rows, columns) if proven is None else proven.column_of


def _sparse(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Integers:
    """Solve by SciPy's sparse solver, slow and exact; an extra column per row means “unaligned”."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    # The solver treats a stored 0 as a missing edge, so every weight is raised by 1, the total by `rows`.
    everywhere = np.arange(rows)
    places = (np.concatenate([row, everywhere]), np.concatenate([column, columns + everywhere]))
    matrix = coo_array((np.concatenate([weight + 1, np.ones(rows)]), places), shape=(rows, columns + rows)).tocsr()
    partner = min_weight_full_bipartite_matching(matrix, maximize=True)[1]
    return np.where(partner < columns, partner, -1)


__all__ = ["best_cells", "best_columns", "best_total"]
