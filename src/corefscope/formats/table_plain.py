"""CSV and TSV without anything difficult in it, which is most of it, taken apart much quicker than `csv` can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PIECE = 1 << 16  # characters; shorter than the longest value that `csv` accepts


class Piece(NamedTuple):
    """Some rows column by column, and how many they are."""

    columns: list[list[str]]
    rows: int


class PlainRows:
    """The rows at the beginning of a text, as long as each has its values on one line and quotes only around them."""

    def __init__(self, text: str, width: int, separator: str, start: int) -> None:
        self.text, self.width, self.separator = text, width, separator
        self.start = start  # where what has not been taken begins

    def __iter__(self) -> Iterator[Piece]:
        while self.width > 1 and self.start < len(self.text):
            last = self.start + PIECE >= len(self.text)
            end = len(self.text) if last else self.text.rfind("\n", self.start, self.start + PIECE) + 1
            piece = self._piece(self.text[self.start : end]) if end else None
            if piece is None:
                return
            self.start = end
            yield piece

    def _piece(self, text: str) -> Piece | None:
        text = text.removesuffix("\n")
        if "\r" in text:
            text = text.removesuffix("\r").replace("\r\n", "\n")
            if "\r" in text:
                return None
        lines = text.split("\n")
        if {line.count(self.separator) for line in lines} != {self.width - 1}:
            return None
        cells = self.separator.join(lines).split(self.separator)
        columns = [cells[place :: self.width] for place in range(self.width)]
        if '"' in text:
            unquoted = [_unquoted(column) for column in columns]
            columns = [column for column in unquoted if column is not None]
        return Piece(columns, len(lines)) if len(columns) == self.width else None


def _unquoted(cells: list[str]) -> list[str] | None:
    """Values without the quotes around them; None if a quote stands anywhere else, as in part of a value."""
    quoted = [cell for cell in set(cells) if '"' in cell]
    if not quoted:
        return cells
    if any(cell.count('"') != 2 or cell[0] != '"' or cell[-1] != '"' for cell in quoted):
        return None
    plain = {cell: cell[1:-1] for cell in quoted}
    return [plain.get(cell, cell) for cell in cells]
