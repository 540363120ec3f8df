"""The columns of a table, from CSV, TSV or Parquet: each as numbers, or as strings that are stored once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from corefscope.formats.table.ids import NumberedIds
from corefscope.formats.table.text import CodedStrings
from corefscope.model import LARGEST, UNKNOWN, Integers, narrow

INSTALL = 'pip install "corefscope[parquet]"'


class Column(Protocol):
    """One column; blanks around a value do not belong to it, and a missing value is empty."""

    def strings(self) -> CodedStrings: ...

    def integers(self) -> tuple[Integers, Integers] | None:
        """Integers as they are, and the rows without one, if the file says that the column holds integers."""

    def counted(self) -> NumberedIds | None:
        """Text of which each value is a number, perhaps with the same letters before each."""


@dataclass(frozen=True)
class TableColumns:
    """Columns by lower-case name, the line (in Parquet, the row) of each row, and columns that are not of one value."""

    columns: dict[str, Column]
    line: Integers
    unreadable: dict[str, str] = field(default_factory=dict)
    documents: Callable[[], list[dict[str, Any]]] | None = None  # the rows, if they are documents and not mentions


def numbers(column: Column) -> Integers:
    """Whole numbers from 0; UNKNOWN where there is none, and -1 where there is anything else."""
    integers, counted = column.integers(), column.counted()
    if counted is not None and not counted.prefix:
        return narrow(np.where(counted.number < LARGEST, counted.number, -1))
    if integers is None:
        codes, values, _ = column.strings()
        return narrow(np.array([_number(value) for value in values], np.int64))[codes]
    found, missing = integers
    checked = np.where((found >= 0) & (found < LARGEST), found, -1)
    checked[missing] = UNKNOWN
    return checked


def _number(value: str) -> int:
    if not value:
        return UNKNOWN
    plain = value.isascii() and value.isdigit() and len(value) <= len(str(LARGEST))
    return int(value) if plain and int(value) < LARGEST else -1
