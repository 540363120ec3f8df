"""The columns of a table, from CSV, TSV or Parquet: each as numbers, or as strings that are stored once."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np

from corefscope.errors import FormatError
from corefscope.formats.sources import PARQUET, Source
from corefscope.model import UNKNOWN, Integers

LARGEST = 1 << 31  # no document has so many tokens; what is above is a mistake
# A few bytes of Parquet can announce more rows than fit the memory; a real table needs more bytes than this.
ROWS_PER_BYTE, ROWS_ALWAYS = 64, 1 << 20
INSTALL = "pip install corefscope[parquet]"


class Strings(NamedTuple):
    """A column of strings: its values in order of first appearance, and for each row the number of its value."""

    codes: Integers
    values: list[str]

    def missing(self) -> Integers:
        """The rows without a value."""
        return np.flatnonzero(self.codes == self.values.index("")) if "" in self.values else np.empty(0, np.int64)


class Column(Protocol):
    """One column; blanks around a value do not belong to it, and a missing value is empty."""

    def strings(self) -> Strings: ...

    def numbers(self) -> Integers:
        """Whole numbers from 0; UNKNOWN where there is none, and -1 where there is anything else."""

    def integers(self) -> tuple[Integers, Integers] | None:
        """Integers as they are, and the rows without one, if the file says that the column holds integers."""

    def shown(self, row: int) -> str: ...


@dataclass(frozen=True)
class Table:
    """Columns by lower-case name, the line (in Parquet, the row) of each row, and columns that are not of one value."""

    columns: dict[str, Column]
    line: Integers
    unreadable: dict[str, str] = field(default_factory=dict)


def load(content: bytes, source: Source) -> Table:
    """The table that a file holds; its first bytes say whether it is Parquet."""
    return _parquet(content, source) if content.startswith(PARQUET) else _separated(content, source)


@dataclass(frozen=True)
class TextColumn:
    """A column of CSV or TSV."""

    cells: Sequence[str]

    def strings(self) -> Strings:
        return _numbered(map(str.strip, self.cells))

    def numbers(self) -> Integers:
        return _numbers(self.strings())

    def integers(self) -> None:
        return None

    def shown(self, row: int) -> str:
        return self.cells[row][:40]


@dataclass(frozen=True)
class ArrowColumn:
    """A column of Parquet, made one of strings or of 64-bit integers."""

    values: Any

    def strings(self) -> Strings:
        encoded = self.values.dictionary_encode()
        chunks = [chunk.indices.fill_null(-1).to_numpy(zero_copy_only=False) for chunk in encoded.chunks]
        codes = np.concatenate([*chunks, np.empty(0, np.int64)]).astype(np.int64)
        listed = encoded.chunk(encoded.num_chunks - 1).dictionary.to_pylist() if encoded.num_chunks else []
        # Missing values have the code -1, which finds the last of these.
        renumbered, values = _numbered(str(value).strip() for value in [*listed, ""])
        if not (codes < 0).any() and "" not in map(str.strip, map(str, listed)):
            values.pop()
        return Strings(renumbered[codes], values)

    def numbers(self) -> Integers:
        integers = self.integers()
        if integers is None:
            return _numbers(self.strings())
        found, missing = integers
        numbers = np.where((found >= 0) & (found < LARGEST), found, -1)
        numbers[missing] = UNKNOWN
        return numbers

    def integers(self) -> tuple[Integers, Integers] | None:
        if str(self.values.type) != "int64":
            return None
        missing = np.flatnonzero(self.values.is_null().to_numpy(zero_copy_only=False))
        return self.values.fill_null(0).to_numpy(zero_copy_only=False), missing

    def shown(self, row: int) -> str:
        value = self.values[row].as_py()
        return "" if value is None else str(value)[:40]


def _numbered(values: Iterable[str]) -> Strings:
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return Strings(np.array(codes, np.int64), list(numbers))


def _numbers(strings: Strings) -> Integers:
    return np.array([_number(value) for value in strings.values], np.int64)[strings.codes]


def _number(value: str) -> int:
    if not value:
        return UNKNOWN
    plain = value.isascii() and value.isdigit() and len(value) <= len(str(LARGEST))
    return int(value) if plain and int(value) < LARGEST else -1


def _separated(content: bytes, source: Source) -> Table:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("the file is not UTF-8", source.path, line, "save it as UTF-8") from None
    header = text.lstrip("\n").split("\n", 1)[0]
    delimiter = "\t" if "\t" in header else ";" if ";" in header and "," not in header else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, ends = [], []
    try:
        for row in reader:
            if len(row) > 1 or (row and row[0].strip()):
                rows.append(row)
                ends.append(reader.line_num)
    except csv.Error as error:
        hint = "a value with a quote in it stands in quotes, and its own quotes are doubled"
        raise FormatError(f"not a table: {error}", source.path, reader.line_num, hint) from None
    if not rows:
        raise FormatError("the table has no header", source.path, 1)
    names = [name.strip().lower() for name in rows[0]]
    if set(map(len, rows)) != {len(names)}:
        wrong = next(number for number, row in enumerate(rows) if len(row) != len(names))
        message = f"the row has {len(rows[wrong])} columns, the header has {len(names)}"
        raise FormatError(message, source.path, ends[wrong], f"they are separated by {delimiter!r}")
    cells = list(zip(*rows[1:], strict=True)) or [()] * len(names)
    return Table(_by_name(names, [TextColumn(column) for column in cells], source), np.array(ends[1:], np.int64))


def _parquet(content: bytes, source: Source) -> Table:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise FormatError("a Parquet table needs pyarrow, which is not installed", source.path, hint=INSTALL) from None
    try:
        file = parquet.ParquetFile(arrow.BufferReader(content))
        count = file.metadata.num_rows
        if count > ROWS_ALWAYS + ROWS_PER_BYTE * len(content):
            raise FormatError(f"{count} rows in {len(content)} bytes is no table of mentions", source.path)
        table = file.read()
        if table.num_rows != count:
            raise FormatError(f"the table announces {count} rows and has {table.num_rows}", source.path)
    except (arrow.ArrowException, OSError, ValueError, MemoryError) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0]
        raise FormatError(f"the Parquet table cannot be read: {reason}", source.path) from None
    names = [name.strip().lower() for name in table.column_names]
    columns: list[Column | None] = [_plain(arrow, column) for column in table.columns]
    found = _by_name(names, columns, source)
    unreadable = {name: str(table.columns[number].type) for number, name in enumerate(names) if found[name] is None}
    readable = {name: column for name, column in found.items() if column is not None}
    return Table(readable, np.arange(1, count + 1), unreadable)


def _plain(arrow: Any, column: Any) -> ArrowColumn | None:
    """The column as integers or strings; None if it is of something else, such as lists."""
    kinds = arrow.types
    if kinds.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if kinds.is_floating(column.type):  # integers with missing values often are kept so
        compute = import_module("pyarrow.compute")
        column = compute.if_else(compute.is_nan(column), None, column)
    for kind in (arrow.int64(), arrow.string(), arrow.large_string()):
        if kind == arrow.int64() and not (kinds.is_integer(column.type) or kinds.is_floating(column.type)):
            continue
        try:
            return ArrowColumn(column.cast(kind))
        except arrow.ArrowException:
            continue
    return None


def _by_name(names: list[str], columns: Sequence[Any], source: Source) -> dict[str, Any]:
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice:
        raise FormatError(f"two columns are called '{twice[:40]}'", source.path, 1)
    return dict(zip(names, columns, strict=True))
