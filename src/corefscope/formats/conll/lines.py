"""The lines of a block of CoNLL columns as arrays: where each begins and ends, and which hold a token."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.files.blocks import Block
from corefscope.model import Integers

NEWLINE, RETURN, SPACE, TAB, HASH, HYPHEN, UNDERSCORE = 10, 13, 32, 9, 35, 45, 95
LONG_CELL = 200


class Lines(NamedTuple):
    """Where lines begin and end (without line break, carriage return and trailing blanks)."""

    content: bytes
    buffer: NDArray[np.uint8]
    start: Integers
    end: Integers
    last: NDArray[np.uint8]  # the last byte of each; anything where the line is blank
    before: int  # lines of the file before these

    def number(self, lines: Integers | list[int] | int) -> Integers:
        """Return the numbers in the file, from 1, of some lines."""
        return self.before + 1 + np.asarray(lines, np.int64)

    def text(self, line: int) -> bytes:
        return self.content[self.start[line] : self.end[line]]

    def without_coreference(self) -> NDArray[np.bool_]:
        """Whether the last cell of each line is `-`, `_` or empty."""
        mark = (self.last == HYPHEN) | (self.last == UNDERSCORE)
        before = self.buffer[np.maximum(self.end - 2, 0)]
        alone = (before == TAB) | (before == SPACE) | (self.end - 1 == self.start)
        none: NDArray[np.bool_] = (mark & alone) | (self.last == TAB)
        return none


def split(block: Block) -> Lines:
    """Find all lines of a block; a line of tabs and blanks only is blank."""
    content = block.content
    buffer, end = np.frombuffer(content, np.uint8), block.newlines
    if not content.endswith(b"\n"):
        end = np.append(end, len(content))
    start = np.append(0, end[:-1] + 1)
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
    return Lines(content, buffer, start, end, last, block.lines_before)


def _stripped(buffer: NDArray[np.uint8], start: Integers, end: Integers, padded: Integers) -> Integers:
    """Ends without trailing blanks; a tab stays, since an empty cell may follow it."""
    end = end.copy()
    while len(padded):
        end[padded] -= 1
        padded = padded[end[padded] > start[padded]]
        last = buffer[end[padded] - 1]
        padded = padded[(last == SPACE) | (last == RETURN)]
    return end


def cell_start(buffer: NDArray[np.uint8], start: Integers, end: Integers) -> Integers:
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
