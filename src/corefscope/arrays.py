"""Orders of whole numbers: NumPy sorts numbers several times faster than it finds the order they are in."""

from __future__ import annotations

import numpy as np

from corefscope.model import Integers

BITS = 63


def order(numbers: Integers) -> Integers:
    """The places of the smallest, the next …, equal ones as they stand: `np.argsort(numbers, kind="stable")`.

    >>> order(np.array([3, 1, 3, 0])).tolist()
    [3, 1, 0, 2]
    """
    width = len(numbers).bit_length()
    largest = max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))
    if largest.bit_length() + width > BITS:
        return np.argsort(numbers, kind="stable")
    # Number and place in one: what is sorted need not be moved after it.
    packed = numbers.astype(np.int64) << width
    packed |= np.arange(len(numbers))
    packed.sort()
    packed &= (1 << width) - 1
    return packed


def numbered(numbers: Integers) -> tuple[Integers, Integers]:
    """Which different number each is, counted as they appear, and where each of these stands first.

    >>> [found.tolist() for found in numbered(np.array([3, 1, 3, 0]))]
    [[0, 1, 0, 2], [0, 1, 3]]
    """
    first, which = distinct(numbers)
    by_appearance = order(first)
    number = np.empty(len(first), np.int64)
    number[by_appearance] = np.arange(len(first))
    return number[which], first[by_appearance]


def distinct(numbers: Integers) -> tuple[Integers, Integers]:
    """Where each different number stands first, in ascending order, and which of them every number is.

    >>> [found.tolist() for found in distinct(np.array([3, 1, 3, 0]))]
    [[3, 1, 0], [2, 1, 2, 0]]
    """
    by_size = order(numbers)
    ordered = numbers[by_size]
    is_first = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    which = np.empty(len(ordered), np.int64)
    which[by_size] = np.cumsum(is_first) - 1
    return by_size[is_first], which
