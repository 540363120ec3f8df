"""Position, words, head and type of each mention of an alignment."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.mistakes.language import Language
from corefscope.analysis.mistakes.text_cache import JoinedColumns, TextCache, TokenMarks
from corefscope.analysis.mistakes.text_order import ranks, sort_columns
from corefscope.metrics.evidence import Evidence
from corefscope.model import CHARACTERS, TOKENS, TYPES, Corpus, Integers
from corefscope.types.mention_types import with_heads_and_types

PRONOUN = TYPES.index("pronoun")
LIST_RULE = "list of pronouns"
ZERO = "∅"  # shown for an empty node
# Longer mentions are shown with this many tokens or characters, half from each end.
MOST_SHOWN = {TOKENS: 200, CHARACTERS: 2000}


@dataclass(frozen=True)
class MentionInfo:
    """The mentions of both sides; a row of the alignment is the key's mention if there is one."""

    evidence: Evidence
    language: Language
    key: Corpus  # with every head and type that a rule gives
    response: Corpus
    rules: Mapping[str, int]  # how often each rule gave a mention type, on both sides
    key_words: MentionWords
    response_words: MentionWords
    given_types: tuple[NDArray[np.int8], NDArray[np.int8]]  # of either side, without the list of pronouns

    @staticmethod
    def of(evidence: Evidence, language: Language, texts: TextCache | None = None) -> MentionInfo:
        """Compute types and heads by the rules of `stats`; a response without columns uses the key's.

        Systems that are analysed together share `texts`: what is known of the key and of words.
        """
        texts = TextCache() if texts is None else texts
        shared = evidence.matched_key
        key = texts.made(("side", language), shared, 0, lambda: _side(shared, language, texts))
        response = _side(_with_key_texts(evidence), language, texts)
        counts = {rule: count for rule, count in (key.rules + response.rules).items() if count}
        types = (key.given_types, response.given_types)
        return MentionInfo(evidence, language, key.corpus, response.corpus, counts, key.words, response.words, types)

    @property
    def guessed(self) -> tuple[str, int] | None:
        """The language by whose rule words gave types, if they did, and how many."""
        language = self.evidence.matched_key.language
        if language is None or language.code is None or not language.guessed:
            return None
        return language.code, self.rules.get("words", 0) or language.guessed

    @cached_property
    def rank(self) -> Integers:
        """The rank of each row of the alignment in text order."""
        partner, response = self.evidence.partner, self.response
        sides = sort_columns(self.key, self.key.document), sort_columns(response, partner[response.document])
        columns = [self.on_rows(mine, theirs) for mine, theirs in zip(*sides, strict=True)]
        return ranks((self.evidence.alignment.key_row < 0, *columns))

    @cached_property
    def documents(self) -> list[int]:
        """The key's document of each row of the alignment."""
        found: list[int] = self.on_rows(self.key.document, self.evidence.partner[self.response.document]).tolist()
        return found

    @cached_property
    def types(self) -> NDArray[np.int8]:
        """The type of each row of the alignment, a number in TYPES."""
        return self.on_rows(self.types_of(self.key), self.types_of(self.response))

    @cached_property
    def is_pronoun(self) -> NDArray[np.bool_]:
        """Rows of one word (or of a zero) that are pronouns."""
        return self.on_rows(*(self.types_of(side) == PRONOUN for side in self.corpora)) & self.is_word

    @cached_property
    def is_word(self) -> NDArray[np.bool_]:
        """Rows of one word, or of a zero."""
        return self.on_rows(*map(single_words, self.corpora))

    @property
    def corpora(self) -> tuple[Corpus, Corpus]:
        return self.key, self.response

    @staticmethod
    def types_of(corpus: Corpus) -> NDArray[np.int8]:
        return np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type

    def on_rows(self, key: NDArray[Any], response: NDArray[Any]) -> NDArray[Any]:
        """Combine columns of key and response into one of the alignment; the key's value wins."""
        alignment = self.evidence.alignment
        mine, theirs = np.append(key, key.dtype.type(0)), np.append(response, response.dtype.type(0))
        return np.where(alignment.key_row >= 0, mine[alignment.key_row], theirs[alignment.response_row])


def single_words(corpus: Corpus) -> NDArray[np.bool_]:
    """Mark mentions of one word or zero; mentions that are ids count as one word."""
    if corpus.label is not None:
        return np.ones(corpus.mention_count, bool)
    if corpus.unit == CHARACTERS:
        words = MentionWords(corpus)
        return np.array([words.is_one(row) for row in range(corpus.mention_count)], bool)
    single = corpus.end - corpus.start <= 1
    if corpus.shape is not None:
        shaped = np.flatnonzero(corpus.shape >= 0)
        single[shaped] = [len(corpus.shapes[number]) == 1 for number in corpus.shape[shaped].tolist()]
    return single


