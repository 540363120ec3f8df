"""A plain table for pipes and files."""

from __future__ import annotations

from corefscope.report.sheet import Sheet, headline, sheets
from corefscope.result import Result


def render(result: Result) -> str:
    parts = [headline(result)]
    for sheet in sheets(result):
        parts += ["", *lines(sheet)]
    return "\n".join([*parts, "", result.signature]) + "\n"


def lines(sheet: Sheet) -> list[str]:
    """The table with its first column flush left and the others flush right.

    >>> print("\\n".join(lines(Sheet("", ("Metric", "F1"), (("MUC", "40.00"), ("LEA", "9.50"))))))
    Metric     F1
    MUC     40.00
    LEA      9.50
    """
    grid = [sheet.columns, *sheet.rows]
    widths = [max(len(row[column]) for row in grid) for column in range(len(sheet.columns))]
    shown = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in grid
    ]
    return [*([sheet.title] if sheet.title else []), *(line.rstrip() for line in shown)]
