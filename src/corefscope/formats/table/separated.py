"""The columns of a file: CSV or TSV through `csv`, Parquet through pyarrow."""

from __future__ import annotations

import csv
import io
from array import array
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.blocks import Block, first_lines
from corefscope.formats.files.sources import PARQUET, Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.table.columns import INSTALL, Column, TableColumns, of_arrow
from corefscope.formats.table.header import delimiter, lower_names
from corefscope.model import SMALL_NUMBER, narrow
from corefscope.problems import FormatError, Notices

ROWS_AT_ONCE = 512
# A few bytes can announce more rows than fit the memory; a real table needs more bytes than this.
ROWS_PER_BYTE, ROWS_ALWAYS = 64, 1 << 20


class Rows(NamedTuple):
    """Some rows of a file, all as long as the header, and the line on which each ends."""

    cells: list[list[str]]
    lines: list[int]


def load(blocks: Iterator[Block], source: Source, notices: Notices) -> TableColumns:
    """Return the table that a file holds; its first bytes say whether it is Parquet."""
    first_line, blocks = first_lines(blocks, 1)
    if first_line and first_line[0].startswith(PARQUET):
        return _parquet(b"".join([block.content for block in blocks]), source)
    names, batches = separated_rows(blocks, source, notices)
    numbers: list[defaultdict[str, int]] = [defaultdict() for _ in names]  # of the values of each column
    for values in numbers:
        values.default_factory = values.__len__
    codes = [array("i") for _ in names]
    lines = array("q")
    for rows in batches:
        for values, column, cells in zip(numbers, codes, zip(*rows.cells, strict=True), strict=True):
            column.extend(map(values.__getitem__, cells))
        lines.extend(rows.lines)
    columns = (Column.of(np.array(column, np.int32), values) for values, column in zip(numbers, codes, strict=True))
    return TableColumns(dict(zip(names, columns, strict=True)), narrow(np.array(lines, np.int64), SMALL_NUMBER))


def separated_rows(blocks: Iterator[Block], source: Source, notices: Notices) -> tuple[list[str], Iterator[Rows]]:
    """Return the lower-case names of the columns of a CSV or TSV and its rows, some at a time.

    Each batch has at least one row. Rows that are not as long as the header are refused; blank lines are no rows.
    """
    first_line, blocks = first_lines(blocks, 1)
    separator = delimiter(first_line[0].decode("utf-8", "replace") if first_line else "")
    contents = _contents(blocks, source, notices)
    text_lines = chain.from_iterable(io.StringIO(content, "") for content in contents)
    rows = _rows(text_lines, separator, source, notices)
    header = next((row for row, _ in rows if row), [])
    try:
        names = lower_names(header, source.path)
    except FormatError:
        for _ in contents:  # bytes that are not UTF-8 are reported as well
            pass
        raise
    return names, _batches(rows, len(names), separator, source, notices)


def _contents(blocks: Iterator[Block], source: Source, notices: Notices) -> Iterator[str]:
    """Yield the text of each block; that a file is not UTF-8 is reported once, and such bytes are replaced."""
    is_utf8 = True
    for block in blocks:
        wrong = not_utf8(block.content, block.lines_before)
        if wrong is not None and is_utf8:
            notices.refuse(is_not_utf8(source.path, wrong))
            is_utf8 = False
        yield block.content.decode("utf-8", "replace")


def _rows(lines: Iterator[str], separator: str, source: Source, notices: Notices) -> Iterator[tuple[list[str], int]]:
    """Yield rows with the line on which each ends. A row that cannot be parsed is refused, and the next one read."""
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    end = 0
    while True:
        try:
            for row in reader:
                end = reader.line_num
                yield row, end
            return
        except csv.Error as error:
            hint = "a value with a quote in it stands in quotes, and its own quotes are doubled"
            notices.refuse(FormatError("bad-table", f"not a table: {error}", source.path, end + 1, hint))
            end = reader.line_num


def _batches(
    rows: Iterator[tuple[list[str], int]], width: int, separator: str, source: Source, notices: Notices
) -> Iterator[Rows]:
    """Yield some rows at a time, so that they become numbers before the memory fills with small lists."""
    while batch := list(islice(rows, ROWS_AT_ONCE)):
        cells, lines = [], []
        for row, line in batch:
            if len(row) == width and (width > 1 or row[0].strip(BLANKS)):
                cells.append(row)
                lines.append(line)
            elif len(row) > 1 or "".join(row).strip(BLANKS):
                fact = f"the row has {len(row)} columns, the header has {width}"
                notices.refuse(FormatError("bad-row", fact, source.path, line, f"they are separated by {separator!r}"))
        if cells:
            yield Rows(cells, lines)


def _parquet(content: bytes, source: Source) -> TableColumns:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        fact = "a Parquet table needs pyarrow, which is not installed"
        raise FormatError("not-installed", fact, source.path, hint=INSTALL) from None
    try:
        file = parquet.ParquetFile(arrow.BufferReader(content))
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
    return of_arrow(table, source.path)
