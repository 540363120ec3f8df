"""Ids of tables: numbered in order of first appearance, and which of two comes first.

One rule for tables in memory and for those of engines: ids are what is written but for ASCII blanks at their ends. If
all ids of a column are whole numbers they are ordered as numbers, and those of one number (`1`, `01`) as text; all
others are ordered as text, by code point. Ids that are a number after the same letters (`m12`) are kept as numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from corefscope.arrays import factorize
from corefscope.model import SMALL_NUMBER, Integers

DIGITS = 16  # at most: with two digits for their length they fit 64 bits, see `text_rank`
WHOLE_NUMBER = "[+-]?[0-9]+"  # of any length, as a regular expression that SQL knows too
_WHOLE_NUMBER = re.compile(WHOLE_NUMBER)
_NUMBERED = re.compile("[+-]?0*")  # what may stand before a number so that both together are one
_COMPLEMENT = str.maketrans("0123456789", "9876543210")


class NumberedIds(NamedTuple):
    """A column of text in which each value is the same prefix and a number, written without needless zeros."""

    prefix: str
    number: Integers

    def texts(self, rows: Integers | slice = slice(None)) -> list[str]:
        return [f"{self.prefix}{number}" for number in self.number[rows].tolist()]


def numbered(number: Integers) -> tuple[Integers, Integers]:
    """A code for each number, of 32 bits where that is enough, and the first row of each code."""
    return factorize(number, np.int32 if len(number) < SMALL_NUMBER else np.int64)


class Order(NamedTuple):
    rank: Integers  # of each value
    as_numbers: bool


def ordered(values: Sequence[str]) -> Order:
    """The rank of each of these different ids.

    >>> ordered(["11", "2", "-3"])
    Order(rank=array([2, 1, 0]), as_numbers=True)
    >>> ordered(["11", "2", "x"])
    Order(rank=array([0, 1, 2]), as_numbers=False)
    """
    as_numbers = all(map(_WHOLE_NUMBER.fullmatch, values))
    if as_numbers:
        order: Integers | list[int] = sorted(range(len(values)), key=[_number(value) for value in values].__getitem__)
    elif max(map(len, values), default=0) <= 8 and all(value.isascii() and "\0" not in value for value in values):
        order = np.argsort(np.array(values, "S8").view(">u8").astype(np.uint64))  # as numbers, which is quicker
    else:
        order = sorted(range(len(values)), key=values.__getitem__)
    rank = np.empty(len(values), np.int64)
    rank[order] = np.arange(len(values))
    return Order(rank, as_numbers)


def sign_of_numbers(prefix: str) -> int | None:
    """1 or -1 if this prefix and a number are together a whole number, None if they are other text."""
    if not _NUMBERED.fullmatch(prefix):
        return None
    return -1 if prefix.startswith("-") else 1


def _number(text: str) -> tuple[int, int, str, str]:
    """Sorts whole numbers of any length; `int` refuses those of thousands of digits."""
    digits = text.lstrip("+-").lstrip("0")
    if digits and text.startswith("-"):
        return 0, -len(digits), digits.translate(_COMPLEMENT), text
    return 1, len(digits), digits, text


def sortable_number(column: str) -> str:
    """SQL for a text that sorts as `_number` does, and ends in a blank and the id."""
    digits = f"regexp_replace({column}, '^[+-]?0*', '')"
    length = f"CAST({{}}length({digits}) AS STRING)"
    negative = f"concat('-', lpad({length.format('9999999999 - ')}, 10, '0'), translate({digits}, '0123456789', "
    negative += f"'9876543210'), ' ', {column})"
    positive = f"concat('0', lpad({length.format('')}, 10, '0'), {digits}, ' ', {column})"
    return f"CASE WHEN {column} LIKE '-%' AND {digits} <> '' THEN {negative} ELSE {positive} END"


def text_rank(number: Integers) -> Integers:
    """Numbers that sort as the text of numbers of at most 16 digits does: 1, 10, 2.

    >>> text_rank(np.array([10, 2, 1])).argsort().tolist()
    [2, 0, 1]
    """
    powers = 10 ** np.arange(1, DIGITS, dtype=np.int64)
    length = np.searchsorted(powers, number, "right") + 1
    return number * 10 ** (DIGITS - length) * (2 * DIGITS) + length