class MentionWords:
    """The words of mentions; each text is fetched once per document, and may be missing."""

    def __init__(self, corpus: Corpus, cache: TextCache | None = None) -> None:
        self.corpus = corpus
        self.cache = TextCache() if cache is None else cache
        self._starts: dict[int, list[int]] = {}

    def text(self, document: int) -> list[str] | str | None:
        text = self.corpus.text(document)
        if text is None:
            return None
        return self.cache.words(text, self.corpus.raw_text(document) if self.corpus.unit == CHARACTERS else None)

    def marks(self, document: int, language: Language) -> TokenMarks | None:
        """Return what a language says of the tokens of a document; None if its words are not known."""
        text = self.corpus.text(document) if self.corpus.unit == TOKENS else None
        if text is None or self.cache.words(text) is None:
            return None
        return self.cache.marks(text, language)

    def of(self, row: int) -> list[str]:
        """Return the words of a mention; `∅` for an empty node."""
        corpus = self.corpus
        if corpus.label is not None:
            return [str(corpus.label[row])]
        return self._at(row, corpus.positions(row))

    def _at(self, row: int, positions: Sequence[int]) -> list[str]:
        text = self.text(int(self.corpus.document[row]))
        if text is None:
            return []
        found: Sequence[str]
        if isinstance(positions, range):
            found = text[positions.start : positions.stop]
        else:
            found = [text[place] if place >= 0 else ZERO for place in positions if place < len(text)]
        return "".join(found).split() if self.corpus.unit == CHARACTERS else list(found)

    def shown(self, row: int) -> str:
        """Return the words of a mention as one string; only both ends of a very long mention."""
        corpus = self.corpus
        most = MOST_SHOWN[corpus.unit]
        if corpus.label is not None or len(positions := corpus.positions(row)) <= most:
            return " ".join(self.of(row))
        ends = (self._at(row, part) for part in (positions[: most // 2], positions[-(most // 2) :]))
        return " … ".join(" ".join(words) for words in ends if words)

    def is_one(self, row: int) -> bool:
        """Test whether a mention in running text has at most one word."""
        positions, document = self.corpus.positions(row), int(self.corpus.document[row])
        raw = self.text(document)
        if not isinstance(raw, str) or not isinstance(positions, range):
            return len(self.of(row)) <= 1
        if document not in self._starts:
            self._starts[document] = [match.start() for match in re.finditer(r"\S+", raw)]
        starts, start = self._starts[document], positions.start
        begun = bisect_left(starts, positions.stop) - bisect_left(starts, start)
        # A mention may begin inside a word.
        inside = start > 0 and not any(map(str.isspace, raw[start - 1 : start + 1]))
        return begun + inside <= 1


def _with_key_texts(evidence: Evidence) -> Corpus:
    """Return the response with the key's texts, which have more columns; its own where the key has none."""
    key, response = evidence.matched_key, evidence.matched_response
    if response.unit != TOKENS or key.unit != TOKENS or not key.texts:
        return response
    own = response.texts or [None] * response.document_count
    texts = [
        (key.texts[number] if number >= 0 else None) or text
        for number, text in zip(evidence.partner.tolist(), own, strict=True)
    ]
    return replace(response, texts=texts)


class _Side(NamedTuple):
    """One side with all that rules give, and its types without the list of pronouns."""

    corpus: Corpus
    words: MentionWords
    rules: Counter[str]
    given_types: NDArray[np.int8]


def _side(corpus: Corpus, language: Language, texts: TextCache) -> _Side:
    """Add every head and type to a side."""
    words = MentionWords(corpus, texts)
    if corpus.label is not None:
        return _Side(corpus, words, Counter(), MentionInfo.types_of(corpus))
    full, _, rules = with_heads_and_types(corpus, columns=texts.columns)
    typed, listed = _with_listed_pronouns(full, words, language)
    rules["unknown"] -= listed
    rules[LIST_RULE] += listed
    return _Side(typed, words, rules, MentionInfo.types_of(full))


def _with_listed_pronouns(corpus: Corpus, words: MentionWords, language: Language) -> tuple[Corpus, int]:
    """Mark one-word mentions in the language's list as pronouns; count those that had no type."""
    kinds = MentionInfo.types_of(corpus).copy()
    rows = np.flatnonzero((kinds != PRONOUN) & single_words(corpus))
    if corpus.unit == TOKENS and corpus.shape is None:
        wanted = np.bincount(corpus.document[rows], minlength=corpus.document_count) > 0
        marks = (words.marks(document, language) if some else None for document, some in enumerate(wanted.tolist()))
        listed = JoinedColumns([None if each is None else each.pronoun for each in marks], np.bool_)
        found = rows[listed.at(corpus.document[rows], corpus.start[rows])]
    else:
        single = ((row, words.of(row)) for row in rows.tolist())
        listed_rows = [row for row, text in single if len(text) == 1 and text[0].lower() in language.pronouns]
        found = np.array(listed_rows, np.int64)
    unknown = int((kinds[found] == 0).sum())
    kinds[found] = PRONOUN
    return replace(corpus, type=kinds), unknown
