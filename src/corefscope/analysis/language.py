"""Word lists per language for error types: articles, marks and pronouns."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corefscope.problems import UnknownName

ZERO = "∅"  # the word of an empty node
MOST_STRIPPED = 100  # words at either end of a mention; more are no mention


@dataclass(frozen=True)
class Language:
    """Articles before a mention and marks after it, which do not change its referent, and pronouns.

    Words are compared in lower case. Types from the file come first; the list of pronouns is used where it gives
    none, and adds words that taggers label otherwise.
    """

    name: str
    articles: frozenset[str]
    marks: frozenset[str]
    pronouns: frozenset[str]

    def strip(self, words: Sequence[str], positions: Sequence[int]) -> Sequence[int]:
        """Return the positions of a mention without articles, marks and punctuation at its ends; at least one.

        >>> ENGLISH.strip(["the", "ferry", "'s"], range(3)), ENGLISH.strip(["the"], range(1))
        (range(1, 2), range(0, 1))
        """
        for place, extra in ((0, self.articles), (-1, self.marks)):
            for _ in range(min(len(positions) - 1, MOST_STRIPPED)):
                word = words[positions[place]] if positions[place] >= 0 else ZERO
                if word.lower() not in extra and (len(word) != 1 or word.isalpha()):
                    break
                positions = positions[1:] if place == 0 else positions[:-1]
        return positions


LANGUAGES = {
    name: Language(name, *(frozenset(lists[part].split()) for part in ("articles", "marks", "pronouns")))
    for name, lists in tomllib.loads(Path(__file__).with_name("error_words.toml").read_text(encoding="utf-8")).items()
}
ENGLISH, PLAIN = LANGUAGES["en"], LANGUAGES["none"]


def language(name: str | Language) -> Language:
    """Return a language by name: `en`, `de`, or `none` for no lists, so that only types from files count."""
    if isinstance(name, Language):
        return name
    if not isinstance(name, str) or name not in LANGUAGES:
        raise UnknownName("language", name, LANGUAGES)
    return LANGUAGES[name]
