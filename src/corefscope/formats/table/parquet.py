"""Tables in Parquet, by pyarrow: each column as integers or as strings."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.sources import Source
from corefscope.formats.table.columns import INSTALL, Column, TableColumns
from corefscope.formats.table.header import ENTITY, lower_names
from corefscope.formats.table.ids import numbered
from corefscope.formats.table.lists import lines
from corefscope.formats.table.text import CodedStrings
from corefscope.model import Integers
from corefscope.problems import FormatError

# A few bytes can announce more rows than fit the memory; a real table needs more bytes than this.
ROWS_PER_BYTE, ROWS_ALWAYS = 64, 1 << 20


@dataclass(frozen=True)
class ArrowColumn:
    """A column of Parquet, made one of strings or of 64-bit integers."""

    values: Any

    def strings(self) -> CodedStrings:
        arrow, compute = import_module("pyarrow"), import_module("pyarrow.compute")
        is_encoded = arrow.types.is_dictionary(self.values.type)
        encoded = self.values.unify_dictionaries() if is_encoded else self.values.dictionary_encode()
        chunks = [chunk.indices.fill_null(-1).to_numpy(zero_copy_only=False) for chunk in encoded.chunks]
        codes = chunks[0] if len(chunks) == 1 else np.concatenate(chunks)
        distinct = encoded.chunk(0).dictionary  # all chunks share it
        distinct = distinct.cast("string") if distinct.type == arrow.int64() else distinct
        plain = compute.utf8_trim(distinct, BLANKS)
        if not plain.equals(distinct):  # values that differ in blanks only become one
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
        return CodedStrings(code, values, int(missing[0]) if len(missing) else -1)

    def integers(self) -> tuple[Integers, Integers] | None:
        if self.values.type != import_module("pyarrow").int64():
            return None
        if not self.values.null_count:
            return self.values.to_numpy(), np.zeros(0, np.int64)
        missing = np.flatnonzero(self.values.is_null().to_numpy())
        return self.values.fill_null(0).to_numpy(), missing

    def counted(self) -> None:
        return None


def read_parquet(content: bytes, source: Source) -> TableColumns:
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
    return columns_of(table, source.path)


def columns_of(table: Any, path: str) -> TableColumns:
    """A table of pyarrow as columns."""
    arrow = import_module("pyarrow")
    names = lower_names(table.column_names, path)
    columns: list[Column | None] = [_plain(arrow, column) for column in table.columns]
    found = dict(zip(names, columns, strict=True))
    unreadable = {name: str(table.columns[number].type) for number, name in enumerate(names) if found[name] is None}
    readable = {name: column for name, column in found.items() if column is not None}
    nested = any(arrow.types.is_nested(field.type) for field in table.schema)
    documents = table.to_pylist if nested and ENTITY not in names else None
    return TableColumns(readable, lines(table.num_rows), unreadable, documents)


def _plain(arrow: Any, column: Any) -> ArrowColumn | None:
    """The column as integers or strings; None if it is of something else, such as lists."""
    kinds = arrow.types
    if kinds.is_dictionary(column.type):
        if str(column.type.value_type) == "string_view":  # as polars has it; hardly anything can be done with it
            parts = [
                arrow.DictionaryArray.from_arrays(chunk.indices.cast("int64"), chunk.dictionary.cast("string"))
                for chunk in column.chunks
            ]
            column = arrow.chunked_array(parts, arrow.dictionary(arrow.int64(), arrow.string()))
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
