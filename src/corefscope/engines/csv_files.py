"""CSV and TSV for engines, whose readers guess headers, quotes and comments, and skip damaged lines.

Text is read by our reader, with the same errors as in memory, and rewritten to Parquet some rows at a time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from corefscope.engines.table_source import TableSource
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import Source
from corefscope.formats.load import read_corpus
from corefscope.formats.table.separated import separated_rows
from corefscope.problems import FormatError, Notices

READ_AGAIN = 1 << 28  # largest table in bytes that is read into memory to find the wrong line


class CsvPart(NamedTuple):
    """Text files with the same columns: CSV or TSV, or Parquet (no separator) with columns c0, c1, …"""

    names: tuple[str, ...]
    separator: str | None
    packed: bool
    files: tuple[str, ...]


def csv_parts(source: TableSource, folder: Callable[[], str]) -> list[CsvPart]:
    """Rewrite the text files of a source into the folder, and group them by columns."""
    found: dict[tuple[str, ...], list[str]] = {}
    for file in source.files:
        place, target = tempfile.mkstemp(".parquet", dir=folder())
        os.close(place)
        found.setdefault(_rewrite(file, target), []).append(target)
    return [CsvPart(names, None, False, tuple(files)) for names, files in found.items()]


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


def _rewrite(file: str, target: str) -> tuple[str, ...]:
    """Rewrite a text file as Parquet through our reader; return its column names."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    notices, source = Notices(), Source(file, file)
    try:
        names, batches = separated_rows(Blocks(source).of(ANY_LINE_ONCE), source, notices)
        schema = arrow.schema([(f"c{number}", "string") for number in range(len(names))])
        with parquet.ParquetWriter(target, schema) as writer:
            for rows in batches:
                cells: Any = zip(*rows.cells, strict=True)
                writer.write_table(arrow.table([arrow.array(each, "string") for each in cells], schema=schema))
        notices.stop()
    except FormatError:
        _read_in_memory(file)  # it may find an earlier line
        raise
    return tuple(names)
