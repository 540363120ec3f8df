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

    One shortest path per row, with prices on both sides. A row may stay unaligned, at weight 0.
    """
    edges: list[list[tuple[int, float]]] = [[] for _ in range(rows)]
    for one, two, value in zip(row.tolist(), column.tolist(), weight.tolist(), strict=True):
        edges[one].append((two, value))
    row_price = [max(value for _, value in edges[one]) for one in range(rows)]
    column_price = [0.0] * columns
    row_of = [-1] * columns
    column_of = [-1] * rows
    for one in range(rows):
        cost, two = min([(row_price[one] + column_price[two] - value, two) for two, value in edges[one]])
        if row_of[two] < 0 and cost < row_price[one]:  # most paths are one free column long
            row_price[one] -= cost
            row_of[two], column_of[one] = one, two
        else:
            _augment(one, edges, row_price, column_price, row_of, column_of)
    return np.array(column_of, np.int64)


def _augment(
    first: int,
    edges: list[list[tuple[int, float]]],
    row_price: list[float],
    column_price: list[float],
    row_of: list[int],
    column_of: list[int],
) -> None:
    """Find the cheapest path that adds one row, and shift the alignment along it.

    The cost of an edge is the sum of the prices at its ends minus its weight. The path ends in a free column, or in
    a row that gives up its column because staying unaligned costs less.
    """
    distance: dict[int, float] = {}
    parent: dict[int, int] = {}
    done_rows = [(first, 0.0)]
    queue: list[tuple[float, int]] = []
    settled: set[int] = set()
    quitter, quit_cost = first, row_price[first]
    here, cost = first, 0.0
    end = -1
    while True:
        for two, value in edges[here]:
            reach = cost + row_price[here] + column_price[two] - value
            if two not in settled and reach < distance.get(two, float("inf")):
                distance[two] = reach
                parent[two] = here
                heapq.heappush(queue, (reach, two))
        while queue and queue[0][1] in settled:
            heapq.heappop(queue)
        if not queue or queue[0][0] >= quit_cost:
            bound = quit_cost
            break
        cost, two = heapq.heappop(queue)
        settled.add(two)
        if row_of[two] < 0:
            bound, end = cost, two
            break
        here = row_of[two]
        done_rows.append((here, cost))
        if cost + row_price[here] < quit_cost:
            quitter, quit_cost = here, cost + row_price[here]
    for one, reached in done_rows:
        row_price[one] -= bound - reached
    for two in settled:
        if distance[two] < bound:
            column_price[two] += bound - distance[two]
    if end < 0:
        end = column_of[quitter]
        column_of[quitter] = -1
    while end >= 0:
        one = parent[end]
        row_of[end] = one
        column_of[one], end = end, column_of[one]
        if one == first:
            break
