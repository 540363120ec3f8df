"""Columns of CSV and TSV while they grow: numbers where a column has nothing else, or values that are stored once."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.ids import DIGITS, NumberedIds, numbered
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

    def take(self, values: Any) -> None:
        """The values of some rows, as pyarrow has read them."""
        number = self._numbers_of(values)
        if number is not None:
            self._counted.append(narrow(number, SMALL_NUMBER))
            return
        self._stop_counting()
        encoded = values.dictionary_encode()
        codes = np.array([self._numbers[value] for value in encoded.dictionary.to_pylist()], np.int32)
        self._codes.frombytes(codes[encoded.indices.to_numpy()].tobytes())

    def extend(self, cells: Sequence[str]) -> None:
        """The values of some rows, as `csv` has read them."""
        self._stop_counting()
        self._add(cells)

    def _numbers_of(self, values: Any) -> Integers | None:
        """The numbers behind the prefix that all values have had so far, if these have it too."""
        if self._codes or not len(values):
            return None
        if self._prefix is None:
            found = _COUNTED.fullmatch(values[0].as_py())
            self._prefix = found[1] if found else None
        return None if self._prefix is None else _numbers_behind(self._prefix, values)

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


def _numbers_behind(prefix: str, values: Any) -> Integers | None:
    """The numbers of values that are this prefix and a number without needless zeros; None if one is anything else."""
    arrow, compute = import_module("pyarrow"), import_module("pyarrow.compute")
    if prefix:
        if not compute.all(compute.starts_with(values, prefix)).as_py():
            return None
        values = compute.utf8_slice_codeunits(values, len(prefix))
    try:
        number: Integers = values.cast("int64").to_numpy()
    except arrow.ArrowException:
        return None
    # Zeros or a plus before a number would make the text longer than its digits.
    powers = 10 ** np.arange(1, len(str(number.max())))
    digits = len(number) + sum(int(np.count_nonzero(number >= power)) for power in powers)
    length = compute.sum(compute.binary_length(values)).as_py()
    return number if int(number.min()) >= 0 and number.max() < 10**DIGITS and digits == length else None


class RowLines:
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
