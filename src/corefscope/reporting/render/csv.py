"""CSV for spreadsheets and data frames; text cannot become a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from corefscope.reporting.report import Heading, Records, Report

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def render(records: Records) -> str:
    """The columns and rows; text that a spreadsheet would run as a formula gets an apostrophe before it."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    columns, rows = records
    writer.writerow(columns)
    writer.writerows(map(harmless, row) for row in rows)
    return stream.getvalue()


def harmless(cell: object) -> object:
    """Add an apostrophe before text that spreadsheets run as a formula.

    >>> harmless("=1+1"), harmless(-1.5), harmless("the ferry")
    ("'=1+1", -1.5, 'the ferry')
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_STARTS) else cell


def cells(report: Report) -> Records:
    """A report as records: a row for each cell that is not empty, with exact numbers."""
    return ("table", "group", "row", "column", "value", "signature"), _cells(report)


def _cells(report: Report) -> Iterator[Sequence[object]]:
    for table in report.tables:
        group = ""
        for row in table.rows:
            if isinstance(row, Heading):
                group = row.name
                continue
            for title, cell in zip(table.columns[1:], row[1:], strict=True):
                value = cell.text if cell.value is None else cell.value
                if value != "":
                    yield table.title, group, row[0].text.strip(), title, value, report.signature
    if report.more is not None:
        yield from _cells(report.more)
