"""The table on a terminal, with colour and bars (Rich)."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from corefscope.report.sheet import UNDEFINED, Sheet, headline, sheets
from corefscope.result import Result

BAR = 30


def show(result: Result, console: Console) -> None:
    show_sheets(headline(result), sheets(result), result.signature, console, bars=len(result.systems) == 1)


def show_sheets(head: str, pages: Sequence[Sheet], signature: str, console: Console, bars: bool = False) -> None:
    """Tables between a line that says what they are about and the signature; bars show the F1 of the first."""
    console.print(Text(head, style="dim"))
    for number, sheet in enumerate(pages):
        console.print(drawn(sheet, bars=bars and number == 0))
    console.print(Text(signature, style="dim"), soft_wrap=True)


def drawn(sheet: Sheet, bars: bool) -> Table:
    table = Table(title=sheet.title, title_style="bold", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(sheet.columns):
        table.add_column(name, justify="right" if number else "left", no_wrap=True, overflow="ellipsis")
    if bars:
        table.add_column("", no_wrap=True)
    for number, row in enumerate(sheet.rows):
        cells = [_cell(cell, column, sheet, (number, column) in sheet.best) for column, cell in enumerate(row)]
        if bars:
            cells.append(_bar(row[sheet.columns.index("F1")]))
        table.add_row(*cells)
    return table


def _cell(text: str, column: int, sheet: Sheet, best: bool) -> Text:
    style = ""
    if best or (column and sheet.columns[column] == "F1"):
        style = "bold"
    return Text(text, style=f"{style} green".strip() if best else style)


def _bar(percent: str) -> Text:
    if percent == UNDEFINED:
        return Text("")
    filled = round(float(percent) / 100 * BAR)
    return Text.assemble(("━" * filled, _colour(float(percent))), ("━" * (BAR - filled), "bright_black"))


def _colour(percent: float) -> str:
    """Red, through yellow, to green: a hint, never the only carrier of the number."""
    red, green = (220, int(2.2 * 2 * percent)) if percent < 50 else (int(2.2 * 2 * (100 - percent)), 180)
    return f"rgb({min(red, 220)},{min(green, 190)},60)"
