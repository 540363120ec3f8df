"""Whether rows of CSV or TSV can mean only one thing, so that any parser takes them apart as `csv` does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

LONGEST = 131072  # the longest value that `csv` accepts


def plain_rows(content: bytes, width: int, separator: str) -> bytes | None:
    """The content with `\\n` at the end of every line, if each line is a row with quotes around whole values only."""
    if b"\r" in content:
        content = content.removesuffix(b"\r").replace(b"\r\n", b"\n")
    content = content if content.endswith(b"\n") else content + b"\n"
    text = np.frombuffer(content, np.uint8)
    ends_row = text == ord("\n")
    ends: Integers = np.flatnonzero(ends_row | (text == ord(separator)))
    if width < 2 or b"\r" in content or len(ends) % width:
        return None
    is_last = ends_row[ends].reshape(-1, width)
    if not is_last[:, -1].all() or is_last[:, :-1].any():
        return None
    if int(np.diff(ends, prepend=-1).max()) > LONGEST:
        return None
    return content if b'"' not in content or _only_around(text == ord('"'), ends) else None


def _only_around(quotes: NDArray[np.bool_], ends: Integers) -> bool:
    """Whether quotes stand only around whole values."""
    start = np.append(0, ends[:-1] + 1)
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
