"""A report: what people read of a result, as plain data; renderers turn it into text, Markdown, LaTeX, HTML or CSV."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corefscope.basics.escaping import visible

UNDEFINED = "–"
BEST, BAD, SMALL = "best", "bad", "small"


class Paragraph(str):
    """A text of several lines; in all other texts of a report, a line break is written as an escape."""


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
    """A cell of a table: its text, and the exact value for CSV and sorting."""

    text: str = ""
    value: float | str | None = None
    mark: str = ""  # after the text; a superscript in LaTeX
    style: str = ""  # BEST, BAD or SMALL
    bar: bool = False  # whether a page shows the value, a fraction of 1, as a bar too
    about: str = ""  # tooltip on a page

    @property
    def shown(self) -> str:
        return self.text + self.mark


class Heading(NamedTuple):
    """A row that names the rows below it and gives their size."""

    name: str
    size: str

    @property
    def shown(self) -> str:
        return f"{self.name}, {self.size}"


Row = tuple[Entry, ...] | Heading


@dataclass(frozen=True)
class Sheet:
    """A table whose first column names the row; without columns, only its title and note. `sheet` builds one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""  # lines below it
    left: tuple[int, ...] = (0,)  # columns that are flush left
    over: tuple[tuple[str, int], ...] = ()  # in LaTeX: titles above several columns
    bars: int | None = None  # the column, of fractions of 1, that a terminal shows as bars
    caption: str = ""  # in LaTeX
    kept: int | None = None  # the column, usually of averages, that stays in sight on a small screen

    def grid(self) -> list[list[str]]:
        """Return the texts of the titles and of all rows; titles align with the numbers below, not with their marks."""
        rows, marks = [], [0] * len(self.columns)
        for row in self.rows:
            if isinstance(row, Heading):
                rows.append([row.shown, *[""] * (len(self.columns) - 1)])
            else:
                rows.append([cell.text + cell.mark for cell in row])
                marks = [max(mark, len(cell.mark)) for mark, cell in zip(marks, row, strict=True)]
        return [[title + " " * mark for title, mark in zip(self.columns, marks, strict=True)], *rows]


def sheet(title: str, columns: Iterable[str], rows: Iterable[Sequence[Any]], note: str = "", **more: Any) -> Sheet:
    """Build a table from headings and rows of texts and entries; control characters become visible here, once."""
    found: list[Row] = []
    for row in rows:
        if isinstance(row, Heading):
            found.append(Heading(*map(visible, row)))
            continue
        cells = [cell if isinstance(cell, Entry) else Entry(cell) for cell in row]
        found.append(
            tuple(each if each.text.isprintable() else each._replace(text=visible(each.text)) for each in cells)
        )
    return Sheet(_shown(title), tuple(map(visible, columns)), tuple(found), _shown(note), **more)


@dataclass(frozen=True)
class Report:
    """Heading, tables, notes and signature, in this order. Warnings are on pages only: commands print them first."""

    heading: str
    tables: tuple[Sheet, ...] = ()
    notes: tuple[str, ...] = ()
    signature: str = ""
    warnings: tuple[str, ...] = ()
    title: str = ""  # of a page
    together: bool = False  # whether notes and signature are one paragraph
    more: Report | None = None  # after the signature

    def __post_init__(self) -> None:
        for name in ("heading", "signature"):
            object.__setattr__(self, name, _shown(getattr(self, name)))
        for name in ("notes", "warnings"):
            object.__setattr__(self, name, tuple(map(_shown, getattr(self, name))))

    def paragraphs(self) -> list[str]:
        """Notes and signature."""
        texts = [*self.notes, *filter(None, [self.signature])]
        return ["\n".join(texts)] if self.together else texts


Records = tuple[Sequence[str], Iterable[Sequence[object]]]  # columns and rows; None is an empty cell


@dataclass(frozen=True)
class View:
    """The parts of a result for all outputs; each is computed when an output needs it.

    By default CSV has a row for each cell of the report, and LaTeX and HTML use the same report as the text.
    """

    report: Callable[[], Report]
    data: Callable[[], Any]  # for JSON: plain dicts and lists, or an iterator over parts of the text
    records: Callable[[], Records] | None = None  # for CSV: the columns and the rows
    paper: Callable[[], Report] | None = None  # for LaTeX
    page: Callable[[], Report] | None = None  # for HTML
    lines: Callable[[], Iterable[str]] | None = None  # for pipes and terminals, if the text has no tables


def percent(fraction: float | None, **more: Any) -> Entry:
    """A fraction in percent with two decimals, or a dash if it is undefined.

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
    """Mark the highest value of each column, if it is higher than `above`; all columns by default."""
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


def kept_column(metrics: Sequence[Any], before: int = 1) -> int | None:
    """The column of the mean of metrics, after so many others."""
    return next((before + place for place, metric in enumerate(metrics) if metric.is_mean), None)


def _as_shown(cell: Entry) -> float:
    """The value rounded as in the table, so that equal texts are marked alike; undefined is below all."""
    return round(cell.value, 4) if isinstance(cell.value, float | int) else -math.inf


def counted(number: int, one: str, many: str | None = None) -> str:
    """
    >>> counted(1, "document"), counted(1200, "entity", "entities")
    ('1 document', '1,200 entities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
