"""The best alignment of very many entities by an auction with simultaneous bids, and a proof that it is the best.

Rows bid for columns (Bertsekas 1988). A row bids for its most profitable column, up to the profit of its second
choice, plus `step`; a row that is outbid bids again; a row that would gain nothing stops. Then unsold columns with
a price bid for rows (Bertsekas & Castañon 1992). The outcome is at most `step` per pair below the best, so the step
shrinks, starting from the prices so far, until the prices prove that the outcome is the best.

The proof: if every entity has a price of at least 0, and the two prices of each cell sum to at least its weight, then
no alignment weighs more than all prices together (linear programming duality, Kuhn 1955). An alignment that weighs
exactly as much is the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefscope.arrays import order
from corefscope.model import Floats, Integers

# Largest gap between value and bound, as a share of the value: rounding of sums only.
TOLERANCE = 1e-11
# The step starts at a quarter of the largest weight and shrinks to an eighth each time, down to float precision.
FIRST_STEP, SHRINK, LAST_STEP = 0.25, 8.0, 2.0**-50
# Bidders with so few cells together are faster in plain Python than in arrays.
FEW_CELLS = 400
# Whole prices are approached from below, so prices are first lowered by this many steps.
ROOM = 1000
# They are searched in this many passes over all cells: if a better alignment exists, there are none.
PATIENCE = 8


@dataclass(frozen=True)
class GroupedCells:
    """Cells grouped by the entities of one side: those of entity i are start[i] … start[i] + count[i]."""

    start: Integers
    count: Integers
    other: Integers  # the entity of the other side
    weight: Floats

    @staticmethod
    def grouped(entity: Integers, other: Integers, weight: Floats, entities: int) -> GroupedCells:
        by_entity = order(entity)
        count = np.bincount(entity, minlength=entities)
        return GroupedCells(np.cumsum(count) - count, count, other[by_entity], weight[by_entity])

    @cached_property
    def owner(self) -> Integers:
        """The entity of each cell."""
        return np.repeat(np.arange(len(self.count)), self.count)

    def of(self, entities: Integers) -> tuple[Integers, Integers]:
        """Return the cells of some entities, concatenated, and where those of each begin."""
        count = self.count[entities]
        end = np.cumsum(count)
        return np.repeat(self.start[entities] - (end - count), count) + np.arange(end[-1]), end - count

    def best_gain(self, price: Floats) -> Floats:
        """Return the gain of each entity from its best cell at these prices of the other side, at least 0."""
        return np.maximum(np.maximum.reduceat(self.weight - price[self.other], self.start), 0)

    def paired(self, partner: Integers) -> Floats:
        """Return the weight of the cell that each entity shares with its partner, 0 without one."""
        hit = self.other == partner[self.owner]
        weight = np.zeros(len(self.count))
        weight[self.owner[hit]] = self.weight[hit]
        return weight


class Proven(NamedTuple):
    """The best alignment, and the prices of columns that prove it."""

    column_of: Integers  # the column of each row, or -1
    price: Floats


def solve(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Proven | None:
    """Return the best alignment and its proof; None if the auction ends without one.

    Every row and column has a cell, weights are positive, cells distinct.
    """
    by_row = GroupedCells.grouped(row, column, weight, rows)
    by_column = GroupedCells.grouped(column, row, weight, columns)
    whole = bool(np.all(weight == np.rint(weight)))
    column_price = np.zeros(columns)
    column_of, row_of = np.full(rows, -1), np.full(columns, -1)
    largest = float(weight.max())
    step = FIRST_STEP * largest
    while step > LAST_STEP * largest:
        row_price = by_row.best_gain(column_price)
        # Keep the pairs that the smaller step still allows.
        paired = np.flatnonzero(column_of >= 0)
        short = by_row.paired(column_of)[paired] - column_price[column_of[paired]] < row_price[paired] - step
        row_of[column_of[paired[short]]] = -1
        column_of[paired[short]] = -1
        _bid(by_row, row_price, column_price, column_of, row_of, step)
        row_price = by_row.best_gain(column_price)
        _bid(by_column, column_price, row_price, row_of, column_of, step)
        pair_weight = by_row.paired(column_of)
        value = float(pair_weight.sum())
        allowed = 0.5 if whole else TOLERANCE * value  # integers that differ by less than 1 are equal
        proof, gap = column_price, bound(by_row, column_price) - value
        if whole and gap > allowed:
            prices = whole_prices(by_row, pair_weight, column_of, row_of, column_price, step)
            if prices is not None:
                proof, gap = prices, bound(by_row, prices) - value
        if gap <= allowed:
            return Proven(column_of, proof)
        step /= SHRINK
    return None


def _bid(cells: GroupedCells, own: Floats, price: Floats, partner: Integers, holder: Integers, step: float) -> None:
    """Let one side bid until every bidder has a partner or would gain nothing; the arrays are changed in place.

    `own` are the bidders' prices, `price` those of the other side; `partner` and `holder` are their pairs, or -1.
    """
    bidders = np.flatnonzero((partner < 0) & (own > 0))
    while cells.count[bidders].sum() > FEW_CELLS:
        at, first = cells.of(bidders)
        other = cells.other[at]
        gain = cells.weight[at] - price[other]
        best = np.maximum.reduceat(gain, first)
        place = np.flatnonzero(gain == np.repeat(best, cells.count[bidders]))
        place = place[np.searchsorted(place, first)]  # first of equal ones
        gain[place] = -1.0
        second = np.maximum(np.maximum.reduceat(gain, first), 0)
        going = best > 0
        own[bidders[~going]] = 0
        bidders, target, second = bidders[going], other[place[going]], second[going]
        offer = price[target] + (best[going] - second) + step
        by_offer = np.lexsort((offer, target))
        highest = np.ones(len(by_offer), bool)
        highest[:-1] = target[by_offer[1:]] != target[by_offer[:-1]]
        won = by_offer[highest]
        sold, winner = target[won], bidders[won]
        outbid = holder[sold]
        outbid = outbid[outbid >= 0]
        partner[outbid] = -1
        price[sold], holder[sold], partner[winner] = offer[won], winner, sold
        own[winner] = np.maximum(second[won] - step, 0)
        bidders = np.concatenate([bidders[by_offer[~highest]], outbid])
    if len(bidders):
        _bid_in_turn(bidders.tolist(), cells, own, price, partner, holder, step)


def _bid_in_turn(
    bidders: list[int],
    cells: GroupedCells,
    own: Floats,
    price: Floats,
    partner: Integers,
    holder: Integers,
    step: float,
) -> None:
    """The same, one bidder at a time."""
    start, count, cost = cells.start.tolist(), cells.count.tolist(), price.tolist()
    while bidders:
        bidder = bidders.pop()
        low, high = start[bidder], start[bidder] + count[bidder]
        best, second, target = 0.0, 0.0, -1
        for other, weight in zip(cells.other[low:high].tolist(), cells.weight[low:high].tolist(), strict=True):
            gained = weight - cost[other]
            if gained > best:
                best, second, target = gained, best, other
            elif gained > second:
                second = gained
        if best <= 0:
            own[bidder] = 0
            continue
        cost[target] += best - second + step
        price[target] = cost[target]
        own[bidder] = max(second - step, 0.0)
        outbid = int(holder[target])
        if outbid >= 0:
            partner[outbid] = -1
            bidders.append(outbid)
        holder[target], partner[bidder] = bidder, target


def bound(by_row: GroupedCells, column_price: Floats) -> float:
    """Return a bound on all alignments: the columns' prices, plus the least feasible price of each row."""
    return float(column_price.sum() + by_row.best_gain(column_price).sum())


