"""Ids that are whole numbers, perhaps with the same letters before each (`m12`): told apart without their text."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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


# For a number of so many digits, eight bytes of text are kept from the last one backwards; others become zeros.
_KEPT = np.array([(1 << 64) - (1 << (64 - 8 * digits)) for digits in range(9)], np.uint64)
_ZEROS = np.uint64(0x3030303030303030)
_EIGHT = 100_000_000


def _eight_digits(text: NDArray[np.uint64], digits: Integers) -> tuple[Integers, bool]:
    """Numbers of up to eight digits from the eight bytes at whose end they stand, and whether all are digits."""
    kept = _KEPT[digits]
    text = ((text & kept) | (_ZEROS & ~kept)) - _ZEROS
    wrong = ((text + np.uint64(0x7676767676767676)) | text) & np.uint64(0x8080808080808080)
    # Neighbours are joined: digits to pairs, and these to numbers of four and of eight digits.
    text = text * np.uint64(10) + (text >> np.uint64(8))
    pair = np.uint64(0x000000FF000000FF)
    upper = (text & pair) * np.uint64(0x000F424000000064)
    lower = ((text >> np.uint64(16)) & pair) * np.uint64(0x0000271000000001)
    return ((upper + lower) >> np.uint64(32)).astype(np.int64), not wrong.any()


def parsed(text: NDArray[np.uint8], start: Integers, end: Integers, prefix: bytes) -> Integers | None:
    """The numbers behind a prefix in fields of a text; None if a field is anything else.

    Sixteen bytes have to stand before the first field.
    """
    for place, byte in enumerate(prefix):
        if not ((start + place < end) & (text[start + place] == byte)).all():
            return None
    start = start + len(prefix) if prefix else start
    digits = end - start
    if not len(digits) or digits.min() < 1 or digits.max() > DIGITS:
        return None
    if ((text[start] == ord("0")) & (digits > 1)).any():
        return None
    eights: NDArray[np.uint64] = np.ndarray((len(text) - 7,), "<u8", text.data, strides=(1,))
    number, good = _eight_digits(eights[end - 8], np.minimum(digits, 8))
    if good and digits.max() > 8:
        more, good = _eight_digits(eights[end - 16], np.maximum(digits - 8, 0))
        number += more * _EIGHT
    return number if good else None
