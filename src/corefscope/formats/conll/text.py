"""The words and other columns of a CoNLL file, parsed from its bytes when needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscope.formats.conll.lines import EMPTY_SHARE
from corefscope.formats.files.blocks import StoredBytes, filled_lines
from corefscope.formats.files.sources import unix_lines
from corefscope.model import Integers

BLANKS = re.compile(rb"[ \t\r\n]*")
MARK = b" \0 "  # the text has no zero bytes
UNUSUAL = (b"\t", b"\v", b"\f")  # blanks that do not separate columns as spaces do
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


def _numbered(content: bytes, before: int) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers; if very many are empty, only the first of adjacent empty ones."""
    if content.count(b"\n\n") * EMPTY_SHARE <= len(content):
        yield from enumerate(content.split(b"\n"), before)
        return
    following = before
    for number, _, line in filled_lines(content, before, BLANKS):
        if number - 1 > following:
            yield following, b""
        yield number - 1, line
        following = number


def _is_unusual(content: bytes) -> bool:
    return any(blank in content for blank in UNUSUAL)


class _Rows:
    """The cells of each line, none if it is blank."""

    def __init__(self, lines: list[list[bytes]]) -> None:
        self.lines = lines
        self._filled = list(filter(None, lines))
        self.first = self._filled[0] if self._filled else []

    def column(self, number: int) -> list[bytes]:
        """The cells of a column; empty where a line ends before it."""
        return [cells[number] if number < len(cells) else b"" for cells in self._filled]


class _Grid(NamedTuple):
    """The cells of lines that have all the same number of them: split at once, a third faster than line by line."""

    lines: list[bytes]
    first: list[bytes]
    cells: list[bytes]  # of all lines, with a mark behind each line but the last

    @classmethod
    def of(cls, lines: list[bytes]) -> _Grid | None:
        filled = list(filter(None, lines))
        first = filled[0].split() if filled else []
        cells, row = MARK.join(filled).split(), len(first) + 1
        marks = cells[row - 1 :: row]
        is_even = first and len(cells) == len(filled) * row - 1 and marks.count(MARK.strip()) == len(filled) - 1
        return cls(lines, first, cells) if is_even else None

    def column(self, number: int) -> list[bytes]:
        return self.cells[number :: len(self.first) + 1]


_Cells = _Rows | _Grid


@dataclass
class ConllText:
    """The documents of a block, by their places in its bytes."""

    stored: StoredBytes
    lines_before: Integers  # lines of the file before each document
    place: Integers  # its first byte and the one after its last
    skipped: frozenset[int]  # lines of the file that are not tokens though they are not blank
    fingerprints: list[bytes]
    _last: tuple[int, _Cells] | None = field(default=None, repr=False, compare=False)

    def _lines(self, document: int) -> Iterator[tuple[int, bytes]]:
        """Number in the file and text of every token line and, as empty text, every blank line."""
        content = unix_lines(self.stored.part(*self.place[document].tolist()))
        for number, line in _numbered(content, int(self.lines_before[document])):
            text = line.rstrip(b" \r")
            if number not in self.skipped:
                yield number, b"" if text.endswith(b"\t") and text.isspace() else text

    def _column(self, document: int, name: str) -> list[str] | None:
        cells = self._parsed(document)
        if not cells.first:
            return []
        column = layout(cells.first).get(name)
        return None if column is None else b"\n".join(cells.column(column)).decode("utf-8", "replace").split("\n")

    def _parsed(self, document: int) -> _Cells:
        """The cells of a document, kept until another document is read, since callers want several columns."""
        if self._last is None or self._last[0] != document:
            content = unix_lines(self.stored.part(*self.place[document].tolist()))
            if self.skipped or _is_unusual(content):
                rows = [columns_of(line) or [b""] if line else [] for _, line in self._lines(document)]
                self._last = document, _Rows(rows)
            else:
                lines = content.split(b"\n")
                self._last = document, _Grid.of(lines) or _Rows(list(map(bytes.split, lines)))
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
        filled = np.array(self._filled(document), bool)
        token = np.cumsum(filled)
        breaks = dict.fromkeys((0, *token[~filled].tolist(), *token[-1:].tolist()))
        return list(pairwise(breaks))

    def _filled(self, document: int) -> list[bool]:
        """Whether each line has a token; columns are not parsed for it."""
        if self._last is not None and self._last[0] == document:
            return list(map(bool, self._last[1].lines))
        content = unix_lines(self.stored.part(*self.place[document].tolist()))
        if self.skipped or _is_unusual(content):
            return list(map(bool, self._parsed(document).lines))
        return list(map(bool, map(bytes.strip, content.split(b"\n"))))

    def token_line(self, document: int, token: int) -> int | None:
        numbers = [number for number, line in self._lines(document) if line]
        return numbers[token] + 1

    def fingerprint(self, document: int) -> bytes:
        return self.fingerprints[document]
