"""What every analysis needs to know of mentions: words, heads, types, places, and their order in the text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions.coverage import runs
from corefscope.analysis.language import ZERO, Language
from corefscope.arrays import changes
from corefscope.metrics.evidence import Evidence
from corefscope.model import CHARACTERS, EMPTY_NODES, TOKENS, TYPES, Corpus, Integers, text_order
from corefscope.text import Text
from corefscope.types.mention_types import with_heads_and_types

PRONOUN = TYPES.index("pronoun")
LIST_RULE = "list of pronouns"
MOST_TOKENS = 1 << 19  # of all texts that are kept, before they are forgotten
# Longer mentions are shown with this many tokens or characters, half from each end.
MOST_SHOWN = {TOKENS: 200, CHARACTERS: 2000}


class DocumentText:
    """The words of one document, and what follows from them."""

    def __init__(self, source: Text, number: int) -> None:
        self.source, self.number, self.words = source, number, source.words(number)

    @cached_property
    def sentences(self) -> list[tuple[int, int]] | None:
        return self.source.sentences(self.number)


class TextCache:
    """The texts that both sides of several systems share, read once; forgotten when they have many tokens."""

    def __init__(self) -> None:
        self._texts: dict[tuple[int, int], DocumentText] = {}
        self._tokens = 0
        self.key: MentionSide | None = None  # of the system before

    def of(self, text: tuple[Text, int]) -> DocumentText:
        place = id(text[0]), text[1]
        if place not in self._texts or self._texts[place].source is not text[0]:  # an `id` is not that of a copy
            document = DocumentText(*text)
            self._tokens += len(document.words or ())
            if self._tokens > MOST_TOKENS:
                self._texts, self._tokens = {}, len(document.words or ())
            self._texts[place] = document
        return self._texts[place]


class MentionWords:
    """The words of a corpus's mentions, where its texts are known."""

    def __init__(self, corpus: Corpus, cache: TextCache | None = None) -> None:
        self.corpus, self.cache = corpus, TextCache() if cache is None else cache

    def text(self, document: int) -> Sequence[str] | None:
        """Return the words of a document, or its characters."""
        text = self.corpus.text(document)
        if text is None:
            return None
        raw = self.corpus.raw_text(document) if self.corpus.unit == CHARACTERS else None
        return self.cache.of(text).words if raw is None else raw

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
        """Mentions of one word or zero; those that are ids count as one word."""
        corpus = self.corpus
        if corpus.label is not None:
            return np.ones(corpus.mention_count, bool)
        if corpus.unit == CHARACTERS:
            return np.array([len(self.of(row)) <= 1 for row in range(corpus.mention_count)], bool)
        return mention_lengths(corpus) <= 1


def types_of(corpus: Corpus) -> NDArray[np.int8]:
    """Return the type of each mention, a number in TYPES; 0 where it is unknown."""
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

    def __init__(self, corpus: Corpus, language: Language, texts: TextCache) -> None:
        super().__init__(corpus, texts)
        self.source, self.language = corpus, language
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

    def __init__(self, evidence: Evidence, language: Language, texts: TextCache | None = None) -> None:
        """Compute types and heads by the rules of `stats`; systems that are analysed together share `texts`."""
        texts = TextCache() if texts is None else texts
        key, shared = evidence.matched_key, texts.key
        if shared is None or shared.source is not key or shared.language != language:
            shared = texts.key = MentionSide(key, language, texts)
        self.evidence, self.language = evidence, language
        self.sides = {"key": shared, "response": MentionSide(_with_key_texts(evidence), language, texts)}
        self.key, self.response = self.corpora = shared.corpus, self.sides["response"].corpus
        rules = shared.rules + self.sides["response"].rules
        self.rules: Mapping[str, int] = {rule: count for rule, count in rules.items() if count}
        self._locations: dict[tuple[str, int], Location] = {}

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
        if (name, row) in self._locations:
            return self._locations[name, row]
        side = self.sides[name]
        corpus, document = side.corpus, int(side.corpus.document[row])
        # The key's name is used; the response may spell it differently.
        of_key = document if name == "key" else int(self.evidence.partner[document])
        first = last = sentence = None
        if corpus.label is None:
            first = int(corpus.start[row])
            last = max(int(corpus.end[row]) - 1, first)
            text = self.key.text(of_key) if self.key.unit == TOKENS else None
            sentences = side.cache.of(text).sentences if text else None
            sentence = bisect_right(sentences or (), first, key=lambda bounds: bounds[0]) or None
        location = self._locations[name, row] = Location(
            document=self.key.names[of_key],
            first=first,
            last=last,
            text=side.excerpt(row),
            entity=corpus.entity_name(int(corpus.entity[row])),
            type=TYPES[int(types_of(corpus)[row])],
            sentence=sentence,
            file=corpus.sources[document] or None,
            line=int(corpus.line[row]) or None,
        )
        return location


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
    """Return the rank of each row in the order of these columns, the last first."""
    rank = np.empty(len(columns[0]), np.int64)
    rank[np.lexsort(columns)] = np.arange(len(rank))
    return rank


def _sort_columns(corpus: Corpus, document: Integers) -> list[Integers]:
    """Return the columns that order mentions: positions of one with gaps, length, end, start and, first, document.

    Mentions that are ids keep the order of the file.
    """
    rows = np.arange(corpus.mention_count)
    if corpus.label is not None:
        nothing = np.zeros_like(rows)
        return [nothing, nothing, nothing, rows, document]
    first, last = (corpus.start + 1) * EMPTY_NODES, corpus.end * EMPTY_NODES
    form = np.zeros(corpus.mention_count, np.int64)
    if corpus.shape is not None:
        in_order = [tuple(map(text_order, shape)) for shape in corpus.shapes]
        number = {shape: rank for rank, shape in enumerate(sorted(set(in_order)), 1)}
        for row in np.flatnonzero(corpus.shape >= 0).tolist():
            shape = in_order[corpus.shape[row]]
            first[row], last[row], form[row] = shape[0], shape[-1], number[shape]
    return [form, mention_lengths(corpus), last, first, document]
