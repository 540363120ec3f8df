"""Plain text for pipes and files."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.basics.escaping import on_screen
from corefscope.reporting.report import Report, Sheet


def render(report: Report) -> str:
    return "\n\n".join(_blocks(report)) + "\n"


def _blocks(report: Report) -> Iterator[str]:
    if report.heading:
        yield report.heading
    for table in report.tables:
        yield "\n".join(lines(table))
    yield from report.paragraphs()
    if report.more is not None:
        yield from _blocks(report.more)


def lines(table: Sheet) -> list[str]:
    """The table with its first column flush left and the others flush right, unless it says otherwise.

    >>> from corefscope.reporting.report import sheet
    >>> print("\\n".join(lines(sheet("", ("Metric", "F1"), [("MUC", "40.00"), ("LEA", "9.50")]))))
    Metric     F1
    MUC     40.00
    LEA      9.50
    """
    grid = [list(map(on_screen, row)) for row in table.grid()] if table.columns else []
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    shown = [
        "  ".join(
            cell.ljust(width) if place in table.left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in grid
    ]
    return [*filter(None, [table.title]), *shown, *filter(None, [table.note])]
