"""The columns of a file: CSV or TSV as arrays where its rows are plain, else through `csv`; Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import Any

import numpy as np

from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.blocks import Block, first_lines
from corefscope.formats.files.sources import PARQUET, Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.table.columns import TableColumns
from corefscope.formats.table.header import delimiter, lower_names
from corefscope.formats.table.parquet import read_parquet
from corefscope.formats.table.plain import plain_rows, unquoted
from corefscope.formats.table.text import TextColumn
from corefscope.model import SMALL_NUMBER, Integers, narrow
from corefscope.problems import FormatError, Notices

ROWS_AT_ONCE = 512


def load(
    blocks: Iterator[Block],
    source: Source,
    notices: Notices,
    new_column: Callable[[str], TextColumn] = lambda name: TextColumn(),
) -> TableColumns:
    """The table that a file holds; its first bytes say whether it is Parquet. `new_column` makes one by its name."""
    first_line, blocks = first_lines(blocks, 1)
    if first_line and first_line[0].startswith(PARQUET):
        return read_parquet(b"".join([block.content for block in blocks]), source)
    header = first_line[0].decode("utf-8", "replace") if first_line else ""
    separator = delimiter(header)
    names: list[str] = []
    columns: list[TextColumn] = []
    lines: list[Integers] = [np.zeros(0, np.int32)]  # of the rows
    before = 0  # lines before the next row
    contents = _contents(blocks, source, notices)
    rest = next(contents)
    plain_header = None if "\r" in header.rstrip("\r") else unquoted(header.rstrip("\r").split(separator))
    if header.strip() and plain_header and rest.startswith(header.encode()):
        names, before = _names(plain_header, source, contents), 1
        columns = [new_column(name) for name in names]
        contents, rest = chain([rest[len(header.encode()) + 1 :]], contents), b""
        for content in filter(None, contents):
            plain = plain_rows(content, len(names), separator)
            if plain is None:  # from here on a value may go on over lines, and over blocks
                rest = content
                break
            lines.append(narrow(np.arange(before + 1, before + len(plain.start) + 1), SMALL_NUMBER))
            before += len(plain.start)
            for number, column in enumerate(columns):
                column.take(plain, number)
    every_line = chain.from_iterable(io.StringIO(text.decode("utf-8"), "") for text in chain([rest], contents))
    reader = csv.reader(every_line, delimiter=separator, skipinitialspace=True, strict=True)
    for rows, ends in _batches(reader, source, notices, before):
        if not names:
            named = next((number for number, row in enumerate(rows) if row), len(rows) - 1)
            names = _names(rows[named], source, contents)
            columns = [new_column(name) for name in names]
            rows, ends = rows[named + 1 :], ends[named + 1 :]
        if set(map(len, rows)) - {len(names)}:
            rows, ends = _of_width(len(names), rows, ends, separator, source, notices)
        for column, values in zip(columns, zip(*rows, strict=True), strict=bool(rows)):
            column.extend(values)
        lines.append(narrow(np.array(ends, np.int64), SMALL_NUMBER))
    return TableColumns(dict(zip(names, columns, strict=True)), np.concatenate(lines))


def _names(header: Sequence[str], source: Source, contents: Iterator[bytes]) -> list[str]:
    """The names of columns; if they are wrong, the rest is read for bytes that are not UTF-8, as in a single block."""
    try:
        return lower_names(header, source.path)
    except FormatError:
        for _ in contents:
            pass
        raise


def _contents(blocks: Iterator[Block], source: Source, notices: Notices) -> Iterator[bytes]:
    """The bytes of each block; that a file is not UTF-8 is said once, and such bytes are replaced."""
    is_utf8 = True
    for block in blocks:
        wrong = not_utf8(block.content, block.lines_before)
        if wrong is not None and is_utf8:
            notices.refuse(is_not_utf8(source.path, wrong))
            is_utf8 = False
        yield block.content if wrong is None else block.content.decode("utf-8", "replace").encode("utf-8")


def _batches(reader: Any, source: Source, notices: Notices, first: int) -> Iterator[tuple[list[list[str]], list[int]]]:
    """Some rows at a time, so that they become numbers before the memory fills with small lists, and their lines.

    There are `first` lines before them. A row that cannot be parsed is refused, and the line behind it is read next.
    """
    hint = "a value with a quote in it stands in quotes, and its own quotes are doubled"
    before = first
    while True:
        rows: list[list[str]] = []
        try:
            rows.extend(islice(reader, ROWS_AT_ONCE))
            ends = _ends(rows, before, first + reader.line_num)
            if not rows:
                return
        except csv.Error as error:  # the rows before it are there
            ends = _ends(rows, before)
            line = (ends[-1] if ends else before) + 1
            notices.refuse(FormatError("bad-table", f"not a table: {error}", source.path, line, hint))
        if rows:
            yield rows, ends
        before = first + reader.line_num


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
