"""Frames and data sets: pandas, polars, pyarrow, Hugging Face datasets; none of them is imported.

A frame with a column `entity` has a row for each mention, as a table in a file; any other a row for each document, as
records. Where pyarrow is installed, columns come by the Arrow stream protocol, else as lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.objects.libraries import package
from corefscope.formats.table.columns import TableColumns, of_lists
from corefscope.formats.table.header import ENTITY
from corefscope.problems import FormatError, Notices

HUGGING_FACE = "datasets"


@dataclass(frozen=True)
class Frame:
    """A table in memory with a row for each mention."""

    table: TableColumns
    has_spans: ClassVar[bool] = True


def is_frame(given: Any) -> bool:
    """Whether an object is a table: by the Arrow stream protocol, or with columns that are had by name."""
    if isinstance(given, Mapping | list | tuple | str):
        return False
    if (
        _is_lazy(given)
        or hasattr(given, "__arrow_c_stream__")
        or (package(given) == "pyarrow" and hasattr(given, "iterchunks"))  # before version 15 without the protocol
        or (package(given) == HUGGING_FACE and hasattr(given, "with_format"))
    ):
        return True
    names = getattr(given, "columns", None)
    return isinstance(names, Iterable) and hasattr(given, "__getitem__") and not isinstance(names, str)


def _is_lazy(given: Any) -> bool:
    """Whether a frame of polars has still to be computed."""
    return package(given) == "polars" and type(given).__name__ == "LazyFrame"


def frame(given: Any, source: str) -> Frame | list[Mapping[str, Any]]:
    """The rows of a frame: mentions, or records."""
    if package(given) == HUGGING_FACE:
        if not hasattr(given, "__len__"):  # a stream
            return list(given)
        given = given.with_format("arrow")[:]
    if _is_lazy(given):
        given = given.collect()
    if any(name is not None for name in getattr(getattr(given, "index", None), "names", ())):
        given = given.reset_index()  # the index of pandas may be the document
    table = _arrow(given)
    if table is not None:
        from corefscope.formats.table.columns import of_arrow

        found = of_arrow(table, source)
        return Frame(found) if found.documents is None else list(found.documents())
    if not hasattr(given, "columns"):
        hint = "give a frame with columns entity and mention, or entity, start and end"
        raise FormatError("wrong-type", f"{type(given).__name__} is one column, not a table", source, hint=hint)
    columns = {str(name): _listed(given[name]) for name in given.columns}
    nested = any(
        isinstance(values[0], Iterable) and not isinstance(values[0], str) for values in columns.values() if values
    )
    if nested and ENTITY not in (name.strip().lower() for name in columns):
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return Frame(of_lists(columns, source))


def of_rows(rows: Sequence[Mapping[str, Any]], source: str) -> Frame:
    """Rows that are dicts, one a mention."""
    names = list(rows[0])
    for number, row in enumerate(rows, 1):
        missing = next((name for name in names if name not in row), None)
        if missing is not None:
            raise FormatError("bad-row", f"the row has no {quoted(str(missing))}, which the first has", source, number)
    return Frame(of_lists({str(name): [row[name] for row in rows] for name in names}, source))


def _arrow(given: Any) -> Any | None:
    """The frame as a table of pyarrow; None if that is not installed or the frame does not know the protocol."""
    try:
        arrow = import_module("pyarrow")
    except ImportError:
        return None
    if isinstance(given, arrow.Table):
        return given
    try:
        return arrow.table(given) if hasattr(given, "__arrow_c_stream__") else None
    except (arrow.ArrowException, TypeError, ValueError):
        return None  # a column of Python objects, which Arrow has no type for


def _listed(column: Any) -> list[Any]:
    for name in ("to_list", "tolist", "to_pylist"):
        if callable(made := getattr(column, name, None)):
            return list(made())
    return list(column)


def corpus_of(given: Frame, source: str, stem: str, notices: Notices) -> Any:
    """The corpus that a table in memory holds; the line of a message is the number of a row."""
    from corefscope.formats.table.reader import from_columns

    return from_columns(given.table, Source(source, stem), notices)
