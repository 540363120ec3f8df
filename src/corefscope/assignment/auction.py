"""The best alignment of very many entities by an auction with simultaneous bids, and a proof that it is the best.

Rows bid for columns (Bertsekas 1988). A row bids for its most profitable column, up to the profit of its second
choice, plus `step`; a row that is outbid bids again; a row that would gain nothing stops. Then unsold columns with
a price bid for rows (Bertsekas & Castañon 1992). The outcome is at most `step` per pair below the best, so the step
shrinks, starting from the prices found so far, until `certificate` proves that the outcome is the best.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import order
from corefscope.assignment.certificate import bound, exact_prices
from corefscope.model import Floats, Integers

# Largest gap between value and bound, as a share of the value: rounding of sums only.
TOLERANCE = 1e-11
# Gap, as a share of the value, below which exact prices are worth searching.
PROMISING = 1e-4
# The step starts at a quarter of the largest weight and shrinks to an eighth each time, down to float precision.
FIRST_STEP, SHRINK, LAST_STEP = 0.25, 8.0, 2.0**-50
# Few bidders are faster in plain Python than in arrays, except a bidder with many cells.
FEW_BIDDERS, MANY_CELLS = 24, 60


class NotProven(Exception):
    """The auction ended without a proof; another solver takes over."""


@dataclass
class WorkCounts:
    """Counts of the work done, independent of the machine."""

    steps: int = 0  # how often the step shrank
    rounds: int = 0  # of simultaneous bids
    bids: int = 0
    cells: int = 0  # cells looked at


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


@dataclass(frozen=True)
class Outcome:
    """The column of each row or -1, the total value, the gap to the bound, and the work done."""

    column: Integers
    value: float
    gap: float
    work: WorkCounts = field(default_factory=WorkCounts)


def solve(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Outcome:
    """Solve the assignment; every row and column has a cell, weights are positive, cells distinct."""
    by_row = GroupedCells.grouped(row, column, weight, rows)
    by_column = GroupedCells.grouped(column, row, weight, columns)
    whole = bool(np.all(weight == np.rint(weight)))
    row_price, column_price = np.zeros(rows), np.zeros(columns)
    column_of, row_of = np.full(rows, -1), np.full(columns, -1)
    largest = float(weight.max())
    step = FIRST_STEP * largest
    work = WorkCounts()
    while step > LAST_STEP * largest:
        work.steps += 1
        work.cells += 5 * len(weight)
        row_price = by_row.best_gain(column_price)
        # Keep the pairs that the smaller step still allows.
        paired = np.flatnonzero(column_of >= 0)
        short = by_row.paired(column_of)[paired] - column_price[column_of[paired]] < row_price[paired] - step
        row_of[column_of[paired[short]]] = -1
        column_of[paired[short]] = -1
        _bid(by_row, row_price, column_price, column_of, row_of, (column_of < 0) & (row_price > 0), step, work)
        row_price = by_row.best_gain(column_price)
        _bid(by_column, column_price, row_price, row_of, column_of, (row_of < 0) & (column_price > 0), step, work)
        pair_weight = by_row.paired(column_of)
        value = float(pair_weight.sum())
        allowed = 0.5 if whole else TOLERANCE * value  # integers that differ by less than 1 are equal
        gap = bound(by_row, column_price) - value
        if allowed < gap < (float("inf") if whole else PROMISING * value):
            prices, looked_at = exact_prices(by_row, pair_weight, column_of, row_of, column_price, step, whole)
            work.cells += looked_at
            gap = gap if prices is None else bound(by_row, prices) - value
        if gap <= allowed:
            return Outcome(column_of, value, gap, work)
        step /= SHRINK
    raise NotProven


def _bid(
    cells: GroupedCells,
    own: Floats,
    price: Floats,
    partner: Integers,
    holder: Integers,
    bidding: NDArray[np.bool_],
    step: float,
    work: WorkCounts,
) -> None:
    """Let one side bid until every bidder has a partner or would gain nothing; changes all arrays in place.

    `own` are the bidders' prices, `price` those of the other side; `partner` maps bidders to columns, `holder` back.
    """
    bidders = np.flatnonzero(bidding)
    while len(bidders) > FEW_BIDDERS:
        at, first = cells.of(bidders)
        work.rounds += 1
        work.bids += len(bidders)
        work.cells += len(at)
        other = cells.other[at]
        gain = cells.weight[at] - price[other]
        best = np.maximum.reduceat(gain, first)
        place = np.flatnonzero(gain == np.repeat(best, cells.count[bidders]))
        place = place[np.searchsorted(place, first)]  # first of equal ones
        gain[place] = -1.0
        second = np.maximum(np.maximum.reduceat(gain, first), 0)
        going = best > 0
        own[bidders[~going]] = 0
        bidders, wanted, second = bidders[going], other[place[going]], second[going]
        offer = price[wanted] + (best[going] - second) + step
        by_offer = np.lexsort((offer, wanted))
        highest = np.ones(len(by_offer), bool)
        highest[:-1] = wanted[by_offer[1:]] != wanted[by_offer[:-1]]
        won = by_offer[highest]
        sold, winner = wanted[won], bidders[won]
        outbid = holder[sold]
        outbid = outbid[outbid >= 0]
        partner[outbid] = -1
        price[sold], holder[sold], partner[winner] = offer[won], winner, sold
        own[winner] = np.maximum(second[won] - step, 0)
        bidders = np.concatenate([bidders[by_offer[~highest]], outbid])
    if len(bidders):
        _bid_in_turn(cells, own, price, partner, holder, bidders.tolist(), step, work)


def _bid_in_turn(
    cells: GroupedCells,
    own: Floats,
    price: Floats,
    partner: Integers,
    holder: Integers,
    bidders: list[int],
    step: float,
    work: WorkCounts,
) -> None:
    """The same, one bidder at a time."""
    start, count, cost = cells.start.tolist(), cells.count.tolist(), price.tolist()
    while bidders:
        bidder = bidders.pop()
        low, high = start[bidder], start[bidder] + count[bidder]
        work.bids += 1
        work.cells += high - low
        best, second, wanted = 0.0, 0.0, -1
        if high - low > MANY_CELLS:
            gain = cells.weight[low:high] - price[cells.other[low:high]]
            place = int(gain.argmax())
            best, wanted = float(gain[place]), int(cells.other[low + place])
            gain[place] = 0
            second = max(float(gain.max()), 0.0)
        else:
            for other, weight in zip(cells.other[low:high].tolist(), cells.weight[low:high].tolist(), strict=True):
                gained = weight - cost[other]
                if gained > best:
                    best, second, wanted = gained, best, other
                elif gained > second:
                    second = gained
        if best <= 0:
            own[bidder] = 0
            continue
        cost[wanted] += best - second + step
        price[wanted] = cost[wanted]
        own[bidder] = max(second - step, 0.0)
        outbid = int(holder[wanted])
        if outbid >= 0:
            partner[outbid] = -1
            bidders.append(outbid)
        holder[wanted], partner[bidder] = bidder, wanted
