"""The words and other columns of a CoNLL file, parsed from its bytes when needed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from corefscope.arrays import Bytes
from corefscope.formats.files.blocks import StoredBytes
from corefscope.formats.files.sources import unix_lines
from corefscope.model import Integers

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


def lines_with_text(buffer: Bytes) -> tuple[Integers, Integers, Integers]:
    """Return start, end and number (from 0) of all lines that are not empty, and the number of the end.

    Memory grows with these lines: empty ones, of which a file may consist, are only counted.
    """
    is_break = np.ones(len(buffer) + 2, bool)
    np.equal(buffer, ord("\n"), out=is_break[1:-1])
    edges = np.flatnonzero(is_break[1:] != is_break[:-1])
    start, end = edges[0::2], edges[1::2]
    numbers = np.append(start, len(buffer))
    numbers[1:] -= end
    return start, end, np.cumsum(numbers, out=numbers)


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
    _parsed: dict[int, tuple[Sequence[int], dict[str, bytes]]] = field(default_factory=dict, repr=False, compare=False)

    def _columns(self, document: int) -> tuple[Sequence[int], dict[str, bytes]]:
        """Return the line of each token in the file, from 0, and the columns, which are kept: callers come back."""
        if document not in self._parsed:
            rows: dict[int, list[bytes]] = {}
            content = unix_lines(self.stored.part(*self.place[document].tolist()))
            start, end, number = lines_with_text(np.frombuffer(content, np.uint8))
            number += self.lines_before[document]
            for first, stop, line in zip(start.tolist(), end.tolist(), number.tolist(), strict=False):
                text = content[first:stop].rstrip(b" \r")
                is_blank = not text or (text.endswith(b"\t") and text.isspace())
                if not is_blank and line not in self.skipped:
                    rows[line] = columns_of(text) or [b""]
            columns = {}
            for name, place in layout(next(iter(rows.values()), [])).items():
                columns[name] = b"\n".join([row[place] if place < len(row) else b"" for row in rows.values()])
            self._parsed[document] = array("q", rows), columns
        return self._parsed[document]

    def _column(self, document: int, name: str) -> list[str] | None:
        lines, columns = self._columns(document)
        if name not in columns:
            return None if lines else []
        return columns[name].decode("utf-8", "replace").split("\n")

    def words(self, document: int) -> list[str] | None:
        return self._column(document, "word")

    def layer(self, document: int, name: str) -> list[str] | None:
        values = self._column(document, name)
        if name != "head" or values is None:
            return values
        from corefscope.formats.corefud.text import heads_in_document

        return heads_in_document(values, self.sentences(document))

    def sentences(self, document: int) -> list[tuple[int, int]]:
        """Return the token ranges between blank lines."""
        lines, _ = self._columns(document)
        gaps = [(token, line + 1, after) for token, (line, after) in enumerate(pairwise(lines), 1) if after > line + 1]
        breaks = [token for token, *gap in gaps if not self.skipped.issuperset(range(*gap))]
        return list(pairwise([0, *breaks, len(lines)] if lines else []))

    def token_line(self, document: int, token: int) -> int | None:
        return self._columns(document)[0][token] + 1

    def fingerprint(self, document: int) -> bytes:
        return self.fingerprints[document]
