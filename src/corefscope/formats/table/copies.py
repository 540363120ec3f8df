"""Copy CSV or TSV to Parquet, for what reads only Parquet; errors are those of reading into memory."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import Source
from corefscope.formats.load import read_corpus
from corefscope.formats.table.separated import separated_rows
from corefscope.problems import FormatError, Notices

READ_AGAIN = 1 << 28  # largest table in bytes that is read into memory to find the wrong line
ROWS_AT_ONCE = 1 << 18


def copy_as_parquet(file: str, target: str) -> None:
    """Write the columns of a text file as Parquet of strings, or raise the error that memory would raise."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    notices, source = Notices(), Source(file, file)
    writer: Any = None
    try:
        names, batches = separated_rows(Blocks(source).of(ANY_LINE_ONCE), source, notices)
        schema = arrow.schema([(name or " ", arrow.string()) for name in names])
        writer = parquet.ParquetWriter(target, schema)
        rows: list[list[str]] = []
        for batch in batches:
            rows += batch.cells
            if len(rows) >= ROWS_AT_ONCE:
                _write(writer, schema, rows)
                rows = []
        notices.stop()
        _write(writer, schema, rows)
    except FormatError:
        raise_reader_error(file)  # it may find an earlier line
        raise
    finally:
        if writer is not None:
            writer.close()


def _write(writer: Any, schema: Any, rows: list[list[str]]) -> None:
    arrow = import_module("pyarrow")
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    writer.write_table(arrow.table([arrow.array(column, arrow.string()) for column in columns], schema=schema))


def raise_reader_error(file: str) -> None:
    """Raise the error that reading the file into memory raises, unless it is too large for that."""
    if os.path.getsize(file) <= READ_AGAIN:
        read_corpus(file, "table")
