"""Rows that a program holds: frames of pandas, polars and pyarrow, data sets of Hugging Face, and lists of dicts.

A frame with a column `entity` has a row for each mention, like a table in a file. Any other has a row for each
document, read as the JSON reader reads a line. None of the libraries is imported; columns come by the Arrow stream
protocol where pyarrow is installed, else as lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.json.variants import E2E, VARIANTS
from corefscope.formats.json.whole_documents import CORENLP
from corefscope.formats.objects.libraries import package
from corefscope.formats.objects.nesting import show
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import TableColumns, of_arrow, of_lists
from corefscope.formats.table.header import ENTITY
from corefscope.model import Corpus
from corefscope.problems import FormatError, Notices

HUGGING_FACE = "datasets"
CLUSTER_FIELDS = frozenset((CORENLP, *(field for variant in (E2E, *VARIANTS) for field in variant.fields)))


@dataclass(frozen=True)
class Frame:
    """A table in memory with a row for each mention."""

    table: TableColumns
    has_spans: ClassVar[bool] = True


def is_frame(data: Any) -> bool:
    """Whether an object is a table: by the Arrow stream protocol, or with columns that are had by name."""
    if isinstance(data, Mapping | list | tuple | str):
        return False
    of_library = {"polars": "collect", "pyarrow": "iterchunks", HUGGING_FACE: "with_format"}.get(package(data))
    if hasattr(data, "__arrow_c_stream__") or (of_library and hasattr(data, of_library)):
        return True
    names = getattr(data, "columns", None)
    return isinstance(names, Iterable) and hasattr(data, "__getitem__") and not isinstance(names, str)


def frame(data: Any, source: str) -> Frame | list[Mapping[str, Any]]:
    """Return the rows of a frame: mentions, or records."""
    if package(data) == HUGGING_FACE:
        if not hasattr(data, "__len__"):  # a stream
            return list(data)
        data = data.with_format("arrow")[:]
    if package(data) == "polars" and hasattr(data, "collect"):  # still to be computed
        data = data.collect()
    if any(name is not None for name in getattr(getattr(data, "index", None), "names", ())):
        data = data.reset_index()  # the index of pandas may be the document
    table = _arrow(data)
    if table is not None:
        columns = of_arrow(table, source)
        return Frame(columns) if columns.documents is None else list(columns.documents())
    if not hasattr(data, "columns"):
        hint = "give a frame with columns entity and mention, or entity, start and end"
        raise FormatError("wrong-type", f"{type(data).__name__} is one column, not a table", source, hint=hint)
    lists = {str(name): _listed(data[name]) for name in data.columns}
    firsts = [values[0] for values in lists.values() if values]
    is_nested = any(isinstance(value, Iterable) and not isinstance(value, str) for value in firsts)
    if is_nested and ENTITY not in (name.strip().lower() for name in lists):
        return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    return Frame(of_lists(lists, source))


def _arrow(data: Any) -> Any | None:
    """Return the frame as a table of pyarrow; None if that is not installed or cannot hold it."""
    try:
        arrow = import_module("pyarrow")
    except ImportError:
        return None
    if isinstance(data, arrow.Table):
        return data
    try:
        return arrow.table(data) if hasattr(data, "__arrow_c_stream__") else None
    except (arrow.ArrowException, TypeError, ValueError):
        return None  # a column of Python objects, which Arrow has no type for


def _listed(column: Any) -> list[Any]:
    for name in ("to_list", "tolist", "to_pylist"):
        if callable(method := getattr(column, name, None)):
            return list(method())
    return list(column)


def of_rows(rows: Sequence[Mapping[str, Any]], source: str) -> Frame:
    """Return rows that are dicts, one a mention, as a table."""
    for number, row in enumerate(rows, 1):
        missing = next((name for name in rows[0] if name not in row), None)
        if missing is not None:
            raise FormatError("bad-row", f"the row has no {quoted(str(missing))}, which the first has", source, number)
    return Frame(of_lists({str(name): [row[name] for row in rows] for name in rows[0]}, source))


def read_records(records: Sequence[Mapping[str, Any]], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of records; the line of a message is the number of a record."""
    from corefscope.formats.json import reader

    lines = [_json_line(record, number, source.path, options.clusters) for number, record in enumerate(records, 1)]
    return reader.read(iter([Block.of(b"".join(lines))]), source, notices, options)


def _json_line(record: Mapping[str, Any], number: int, source: str, field: str | None) -> bytes:
    """Return a record as a file would hold it; what only Python can hold is left out if nobody reads it."""
    try:
        return json.dumps(dict(record), default=_as_json).encode() + b"\n"
    except (TypeError, ValueError, RecursionError):
        pass
    parts = {}
    for name, value in record.items():
        try:
            parts[str(name)] = json.loads(json.dumps(value, default=_as_json))
        except (TypeError, ValueError, RecursionError) as error:
            if name == field or name in CLUSTER_FIELDS:
                fact = f"the field {quoted(cut(str(name)))} cannot be read: {error}"
                hint = "take plain lists and numbers, for example with .tolist()"
                raise FormatError("bad-record", fact, source, number, hint) from None
    return json.dumps(parts).encode() + b"\n"


def _as_json(value: Any) -> Any:
    if callable(getattr(value, "tolist", None)):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        return list(value)
    raise TypeError(f"{show(value)} is no list, number or string")
