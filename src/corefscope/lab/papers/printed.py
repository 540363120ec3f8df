"""What the papers print, read from the files in `data`: example partitions, numbers, and known differences."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

Partition = list[list[Any]]  # mentions are letters or numbers


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


@cache
def known_differences() -> tuple[KnownDifference, ...]:
    return tuple(KnownDifference(*row) for row in _rows("known"))


@cache
def numbers(paper: str, section: str) -> dict[str, dict[str, str]]:
    """The printed numbers of a table or passage: row → column → text. A dash stands where the paper prints nothing."""
    found: dict[str, dict[str, str]] = {}
    for of_paper, of_section, row, column, text in _rows("numbers"):
        if (of_paper, of_section) == (paper, section):
            found.setdefault(row, {})[column] = text
    return found


@cache
def example(paper: str, name: str) -> tuple[Partition, dict[str, Partition]]:
    """The key and the responses of an example."""
    sides = {side: partition(text) for *place, side, text in _rows("partitions") if place == [paper, name]}
    return sides.pop("key"), sides


def partition(text: str) -> Partition:
    """Read a partition: entities are words of letters, or of numbers and ranges.

    >>> partition("abc de"), partition("1-3,6 4,5")
    ([['a', 'b', 'c'], ['d', 'e']], [[1, 2, 3, 6], [4, 5]])
    """
    return [_range(word) if word[0].isdigit() else list(word) for word in text.split()]


def _range(word: str) -> list[int]:
    ends = [part.split("-") for part in word.split(",")]
    return [number for part in ends for number in range(int(part[0]), int(part[-1]) + 1)]


def _rows(name: str) -> Iterator[list[str]]:
    text = (files("corefscope.lab.papers") / "data" / f"{name}.csv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines())
    next(rows)
    return rows
