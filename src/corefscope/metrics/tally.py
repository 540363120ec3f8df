"""A tally: what a metric counts, unit by unit. Tallies add; quotients are taken once, at the end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Totals = Mapping[str, int | float]
RECALL_AND_PRECISION = ("recall_num", "recall_den", "precision_num", "precision_den")


@dataclass(frozen=True)
class Tally:
    """Units × statistics. It adds over units, over batches and over machines; division comes last.

    >>> one, two = (Tally({"found": np.array(counts)}) for counts in ([1, 2], [3]))
    >>> (one + two).rows(0, 3), (one + two).total()
    ([{'found': 1}, {'found': 2}, {'found': 3}], {'found': 6})
    """

    columns: Mapping[str, NDArray[Any]]

    def __eq__(self, other: object) -> bool:
        """Compare the counts, whatever the types of the arrays."""
        if not isinstance(other, Tally):
            return NotImplemented
        mine, theirs = self.columns, other.columns
        return mine.keys() == theirs.keys() and all(np.array_equal(mine[name], theirs[name]) for name in mine)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Tally) -> Tally:
        """The units of both, one after the other: the totals are the sums of both totals."""
        return Tally.concatenate((self, other)) if isinstance(other, Tally) else NotImplemented

    @staticmethod
    def concatenate(tallies: Sequence[Tally]) -> Tally:
        """The sum of many tallies of the same columns, in time linear in their units."""
        first = tallies[0].columns
        for each in tallies:
            if each.columns.keys() != first.keys():
                raise ValueError(f"tallies of {', '.join(first)} and of {', '.join(each.columns)} cannot be added")
        return Tally({name: np.concatenate([each.columns[name] for each in tallies]) for name in first})

    @staticmethod
    def of(recall: tuple[NDArray[Any], NDArray[Any]], precision: tuple[NDArray[Any], NDArray[Any]]) -> Tally:
        """The tally of a metric that is two quotients, each a numerator and a denominator per unit."""
        return Tally(dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True)))

    def total(self) -> dict[str, int | float]:
        """The sums over all units; fractions are summed exactly, so that their order never matters."""
        return {name: _total(column) for name, column in self.columns.items()}

    def unit(self, number: int) -> dict[str, int | float]:
        """The counts of one unit."""
        return {name: column[number : number + 1].tolist()[0] for name, column in self.columns.items()}

    def rows(self, first: int, stop: int) -> list[dict[str, int | float]]:
        """The counts of some units, each by itself."""
        columns = (column[first:stop].tolist() for column in self.columns.values())
        return [dict(zip(self.columns, values, strict=True)) for values in zip(*columns, strict=True)]

    def of_units(self, units: NDArray[Any]) -> Tally:
        """The tally of some units only."""
        return Tally({name: column[units] for name, column in self.columns.items()})

    def replaced(self, rows: Mapping[int, Totals]) -> Tally:
        """The tally with other counts for some units."""
        columns = {}
        for name, column in self.columns.items():
            columns[name] = column.copy()
            for unit, counts in rows.items():
                columns[name][unit] = counts[name]
        return Tally(columns)


def _total(column: NDArray[Any]) -> int | float:
    if column.dtype.kind == "f":
        return math.fsum(column.tolist())
    # Python integers do not overflow; the array's would at 2⁶³ links.
    return int(column.sum()) if float(np.abs(column).max(initial=0)) * len(column) < 2**62 else sum(column.tolist())
