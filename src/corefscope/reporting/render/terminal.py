"""The table on a terminal, with colour and bars (Rich)."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from corefscope.basics.escaping import visible_lines
from corefscope.reporting.sheet import UNDEFINED, Sheet, headline, sheets
from corefscope.scoring.result import Result

BAR = 30


def show(result: Result, console: Console) -> None:
    show_sheets(headline(result), sheets(result), result.signature, console, bars=len(result.systems) == 1)


def show_sheets(head: str, pages: Sequence[Sheet], signature: str, console: Console, bars: bool = False) -> None:
    """Tables between a line that says what they are about and the signature; bars show the F1 of the first."""
    console.print(Text(head, style="dim"))
    for number, sheet in enumerate(pages):
        console.print(drawn(sheet, bars=bars and number == 0))
    console.print(Text(visible_lines(signature), style="dim"), soft_wrap=True)


def drawn(sheet: Sheet, bars: bool) -> Table:
    # As Text: in a plain string Rich would take [words] in brackets for markup.
    table = Table(
        title=Text(sheet.title, style="bold") if sheet.title else None,
        title_justify="left",
        caption=Text(sheet.note, style="dim") if sheet.note else None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    names, *others = zip(sheet.columns, *sheet.rows, strict=True)
    columns = [names, *map(_filled, others)]
    for column, given in zip(columns, [(), *others], strict=True):
        to_right = column is given  # what is filled up, and the names, begin at the left
        table.add_column(Text(column[0]), justify="right" if to_right else "left", no_wrap=True, overflow="ellipsis")
    if bars:
        table.add_column("", no_wrap=True)
    for number, row in enumerate(list(zip(*columns, strict=True))[1:]):
        cells = [_cell(cell, column, sheet, (number, column) in sheet.best) for column, cell in enumerate(row)]
        if bars:
            cells.append(_bar(row[sheet.columns.index("F1")]))
        table.add_row(*cells)
    return table


def _filled(column: tuple[str, ...]) -> tuple[str, ...]:
    """The column flush right, if blanks in it stand where other cells have a mark: Rich drops blanks at the end."""
    marked = any(cell.endswith(" ") for cell in column)
    return tuple(cell.rjust(max(map(len, column))) for cell in column) if marked else column


def put(sheet: Sheet, console: Console) -> None:
    """Prints a table, in pieces where it is wider than the terminal: a number is never cut."""
    width = console.width
    for piece in _pieces(sheet, width):
        console.width = max(width, _width(piece))  # a single column that does not fit is left to the terminal to wrap
        console.print(drawn(piece, bars=False), crop=False)
    console.width = width


def _pieces(sheet: Sheet, width: int) -> list[Sheet]:
    """The columns in groups that fit, each with the first column before it."""
    groups: list[list[int]] = [[]]
    for column in range(1, len(sheet.columns)):
        if groups[-1] and _width(_part(sheet, [0, *groups[-1], column])) > width:
            groups.append([])
        groups[-1].append(column)
    return [_part(sheet, [0, *group]) for group in groups]


def _part(sheet: Sheet, columns: list[int]) -> Sheet:
    names = tuple(sheet.columns[column] for column in columns)
    rows = tuple(tuple(row[column] for column in columns) for row in sheet.rows)
    best = {(row, columns.index(column)) for row, column in sheet.best if column in columns}
    return Sheet(sheet.title, names, rows, frozenset(best))


def _width(sheet: Sheet) -> int:
    grid = (sheet.columns, *sheet.rows)
    return sum(3 + max(len(row[column]) for row in grid) for column in range(len(sheet.columns)))


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