def whole_prices(
    by_row: GroupedCells, pair_weight: Floats, column_of: Integers, row_of: Integers, column_price: Floats, step: float
) -> Floats | None:
    """Return whole column prices at which an alignment of whole weights weighs exactly the bound, or None.

    The prices of a pair sum to its weight, so the price of a column determines that of its row, and this the least
    price of the row's other columns: prices rise along the cells until all are consistent. If an unpaired column
    needs a price, or a column more than its pair weighs, the alignment is not the best.
    """
    paired = column_of >= 0
    most = np.zeros(len(row_of))
    most[column_of[paired]] = pair_weight[paired]
    price = np.floor(np.minimum(np.maximum(column_price - ROOM * step, 0), most))
    rows = np.arange(len(column_of))
    visited = 0
    while len(rows):
        at, _ = by_row.of(rows)
        visited += len(at)
        own = np.where(paired[rows], pair_weight[rows] - price[column_of[rows]], 0)
        column = by_row.other[at]
        least = by_row.weight[at] - np.repeat(own, by_row.count[rows])
        higher = least > price[column]
        column = column[higher]
        np.maximum.at(price, column, least[higher])
        if visited > PATIENCE * len(by_row.weight) or np.any(price[column] > most[column]):
            return None
        column = np.unique(column)
        rows = row_of[column]
        rows = rows[rows >= 0]
    return price
