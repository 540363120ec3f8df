"""The best one-to-one alignment of key and response entities.

Entities with one cell are folded away first, which leaves little of most Tables. The rest is solved component by
component, by augmenting paths: small ones in plain Python, large ones by SciPy. Both are exact, in memory linear in
cells.

An entity with one cell is of use only to the other entity of that cell, its hub: the hub can always have the weight a
of their cell, and gains only w - a from any other cell of weight w. So the entity goes, every other cell of the hub
loses a, cells that gain nothing go too, and that may leave more entities with one cell. The best total of what is left
plus the sum of all a is the best total of the whole.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import components, distinct, rows_by_group
from corefscope.model import Floats, Integers

# Entities with one cell are folded all at once, while that removes this share of the cells.
WORTHWHILE = 0.05
# Cells × rows of a component up to which plain Python is faster than calling SciPy, and of all of them together up to
# which it is faster than importing SciPy.
PLAIN_WORK, SCIPY_PAYS = 50_000, 4_000_000


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
    height, width = (np.bincount(component[first]) for first in (row_first, column_first))
    work = np.bincount(component) * np.minimum(height, width)
    plain = (work <= PLAIN_WORK) | (work.sum() <= SCIPY_PAYS)
    parts = [(np.flatnonzero(plain[component]), best_columns)]
    cells = np.flatnonzero(~plain[component])
    parts += [(cells[part], _by_scipy) for part in rows_by_group(distinct(component[cells])[1], int((~plain).sum()))]
    is_best = np.zeros(len(weight), bool)
    for part, solver in parts:
        if len(part):
            (row_first, rows), (column_first, columns) = distinct(row[part]), distinct(column[part])
            partner = solver(rows, columns, weight[part], len(row_first), len(column_first))
            is_best[part] = partner[rows] == columns
    return is_best


def _by_scipy(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Integers:
    """Return the column of each row in the best alignment, -1 for none; an extra column per row means “none”."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    # The solver treats a stored 0 as a missing edge, so every weight is raised by 1, the total by `rows`.
    everywhere = np.arange(rows)
    places = (np.concatenate([row, everywhere]), np.concatenate([column, columns + everywhere]))
    matrix = coo_array((np.concatenate([weight + 1, np.ones(rows)]), places), shape=(rows, columns + rows)).tocsr()
    partner = min_weight_full_bipartite_matching(matrix, maximize=True)[1]
    return np.where(partner < columns, partner, -1)


def best_columns(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Integers:
    """Return the column of each row in the best alignment, -1 for none, by the Hungarian method on a sparse graph.

    One shortest path per row, with prices on both sides. Each row also has a column of its own, of weight 0: “none”.
    """
    edges: list[list[tuple[int, float]]] = [[(one, 0.0)] for one in range(rows)]
    for one, two, value in zip(row.tolist(), column.tolist(), weight.tolist(), strict=True):
        edges[one].append((rows + two, value))
    row_price = [max(value for _, value in each) for each in edges]
    column_price = [0.0] * (rows + columns)
    row_of = [-1] * (rows + columns)
    column_of = [-1] * rows
    for one in range(rows):
        cost, two = min([(row_price[one] + column_price[two] - value, two) for two, value in edges[one]])
        if row_of[two] < 0:  # most paths are one free column long
            row_price[one] -= cost
            row_of[two], column_of[one] = one, two
        else:
            _augment(one, edges, row_price, column_price, row_of, column_of)
    return np.maximum(np.array(column_of, np.int64) - rows, -1)


def _augment(
    first: int,
    edges: list[list[tuple[int, float]]],
    row_price: list[float],
    column_price: list[float],
    row_of: list[int],
    column_of: list[int],
) -> None:
    """Find the cheapest path from a row to a free column, and shift the alignment along it.

    The cost of an edge is the sum of the prices at its ends minus its weight.
    """
    distance: dict[int, float] = {}
    parent: dict[int, int] = {}
    rows_reached = [(first, 0.0)]
    queue: list[tuple[float, int, int]] = []
    settled: set[int] = set()
    here, cost = first, 0.0
    while True:
        for two, value in edges[here]:
            reach = cost + row_price[here] + column_price[two] - value
            if two not in settled and reach < distance.get(two, float("inf")):
                distance[two] = reach
                parent[two] = here
                # Of equal costs “none” comes first, that of the row that was reached first.
                rank = two if two >= len(edges) else len(rows_reached)
                heapq.heappush(queue, (reach, rank, two))
        cost, _, end = heapq.heappop(queue)
        while end in settled:
            cost, _, end = heapq.heappop(queue)
        if row_of[end] < 0:
            break
        settled.add(end)
        here = row_of[end]
        rows_reached.append((here, cost))
    for one, reached in rows_reached:
        row_price[one] -= cost - reached
    for two in settled:
        column_price[two] += cost - distance[two]
    one = -1
    while one != first:
        one = parent[end]
        row_of[end] = one
        column_of[one], end = end, column_of[one]
