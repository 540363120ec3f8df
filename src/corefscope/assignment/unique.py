"""The best alignment where no other is as good, so that a solver has no tie to decide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import changes, components, distinct
from corefscope.assignment.paths import best_columns
from corefscope.model import Floats, Integers

LARGEST = 400  # cells of a component that is solved once for each of its pairs
NEAR = 1e-9  # totals that differ by less may be equal


def only_best_cells(row: Integers, column: Integers, weight: Floats) -> Integers | None:
    """Return the cells of the best alignment, or None if another may have the same total.

    Cells are sorted by row, and weights are above 0.
    """
    (row_first, rows), (column_first, columns) = distinct(row), distinct(column)
    component = components(rows, columns, len(row_first), len(column_first))
    count = int(component.max(initial=-1)) + 1
    chosen, solved = np.zeros(len(weight), bool), np.zeros(count, bool)
    for one, two in ((rows, columns), (columns, rows)):
        best, certain = _largest(one, two, weight, component, count)
        best = best[(certain & ~solved)[component[best]]]
        chosen[best] = True
        solved |= certain
    for number in np.flatnonzero(~solved).tolist():
        cells = np.flatnonzero(component == number)
        only = _only_solution(rows[cells], columns[cells], weight[cells]) if len(cells) <= LARGEST else None
        if only is None:
            return None
        chosen[cells[only]] = True
    return np.flatnonzero(chosen)


def _largest(
    row: Integers, column: Integers, weight: Floats, component: Integers, count: int
) -> tuple[Integers, NDArray[np.bool_]]:
    """The largest cell of each row, and the components in which they are the only best alignment.

    That is where each is larger than the rest of its row and they are in different columns: no alignment has more than
    the largest cell of each row, and no other has these.
    """
    order = np.lexsort((-weight, row))
    first = changes(row[order])
    best = order[first]
    next_best = np.flatnonzero(~first[1:] & first[:-1]) + 1
    close = weight[order[next_best - 1]] - weight[order[next_best]] < NEAR
    certain = np.ones(count, bool)
    certain[component[order[next_best[close]]]] = False
    certain[component[best[np.bincount(column[best])[column[best]] > 1]]] = False
    return best, certain


def _only_solution(row: Integers, column: Integers, weight: Floats) -> Integers | None:
    """The best alignment, if without any one of its cells the total is smaller."""
    best = _solution(row, column, weight)
    total = weight[best].sum()
    for cell in best.tolist():
        left = np.delete(np.arange(len(weight)), cell)
        if total - weight[left[_solution(row[left], column[left], weight[left])]].sum() < NEAR:
            return None
    return best


def _solution(row: Integers, column: Integers, weight: Floats) -> Integers:
    (row_first, rows), (column_first, columns) = distinct(row), distinct(column)
    partner = np.array(best_columns(rows, columns, weight, len(row_first), len(column_first)))
    return np.flatnonzero(partner[rows] == columns)
