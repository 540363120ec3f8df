"""What several systems, and both sides of each, need of the same texts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from corefscope.alignment.attributes.types import TextColumns
from corefscope.analysis.mistakes.language import Language
from corefscope.text import Text

MOST_TOKENS = 1 << 19  # of all texts, before what was made of them is forgotten
Made = TypeVar("Made")


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

    def columns(self, texts: Sequence[tuple[Text, int]]) -> TextColumns:
        """Return what the texts of a document say of heads and types."""
        if len(texts) != 1:
            return TextColumns(texts)
        words = self.words(texts[0])
        self.sentence_starts(texts[0])  # with the words, because a text that is parsed has all of them at hand
        return self.made("columns", *texts[0], lambda: TextColumns(texts, words or ()))

    def sentence_starts(self, text: tuple[Text, int]) -> list[int]:
        return self.made("sentences", *text, lambda: [start for start, _ in text[0].sentences(text[1]) or ()])

    def ends(self, text: tuple[Text, int], language: Language) -> tuple[list[int], list[int]]:
        """Return for each token the next token that can begin a core, and the last before it that can end one."""
        return self.made(("ends", language), *text, lambda: _ends(self.words(text) or (), language))


def _ends(words: Sequence[str], language: Language) -> tuple[list[int], list[int]]:
    different = set(words)
    before, after = ({word for word in different if may(word)} for may in (language.may_precede, language.may_follow))
    first, last = list(range(len(words))), list(range(len(words)))
    for place in range(len(words) - 2, -1, -1):
        if words[place] in before:
            first[place] = first[place + 1]
    for place in range(1, len(words)):
        if words[place] in after:
            last[place] = last[place - 1]
    return first, last
