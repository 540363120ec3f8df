"""A Table whose entities grow: every version of a cell or an entity is stored once, with the units in which it holds.

Units are the prefixes of documents, those of one document in a row. Metrics that are sums over cells and entities
count in it as in any other Table; a sum per unit is the sum of what holds in that unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import Flags, components, distinct, order, ranges
from corefscope.assignment import best_total
from corefscope.model import Floats, Integers
from corefscope.table import Entities, Table, sums

AT_ONCE = 1 << 20  # cells that are aligned together
# Bits after the point, in two integers: more than a float has for numbers near 1.
WHOLE, REST = 20, 40


def _none() -> Integers:
    return np.zeros(0, np.int64)


@dataclass(frozen=True)
class GrowingEntities(Entities):
    """Versions of entities: `unit` is the first in which a version holds, `until` the first after it."""

    until: Integers = field(default_factory=_none)
    shared: Integers = field(default_factory=_none)  # matched mentions

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        return sums_while(self.unit, self.until, values, self.units)

    def keep(self, rows: Flags, size: Integers, types: Integers | None) -> GrowingEntities:
        columns = {name: getattr(self, name)[rows] for name in ("unit", "until", "shared")}
        return replace(self, **columns, size=size[rows], types=types, entity_type=None)


@dataclass(frozen=True)
class GrowingTable(Table):
    """Versions of cells: `key_entity` and `response_entity` are versions of entities."""

    key: GrowingEntities
    response: GrowingEntities
    since: Integers = field(default_factory=_none)
    until: Integers = field(default_factory=_none)
    cell: Integers = field(default_factory=_none)  # whose version it is

    @cached_property
    def key_shared(self) -> Integers:
        return self.key.shared

    @cached_property
    def response_shared(self) -> Integers:
        return self.response.shared

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        return sums_while(self.since, self.until, values, self.units)

    def aligned_total(self, weight: Floats) -> Floats:
        """Align what is clear without a search, once for all units in which it holds, and search for the rest.

        If a cell weighs at least as much as the next best cells of both its entities together, a best alignment has
        it: whatever has one of those two instead gains nothing. In most texts that settles nearly all cells.
        """
        (in_row, first_in_row), (in_column, first_in_column) = (
            _best_of_others(version, self.cell, weight) for version in (self.key_entity, self.response_entity)
        )
        is_clear = weight >= in_row + in_column
        # Of equal cells of an entity, one.
        is_clear &= ((weight > in_row) | first_in_row) & ((weight > in_column) | first_in_column)
        rest, clear = np.flatnonzero(~is_clear & (weight > 0)), np.flatnonzero(is_clear)
        length = (self.until - self.since)[clear]
        for side, version in ((self.key, self.key_entity), (self.response, self.response_entity)):
            aligned = np.bincount(version[clear], length, minlength=len(side.size)) == side.until - side.unit
            rest = rest[~aligned[version[rest]]]
        total = sums_while(self.since[clear], self.until[clear], weight[clear], self.units)
        return total + self._searched(rest, clear, weight) if len(rest) else total

    def _searched(self, rest: Integers, clear: Integers, weight: Floats) -> Floats:
        """Search the best alignment of these cells, where their entities are not in a cell that is clear.

        Cells that have to do with each other are a component; it is searched again only when something in it changes.
        """
        rest = rest[order(self.key_entity[rest])]
        ends = [version[rest] for version in (self.key_entity, self.response_entity)]
        (keys, row), (responses, column) = map(distinct, ends)
        component = components(row, column, len(keys), len(responses))
        width = self.units + 1
        taken, changing = [], [component * width + each[rest] for each in (self.since, self.until)]
        for version, first in ((self.key_entity, keys), (self.response_entity, responses)):
            of_version = np.full(int(version.max()) + 1, -1)
            of_version[version[rest[first]]] = component[first]
            beside = clear[of_version[version[clear]] >= 0]
            taken.append(_Taken(version[beside], self.since[beside], self.until[beside], self.units))
            changing += [of_version[version[beside]] * width + each[beside] for each in (self.since, self.until)]
        state = np.unique(np.concatenate(changing))
        low, high = (np.searchsorted(state, each) for each in changing[:2])
        total = np.zeros(len(state))
        for place, number in _in_parts(low, high, len(state)):
            unit = state[number] % width
            held = [of_side.holds(end[place], unit) for of_side, end in zip(taken, ends, strict=True)]
            free = np.flatnonzero(~(held[0] | held[1]))
            place, number = place[free], number[free]
            by_row = order(ends[0][place] * len(state) + number)
            place, number = place[by_row], number[by_row]
            (first, rows), (columns_first, columns) = (distinct(end[place] * len(state) + number) for end in ends)
            total += best_total(rows, columns, weight[rest[place]], number[first], len(columns_first), len(state))
        # The last state of a component has no cells.
        return sums_while(state[:-1] % width, state[1:] % width, total[:-1], self.units)


class _Taken:
    """Versions of entities that are aligned in some units."""

    def __init__(self, version: Integers, since: Integers, until: Integers, units: int) -> None:
        code = version * units + since
        by_code = order(code)
        self._code, self._version, self._until = code[by_code], version[by_code], until[by_code]
        self._units = units

    def holds(self, version: Integers, unit: Integers) -> Flags:
        if not len(self._code):
            return np.zeros(len(unit), bool)
        place = np.searchsorted(self._code, version * self._units + unit, side="right") - 1
        found: Flags = (place >= 0) & (self._version[place] == version) & (unit < self._until[place])
        return found


def _in_parts(low: Integers, high: Integers, count: int) -> Iterator[tuple[Integers, Integers]]:
    """The numbers of many ranges below `count`, and the range of each, so many at a time as fit into memory."""
    there = np.cumsum(sums_while(low, high, np.ones(len(low), np.int64), count))
    begin = 0
    for end in (np.flatnonzero(np.diff(there // AT_ONCE, append=-1)) + 1).tolist():
        now = np.flatnonzero((low < end) & (high > begin))
        place, number = ranges(np.maximum(low[now], begin), np.minimum(high[now], end))
        yield now[place], number
        begin = end


def sums_while(since: Integers, until: Integers, values: NDArray[Any], units: int) -> NDArray[Any]:
    """For each unit, the sum of the values that hold in it: from `since` on, and no more in `until`.

    >>> sums_while(np.array([0, 1]), np.array([2, 3]), np.array([1.5, 0.1]), 3).tolist()
    [1.5, 1.6, 0.1]
    """
    if values.dtype.kind == "f":
        # Integers, of which nothing remains when what was added is taken away.
        scaled = values * 2.0**WHOLE
        whole = np.floor(scaled)
        rest = np.rint((scaled - whole) * 2.0**REST)
        high, low = (sums_while(since, until, part.astype(np.int64), units) for part in (whole, rest))
        return (high + low / 2.0**REST) / 2.0**WHOLE
    change = sums(since, values, units + 1) - sums(until, values, units + 1)
    return np.cumsum(change)[:-1]


def _best_of_others(version: Integers, cell: Integers, weight: Floats) -> tuple[Floats, Flags]:
    """For each version of a cell, the largest weight of other cells of the same version of an entity.

    And whether it is of the one cell of that version that has the largest weight of all, or of equal ones is chosen.
    """
    count = int(version.max(initial=-1)) + 1
    best, next_best, owner = np.zeros(count), np.zeros(count), np.full(count, -1)
    np.maximum.at(best, version, weight)
    largest = weight == best[version]
    owner[version[largest]] = cell[largest]
    own = owner[version] == cell
    np.maximum.at(next_best, version[~own], weight[~own])
    return np.where(own, next_best[version], best[version]), own
