"""Mention types from words alone, by one rule with word lists per language, where a file has no part of speech.

A mention is a pronoun if it is one word of the language's closed list. Where capital letters mark names, it is a name
if each of its words begins with a capital letter, apart from an article before it, particles within it and what follows
an apostrophe; of a mention of one word that opens a sentence the word must occur with a capital letter elsewhere in the
document, inside a sentence. Anything else is nominal. In languages that write all nouns with a capital letter, or have
none, names look like nominals: anything but a pronoun stays unknown.

The lists are in `word_lists.toml`, which is read with the first type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.model import TYPES, Integers
from corefscope.text import Text

AUTO, NEVER = "auto", "none"
NAME, NOMINAL, PRONOUN = (TYPES.index(name) for name in ("name", "nominal", "pronoun"))
SAMPLE, LEAST_WORDS, LEAST_SHARE, LEAST_RATIO = 20_000, 10, 0.2, 4
LONGEST_NAME = 30  # tokens; a longer mention is a description
# Flags of a token; the last one depends on its document.
WORD, IS_PRONOUN, ARTICLE, APOSTROPHE, CAPITAL, IN_NAME, ALONE = (1 << bit for bit in range(7))


@dataclass(eq=False)
class WordLanguage:
    """The language for guessing types from words: the setting, or the language of the key's words.

    Texts are opened for the first type.
    """

    choice: str
    texts: Sequence[tuple[Text, int] | None]
    guessed: int = 0  # the number of types so far

    @cached_property
    def code(self) -> str | None:
        if self.choice != AUTO:
            return self.choice
        return language_of(word for text in self.texts if text for word in text[0].words(text[1]) or ())


@cache
def word_lists() -> dict[str, dict[str, Any]]:
    """Return the lists of each language; a language with only common words has no rule."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name("word_lists.toml").read_text(encoding="utf-8"))


def language_of(words: Iterable[str]) -> str | None:
    """Return the language whose lists hold most of the words; None without a clear winner, or without a rule for it.

    Of the first 20,000 words with letters, a fifth of all have to be in its lists (pronouns, articles, common words).
    Of the words that only it or only the second language has, which tell Danish from Norwegian, at least ten have to be
    its own, and four times as many as the other's.

    >>> language_of("She said that he was in the house and that it would be there when they came".split())
    'en'
    """
    counts = Counter(islice((word.lower() for word in words if word and word[-1].isalpha()), SAMPLE))
    parts = ("pronouns", "articles", "common")
    known = {code: {*" ".join(map(lists.get, parts, ("",) * 3)).split()} for code, lists in word_lists().items()}
    ranked = sorted((sum(counts[word] for word in listed), code) for code, listed in known.items())
    (_, second), (total, first) = ranked[-2:]
    pairs = (known[first] - known[second], known[second] - known[first])
    own, other = (sum(counts[word] for word in listed) for listed in pairs)
    enough = total >= LEAST_SHARE * counts.total() and own >= max(LEAST_WORDS, LEAST_RATIO * other)
    return first if enough and "pronouns" in word_lists()[first] else None


@cache
def _word_sets(language: str) -> tuple[set[str], ...]:
    return tuple({*word_lists()[language].get(part, "").split()} for part in ("pronouns", "articles", "particles"))


@lru_cache(maxsize=1 << 16)
def _word_flags(language: str, word: str) -> int:
    """Return the flags of a word in a language that do not depend on its document."""
    pronouns, articles, particles = _word_sets(language)
    if not any(map(str.isalnum, word)):
        return 0
    lower, capital = word.lower(), word[0].isupper() or (len(word) > 2 and word[1] in "'’" and word[2].isupper())
    flags = WORD | IS_PRONOUN * (lower in pronouns) | ARTICLE * (lower in articles) | APOSTROPHE * (word[0] in "'’")
    return flags | (CAPITAL | IN_NAME) * capital | IN_NAME * (word in particles or word[0].isdigit())


class WordTypes:
    """The types of the mentions of one document, by the rule of a language."""

    def __init__(self, language: str, words: Sequence[str], sentences: Sequence[tuple[int, int]] | None) -> None:
        self._has_names = word_lists()[language]["names"]
        flags = np.fromiter(map(partial(_word_flags, language), words), np.uint8, len(words))
        starts = [start for start, _ in sentences] if sentences else _starts(words)
        # A quotation or bracket at the start of a sentence opens it too.
        places = np.append(np.flatnonzero(flags & WORD), len(words))
        opening = np.zeros(len(words) + 1, bool)
        opening[places[np.searchsorted(places, np.minimum(starts, len(words)))]] = True
        capital = flags & (CAPITAL | IS_PRONOUN) == CAPITAL
        inside = {words[place] for place in np.flatnonzero(capital & ~opening[:-1]).tolist()}
        opening[[place for place in np.flatnonzero(opening[:-1]).tolist() if words[place] in inside]] = False
        flags[~opening[:-1]] |= ALONE
        self._flags: list[int] = flags.tolist()

    def of(self, start: Integers, end: Integers) -> NDArray[np.int8]:
        """The types, numbers in TYPES, of mentions from `start` to `end`, excluded.

        >>> words = WordTypes("en", "Ann met the Bank of Spain . She left the bank .".split(), None)
        >>> [TYPES[kind] for kind in words.of(np.array([2, 7, 9]), np.array([6, 8, 11]))]
        ['name', 'pronoun', 'nominal']
        """
        return np.array(list(map(self._type, start.tolist(), end.tolist())), np.int8)

    def _type(self, start: int, end: int) -> int:
        other = NOMINAL if self._has_names else 0
        if min(end, len(self._flags)) - start > LONGEST_NAME:
            return other
        flags = [each for each in self._flags[start:end] if each & WORD]
        if not flags:
            return 0
        if len(flags) == 1 and flags[0] & IS_PRONOUN:
            return PRONOUN
        if not self._has_names:
            return 0
        first = next((place for place, each in enumerate(flags) if not each & ARTICLE), len(flags) - 1)
        last = next((place for place in range(len(flags) - 1, first, -1) if not flags[place] & APOSTROPHE), first)
        name = flags[first] & flags[last] & CAPITAL and all(each & IN_NAME for each in flags[first : last + 1])
        return NAME if name and (last > first or flags[first] & ALONE) else NOMINAL


def _starts(words: Sequence[str]) -> list[int]:
    """Guess where sentences begin: at the start, and after a stop."""
    stops = (".", "!", "?", "…", "...", "。", "！", "？")
    return [0, *(place + 1 for place, word in enumerate(words) if word in stops)]
