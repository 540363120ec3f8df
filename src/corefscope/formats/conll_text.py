"""The words and other columns of a CoNLL file, taken from its bytes only when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from corefscope.formats.blocks import Again
from corefscope.model import Integers

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
    if count >= 17 and columns[0] == b"1" and columns[2] != b"0":  # its second column may be a number too
        return SEMEVAL_2010
    if count >= 5 and columns[1].isdigit() and columns[2].isdigit():
        return {name: column for name, column in CONLL_2012.items() if column < count - 1}
    if count >= 15 and columns[0].isdigit():
        return SEMEVAL_2010
    if count == 2:
        return {"word": 0}
    return {"word": 1} if count > 2 and columns[0].isdigit() else {}


def small(places: Integers) -> Integers:
    """Places within a block, which are kept for every token, in half the room if they fit."""
    return places.astype(np.int32) if len(places) and places[-1] < 1 << 31 else places


@dataclass
class Cells:
    """Where the cells with brackets begin and end, and the number of each document's first."""

    start: Integers
    end: Integers
    first: Integers  # one more entry than documents


@dataclass
class ConllText:
    """A block's bytes and where its token lines, their brackets and its documents begin."""

    again: Again
    lines_before: int
    line_start: Integers
    line_end: Integers
    line_number: Integers
    first_token: Integers  # one more entry than documents
    cells: Cells
    _last: tuple[int, list[list[bytes]]] | None = field(default=None, repr=False, compare=False)

    def _column(self, document: int, name: str) -> list[str] | None:
        rows = self._rows(document)
        if not rows:
            return []
        column = layout(rows[0]).get(name)
        if column is None:
            return None
        return [row[column].decode("utf-8", "replace") if column < len(row) else "" for row in rows]

    def _rows(self, document: int) -> list[list[bytes]]:
        """The columns of each line; kept until another document is asked for, since most ask for several columns."""
        if self._last is None or self._last[0] != document:
            content = self.again.content()
            low, high = self.first_token[document], self.first_token[document + 1]
            starts, ends = self.line_start[low:high].tolist(), self.line_end[low:high].tolist()
            lines = [content[start:end] for start, end in zip(starts, ends, strict=True)]
            self._last = document, [line.split(b"\t") if b"\t" in line else line.split() for line in lines]
        return self._last[1]

    def words(self, document: int) -> list[str] | None:
        return self._column(document, "word")

    def layer(self, document: int, name: str) -> list[str] | None:
        found = self._column(document, name)
        if name != "head" or found is None:
            return found
        # SemEval counts parents from 1 within the sentence; the model counts from 0 within the document.
        absolute = [""] * len(found)
        for start, end in self.sentences(document) or ():
            for token in range(start, end):
                parent = int(found[token]) if found[token].isdigit() else 0
                absolute[token] = str(start + parent - 1) if 0 < parent <= end - start else ""
        return absolute

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        """Token ranges between blank lines."""
        low, high = int(self.first_token[document]), int(self.first_token[document + 1])
        if low == high:
            return []
        content = self.again.content()
        number = self.line_number[low:high]
        breaks = [0]
        for gap in np.flatnonzero(np.diff(number) > 1).tolist():
            between = content[self.line_end[low + gap] : self.line_start[low + gap + 1]].split(b"\n")[1:-1]
            if any(not line.strip() for line in between):
                breaks.append(gap + 1)
        return list(zip(breaks, [*breaks[1:], high - low], strict=True))

    def token_line(self, document: int, token: int) -> int | None:
        return self.lines_before + int(self.line_number[self.first_token[document] + token]) + 1

    def without_brackets(self, document: int) -> bytes:
        """The document with every bracketed cell as `-`: equal for a key and a response that copied its lines."""
        low, high = self.first_token[document], self.first_token[document + 1]
        if low == high:
            return b""
        cells = slice(self.cells.first[document], self.cells.first[document + 1])
        starts = [*self.cells.start[cells].tolist(), int(self.line_end[high - 1])]
        ends = [int(self.line_start[low]), *self.cells.end[cells].tolist()]
        content = self.again.content()
        return b"-".join([content[end:start] for end, start in zip(ends, starts, strict=True)])
