"""A report: what people read of a result, as plain data. Renderers turn it into text, Markdown, LaTeX, HTML or CSV."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corefscope.basics.escaping import visible

UNDEFINED = "–"
BEST, BAD, SMALL = "best", "bad", "small"


class Paragraph(str):
    """Lines of a text; in all other texts of a report, a line break of a name is only shown."""


def paragraph(lines: Iterable[str]) -> Paragraph:
    r"""
    >>> print(paragraph(["a name", "x\ny"]))
    a name
    x\ny
    """
    return Paragraph("\n".join(map(visible, lines)))


def _shown(text: str) -> str:
    return text if isinstance(text, Paragraph) else visible(text)


class Entry(NamedTuple):
    """One place of a table: its text, and the exact value behind it, which CSV and sorting use."""

    text: str = ""
    value: float | str | None = None
    mark: str = ""  # a sign after the text; a superscript in LaTeX
    style: str = ""  # BEST, BAD or SMALL
    bar: bool = False  # a page draws the value, a fraction of 1, as a bar
    about: str = ""  # what a page says of the cell when it is pointed at

    @property
    def shown(self) -> str:
        return self.text + self.mark


class Heading(NamedTuple):
    """A row that names the rows below it, and says how much is in them."""

    name: str
    size: str

    @property
    def shown(self) -> str:
        return f"{self.name}, {self.size}"


Row = tuple[Entry, ...] | Heading


@dataclass(frozen=True)
class Sheet:
    """A table whose first column names the row; without columns, only its title and note. `table` makes one.

    Names and words in it are shown as they are, except for what would act on a terminal or begin another row.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""  # lines below it
    left: tuple[int, ...] = (0,)  # the columns that are flush left
    over: tuple[tuple[str, int], ...] = ()  # titles above several columns, in LaTeX
    bars: int | None = None  # a terminal draws the values of this column, fractions of 1, as bars
    caption: str = ""  # in LaTeX, as LaTeX

    def grid(self) -> list[list[str]]:
        """The texts of the titles and of all rows; a title is as far left of the edge as the numbers below it."""
        rows = [
            [cell.shown for cell in row]
            if not isinstance(row, Heading)
            else [row.shown, *[""] * (len(self.columns) - 1)]
            for row in self.rows
        ]
        marks = [0] * len(self.columns)
        for row in self.rows:
            if not isinstance(row, Heading):
                marks = [max(mark, len(cell.mark)) for mark, cell in zip(marks, row, strict=True)]
        return [[title + " " * mark for title, mark in zip(self.columns, marks, strict=True)], *rows]


def sheet(title: str, columns: Iterable[str], rows: Iterable[Sequence[Any]], note: str = "", **more: Any) -> Sheet:
    """A table of rows of texts and entries, and headings; whatever would act is made visible here, once."""
    return Sheet(_shown(title), tuple(map(visible, columns)), tuple(map(_row, rows)), _shown(note), **more)


def _row(row: Sequence[Any]) -> Row:
    if isinstance(row, Heading):
        return Heading(*map(visible, row))
    cells = (cell if isinstance(cell, Entry) else Entry(cell) for cell in row)
    return tuple(cell if cell.text.isprintable() else cell._replace(text=visible(cell.text)) for cell in cells)


@dataclass(frozen=True)
class Report:
    """What is shown, in this order; notes are paragraphs. Warnings are on pages only: commands print them first."""

    heading: str
    tables: tuple[Sheet, ...] = ()
    notes: tuple[str, ...] = ()
    signature: str = ""
    warnings: tuple[str, ...] = ()
    title: str = ""  # of a page
    together: bool = False  # notes and signature are one paragraph of a text
    more: Report | None = None  # what follows the signature

    def __post_init__(self) -> None:
        for name in ("heading", "signature"):
            object.__setattr__(self, name, _shown(getattr(self, name)))
        for name in ("notes", "warnings"):
            object.__setattr__(self, name, tuple(map(_shown, getattr(self, name))))

    def paragraphs(self) -> list[str]:
        """Notes and signature."""
        said = [*self.notes, *filter(None, [self.signature])]
        return ["\n".join(said)] if self.together else said


Records = tuple[Sequence[str], Iterable[Sequence[object]]]


@dataclass(frozen=True)
class View:
    """What a result of some kind shows: each part is made when an output asks for it.

    A report is for people, data for programs. Where nothing else is given, CSV has a row for each cell of the report,
    and LaTeX and HTML are made of the same report as the text.
    """

    report: Callable[[], Report]
    data: Callable[[], Any]  # for JSON: plain dicts and lists, or an iterator over the pieces of the text
    records: Callable[[], Records] | None = None  # for CSV: the columns and the rows
    paper: Callable[[], Report] | None = None  # for LaTeX
    page: Callable[[], Report] | None = None  # for HTML
    text: Callable[[], str] | None = None  # for pipes, where the text is not that of the report
    lines: Callable[[], Iterable[str]] | None = None  # for pipes and terminals, where the text has no tables
    markdown: Callable[[], str] | None = None  # where Markdown is a page of the documentation


def percent(fraction: float | None, **more: Any) -> Entry:
    """A fraction as people read it: hundredths of a percent, or a dash where it is undefined.

    >>> percent(0.6667).text, percent(None).text
    ('66.67', '–')
    """
    return Entry(UNDEFINED, None, **more) if fraction is None else Entry(f"{100 * fraction:.2f}", fraction, **more)


def number(value: float | None, digits: int, sign: str = "") -> Entry:
    """
    >>> number(0.5, 3).text, number(2, 1, "+").text
    ('0.500', '+2.0')
    """
    return Entry(UNDEFINED) if value is None else Entry(f"{value:{sign}.{digits}f}", value)


def count(value: int, separator: str = ",") -> Entry:
    """
    >>> count(1200).text, count(1200, "").text
    ('1,200', '1200')
    """
    return Entry(f"{value:{separator}}", value)


def with_best(
    rows: Sequence[Sequence[Entry]], places: Container[int] | None = None, above: float = 0.0
) -> list[tuple[Entry, ...]]:
    """The rows with the highest value of each column marked, if it is higher than `above`; all columns by default."""
    tops = [max(map(_as_shown, column)) for column in zip(*rows, strict=True)]
    return [
        tuple(
            cell._replace(style=BEST)
            if _as_shown(cell) == top > above and (places is None or place in places)
            else cell
            for place, (cell, top) in enumerate(zip(row, tops, strict=True))
        )
        for row in rows
    ]


def _as_shown(cell: Entry) -> float:
    """The value with the digits that are shown, so that equals are marked alike; undefined is below all."""
    return round(cell.value, 4) if isinstance(cell.value, float | int) else -math.inf


def counted(number: int, one: str, many: str | None = None) -> str:
    """
    >>> counted(1, "document"), counted(1200, "entity", "entities")
    ('1 document', '1,200 entities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
