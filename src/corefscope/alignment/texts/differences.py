"""What a response did to the words of the key's text: copied, changed, missing, invented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefscope.alignment.texts.letter_text import LetterText, TextWords
from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, WordBlock


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
    def of(blocks: Sequence[WordBlock], ends_early: bool) -> Differences:
        """Count the words of an alignment.

        >>> Differences.of([WordBlock(EQUAL, 0, 2, 0, 2), WordBlock(CHANGED, 2, 3, 2, 3)], False)
        Differences(copied=2, changed=1, missing=0, invented=0, ends_early=False, changes=())
        """
        counts = dict.fromkeys((EQUAL, CHANGED, DELETED, INSERTED), 0)
        for kind, low, high, start, stop in blocks:
            counts[kind] += stop - start if kind == INSERTED else high - low
        return Differences(counts[EQUAL], counts[CHANGED], counts[DELETED], counts[INSERTED], ends_early)

    def with_changes(
        self, blocks: Sequence[WordBlock], text: LetterText, key: TextWords, response: TextWords
    ) -> Differences:
        """Add what was changed, for the page; `text` is the key's."""
        changes = []
        for kind, low, high, start, stop in blocks:
            if kind != EQUAL:
                letters = key.begins[low], key.begins[high]
                here = int(text.place[letters[0]]) if letters[0] < len(text.place) else len(text.text)
                end = int(text.place[letters[1] - 1]) + 1 if low < high else here
                changes.append(Change(kind, here, end, _joined(response, start, stop)))
        return self._replace(changes=tuple(changes))


def _joined(words: TextWords, start: int, stop: int) -> str:
    """The words, with a blank where one opens a token."""
    parts = (" " * (words.opens[place] and place > start) + words.words[place] for place in range(start, stop))
    return "".join(parts)
