"""The columns of a file: CSV or TSV through pyarrow where it is large and its rows are plain, else through `csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import accumulate, chain, islice
from typing import Any

from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.blocks import Block, first_lines
from corefscope.formats.files.sources import MARK, PARQUET, Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.table.columns import TableColumns
from corefscope.formats.table.header import delimiter, lower_names
from corefscope.formats.table.parquet import read_parquet
from corefscope.formats.table.plain import plain_rows, unquoted
from corefscope.formats.table.text import RowLines, TextColumn
from corefscope.problems import FormatError, Notices

ROWS_AT_ONCE = 512
LARGE = 1 << 20  # bytes of a file for which loading pyarrow pays


def load(
    blocks: Iterator[Block], source: Source, notices: Notices, column: Callable[[], TextColumn] = TextColumn
) -> TableColumns:
    """The table that a file holds; its first bytes say whether it is Parquet. `column` makes one of text."""
    header, every = first_lines(blocks, 1)
    if header and header[0].startswith(PARQUET):
        return read_parquet(b"".join([block.content for block in every]), source)
    return _separated(header[0] if header else b"", every, source, notices, column)


def _separated(
    first_line: bytes, blocks: Iterator[Block], source: Source, notices: Notices, new_column: Callable[[], TextColumn]
) -> TableColumns:
    header = first_line.decode("utf-8", "replace")
    separator = delimiter(header)
    lines = RowLines()
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
    return TableColumns(dict(zip(names, columns, strict=True)), lines.all())


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
