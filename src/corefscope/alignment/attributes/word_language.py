"""By whose rule words give mention types. The words of all languages are loaded when the first type is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from corefscope.text import Text

AUTO, NEVER = "auto", "none"


class WordLanguage:
    """The language by whose rule the words of both sides give types: as chosen, or that of the key's words.

    `guessed` counts the types given so far. Texts are opened when the first type is wanted.
    """

    def __init__(self, choice: str, texts: Sequence[tuple[Text, int] | None]) -> None:
        self.choice, self.guessed, self._texts = choice, 0, texts

    @cached_property
    def code(self) -> str | None:
        if self.choice != AUTO:
            return self.choice
        from corefscope.alignment.attributes.word_types import language_of

        return language_of(word for text in self._texts if text for word in text[0].words(text[1]) or ())
