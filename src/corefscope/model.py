"""Mentions, documents and corpora: what every format is read into.

A Corpus holds the mentions of all documents as columns, which is what scoring works on.
A Document is the same thing in the shape people read and write. Each turns into the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from corefscope.errors import CorefscopeError, Notice

Integers = NDArray[np.int64]


class Mention(NamedTuple):
    """A run of tokens, counted from 0 in its document; `end` is exclusive, as in a Python slice.

    >>> ["the", "old", "harbour"][slice(*Mention(1, 3))]
    ['old', 'harbour']
    """

    start: int
    end: int


class Text(Protocol):
    """The words behind a corpus, kept by reference and taken apart only when asked for."""

    def words(self, document: int) -> list[str] | None: ...

    def sentences(self, document: int) -> list[tuple[int, int]] | None: ...

    def layer(self, document: int, name: str) -> list[str] | None: ...

    def token_line(self, document: int, token: int) -> int | None: ...


@dataclass
class Document:
    """One document: its name, its entities as lists of mentions, and its text where it is known.

    >>> Document("story", [[Mention(0, 2), Mention(5, 6)]]).mention_count
    2
    """

    name: str
    entities: list[list[Mention]]
    entity_ids: list[str] = field(default_factory=list)
    words: list[str] | None = None
    sentences: list[tuple[int, int]] | None = None
    token_count: int | None = None
    _text: tuple[Text, int] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.entity_ids:
            self.entity_ids = [str(number) for number in range(len(self.entities))]
        if self.token_count is None and self.words is not None:
            self.token_count = len(self.words)

    @property
    def mention_count(self) -> int:
        return sum(map(len, self.entities))

    def layer(self, name: str) -> list[str] | None:
        """A column of the file beside the words: `pos`, `parse`, `speaker`, `named_entity`; None if there is none."""
        return self._text[0].layer(self._text[1], name) if self._text else None

    def text_of(self, mention: Mention) -> str:
        """The words of a mention, joined by spaces."""
        if self.words is None:
            raise CorefscopeError(f"the words of document '{self.name}' are not known")
        return " ".join(self.words[mention.start : mention.end])


@dataclass(frozen=True)
class Corpus:
    """The mentions of all documents as columns.

    Entities are numbered in order of first appearance and belong to one document. `label` replaces
    `start` and `end` where mentions are opaque Python objects: equal labels of two corpora made by
    one interner mean equal mentions.
    """

    names: list[str]
    sources: list[str]
    document_line: Integers
    tokens: Integers  # -1 where unknown
    document: Integers
    start: Integers
    end: Integers  # exclusive
    entity: Integers
    line: Integers  # 0 where unknown
    entity_document: Integers
    entity_id: NDArray[Any]
    named: NDArray[np.bool_]  # False where the name stands for a missing one
    label: Integers | None = None
    texts: Sequence[tuple[Text, int] | None] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def document_count(self) -> int:
        return len(self.names)

    @property
    def mention_count(self) -> int:
        return len(self.document)

    @property
    def entity_count(self) -> int:
        return len(self.entity_document)

    def entity_name(self, entity: int) -> str:
        name = self.entity_id[entity]
        return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)

    def words(self, document: int) -> list[str] | None:
        text = self.texts[document] if self.texts else None
        return text[0].words(text[1]) if text else None

    def describe_mention(self, row: int) -> str:
        """How messages name a mention: its tokens, and its words where they are at hand."""
        if self.label is not None:
            return f"mention {row}"
        first, last = int(self.start[row]), int(self.end[row]) - 1
        words = self.words(int(self.document[row]))
        shown = f" '{' '.join(words[first : min(last + 1, first + 8)])}'" if words else ""
        return f"mention {first}–{last}{shown}"

    def keep(self, rows: NDArray[np.bool_]) -> Corpus:
        """The corpus with only these mentions; entities left without any disappear."""
        return self.with_entities(rows, self.entity)

    def with_entities(self, rows: NDArray[np.bool_], entity: Integers) -> Corpus:
        """The corpus with only these mentions, each in the (old) entity given for it."""
        entity = entity[rows]
        used = np.flatnonzero(np.bincount(entity, minlength=self.entity_count))
        renumber = np.zeros(self.entity_count, np.int64)
        renumber[used] = np.arange(len(used))
        return replace(
            self,
            document=self.document[rows],
            start=self.start[rows],
            end=self.end[rows],
            line=self.line[rows],
            entity=renumber[entity],
            entity_document=self.entity_document[used],
            entity_id=self.entity_id[used],
            label=None if self.label is None else self.label[rows],
        )

    def documents(self) -> list[Document]:
        """The corpus as Documents, in the order of the file."""
        entities: list[list[Mention]] = [[] for _ in range(self.entity_count)]
        for entity, start, end in zip(self.entity.tolist(), self.start.tolist(), self.end.tolist(), strict=True):
            entities[entity].append(Mention(start, end))
        documents = []
        first = np.searchsorted(self.entity_document, np.arange(self.document_count + 1)).tolist()
        for number, name in enumerate(self.names):
            low, high = first[number], first[number + 1]
            text = self.texts[number] if self.texts else None
            count = int(self.tokens[number])
            documents.append(
                Document(
                    name,
                    [sorted(mentions) for mentions in entities[low:high]],
                    [self.entity_name(entity) for entity in range(low, high)],
                    text[0].words(text[1]) if text else None,
                    text[0].sentences(text[1]) if text else None,
                    count if count >= 0 else None,
                    text,
                )
            )
        return documents


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """One corpus of several, documents in order; warnings of one kind are added up by the reader."""
    if len(corpora) == 1:
        return corpora[0]
    documents = np.cumsum([0] + [corpus.document_count for corpus in corpora])
    entities = np.cumsum([0] + [corpus.entity_count for corpus in corpora])
    shifted = list(zip(corpora, documents, entities, strict=False))

    def joined(column: str) -> NDArray[Any]:
        return np.concatenate([getattr(corpus, column) for corpus in corpora])

    return Corpus(
        names=[name for corpus in corpora for name in corpus.names],
        sources=[source for corpus in corpora for source in corpus.sources],
        document_line=joined("document_line"),
        tokens=joined("tokens"),
        document=np.concatenate([corpus.document + shift for corpus, shift, _ in shifted]),
        start=joined("start"),
        end=joined("end"),
        entity=np.concatenate([corpus.entity + shift for corpus, _, shift in shifted]),
        line=joined("line"),
        entity_document=np.concatenate([corpus.entity_document + shift for corpus, shift, _ in shifted]),
        entity_id=_joined_ids([corpus.entity_id for corpus in corpora]),
        named=joined("named"),
        texts=[text for corpus in corpora for text in (corpus.texts or [None] * corpus.document_count)],
        notices=tuple(notice for corpus in corpora for notice in corpus.notices),
    )


def _joined_ids(columns: Iterable[NDArray[Any]]) -> NDArray[Any]:
    ids = list(columns)
    if len({column.dtype.kind for column in ids}) > 1:
        ids = [column.astype(object) for column in ids]
    return np.concatenate(ids)
