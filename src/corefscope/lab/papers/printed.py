"""What the papers print, read from the files in `data`: sections, numbers, statements, partitions, known differences.

`sections.csv` has for each table or passage the example that it scores, whether scores are fractions of 1 or of 100,
and how digits were dropped; `statements.csv` the comparison of scores that decides each statement, and its evidence.
Tables of results have a file each, whose columns are named like fields of scores: `muc.f1`, `b3.recall`, `lea.rank`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

PAPERS = {
    "pradhan2014": "Pradhan et al. 2014",
    "recasens2011": "Recasens & Hovy 2011",
    "chen2013": "Chen & Ng 2013",
    "moosavi2016": "Moosavi & Strube 2016",
}
Partition = list[list[Any]]  # mentions are letters or numbers
Row = Mapping[str, str]  # values as printed; empty where nothing is printed


class PrintedNumber(NamedTuple):
    """A number, and the quantity of a response that it states; a dash stands where the paper prints nothing."""

    paper: str
    section: str
    row: str
    column: str
    response: str
    quantity: str
    printed: str


class KnownDifference(NamedTuple):
    """A printed number or statement that does not follow from the paper's own definitions, and the arithmetic of why.

    It applies only if both the printed value and ours are the ones listed. `column` is the statement where it is one,
    and `printed` is then empty.
    """

    paper: str
    section: str
    row: str
    column: str
    printed: str
    ours: str
    why: str


class Example(NamedTuple):
    """A key and its responses, and the types of mentions where the paper gives them."""

    key: Partition
    responses: dict[str, Partition]
    types: dict[str, str]


def _lines(name: str) -> list[str]:
    return (files("corefscope.lab.papers") / "data" / f"{name}.csv").read_text(encoding="utf-8").splitlines()


@cache
def rows(name: str) -> list[list[str]]:
    """Return the rows of a data file, without its header."""
    return list(csv.reader(_lines(name)))[1:]


@cache
def table(name: str) -> list[Row]:
    """Return the rows of a table of results.

    >>> table("pradhan2014-table1-conll2012-en")[0]["conll.f1"]
    '60.7'
    """
    return list(csv.DictReader(_lines(name), strict=True))


@cache
def known_differences() -> tuple[KnownDifference, ...]:
    return tuple(KnownDifference(*row) for row in rows("known"))


@cache
def numbers(paper: str, section: str) -> list[PrintedNumber]:
    return [PrintedNumber(*row) for row in rows("numbers") if row[:2] == [paper, section]]


@cache
def example(place: str) -> Example:
    """Return the example at a place such as `recasens2011 Table 8`."""
    sides = {side: partition(text) for paper, name, side, text in rows("partitions") if f"{paper} {name}" == place}
    types = {
        mention: kind for kind in ("name", "nominal", "pronoun") for entity in sides.pop(kind, []) for mention in entity
    }
    return Example(sides.pop("key"), sides, types)


def partition(text: str) -> Partition:
    """Read a partition: entities are words of letters, or of numbers and ranges.

    >>> partition("abc de"), partition("1-3,6 4,5")
    ([['a', 'b', 'c'], ['d', 'e']], [[1, 2, 3, 6], [4, 5]])
    """
    return [_range(word) if word[0].isdigit() else list(word) for word in text.split()]


def _range(word: str) -> list[int]:
    ends = [part.split("-") for part in word.split(",")]
    return [number for part in ends for number in range(int(part[0]), int(part[-1]) + 1)]
