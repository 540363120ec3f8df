"""Prove that an alignment is the best one by prices of entities, whose sum no alignment can exceed.

If every entity has a price of at least 0, and the two prices of each cell sum to at least its weight, then no
alignment weighs more than all prices together (linear programming duality, Kuhn 1955). An alignment that weighs
exactly as much is the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from corefscope.model import Floats, Integers

if TYPE_CHECKING:
    from corefscope.assignment.auction import GroupedCells

# Prices are first lowered by this many steps, because exact ones are approached from below.
ROOM = 1000
# Stop after this many passes over all cells: if a better alignment exists, there are no exact prices.
PATIENCE = 8


def bound(by_row: GroupedCells, column_price: Floats) -> float:
    """Return a bound on all alignments: the columns' prices, plus the least feasible price of each row."""
    return float(column_price.sum() + by_row.best_gain(column_price).sum())


def exact_prices(
    by_row: GroupedCells,
    pair_weight: Floats,
    column_of: Integers,
    row_of: Integers,
    column_price: Floats,
    step: float,
    whole: bool,
) -> Floats | None:
    """Return column prices at which the alignment weighs exactly the bound, or None.

    The prices of a pair sum to its weight, so the price of a column determines that of its row, and this the least
    price of the row's other columns: prices rise along the cells until all are consistent. If an unpaired column
    needs a price, or a column more than its pair weighs, the alignment is not the best.
    """
    paired = column_of >= 0
    most = np.zeros(len(row_of))
    most[column_of[paired]] = pair_weight[paired]
    price = np.minimum(np.maximum(column_price - ROOM * step, 0), most)
    if whole:
        price = np.floor(price)
    slack = 1e-15 * float(pair_weight.max(initial=0))
    rows = np.arange(len(column_of))
    visited = 0
    while len(rows):
        at, _ = by_row.of(rows)
        visited += len(at)
        own = np.where(paired[rows], pair_weight[rows] - price[column_of[rows]], 0)
        column = by_row.other[at]
        least = by_row.weight[at] - np.repeat(own, by_row.count[rows])
        higher = least > price[column] + slack
        column = column[higher]
        np.maximum.at(price, column, least[higher])
        if visited > PATIENCE * len(by_row.weight) or np.any(price[column] > most[column] + slack):
            return None
        column = np.unique(column)
        rows = row_of[column]
        rows = rows[rows >= 0]
    return price
