"""Project the letters of a response onto the letters of the key, by aligned words or by listed strings."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from corefscope.alignment.texts.letter_text import NO_BLANKS_LETTER, LetterText, TextWords
from corefscope.alignment.texts.word_diff import CHANGED, EQUAL, WordBlock
from corefscope.basics.escaping import quoted
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.model import EMPTY_NODES, Corpus, Integers, Mention, text_order
from corefscope.problems import Notices
from corefscope.text import MentionStrings

Run = tuple[int, int]  # letters, both ends inclusive
# Where the key counts characters: the last letters of its mentions by their first letters, ascending. Such
# mentions may begin and end anywhere, so only they decide whether punctuation belongs to a word.
KeyRuns = Mapping[int, Sequence[int]]
# In running text only blanks separate words: the search for a border stops after this many letters.
FARTHEST_BORDER = 64


@dataclass(frozen=True)
class Projection:
    """The key letters that each letter of a document maps to, -1 without one.

    For most letters, `first` equals `last`. The first and the last letter of a changed word map to the first and the
    last letter of the word that it replaces. `has` marks the key letters that the document has. `relocated` gives the
    run of key letters for runs of letters that map to none; such runs may be nested or cross each other.
    """

    text: LetterText
    first: Integers
    last: Integers
    has: Integers
    key: LetterText
    key_runs: KeyRuns | None = None
    relocated: Mapping[Run, Run] = field(default_factory=dict)

    @staticmethod
    def same(text: LetterText, key: LetterText) -> Projection:
        """Return the projection of a text with the same letters."""
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
        """Return the run of key letters that these positions of the document map to.

        Missing letters do not move the border of a mention: if the document has other letters of the word, the
        border is that of the word.
        """
        begin, end = self.text.begin[first], self.text.end[stop - 1]
        low, high = self._placed_before[[begin, end]].tolist()
        if low == high:
            return self.relocated.get((begin, end - 1))
        letters = int(self.first[self._placed[low]]), int(self.last[self._placed[high - 1]])
        return self._whole_words(*letters) if self.key_runs is None else self._nearest(self.key_runs, *letters)

    def _lacks(self, low: int, high: int) -> bool:
        return bool(self._had_before[low] == self._had_before[high])

    def has_all(self, low: int, high: int) -> bool:
        """Test whether the document has all these key letters."""
        return bool(self._had_before[high] - self._had_before[low] == high - low)

    def _whole_words(self, first: int, last: int) -> Run:
        """Extend the run to whole key tokens where the document lacks the rest of the token."""
        begin = self.key.begin[bisect_right(self.key.end, first)]
        end = self.key.end[bisect_right(self.key.end, last)]
        return first if not self._lacks(begin, first) else begin, last if not self._lacks(last + 1, end) else end - 1

    def _nearest(self, key_runs: KeyRuns, first: int, last: int) -> Run:
        """Extend to the shortest mention of the key, over missing letters within a word between blanks only."""
        cuts, letters = self.key.cuts, self.key.letters
        low = max(cuts[bisect_right(cuts, first) - 1], first - FARTHEST_BORDER)
        place = bisect_right(cuts, last)
        high = min(cuts[place] if place < len(cuts) else len(letters), last + 1 + FARTHEST_BORDER)
        begin, end = first, last + 1
        while begin > low and not self.has[begin - 1] and not NO_BLANKS_LETTER.match(letters[begin - 1]):
            begin -= 1
        while end < high and not self.has[end] and not NO_BLANKS_LETTER.match(letters[end]):
            end += 1
        runs = []
        for start in range(first, begin - 1, -1):
            ends = key_runs.get(start, ())
            place = bisect_left(ends, last)
            if place < len(ends) and ends[place] < end:
                runs.append((start, ends[place]))
        return min(runs, key=lambda run: run[1] - run[0], default=(first, last))

    def key_tokens(self, mention: Mention) -> Sequence[int]:
        """Return the key tokens that a projected mention touches, in order."""
        places = self.key.place
        if not mention.positions:
            low, high = np.searchsorted(places, (mention.start, mention.end)).tolist()
            return range(bisect_right(self.key.end, low), bisect_left(self.key.begin, high)) if low < high else ()
        letters = zip(np.searchsorted(places, mention.positions).tolist(), mention.positions, strict=True)
        inside = (letter for letter, place in letters if letter < len(places) and places[letter] == place)
        return list(dict.fromkeys(bisect_right(self.key.end, letter) for letter in inside))

    def unplaced(self, first: int, stop: int) -> int:
        begin, end = self.text.begin[first], self.text.end[stop - 1]
        return end - begin - int(self._placed_before[end] - self._placed_before[begin])

    def head(self, head: int | None) -> int | None:
        """Project a head to the last letter of its key token, an empty node to its position."""
        if head is None or head >= len(self.text.end):
            return None
        if head < 0:
            return self.empty(head)
        letters = self.run(head, head + 1)
        return self.key.last_letter(bisect_right(self.key.end, letters[1])) if letters else None

    def empty(self, position: int) -> int | None:
        """Project an empty node: after the letter before it, or else before the letter after it."""
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


def project(
    text: LetterText,
    words: TextWords,
    key: LetterText,
    key_words: TextWords,
    blocks: Sequence[WordBlock],
    runs: KeyRuns | None,
) -> Projection:
    """Project the letters of a text by the alignment of its words."""
    first = np.full(len(text.letters), -1, np.int64)
    last = first.copy()
    has = np.zeros(len(key.letters), bool)
    for block in blocks:
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
            mine = [place for place in range(begin, end) if key.letters[place].isalnum()]  # without punctuation
            theirs = [place for place in range(start, stop) if text.letters[place].isalnum()]
            first[theirs] = last[theirs] = mine
            has[mine] = True
    return Projection(text, first, last, has, key, runs)


def lists_strings(corpus: Corpus, document: int) -> bool:
    """Test whether the words of a document are only those of its mentions."""
    text = corpus.text(document)
    return text is not None and isinstance(text[0], MentionStrings) and text[1] in text[0].listed


def place_strings(text: LetterText, key: LetterText, corpus: Corpus, document: int, notices: Notices) -> Projection:
    """Project listed mentions onto the key's text by order of occurrence, or near their stated positions."""
    source, number = corpus.texts[document] or (None, 0)
    stated = source.near if isinstance(source, MentionStrings) else {}
    rows = np.flatnonzero(corpus.document == document).tolist()
    spans = [slice(text.begin[corpus.start[row]], text.end[corpus.end[row] - 1]) for row in rows]
    strings = [text.letters[span] for span in spans]
    characters = [stated.get((number, int(corpus.start[row]))) for row in rows]
    near = [None if each is None else int(np.searchsorted(key.place, each)) for each in characters]
    occurrences = Occurrences(key.letters, key.words().begins)
    if count := occurrences.ambiguous(strings):
        line = int(corpus.document_line[document]) or None
        of_document = f"of {quoted(corpus.names[document])}"
        notices.add("string-in-several-places", of_document, corpus.sources[document], line, count)
    first = np.full(len(text.letters), -1, np.int64)
    placed = occurrences.place(zip(strings, corpus.entity[rows].tolist(), near, strict=True))
    for span, place in zip(spans, placed, strict=True):
        if place is not None:
            first[span] = np.arange(*place)
    return Projection(text, first, first, np.ones(len(key.letters), bool), key)


