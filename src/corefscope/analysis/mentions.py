"""The facts about mentions that every analysis needs: words, heads, types, places and text order."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions.coverage import runs
from corefscope.arrays import changes
from corefscope.metrics.evidence import Evidence
from corefscope.model import CHARACTERS, EMPTY_NODES, TOKENS, TYPES, Corpus, Integers, text_order
from corefscope.problems import UnknownName
from corefscope.types.mention_types import with_heads_and_types

ZERO = "∅"  # the word of an empty node
MOST_STRIPPED = 100  # the most words stripped at either end of a mention


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


PRONOUN = TYPES.index("pronoun")
LIST_RULE = "list of pronouns"
# Longer mentions are abbreviated to this many tokens or characters, half from each end.
MOST_SHOWN = {TOKENS: 200, CHARACTERS: 2000}


class MentionWords:
    """The words of a corpus's mentions, where its texts are known; the last document used stays in memory."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._document = -1
        self._text: Sequence[str] | None = None
        self._sentences: Sequence[tuple[int, int]] | None = None

    def text(self, document: int) -> Sequence[str] | None:
        """Return the words of a document, or its characters."""
        if document != self._document:
            self._document, self._text, self._sentences = document, None, None
            if (known := self.corpus.text(document)) is not None:
                raw = self.corpus.raw_text(document) if self.corpus.unit == CHARACTERS else None
                self._text = known[0].words(known[1]) if raw is None else raw
        return self._text

    def sentence(self, document: int, token: int) -> int | None:
        """Return the sentence of a token, counted from 1; None if unknown."""
        if self.corpus.unit != TOKENS or self.text(document) is None:
            return None
        if self._sentences is None and (known := self.corpus.text(document)) is not None:
            self._sentences = known[0].sentences(known[1]) or ()
        return bisect_right(self._sentences or (), token, key=lambda bounds: bounds[0]) or None

    def at(self, document: int, positions: Sequence[int]) -> list[str]:
        """Return the words at these positions; `∅` for an empty node."""
        text = self.text(document)
        if text is None:
            return []
        if isinstance(text, str):
            return " ".join(text[start:end] if start >= 0 else ZERO for start, end in runs(positions)).split()
        if isinstance(positions, range):
            return list(text[positions.start : positions.stop])
        return [text[place] if place >= 0 else ZERO for place in positions if place < len(text)]

    def of(self, row: int) -> list[str]:
        """Return the words of a mention."""
        if self.corpus.label is not None:
            return [str(self.corpus.label[row])]
        return self.at(int(self.corpus.document[row]), self.corpus.positions(row))

    def excerpt(self, row: int) -> str:
        """Return the words of a mention as one string; only both ends of a very long mention."""
        corpus, half = self.corpus, MOST_SHOWN[self.corpus.unit] // 2
        if corpus.label is not None or len(positions := corpus.positions(row)) <= 2 * half:
            return " ".join(self.of(row))
        ends = (self.at(int(corpus.document[row]), part) for part in (positions[:half], positions[-half:]))
        return " … ".join(" ".join(words) for words in ends if words)

    @cached_property
    def is_single(self) -> NDArray[np.bool_]:
        """Mark mentions of one word or zero; ids count as one word."""
        corpus = self.corpus
        if corpus.label is not None:
            return np.ones(corpus.mention_count, bool)
        if corpus.unit == CHARACTERS:
            return np.array([len(self.of(row)) <= 1 for row in range(corpus.mention_count)], bool)
        return mention_lengths(corpus) <= 1


def types_of(corpus: Corpus) -> NDArray[np.int8]:
    """Return the type of each mention, a number in TYPES; 0 if unknown."""
    return np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type


def mention_lengths(corpus: Corpus) -> Integers:
    """Return the number of positions that each mention covers."""
    length = (corpus.end - corpus.start).astype(np.int64)
    if corpus.shape is not None:
        shaped = np.flatnonzero(corpus.shape >= 0)
        length[shaped] = [len(corpus.shapes[number]) for number in corpus.shape[shaped].tolist()]
    return length


class MentionSide(MentionWords):
    """The words of one side, with every head and type that a rule gives."""

    def __init__(self, corpus: Corpus, language: Language) -> None:
        super().__init__(corpus)
        self.language = language
        self.rules: Counter[str] = Counter()  # how often each rule gave a type
        if corpus.label is None:
            self.corpus, _, self.rules = with_heads_and_types(corpus)
        self.given_types = types_of(self.corpus)  # without the list of pronouns
        if corpus.label is None:
            self.corpus = replace(self.corpus, type=self._with_listed_pronouns())

    def _with_listed_pronouns(self) -> NDArray[np.int8]:
        """Return the types, with one-word mentions in the language's list as pronouns."""
        types = self.given_types.copy()
        for row in np.flatnonzero((types != PRONOUN) & self.is_single).tolist():
            words = self.of(row)
            if len(words) == 1 and words[0].lower() in self.language.pronouns:
                listed = types[row] == 0
                self.rules.update({LIST_RULE: int(listed), "unknown": -int(listed)})
                types[row] = PRONOUN
        return types


class Location(NamedTuple):
    """The place of one mention; `first` and `last` count from 0, both inclusive. Unknown values are None."""

    document: str
    first: int | None
    last: int | None
    text: str
    entity: str
    type: str
    sentence: int | None  # counted from 1
    file: str | None
    line: int | None


