"""The columns of a table: each different value once, and the number of the value of each row.

CSV and TSV come through `csv`, Parquet and frames through pyarrow, and what a program holds as lists.
"""

from __future__ import annotations

import csv
import io
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import factorize
from corefscope.basics.processes import paused_collection
from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block, Blocks, first_lines
from corefscope.formats.files.sources import PARQUET, Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.table.header import ENTITY, lower_names
from corefscope.model import LARGEST, SMALL_NUMBER, UNKNOWN, Integers, narrow
from corefscope.problems import FormatError, Notices

ROWS_AT_ONCE = 512
# A few bytes can announce more rows than fit the memory; a real table needs more bytes than this.
ROWS_PER_BYTE, ROWS_ALWAYS = 64, 1 << 20
ROWS_COPIED = 1 << 18
READ_AGAIN = 1 << 28  # largest table in bytes that is read into memory to find the wrong line
Row = tuple[list[str], int]  # with the line on which it ends


def decimal(text: str) -> int:
    """Return a number of at most ten digits; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1


class Column(NamedTuple):
    """A column of text, without blanks around a value, or of integers where the table says that all are."""

    codes: Integers  # of each row, numbered in order of first appearance
    values: NDArray[Any]  # of each code
    missing: int = -1  # the code of the missing value, -1 if every row has one

    @staticmethod
    def of(codes: Integers, values: Iterable[str]) -> Column:
        """Return a column of text; values that differ in blanks only become one."""
        stripped = [value.strip(BLANKS) for value in values]
        numbers = {value: number for number, value in enumerate(dict.fromkeys(stripped))}
        if len(numbers) < len(stripped):
            codes = np.array(list(map(numbers.__getitem__, stripped)), np.int64)[codes]
        return Column(codes, np.array(list(numbers), object), numbers.get("", -1))

    @staticmethod
    def of_integers(number: Integers, missing: Integers) -> Column:
        """Return a column of integers, of which these rows have none."""
        kind = np.int32 if len(number) < SMALL_NUMBER else np.int64
        codes, first_row = factorize(number, kind)
        if not len(missing):
            return Column(codes, number[first_row])
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
        return self.values[self.codes]

    def tokens(self) -> Integers:
        """Return whole numbers from 0; UNKNOWN where there is none, and -1 where there is anything else."""
        if self.has_integers:
            values = np.where((self.values >= 0) & (self.values < LARGEST), self.values, -1)
        else:
            numbers = map(decimal, self.values)
            values = np.array([number if number < LARGEST else -1 for number in numbers], np.int64)
        if self.missing >= 0:
            values[self.missing] = UNKNOWN
        return narrow(values)[self.codes]


@dataclass(frozen=True)
class TableColumns:
    """Columns by lower-case name, the line (in Parquet, the row) of each row, and columns that are not of one value."""

    columns: Mapping[str, Column]
    line: Integers
    unreadable: Mapping[str, str] = field(default_factory=dict)
    documents: Callable[[], list[dict[str, Any]]] | None = None  # the rows, if they are documents and not mentions


def load(blocks: Iterator[Block], source: Source, notices: Notices) -> TableColumns:
    """Return the table that a file holds; its first bytes say whether it is Parquet."""
    first_line, blocks = first_lines(blocks, 1)
    if first_line and first_line[0].startswith(PARQUET):
        return _parquet(b"".join([block.content for block in blocks]), source)
    names, rows = _csv(blocks, source, notices)
    numbers = [defaultdict[str, int]() for _ in names]
    for each in numbers:
        each.default_factory = each.__len__
    codes: list[list[Integers]] = [[np.zeros(0, np.int32)] for _ in names]
    lines = [np.zeros(0, np.int64)]
    with paused_collection():
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            columns = zip(*map(itemgetter(0), batch), strict=True)
            for code, number, values in zip(codes, numbers, columns, strict=True):
                code.append(np.fromiter(map(number.__getitem__, values), np.int32, len(values)))
            lines.append(np.fromiter(map(itemgetter(1), batch), np.int64))
    listed = [Column.of(np.concatenate(code), number) for code, number in zip(codes, numbers, strict=True)]
    return TableColumns(dict(zip(names, listed, strict=True)), narrow(np.concatenate(lines), SMALL_NUMBER))


def delimiter(header: bytes) -> str:
    return "\t" if b"\t" in header else ";" if b";" in header and b"," not in header else ","


def _csv(blocks: Iterator[Block], source: Source, notices: Notices) -> tuple[list[str], Iterator[Row]]:
    """Return the names of the columns, and the rows."""
    first_line, blocks = first_lines(blocks, 1)
    rows = _rows(blocks, delimiter(first_line[0] if first_line else b""), source, notices)
    return lower_names(next(rows, ([], 0))[0], source.path), rows


def _rows(blocks: Iterator[Block], separator: str, source: Source, notices: Notices) -> Iterator[Row]:
    """Yield the header and then the rows, each with the line on which it ends.

    A row that cannot be parsed, or has another length than the header, is refused, and the next one read. Blank lines
    are skipped. Bytes that are not UTF-8 are refused once.
    """

    def lines() -> Iterator[str]:
        is_utf8 = True
        for block in blocks:
            if is_utf8 and (wrong := not_utf8(block.content, block.lines_before)) is not None:
                notices.refuse(is_not_utf8(source.path, wrong))
                is_utf8 = False
            yield from io.StringIO(block.content.decode("utf-8", "replace"), "")

    reader = csv.reader(lines(), delimiter=separator, skipinitialspace=True, strict=True)
    width, line, is_over = 0, 0, False
    while not is_over:
        try:
            for row in reader:
                line, width = reader.line_num, width or len(row)
                if len(row) == width and (width > 1 or "".join(row).strip(BLANKS)):
                    yield row, line
                elif len(row) > 1 or "".join(row).strip(BLANKS):
                    fact = f"the row has {len(row)} columns, the header has {width}"
                    notices.refuse(source.error("bad-row", fact, line, f"they are separated by {separator!r}"))
            is_over = True
        except csv.Error as error:
            hint = "put a value with a quote in quotes, and double the quotes in it"
            notices.refuse(source.error("bad-table", f"not a table: {error}", line + 1, hint))
            line = reader.line_num


def copy_as_parquet(file: str, target: str) -> None:
    """Write a CSV or TSV as Parquet of strings, for what reads only that; raise the errors of reading it."""
    arrow, parquet = pyarrow()
    notices, source = Notices(), Source(file, file)
    try:
        names, rows = _csv(Blocks(source).of(ANY_LINE_ONCE), source, notices)
        schema = arrow.schema([(name or " ", arrow.string()) for name in names])
        with parquet.ParquetWriter(target, schema) as writer:
            while True:  # a table without rows is one too
                batch = [row for row, _ in islice(rows, ROWS_COPIED)]
                columns = list(zip(*batch, strict=True)) or [()] * len(names)
                arrays = [arrow.array(column, arrow.string()) for column in columns]
                writer.write_table(arrow.table(arrays, schema=schema))
                if not batch:
                    break
        notices.stop()
    except FormatError:
        raise_reader_error(file)  # it may find an earlier line
        raise


def raise_reader_error(file: str) -> None:
    """Raise the error that reading the file into memory raises, unless it is too large for that."""
    if os.path.getsize(file) <= READ_AGAIN:
        from corefscope.formats.load import read_corpus

        read_corpus(file, "table")


def of_lists(columns: Mapping[str, Sequence[Any]], path: str) -> TableColumns:
    """Return the table of columns that a program holds as lists."""
    names = lower_names(list(columns), path)
    line = np.arange(1, len(next(iter(columns.values()), ())) + 1)
    return TableColumns(dict(zip(names, map(_of_list, columns.values()), strict=True)), narrow(line, SMALL_NUMBER))


def _of_list(values: Sequence[Any]) -> Column:
    """Return a column of what values are as text; None and NaN are missing values."""
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(_text(value), len(numbers)) for value in values]
    return Column.of(np.array(codes, np.int64), numbers)


def _text(value: Any) -> str:
    if isinstance(value, float):  # of data frames, whole numbers often are
        return "" if value != value else str(int(value)) if value.is_integer() else str(value)
    return "" if value is None else value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def pyarrow(path: str | None = None) -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        fact, hint = "a Parquet table needs pyarrow, which is not installed", 'pip install "corefscope[parquet]"'
        raise FormatError("not-installed", fact, path, hint=hint) from None


def _parquet(content: bytes, source: Source) -> TableColumns:
    arrow, parquet = pyarrow(source.path)
    try:
        file = parquet.ParquetFile(arrow.BufferReader(content))
        count = file.metadata.num_rows
        if count > ROWS_ALWAYS + ROWS_PER_BYTE * len(content):
            raise source.error("bad-table", f"{count} rows in {len(content)} bytes is not a table of mentions")
        table = file.read()
        table.validate(full=True)
    except (arrow.ArrowException, OSError, ValueError, MemoryError) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0]
        raise source.error("unreadable-file", f"the Parquet table cannot be read: {reason}") from None
    return of_arrow(table, source.path)


def of_arrow(table: Any, path: str) -> TableColumns:
    """Return the columns of a table of pyarrow; rows with lists in them are documents, if they name no entity."""
    kinds = import_module("pyarrow").types
    names = lower_names(table.column_names, path)
    columns = dict(zip(names, map(_of_arrow, table.columns), strict=True))
    readable = {name: column for name, column in columns.items() if column is not None}
    types = {name: str(column.type) for name, column in zip(names, table.columns, strict=True)}
    unreadable = {name: types[name] for name, column in columns.items() if column is None}
    is_nested = any(kinds.is_nested(column.type) for column in table.columns)
    documents = table.to_pylist if is_nested and ENTITY not in names else None
    return TableColumns(readable, narrow(np.arange(1, table.num_rows + 1), SMALL_NUMBER), unreadable, documents)


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
