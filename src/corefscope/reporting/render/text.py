"""A plain table for pipes and files."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.basics.escaping import on_screen, visible
from corefscope.reporting.sheet import Sheet, headline, sheets
from corefscope.scoring.result import Result


def render(result: Result) -> str:
    return page(headline(result), sheets(result), result.signature)


def page(head: str, pages: Sequence[Sheet], signature: str) -> str:
    """Tables between a line that says what they are about and the signature."""
    parts = [head]
    for sheet in pages:
        parts += ["", *lines(sheet)]
    return "\n".join([*parts, "", visible(signature)]) + "\n"


def lines(sheet: Sheet) -> list[str]:
    """The table with its first column flush left and the others flush right.

    >>> print("\\n".join(lines(Sheet("", ("Metric", "F1"), (("MUC", "40.00"), ("LEA", "9.50"))))))
    Metric     F1
    MUC     40.00
    LEA      9.50
    """
    grid = [tuple(map(on_screen, row)) for row in (sheet.columns, *sheet.rows)]
    widths = [max(len(row[column]) for row in grid) for column in range(len(sheet.columns))]
    shown = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in grid
    ]
    around = [[line] if line else [] for line in (sheet.title, sheet.note)]
    return [*around[0], *(line.rstrip() for line in shown), *around[1]]