def relocated(projection: Projection, mentions: Sequence[Sequence[tuple[int, int]]]) -> Projection:
    """Return the projection with lost mentions at the nearest equal words of the key, in any case.

    `mentions` are runs of positions. “Nearest” is measured from the key letter after that of the last placed letter
    before the mention; of two that are equally near, the first is taken.
    """
    text, key = projection.text, projection.key
    letters = key.letters.lower()
    lost = [run for runs in mentions if len(runs) == 1 for run in runs if projection.run(*run) is None]
    if not lost or len(letters) != len(key.letters):
        return projection
    occurrences = Occurrences(letters, key.words().begins)
    places: dict[Run, Run] = {}
    placed = np.flatnonzero(projection.first >= 0)
    for run in lost:
        begin, end = text.begin[run[0]], text.end[run[1] - 1]
        before = int(np.searchsorted(placed, begin))
        expected = int(projection.last[placed[before - 1]]) + 1 if before else 0
        starts = occurrences.of(text.letters[begin:end].lower())
        number = bisect_left(starts, expected)
        around = sorted((abs(start - expected), start) for start in starts[max(number - 1, 0) : number + 1])
        if around:
            start = around[0][1]
            places[begin, end - 1] = start, start + end - begin - 1
    return replace(projection, relocated=places)
