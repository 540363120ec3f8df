"""Plain text for pipes and files."""

from __future__ import annotations

from corefscope.basics.escaping import on_screen
from corefscope.reporting.report import Report, Sheet


def render(report: Report) -> str:
    blocks = [report.heading] if report.heading else []
    blocks += ["\n".join(lines(table)) for table in report.tables] + report.paragraphs()
    return "\n\n".join(blocks) + "\n" + (f"\n{render(report.more)}" if report.more else "")


def lines(table: Sheet) -> list[str]:
    """The table with its first column flush left and the others flush right by default.

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
