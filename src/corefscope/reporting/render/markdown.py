"""Markdown that can be pasted into a README unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BEST, Heading, Report, Row


def render(report: Report) -> str:
    return "\n\n".join(_blocks(report)) + "\n"


def _blocks(report: Report) -> Iterator[str]:
    if report.heading:
        yield _escaped_lines(report.heading)
    for table in report.tables:
        if table.title:
            yield "\n\n".join(f"**{escape(line)}**" for line in table.title.split("\n"))
        if table.columns:
            rule = ["---" if place in table.left else "---:" for place in range(len(table.columns))]
            rows = [[*map(escape, table.columns)], rule, *(_cells(row, len(rule)) for row in table.rows)]
            yield "\n".join("| " + " | ".join(row) + " |" for row in rows)
        if table.note:
            yield _escaped_lines(table.note)
    yield from map(_escaped_lines, report.notes)
    if report.signature:
        fence = "``" if "`" in report.signature else "`"
        yield f"{fence}{report.signature}{fence}"


def _cells(row: Row, width: int) -> list[str]:
    if isinstance(row, Heading):
        return [escape(row.full_text), *[""] * (width - 1)]
    return [f"**{escape(cell.full_text)}**" if cell.style == BEST else escape(cell.full_text) for cell in row]


def _escaped_lines(text: str) -> str:
    return "\n".join(map(escape, text.split("\n")))


def escape(text: str) -> str:
    text = visible(text)
    for character in "\\|`*_[]<>":
        text = text.replace(character, "\\" + character)
    return text.strip()
