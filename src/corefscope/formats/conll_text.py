"""The words and other columns of a CoNLL file, taken from its bytes only when asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

TAB, SPACE = 9, 32

# Column numbers, from 0, of what later work may want; see the layouts below.
CONLL_2012 = {"word": 3, "pos": 4, "parse": 5, "lemma": 6, "speaker": 9, "named_entity": 10}
SEMEVAL_2010 = {"word": 1, "lemma": 2, "pos": 4, "head": 8, "relation": 10, "named_entity": 12}


def layout(columns: list[bytes]) -> dict[str, int]:
    """Which column holds what, told by the shape of a document's first line; empty when it cannot be told.

    >>> layout(b"bc/x 0 3 Anna - - - - - - * (4)".split())["word"]
    3
    >>> layout(b"Anna (4)".split()), layout(b"17 Anna (person-4)".split())
    ({'word': 0}, {'word': 1})
    """
    count = len(columns)
    if count >= 5 and columns[1].isdigit() and columns[2].isdigit():
        return {name: column for name, column in CONLL_2012.items() if column < count - 1}
    if count >= 15 and columns[0].isdigit():
        return SEMEVAL_2010
    if count == 2:
        return {"word": 0}
    return {"word": 1} if count > 2 and columns[0].isdigit() else {}


@dataclass
class ConllText:
    """A file's bytes and where its token lines, their last cells and its documents begin."""

    content: bytes
    path: str
    line_start: Integers
    cell_start: Integers
    line_number: Integers
    first_token: Integers  # one more entry than documents

    def _lines(self, document: int) -> list[bytes]:
        low, high = self.first_token[document], self.first_token[document + 1]
        starts, cells = self.line_start[low:high].tolist(), self.cell_start[low:high].tolist()
        return [self.content[start:cell] + b"-" for start, cell in zip(starts, cells, strict=True)]

    def _column(self, document: int, name: str) -> list[str] | None:
        lines = self._lines(document)
        if not lines:
            return []
        tabs = b"\t" in lines[0]
        column = layout(lines[0].split(b"\t") if tabs else lines[0].split()).get(name)
        if column is None:
            return None
        cells = [line.split(b"\t") if tabs else line.split() for line in lines]
        return [row[column].decode("utf-8", "replace") if column < len(row) else "" for row in cells]

    def words(self, document: int) -> list[str] | None:
        return self._column(document, "word")

    def layer(self, document: int, name: str) -> list[str] | None:
        return self._column(document, name)

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        """Token ranges between blank lines."""
        low, high = int(self.first_token[document]), int(self.first_token[document + 1])
        if low == high:
            return []
        number = self.line_number[low:high]
        breaks = [0]
        for gap in np.flatnonzero(np.diff(number) > 1).tolist():
            between = self.content[self.line_start[low + gap] : self.line_start[low + gap + 1]].split(b"\n")[1:-1]
            if any(not line.strip() for line in between):
                breaks.append(gap + 1)
        return list(zip(breaks, [*breaks[1:], high - low], strict=True))

    def token_line(self, document: int, token: int) -> int | None:
        return int(self.line_number[self.first_token[document] + token]) + 1

    def without_last_column(self, document: int) -> bytes:
        """Everything but the coreference cells: equal for a key and a response that copied its columns."""
        low, high = self.first_token[document], self.first_token[document + 1]
        if low == high:
            return b""
        start, cell = self.line_start[low:high], self.cell_start[low:high]
        base, stop = int(start[0]), int(cell[-1])
        inside = np.zeros(stop - base + 1, np.int8)
        inside[start - base] += 1
        np.subtract.at(inside, cell - base, 1)  # an empty prefix begins and ends at one place
        kept: NDArray[np.bool_] = np.cumsum(inside[:-1], dtype=np.int8).view(bool)
        return np.frombuffer(self.content, np.uint8, stop - base, base)[kept].tobytes()
