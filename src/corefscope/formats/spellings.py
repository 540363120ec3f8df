"""Pieces of a text by what they spell, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers
from corefscope.ordering import distinct

Bytes = NDArray[np.uint8]
LONGEST = 48  # bytes that are compared: all pieces take as much memory as the longest
_TOGETHER = 6  # bytes in one number, so that it can be sorted with its place


def codes(text: Bytes, start: Integers, end: Integers) -> Integers:
    """A number for each piece, the same for the same bytes; the text must have no zero bytes, pieces LONGEST at most.

    >>> codes(np.frombuffer(b"e1 e22 e1", np.uint8), np.array([0, 3, 7]), np.array([2, 6, 9])).tolist()
    [0, 1, 0]
    """
    length = end - start
    code = np.zeros(len(start), np.int64)
    for at in range(0, int(length.max(initial=0)), _TOGETHER):
        place = np.arange(at, at + _TOGETHER)
        packed = np.zeros((len(start), 8), np.uint8)
        packed[:, 8 - _TOGETHER :] = text.take(start[:, None] + place, mode="clip")
        packed[:, 8 - _TOGETHER :] *= place < length[:, None]
        _, here = distinct(packed.view(">i8").reshape(-1).astype(np.int64))
        _, code = distinct(code * (int(here.max()) + 1) + here) if at else (None, here)
    return code


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
