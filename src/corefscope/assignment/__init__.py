"""The best one-to-one alignment of key and response entities.

Entities with one cell are folded away first, which leaves little of most Tables. Of the rest, small components are
solved by augmenting paths in plain Python, large dense ones by SciPy, all others by an auction that proves its
outcome. All are exact, in memory linear in cells.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import components, distinct
from corefscope.assignment.folding import fold
from corefscope.assignment.paths import best_columns
from corefscope.model import Floats, Integers

# Cells × rows of a component up to which plain Python is faster than arrays.
PLAIN_WORK = 50_000
# A dense matrix may have this many times as many numbers as the component has cells.
DENSE = 4
# Fewer cells are aligned in less time than SciPy takes to import.
SCIPY_PAYS = 60_000


def best_total(
    key: Integers, response: Integers, weight: Floats, key_unit: Integers, response_count: int, units: int
) -> Floats:
    """Return the total weight of the best alignment per unit; cells are (key entity, response entity, weight > 0)."""
    chosen = best_cells(key, response, weight, len(key_unit), response_count)
    return np.bincount(key_unit[key[chosen]], weight[chosen], minlength=units).astype(float)


def best_cells(key: Integers, response: Integers, weight: Floats, keys: int, responses: int) -> Integers:
    """Return the cells of an alignment with the largest total weight."""
    folded = fold(key, response, weight, keys, responses)
    aligned = folded.left
    if len(aligned):
        aligned = aligned[_solve(key[aligned], response[aligned], folded.gain)]
    return folded.unfold(aligned, keys, responses)


def _solve(key: Integers, response: Integers, weight: Floats) -> NDArray[np.bool_]:
    """Mark the cells of the best alignment among those that folding left."""
    row, rows = _numbered(key)
    column, columns = _numbered(response)
    component = components(row, column, rows, columns)
    cells = np.bincount(component)
    height, width = (_entities(each, component, len(cells)) for each in (row, column))
    chosen = np.zeros(len(weight), bool)
    plain = (cells * np.minimum(height, width) <= PLAIN_WORK)[component]
    dense = (height * width <= DENSE * cells) & (cells >= SCIPY_PAYS)
    for part, solver in ((plain, _paths), (~plain & ~dense[component], _auction)):
        if part.any():
            chosen[part] = solver(row[part], column[part], weight[part])
    for number in np.flatnonzero(dense & ~np.isin(np.arange(len(cells)), component[plain])).tolist():
        part = component == number
        chosen[part] = _dense(row[part], column[part], weight[part])
    return chosen


def _numbered(entity: Integers) -> tuple[Integers, int]:
    """Number entities from 0 without gaps, and count them."""
    first, number = distinct(entity)
    return number, len(first)


def _entities(entity: Integers, component: Integers, count: int) -> Integers:
    """Count the entities of one side in each component."""
    home = np.zeros(int(entity.max()) + 1, np.int64)
    home[entity] = component
    return np.bincount(home, minlength=count)


def _paths(row: Integers, column: Integers, weight: Floats) -> NDArray[np.bool_]:
    row, rows = _numbered(row)
    column, columns = _numbered(column)
    return np.asarray(np.array(best_columns(row, column, weight, rows, columns))[row] == column)


def _dense(row: Integers, column: Integers, weight: Floats) -> NDArray[np.bool_]:
    from scipy.optimize import linear_sum_assignment

    row, rows = _numbered(row)
    column, columns = _numbered(column)
    matrix = np.zeros((rows, columns))
    matrix[row, column] = weight
    chosen = np.full(rows, -1)
    places = linear_sum_assignment(matrix, maximize=True)
    chosen[places[0]] = places[1]
    return np.asarray(chosen[row] == column)


def _auction(row: Integers, column: Integers, weight: Floats) -> NDArray[np.bool_]:
    from corefscope.assignment.auction import NotProven, solve

    row, rows = _numbered(row)
    column, columns = _numbered(column)
    if rows > columns:
        row, column, rows, columns = column, row, columns, rows
    try:
        return np.asarray(solve(row, column, weight, rows, columns).column[row] == column)
    except NotProven:
        return _sparse(row, column, weight, rows, columns)


def _sparse(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> NDArray[np.bool_]:
    """Solve by SciPy's sparse solver, slow and exact; an extra column per row means “unaligned”."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    # The solver treats a stored 0 as a missing edge, so every weight is raised by 1, the total by `rows`.
    everywhere = np.arange(rows)
    matrix = coo_array(
        (
            np.concatenate([weight + 1, np.ones(rows)]),
            (np.concatenate([row, everywhere]), np.concatenate([column, columns + everywhere])),
        ),
        shape=(rows, columns + rows),
    ).tocsr()
    chosen = min_weight_full_bipartite_matching(matrix, maximize=True)[1]
    return np.asarray(chosen[row] == column)


__all__ = ["best_cells", "best_columns", "best_total"]
