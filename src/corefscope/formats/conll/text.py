"""The words and other columns of a CoNLL file, parsed from its bytes when needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from corefscope.formats.files.blocks import StoredBytes
from corefscope.formats.files.sources import unix_lines
from corefscope.model import Integers

_BLANK: list[bytes] = []  # the cells of all blank lines, of which there may be very many
# Column numbers, from 0.
CONLL_2012 = {"word": 3, "pos": 4, "parse": 5, "lemma": 6, "speaker": 9, "named_entity": 10}
SEMEVAL_2010 = {"word": 1, "lemma": 2, "pos": 4, "head": 8, "relation": 10, "named_entity": 12}


def layout(columns: list[bytes]) -> dict[str, int]:
    """Find the columns of words and layers by the first line of a document; empty if the layout is not recognised.

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


def columns_of(line: bytes) -> list[bytes]:
    return line.split(b"\t") if b"\t" in line else line.split()


def without_brackets(content: bytes, cell_start: Integers, cell_end: Integers, place: Integers) -> list[memoryview]:
    """The text of documents with every bracketed cell as `-`: equal if only coreference differs."""
    hidden = cell_end - cell_start - 1
    hidden_before = np.cumsum(hidden) - hidden
    copy = bytearray(content)
    buffer = np.frombuffer(copy, np.uint8)
    buffer[np.arange(hidden.sum()) + np.repeat(cell_start + 1 - hidden_before, hidden)] = 0
    buffer[cell_start] = ord("-")
    lines = memoryview(copy.replace(b"\0", b""))  # the text has no zero bytes; NumPy takes 1.5 times as long
    total = np.append(hidden_before, hidden.sum())
    places = (place - total[np.searchsorted(cell_start, place)]).tolist()
    return [lines[start:end] for start, end in places]


@dataclass
class ConllText:
    """The documents of a block, by their places in its bytes."""

    stored: StoredBytes
    lines_before: Integers  # lines of the file before each document
    place: Integers  # its first byte and the one after its last
    skipped: frozenset[int]  # lines of the file that are not tokens though they are not blank
    fingerprints: list[bytes]
    _last: tuple[int, list[list[bytes] | None]] | None = field(default=None, repr=False, compare=False)

    def _cells(self, document: int) -> list[list[bytes] | None]:
        """Return the cells of each line: none of a blank one, None for a line that is skipped.

        They are kept until another document is read, since callers want several columns.
        """
        if self._last is None or self._last[0] != document:
            rows: list[list[bytes] | None] = []
            content = unix_lines(self.stored.part(*self.place[document].tolist()))
            for number, line in enumerate(content.split(b"\n"), int(self.lines_before[document])):
                text = line.rstrip(b" \r")
                is_blank = not text or (text.endswith(b"\t") and text.isspace())
                rows.append(None if number in self.skipped else _BLANK if is_blank else columns_of(text) or [b""])
            self._last = document, rows
        return self._last[1]

    def _column(self, document: int, name: str) -> list[str] | None:
        rows = list(filter(None, self._cells(document)))
        if not rows:
            return []
        column = layout(rows[0]).get(name)
        if column is None:
            return None
        cells = [cells[column] if column < len(cells) else b"" for cells in rows]
        return b"\n".join(cells).decode("utf-8", "replace").split("\n")

    def words(self, document: int) -> list[str] | None:
        return self._column(document, "word")

    def layer(self, document: int, name: str) -> list[str] | None:
        values = self._column(document, name)
        if name != "head" or values is None:
            return values
        # SemEval counts parents from 1 within the sentence; the model counts from 0 within the document.
        absolute = [""] * len(values)
        for start, end in self.sentences(document):
            for token in range(start, end):
                parent = int(values[token]) if values[token].isdigit() else 0
                absolute[token] = str(start + parent - 1) if 0 < parent <= end - start else ""
        return absolute

    def sentences(self, document: int) -> list[tuple[int, int]]:
        """Return the token ranges between blank lines."""
        breaks, tokens = [0], 0
        for cells in self._cells(document):
            if cells:
                tokens += 1
            elif cells is not None and tokens > breaks[-1]:
                breaks.append(tokens)
        return list(pairwise([*breaks, tokens] if tokens > breaks[-1] else breaks))

    def token_line(self, document: int, token: int) -> int | None:
        first = int(self.lines_before[document])
        return [number for number, cells in enumerate(self._cells(document), first + 1) if cells][token]

    def fingerprint(self, document: int) -> bytes:
        return self.fingerprints[document]
