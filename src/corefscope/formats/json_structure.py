"""Which bytes of JSON Lines are strings and which are structure, found for many lines at once.

Whatever is given back is proven to be well-formed JSON: one object a line, of strings, whole numbers and lists, with
blanks only where Python's own writer puts them. Anything else is None, and has to be parsed line by line.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import hexdigits

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

NEWLINE, SPACE, QUOTE, COMMA, ZERO, COLON, BACKSLASH = b'\n ",0:\\'
OPEN, CLOSE, BRACE = b"[]{"
KEY, MEMBER = (
    b"\1\2"  # a string that names a member of the object, and a comma between two: bytes that JSON has nowhere
)
DEEPEST = 4

# What may follow each mark: brackets of lists and of the object cannot be mixed up, because depths tell them apart.
_AFTER = {
    b"\n": b"\n{",
    b"{": b"\1",
    b"\1": b":",
    b":": b'"[0',
    b'"': b",\2]}",
    b"0": b"0,\2]}",
    b"[": b'["0]',
    b"]": b"],\2}",
    b",": b'["0',
    b"\2": b"\1",
    b"}": b"\n",
}
# How many containers may be open after a mark: the object, and lists in it. A string or number may be in any.
_DEPTHS = {b"\n": [0], b"}": [0], b"{": [1], b"\1": [1], b":": [1], b"\2": [1], b"[": [2, 3, 4], b"]": [1, 2, 3]}
_KINDS = b"".join(_AFTER)
_KIND = bytes(_KINDS.find(ZERO if byte in b"0123456789" else byte) & 15 for byte in range(256))  # 15: none of them
_PAIRS = bytes(_KINDS.index(one) * 16 + _KINDS.index(two) for one, following in _AFTER.items() for two in following)
_PLACES = bytes(_KINDS.index(mark) * 8 + depth for mark in _AFTER for depth in _DEPTHS.get(mark, [1, 2, 3, 4]))
_STEP = bytes({b"[": 1, b"{": 1, b"]": 255, b"}": 255}.get(bytes([byte]), 0) for byte in range(256))


@dataclass(frozen=True)
class Structure:
    """The bytes outside strings, without blanks, and where the strings stand that they have in between.

    A `"` among the marks is a run of one or more strings: with commas between them or, in lists of lists, with the end
    of one list and the beginning of the next. KEY is the one string that names a member.
    """

    marks: NDArray[np.uint8]
    depth: NDArray[np.int8]  # after each mark
    run_at: Integers  # where the marks have each run
    first: Integers  # of each run, the number of its first string
    last: Integers
    opening: Integers  # of each string, where its quotes stand
    closing: Integers
    line_end: Integers

    def texts(self, content: bytes, runs: Integers) -> list[bytes]:
        """The first string of each of these runs, as it is spelt."""
        first = self.first[runs]
        places = zip((self.opening[first] + 1).tolist(), self.closing[first].tolist(), strict=True)
        return [content[start:end] for start, end in places]


def structure(content: bytes) -> Structure | None:
    """The structure of whole lines, if all of them are plain."""
    if not _is_text(content):
        return None
    buffer = np.frombuffer(content, np.uint8)
    line_end = np.flatnonzero(buffer < SPACE)
    if (buffer[line_end] != NEWLINE).any():
        return None
    quotes = _quotes(content, buffer)
    if quotes is None or not len(quotes) or len(quotes) % 2 or quotes[-1] + 1 == len(buffer):
        return None
    if (np.searchsorted(quotes, line_end) % 2).any():  # a string does not go on in the next line
        return None
    opening, closing = quotes[::2], quotes[1::2]
    ends, breaks = _run_ends(buffer, opening, closing)
    first, last = np.append(0, ends + 1), np.append(ends, len(opening) - 1)
    starts, stops = [0, *(closing[last] + 1).tolist()], [*opening[first].tolist(), len(content)]
    outside = b'"'.join([content[start:stop] for start, stop in zip(starts, stops, strict=True)])
    marks = _marks(b"\n" + outside + b"\n")
    if marks is None:
        return None
    depth = np.frombuffer(marks.tobytes().translate(_STEP), np.int8).cumsum(dtype=np.int8)
    if not _is_well_formed(marks, depth):
        return None
    run_at = np.flatnonzero((marks == QUOTE) | (marks == KEY))
    has_breaks = np.searchsorted(breaks, last) > np.searchsorted(breaks, first)
    if ((depth[run_at] < 3) & has_breaks).any() or ((depth[run_at] == 1) & (first < last)).any():
        return None
    return Structure(marks, depth, run_at, first, last, opening, closing, line_end)


def is_digit(marks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return (marks - ZERO) < 10  # what is before the digits wraps around


def _is_text(content: bytes) -> bool:
    if content.isascii():
        return True
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _quotes(content: bytes, buffer: NDArray[np.uint8]) -> Integers | None:
    """Where strings begin and end; None if a backslash is followed by what it cannot escape."""
    is_quote = buffer == QUOTE
    if b"\\" in content:
        slashes = np.flatnonzero(buffer == BACKSLASH)
        number = np.arange(len(slashes))
        # Of backslashes in a row the first escapes the second, the third the fourth.
        begins = np.maximum.accumulate(np.where(np.diff(slashes, prepend=-2) > 1, number, 0))
        escaped = slashes[(number - begins) % 2 == 0] + 1
        if escaped[-1] >= len(buffer) or buffer[escaped].tobytes().translate(None, b'"\\/bfnrtu'):
            return None
        code = escaped[buffer[escaped] == ord("u")]
        digits = np.concatenate([code + place for place in range(1, 5)])
        if len(code) and (digits[-1] >= len(buffer) or buffer[digits].tobytes().translate(None, hexdigits.encode())):
            return None
        is_quote[escaped] = False
    return np.flatnonzero(is_quote)


def _run_ends(buffer: NDArray[np.uint8], opening: Integers, closing: Integers) -> tuple[Integers, Integers]:
    """The strings with which runs end, but for the last, and those after which a run goes on in another list."""
    after = buffer[closing + 1]
    gap = opening[1:] - closing[:-1]
    joined = (gap == 2) | ((gap == 3) & (buffer[closing[:-1] + 2] == SPACE))
    joined &= (after[:-1] == COMMA) & (after[1:] != COLON)
    ends = np.flatnonzero(~joined)
    is_break = np.zeros(len(ends), bool)
    for between in (b"],[", b"], ["):
        found = np.flatnonzero(gap[ends] == len(between) + 1)
        for place, byte in enumerate(between, 1):
            found = found[buffer[closing[ends[found]] + place] == byte]
        is_break[found] = True
    return ends[~is_break], ends[is_break]


def _marks(outside: bytes) -> NDArray[np.uint8] | None:
    """The bytes outside strings without blanks, if those stand only after a comma or colon."""
    spaced = np.frombuffer(outside, np.uint8)
    before = spaced[:-1]
    if ((spaced[1:] == SPACE) & (before != COMMA) & (before != COLON)).any():
        return None
    marks = np.frombuffer(bytearray(outside).translate(None, b" "), np.uint8)
    marks[:-1][(marks[:-1] == QUOTE) & (marks[1:] == COLON)] = KEY
    return marks


def _is_well_formed(marks: NDArray[np.uint8], depth: NDArray[np.int8]) -> bool:
    """Whether each mark may follow the one before it, at its depth; tells commas of the object from those of lists."""
    if depth.min() < 0 or depth.max() > DEEPEST:
        return False
    marks[(marks == COMMA) & (depth == 1)] = MEMBER
    kind = np.frombuffer(marks.tobytes().translate(_KIND), np.uint8)
    if (kind * 8 + depth.view(np.uint8)).tobytes().translate(None, _PLACES):
        return False
    if (kind[:-1] * 16 + kind[1:]).tobytes().translate(None, _PAIRS):
        return False
    digit = is_digit(marks)
    return not ((marks[1:-1] == ZERO) & ~digit[:-2] & digit[2:]).any()  # 0 is a number, 01 is none
