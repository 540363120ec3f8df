"""What is wrong or unusual in the columns of a CoNLL file, gathered block by block and judged when all are read.

The same bytes have to be judged in the same way however they are cut into blocks: a line is compared only with lines of
its own document, and what concerns the whole file waits for its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.conll.brackets import CLOSE, OPEN, Cells, CellSpans
from corefscope.formats.conll.lines import TAB, UNDERSCORE, Lines
from corefscope.formats.conll.text import layout
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import not_utf8
from corefscope.formats.sniffing import CELL
from corefscope.model import Integers
from corefscope.problems import FormatError, Notices

BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")
LINES_TRIED = 100
EXPECTED = "expected -, _, nothing, or brackets such as (12|(3)|7)"


@dataclass
class Findings:
    """The errors and warnings of one file."""

    source: Source
    notices: Notices
    is_utf8: bool = True  # so far
    _brackets: bool = False  # whether any last cell has one
    _first_wrong: tuple[int, str] | None = None  # the line and the text of the first cell that is wrong
    _errors: Notices = field(default_factory=Notices)
    _tabs: Notices = field(default_factory=Notices)  # errors of documents that are not complete yet
    _mentions: Notices = field(default_factory=Notices)  # warnings of mentions, which nobody gets if a cell is wrong

    def __post_init__(self) -> None:
        self._mentions.limit = self.notices.limit

    def check_encoding(self, block: Block) -> None:
        """Brackets are found in any encoding that has them; words that are not UTF-8 are shown with gaps."""
        line = not_utf8(block.content, block.lines_before) if self.is_utf8 else None
        if line is not None:
            self.is_utf8 = False
            self.notices.add("not-utf8", "words are read with gaps; save the file as UTF-8", self.source.path, line)

    def add(self, found: CellSpans, cells: Cells, line: Integers) -> None:
        """What was found in the last cells of these lines of the file."""
        shown = cells.shown
        for cell in found.reopened.tolist():
            fact = f"{quoted(shown(cell))} closes and opens one entity: read as a one-token mention"
            self._mentions.add("closed-and-opened", fact, self.source.path, int(line[cell]))
        for cell in found.discarded.tolist():
            fact = f"{quoted(shown(cell))} is discarded, as the official scorer does"
            self._mentions.add("split-antecedent", fact, self.source.path, int(line[cell]))
        self._brackets = self._brackets or bool(((cells.text == OPEN) | (cells.text == CLOSE)).any())
        wrong = [(shown(cell), int(line[cell]), message, code) for cell, message, code in found.wrong.in_order]
        if wrong and self._first_wrong is None:
            self._first_wrong = wrong[0][1], wrong[0][0]
        for cell, where, message, code in wrong:
            fact, hint = message, f"the last column reads {quoted(cell)}"
            if code == "bad-notation":
                fact, hint = f"{hint}, which has {message}", EXPECTED
            self._errors.refuse(FormatError(code, fact, self.source.path, where, hint))
        self._errors.refused += len(found.wrong) - len(wrong)
        self._errors.add_file(self._tabs)
        self.discard()

    def discard(self) -> None:
        """Forgets what was found since the last documents were complete: they turned out to be none."""
        self._tabs = Notices()

    def add_trailing_tabs(self, lines: Lines, is_token: NDArray[np.bool_], segments: Segments) -> None:
        """A line that ends in a tab has an empty last cell; if brackets stand before it, they may be one column off.

        They are not where the line has no more columns than the nearest line without such brackets: then they are a
        word.
        """
        in_tab = np.flatnonzero(is_token & (lines.last == TAB))
        # Most such lines read `_` before the tab, and need no second look.
        in_tab = in_tab[lines.buffer[np.maximum(lines.end[in_tab] - 2, 0)] != UNDERSCORE]
        suspects = [line for line in in_tab.tolist() if BRACKETS_THEN_TAB.search(lines.text(line))]
        others = np.setdiff1d(np.flatnonzero(is_token), suspects) if suspects else in_tab
        for line in suspects:
            columns = columns_of(lines.text(line))
            near = segments.nearest(others, line)
            if near is not None:
                off = len(columns) > len(columns_of(near))
            else:
                off = layout(columns).get("word") != len(columns) - 2 or b" " in columns[-2]
            if off:
                fact = "the last column is empty but the one before it holds brackets"
                hint = "remove the tab at the end of the line"
                self._tabs.refuse(FormatError("tab-after-brackets", fact, self.source.path, lines.number(line), hint))

    def finish(self) -> None:
        """Says what is wrong; if not one cell of the file has a bracket, they are no coreference column."""
        if self._first_wrong is None:
            self.notices.add_file(self._mentions)
        elif not self._brackets:
            line, cell = self._first_wrong
            fact = f"no coreference column can be found: the last column reads {quoted(cell)}"
            raise FormatError("no-coreference-column", fact, self.source.path, line, EXPECTED)
        self.notices.add_file(self._errors)


@dataclass(frozen=True)
class Segments:
    """Which lines of a block are compared with each other: those from the beginning of one document to the next."""

    lines: Lines
    begins: Integers  # the lines with which documents begin
    previous: bytes | None  # the last line of the block before, if its last document goes on in this one

    def nearest(self, among: Integers, line: int) -> bytes | None:
        """The text of the next of some ascending lines in the same segment as a line, or of the one before it."""
        number = int(np.searchsorted(self.begins, line, side="right"))
        first = int(np.searchsorted(among, self.begins[number - 1])) if number else 0
        last = int(np.searchsorted(among, self.begins[number])) if number < len(self.begins) else len(among)
        if first == last:
            return None if number else self.previous
        return self.lines.text(int(among[min(int(np.searchsorted(among, line)), last - 1)]))


def cut(chunk: bytes) -> int:
    """Where a document that is larger than a block can be cut; -1 if it cannot.

    Behind a line that every line before it can be compared with, and the lines after it too (`Segments`).
    """
    end = chunk.rfind(b"\n", 0, max(chunk.rfind(b"\n"), 0))  # something is left for the block behind it
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
    """A line that begins with `#` is a comment, unless it has the columns of a token line, such as the nearest one."""
    columns = columns_of(text)
    near = neighbour or b""
    alike = len(columns) == len(columns_of(near)) and (b"\t" in text) == (b"\t" in near)
    # A document in which every word is # has no other line to compare with.
    is_token = len(columns) > 1 and CELL.match(columns[-1]) and (alike or (neighbour is None and b"\t" in text))
    return not is_token


def columns_of(text: bytes) -> list[bytes]:
    return text.split(b"\t") if b"\t" in text else text.split()
