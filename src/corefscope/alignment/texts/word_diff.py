"""A diff of two word sequences that stays fast on long texts, and the differences between two texts.

Words that occur exactly once in both texts are anchors (as in patience diff). The windows between anchors are small,
and dynamic programming finds the cheapest edit in each. A large window without anchors is split by unique runs of
words; without those it is unrelated text. Words that are only split differently, `can not` for `cannot`, are equal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from corefscope.alignment.texts.letter_text import LetterText, TextWords

EQUAL, CHANGED, INSERTED, DELETED = "equal", "changed", "inserted", "deleted"
# Costs of leaving a word out, and of replacing it by a similar word, another word, or punctuation.
ALONE, ALIKE, OTHER, SIGN = 20, 12, 19, 41
# Windows without anchors and with more pairs of words than this are unrelated text.
UNRELATED = 1 << 14
# With fewer anchors than one in this many words, unique runs of words are tried as well.
SPARSE = 512
# Short runs suit large vocabularies; in small ones, they match by chance, and long runs are needed.
RUN_LENGTHS = (4, 32)
# Windows nested deeper than this are treated as if they had no anchors; real texts never get there.
DIFF_DEEPEST = 64

Words = Sequence[str]
Bounds = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to
Pair = tuple[int, int]
Step = tuple[str, int, int]  # kind, words of the key, words of the response


class WordBlock(NamedTuple):
    """The words from `low` to `high` of the key against those from `start` to `stop` of the response."""

    kind: str
    low: int
    high: int
    start: int
    stop: int


def diff(key: Words, response: Words) -> list[WordBlock]:
    """Return the edit blocks from the key's words to the response's, in text order.

    >>> [(block.kind, block.low, block.start) for block in diff(["I", "can", "not", "go"], ["I", "cannot", "come"])]
    [('equal', 0, 0), ('equal', 1, 1), ('changed', 3, 2)]
    """
    return diff_between(key, response, (0, len(key), 0, len(response)))


def diff_between(key: Words, response: Words, bounds: Bounds) -> list[WordBlock]:
    """Diff a part of the key with a part of the response."""
    blocks: list[WordBlock] = []
    windows = [(bounds, 0)]
    while windows:
        window, depth = windows.pop()
        low, high, start, stop = window
        early = stop == len(response)
        if high == low or stop == start or high - low == 1 == stop - start:  # most windows: nothing to search
            blocks += _window(key, response, window, early)
            continue
        anchors = unique_runs(key, response, window, 1) if depth < DIFF_DEEPEST else []
        if not anchors:
            head, tail = _equal_ends(key[low:high], response[start:stop], early)
            if head + tail:
                blocks += [WordBlock(EQUAL, low, low + head, start, start + head)] if head else []
                blocks += [WordBlock(EQUAL, high - tail, high, stop - tail, stop)] if tail else []
                windows.append(((low + head, high - tail, start + head, stop - tail), depth + 1))
                continue
        # Rare anchors may be changed words that occur elsewhere by chance: runs are safer.
        size, pairs = high - low + stop - start, (high - low) * (stop - start)
        if depth < DIFF_DEEPEST and (len(anchors) * SPARSE < size if anchors else pairs > UNRELATED):
            runs = (unique_runs(key, response, window, length) for length in RUN_LENGTHS)
            anchors = max((anchors, *runs), key=len)
        if anchors:
            blocks += [WordBlock(EQUAL, mine, mine + 1, theirs, theirs + 1) for mine, theirs in anchors]
            for mine, theirs in (*anchors, (high, stop)):
                if low < mine or start < theirs:
                    windows.append(((low, mine, start, theirs), depth + 1))
                low, start = mine + 1, theirs + 1
        else:
            blocks += _window(key, response, window, early)
    return sorted(blocks, key=itemgetter(1, 3))  # by the words of the key, then those of the response


def unique_runs(key: Words, response: Words, bounds: Bounds, length: int) -> list[Pair]:
    """Return the starts of equal runs of `length` words that are unique on both sides, in increasing order.

    >>> key, response = "the cat the dog and the cat and the dog", "a cat the dog and the cat and the boy"
    >>> unique_runs(key.split(), response.split(), (0, 10, 0, 10), 3)
    [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]
    """
    low, high, start, stop = bounds
    mine, theirs = _run_starts(key, low, high, length), _run_starts(response, start, stop, length)
    pairs = ((place, theirs.get(run, -1)) for run, place in mine.items() if place >= 0)
    return _increasing([pair for pair in pairs if pair[1] >= 0])


def _run_starts(words: Words, low: int, high: int, length: int) -> dict[object, int]:
    """Map each run of words in this range to its start, -1 if it repeats; in text order."""
    places: dict[object, int] = {}
    runs: Iterable[object] = words[low:high]
    if length > 1:
        runs = zip(*(words[low + behind : high] for behind in range(length)), strict=False)
    for place, run in enumerate(runs, low):
        places[run] = -1 if run in places else place
    return places


def _increasing(pairs: list[Pair]) -> list[Pair]:
    """Return the longest subsequence of pairs, sorted by their first number, whose second increases."""
    if len(pairs) < 2:
        return pairs
    ends: list[int] = []  # for each length, the smallest end of an increasing sequence
    run_of: list[int] = []
    for _, place in pairs:
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        run_of.append(length)
    sequence: list[Pair] = []
    limit = ends[-1] + 1
    for pair, length in zip(reversed(pairs), reversed(run_of), strict=True):
        if length == len(ends) - 1 - len(sequence) and pair[1] < limit:
            sequence.append(pair)
            limit = pair[1]
    return sequence[::-1]


def _equal_ends(mine: Words, theirs: Words, early: bool) -> tuple[int, int]:
    """Count the equal words at the start and at the end of a window.

    A repeated word is usually one like `the`, which belongs to the next word, so the last of several is
    paired. At the end of the text (`early`) the first is paired, because the text may be cut off.
    """
    most = min(len(mine), len(theirs))
    if early:
        head = _common(mine, theirs, most)
        return head, _common(mine[::-1], theirs[::-1], most - head)
    tail = _common(mine[::-1], theirs[::-1], most)
    return _common(mine, theirs, most - tail), tail


def _common(one: Words, two: Words, most: int) -> int:
    """Count the equal words at the start of two sequences."""
    return next((place for place in range(most) if one[place] != two[place]), most)


def _window(key: Words, response: Words, bounds: Bounds, early: bool) -> Iterator[WordBlock]:
    """Yield the cheapest edit of a window without anchors."""
    low, high, start, stop = bounds
    steps: Iterable[Step] = [(DELETED, high - low, 0), (INSERTED, 0, stop - start)]
    if 0 < (high - low) * (stop - start) <= UNRELATED:
        steps = _cheapest(key[low:high], response[start:stop], early)
    for kind, mine, theirs in steps:
        if mine or theirs:
            yield WordBlock(kind, low, low + mine, start, start + theirs)
        low, start = low + mine, start + theirs


_INSERT: Step = (INSERTED, 0, 1)
_DELETE, _CHANGE, _KEEP = (DELETED, 1, 0), (CHANGED, 1, 1), (EQUAL, 1, 1)


def _cheapest(key: Words, response: Words, early: bool) -> Iterator[Step]:
    """Yield the cheapest steps; where costs are equal, pair words late, or `early`."""
    rows, columns = len(key), len(response)
    costs_of, others = cache(_replacement_costs), tuple(response)
    best = [[_INSERT] * columns for _ in range(rows)]
    costs = [[0] * (columns + 1) for _ in range(rows)] + [[ALONE * left for left in range(columns, -1, -1)]]
    for row in range(rows - 1, -1, -1):
        here, below, steps = costs[row], costs[row + 1], best[row]
        differences, begins = costs_of(key[row], others)
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


def _replacement_costs(word: str, others: tuple[str, ...]) -> tuple[list[int], set[int]]:
    """Return the cost of replacing a word by each of the others, and the places of its extensions and prefixes."""
    costs = {other: _difference(word, other) if other != word else 0 for other in set(others)}
    begins = {other for other in costs if other != word and (word.startswith(other) or other.startswith(word))}
    places = {place for place, other in enumerate(others) if other in begins} if begins else set()
    return [costs[other] for other in others], places


def _same_letters(key: Words, row: int, response: Words, column: int) -> tuple[int, int]:
    """Count the fewest words from here that spell the same on both sides; 0 if the letters differ."""
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
    """Return the cost of replacing a word; letters shared at its ends lower it."""
    if one[0].isalnum() != two[0].isalnum():
        return SIGN
    one, two = one.casefold(), two.casefold()
    shorter = min(len(one), len(two))
    head = _common(one, two, shorter)
    tail = _common(one[::-1], two[::-1], shorter - head)
    return OTHER - (OTHER - ALIKE) * (head + tail) // max(len(one), len(two), 1)


# Texts differ most in punctuation, which repeats: a missing full stop must not be paired with the next one. So words
# are first aligned without punctuation (`U . S` with `US`), then the punctuation between aligned words, within tokens.
Group = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to


def align_words(key: TextWords, response: TextWords) -> list[WordBlock]:
    """Return the edit blocks from the key's words and punctuation to the response's, in text order.

    A CHANGED block replaces one word by another, or differs only in inner punctuation.
    """
    blocks: list[WordBlock] = []
    low = start = 0
    for first, last, begin, end in _equal_groups(key.words, response.words):
        if low < first or start < begin:
            blocks += _gap(key, response, (low, first, start, begin))
        equal = "".join(key.words[first:last]) == "".join(response.words[begin:end])
        blocks.append(WordBlock(EQUAL if equal else CHANGED, first, last, begin, end))
        low, start = last, end
    blocks += _gap(key, response, (low, len(key.words), start, len(response.words)))
    return blocks


def _equal_groups(key: Sequence[str], response: Sequence[str]) -> Iterator[Group]:
    """Yield the smallest groups of words with equal letters and digits; punctuation may be inside."""
    mine, theirs = ([number for number, word in enumerate(side) if word[0].isalnum()] for side in (key, response))
    words, others = [key[number] for number in mine], [response[number] for number in theirs]
    is_same = "".join(words) == "".join(others)  # texts that differ only in punctuation need no search
    blocks = [WordBlock(EQUAL, 0, len(words), 0, len(others))] if is_same else diff(words, others)
    for kind, low, high, start, stop in blocks:
        while kind == EQUAL and low < high and start < stop:
            first, second = low, start
            surplus = len(words[low]) - len(others[start])
            low, start = low + 1, start + 1
            while surplus:
                if surplus < 0:
                    surplus += len(words[low])
                    low += 1
                else:
                    surplus -= len(others[start])
                    start += 1
            yield mine[first], mine[low - 1] + 1, theirs[second], theirs[start - 1] + 1


def _gap(key: TextWords, response: TextWords, gap: Group) -> Iterator[WordBlock]:
    """Yield the blocks between two groups: punctuation and unmatched words."""
    low, high, start, stop = gap
    mine, theirs = _borders(key.opens, low, high), _borders(response.opens, start, stop)
    is_alone = low == high or start == stop
    if is_alone or not mine or not theirs or key.words[slice(*mine)] != response.words[slice(*theirs)]:
        yield from diff_between(key.words, response.words, gap)
        return
    # The whole tokens in the gap are equal, so only the text around them is aligned.
    yield from diff_between(key.words, response.words, (low, mine[0], start, theirs[0]))
    if mine[0] < mine[1]:
        yield WordBlock(EQUAL, *mine, *theirs)
    yield from diff_between(key.words, response.words, (mine[1], high, theirs[1], stop))


def _borders(opens: Sequence[bool], low: int, high: int) -> tuple[int, int] | None:
    """Return where the first and the last token begin in a range of words, or None."""
    places = [place for place in range(low, high + 1) if opens[place]]
    return (places[0], places[-1]) if places else None


class Change(NamedTuple):
    """Words of the key, in characters, that were changed or left out, or a place of invented words."""

    kind: str
    start: int
    end: int  # excluded; the same as `start` for invented words
    words: str  # of the response


class Differences(NamedTuple):
    """Counts of words and punctuation marks: the key's copied, changed and missing, the response's invented."""

    copied: int = 0
    changed: int = 0
    missing: int = 0
    invented: int = 0
    ends_early: bool = False
    changes: tuple[Change, ...] = ()

    @staticmethod
    def of(
        blocks: Sequence[WordBlock], text: LetterText, key: TextWords, response: TextWords, ends_early: bool
    ) -> Differences:
        """Count the words of an alignment; `text` is the key's."""
        counts, changes = Counter[str](), []
        for kind, low, high, start, stop in blocks:
            counts[kind] += stop - start if kind == INSERTED else high - low
            if kind != EQUAL:
                letters = key.begins[low], key.begins[high]
                here = int(text.place[letters[0]]) if letters[0] < len(text.place) else len(text.text)
                end = int(text.place[letters[1] - 1]) + 1 if low < high else here
                # A blank precedes a word that opens a token.
                words = (" " * response.opens[place] + response.words[place] for place in range(start, stop))
                changes.append(Change(kind, here, end, "".join(words).removeprefix(" ")))
        changed, missing, invented = counts[CHANGED], counts[DELETED], counts[INSERTED]
        return Differences(counts[EQUAL], changed, missing, invented, ends_early, tuple(changes))
