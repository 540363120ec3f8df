"""Columns of CSV and TSV while they grow: numbers where a column has nothing else, or values that are stored once."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.ids import DIGITS, Counted, told_apart
from corefscope.formats.table.plain import Piece
from corefscope.model import SMALL_NUMBER, Integers, narrow

# Letters (no blanks, which do not belong to a value) and a number without needless zeros.
_COUNTED = re.compile(rb"([!#-~]{0,32}?)(?:0|[1-9][0-9]{0,%d})" % (DIGITS - 1))


class Strings(NamedTuple):
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

    def take(self, piece: Piece, column: int) -> None:
        """The values of some rows."""
        if self._counts(piece.first(column)):
            number = piece.numbers(column, str(self._prefix).encode())
            if number is not None:
                self._counted.append(narrow(number, SMALL_NUMBER))
                return
        self._stop_counting()
        runs = piece.runs(column)
        if runs is None:
            self._add(piece.values()[column])
        else:
            codes = np.array([self._numbers[value] for value in runs[0]], np.int32)
            self._codes.frombytes(np.repeat(codes, runs[1]).tobytes())

    def extend(self, cells: Sequence[str]) -> None:
        """The values of some rows, one by one."""
        if cells and self._counts(cells[0].encode()):
            found = [_COUNTED.fullmatch(cell.encode()) for cell in cells]
            if all(match and match[1].decode() == self._prefix for match in found):
                skipped = len(str(self._prefix))
                self._counted.append(np.array([int(cell[skipped:]) for cell in cells], np.int64))
                return
        self._stop_counting()
        self._add(cells)

    def _counts(self, value: bytes) -> bool:
        """Whether the column may still be one of numbers; its first value says what stands before them."""
        if self._codes:
            return False
        if self._prefix is None and not self._counted:
            found = _COUNTED.fullmatch(value)
            self._prefix = found[1].decode() if found else None
        return self._prefix is not None

    def _stop_counting(self) -> None:
        if self._prefix is not None:
            counted, self._counted = self._counted, []
            for number in counted:
                self._add(Counted(self._prefix, number).texts())
            self._prefix = None

    def _add(self, cells: Sequence[str]) -> None:
        self._codes.fromlist(list(map(self._numbers.__getitem__, cells)))

    def counted(self) -> Counted | None:
        if self._prefix is None or not self._counted:
            return None
        if len(self._counted) > 1:
            self._counted = [np.concatenate(self._counted)]
        return Counted(self._prefix, self._counted[0])

    def strings(self) -> Strings:
        counted = self.counted()
        if counted is not None:
            told = told_apart(counted.number)
            return Strings(told.codes, np.array(counted.texts(told.first_row), object), -1)
        plain = [value.strip(BLANKS) for value in self._numbers]
        codes: Integers = np.frombuffer(self._codes, self._codes.typecode) if self._codes else np.zeros(0, np.int64)
        if plain != list(self._numbers):  # values that differ in blanks only become one
            stripped = TextColumn()
            stripped._add(plain)
            codes, plain = np.array(stripped._codes, np.int64)[codes], list(stripped._numbers)
        return Strings(codes, np.array(plain, object), plain.index("") if "" in plain else -1)

    def integers(self) -> None:
        return None


class Lines:
    """The line of each row: one after the other, but where a row was refused or goes over several lines."""

    def __init__(self) -> None:
        self._lines: list[Integers] = []
        self.before = 0

    def skip(self, count: int) -> None:
        self.before += count

    def take(self, rows: int) -> None:
        self._lines.append(narrow(np.arange(self.before + 1, self.before + rows + 1), SMALL_NUMBER))
        self.before += rows

    def extend(self, lines: Sequence[int]) -> None:
        self._lines.append(narrow(np.array(lines, np.int64), SMALL_NUMBER))

    def all(self) -> Integers:
        return np.concatenate(self._lines) if self._lines else np.zeros(0, np.int64)
