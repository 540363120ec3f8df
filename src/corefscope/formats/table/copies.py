"""Copy CSV or TSV to Parquet block by block, for what reads only Parquet; errors are those of reading into memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block, Blocks
from corefscope.formats.files.sources import Source
from corefscope.formats.load import read_corpus
from corefscope.formats.table.plain import PlainRows
from corefscope.formats.table.separated import load
from corefscope.formats.table.text import TextColumn
from corefscope.problems import FormatError, Notices

READ_AGAIN = 1 << 28  # largest table in bytes that is read into memory to find the wrong line


class _Cells(TextColumn):
    """The cells of some rows of one column."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.cells = name, list[str]()

    def take(self, rows: PlainRows, column: int) -> None:
        self.cells += rows.cells(column)

    def extend(self, cells: Sequence[str]) -> None:
        self.cells += cells


def copy_as_parquet(file: str, target: str) -> None:
    """Write the columns of a text file as Parquet of strings, or raise the error that memory would raise."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    notices, source = Notices(), Source(file, file)
    columns: list[_Cells] = []
    writer: Any = None

    def new_column(name: str) -> _Cells:
        columns.append(_Cells(name))
        return columns[-1]

    def write() -> None:
        nonlocal writer
        rows = arrow.table({column.name or " ": arrow.array(column.cells, "string") for column in columns})
        writer = writer or parquet.ParquetWriter(target, rows.schema)
        writer.write_table(rows)
        for column in columns:
            column.cells = []

    def blocks() -> Iterator[Block]:
        for block in Blocks(source).of(ANY_LINE_ONCE):
            yield block
            if columns:
                write()

    try:
        load(blocks(), source, notices, new_column)
        notices.stop()
        write()
    except FormatError:
        raise_reader_error(file)  # it may find an earlier line
        raise
    finally:
        if writer is not None:
            writer.close()


def raise_reader_error(file: str) -> None:
    """Raise the error that reading the file into memory raises, unless it is too large for that."""
    if os.path.getsize(file) <= READ_AGAIN:
        read_corpus(file, "table")
