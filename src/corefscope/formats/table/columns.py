"""The columns of a table, from CSV, TSV or Parquet: each as numbers, or as strings that are stored once."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate, chain, islice
from typing import Any, Protocol

import numpy as np

from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.blocks import Block, lines_ahead
from corefscope.formats.files.sources import MARK, PARQUET, Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.table.header import delimiter, lower_names
from corefscope.formats.table.ids import Counted, numbered
from corefscope.formats.table.plain import plain_rows, unquoted
from corefscope.formats.table.text import Lines, Strings, TextColumn
from corefscope.model import LARGEST, SMALL_NUMBER, UNKNOWN, Integers, narrow
from corefscope.problems import FormatError, Notices

# A few bytes of Parquet can announce more rows than fit the memory; a real table needs more bytes than this.
ROWS_PER_BYTE, ROWS_ALWAYS = 64, 1 << 20
ROWS_AT_ONCE = 512
LARGE = 1 << 20  # bytes of a file for which loading pyarrow pays
HEADER = 1 << 16  # bytes among which engines look for the header
INSTALL = "pip install corefscope[parquet]"


class Column(Protocol):
    """One column; blanks around a value do not belong to it, and a missing value is empty."""

    def strings(self) -> Strings: ...

    def integers(self) -> tuple[Integers, Integers] | None:
        """Integers as they are, and the rows without one, if the file says that the column holds integers."""

    def counted(self) -> Counted | None:
        """Text of which each value is a number, perhaps with the same letters before each."""


@dataclass(frozen=True)
class Table:
    """Columns by lower-case name, the line (in Parquet, the row) of each row, and columns that are not of one value."""

    columns: dict[str, Column]
    line: Integers
    unreadable: dict[str, str] = field(default_factory=dict)


def load(
    blocks: Iterator[Block], source: Source, notices: Notices, column: Callable[[], TextColumn] = TextColumn
) -> Table:
    """The table that a file holds; its first bytes say whether it is Parquet. `column` makes one of text."""
    header, every = lines_ahead(blocks, 1)
    if header and header[0].startswith(PARQUET):
        return _parquet(b"".join([block.content for block in every]), source)
    return _separated(header[0] if header else b"", every, source, notices, column)


def numbers(column: Column) -> Integers:
    """Whole numbers from 0; UNKNOWN where there is none, and -1 where there is anything else."""
    integers, counted = column.integers(), column.counted()
    if counted is not None and not counted.prefix:
        return narrow(np.where(counted.number < LARGEST, counted.number, -1))
    if integers is None:
        codes, values, _ = column.strings()
        return narrow(np.array([_number(value) for value in values], np.int64))[codes]
    found, missing = integers
    checked = np.where((found >= 0) & (found < LARGEST), found, -1)
    checked[missing] = UNKNOWN
    return checked


def _number(value: str) -> int:
    if not value:
        return UNKNOWN
    plain = value.isascii() and value.isdigit() and len(value) <= len(str(LARGEST))
    return int(value) if plain and int(value) < LARGEST else -1


@dataclass(frozen=True)
class ArrowColumn:
    """A column of Parquet, made one of strings or of 64-bit integers."""

    values: Any

    def strings(self) -> Strings:
        arrow, compute = import_module("pyarrow"), import_module("pyarrow.compute")
        is_encoded = arrow.types.is_dictionary(self.values.type)
        encoded = self.values.unify_dictionaries() if is_encoded else self.values.dictionary_encode()
        chunks = [chunk.indices.fill_null(-1).to_numpy(zero_copy_only=False) for chunk in encoded.chunks]
        codes = chunks[0] if len(chunks) == 1 else np.concatenate(chunks)
        known = encoded.chunk(0).dictionary  # all chunks share it
        known = known.cast("string") if known.type == arrow.int64() else known
        plain = compute.utf8_trim(known, BLANKS)
        if not plain.equals(known):  # values that differ in blanks only become one
            plain = plain.dictionary_encode()
            codes, plain = np.append(plain.indices.to_numpy(), -1)[codes], plain.dictionary
        values = plain.to_numpy(zero_copy_only=False)
        if self.values.null_count:
            if "" not in values:
                values = np.append(values, "")
            codes = np.where(codes < 0, np.flatnonzero(values == "")[0], codes)
        code, first_row = numbered(codes)  # the file may know values that no row has
        values = values[codes[first_row]]
        missing = np.flatnonzero(values == "")
        return Strings(code, values, int(missing[0]) if len(missing) else -1)

    def integers(self) -> tuple[Integers, Integers] | None:
        if self.values.type != import_module("pyarrow").int64():
            return None
        if not self.values.null_count:
            return self.values.to_numpy(), np.zeros(0, np.int64)
        missing = np.flatnonzero(self.values.is_null().to_numpy())
        return self.values.fill_null(0).to_numpy(), missing

    def counted(self) -> None:
        return None


def _separated(
    first_line: bytes, blocks: Iterator[Block], source: Source, notices: Notices, new_column: Callable[[], TextColumn]
) -> Table:
    header = first_line.decode("utf-8", "replace")
    separator = delimiter(header)
    lines = Lines()
    names: list[str] = []
    columns: list[TextColumn] = []
    texts = _Texts(source, notices)
    rest: list[str] = []
    block = next(blocks)
    plain_header = None if "\r" in header.rstrip("\r") else unquoted(header.rstrip("\r").split(separator))
    arrow_csv = None if block.is_last and len(block.content) < LARGE else _arrow_csv()
    if arrow_csv and header.strip() and plain_header and block.content.startswith(header.encode()):
        names = lower_names(plain_header, source.path)
        columns = [new_column() for _ in names]
        start = len(header.encode()) + 1
        lines.skip(1)
        for each in chain([block], blocks):
            texts.check(each)
            content = each.content[start:]
            plain = plain_rows(content, len(names), separator) if content and texts.are_utf8 else b""
            if plain is None or not texts.are_utf8:  # from here on a value may go on over lines, and over blocks
                rest = [texts.part(content)]
                break
            if plain:
                lines.take(_take(plain, columns, separator, arrow_csv))
            start = 0
    else:
        rest = [texts.of(block)]
    every_text = chain(rest, map(texts.of, blocks))
    every_line = chain.from_iterable(io.StringIO(text, "") for text in every_text)
    reader = csv.reader(every_line, delimiter=separator, skipinitialspace=True, strict=True)
    for rows, ends in _batches(reader, source, notices, lines.before):
        if not names:
            named = next((number for number, row in enumerate(rows) if row), len(rows) - 1)
            names = lower_names(rows[named], source.path)
            columns = [new_column() for _ in names]
            rows, ends = rows[named + 1 :], ends[named + 1 :]
        if set(map(len, rows)) - {len(names)}:
            rows, ends = _of_width(len(names), rows, ends, separator, source, notices)
        for column, values in zip(columns, zip(*rows, strict=True), strict=bool(rows)):
            column.extend(values)
        lines.extend(ends)
    return Table(dict(zip(names, columns, strict=True)), lines.all())


def _arrow_csv() -> Any:
    """pyarrow's reader of CSV, several times as fast as `csv`; None if it is not installed."""
    try:
        return import_module("pyarrow.csv")
    except ImportError:
        return None


