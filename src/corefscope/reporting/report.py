"""A report: the readable content of a result as plain data, for text, Markdown, LaTeX, HTML and CSV."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby, islice
from typing import Any, NamedTuple

from corefscope.basics.escaping import visible

UNDEFINED = "–"
BEST, BAD, SMALL = "best", "bad", "small"
NUMBERS = range(1, 10_000)  # all columns but the first


class Entry(NamedTuple):
    """A cell of a table: its text, and the exact value for CSV and sorting."""

    text: str = ""
    value: float | str | None = None
    mark: str = ""  # after the text; a superscript in LaTeX
    style: str = ""  # BEST, BAD or SMALL

    @property
    def full_text(self) -> str:
        return self.text + self.mark


Value = Entry | str | float | None  # what becomes a cell


def entry(value: Value) -> Entry:
    r"""Return a cell: a whole number gets separators, another number is a fraction in percent, and None is a dash.

    >>> entry(1200).text, entry(0.6667).text, entry(None).text, entry("a\n").text
    ('1,200', '66.67', '–', 'a\\n')
    """
    if isinstance(value, Entry):
        return value if value.text.isprintable() else value._replace(text=visible(value.text))
    if isinstance(value, str):
        return Entry(visible(value))
    if value is None:
        return Entry(UNDEFINED)
    return Entry(f"{100 * value:.2f}" if isinstance(value, float) else f"{value:,}", value)


def percent(fraction: float | None, sign: str = "", **more: Any) -> Entry:
    """Return a fraction in percent with two decimals, or a dash if it is undefined."""
    return Entry(UNDEFINED, **more) if fraction is None else Entry(f"{100 * fraction:{sign}.2f}", fraction, **more)


def points(difference: float | None) -> Entry:
    """Return a difference between two fractions in percentage points, with its sign."""
    return percent(difference, "+")


def number(value: float | None, digits: int, sign: str = "") -> Entry:
    """
    >>> number(0.5, 3).text, number(2, 1, "+").text
    ('0.500', '+2.0')
    """
    return Entry(UNDEFINED) if value is None else Entry(f"{value:{sign}.{digits}f}", value)


def probability(p: float | None) -> Entry:
    """
    >>> probability(0.25).text, probability(0.00001).text
    ('0.2500', '<0.0001')
    """
    return Entry("<0.0001", p) if p is not None and p < 0.0001 else number(p, 4)


def counted(number: int, one: str, many: str | None = None) -> str:
    """
    >>> counted(1, "document"), counted(1200, "entity", "entities")
    ('1 document', '1,200 entities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


class Paragraph(str):
    """A text of several lines; in all other texts of a report, a line break is written as an escape."""


def paragraph(lines: Iterable[str]) -> Paragraph:
    r"""
    >>> print(paragraph(["a name", "x\ny"]))
    a name
    x\ny
    """
    return Paragraph("\n".join(map(visible, lines)))


def _escaped(text: object) -> str:
    return text if isinstance(text, Paragraph) else visible(str(text))


class Heading(NamedTuple):
    """A row that names the rows below it and gives their size."""

    name: str
    size: str

    @property
    def full_text(self) -> str:
        return f"{self.name}, {self.size}"


Row = tuple[Entry, ...] | Heading


@dataclass(frozen=True)
class Sheet:
    """A table whose first column names the row; without columns, only its title and note. `sheet` builds one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""  # lines below it
    left: Sequence[int] = (0,)  # columns that are flush left
    over: tuple[tuple[str, int], ...] = ()  # in LaTeX: titles above several columns
    caption: str = ""  # in LaTeX
    drawn: tuple[int, int, int] | None = None  # on pages: the columns of a value and its bounds, drawn beside them
    kept: int | None = None  # the column, usually of averages, that stays in sight on a small screen

    def grid(self) -> list[list[str]]:
        """Return the texts of the titles and of all rows; titles align with the numbers below, not with their marks."""
        titles, rows = list(self.columns), []
        for row in self.rows:
            if isinstance(row, Heading):
                rows.append([row.full_text, *[""] * (len(titles) - 1)])
                continue
            rows.append(texts := [])
            for column, cell in enumerate(row):
                texts.append(cell.text + cell.mark)
                titles[column] = titles[column].ljust(len(self.columns[column]) + len(cell.mark))
        return [titles, *rows]

    def text(self) -> str:
        """Return the table as plain text, its first column flush left and by default the others flush right.

        >>> print(sheet("", ("Metric", "F1"), [("MUC", 0.4), ("LEA", 0.095)]).text())
        Metric     F1
        MUC     40.00
        LEA      9.50
        """
        columns = []
        for place, cells in enumerate(zip(*self.grid(), strict=True)):
            width = max(map(len, cells))
            columns.append(map(f"{{:{'<' if place in self.left else '>'}{width}}}".format, cells))
        rows = map(str.rstrip, map("  ".join, zip(*columns, strict=True)))
        return "\n".join(filter(None, (self.title, *rows, self.note)))


def sheet(
    title: str,
    columns: Iterable[str],
    rows: Iterable[Sequence[Any]],
    note: str = "",
    best: Container[int] = (),
    **more: Any,
) -> Sheet:
    """Build a table from headings and rows of values; control characters become visible here, once.

    In the columns `best`, the highest value below each heading is marked, if it is above 0.
    """
    made: list[Row] = []
    for row in rows:
        is_heading = isinstance(row, Heading)
        made.append(Heading(*map(visible, row)) if is_heading else tuple(map(entry, row)))
    if best != ():
        blocks = groupby(made, key=lambda row: isinstance(row, Heading))
        made = [row for is_heading, block in blocks for row in (block if is_heading else _with_best([*block], best))]
    return Sheet(_escaped(title), tuple(map(visible, columns)), tuple(made), _escaped(note), **more)


def _with_best(rows: Sequence[Any], columns: Container[int]) -> Iterator[tuple[Entry, ...]]:
    """Compare values as rounded in the table, so that equal texts are marked alike."""
    tops = [max(map(_rounded, column)) for column in zip(*rows, strict=True)]
    tops = [top if top > 0 and column in columns and len(rows) > 1 else math.inf for column, top in enumerate(tops)]
    for row in rows:
        cells = zip(row, tops, strict=True)
        yield tuple(cell._replace(style=BEST) if _rounded(cell) == top else cell for cell, top in cells)


def _rounded(cell: Entry) -> float:
    return round(cell.value, 4) if isinstance(cell.value, float | int) else -math.inf


@dataclass(frozen=True)
class Report:
    """Heading, tables, notes and signature, in this order. Warnings are on pages only: commands print them first."""

    heading: str
    tables: Sequence[Sheet] = ()
    notes: Sequence[str] = ()
    signature: str = ""
    warnings: Sequence[Any] = ()  # texts, or what becomes one
    title: str = ""  # of a page

    def __post_init__(self) -> None:
        for name in ("heading", "signature"):
            object.__setattr__(self, name, _escaped(getattr(self, name)))
        for name in ("notes", "warnings"):
            object.__setattr__(self, name, tuple(map(_escaped, getattr(self, name))))


Records = tuple[Sequence[str], Iterable[Sequence[object]]]  # columns and rows; None is an empty cell


def records(columns: Sequence[str], rows: Iterable[Mapping[str, object]], **common: object) -> Records:
    """Return rows for CSV: a column that a row lacks is empty, and every row has the `common` values.

    >>> [*records(("name", "f1", "signature"), [{"name": "a", "other": 1}], signature="x")[1]]
    [['a', None, 'x']]
    """
    return columns, ([row.get(column, common.get(column)) for column in columns] for row in rows)


def attributes(source: object, names: Iterable[str]) -> dict[str, Any]:
    """Return some attributes of an object by name, for JSON and CSV."""
    return {name: getattr(source, name) for name in names}


@dataclass(frozen=True)
class View:
    """The parts of a result for all outputs; each is computed when an output needs it.

    By default CSV has a row for each cell of the report, and LaTeX uses the same report as the text.
    """

    report: Callable[[], Report]
    data: Callable[[], Any]  # for JSON: plain dicts and lists, or an iterator over parts of the text
    records: Callable[[], Records] | None = None  # for CSV: the columns and the rows
    paper: Callable[[], Report] | None = None  # for LaTeX

    def table(self) -> Records:
        """Return the rows for programs: the view's records, or one for each cell of its report, with exact numbers."""
        if self.records:
            return self.records()
        return ("table", "group", "row", "column", "value", "signature"), _cells(self.report())


def _cells(report: Report) -> Iterator[Sequence[object]]:
    for table in report.tables:
        group = ""
        for row in table.rows:
            if isinstance(row, Heading):
                group = row.name
                continue
            for title, cell in zip(table.columns[1:], row[1:], strict=True):
                value = cell.text if cell.value is None else cell.value
                if value != "":
                    yield table.title, group, row[0].text.strip(), title, value, report.signature


def metric_sheet(title: str, first: str, metrics: Sequence[Any], rows: Iterable[Sequence[Any]], **more: Any) -> Sheet:
    """Build a table with a column for each metric; that of a mean stays in sight."""
    kept = next((place for place, metric in enumerate(metrics, 1) if metric.is_mean), None)
    return sheet(title, (first, *(metric.title for metric in metrics)), rows, kept=kept, **more)


# The outputs of every command, with the endings of their files. Text, JSON and CSV are written here; the others have a
# module in `render`, which is loaded when it is used.
OUTPUTS = {"table": "txt", "json": "json", "csv": "csv", "latex": "tex", "markdown": "md", "html": "html"}
TOKENS = 4096  # of JSON, which are written together
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def render(view: View, output: str) -> str:
    return "".join(parts(view, output))


def parts(view: View, output: str) -> Iterator[str]:
    """Yield the text of `render` in parts, since JSON may be long."""
    if output == "json":
        import json  # loading it takes as long as scoring a small file

        tokens = json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(view.data())
        while part := "".join(islice(tokens, TOKENS)):
            yield part
        yield "\n"
    elif output == "csv":
        import csv
        import io

        columns, rows = view.table()
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(map(harmless, rows))
        yield stream.getvalue()
    elif output == "table":
        report = view.report()
        blocks = (report.heading, *map(Sheet.text, report.tables), *report.notes, report.signature)
        yield "\n\n".join(filter(None, blocks)) + "\n"
    else:
        report = view.paper() if output == "latex" and view.paper else view.report()
        yield str(import_module(f"corefscope.reporting.render.{output}").render(report))


def harmless(row: Sequence[object]) -> list[object]:
    """Put an apostrophe before text that a spreadsheet would run as a formula.

    >>> harmless(["=1+1", -1.5, "the ferry"])
    ["'=1+1", -1.5, 'the ferry']
    """
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in row]
