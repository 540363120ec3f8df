"""Markdown tables that can be pasted into a README unchanged."""

from __future__ import annotations

from corefscope.basics.escaping import visible
from corefscope.reporting.sheet import Sheet, headline, sheets
from corefscope.scoring.result import Result


def render(result: Result) -> str:
    parts = [escape(headline(result))]
    for sheet in sheets(result):
        parts += ["", f"**{escape(sheet.title)}**", "", *lines(sheet)]
    return "\n".join([*parts, "", code(result.signature)]) + "\n"


def lines(sheet: Sheet) -> list[str]:
    rule = ["---", *["---:"] * (len(sheet.columns) - 1)]
    rows = [
        [f"**{escape(cell)}**" if (number, column) in sheet.best else escape(cell) for column, cell in enumerate(row)]
        for number, row in enumerate(sheet.rows)
    ]
    table = ["| " + " | ".join(row) + " |" for row in [[escape(name) for name in sheet.columns], rule, *rows]]
    return [*table, "", escape(sheet.note)] if sheet.note else table


def code(text: str) -> str:
    """A text as it is written, such as a signature."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{visible(text)}{fence}"


def escape(text: str) -> str:
    text = visible(text)
    for character in "\\|`*_[]<>":
        text = text.replace(character, "\\" + character)
    return text.strip()
