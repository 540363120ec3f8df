"""Cells of tables: the text of a number, which is rounded, with its exact value."""

from __future__ import annotations

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
    def shown(self) -> str:
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
    return percent(value) if value is None or isinstance(value, float) else Entry(f"{value:,}", value)


def percent(fraction: float | None, sign: str = "", **more: Any) -> Entry:
    """A fraction in percent with two decimals, or a dash if it is undefined."""
    return Entry(UNDEFINED, **more) if fraction is None else Entry(f"{100 * fraction:{sign}.2f}", fraction, **more)


def points(difference: float | None) -> Entry:
    """A difference between two fractions in points of 100, with its sign."""
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
