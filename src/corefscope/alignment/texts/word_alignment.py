"""Align words of two texts first, then the punctuation between them, and count what differs.

Texts differ most in punctuation, and it repeats: a missing full stop must not be replaced by the stop of the next
token. So words of letters and digits are aligned without punctuation, `U . S` with `US`; then, between aligned words,
the punctuation of a token only with that of the same token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corefscope.alignment.texts.letter_text import LetterText, TextWords
from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, WordBlock, diff, diff_between

Group = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to


def align_words(key: TextWords, response: TextWords) -> list[WordBlock]:
    """Return the edit blocks from the key's words and punctuation to the response's, in text order.

    A CHANGED block replaces one word by one, or has the same letters with other punctuation between them.
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
    """Yield the blocks between two groups: punctuation and words without an equal."""
    low, high, start, stop = gap
    mine, theirs = _borders(key.opens, low, high), _borders(response.opens, start, stop)
    is_alone = low == high or start == stop
    if is_alone or not mine or not theirs or key.words[slice(*mine)] != response.words[slice(*theirs)]:
        yield from diff_between(key.words, response.words, gap)
        return
    # The tokens between are equal, so the tokens around them are aligned separately.
    yield from diff_between(key.words, response.words, (low, mine[0], start, theirs[0]))
    if mine[0] < mine[1]:
        yield WordBlock(EQUAL, *mine, *theirs)
    yield from diff_between(key.words, response.words, (mine[1], high, theirs[1], stop))


def _borders(opens: Sequence[bool], low: int, high: int) -> tuple[int, int] | None:
    """Return where the first and the last token begin in a range of words, or None."""
    places = [place for place in range(low, high + 1) if opens[place]]
    return (places[0], places[-1]) if places else None


class Change(NamedTuple):
    """Words of the key that were changed or left out, or a place where words were invented, in characters."""

    kind: str
    start: int
    end: int  # excluded; the same as `start` for invented words
    words: str  # of the response


class Differences(NamedTuple):
    """Counts of words and punctuation marks: of the key copied, changed and missing, of the response invented."""

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
                # With a blank where a word opens a token.
                words = (" " * response.opens[place] + response.words[place] for place in range(start, stop))
                changes.append(Change(kind, here, end, "".join(words).removeprefix(" ")))
        changed, missing, invented = counts[CHANGED], counts[DELETED], counts[INSERTED]
        return Differences(counts[EQUAL], changed, missing, invented, ends_early, tuple(changes))
