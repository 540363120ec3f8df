"""A report on a terminal, with colour. Tables are cut into blocks of columns: a number is never shortened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BAD, BEST, Heading, Report, Sheet

GAP = 2  # between columns
FOLDED = 16  # characters of the shortest lines that text is folded into
TERMINAL_STYLES = {BEST: "bold green", BAD: "bold red"}


def show(report: Report, console: Console) -> None:
    if report.heading:
        console.print(Text(report.heading, style="dim"))
    for table in report.tables:
        console.print()
        if table.title:
            console.print(Text(table.title, style="bold"))
        if table.columns:
            _put(table, console)
        if table.note:
            console.print(Text(table.note, style="dim"))
    for paragraph in filter(None, (*report.notes, report.signature)):
        console.print()
        console.print(Text(paragraph, style="dim"), soft_wrap=True)


def _put(table: Sheet, console: Console) -> None:
    titles, *rows = (list(map(visible, row)) for row in table.grid())
    widths = _widths([titles, *rows], console.width)
    styles = [
        [] if isinstance(row, Heading) else [TERMINAL_STYLES.get(cell.style, "") for cell in row] for row in table.rows
    ]
    for number, block in enumerate(_blocks(widths, console.width)):
        if number:
            console.print()
        block_table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
        for column in block:
            title = _text(titles[column], widths[column], column in table.left)
            block_table.add_column(title, width=widths[column], overflow="fold")
        for row, of_cells in zip(rows, styles, strict=True):
            looks = dict(enumerate(of_cells))
            block_table.add_row(*(_text(row[at], widths[at], at in table.left, looks.get(at, "")) for at in block))
        console.print(block_table)


def _text(text: str, width: int, to_left: bool, style: str = "") -> Text:
    # As Text: in a plain string Rich reads [words] as markup. It drops the blanks at the end of a line, where other
    # rows have a mark.
    blanks = " " * (width - cell_len(text))
    return Text(text + blanks if to_left else blanks + text, style=style)


def _widths(grid: Sequence[Sequence[str]], width: int) -> list[int]:
    """The width of each column; long text is folded where that makes the table fit."""
    columns = list(zip(*grid, strict=True))
    widths = [max(map(cell_len, column)) for column in columns]
    least = [  # text may be folded, a number not
        max(min(cell_len(text), FOLDED) if any(map(str.isalpha, text)) else cell_len(text) for text in column)
        for column in columns
    ]
    # Names stay whole as long as a number fits beside them.
    room = width // 2 if any(" " in name.strip() for name in columns[0]) else width - GAP - max(least[1:], default=0)
    widths[0] = min(widths[0], max(least[0], room))
    for column in sorted(range(1, len(widths)), key=lambda place: -widths[place]):
        too_wide = sum(widths) + GAP * (len(widths) - 1) - width
        widths[column] = min(widths[column], max(least[column], widths[column] - too_wide))
    return [min(one, max(least[place], width - widths[0] - GAP)) if place else one for place, one in enumerate(widths)]


def _blocks(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """The columns in groups that fit, each with the first column before it."""
    block = [0]
    for column in range(1, len(widths)):
        if len(block) > 1 and sum(widths[place] + GAP for place in block) + widths[column] > width:
            yield block
            block = [0]
        block.append(column)
    yield block
