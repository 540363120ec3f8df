"""Diff of two word sequences that stays fast on long texts.

Words that occur exactly once in both texts are anchors (as in patience diff). The windows between anchors are small,
and dynamic programming finds the cheapest edit in each. A large window without anchors is split by unique runs of
words, or else by Myers's algorithm if there are few differences. Words that are only split differently, `can not` for
`cannot`, are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from corefscope.alignment.texts.anchors import Bounds, Pair, gaps, unique_runs, unique_words
from corefscope.alignment.texts.myers import few_differences

EQUAL, CHANGED, INSERTED, DELETED = "equal", "changed", "inserted", "deleted"
# Costs of leaving a word out and of replacing it: less for similar words, most for a word by punctuation.
ALONE, ALIKE, OTHER, SIGN = 20, 12, 19, 41
# Windows without anchors and with more pairs of words than this are unrelated text.
UNRELATED = 1 << 14
MANY_PAIRS = 64
# Anchors that are rarer than one in this many words are compared with unique runs of words.
SPARSE = 512
# Words in which unique ones are searched: so many times those of both texts, and at least so many; no real text needs
# as many. After that a window is like one without unique words.
SEARCHED, LEAST_SEARCHED = 64, 1 << 24

# In scripts without blanks between words, every letter counts as a word.
NO_BLANKS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\ua4cf\uf900-\ufaff\U00020000-\U0003ffff"
NO_BLANKS_LETTER = re.compile(f"[{NO_BLANKS}]")

Step = tuple[str, int, int]  # kind, words of the key, words of the response


class WordBlock(NamedTuple):
    """The words from `low` to `high` of the key against those from `start` to `stop` of the response."""

    kind: str
    low: int
    high: int
    start: int
    stop: int


def diff(key: Sequence[str], response: Sequence[str]) -> list[WordBlock]:
    """Return the edit blocks from the key's words to the response's, in text order.

    >>> [(block.kind, block.low, block.start) for block in diff(["I", "can", "not", "go"], ["I", "cannot", "come"])]
    [('equal', 0, 0), ('equal', 1, 1), ('changed', 3, 2)]
    """
    return diff_between(key, response, (0, len(key), 0, len(response)))


def diff_between(key: Sequence[str], response: Sequence[str], bounds: Bounds) -> list[WordBlock]:
    """Diff a part of the key with a part of the response."""
    blocks: list[WordBlock] = []
    # Each window has a size limit for the search of unique runs, halved each time; the words that are searched for
    # anchors are limited too. Otherwise nested windows would make the work quadratic.
    windows = [(bounds, len(key) + len(response))]
    budget = SEARCHED * (len(key) + len(response)) + LEAST_SEARCHED
    while windows:
        window, most = windows.pop()
        low, high, start, stop = window
        early = stop == len(response)
        if high == low or stop == start or (high - low == 1 == stop - start):  # most windows: nothing to search
            blocks += _window(key, response, window, early)
            continue
        size = high - low + stop - start
        budget -= size
        anchors = unique_words(key, response, window) if budget > 0 else []
        if anchors and len(anchors) * SPARSE < size <= most:
            # A few words may be unique by chance, where a changed word is equal to one elsewhere: runs are safer.
            runs = unique_runs(key, response, window)
            anchors, most = (runs, size // 2) if len(runs) > len(anchors) else (anchors, most)
        if not anchors:
            head, tail = _equal_ends(key, response, window, early)
            if head + tail:
                blocks += [WordBlock(EQUAL, low, low + head, start, start + head)] if head else []
                blocks += [WordBlock(EQUAL, high - tail, high, stop - tail, stop)] if tail else []
                windows.append(((low + head, high - tail, start + head, stop - tail), most))
                continue
            if (high - low) * (stop - start) > UNRELATED and size <= most:
                anchors = unique_runs(key, response, window)
                most = size // 2 if anchors else most
        if anchors:
            blocks += _equal_words(anchors)
            windows += [(gap, most) for gap in gaps(window, anchors)]
            continue
        if (high - low) * (stop - start) > UNRELATED:
            # The windows between differences are small; the rest is not searched further.
            pairs, window = few_differences(key, response, window, early)
            blocks += _equal_words(pairs)
            for end, anchors in (
                ((low, window[0], start, window[2]), [pair for pair in pairs if pair[0] < window[0]]),
                ((window[1], high, window[3], stop), [pair for pair in pairs if pair[0] >= window[1]]),
            ):
                windows += [(gap, most) for gap in gaps(end, anchors)]
        blocks += _window(key, response, window, early)
    return sorted(blocks, key=itemgetter(1, 3))  # by the words of the key, then those of the response


def _equal_words(anchors: Iterable[Pair]) -> list[WordBlock]:
    """Return a block for each equal word."""
    return [WordBlock(EQUAL, mine, mine + 1, theirs, theirs + 1) for mine, theirs in anchors]


def _equal_ends(key: Sequence[str], response: Sequence[str], bounds: Bounds, early: bool) -> tuple[int, int]:
    """Count the equal words at the start and at the end of a window.

    A repeated word is most often one like `the`, which belongs to what follows: of several the last is preferred. At
    the end of the text (`early`) the first is, because the text may be cut off.
    """
    low, high, start, stop = bounds
    mine, theirs = key[low:high], response[start:stop]
    most = min(len(mine), len(theirs))
    if early:
        head = _common(mine, theirs, most)
        return head, _common(mine[::-1], theirs[::-1], most - head)
    tail = _common(mine[::-1], theirs[::-1], most)
    return _common(mine, theirs, most - tail), tail


def _common(one: Sequence[str], two: Sequence[str], most: int) -> int:
    """Count the equal words at the start of two sequences."""
    return next((place for place in range(most) if one[place] != two[place]), most)


def _window(key: Sequence[str], response: Sequence[str], bounds: Bounds, early: bool) -> Iterator[WordBlock]:
    """Yield the cheapest edit of a window without anchors."""
    low, high, start, stop = bounds
    steps: Iterable[Step] = [(DELETED, high - low, 0), (INSERTED, 0, stop - start)]
    size = (high - low) * (stop - start)
    if size == 1:  # most windows: what is cheapest needs no search
        one, two = key[low], response[start]
        if one == two or one[0].isalnum() == two[0].isalnum():
            yield WordBlock(EQUAL if one == two else CHANGED, low, high, start, stop)
            return
    elif 0 < size <= UNRELATED:
        steps = _cheapest(key[low:high], response[start:stop], early)
    for kind, mine, theirs in steps:
        if mine or theirs:
            yield WordBlock(kind, low, low + mine, start, start + theirs)
        low, start = low + mine, start + theirs


_INSERT: Step = (INSERTED, 0, 1)
_DELETE, _CHANGE, _KEEP = (DELETED, 1, 0), (CHANGED, 1, 1), (EQUAL, 1, 1)


def _cheapest(key: Sequence[str], response: Sequence[str], early: bool) -> Iterator[Step]:
    """Yield steps of least total cost; of equal costs, pair words late, or else `early`."""
    rows, columns = len(key), len(response)
    # Large windows are those of repetitive texts, where the same words are compared again and again.
    compared = _compared if rows * columns < MANY_PAIRS else cache(_compared)
    others = tuple(response)
    best = [[_INSERT] * columns for _ in range(rows)]
    costs = [[0] * (columns + 1) for _ in range(rows)] + [[ALONE * left for left in range(columns, -1, -1)]]
    for row in range(rows - 1, -1, -1):
        here, below, steps = costs[row], costs[row + 1], best[row]
        differences, begins = compared(key[row], others)
        cost = here[columns] = ALONE * (rows - row)
        for column in range(columns - 1, -1, -1):
            step, cost, difference = _INSERT, cost + ALONE, differences[column]
            if below[column] + ALONE <= cost:
                step, cost = _DELETE, below[column] + ALONE
            if below[column + 1] + difference < cost + early:
                step, cost = _CHANGE if difference else _KEEP, below[column + 1] + difference
            if begins and column in begins:
                mine, theirs = _same_letters(key, row, response, column)
                if mine and costs[row + mine][column + theirs] < cost + early:
                    step, cost = (EQUAL, mine, theirs), costs[row + mine][column + theirs]
            steps[column], here[column] = step, cost
    row = column = 0
    while row < rows and column < columns:
        yield best[row][column]
        _, mine, theirs = best[row][column]
        row, column = row + mine, column + theirs
    yield DELETED, rows - row, 0
    yield INSERTED, 0, columns - column


def _compared(word: str, others: tuple[str, ...]) -> tuple[list[int], set[int]]:
    """Return the cost of replacing a word by each other, and which others begin with it or begin it."""
    costs = {other: _difference(word, other) if other != word else 0 for other in set(others)}
    begins = {other for other in costs if other != word and (word.startswith(other) or other.startswith(word))}
    places = {place for place, other in enumerate(others) if other in begins} if begins else set()
    return [costs[other] for other in others], places


def _same_letters(key: Sequence[str], row: int, response: Sequence[str], column: int) -> tuple[int, int]:
    """Count the fewest words from here on that have the same letters on both sides; 0 if they differ."""
    one, two = key[row], response[column]
    mine = theirs = 1
    while one != two:
        if len(one) < len(two) and two.startswith(one) and row + mine < len(key):
            one += key[row + mine]
            mine += 1
        elif len(two) < len(one) and one.startswith(two) and column + theirs < len(response):
            two += response[column + theirs]
            theirs += 1
        else:
            return 0, 0
    return mine, theirs


@lru_cache(maxsize=1 << 12)  # changed words are mostly frequent ones
def _difference(one: str, two: str) -> int:
    """Return the cost of replacing a word: the more letters the ends share, the less."""
    if one[0].isalnum() != two[0].isalnum():
        return SIGN
    one, two = one.casefold(), two.casefold()
    shorter = min(len(one), len(two))
    head = next((place for place in range(shorter) if one[place] != two[place]), shorter)
    tail = next((place for place in range(shorter - head) if one[-1 - place] != two[-1 - place]), shorter - head)
    return OTHER - (OTHER - ALIKE) * (head + tail) // max(len(one), len(two), 1)
