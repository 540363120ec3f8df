"""Ids that are whole numbers, perhaps with the same letters before each (`m12`): told apart without their text."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from corefscope.model import SMALL_NUMBER, Integers

DIGITS = 16  # at most: with two digits for their length they fit 64 bits, see `text_rank`
SPARSE = 4  # numbers up to so many times the rows are looked up in a list of all of them


class Counted(NamedTuple):
    """A column of text in which each value is the same prefix and a number, written without needless zeros."""

    prefix: str
    number: Integers

    def texts(self, rows: Integers | slice = slice(None)) -> list[str]:
        return [f"{self.prefix}{number}" for number in self.number[rows].tolist()]


class Told(NamedTuple):
    """Numbers told apart: which different one each row has, in order of first appearance, and where each is first."""

    codes: Integers
    first_row: Integers


def told_apart(number: Integers) -> Told:
    """Equal numbers get equal codes; linear in rows where the numbers are dense, as those of entities mostly are."""
    rows = len(number)
    kind: Any = np.int32 if rows < SMALL_NUMBER else np.int64
    low = int(number.min()) if rows else 0
    span = int(number.max()) - low + 1 if rows else 0
    if span == 1:
        return Told(np.broadcast_to(kind(0), rows), np.zeros(1, np.int64))
    if span <= SPARSE * rows + 1024:
        place = number if low == 0 else number - low
        first = np.full(span, -1, kind)
        # Of several values for one place NumPy keeps the last, which here is the first row.
        first[place[::-1]] = np.arange(rows - 1, -1, -1, dtype=kind)
        first_row = np.sort(first[first >= 0])
        first[place[first_row]] = np.arange(len(first_row), dtype=kind)
        return Told(first[place], first_row.astype(np.int64))
    bits = rows.bit_length()
    if span >= 1 << (63 - bits):
        _, dense = np.unique(number, return_inverse=True)
        return told_apart(dense.reshape(-1))
    packed = ((number - low) << bits) | np.arange(rows)  # sorting is much quicker if it need not remember the rows
    packed.sort()
    row = packed & ((1 << bits) - 1)
    packed >>= bits
    begins = np.append(True, packed[1:] != packed[:-1])
    first_row = row[begins]
    rank = np.empty(len(first_row), kind)
    rank[np.argsort(first_row)] = np.arange(len(first_row), dtype=kind)
    codes = np.empty(rows, kind)
    codes[row] = rank[np.cumsum(begins) - 1]
    first_row.sort()
    return Told(codes, first_row)


def text_rank(number: Integers) -> Integers:
    """Numbers that sort as the text of numbers of at most 16 digits does: 1, 10, 2.

    >>> text_rank(np.array([10, 2, 1])).argsort().tolist()
    [2, 0, 1]
    """
    powers = 10 ** np.arange(1, DIGITS, dtype=np.int64)
    length = np.searchsorted(powers, number, "right") + 1
    return number * 10 ** (DIGITS - length) * (2 * DIGITS) + length
