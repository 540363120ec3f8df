"""Columns of CSV and TSV while they grow: numbers where a column has nothing else, or values that are stored once."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import decimals, factorize, piece_codes
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.ids import DIGITS, NumberedIds, numbered
from corefscope.formats.table.plain import PlainRows
from corefscope.model import SMALL_NUMBER, Integers, narrow

# Letters (no blanks, which do not belong to a value) and a number without needless zeros; not a longer number.
_COUNTED = re.compile(rf"(?![+-]?[0-9]{{{DIGITS + 1}}})([!#-~]{{0,32}}?)(?:0|[1-9][0-9]{{0,{DIGITS - 1}}})")


class CodedStrings(NamedTuple):
    """A column of strings: its values in order of first appearance, and for each row the number of its value."""

    codes: Integers  # mostly of 32 bits
    values: NDArray[Any]
    missing: int  # the number of the empty value, -1 if every row has another


class TextColumn:
    """A column that grows: a number for each value that has occurred, and those of the rows."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._codes = array("i")
        self._prefix: str | None = None  # as long as each value is this and a number
        self._counted: list[Integers] = []

    def take(self, rows: PlainRows, column: int) -> None:
        """Add the cells of one column of plain rows."""
        start, end = rows.start[:, column], rows.end[:, column]
        number = self._numbers_of(rows, column)
        if number is not None:
            self._counted.append(narrow(number, SMALL_NUMBER))
            return
        self._stop_counting()
        codes, first = factorize(piece_codes(rows.text, start, end))
        numbers = [
            self._numbers[value] for value in PlainRows(rows.text, start[first, None], end[first, None]).cells(0)
        ]
        self._codes.frombytes(np.array(numbers, np.int32)[codes].tobytes())

    def extend(self, cells: Sequence[str]) -> None:
        """The values of some rows, as `csv` reads them."""
        self._stop_counting()
        self._add(cells)

    def _numbers_of(self, rows: PlainRows, column: int) -> Integers | None:
        """The numbers behind the prefix that all cells have had so far, if these have it too."""
        start, end = rows.start[:, column], rows.end[:, column]
        if self._codes:
            return None
        if self._prefix is None:
            first = _COUNTED.fullmatch(rows.text[start[0] : end[0]].tobytes().decode("utf-8"))
            if first is None:
                return None
            self._prefix = first[1]
        for letter in self._prefix.encode():
            if (rows.text[start] != letter).any():
                return None
            start = start + 1
        number = decimals(rows.text, start, end, DIGITS)
        has_needless_zero = (rows.text[start] == ord("0")) & (end - start > 1)
        return None if (number < 0).any() or has_needless_zero.any() else number

    def _stop_counting(self) -> None:
        if self._prefix is not None:
            counted, self._counted = self._counted, []
            for number in counted:
                self._add(NumberedIds(self._prefix, number).texts())
            self._prefix = None

    def _add(self, cells: Sequence[str]) -> None:
        self._codes.fromlist(list(map(self._numbers.__getitem__, cells)))

    def counted(self) -> NumberedIds | None:
        if self._prefix is None or not self._counted:
            return None
        if len(self._counted) > 1:
            self._counted = [np.concatenate(self._counted)]
        return NumberedIds(self._prefix, self._counted[0])

    def strings(self) -> CodedStrings:
        counted = self.counted()
        if counted is not None:
            number, first_row = numbered(counted.number)
            return CodedStrings(number, np.array(counted.texts(first_row), object), -1)
        plain = [value.strip(BLANKS) for value in self._numbers]
        codes: Integers = np.frombuffer(self._codes, self._codes.typecode) if self._codes else np.zeros(0, np.int64)
        if plain != list(self._numbers):  # values that differ in blanks only become one
            stripped = TextColumn()
            stripped._add(plain)
            codes, plain = np.array(stripped._codes, np.int64)[codes], list(stripped._numbers)
        return CodedStrings(codes, np.array(plain, object), plain.index("") if "" in plain else -1)

    def integers(self) -> None:
        return None
