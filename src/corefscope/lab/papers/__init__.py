"""The numbers that four papers print, from the files in `data`, and when a printed number agrees with ours.

`sections.csv` has for each table or passage the example that it scores, the `module:function:argument` that recomputes
what is not a score of an example, whether scores are fractions of 1 or of 100, and how digits were dropped;
`statements.csv` the comparison of scores that decides each statement, and its evidence;
`known.csv` the printed numbers and statements that do not follow from the papers' own definitions, and why.
Tables of results have a file each, whose columns are named like fields of scores: `muc.f1`, `b3.recall`, `lea.rank`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from corefscope.lab.partitions import PARTITION_KINDS, Clusters

PAPERS = {
    "pradhan2014": "Pradhan et al. 2014",
    "recasens2011": "Recasens & Hovy 2011",
    "chen2013": "Chen & Ng 2013",
    "moosavi2016": "Moosavi & Strube 2016",
}
ROUNDED, CUT = "rounded", "cut off"
DASH = "—"
SLACK = Fraction(1, 10**9)  # our values are floats
AGREES, KNOWN_DIFFERENCE, DIFFERS = "agrees", "known difference", "differs"
Row = Mapping[str, str]  # values as printed; empty where nothing is printed


@cache
def table(name: str) -> list[Row]:
    """Return the rows of a data file.

    >>> table("pradhan2014-table1-conll2012-en")[0]["conll.f1"]
    '60.7'
    """
    text = (files(__name__) / "data" / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), strict=True))


def of_section(name: str, paper: str, section: str) -> list[Row]:
    """Return the rows of a data file that belong to a section."""
    return [row for row in table(name) if (row["paper"], row["section"]) == (paper, section)]


class Example(NamedTuple):
    """A key and its responses, and the types of mentions where the paper gives them."""

    key: Clusters
    responses: dict[str, Clusters]
    types: dict[int, str]


@cache
def example(place: str) -> Example:
    """Return the example at a place such as `recasens2011 Table 8`."""
    rows = (row for row in table("partitions") if f"{row['paper']} {row['example']}" == place)
    sides = {row["side"]: partition(row["entities"]) for row in rows}
    types = {mention: kind for kind in PARTITION_KINDS for entity in sides.pop(kind, ()) for mention in entity}
    return Example(sides.pop("key"), sides, types)


def partition(text: str) -> Clusters:
    """Read a partition: entities are words of letters, or of numbers and ranges.

    >>> partition("abc de"), partition("1-3,6 4,5")
    (((97, 98, 99), (100, 101)), ((1, 2, 3, 6), (4, 5)))
    """
    entities = []
    for word in text.split():
        ends = [part.split("-") for part in word.split(",")] if word[0].isdigit() else []
        numbers = (number for part in ends for number in range(int(part[0]), int(part[-1]) + 1))
        entities.append(tuple(numbers if ends else map(ord, word)))
    return tuple(entities)


class Item(NamedTuple):
    """One number or statement of a paper, and what comes out when it is computed."""

    row: str
    column: str  # of a statement its text
    printed: str  # nothing is printed beside a statement
    ours: str
    agrees: bool
    why: str = ""  # the arithmetic of a known difference

    @property
    def verdict(self) -> str:
        return AGREES if self.agrees else KNOWN_DIFFERENCE if self.why else DIFFERS


@dataclass(frozen=True)
class Range:
    """The range of values that a printed number can represent.

    >>> Range.of("0.5"), Range.of("0.5", CUT)
    (Range(low=Fraction(9, 20), high=Fraction(11, 20)), Range(low=Fraction(1, 2), high=Fraction(3, 5)))
    """

    low: Fraction
    high: Fraction

    @staticmethod
    def of(printed: str, digits: str = ROUNDED) -> Range:
        """A number without decimals is a count, or 0 or 100 per cent, and means itself."""
        value, unit = Fraction(printed.replace(",", "")), Fraction(1, 10 ** _decimals(printed))
        if unit == 1:
            return Range(value, value)
        return Range(value, value + unit) if digits == CUT else Range(value - unit / 2, value + unit / 2)

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Range) -> Range:
        return Range(self.low - other.high, self.high - other.low)

    def __str__(self) -> str:
        return f"{round(self.low)} to {round(self.high)}"

    def meets(self, other: Range) -> bool:
        return self.low <= other.high + SLACK and other.low <= self.high + SLACK

    def holds(self, value: Fraction | float) -> bool:
        return self.low - SLACK <= value <= self.high + SLACK


def _decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def _ours(value: Fraction | float, printed: str) -> str:
    """Write our value with two digits more than the printed one has, so that rounding can be seen."""
    decimals = _decimals(printed)
    if not decimals and Fraction(value).denominator == 1:
        return f"{int(value):,}" if "," in printed else str(int(value))
    return f"{float(value):.{decimals + 2}f}"


def number(row: str, column: str, printed: str, value: Fraction | float, digits: str = ROUNDED) -> Item:
    """Compare a printed number with our value; they agree if one is the other with fewer digits."""
    possible = Range.of(printed, digits)
    # A truncated number represents less than the next one: 66.66 is not 66.67.
    agrees = possible.holds(value) and not (digits == CUT and possible.low < possible.high <= value)
    return Item(row, column, printed, _ours(value, printed), agrees)


def derived(
    row: str, column: str, printed: str, function: Callable[..., Any], inputs: Sequence[str], digits: str = ROUNDED
) -> Item:
    """Compare a printed number with a function of other printed ones that grows with each of them.

    All were shortened: they agree if some values behind the others give a value behind the number.
    """
    ranges = [Range.of(text, digits) for text in inputs]
    possible = Range(function(*(part.low for part in ranges)), function(*(part.high for part in ranges)))
    value = function(*map(Fraction, inputs))
    return Item(row, column, printed, _ours(value, printed), possible.meets(Range.of(printed, digits)))


def claim(statement: str, holds: bool, evidence: str = "", why: str = "") -> Item:
    """Return a statement in words with the numbers that decide it, or with the reason that it is known not to hold."""
    return Item("", statement, "", evidence, holds, why)


def f_measure(recall: Fraction, precision: Fraction) -> Fraction:
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def mean(*values: Fraction) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def ranks(values: Iterable[Fraction]) -> list[int]:
    """Rank values, 1 for the highest; equal ones share the better rank.

    >>> ranks([Fraction(3), Fraction(5), Fraction(3)])
    [2, 1, 2]
    """
    listed = list(values)
    return [1 + sum(other > value for other in listed) for value in listed]
