"""Where the letters of a response stand among the letters of the key, and to which words its mentions reach."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscope.alignment.texts.letter_text import LetterText, TextWords
from corefscope.alignment.texts.word_alignment import is_word
from corefscope.alignment.texts.word_diff import CHANGED, EQUAL, NO_BLANKS_LETTER, WordBlock
from corefscope.model import EMPTY_NODES, Integers, Mention, text_order

Run = tuple[int, int]  # letters of the key, both ends included
# In running text nothing but blanks says where words end: so far a border is looked for, in letters.
FARTHEST_BORDER = 64


@dataclass(frozen=True)
class Projection:
    """Where each letter of a document stands among the key's letters, -1 where it has no place.

    Most letters stand for one letter of the key: `first` and `last` are the same. The first and the last letter of a
    changed word reach to the first and the last letter of the word that it replaces. `has` says which letters of the
    key the document has.
    """

    text: LetterText
    first: Integers
    last: Integers
    has: Integers
    key: LetterText
    key_runs: KeyRuns | None = None

    @staticmethod
    def same(text: LetterText, key: LetterText) -> Projection:
        """A text that has the same letters."""
        letter = np.arange(len(text.letters))
        return Projection(text, letter, letter, np.ones(len(letter), bool), key)

    @cached_property
    def _placed(self) -> Integers:
        return np.flatnonzero(self.first >= 0)

    @cached_property
    def _placed_before(self) -> Integers:
        return np.concatenate([[0], np.cumsum(self.first >= 0)])

    @cached_property
    def _had_before(self) -> Integers:
        return np.concatenate([[0], np.cumsum(self.has)])

    def run(self, first: int, stop: int) -> Run | None:
        """The key's letters from the first to the last that these positions of the document have.

        Letters that the document lacks cannot decide where a mention ends: if it has others of the word, its
        border is that of the word.
        """
        low, high = self._placed_before[[self.text.begin[first], self.text.end[stop - 1]]].tolist()
        if low == high:
            return None
        found = int(self.first[self._placed[low]]), int(self.last[self._placed[high - 1]])
        return self._whole_words(*found) if self.key_runs is None else self.key_runs.nearest(*self._reach(*found))

    def _lacks(self, low: int, high: int) -> bool:
        return bool(self._had_before[low] == self._had_before[high])

    def _whole_words(self, first: int, last: int) -> Run:
        """The run with what is left of the key's tokens at its ends, if the document has nothing of it."""
        begin = self.key.begin[bisect_right(self.key.end, first)]
        end = self.key.end[bisect_right(self.key.end, last)]
        return first if not self._lacks(begin, first) else begin, last if not self._lacks(last + 1, end) else end - 1

    def _reach(self, first: int, last: int) -> tuple[int, Run, int]:
        """How far a run could reach over letters that the document lacks, in what blanks separate."""
        cuts, letters = self.key.cuts, self.key.letters
        low = max(cuts[bisect_right(cuts, first) - 1], first - FARTHEST_BORDER)
        place = bisect_right(cuts, last)
        high = min(cuts[place] if place < len(cuts) else len(letters), last + 1 + FARTHEST_BORDER)
        begin, end = first, last + 1
        while begin > low and not self.has[begin - 1] and not NO_BLANKS_LETTER.match(letters[begin - 1]):
            begin -= 1
        while end < high and not self.has[end] and not NO_BLANKS_LETTER.match(letters[end]):
            end += 1
        return begin, (first, last), end - 1

    def key_tokens(self, mention: Mention) -> Iterable[int]:
        """The key's tokens of which a moved mention has a letter, in order."""
        if not mention.positions:
            low, high = np.searchsorted(self.key.place, (mention.start, mention.end)).tolist()
            return range(bisect_right(self.key.end, low), bisect_left(self.key.begin, high)) if low < high else ()
        letters = np.searchsorted(self.key.place, mention.positions)
        inside = [
            letter
            for letter, place in zip(letters.tolist(), mention.positions, strict=True)
            if letter < len(self.key.place) and self.key.place[letter] == place
        ]
        return dict.fromkeys(bisect_right(self.key.end, letter) for letter in inside)

    def unplaced(self, first: int, stop: int) -> int:
        begin, end = self.text.begin[first], self.text.end[stop - 1]
        return end - begin - int(self._placed_before[end] - self._placed_before[begin])

    def head(self, head: int | None) -> int | None:
        """A head is counted as the last letter of the key's token that it is or ends in, an empty node as its place."""
        if head is None or head >= len(self.text.end):
            return None
        if head < 0:
            return self.empty(head)
        found = self.run(head, head + 1)
        return self.key.last_letter(bisect_right(self.key.end, found[1])) if found else None

    def empty(self, position: int) -> int | None:
        """An empty node stands behind the letter that it stood behind, or before the one that it stood before."""
        words, number = divmod(text_order(position), EMPTY_NODES)
        if words > len(self.text.end):
            return None
        own = self.text.end[words - 1] if words else 0
        before = int(self.last[own - 1]) if own else -1
        after = int(self.first[own]) if own < len(self.first) else len(self.key.letters)
        letters = before + 1 if before >= 0 or not own else after
        if letters < 0:
            return None
        place = int(self.key.place[letters - 1]) + 1 if letters else 0
        return -(place * EMPTY_NODES + number) - 1


class KeyRuns:
    """The runs of letters that mentions of the key are made of, where the key counts characters.

    Its mentions may begin and end anywhere, so that only they say whether a sign belongs to a word.
    """

    def __init__(self, runs: Iterable[Run]) -> None:
        self._ends: dict[int, list[int]] = {}
        for first, last in sorted(set(runs)):
            self._ends.setdefault(first, []).append(last)

    def nearest(self, low: int, run: Run, high: int) -> Run:
        """Of the runs that reach at least over `run` and at most from `low` to `high`, the shortest; or `run`."""
        first, last = run
        found = run
        fewest = (high - low) + 1
        for begin in range(first, low - 1, -1):
            ends = self._ends.get(begin, [])
            place = bisect_left(ends, last)
            if place < len(ends) and ends[place] <= high and ends[place] - begin < fewest:
                found, fewest = (begin, ends[place]), ends[place] - begin
        return found


def project(
    text: LetterText,
    words: TextWords,
    key: LetterText,
    key_words: TextWords,
    found: Sequence[WordBlock],
    runs: KeyRuns | None,
) -> Projection:
    """Where the letters of a text stand, given which of its words are which of the key's."""
    first = np.full(len(text.letters), -1, np.int64)
    last = first.copy()
    has = np.zeros(len(key.letters), bool)
    for block in found:
        begin, end = key_words.begins[block.low], key_words.begins[block.high]
        start, stop = words.begins[block.start], words.begins[block.stop]
        if block.kind == EQUAL:
            first[start:stop] = last[start:stop] = np.arange(begin, end)
            has[begin:end] = True
        elif block.kind == CHANGED and block.high - block.low == 1 == block.stop - block.start:
            first[start:stop] = last[start:stop] = np.minimum(np.arange(begin, begin + stop - start), end - 1)
            first[start], last[stop - 1] = begin, end - 1
            has[begin:end] = True
        elif block.kind == CHANGED:
            mine = begin + _places_of_words(key.letters[begin:end])
            theirs = start + _places_of_words(text.letters[start:stop])
            first[theirs] = last[theirs] = mine
            has[mine] = True
    return Projection(text, first, last, has, key, runs)


def _places_of_words(letters: str) -> Integers:
    """Where letters and digits stand, not signs."""
    return np.flatnonzero([is_word(letter) for letter in letters])
