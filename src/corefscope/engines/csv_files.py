"""CSV and TSV for engines, whose readers guess headers, quotes and comments, and skip damaged lines.

The engine reads only files in which every line is a row and quotes enclose whole values. Any other file is read by
our reader in blocks, with the same errors as in memory, and rewritten to Parquet.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from corefscope.engines.table_source import TableSource
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import Source
from corefscope.formats.files.unpacking import chunks, is_packed
from corefscope.formats.load import read_corpus
from corefscope.formats.table.columns import HEADER
from corefscope.formats.table.header import lower_names
from corefscope.formats.table.plain import PlainRows, plain_rows, unquoted
from corefscope.formats.table.separated import load
from corefscope.formats.table.text import TextColumn
from corefscope.problems import FormatError, Notices

CHUNK = 1 << 21
ROWS_AT_ONCE = 1 << 16
READ_AGAIN = 1 << 28  # largest table in bytes that is read into memory to find the wrong line
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ONLY_BLANKS = re.compile(rb"^[\0- ]+$", re.MULTILINE)  # lines that Spark drops


class CsvPart(NamedTuple):
    """Text files with the same columns: CSV or TSV, or Parquet (no separator) with columns c0, c1, …"""

    names: tuple[str, ...]
    separator: str | None
    packed: bool
    files: tuple[str, ...]


def csv_parts(source: TableSource, folder: Callable[[], str]) -> list[CsvPart]:
    """Group the text files of a source by columns; files that engines may misread are rewritten into the folder."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for file in source.files:
        names = _plain_header(file, str(source.separator))
        if names is not None and _is_plain(file, len(names), str(source.separator)):
            kind = (tuple(lower_names(names, file)), source.separator, is_packed(file))
            found.setdefault(kind, []).append(file)
        else:
            place, target = tempfile.mkstemp(".parquet", dir=folder())
            os.close(place)
            found.setdefault((_rewrite(file, target), None, False), []).append(target)
    return [CsvPart(names, separator, packed, tuple(files)) for (names, separator, packed), files in found.items()]


def column_names(every: Sequence[CsvPart]) -> list[str]:
    """Return the columns of all parts, each once."""
    return list(dict.fromkeys(name for part in every for name in part.names))


def raise_reader_error(source: TableSource) -> None:
    """Raise the reader's error, which names the wrong line; do nothing for files that are too large."""
    for file in source.files if source.is_local_text else ():
        _read_in_memory(file)


def _read_in_memory(file: str) -> None:
    if os.path.getsize(file) <= READ_AGAIN:
        read_corpus(file, "table")


def _lines(file: str) -> Iterator[bytes]:
    """Yield the bytes of a file in chunks that end at a line end."""
    rest = b""
    for number, chunk in enumerate(chunks(file, CHUNK)):
        content = rest + (chunk.removeprefix(BYTE_ORDER_MARK) if number == 0 else chunk)
        end = content.rfind(b"\n") + 1
        rest = content[end:]
        if end:
            yield content[:end]
    if rest:
        yield rest


def _plain_header(file: str, separator: str) -> list[str] | None:
    """Return the column names if the first line holds them, else None."""
    try:
        header = next(_lines(file), b"").split(b"\n", 1)[0].decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError:
        return None
    if not header.strip() or "\r" in header or "\0" in header or len(header) > HEADER // 4:
        return None
    return unquoted(header.split(separator))


def _is_plain(file: str, width: int, separator: str) -> bool:
    """Test whether each line is an unambiguous row."""
    if width < 2 or (is_packed(file) and not file.endswith(".gz")):
        return False
    ends: bytes | None = None
    start = -1
    for content in _lines(file):
        if ends is None:
            start = content.find(b"\n") + 1 or len(content)
            ends = b"\r\n" if content[:start].endswith(b"\r\n") else b"\n"
        rows, start = content[start:], 0
        if b"\0" in content or not _ends_with(content, ends) or not _is_utf8(content):
            return False
        if separator == "\t" and _ONLY_BLANKS.search(content):
            return False
        if rows and plain_rows(rows, width, separator) is None:
            return False
    return True


def _ends_with(content: bytes, ends: bytes) -> bool:
    """Test whether all lines have this ending; the last may have none."""
    if ends == b"\n":
        return b"\r" not in content
    return content.count(b"\r\n") == content.count(b"\n") == content.count(b"\r")


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Column(TextColumn):
    """A column that flushes all columns once it has many values."""

    def __init__(self, every: list[_Column], flush: Callable[[], None]) -> None:
        super().__init__()
        self.cells: list[str] = []
        self._every, self._flush = every, flush
        every.append(self)

    def take(self, rows: PlainRows, column: int) -> None:
        self.extend(rows.cells(column))

    def extend(self, cells: Sequence[str]) -> None:
        self.cells.extend(cells)
        if self is self._every[-1] and len(self.cells) >= ROWS_AT_ONCE:
            self._flush()


def _rewrite(file: str, target: str) -> tuple[str, ...]:
    """Rewrite a text file as Parquet through our reader; return its column names."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    columns: list[_Column] = []
    writer: Any = None

    def flush() -> None:
        nonlocal writer
        batch = arrow.table({f"c{n}": arrow.array(column.cells, "string") for n, column in enumerate(columns)})
        writer = writer or parquet.ParquetWriter(target, batch.schema)
        writer.write_table(batch)
        for column in columns:
            column.cells = []

    notices, source = Notices(), Source(file, file)
    try:
        read = load(Blocks(source).of(ANY_LINE_ONCE), source, notices, lambda: _Column(columns, flush))
        notices.stop()
        flush()
    except FormatError:
        _read_in_memory(file)  # it may find an earlier line
        raise
    finally:
        if writer is not None:
            writer.close()
    return tuple(read.columns)
