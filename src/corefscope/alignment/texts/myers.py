"""Myers's diff (1986) with bounded work, for texts with few differences.

It is for repetitive texts without unique runs of words.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.alignment.texts.anchors import Bounds, Pair

# A round of the search ends after this many differences; the next starts where it got furthest.
AT_ONCE = 64
# Texts with fewer equal words per difference are unrelated; chance gives two with a vocabulary of two words.
EQUAL_WORDS = 4

WordList = Sequence[str]


def few_differences(key: WordList, response: WordList, bounds: Bounds, early: bool) -> tuple[list[Pair], Bounds]:
    """Return pairs of equal words from both ends, as far as differences are few, and the rest between.

    Of several equal words the last is paired, or else the first (`early`).

    >>> few_differences("a b b c".split(), "a b c".split(), (0, 4, 0, 3), early=True)
    ([(0, 0), (1, 1), (3, 2)], (4, 4, 3, 3))
    """
    low, high, start, stop = bounds
    pairs: list[Pair] = []
    for forward in (early, not early):
        mine, theirs = key[low:high], response[start:stop]
        if forward:
            equal, rows, columns = _from_the_beginning(mine, theirs)
            pairs += [(low + row, start + column) for row, column in equal]
            low, start = low + rows, start + columns
        else:
            equal, rows, columns = _from_the_beginning(mine[::-1], theirs[::-1])
            pairs += [(high - 1 - row, stop - 1 - column) for row, column in equal]
            high, stop = high - rows, stop - columns
    return sorted(pairs), (low, high, start, stop)


def _from_the_beginning(mine: WordList, theirs: WordList) -> tuple[list[Pair], int, int]:
    """Return pairs of equal words, and how many words of either side were compared before differences became many."""
    pairs: list[Pair] = []
    row = column = 0
    while row < len(mine) and column < len(theirs):
        ended, equal, reached = _round(mine, theirs, row, column)
        if not ended and len(equal) < EQUAL_WORDS * AT_ONCE:
            break
        pairs += equal
        row, column = reached
    return pairs, row, column


def _round(mine: WordList, theirs: WordList, row: int, column: int) -> tuple[bool, list[Pair], Pair]:
    """Return whether the end was reached, the pairs of equal words, and the last position."""
    rows, columns = len(mine), len(theirs)
    # The row reached on each diagonal (row minus column), now and after each difference.
    reach: dict[int, int] = {}
    after: list[dict[int, int]] = []
    for count in range(AT_ONCE + 1):
        here: dict[int, int] = {}
        for shift in range(-count, count + 1, 2):
            place = _step(reach, shift) if count else row
            other = place - shift - row + column
            while place < rows and other < columns and mine[place] == theirs[other]:
                place, other = place + 1, other + 1
            here[shift] = place
            if place >= rows and other >= columns:
                after.append(here)
                return True, _path(after, shift, row, column), (rows, columns)
        after.append(here)
        reach = here
    # Words are more often changed than left out: prefer the path that stays on its diagonal.
    inside = [
        (2 * place - shift - 2 * abs(shift), -abs(shift), shift)
        for shift, place in reach.items()
        if place <= rows and place - shift - row + column <= columns
    ]
    if not inside:
        return False, [], (row, column)
    shift = max(inside)[2]
    return False, _path(after, shift, row, column), (reach[shift], reach[shift] - shift - row + column)


def _step(reach: dict[int, int], shift: int) -> int:
    """Return the row on this diagonal after one more deletion or insertion."""
    return max(reach.get(shift - 1, -2) + 1, reach.get(shift + 1, -2))


def _path(after: list[dict[int, int]], shift: int, row: int, column: int) -> list[Pair]:
    """Return the pairs of equal words on the path to a diagonal."""
    pairs: list[Pair] = []
    for count in range(len(after) - 1, -1, -1):
        place = after[count][shift]
        reach = after[count - 1] if count else {}
        begin = _step(reach, shift) if count else row
        offset = column - row - shift
        pairs += [(each, each + offset) for each in range(place - 1, begin - 1, -1)]
        if count:
            shift += 1 if reach.get(shift + 1, -2) == begin else -1
    return pairs[::-1]