def _take(content: bytes, columns: Sequence[TextColumn], separator: str, arrow_csv: Any) -> int:
    """Adds plain rows to the columns, all as text; the number of rows."""
    names = [str(number) for number in range(len(columns))]
    if content.startswith(MARK):  # pyarrow would take it from the first value; an empty line it passes over
        content = b"\n" + content
    table = arrow_csv.read_csv(
        import_module("pyarrow").BufferReader(content),
        arrow_csv.ReadOptions(column_names=names, block_size=len(content) + 1, use_threads=False),
        arrow_csv.ParseOptions(delimiter=separator),
        arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, "string"), strings_can_be_null=False),
    )
    for column, values in zip(columns, table.columns, strict=True):
        column.take(values.combine_chunks())
    return int(table.num_rows)


class _Texts:
    """Blocks as text; that a file is not UTF-8 is said once, and gone past."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices, self.are_utf8 = source, notices, True

    def of(self, block: Block) -> str:
        self.check(block)
        return self.part(block.content)

    def check(self, block: Block) -> None:
        wrong = not_utf8(block.content, block.lines_before) if self.are_utf8 else None
        if wrong is not None:
            self.are_utf8 = False
            self.notices.refuse(is_not_utf8(self.source.path, wrong))

    @staticmethod
    def part(content: bytes) -> str:
        return content.decode("utf-8", "replace")


def _batches(reader: Any, source: Source, notices: Notices, taken: int) -> Iterator[tuple[list[list[str]], list[int]]]:
    """Some rows at a time, so that they become numbers before the memory fills with small lists, and their lines.

    `taken` is the number of lines before them.

    A row that cannot be taken apart is gone past: the reader begins anew with the line behind it.
    """
    hint = "a value with a quote in it stands in quotes, and its own quotes are doubled"
    before = taken
    while True:
        rows: list[list[str]] = []
        try:
            rows.extend(islice(reader, ROWS_AT_ONCE))
            ends = _ends(rows, before, taken + reader.line_num)
            if not rows:
                return
        except csv.Error as error:  # the rows before it have been taken
            ends = _ends(rows, before)
            line = (ends[-1] if ends else before) + 1
            notices.refuse(FormatError("bad-table", f"not a table: {error}", source.path, line, hint))
        if rows:
            yield rows, ends
        before = taken + reader.line_num


def _ends(rows: list[list[str]], before: int, last: int | None = None) -> list[int]:
    """The line on which each row ends; a quoted value may go on over several."""
    if last is not None and last - before == len(rows):
        return list(range(before + 1, last + 1))
    return [before + sum_ for sum_ in accumulate(1 + sum(cell.count("\n") for cell in row) for row in rows)]


def _of_width(
    width: int, rows: list[list[str]], ends: list[int], separator: str, source: Source, notices: Notices
) -> tuple[list[list[str]], list[int]]:
    """The rows that have a value for each column; blank lines are none, others are refused."""
    kept = []
    for row, end in zip(rows, ends, strict=True):
        if len(row) == width and (width > 1 or row[0].strip(BLANKS)):
            kept.append((row, end))
        elif len(row) > 1 or "".join(row).strip(BLANKS):
            fact = f"the row has {len(row)} columns, the header has {width}"
            notices.refuse(FormatError("bad-row", fact, source.path, end, f"they are separated by {separator!r}"))
    return [row for row, _ in kept], [end for _, end in kept]


def _parquet(content: bytes, source: Source) -> Table:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise FormatError(
            "not-installed", "a Parquet table needs pyarrow, which is not installed", source.path, hint=INSTALL
        ) from None
    try:
        file = parquet.ParquetFile(arrow.BufferReader(content))
        texts = [field.name for field in file.schema_arrow if field.type == arrow.string()]
        if texts:  # most values occur in many rows
            file = parquet.ParquetFile(arrow.BufferReader(content), read_dictionary=texts)
        count = file.metadata.num_rows
        if count > ROWS_ALWAYS + ROWS_PER_BYTE * len(content):
            raise FormatError("bad-table", f"{count} rows in {len(content)} bytes is no table of mentions", source.path)
        table = file.read()
        table.validate(full=True)
        if table.num_rows != count:
            raise FormatError("bad-table", f"the table announces {count} rows and has {table.num_rows}", source.path)
    except (arrow.ArrowException, OSError, ValueError, MemoryError) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0]
        raise FormatError("unreadable-file", f"the Parquet table cannot be read: {reason}", source.path) from None
    names = lower_names(table.column_names, source.path)
    columns: list[Column | None] = [_plain(arrow, column) for column in table.columns]
    found = dict(zip(names, columns, strict=True))
    unreadable = {name: str(table.columns[number].type) for number, name in enumerate(names) if found[name] is None}
    readable = {name: column for name, column in found.items() if column is not None}
    return Table(readable, narrow(np.arange(1, count + 1), SMALL_NUMBER), unreadable)


def _plain(arrow: Any, column: Any) -> ArrowColumn | None:
    """The column as integers or strings; None if it is of something else, such as lists."""
    kinds = arrow.types
    if kinds.is_dictionary(column.type):
        if column.type.value_type == arrow.string() and not any(chunk.dictionary.null_count for chunk in column.chunks):
            return ArrowColumn(column)
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
