"""The lines of a block of CoNLL columns as arrays: where each begins and ends, and which hold a token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.blocks import Block
from corefscope.model import Integers

NEWLINE, RETURN, SPACE, TAB, HASH, HYPHEN, UNDERSCORE = 10, 13, 32, 9, 35, 45, 95
LONG_CELL = 200


@dataclass
class Lines:
    """Where lines begin and end (line break, carriage return and trailing blanks excluded)."""

    content: bytes
    buffer: NDArray[np.uint8]
    start: Integers
    end: Integers
    last: NDArray[np.uint8]  # the last byte of each; anything where the line is blank
    before: int  # lines of the file before these

    def __len__(self) -> int:
        return len(self.start)

    def text(self, line: int) -> bytes:
        return self.content[self.start[line] : self.end[line]]

    def marked(self) -> list[tuple[int, bytes]]:
        """Number and text of those that begin with `#`."""
        marked = np.flatnonzero(self.buffer[self.start] == HASH)
        places = zip(marked.tolist(), self.start[marked].tolist(), self.end[marked].tolist(), strict=True)
        return [(line, self.content[start:end]) for line, start, end in places]

    def place(self, line: int) -> int:
        """Where a line begins, or the content ends."""
        return int(self.start[line]) if line < len(self) else len(self.content)

    def without_coreference(self) -> NDArray[np.bool_]:
        """Those whose last cell is `-`, `_` or empty."""
        mark = (self.last == HYPHEN) | (self.last == UNDERSCORE)
        before = self.buffer[np.maximum(self.end - 2, 0)]
        alone = (before == TAB) | (before == SPACE) | (self.end - 1 == self.start)
        none: NDArray[np.bool_] = (mark & alone) | (self.last == TAB)
        return none


def split(block: Block) -> Lines:
    """All lines; those of nothing but tabs and blanks are blank."""
    content = block.content
    buffer = np.frombuffer(content, np.uint8)
    end = block.newlines
    if not content.endswith(b"\n"):
        end = np.append(end, len(content))
    start = np.empty_like(end)
    start[0] = 0
    np.add(end[:-1], 1, out=start[1:])
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
    """The ends without trailing blanks; a tab stays, because after it an empty cell can stand."""
    end = end.copy()
    while len(padded):
        end[padded] -= 1
        padded = padded[end[padded] > start[padded]]
        last = buffer[end[padded] - 1]
        padded = padded[(last == SPACE) | (last == RETURN)]
    return end


def cell_start(buffer: NDArray[np.uint8], start: Integers, end: Integers) -> Integers:
    """Where the last cell begins: walks back from the end of all lines at once to a tab or blank."""
    position = end - 1
    walking = np.arange(len(position))
    for _ in range(LONG_CELL):
        if not len(walking):
            break
        here = position[walking]
        byte = buffer[here - 1]
        walking = walking[(here > start[walking]) & (byte != TAB) & (byte != SPACE)]
        position[walking] -= 1
    for cell in walking.tolist():  # the few freaks that are longer are searched one by one
        text = buffer[start[cell] : end[cell]].tobytes()
        position[cell] = start[cell] + 1 + max(text.rfind(b"\t"), text.rfind(b" "))
    return position
