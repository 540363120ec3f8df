"""CSV and TSV without anything difficult in it, which is most of it, taken apart much quicker than `csv` can."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.table.ids import parsed
from corefscope.model import Integers

PIECE = 1 << 18  # bytes
LONGEST = 131072  # the longest value that `csv` accepts
_BEFORE = b"\n" * 16  # what `parsed` wants to find before the first field
_COMPARED = 24  # the longest values, in bytes, that are compared with the row above


class Piece:
    """Some rows, each on a line of its own, and where their values are."""

    def __init__(self, content: bytes, ends: Integers, separator: str) -> None:
        self._content, self._separator, self._ends = content, separator, ends
        self._text: NDArray[np.uint8] = np.frombuffer(content, np.uint8)
        self.rows, self.width = ends.shape
        self._values: list[list[str]] | None = None

    def _bounds(self, column: int) -> tuple[Integers, Integers]:
        end = self._ends[:, column]
        if column:
            return self._ends[:, column - 1] + 1, end
        return np.append(len(_BEFORE), self._ends[:-1, -1] + 1), end

    def first(self, column: int) -> bytes:
        """The first value of a column as it stands there."""
        start, end = self._bounds(column)
        return self._content[start[0] : end[0]]

    def numbers(self, column: int, prefix: bytes) -> Integers | None:
        """The numbers behind this prefix, if that is all there is in the column."""
        return parsed(self._text, *self._bounds(column), prefix)

    def runs(self, column: int) -> tuple[list[str], Integers] | None:
        """Values that fill many rows, one behind the other, and how many: rows of one document stand together."""
        start, end = self._bounds(column)
        length = end - start
        longest = int(length.max())
        if longest > _COMPARED:
            return None
        changes = length[1:] != length[:-1]
        for place in range(longest):
            at = self._text[np.minimum(start + place, end)]  # behind the last byte stands a separator
            changes |= at[1:] != at[:-1]
        found = np.flatnonzero(np.append(True, changes))
        if 4 * len(found) > self.rows:
            return None
        bounds = zip(start[found].tolist(), end[found].tolist(), strict=True)
        values = [self._content[low:high].decode("utf-8") for low, high in bounds]
        return values, np.diff(found, append=self.rows)

    def values(self) -> list[list[str]]:
        """The values of all columns."""
        if self._values is None:
            text = self._content[len(_BEFORE) : -1].decode("utf-8")
            cells = text.replace("\n", self._separator).split(self._separator)
            self._values = [cells[place :: self.width] for place in range(self.width)]
        return self._values


class PlainRows:
    """The rows at the beginning of a block, as long as each has its values on one line and quotes only around them."""

    def __init__(self, content: bytes, width: int, separator: str, start: int) -> None:
        self.content, self.width, self.separator = content, width, separator
        self.start = start  # where what has not been taken begins

    def __iter__(self) -> Iterator[Piece]:
        while self.width > 1 and self.start < len(self.content):
            last = self.start + PIECE >= len(self.content)
            end = len(self.content) if last else self.content.rfind(b"\n", self.start, self.start + PIECE) + 1
            piece = self._piece(self.content[self.start : end]) if end else None
            if piece is None:
                return
            self.start = end
            yield piece

    def _piece(self, content: bytes) -> Piece | None:
        if b"\r" in content:
            content = content.removesuffix(b"\r").replace(b"\r\n", b"\n")
            if b"\r" in content:
                return None
        content = b"".join([_BEFORE, content, b"" if content.endswith(b"\n") else b"\n"])
        text = np.frombuffer(content, np.uint8)
        ends_row = text == ord("\n")
        ends_row[: len(_BEFORE)] = False
        ends: Integers = np.flatnonzero(ends_row | (text == ord(self.separator)))
        if len(ends) % self.width:
            return None
        ends = ends.reshape(-1, self.width)
        if not ends_row[ends[:, -1]].all() or np.count_nonzero(ends_row) != len(ends):
            return None
        # Where rows are short, so are values.
        if _longest(ends[:, -1]) > LONGEST and _longest(ends.reshape(-1)) > LONGEST:
            return None
        if b'"' not in content:
            return Piece(content, ends, self.separator)
        if not _only_around(text == ord('"'), ends.reshape(-1)):
            return None
        return self._piece(content[len(_BEFORE) :].replace(b'"', b""))


def _longest(ends: Integers) -> int:
    return max(int(ends[0]) - len(_BEFORE), int((ends[1:] - ends[:-1]).max(initial=0)))


def _only_around(quotes: NDArray[np.bool_], ends: Integers) -> bool:
    """Whether quotes stand only around whole values."""
    start = np.append(len(_BEFORE), ends[:-1] + 1)
    around = quotes[start] & quotes[ends - 1] & (ends - start > 1)
    return bool(np.count_nonzero(quotes) == 2 * np.count_nonzero(around))


def unquoted(cells: list[str]) -> list[str] | None:
    """Values without the quotes around them; None if a quote stands anywhere else, as in part of a value."""
    quoted = [cell for cell in set(cells) if '"' in cell]
    if not quoted:
        return cells
    if any(cell.count('"') != 2 or cell[0] != '"' or cell[-1] != '"' for cell in quoted):
        return None
    plain = {cell: cell[1:-1] for cell in quoted}
    return [plain.get(cell, cell) for cell in cells]
