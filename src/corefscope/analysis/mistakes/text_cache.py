"""What several systems, and both sides of each, need of the same texts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.mistakes.language import Language
from corefscope.model import Integers
from corefscope.text import Text
from corefscope.types.mention_types import TextColumns

MOST_TOKENS = 1 << 19  # of all texts, before what was made of them is forgotten
MOST_WORDS = 1 << 16  # different words of which is kept what a language says
Made = TypeVar("Made")


class JoinedColumns:
    """A column of the tokens of several documents, one after the other; None is one without tokens."""

    def __init__(self, columns: Sequence[NDArray[Any] | None], dtype: Any) -> None:
        there = [np.zeros(0, dtype) if column is None else column for column in columns]
        self.length = np.array([len(column) for column in there], np.int64)
        self.first = np.cumsum(self.length) - self.length
        self.joined: NDArray[Any] = np.concatenate(there) if there else np.zeros(0, dtype)

    def at(self, document: Integers, token: Integers) -> NDArray[Any]:
        """Return the values of tokens; 0 where a document has no such token."""
        values = np.zeros(len(document), self.joined.dtype)
        inside = (token >= 0) & (token < self.length[document])
        values[inside] = self.joined[self.first[document][inside] + token[inside]]
        return values


class TextCache:
    """Words, columns and cores of texts, made once; forgotten when they are those of many tokens."""

    def __init__(self) -> None:
        # By identity of a text and by document; the text is kept, because its identity could be reused.
        self._made: dict[Hashable, tuple[Any, Any]] = {}
        self._tokens = 0

    def made(self, what: Hashable, source: Any, number: int, make: Callable[[], Made]) -> Made:
        """Return what is made of an object, a text or a corpus; made at the first call."""
        found = self._made.get((what, id(source), number))
        if found is None or found[0] is not source:  # an identity means nothing after a copy to another process
            found = self._made[what, id(source), number] = source, make()
        value: Made = found[1]
        return value

    def words(self, text: tuple[Text, int], raw: str | None = None) -> list[str] | str | None:
        """Return the words of a text, or its running text."""
        return raw if raw is not None else self.made("words", *text, lambda: self._words(*text))

    def _words(self, source: Text, number: int) -> list[str] | None:
        words = source.words(number)
        self._tokens += len(words or ())
        if self._tokens > MOST_TOKENS:
            self._made.clear()
            self._tokens = len(words or ())
        return words

    def sentences(self, text: tuple[Text, int]) -> list[tuple[int, int]] | None:
        return self.made("sentences", *text, lambda: text[0].sentences(text[1]))

    def columns(self, texts: Sequence[tuple[Text, int]]) -> TextColumns:
        """Return what the texts of a document say of heads and types."""
        if len(texts) != 1:
            return TextColumns(texts)
        text, words = texts[0], self.words(texts[0])
        # Sentences with the words, because a text that is parsed has all of them at hand.
        sentences = self.sentences(text)
        return self.made("columns", *text, lambda: TextColumns(texts, words or (), sentences))

    def sentence_starts(self, text: tuple[Text, int]) -> list[int]:
        return self.made("starts", *text, lambda: [start for start, _ in self.sentences(text) or ()])

    def marks(self, text: tuple[Text, int], language: Language) -> TokenMarks:
        return self.made(("marks", language), *text, lambda: _marks(self.words(text) or (), language))


class TokenMarks(NamedTuple):
    """What a language says of each token: the next that can begin a core, the last before it that can end one."""

    first_kept: Integers
    last_kept: Integers
    pronoun: NDArray[np.bool_]  # whether the token is in the list of pronouns


def _marks(words: Sequence[str], language: Language) -> TokenMarks:
    known = _known(language)
    marks = np.fromiter(map(known.__getitem__, words), np.uint8, len(words))
    if len(known) > MOST_WORDS:
        known.clear()
    place = np.arange(len(words))
    first, last = np.where(marks & 1, len(words), place), np.where(marks & 2, -1, place)
    first[-1:], last[:1] = place[-1:], place[:1]  # one token remains
    first_kept, last_kept = np.minimum.accumulate(first[::-1])[::-1], np.maximum.accumulate(last)
    return TokenMarks(first_kept, last_kept, marks & 4 > 0)


class _Known(dict[str, int]):
    """Of each word whether it may precede a core, may follow it, and is a pronoun, in three bits."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __missing__(self, word: str) -> int:
        language = self.language
        bits = language.may_precede(word), language.may_follow(word), word.lower() in language.pronouns
        self[word] = sum(bit << place for place, bit in enumerate(bits))
        return self[word]


_known = lru_cache(maxsize=8)(_Known)
