"""Rows of CSV or TSV that can mean only one thing, so that any parser splits them as `csv` does."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscope.arrays import Bytes
from corefscope.model import Integers

LONGEST = 131072  # the longest value that `csv` accepts
_QUOTE, _NEWLINE = b'"\n'


class PlainRows(NamedTuple):
    """Rows in the bytes of a file: of each cell its start and end, without quotes around it, rows × columns."""

    text: Bytes
    start: Integers
    end: Integers

    def cells(self, column: int) -> list[str]:
        content = self.text.tobytes()
        places = zip(self.start[:, column].tolist(), self.end[:, column].tolist(), strict=True)
        return [content[start:end].decode("utf-8") for start, end in places]


def plain_rows(content: bytes, width: int, separator: str) -> PlainRows | None:
    """Find the cells of some lines, if each line is a row with quotes around whole cells only."""
    if b"\r" in content:
        content = content.removesuffix(b"\r").replace(b"\r\n", b"\n")
    text = np.frombuffer(content if content.endswith(b"\n") else content + b"\n", np.uint8)
    ends_row = text == _NEWLINE
    end: Integers = np.flatnonzero(ends_row | (text == ord(separator)))
    if width < 2 or b"\r" in content or len(end) % width:
        return None
    is_last = ends_row[end].reshape(-1, width)
    if not is_last[:, -1].all() or is_last[:, :-1].any():
        return None
    start = np.append(0, end[:-1] + 1)
    if int((end - start).max()) >= LONGEST:
        return None
    if b'"' in content:
        is_quoted = (text[start] == _QUOTE) & (text[end - 1] == _QUOTE) & (end - start > 1)
        if np.count_nonzero(text == _QUOTE) != 2 * np.count_nonzero(is_quoted):
            return None
        start, end = start + is_quoted, end - is_quoted
    return PlainRows(text, start.reshape(-1, width), end.reshape(-1, width))


def unquoted(cells: list[str]) -> list[str] | None:
    """Cells without the quotes around them; None if a quote stands anywhere else, as in part of a cell."""
    inner = [cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell for cell in cells]
    return None if any('"' in cell for cell in inner) else inner
