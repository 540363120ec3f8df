"""What is wrong or unusual in the columns of a CoNLL file, gathered block by block and judged when all are read.

The same bytes have to be judged in the same way however they are cut into blocks. A block holds whole documents, so a
line is compared only with lines of its own document; what concerns the whole file waits for its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.conll.brackets import Spans
from corefscope.formats.conll.lines import TAB, UNDERSCORE, Lines
from corefscope.formats.conll.text import layout
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import not_utf8
from corefscope.formats.sniffing import CELL
from corefscope.model import Integers
from corefscope.problems import FormatError, Notices

BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")
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
    _mentions: Notices = field(default_factory=Notices)  # warnings of mentions, which nobody gets if a cell is wrong

    def __post_init__(self) -> None:
        self._mentions.limit = self.notices.limit

    def check_encoding(self, block: Block) -> None:
        """Brackets are found in any encoding that has them; words that are not UTF-8 are shown with gaps."""
        line = not_utf8(block.content, block.lines_before) if self.is_utf8 else None
        if line is not None:
            self.is_utf8 = False
            self.notices.add("not UTF-8", "words are read with gaps; save the file as UTF-8", self.source.path, line)

    def add(self, found: Spans, content: bytes, start: Integers, end: Integers, line: Integers) -> None:
        """What was found in the last cells, which stand there, in these lines of the file."""

        def shown(cell: int) -> str:
            text = content[start[cell] : end[cell]].decode("utf-8", "replace")
            return text if len(text) <= 40 else text[:37] + "…"

        for cell in found.reopened.tolist():
            fact = f"{quoted(shown(cell))} closes and opens one entity: read as a one-token mention"
            self._mentions.add("closed and opened at one token", fact, self.source.path, int(line[cell]))
        for cell in found.discarded.tolist():
            fact = f"{quoted(shown(cell))} is discarded, as the official scorer does"
            self._mentions.add("split antecedent", fact, self.source.path, int(line[cell]))
        self._brackets = self._brackets or _has_brackets(content, start, end)
        cells = [(shown(cell), int(line[cell]), message) for cell, message in found.wrong.in_order]
        if cells and self._first_wrong is None:
            self._first_wrong = cells[0][1], cells[0][0]
        for cell, where, message in cells:
            if message.startswith("entity "):
                error = FormatError(message, self.source.path, where, f"the last column reads {quoted(cell)}")
            else:
                fact = f"the last column reads {quoted(cell)}, which has {message}"
                error = FormatError(fact, self.source.path, where, EXPECTED)
            self._errors.refuse(error)
        self._errors.refused += len(found.wrong) - len(cells)

    def add_trailing_tabs(self, lines: Lines, is_token: NDArray[np.bool_], segment: Integers) -> None:
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
            near = nearest(others, line, segment)
            if near is not None:
                off = len(columns) > len(columns_of(lines.text(near)))
            else:
                off = layout(columns).get("word") != len(columns) - 2 or b" " in columns[-2]
            if off:
                fact = "the last column is empty but the one before it holds brackets"
                hint = "remove the tab at the end of the line"
                self._errors.refuse(FormatError(fact, self.source.path, lines.number(line), hint))

    def finish(self) -> None:
        """Says what is wrong; if not one cell of the file has a bracket, they are no coreference column."""
        if self._first_wrong is None:
            self.notices.add_file(self._mentions)
        elif not self._brackets:
            line, cell = self._first_wrong
            fact = f"no coreference column can be found: the last column reads {quoted(cell)}"
            raise FormatError(fact, self.source.path, line, EXPECTED)
        self.notices.add_file(self._errors)


def _has_brackets(content: bytes, start: Integers, end: Integers) -> bool:
    cells = zip(start, end, strict=True)  # the first one mostly has
    return any(b"(" in content[low:high] or b")" in content[low:high] for low, high in cells)


def nearest(lines: Integers, line: int, segment: Integers) -> int | None:
    """The next of some ascending lines that lies in the same segment of the file as a line, or the one before it.

    `segment` has the lines with which documents begin.
    """
    number = int(np.searchsorted(segment, line, side="right"))
    first = int(np.searchsorted(lines, segment[number - 1])) if number else 0
    last = int(np.searchsorted(lines, segment[number])) if number < len(segment) else len(lines)
    if first == last:
        return None
    return int(lines[min(int(np.searchsorted(lines, line)), last - 1)])


def is_comment(lines: Lines, line: int, near: int | None) -> bool:
    """A line that begins with `#` is a comment, unless it has the columns of a token line, such as the nearest one."""
    text = lines.text(line)
    neighbour = lines.text(near) if near is not None else b""
    columns = columns_of(text)
    alike = len(columns) == len(columns_of(neighbour)) and (b"\t" in text) == (b"\t" in neighbour)
    # A document in which every word is # has no other line to compare with.
    is_token = len(columns) > 1 and CELL.match(columns[-1]) and (alike or (near is None and b"\t" in text))
    return not is_token


def columns_of(text: bytes) -> list[bytes]:
    return text.split(b"\t") if b"\t" in text else text.split()
