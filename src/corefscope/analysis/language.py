"""Word lists per language for error types: articles, marks and pronouns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = Language(
    "en",
    _words("the"),
    _words("'s ’s"),
    _words(
        """
        i me my mine myself we us our ours ourselves you your yours yourself yourselves ya thyself
        he him his himself she her hers herself it its itself one they them their theirs themselves 'em em
        who whom whose whoever whomever which what whatever that this these those where when how
        somebody someone something anybody anyone everybody everyone everything nobody noone nothing none
        all few many most several some
        """
    ),
)
GERMAN = Language(
    "de",
    _words("der die das den dem des"),
    _words("' ’"),
    _words(
        """
        ich mich mir meiner du dich dir deiner er ihn ihm seiner sie ihr ihrer es wir uns unser euch euer ihnen sich
        mein meine meinen meinem meines dein deine deinen deinem deines sein seine seinen seinem seines
        ihre ihren ihrem ihres unsere unseren unserem unseres eure euren eurem eures
        wer wen wem wessen was dieser diese dieses diesen diesem jener jene jenes jenen jenem
        der die das den dem dessen deren denen man jemand niemand alle einige manche viele welche welcher welches
        """
    ),
)
PLAIN = Language("none", frozenset(), frozenset(), frozenset())
LANGUAGES = {language.name: language for language in (ENGLISH, GERMAN, PLAIN)}


def language(name: str | Language) -> Language:
    """Return a language by name: `en`, `de`, or `none` for no lists, so that only types from files count."""
    if isinstance(name, Language):
        return name
    if not isinstance(name, str) or name not in LANGUAGES:
        raise UnknownName("language", name, LANGUAGES)
    return LANGUAGES[name]
