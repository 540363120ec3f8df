"""Pieces of a text by what they spell, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import distinct
from corefscope.model import Integers

Bytes = NDArray[np.uint8]
LONGEST = 48  # bytes that are compared: all pieces take as much memory as the longest
_WORD = 8  # bytes in one number
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, so that different numbers stay different; its bits are in no order


def joined(text: Bytes, start: Integers, end: Integers) -> tuple[Bytes, Integers]:
    """The pieces one behind the other, each with a newline behind it, and where each begins.

    >>> found, begin = joined(np.frombuffer(b"e1 e22", np.uint8), np.array([3, 0]), np.array([6, 2]))
    >>> found.tobytes(), begin.tolist()
    (b'e22\\ne1\\n', [0, 4])
    """
    length = end - start + 1
    begin = np.cumsum(length) - length
    source = np.ones(int(length.sum()), np.int64)
    source[begin] = start
    source[begin[1:]] -= end[:-1]
    found = text.take(np.cumsum(source, out=source), mode="clip") if len(source) else text[:0].copy()
    found[begin + (length - 1)] = ord("\n")
    return found, begin


def codes(text: Bytes, start: Integers, end: Integers) -> Integers:
    """A number for each piece, the same for the same bytes; the text must have no zero bytes, pieces LONGEST at most.

    >>> text = np.frombuffer(b"e1 e22 e1", np.uint8)
    >>> one, two, three = codes(text, np.array([0, 3, 7]), np.array([2, 6, 9])).tolist()
    >>> one == three != two
    True
    """
    length = end - start
    words = max(-(-int(length.max(initial=0)) // _WORD), 1)
    place = np.arange(words * _WORD)
    packed = text.take(start[:, None] + place, mode="clip") if len(start) else np.zeros((0, len(place)), np.uint8)
    packed *= place < length[:, None]
    word = packed.view(np.uint64)
    mixed = np.zeros(len(start), np.uint64)
    for column in range(words):
        mixed ^= word[:, column]
        mixed *= _FACTOR
        mixed ^= mixed >> np.uint64(32)
    first, code = distinct((mixed >> np.uint64(24)).astype(np.int64))
    if (word == word[first[code]]).all():
        return code
    # Different pieces that make one number are rare, and then they are compared as they are.
    return np.unique(packed.view(f"S{packed.shape[1]}").reshape(-1), return_inverse=True)[1].reshape(-1)


def numbers(text: Bytes, start: Integers, end: Integers) -> Integers:
    """What each piece is as a number of at most nine digits; -1 if it is none.

    >>> numbers(np.frombuffer(b"12 x 07", np.uint8), np.array([0, 3, 5, 5]), np.array([2, 4, 7, 5])).tolist()
    [12, -1, 7, -1]
    """
    length = end - start
    value = np.where((length > 0) & (length < 10), 0, -1)
    for place in range(min(int(length.max(initial=0)), 9)):
        digit = text.take(start + place, mode="clip").astype(np.int64) - ord("0")
        inside = (place < length) & (value >= 0)
        value[inside] = 10 * value[inside] + digit[inside]
        value[inside & ((digit < 0) | (digit > 9))] = -1
    return value
