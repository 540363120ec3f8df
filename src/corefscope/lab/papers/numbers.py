"""One printed number beside ours: what it takes for the two to agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from corefscope.metrics import Score

ROUNDED, CUT = "rounded", "cut off"
DASH = "—"
SLACK = Fraction(1, 10**9)  # our values are floats


@dataclass(frozen=True)
class Item:
    """One number or statement of a paper, and what comes out when it is computed."""

    row: str
    column: str
    printed: str
    ours: str
    agrees: bool


@dataclass(frozen=True)
class Section:
    """A table or passage of a paper: the numbers in it that can be recomputed, and the statements made about it."""

    paper: str
    name: str
    title: str
    items: Sequence[Item] = ()
    claims: Sequence[Item] = ()
    note: str = ""

    def all(self) -> tuple[Item, ...]:
        return (*self.items, *self.claims)

    @property
    def differs(self) -> bool:
        return not all(item.agrees for item in self.all())


@dataclass(frozen=True)
class Range:
    """All values that a printed number can stand for.

    >>> Range.of("0.5"), Range.of("0.5", CUT)
    (Range(low=Fraction(9, 20), high=Fraction(11, 20)), Range(low=Fraction(1, 2), high=Fraction(3, 5)))
    """

    low: Fraction
    high: Fraction

    @staticmethod
    def of(printed: str, digits: str = ROUNDED) -> Range:
        """A number without decimals is a count, or 0 or 100 per cent, and means itself."""
        value, unit = Fraction(printed.replace(",", "")), unit_of(printed)
        if unit == 1:
            return Range(value, value)
        return Range(value, value + unit) if digits == CUT else Range(value - unit / 2, value + unit / 2)

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Range) -> Range:
        return Range(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Range) -> Range:
        """Multiply two ranges without negative values."""
        return Range(self.low * other.low, self.high * other.high)

    def __str__(self) -> str:
        return f"{round(self.low)} to {round(self.high)}"

    def meets(self, other: Range) -> bool:
        return self.low <= other.high + SLACK and other.low <= self.high + SLACK

    def holds(self, value: Fraction | float) -> bool:
        return self.low - SLACK <= Fraction(value) <= self.high + SLACK


def unit_of(printed: str) -> Fraction:
    """Return the value of the last printed digit: 1/100 for 66.67."""
    return Fraction(10) ** int(Decimal(printed.replace(",", "")).as_tuple().exponent)


def shown(value: Fraction | float, printed: str) -> str:
    """Write our value with two digits more than the printed one has, so that rounding can be seen."""
    unit = unit_of(printed) if printed[-1:].isdigit() else Fraction(1, 100)
    if unit == 1 and Fraction(value).denominator == 1:
        return f"{int(value):,}" if "," in printed else str(int(value))
    return f"{float(value):.{len(str(1 / unit)) + 1}f}"


def number(row: str, column: str, printed: str, value: Fraction | float, digits: str = ROUNDED) -> Item:
    """Compare a printed number with our value; they agree if one is the other with fewer digits."""
    possible = Range.of(printed, digits)
    # A cut-off number stands for less than the next one: 66.66 is not 66.67.
    agrees = possible.holds(value) and not (digits == CUT and possible.high > possible.low and value >= possible.high)
    return Item(row, column, printed, shown(value, printed), agrees)


def derived(
    row: str, column: str, printed: str, function: Callable[..., Any], inputs: Sequence[str], digits: str = ROUNDED
) -> Item:
    """Compare a printed number with a function of other printed ones that grows with each of them.

    All were shortened: they agree if some values behind the others give a value behind the number.
    """
    ranges = [Range.of(text, digits) for text in inputs]
    possible = Range(function(*(part.low for part in ranges)), function(*(part.high for part in ranges)))
    value = function(*(Fraction(text) for text in inputs))
    return Item(row, column, printed, shown(value, printed), possible.meets(Range.of(printed, digits)))


def claim(statement: str, holds: bool, evidence: str) -> Item:
    """Return a statement in words with the numbers that decide it."""
    return Item("", statement, "", evidence, holds)


def dashed(row: str, column: str, result: Score, field: str) -> Item:
    """Compare a dash: it agrees where our value, too, is a quotient by 0 or made of one."""
    if field in result.undefined:
        return Item(row, column, DASH, "0/0", True)
    made_of = [side for side in ("recall", "precision") if side in result.undefined]
    if field == "f1" and made_of:
        return Item(row, column, DASH, f"{made_of[0][0].upper()} = 0/0", True)
    return Item(row, column, DASH, f"{100 * getattr(result, field):.2f}", False)


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
