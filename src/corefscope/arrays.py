"""Integer operations with NumPy: order, factorize, substrings of a text, decimals, bracket pairs, components."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

BITS, SMALL_BITS = 63, 31  # of integers that are sorted; small ones take half the time
SPARSE = 4  # numbers up to this multiple of the rows are looked up in a table
LONGEST_PIECE = 48  # bytes; each substring takes as much memory as the longest
_WORD = 8  # bytes in one number
_FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(_WORD + 1)], "<u8")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, so that different numbers stay different; its bits are well mixed


def order(numbers: Integers) -> Integers:
    """Return the rows in ascending order of their numbers, equal ones in file order: a stable argsort, but faster.

    >>> order(np.array([3, 1, 3, 0])).tolist()
    [3, 1, 0, 2]
    """
    width = len(numbers).bit_length()
    largest = max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))
    if largest.bit_length() + width > BITS:
        return np.argsort(numbers, kind="stable")
    # Number and row in one integer: NumPy's sort is several times faster than its argsort.
    kind: Any = np.int32 if largest.bit_length() + width <= SMALL_BITS else np.int64
    packed = numbers.astype(kind) << width
    packed |= np.arange(len(numbers), dtype=kind)
    packed.sort()
    packed &= (1 << width) - 1
    return packed.astype(np.int64, copy=False)


def factorize(numbers: Integers, dtype: Any = np.int64) -> tuple[Integers, Integers]:
    """Return a code for each number, in order of first appearance, and the first row of each code.

    >>> [each.tolist() for each in factorize(np.array([3, 1, 3, 0]))]
    [[0, 1, 0, 2], [0, 1, 3]]
    """
    first_row, code = distinct(numbers)
    if len(first_row) == 1:
        return np.broadcast_to(dtype(0), len(numbers)), first_row
    by_appearance = order(first_row)
    rank = np.empty(len(first_row), dtype)
    rank[by_appearance] = np.arange(len(first_row), dtype=dtype)
    return rank[code], first_row[by_appearance]


def distinct(numbers: Integers) -> tuple[Integers, Integers]:
    """Return the first row of each distinct number, numbers ascending, and the rank of each number among them.

    Linear in rows where the numbers are dense.

    >>> [each.tolist() for each in distinct(np.array([3, 1, 3, 0]))]
    [[3, 1, 0], [2, 1, 2, 0]]
    """
    rows = len(numbers)
    low = int(numbers.min()) if rows else 0
    span = int(numbers.max()) - low + 1 if rows else 0
    if span <= SPARSE * rows:
        place = numbers if low == 0 else numbers - low
        first = np.full(span, -1, np.int64)
        first[place[::-1]] = np.arange(rows - 1, -1, -1)  # NumPy keeps the last of several values for one place
        is_there = first >= 0
        return first[is_there], (np.cumsum(is_there) - 1)[place]
    by_size = order(numbers)
    is_first = changes(numbers[by_size])
    which = np.empty(len(numbers), np.int64)
    which[by_size] = np.cumsum(is_first) - 1
    return by_size[is_first], which


def changes(values: Integers) -> Flags:
    """Mark the first value, and each value that differs from the one before it.

    >>> changes(np.array([4, 4, 7])).tolist()
    [True, False, True]
    """
    differs = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=differs[1:])
    return differs


def rows_by_group(group: Integers, count: int) -> list[Integers]:
    """Return the rows of each of `count` groups, ascending.

    >>> [rows.tolist() for rows in rows_by_group(np.array([1, 0, 1]), 3)]
    [[1], [0, 2], []]
    """
    return np.split(order(group), np.cumsum(np.bincount(group, minlength=count))[:-1]) if count else []


def gather(text: Bytes, start: Integers, end: Integers, separator: int = ord("\n")) -> tuple[Bytes, Integers]:
    """Concatenate substrings of a text, each followed by a newline or another byte, and return where each begins.

    >>> pieces, begin = gather(np.frombuffer(b"e1 e22", np.uint8), np.array([3, 0]), np.array([6, 2]))
    >>> pieces.tobytes(), begin.tolist()
    (b'e22\\ne1\\n', [0, 4])
    """
    length = end - start + 1
    begin = np.cumsum(length) - length
    source = np.ones(int(length.sum()), np.int64)
    source[begin] = start
    source[begin[1:]] -= end[:-1]
    pieces = text.take(np.cumsum(source, out=source), mode="clip") if len(source) else text[:0].copy()
    pieces[begin + (length - 1)] = separator
    return pieces, begin


def piece_codes(text: Bytes, start: Integers, end: Integers) -> Integers:
    """Return a number for each substring of a text without zero bytes, equal for equal bytes.

    >>> text = np.frombuffer(b"e1 e22 e1", np.uint8)
    >>> one, two, three = piece_codes(text, np.array([0, 3, 7]), np.array([2, 6, 9])).tolist()
    >>> one == three != two
    True
    """
    length = end - start
    longest = int(length.max(initial=0))
    if longest > LONGEST_PIECE:  # rare: one by one instead of a matrix as wide as the longest
        seen: dict[bytes, int] = {}
        places = zip(start.tolist(), end.tolist(), strict=True)
        return np.array([seen.setdefault(text[low:high].tobytes(), len(seen)) for low, high in places], np.int64)
    packed = packed_pieces(text, start, length, max(longest, 1))
    word = packed.view(np.uint64)
    if longest <= 4:  # the bytes are the number
        return word[:, 0].astype(np.int64)
    mixed = np.zeros(len(start), np.uint64)
    for column in range(word.shape[1]):
        mixed ^= word[:, column]
        mixed *= _FACTOR
        mixed ^= mixed >> np.uint64(32)
    begin = np.flatnonzero(changes(mixed.view(np.int64)))  # equal substrings often follow each other
    first, code = distinct((mixed[begin] >> np.uint64(24)).astype(np.int64))
    first, code = begin[first], np.repeat(code, np.diff(begin, append=len(start)))
    if (word == word[first[code]]).all():
        return code
    # Different substrings with one hash are rare; then the bytes are compared.
    return np.unique(packed.view(f"S{packed.shape[1]}").reshape(-1), return_inverse=True)[1].reshape(-1)


def packed_pieces(text: Bytes, start: Integers, length: Integers, width: int) -> Bytes:
    """Return a row of bytes for each substring, filled up with zeros to a multiple of eight of at least this width."""
    # The eight bytes that begin at each position of the text, as a number.
    windows = np.ndarray(len(text) + 1, "<u8", np.append(text, np.zeros(_WORD, np.uint8)), strides=(1,))
    packed = np.empty((len(start), -(-width // _WORD)), "<u8")
    for column in range(packed.shape[1]):
        place = column * _WORD
        packed[:, column] = (
            windows[np.minimum(start + place, len(text))] & _FIRST_BYTES[np.clip(length - place, 0, _WORD)]
        )
    return packed.view(np.uint8)


def decimals(text: Bytes, start: Integers, end: Integers, longest: int = 9) -> Integers:
    """Parse each substring of a text as a number of at most `longest` digits (18 fit 64 bits); -1 if it is not one.

    >>> decimals(np.frombuffer(b"12 x 07", np.uint8), np.array([0, 3, 5, 5]), np.array([2, 4, 7, 5])).tolist()
    [12, -1, 7, -1]
    """
    length = end - start
    value = np.zeros(len(start), np.int64)
    is_wrong = (length < 1) | (length > longest)
    for place in range(min(int(length.max(initial=0)), longest)):
        digit = np.where(place < length, text.take(end - 1 - place, mode="clip") - np.uint8(ord("0")), np.uint8(0))
        is_wrong |= digit > 9
        # NumPy 1 gives the product the type that the values fit into, which may be too small or unsigned.
        value += digit.astype(np.int64) * 10**place
    value[is_wrong] = -1
    return value


def bracket_pairs(group: Integers, opens: Flags) -> tuple[Integers, Integers, Integers]:
    """Pair each closing bracket with the latest open one of its group: opening rows, closing rows, unpaired rows.

    >>> opens = np.array([True, True, False, False, False, True])
    >>> [each.tolist() for each in bracket_pairs(np.array([0, 0, 0, 1, 0, 1]), opens)]
    [[0, 1], [4, 2], [3, 5]]
    """
    row = order(group)
    is_unpaired = _unpaired(group[row], opens[row])
    unpaired, row = row[is_unpaired], row[~is_unpaired]
    step = np.where(opens[row], 1, -1)
    # Paired brackets sum to 0 within a group, so depths need no restart.
    level = np.cumsum(step) + (step < 0)
    # At one depth openings and closings alternate, so sorting by depth puts pairs side by side.
    row = row[order(group[row] * (int(level.max(initial=0)) + 1) + level)]
    return row[0::2], row[1::2], np.sort(unpaired)


def _unpaired(group: Integers, opens: Flags) -> Flags:
    """Mark the brackets, sorted by group, that have no partner."""
    depth = np.cumsum(np.where(opens, 1, -1))
    begin = np.flatnonzero(changes(group))
    size = np.diff(begin, append=len(group))
    depth -= np.repeat(np.append(0, depth)[begin], size)
    # A large offset per group makes running minima those within a group.
    offset = np.repeat(np.arange(len(begin)), size) * (2 * len(group) + 2)
    lowest_before = np.append(0, np.minimum.accumulate(depth - offset)[:-1])[: len(group)] + offset
    lowest_before[begin] = 0
    lowest_after = np.minimum.accumulate((depth + offset)[::-1])[::-1] - offset
    # A closing bracket has no partner if it goes below every depth before it, an opening one if no later depth does.
    unpaired: Flags = np.where(opens, lowest_after >= depth, depth < np.minimum(lowest_before, 0))
    return unpaired


def components(left: Integers, right: Integers, left_count: int, right_count: int) -> Integers:
    """Return the connected component of each edge between two kinds of nodes, numbered from 0; sorted by `left`.

    Each label becomes the smallest of its neighbours' labels; pointer jumping shortens long chains.

    >>> components(np.array([0, 1, 2]), np.array([0, 0, 1]), 3, 2).tolist()
    [0, 0, 1]
    """
    by_right = order(right)
    left_first = np.flatnonzero(changes(left))
    right_first = np.flatnonzero(changes(right[by_right]))
    label = np.arange(left_count)
    while True:
        low = np.minimum.reduceat(label[left][by_right], right_first)
        of_right = np.zeros(right_count, np.int64)
        of_right[right[by_right][right_first]] = low
        new = label.copy()
        new[left[left_first]] = np.minimum.reduceat(of_right[right], left_first)
        # A label names a left node of the same component, so its label may replace it.
        np.minimum.at(new, label[left[left_first]], new[left[left_first]])
        new = new[new]
        if np.array_equal(new, label):
            return distinct(label[left])[1]
        label = new
