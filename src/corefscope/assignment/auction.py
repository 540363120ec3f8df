"""The best alignment of very many entities: an auction in which all bid at once, and a proof that it is the best.

Rows bid for columns (Bertsekas 1988). A row bids for the column that leaves it most, up to where its second
choice is as good, and `step` more; whoever is outbid bids again; a row that would gain nothing rests. Then
columns that cost something and were not sold bid for rows (Bertsekas & Castañon 1992). The outcome is at most
`step` per pair below the best, so the step is made smaller, from good prices to better ones, until `certificate`
proves that nothing is left to gain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import order
from corefscope.assignment.certificate import bound, exact_prices
from corefscope.model import Integers

Floats = NDArray[np.float64]
# What the value may be short of the bound on it, as a share of it: rounding of sums, and nothing else.
TOLERANCE = 1e-11
# From which share of the value on it is worth looking for exact prices.
PROMISING = 1e-4
# The step goes from a quarter of the largest weight down, each time to an eighth, to where floats end.
FIRST_STEP, SHRINK, LAST_STEP = 0.25, 8.0, 2.0**-50
# With so few bidders plain Python is quicker than arrays; a bidder with so many cells uses arrays all the same.
FEW_BIDDERS, MANY_CELLS = 24, 60


class NotProven(Exception):
    """The auction ended without a proof; never shown, because another solver takes over."""


@dataclass
class WorkCounts:
    """What was done, in numbers that do not depend on the machine."""

    steps: int = 0  # how often the step was made smaller
    rounds: int = 0  # in which all bid at once
    bids: int = 0
    cells: int = 0  # cells looked at


@dataclass(frozen=True)
class Cells:
    """Cells grouped by the entities of one side: those of entity i are start[i] … start[i] + count[i]."""

    start: Integers
    count: Integers
    other: Integers  # the entity of the other side
    weight: Floats

    @staticmethod
    def grouped(entity: Integers, other: Integers, weight: Floats, entities: int) -> Cells:
        by_entity = order(entity)
        count = np.bincount(entity, minlength=entities)
        return Cells(np.cumsum(count) - count, count, other[by_entity], weight[by_entity])

    @cached_property
    def owner(self) -> Integers:
        """The entity of each cell."""
        return np.repeat(np.arange(len(self.count)), self.count)

    def of(self, entities: Integers) -> tuple[Integers, Integers]:
        """The cells of some entities, one after the other, and where those of each begin."""
        count = self.count[entities]
        end = np.cumsum(count)
        return np.repeat(self.start[entities] - (end - count), count) + np.arange(end[-1]), end - count

    def best_gain(self, price: Floats) -> Floats:
        """What each entity gains from its best cell at these prices of the other side, never below 0."""
        return np.maximum(np.maximum.reduceat(self.weight - price[self.other], self.start), 0)

    def paired(self, partner: Integers) -> Floats:
        """For each entity the weight of the cell it shares with its partner, 0 without one."""
        hit = self.other == partner[self.owner]
        weight = np.zeros(len(self.count))
        weight[self.owner[hit]] = self.weight[hit]
        return weight


@dataclass(frozen=True)
class Outcome:
    """For each row its column or -1, the value of that, by how much the bound exceeds it, and the work done."""

    column: Integers
    value: float
    gap: float
    work: WorkCounts = field(default_factory=WorkCounts)


def solve(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Outcome:
    """The best alignment of rows and columns, every one of which has a cell; weights are positive, cells distinct."""
    by_row = Cells.grouped(row, column, weight, rows)
    by_column = Cells.grouped(column, row, weight, columns)
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
        # Pairs that the smaller step still allows stay.
        paired = np.flatnonzero(column_of >= 0)
        short = by_row.paired(column_of)[paired] - column_price[column_of[paired]] < row_price[paired] - step
        row_of[column_of[paired[short]]] = -1
        column_of[paired[short]] = -1
        _bid(by_row, row_price, column_price, column_of, row_of, (column_of < 0) & (row_price > 0), step, work)
        row_price = by_row.best_gain(column_price)
        _bid(by_column, column_price, row_price, row_of, column_of, (row_of < 0) & (column_price > 0), step, work)
        pair_weight = by_row.paired(column_of)
        value = float(pair_weight.sum())
        allowed = 0.5 if whole else TOLERANCE * value  # whole numbers that differ by less than 1 are equal
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
    cells: Cells,
    own: Floats,
    price: Floats,
    partner: Integers,
    holder: Integers,
    bidding: NDArray[np.bool_],
    step: float,
    work: WorkCounts,
) -> None:
    """Lets one side bid until every bidder has a partner or would gain nothing; all arrays are changed in place.

    `own` are the bidders' own prices, `price` those of the other side, `partner` and `holder` who has whom.
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
        place = place[np.searchsorted(place, first)]  # of equal ones the first
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
    cells: Cells,
    own: Floats,
    price: Floats,
    partner: Integers,
    holder: Integers,
    bidders: list[int],
    step: float,
    work: WorkCounts,
) -> None:
    """The same one bidder after the other."""
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
