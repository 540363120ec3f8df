"""CSV for spreadsheets: text that a spreadsheet would run as a formula is kept from it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


class Spreadsheet:
    """Rows of a CSV file; numbers stay numbers, and `raw` leaves text as it is too."""

    def __init__(self, columns: Iterable[str], raw: bool = False) -> None:
        self._stream = io.StringIO()
        self._writer = csv.writer(self._stream, lineterminator="\n")
        self._writer.writerow(columns)
        self._raw = raw

    def add(self, row: Iterable[object]) -> None:
        self._writer.writerow(row if self._raw else map(harmless, row))

    def text(self) -> str:
        return self._stream.getvalue()


def harmless(cell: object) -> object:
    """The cell with an apostrophe before text that spreadsheets take for a formula.

    >>> harmless("=1+1"), harmless(-1.5), harmless("the ferry")
    ("'=1+1", -1.5, 'the ferry')
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_STARTS) else cell
