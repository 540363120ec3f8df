"""The best one-to-one alignment of key and response entities, component by component.

Most components are solved at sight: where the best partners of all key entities (or of all
response entities) are different, taking them is optimal. What remains is solved exactly by
shortest augmenting paths, and by SciPy once a component is so large that loading SciPy pays.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

Floats = NDArray[np.float64]
# Cells × rows of a component up to which plain Python is quicker than importing SciPy.
PLAIN_WORK = 200_000
# Cells of a dense matrix above which the sparse solver is used.
DENSE_CELLS = 30_000_000


def best_total(
    key: Integers, response: Integers, weight: Floats, key_unit: Integers, response_count: int, units: int
) -> Floats:
    """Per unit, the total weight of the best alignment of cells (key entity, response entity, positive weight)."""
    if not len(weight):
        return np.zeros(units)
    component = components(key, response, len(key_unit), response_count)
    gains = np.zeros(int(component.max()) + 1)
    solved = np.zeros(len(gains), bool)
    for entity, other in ((key, response), (response, key)):
        best = _best_cells(entity, weight)
        taken, uses = np.unique(other[best], return_counts=True)
        clash = np.zeros(int(other.max()) + 1, bool)
        clash[taken[uses > 1]] = True
        clear = np.ones(len(gains), bool)
        clear[component[best[clash[other[best]]]]] = False
        sums = np.bincount(component[best], weight[best], minlength=len(gains))
        gains = np.where(clear & ~solved, sums, gains)
        solved |= clear
    for cells in _cells_of(component, np.flatnonzero(~solved)):
        gains[component[cells[0]]] = _solve(key[cells], response[cells], weight[cells])
    unit = np.zeros(len(gains), np.int64)
    unit[component] = key_unit[key]
    return _sums(unit, gains, units)


def _sums(index: Integers, values: Floats, length: int) -> Floats:
    return np.bincount(index, values, minlength=length).astype(float)


def components(key: Integers, response: Integers, keys: int, responses: int) -> Integers:
    """The connected component of each cell, numbered from 0; entities are connected by shared mentions.

    Labels sink to the smallest of their neighbours, and pointer jumping shortens long chains.
    """
    by_response = np.argsort(response, kind="stable")
    key_first = np.flatnonzero(np.diff(key, prepend=-1))
    response_first = np.flatnonzero(np.diff(response[by_response], prepend=-1))
    label = np.arange(keys)
    while True:
        low = np.minimum.reduceat(label[key][by_response], response_first)
        of_response = np.zeros(responses, np.int64)
        of_response[response[by_response][response_first]] = low
        new = label.copy()
        new[key[key_first]] = np.minimum.reduceat(of_response[response], key_first)
        # A label names a key entity of the same component, so its label may replace it.
        np.minimum.at(new, label[key[key_first]], new[key[key_first]])
        new = new[new]
        if np.array_equal(new, label):
            return np.unique(label[key], return_inverse=True)[1].reshape(-1)
        label = new


def _best_cells(entity: Integers, weight: Floats) -> Integers:
    """For each entity the cell of its heaviest partner."""
    order = np.lexsort((weight, entity))
    last = np.flatnonzero(np.diff(entity[order], append=-1))
    return order[last]


def _cells_of(component: Integers, wanted: Integers) -> list[Integers]:
    order = np.argsort(component, kind="stable")
    low = np.searchsorted(component[order], wanted)
    high = np.searchsorted(component[order], wanted, side="right")
    return [order[start:stop] for start, stop in zip(low, high, strict=True)]


def _solve(key: Integers, response: Integers, weight: Floats) -> float:
    _, row = np.unique(key, return_inverse=True)
    _, column = np.unique(response, return_inverse=True)
    row, column = row.reshape(-1), column.reshape(-1)
    rows, columns = int(row.max()) + 1, int(column.max()) + 1
    if rows > columns:
        row, column, rows, columns = column, row, columns, rows
    if len(weight) * rows <= PLAIN_WORK:
        return _augmenting_paths(row, column, weight, rows, columns)
    if rows * columns <= DENSE_CELLS:
        from scipy.optimize import linear_sum_assignment

        dense = np.zeros((rows, columns))
        dense[row, column] = weight
        chosen = linear_sum_assignment(dense, maximize=True)
        return float(dense[chosen].sum())
    return _sparse(row, column, weight, rows, columns)


def _sparse(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> float:
    """SciPy's sparse solver; each row gets a column of its own that means “unaligned”."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    # The solver takes a stored 0 for no edge, so every weight is raised by 1: the total by `rows`.
    everywhere = np.arange(rows)
    matrix = coo_array(
        (
            np.concatenate([weight + 1, np.ones(rows)]),
            (np.concatenate([row, everywhere]), np.concatenate([column, columns + everywhere])),
        ),
        shape=(rows, columns + rows),
    ).tocsr()
    chosen = min_weight_full_bipartite_matching(matrix, maximize=True)
    return float((np.asarray(matrix[chosen]) - 1).sum())


def _augmenting_paths(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> float:
    chosen = best_columns(row, column, weight, rows, columns)
    cells = zip(row.tolist(), column.tolist(), weight.tolist(), strict=True)
    return float(sum(value for one, two, value in cells if chosen[one] == two))


def best_cells(key: Integers, response: Integers, weight: Floats, keys: int, responses: int) -> Integers:
    """Which cells the best alignment takes, the same ones whenever cells are given in the same order.

    Cells are ordered by key entity. Where several alignments are best, the order of entities decides.
    """
    chosen = np.zeros(len(weight), bool)
    if not len(weight):
        return np.flatnonzero(chosen)
    component = components(key, response, keys, responses)
    lonely = np.bincount(component)[component] == 1
    chosen[lonely] = True
    for cells in _cells_of(component, np.unique(component[~lonely])):
        row, column = (np.unique(side[cells], return_inverse=True)[1].reshape(-1) for side in (key, response))
        chosen[cells] = _taken(row, column, weight[cells])
    return np.flatnonzero(chosen)


def _taken(row: Integers, column: Integers, weight: Floats) -> NDArray[np.bool_]:
    rows, columns = int(row.max()) + 1, int(column.max()) + 1
    if len(weight) * rows <= PLAIN_WORK or rows * columns > DENSE_CELLS:
        return np.asarray(np.array(best_columns(row, column, weight, rows, columns))[row] == column)
    from scipy.optimize import linear_sum_assignment

    dense = np.zeros((rows, columns))
    dense[row, column] = weight
    partner = np.full(rows, -1)
    one, two = linear_sum_assignment(dense, maximize=True)
    partner[one] = two
    return np.asarray(partner[row] == column)


def best_columns(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> list[int]:
    """For each row its column in the best alignment, -1 for none, by the Hungarian method on a sparse graph.

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
        _augment(one, edges, row_price, column_price, row_of, column_of)
    return column_of


def _augment(
    first: int,
    edges: list[list[tuple[int, float]]],
    row_price: list[float],
    column_price: list[float],
    row_of: list[int],
    column_of: list[int],
) -> None:
    """Finds the cheapest way to serve one more row and shifts the alignment along it.

    The cost of an edge is how far it falls short of the prices at its ends. The path may end in a
    free column, or in a row that gives up its column because staying unaligned costs it less.
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
