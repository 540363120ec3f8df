"""The columns of a table, whatever it came from: each different value once, and the number of the value of each row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import factorize
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.header import ENTITY, lower_names
from corefscope.model import LARGEST, SMALL_NUMBER, UNKNOWN, Integers, narrow

INSTALL = 'pip install "corefscope[parquet]"'


class Column(NamedTuple):
    """A column of text, without blanks around a value, or of integers where the table says that all are."""

    codes: Integers  # of each row, numbered in order of first appearance
    values: NDArray[Any]  # of each code
    missing: int  # the code of the missing value, -1 if every row has one

    @staticmethod
    def of(codes: Integers, values: Iterable[str]) -> Column:
        """Return a column of text; values that differ in blanks only become one."""
        numbers: dict[str, int] = {}
        renumbered = [numbers.setdefault(value.strip(BLANKS), len(numbers)) for value in values]
        if len(numbers) < len(renumbered):
            codes = np.array(renumbered, np.int64)[codes]
        return Column(codes, np.array(list(numbers), object), numbers.get("", -1))

    @staticmethod
    def of_integers(number: Integers, missing: Integers) -> Column:
        """Return a column of integers, of which these rows have none."""
        kind = np.int32 if len(number) < SMALL_NUMBER else np.int64
        codes, first_row = factorize(number, kind)
        if not len(missing):
            return Column(codes, number[first_row], -1)
        codes = codes.copy()
        codes[missing] = len(first_row)
        codes, first_row = factorize(codes, kind)
        return Column(codes, number[first_row], int(codes[missing[0]]))

    @property
    def has_integers(self) -> bool:
        return self.values.dtype.kind == "i"

    def as_text(self) -> Column:
        """Return the column with integers as they are written."""
        if not self.has_integers:
            return self
        texts = [str(value) if code != self.missing else "" for code, value in enumerate(self.values.tolist())]
        return self._replace(values=np.array(texts, object))

    def of_rows(self) -> NDArray[Any]:
        """Return the value of each row."""
        return self.values[self.codes]

    def tokens(self) -> Integers:
        """Return whole numbers from 0; UNKNOWN where there is none, and -1 where there is anything else."""
        if self.has_integers:
            values = np.where((self.values >= 0) & (self.values < LARGEST), self.values, -1)
        else:
            values = np.array([_number(value) for value in self.values], np.int64)
        if self.missing >= 0:
            values[self.missing] = UNKNOWN
        return narrow(values)[self.codes]


def _number(value: str) -> int:
    plain = value.isascii() and value.isdigit() and len(value) <= len(str(LARGEST))
    return int(value) if plain and int(value) < LARGEST else -1


@dataclass(frozen=True)
class TableColumns:
    """Columns by lower-case name, the line (in Parquet, the row) of each row, and columns that are not of one value."""

    columns: Mapping[str, Column]
    line: Integers
    unreadable: Mapping[str, str] = field(default_factory=dict)
    documents: Callable[[], list[dict[str, Any]]] | None = None  # the rows, if they are documents and not mentions


def lines(rows: int) -> Integers:
    """Return the numbers of rows, from 1."""
    return narrow(np.arange(1, rows + 1), SMALL_NUMBER)


def of_lists(columns: Mapping[str, Sequence[Any]], path: str) -> TableColumns:
    """Return the table of columns that a program holds as lists."""
    names = lower_names(list(columns), path)
    rows = len(next(iter(columns.values()), ()))
    return TableColumns(dict(zip(names, map(_of_list, columns.values()), strict=True)), lines(rows))


def _of_list(values: Sequence[Any]) -> Column:
    """Return a column of numbers or strings; None and NaN are missing values."""
    missing = [row for row, value in enumerate(values) if _is_missing(value)]
    filled = list(values)
    for row in missing:
        filled[row] = 0
    if not set(map(type, values)) <= {str} and all(map(_is_whole, filled)):
        return Column.of_integers(np.array(list(map(int, filled)), np.int64), np.array(missing, np.int64))
    texts = [value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value) for value in filled]
    for row in missing:
        texts[row] = ""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return Column.of(np.array([numbers[text] for text in texts], np.int64), numbers)


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _is_whole(value: Any) -> bool:
    """Whether a value is a whole number that fits a column; of data frames, floats often are."""
    is_number = isinstance(value, int | np.integer | float) and not isinstance(value, bool)
    return is_number and abs(value) < 1 << 63 and value == int(value)


def of_arrow(table: Any, path: str) -> TableColumns:
    """Return the columns of a table of pyarrow."""
    kinds = import_module("pyarrow").types
    names = lower_names(table.column_names, path)
    columns = dict(zip(names, map(_of_arrow, table.columns), strict=True))
    readable = {name: column for name, column in columns.items() if column is not None}
    types = dict(zip(names, (str(column.type) for column in table.columns), strict=True))
    unreadable = {name: types[name] for name, column in columns.items() if column is None}
    nested = any(kinds.is_nested(column.type) for column in table.columns)
    documents = table.to_pylist if nested and ENTITY not in names else None
    return TableColumns(readable, lines(table.num_rows), unreadable, documents)


def _of_arrow(column: Any) -> Column | None:
    """Return a column of pyarrow as integers or text; None if it is of something else, such as lists."""
    arrow, compute = import_module("pyarrow"), import_module("pyarrow.compute")
    if arrow.types.is_dictionary(column.type):
        try:
            column = column.cast(column.type.value_type)
        except arrow.ArrowException:  # of polars, which hardly anything can be done with
            column = arrow.chunked_array([arrow.array(column.to_pylist(), "string")])
    is_floating = arrow.types.is_floating(column.type)
    if is_floating:  # integers with missing values often are kept so
        column = compute.if_else(compute.is_nan(column), None, column)
    if is_floating or arrow.types.is_integer(column.type):
        try:
            number = column.cast(arrow.int64())
            missing = np.flatnonzero(number.is_null().to_numpy()) if number.null_count else np.zeros(0, np.int64)
            return Column.of_integers(number.fill_null(0).to_numpy(), missing)
        except arrow.ArrowException:  # not whole, or too large
            pass
    try:
        text = column.cast(arrow.large_string()).fill_null("")
    except arrow.ArrowException:
        return None
    encoded = text.combine_chunks().dictionary_encode()
    encoded = encoded.combine_chunks() if isinstance(encoded, arrow.ChunkedArray) else encoded
    return Column.of(encoded.indices.to_numpy(), encoded.dictionary.to_pylist())
