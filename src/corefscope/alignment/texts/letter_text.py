"""The letters of a document, that is its text without blanks, and where words begin in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscope.alignment.texts.word_diff import NO_BLANKS
from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, Corpus, Integers
from corefscope.problems import PairingError

# A word of letters and digits, or one punctuation mark; an underscore is one.
_WORD = re.compile(rf"[{NO_BLANKS}]|[^\W_{NO_BLANKS}]+|[^\w\s]|_")
_BLANK = re.compile(r"\s")  # the characters that str.isspace names


class TextWords(NamedTuple):
    """Words and punctuation marks, the letter at which each begins, and whether it opens a token.

    `begins` and `opens` have one extra entry for the end of the text.
    """

    words: list[str]
    begins: list[int]
    opens: list[bool]


@dataclass(frozen=True)
class LetterText:
    """The text of a document, its letters, and offsets into them.

    `begin` and `end` are the letters of each position of the corpus, `place` the offset of each letter in the
    text, `cuts` the letters at which tokens begin (in running text: words between blanks).
    """

    text: str
    letters: str
    begin: Sequence[int]
    end: Sequence[int]
    place: Integers
    cuts: Sequence[int]

    def words(self) -> TextWords:
        words, begins, opens = [], [], []
        for low, high in pairwise([*self.cuts, len(self.letters)]):
            for match in _WORD.finditer(self.letters, low, high):
                words.append(match[0])
                begins.append(match.start())
                opens.append(match.start() == low)
        return TextWords(words, [*begins, len(self.letters)], [*opens, True])

    def spans(self, runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Convert runs of letters to half-open ranges of the text, including blanks inside a run."""
        return [(int(self.place[first]), int(self.place[last]) + 1) for first, last in runs]

    def last_letter(self, position: int) -> int:
        """Return the offset in the text of the last letter of a corpus position."""
        return int(self.place[self.end[position] - 1])


def letter_text(corpus: Corpus, document: int, name: str) -> LetterText:
    """Return the text of one document; `name` is its side, for messages."""
    raw, words = corpus.raw_text(document), corpus.words(document) if corpus.unit != CHARACTERS else None
    if corpus.unit == CHARACTERS and raw is not None:
        is_letter = np.ones(len(raw), bool)
        is_letter[[match.start() for match in _BLANK.finditer(raw)]] = False
        end = np.cumsum(is_letter)
        begin = end - is_letter
        place = np.flatnonzero(is_letter)
        # A word begins at a letter after a blank or at the start.
        cuts = begin[place[np.append(True, np.diff(place) > 1)[: len(place)]]]
        return LetterText(raw, "".join(raw.split()), begin.tolist(), end.tolist(), place, cuts.tolist())
    if words is None:
        raise PairingError(
            "no-text-to-align",
            f"the text of document {quoted(corpus.names[document])} of the {name} is not known, "
            "so it cannot be aligned",
            corpus.sources[document],
            hint="aligning characters needs the words of both sides",
        )
    plain = ["".join(word.split()) for word in words]
    length = np.array([len(word) for word in plain], np.int64)
    ends = np.cumsum(length)
    begins = (ends - length).tolist()
    # The text has one blank before every word but the first.
    place = np.arange(int(length.sum())) + np.repeat(np.arange(len(plain)), length)
    return LetterText(" ".join(plain), "".join(plain), begins, ends.tolist(), place, begins)
