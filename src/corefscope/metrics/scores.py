"""Tallies and scores: the counts of a metric per unit, and the quotients of their sums. Division comes last."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Floats

Totals = Mapping[str, int | float]
RECALL_AND_PRECISION = ("recall_num", "recall_den", "precision_num", "precision_den")
FIELDS = ("recall", "precision", "f1")
Number = TypeVar("Number", float, Floats)


@dataclass(frozen=True)
class Tally:
    """Units × statistics. It adds over units, over batches and over machines.

    >>> one, two = (Tally({"links": np.array(counts)}) for counts in ([1, 2], [3]))
    >>> list((one + two).rows()), (one + two).total()
    ([{'links': 1}, {'links': 2}, {'links': 3}], {'links': 6})
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
        """Concatenate the units of both; the totals add."""
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
        """Return the tally of two quotients, each a numerator and a denominator per unit."""
        return Tally(dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True)))

    def total(self) -> dict[str, int | float]:
        """Return the sums over all units; fractions are summed exactly, so that their order does not matter."""
        sums: dict[str, int | float] = {}
        for name, column in self.columns.items():
            if column.dtype.kind == "f":
                sums[name] = math.fsum(column.tolist())
            elif float(np.abs(column).max(initial=0)) * len(column) < 2**62:
                sums[name] = int(column.sum())
            else:  # Python integers do not overflow; the array's would at 2⁶³ links
                sums[name] = sum(column.tolist())
        return sums

    def unit(self, number: int) -> dict[str, int | float]:
        """The counts of one unit."""
        return {name: column[number : number + 1].tolist()[0] for name, column in self.columns.items()}

    def rows(self) -> Iterator[dict[str, int | float]]:
        """The counts of each unit by itself."""
        for values in zip(*(column.tolist() for column in self.columns.values()), strict=True):
            yield dict(zip(self.columns, values, strict=True))

    def of_units(self, units: NDArray[Any] | list[int]) -> Tally:
        """The tally of some units only."""
        return Tally({name: column[units] for name, column in self.columns.items()})

    def replaced(self, rows: Mapping[int, Totals]) -> Tally:
        """The tally with other counts for some units."""
        columns = {name: column.copy() for name, column in self.columns.items()}
        for unit, counts in rows.items():
            for name, column in columns.items():
                column[unit] = counts[name]
        return Tally(columns)


@dataclass(frozen=True)
class Score:
    """Recall, precision and F1 as fractions of 1, with the counts behind them.

    A quotient with denominator 0 is reported as 0, as the official scorer does, and named in `undefined`.
    F1 is undefined only if recall and precision both are. A mean of F1, such as `conll`, has neither recall nor
    precision: they are None.
    """

    recall: float | None
    precision: float | None
    f1: float
    counts: Totals = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    parts: Mapping[str, Score] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, float]:
        """Recall, precision and F1 by name, without those that are None."""
        values = zip(FIELDS, (self.recall, self.precision, self.f1), strict=True)
        return {name: value for name, value in values if value is not None}


class Values(NamedTuple):
    """Recall, precision and F1: of one total, or of many at once, such as those of the trials of a test."""

    recall: Any
    precision: Any
    f1: Any


def quotient(numerator: Number, denominator: Number) -> Number:
    """Divide numbers, or arrays elementwise; 0 where the denominator is 0.

    >>> quotient(1, 4), quotient(1, 0), quotient(np.array([1.0, 0.0]), np.array([4.0, 0.0]))
    (0.25, 0.0, array([0.25, 0.  ]))
    """
    if not isinstance(denominator, np.ndarray):
        return numerator / denominator if denominator else 0.0
    if denominator.all():
        return numerator / denominator
    zero = denominator == 0
    return np.where(zero, 0.0, numerator / np.where(zero, 1.0, denominator))


def f_measure(recall: Number, precision: Number, beta: float = 1.0) -> Number:
    """Return the F-measure; `beta` above 1 favours recall, below 1 precision (van Rijsbergen 1979).

    >>> f_measure(0.5, 1.0), f_measure(0.5, 1.0, beta=2)
    (0.6666666666666666, 0.5555555555555556)
    """
    if beta == 1:
        return quotient(2 * recall * precision, recall + precision)
    # β²/(1+β²), the share of precision in the denominator, written so that no β overflows.
    share = 1 / (1 + (1 / beta) ** 2) if beta > 1 else beta * beta / (1 + beta * beta)
    return quotient(recall * precision, share * precision + (1 - share) * recall)


def quotient_values(counts: Mapping[str, Any], beta: float = 1.0) -> Values:
    """Recall, precision and F1 of two numerators and denominators: numbers, or arrays of many totals."""
    recall = quotient(counts["recall_num"], counts["recall_den"])
    precision = quotient(counts["precision_num"], counts["precision_den"])
    return Values(recall, precision, f_measure(recall, precision, beta))


def quotients(counts: Totals, beta: float = 1.0) -> Score:
    """Return the score of two numerators and denominators.

    >>> score = quotients({"recall_num": 2, "recall_den": 5, "precision_num": 0, "precision_den": 0})
    >>> score.recall, score.precision, score.undefined
    (0.4, 0.0, ('precision',))
    """
    undefined = (() if counts["recall_den"] else ("recall",)) + (() if counts["precision_den"] else ("precision",))
    return Score(*quotient_values(counts, beta), counts, FIELDS if len(undefined) == 2 else undefined)


def finish_by(values: Callable[..., Values], denominator: str) -> Callable[..., Score]:
    """Make the `finish` of a metric from its formula; all numbers are undefined if this count is 0."""

    def finish(counts: Totals, **parameters: Any) -> Score:
        recall, precision, f1 = map(float, values(counts, **parameters))
        return Score(recall, precision, f1, counts, () if counts[denominator] else FIELDS)

    return finish
