"""Markdown tables that can be pasted into a README unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BEST, Heading, Report, Row, Sheet


def render(report: Report) -> str:
    return "\n\n".join(_blocks(report)) + "\n"


def _blocks(report: Report) -> Iterator[str]:
    if report.heading:
        yield _lines(report.heading)
    for table in report.tables:
        if table.title:
            yield "\n\n".join(f"**{escape(line)}**" for line in table.title.split("\n"))
        if table.columns:
            yield "\n".join(lines(table))
        if table.note:
            yield _lines(table.note)
    yield from map(_lines, report.notes)
    if report.signature:
        yield code(report.signature)
    if report.more is not None:
        yield from _blocks(report.more)


def lines(table: Sheet) -> list[str]:
    rule = ["---" if place in table.left else "---:" for place in range(len(table.columns))]
    rows = [_cells(row, len(table.columns)) for row in table.rows]
    return ["| " + " | ".join(row) + " |" for row in [[*map(escape, table.columns)], rule, *rows]]


def _cells(row: Row, width: int) -> list[str]:
    if isinstance(row, Heading):
        return [escape(row.shown), *[""] * (width - 1)]
    return [f"**{escape(cell.shown)}**" if cell.style == BEST else escape(cell.shown) for cell in row]


def _lines(text: str) -> str:
    return "\n".join(map(escape, text.split("\n")))


def code(text: str) -> str:
    """A text as it is written, such as a signature."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{visible(text)}{fence}"


def escape(text: str) -> str:
    text = visible(text)
    for character in "\\|`*_[]<>":
        text = text.replace(character, "\\" + character)
    return text.strip()
