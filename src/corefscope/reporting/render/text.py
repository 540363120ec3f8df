"""Plain text for pipes and files, and Markdown that can be pasted into a README unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BEST, Heading, Report, Row, Sheet


def render(report: Report) -> str:
    blocks = (report.heading, *map(table_text, report.tables), *report.notes, report.signature)
    return "\n\n".join(filter(None, blocks)) + "\n"


def table_text(table: Sheet) -> str:
    """The table with its first column flush left and the others flush right by default.

    >>> from corefscope.reporting.report import sheet
    >>> print(table_text(sheet("", ("Metric", "F1"), [("MUC", 0.4), ("LEA", 0.095)])))
    Metric     F1
    MUC     40.00
    LEA      9.50
    """
    columns = []
    for place, column in enumerate(zip(*table.grid(), strict=True)):
        cells = list(map(visible, column))
        width = max(map(len, cells))
        columns.append(map(f"{{:{'<' if place in table.left else '>'}{width}}}".format, cells))
    rows = map(str.rstrip, map("  ".join, zip(*columns, strict=True)))
    return "\n".join(filter(None, (table.title, *rows, table.note)))


def render_markdown(report: Report) -> str:
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
