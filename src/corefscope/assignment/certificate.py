"""Proves that an alignment is the best one: prices of entities whose sum no alignment can exceed.

If every entity has a price, none below 0, and the two of each cell are together worth at least its weight, then no
alignment weighs more than all prices together (linear programming duality, Kuhn 1955). An alignment that weighs
as much is the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

if TYPE_CHECKING:
    from corefscope.assignment.auction import Cells

Floats = NDArray[np.float64]
# Prices are first lowered by so many steps, because exact ones are found from below.
ROOM = 1000
# Looks at no more than so many times all cells: as long as a better alignment exists, there is nothing to find.
PATIENCE = 8


def bound(by_row: Cells, column_price: Floats) -> float:
    """What no alignment can exceed: the columns' prices, and for each row the least price that goes with them."""
    return float(column_price.sum() + by_row.best_gain(column_price).sum())


def exact_prices(
    by_row: Cells,
    pair_weight: Floats,
    column_of: Integers,
    row_of: Integers,
    column_price: Floats,
    step: float,
    whole: bool,
) -> tuple[Floats | None, int]:
    """Column prices at which the alignment weighs exactly the bound, or None if it may not be the best.

    A pair shares its weight, so the price of a column sets that of its row, and that the least price of the row's
    other columns: prices rise along the cells until all agree. If a column without a row had to cost something, or
    one more than its pair weighs, the alignment is not the best. Also returns how many cells were looked at.
    """
    paired = column_of >= 0
    most = np.zeros(len(row_of))
    most[column_of[paired]] = pair_weight[paired]
    price = np.minimum(np.maximum(column_price - ROOM * step, 0), most)
    if whole:
        price = np.floor(price)
    slack = 1e-15 * float(pair_weight.max(initial=0))
    rows = np.arange(len(column_of))
    looked_at = 0
    while len(rows):
        at, _ = by_row.of(rows)
        looked_at += len(at)
        own = np.where(paired[rows], pair_weight[rows] - price[column_of[rows]], 0)
        column = by_row.other[at]
        least = by_row.weight[at] - np.repeat(own, by_row.count[rows])
        higher = least > price[column] + slack
        column = column[higher]
        np.maximum.at(price, column, least[higher])
        if looked_at > PATIENCE * len(by_row.weight) or np.any(price[column] > most[column] + slack):
            return None, looked_at
        column = np.unique(column)
        rows = row_of[column]
        rows = rows[rows >= 0]
    return price, looked_at
