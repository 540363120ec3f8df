"""The strings and spans of JSON Lines, found in many lines at once, and what is left when each run of them is one mark.

Of a document there is little left, so that a pattern can say whether it is well formed: this module does not. What
stands outside strings and should not, such as a backslash, is left too, and no pattern has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

SPACE, QUOTE, COMMA, ZERO, COLON, OPEN, BACKSLASH, CLOSE = b' ",0:[\\]'
# What stands for a string, for strings with commas between them, for those that go on in the next list, and for spans.
STRING, STRINGS, LISTS, SPANS = b"\1", b"\2", b"\3", b"\4"
HEXADECIMAL = b"0123456789abcdefABCDEF"
MOST_DIGITS = 9  # a number with more could be too large


class Runs(NamedTuple):
    """Things of one kind that follow each other: in one list, or in lists that follow each other."""

    first: Integers  # the number of each run's first thing
    last: Integers
    breaks: Integers  # the things after which another list begins


class Spans(NamedTuple):
    """Lists of two numbers."""

    start: Integers
    end: Integers
    runs: Runs  # one for each SPANS


class Structure(NamedTuple):
    """Lines in which runs are marks; names of members stay, blanks do not."""

    marks: bytes
    opening: Integers  # where the quotes of each string stand in the bytes
    closing: Integers
    strings: Runs  # one for each STRING, STRINGS or LISTS
    spans: Spans


def structure(content: bytes, line_end: Integers) -> Structure | None:
    """The structure of lines that end there; None if they hold what no mark could stand for, as half a string."""
    buffer = np.frombuffer(content, np.uint8)
    quotes = _quotes(content, buffer)
    if np.count_nonzero(buffer < SPACE) != len(line_end) or not _is_text(content) or quotes is None:
        return None
    if not len(quotes) or len(quotes) % 2 or quotes[-1] + 1 == len(buffer):
        return None
    if (np.searchsorted(quotes, line_end) % 2).any():  # a string that goes on in the next line
        return None
    opening, closing = quotes[::2], quotes[1::2]
    after = closing + 1
    runs = _runs(buffer, opening, after)
    value = buffer[after[runs.first]] != COLON
    strings = Runs(runs.first[value], runs.last[value], runs.breaks)
    goes_on = np.searchsorted(strings.breaks, strings.last) > np.searchsorted(strings.breaks, strings.first)
    kind = (strings.first < strings.last).astype(np.int8) + goes_on
    marks = [(STRING, STRINGS, LISTS)[number] for number in kind.tolist()]
    spaced = _replaced(content, opening[strings.first], after[strings.last], marks)
    if _has_stray_blanks(spaced):
        return None
    dense = b"\n" + spaced.translate(None, b" ") + b"\n"
    found = _spans(dense)
    return None if found is None else Structure(found[0], opening, closing, strings, found[1])


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
        if len(code) and (digits[-1] >= len(buffer) or buffer[digits].tobytes().translate(None, HEXADECIMAL)):
            return None
        is_quote[escaped] = False
    return np.flatnonzero(is_quote)


def _runs(buffer: NDArray[np.uint8], start: Integers, end: Integers) -> Runs:
    """The runs of things that begin and end there; one before a colon is a name, and has a run of its own."""
    gap, after, following = start[1:] - end[:-1], end[:-1], buffer[end]
    joined = (gap == 1) | ((gap == 2) & (buffer[after + 1] == SPACE))
    joined &= (following[:-1] == COMMA) & (following[1:] != COLON)
    last = np.flatnonzero(~joined)
    is_break = np.zeros(len(last), bool)
    for between in (b"],[", b"], ["):
        found = np.flatnonzero(gap[last] == len(between))
        for place, byte in enumerate(between):
            found = found[buffer[after[last[found]] + place] == byte]
        is_break[found] = True
    breaks, last = last[is_break], last[~is_break]
    return Runs(np.append(0, last + 1)[: len(start)], np.append(last, len(start) - 1)[: len(start)], breaks)


def _replaced(content: bytes, start: Integers, end: Integers, marks: list[bytes]) -> bytes:
    """The content with marks in these places."""
    parts = [b""] * (2 * len(marks) + 1)
    places = zip([0, *end.tolist()], [*start.tolist(), len(content)], strict=True)
    parts[::2] = [content[low:high] for low, high in places]
    parts[1::2] = marks
    return b"".join(parts)


def _has_stray_blanks(spaced: bytes) -> bool:
    """Whether there are blanks elsewhere than after a comma or colon, where they may even cut a number in two."""
    buffer = np.frombuffer(spaced, np.uint8)
    before = buffer[:-1]
    return bool(((buffer[1:] == SPACE) & (before != COMMA) & (before != COLON)).any() or spaced[:1] == b" ")


def _is_digit(buffer: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return (buffer - ZERO) < 10  # what is before the digits wraps around


def _spans(dense: bytes) -> tuple[bytes, Spans] | None:
    """The marks with one for each run of spans; None if a span has a number that is none or may be too large."""
    buffer = np.frombuffer(dense, np.uint8)
    edges = np.flatnonzero(np.diff(_is_digit(buffer))) + 1
    first, after = edges[::2], edges[1::2]  # of every number
    one = np.flatnonzero(buffer[first[:-1] - 1] == OPEN)
    two = one + 1
    is_span = (buffer[after[one]] == COMMA) & (after[one] + 1 == first[two]) & (buffer[after[two]] == CLOSE)
    one, two = one[is_span], two[is_span]
    values = _values(buffer, first, after, np.append(one, two))
    if values is None:
        return None
    start, end = first[one] - 1, after[two] + 1
    runs = _runs(buffer, start, end)
    marks = _replaced(dense, start[runs.first], end[runs.last], [SPANS] * len(runs.first))
    return marks, Spans(values[: len(one)], values[len(one) :], runs)


def _values(buffer: NDArray[np.uint8], first: Integers, after: Integers, numbers: Integers) -> Integers | None:
    """What some of the numbers are; None if one begins with 0 or may be too large."""
    place, length = first[numbers], (after - first)[numbers]
    values = (buffer[place] - ZERO).astype(np.int64)
    longest = int(length.max(initial=0))
    if longest > MOST_DIGITS or ((values == 0) & (length > 1)).any():
        return None
    for digits in range(1, longest):
        longer = np.flatnonzero(length > digits)
        values[longer] = values[longer] * 10 + (buffer[place[longer] + digits] - ZERO)
    return values