class MentionInfo:
    """The mentions of both sides; a row of the alignment is the key's mention if there is one."""

    def __init__(self, evidence: Evidence, language: Language) -> None:
        """Compute types and heads by the rules of `stats`."""
        self.evidence, self.language = evidence, language
        key, response = (MentionSide(side, language) for side in (evidence.matched_key, _with_key_texts(evidence)))
        self.sides = {"key": key, "response": response}
        self.key, self.response = self.corpora = key.corpus, response.corpus
        self.rules = {rule: count for rule, count in (key.rules + response.rules).items() if count}

    @property
    def guessed(self) -> tuple[str, int] | None:
        """The language whose rules gave types from words, and how many; None if they gave none."""
        language = self.evidence.matched_key.language
        if language is None or language.code is None or not language.guessed:
            return None
        return language.code, self.rules.get("words", 0) or language.guessed

    @cached_property
    def rank(self) -> Integers:
        """The rank of each row of the alignment in text order."""
        sides = [_sort_columns(self.key, self.key.document), _sort_columns(self.response, self.response_document)]
        columns = [self.on_rows(mine, theirs) for mine, theirs in zip(*sides, strict=True)]
        return _ranks([self.evidence.alignment.key_row < 0, *columns])

    @property
    def response_document(self) -> Integers:
        """The key's document of each mention of the response."""
        return self.evidence.partner[self.response.document]

    @cached_property
    def documents(self) -> Integers:
        """The key's document of each row of the alignment."""
        return self.on_rows(self.key.document, self.response_document)

    @cached_property
    def types(self) -> NDArray[np.int8]:
        """The type of each row of the alignment, a number in TYPES."""
        return self.on_rows(*map(types_of, self.corpora))

    @cached_property
    def is_pronoun(self) -> NDArray[np.bool_]:
        """Rows of one word (or of a zero) that are pronouns."""
        single: NDArray[np.bool_] = self.on_rows(*(side.is_single for side in self.sides.values()))
        return np.asarray((self.types == PRONOUN) & single)

    def on_rows(self, key: NDArray[Any], response: NDArray[Any]) -> NDArray[Any]:
        """Combine columns of key and response into one of the alignment; the key's value wins."""
        alignment = self.evidence.alignment
        mine, theirs = np.append(key, key.dtype.type(0)), np.append(response, response.dtype.type(0))
        return np.where(alignment.key_row >= 0, mine[alignment.key_row], theirs[alignment.response_row])

    def location(self, name: str, row: int) -> Location:
        """Return the place of a mention of the key or the response."""
        side = self.sides[name]
        corpus, document = side.corpus, int(side.corpus.document[row])
        # The key's name is used; the response may spell it differently.
        of_key = document if name == "key" else int(self.evidence.partner[document])
        first = last = sentence = None
        if corpus.label is None:
            first = int(corpus.start[row])
            last = max(int(corpus.end[row]) - 1, first)
            sentence = self.sides["key"].sentence(of_key, first)
        name_of_entity, kind = corpus.entity_name(int(corpus.entity[row])), TYPES[int(types_of(corpus)[row])]
        place = corpus.sources[document] or None, int(corpus.line[row]) or None
        return Location(self.key.names[of_key], first, last, side.excerpt(row), name_of_entity, kind, sentence, *place)


def _with_key_texts(evidence: Evidence) -> Corpus:
    """Return the response with the key's texts, which have more columns; its own where the key has none."""
    key, response = evidence.matched_key, evidence.matched_response
    if response.unit != TOKENS or key.unit != TOKENS or not key.texts:
        return response
    own = response.texts or [None] * response.document_count
    pairs = zip(evidence.partner.tolist(), own, strict=True)
    return replace(response, texts=[(key.texts[number] if number >= 0 else None) or text for number, text in pairs])


def text_rank(corpus: Corpus, document: Integers) -> Integers:
    """Return the rank of each mention in the text; `document` orders the documents, e.g. as in the key."""
    return _ranks(_sort_columns(corpus, document))


def first_in(group: Integers, rank: Integers) -> NDArray[np.bool_]:
    """Mark the first mention of each group in the text."""
    order = np.lexsort((rank, group))
    first = np.zeros(len(group), bool)
    first[order] = changes(group[order])
    return first


def _ranks(columns: Sequence[NDArray[Any]]) -> Integers:
    """Return the rank of each row when sorted by these columns; the last column is the primary one."""
    rank = np.empty(len(columns[0]), np.int64)
    rank[np.lexsort(columns)] = np.arange(len(rank))
    return rank


def _sort_columns(corpus: Corpus, document: Integers) -> list[Integers]:
    """Return the columns that order mentions: length, end, start and, first, document.

    Mentions that are ids keep the order of the file.
    """
    rows = np.arange(corpus.mention_count)
    if corpus.label is not None:
        nothing = np.zeros_like(rows)
        return [nothing, nothing, rows, document]
    first, last = (corpus.start + 1) * EMPTY_NODES, corpus.end * EMPTY_NODES
    if corpus.shape is not None:
        for row in np.flatnonzero(corpus.shape >= 0).tolist():
            positions = corpus.positions(row)
            first[row], last[row] = text_order(positions[0]), text_order(positions[-1])
    return [mention_lengths(corpus), last, first, document]
