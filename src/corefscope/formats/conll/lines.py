"""The lines of a block of CoNLL columns as arrays, and the errors and warnings about their columns.

The result must not depend on how the file is cut into blocks: a line is compared only with lines of its own document,
and checks of the whole file wait for its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from corefscope.arrays import Bytes, Flags
from corefscope.basics.escaping import quoted
from corefscope.formats.conll.brackets import CLOSE, OPEN, CellSpans
from corefscope.formats.conll.text import columns_of, layout, lines_with_text
from corefscope.formats.detect import CELL
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import not_utf8
from corefscope.model import Integers
from corefscope.problems import Notices

RETURN, SPACE, TAB, HASH, HYPHEN, UNDERSCORE = 13, 32, 9, 35, 45, 95
LONG_CELL = 200
BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")
LINES_TRIED = 100
EXPECTED = "expected -, _, nothing, or brackets such as (12|(3)|7)"


class Lines(NamedTuple):
    """Where lines that are not empty begin and end (without line break, carriage return and trailing blanks)."""

    content: bytes
    buffer: Bytes
    start: Integers
    end: Integers
    last: Bytes  # the last byte of each; anything where the line is blank
    before: int  # lines of the file before these
    numbers: Integers  # of each in the block, from 0, and of the end

    def number(self, lines: Integers | list[int] | int) -> Integers:
        """Return the numbers in the file, from 1, of some lines."""
        return self.before + 1 + self.numbers[lines]

    def text(self, line: int) -> bytes:
        return self.content[self.start[line] : self.end[line]]

    def without_coreference(self) -> Flags:
        """Whether the last cell of each line is `-`, `_` or empty."""
        mark = (self.last == HYPHEN) | (self.last == UNDERSCORE)
        before = self.buffer[np.maximum(self.end - 2, 0)]
        alone = (before == TAB) | (before == SPACE) | (self.end - 1 == self.start)
        none: Flags = (mark & alone) | (self.last == TAB)
        return none


def split(block: Block) -> Lines:
    """Find the lines of a block that are not empty; a line of tabs and blanks only is blank."""
    content = block.content
    buffer = np.frombuffer(content, np.uint8)
    start, end, numbers = lines_with_text(buffer)
    last = buffer[end - 1]
    padded = np.flatnonzero(((last == SPACE) | (last == RETURN)) & (end > start))
    if len(padded):
        end = _stripped(buffer, start, end, padded)
        last = buffer[end - 1]
    suspects = np.flatnonzero((last == TAB) & (end > start) & (buffer[start] <= SPACE)).tolist()
    blank = [line for line in suspects if content[start[line] : end[line]].isspace()]
    if blank:
        end = end.copy()
        end[blank] = start[blank]
    return Lines(content, buffer, start, end, last, block.lines_before, numbers)


def _stripped(buffer: Bytes, start: Integers, end: Integers, padded: Integers) -> Integers:
    """Ends without trailing blanks; a tab stays, since an empty cell may follow it."""
    end = end.copy()
    while len(padded):
        end[padded] -= 1
        padded = padded[end[padded] > start[padded]]
        last = buffer[end[padded] - 1]
        padded = padded[(last == SPACE) | (last == RETURN)]
    return end


def cell_start(buffer: Bytes, start: Integers, end: Integers) -> Integers:
    """Where the last cell begins: searches backwards from the end of all lines at once for a tab or blank."""
    position = end - 1
    walking = np.arange(len(position))
    for _ in range(LONG_CELL):
        if not len(walking):
            break
        here = position[walking]
        byte = buffer[here - 1]
        walking = walking[(here > start[walking]) & (byte != TAB) & (byte != SPACE)]
        position[walking] -= 1
    for cell in walking.tolist():  # the few that are longer, one by one
        text = buffer[start[cell] : end[cell]].tobytes()
        position[cell] = start[cell] + 1 + max(text.rfind(b"\t"), text.rfind(b" "))
    return position


@dataclass
class Findings:
    """The errors and warnings of one file."""

    source: Source
    notices: Notices
    about_mentions: Notices  # warnings that are dropped if a cell is wrong
    is_utf8: bool = True  # so far
    tabs: Notices = field(default_factory=Notices)  # errors of documents that are not complete yet
    _brackets: bool = False  # whether any last cell has one
    _first_wrong: tuple[int, str] | None = None  # line and text of the first wrong cell
    _errors: Notices = field(default_factory=Notices)

    def check_encoding(self, block: Block) -> None:
        """Warn about words that are not UTF-8; brackets are found in any encoding that has them."""
        line = not_utf8(block.content, block.lines_before) if self.is_utf8 else None
        if line is not None:
            self.is_utf8 = False
            self.notices.add("not-utf8", "words are read with gaps; save the file as UTF-8", self.source.path, line)

    def add(self, spans: CellSpans, line: Integers) -> None:
        """Add the problems of cells of complete documents; `line` is the line of each cell."""
        for code, cells, fact in (
            ("closed-and-opened", spans.reopened, "closes and opens one entity: read as a one-token mention"),
            ("split-antecedent", spans.discarded, "is discarded, as the official scorer does"),
        ):
            for cell in cells.tolist():
                self.about_mentions.add(
                    code, f"{quoted(spans.excerpt(cell))} {fact}", self.source.path, int(line[cell])
                )
        self._brackets = self._brackets or bool(((spans.text == OPEN) | (spans.text == CLOSE)).any())
        for cell, message, code in spans.wrong:
            excerpt, where = spans.excerpt(cell), int(line[cell])
            self._first_wrong = self._first_wrong or (where, excerpt)
            fact, hint = message, f"the last column reads {quoted(excerpt)}"
            if code == "bad-notation":
                fact, hint = f"{hint}, which has {message}", EXPECTED
            self._errors.refuse(self.source.error(code, fact, where, hint))
        self._errors.refused += spans.wrong_count - len(spans.wrong)
        self._errors.add_file(self.tabs)
        self.tabs = Notices()

    def add_trailing_tabs(self, lines: Lines, is_token: Flags, segments: Segments) -> None:
        """Refuse lines that end in a tab, so that the last cell is empty, after brackets in the wrong column.

        Brackets are a word if the line has no more columns than the nearest line without such brackets.
        """
        in_tab = np.flatnonzero(is_token & (lines.last == TAB))
        # Most such lines read `_` before the tab.
        in_tab = in_tab[lines.buffer[np.maximum(lines.end[in_tab] - 2, 0)] != UNDERSCORE]
        suspects = [line for line in in_tab.tolist() if BRACKETS_THEN_TAB.search(lines.text(line))]
        others = np.setdiff1d(np.flatnonzero(is_token), suspects) if suspects else in_tab
        for line, number in zip(suspects, lines.number(suspects).tolist(), strict=True):
            columns = columns_of(lines.text(line))
            near = segments.nearest(others, line)
            if near is not None:
                off = len(columns) > len(columns_of(near))
            else:
                off = layout(columns).get("word") != len(columns) - 2 or b" " in columns[-2]
            if off:
                fact = "the last column is empty but the one before it holds brackets"
                hint = "remove the tab at the end of the line"
                self.tabs.refuse(self.source.error("tab-after-brackets", fact, number, hint))

    def finish(self) -> None:
        """Report everything; if no cell of the file has a bracket, the last column is not coreference."""
        if self._first_wrong is None:
            self.notices.add_file(self.about_mentions)
        elif not self._brackets:
            line, cell = self._first_wrong
            fact = f"no coreference column can be found: the last column reads {quoted(cell)}"
            raise self.source.error("no-coreference-column", fact, line, EXPECTED)
        self.notices.add_file(self._errors)


class Segments(NamedTuple):
    """The lines of a block that are compared with each other: from the beginning of one document to the next."""

    lines: Lines
    begins: Integers  # the first lines of documents
    previous: bytes | None  # the last line of the block before, if its last document continues in this one

    def nearest(self, among: Integers, line: int) -> bytes | None:
        """The text of the next of some ascending lines in the same segment as a line, or of the one before it."""
        number = int(np.searchsorted(self.begins, line, side="right"))
        first = int(np.searchsorted(among, self.begins[number - 1])) if number else 0
        last = int(np.searchsorted(among, self.begins[number])) if number < len(self.begins) else len(among)
        if first == last:
            return None if number else self.previous
        return self.lines.text(int(among[min(int(np.searchsorted(among, line)), last - 1)]))


def cut(chunk: bytes) -> int:
    """Where a document larger than a block can be cut; -1 if nowhere.

    That is behind a line with which lines on both sides can be compared (`Segments`).
    """
    end = chunk.rfind(b"\n", 0, max(chunk.rfind(b"\n"), 0))  # the next block must not be empty
    for _ in range(LINES_TRIED):
        start = chunk.rfind(b"\n", 0, max(end, 0)) + 1
        if start <= 0:
            break
        line = chunk[start:end].rstrip(b" \r")
        if line.strip() and line[:1] != b"#" and b"\r" not in line and not BRACKETS_THEN_TAB.search(line):
            return end + 1
        end = start - 1
    return -1


def is_comment(text: bytes, neighbour: bytes | None) -> bool:
    """Whether a line that begins with `#` is a comment: it is not if it has columns like the nearest token line."""
    columns = columns_of(text)
    near = neighbour or b""
    alike = len(columns) == len(columns_of(near)) and (b"\t" in text) == (b"\t" in near)
    # A document in which every word is # has no other line to compare with.
    is_token = len(columns) > 1 and CELL.match(columns[-1]) and (alike or (neighbour is None and b"\t" in text))
    return not is_token
