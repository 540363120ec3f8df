"""Builds a Corpus document by document, for formats and Python objects that come in pieces."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.model import (
    CHARACTERS,
    SMALL_NUMBER,
    SMALL_PLACE,
    TOKENS,
    TYPES,
    UNKNOWN,
    Corpus,
    Integers,
    Mention,
    Relation,
    narrow,
)
from corefscope.problems import ERRORS_KEPT, FormatError, Notices
from corefscope.text import PlainText, Text

# What formats with room for anything else about a document may call its groups.
GROUPS = ("genre", "topic", "domain", "register", "partition", "language")


def _integers() -> array[int]:
    return array("i")  # of 64 bits only where it has to be: see _extended


class Runs(NamedTuple):
    """Mentions as columns."""

    start: Integers
    end: Integers
    line: Integers
    head: Integers  # UNKNOWN where there is none
    shape: Mapping[int, tuple[int, ...]]  # by row; few have one, like the next
    minimum: Mapping[int, tuple[int, ...]]


@dataclass
class CorpusBuilder:
    """Grows the columns of a Corpus: documents, then the entities of the latest document."""

    source: str
    unit: str = TOKENS
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    text: PlainText = field(default_factory=PlainText)
    groups: dict[str, list[str]] = field(default_factory=dict)
    start: array[int] = field(default_factory=_integers)
    end: array[int] = field(default_factory=_integers)
    line: array[int] = field(default_factory=_integers)
    shape: dict[int, int] = field(default_factory=dict)  # by mention, like the next three: most have none
    head: dict[int, int] = field(default_factory=dict)
    type: dict[int, int] = field(default_factory=dict)
    minimum: dict[int, int] = field(default_factory=dict)
    shapes: dict[tuple[int, ...], int] = field(default_factory=dict)
    entity_document: array[int] = field(default_factory=_integers)
    entity_size: array[int] = field(default_factory=_integers)
    entity_ids: list[str] = field(default_factory=list)
    entity_types: list[str] = field(default_factory=list)
    relations: list[tuple[int, Relation]] = field(default_factory=list)

    def add_document(
        self,
        name: str,
        line: int = 0,
        words: list[str] | None = None,
        sentences: list[tuple[int, int]] | None = None,
        raw: str | None = None,
        length: int | None = None,
        layers: Mapping[str, list[str]] | None = None,
        groups: Mapping[str, str] | None = None,
    ) -> None:
        """A new document.

        `length` is the number of its tokens (or characters) where `words` do not tell; `raw` its running
        text; `layers` columns beside the words (`pos`, `speaker`, …); `groups` what it belongs to (`topic`).
        """
        for column, value in (groups or {}).items():
            self.groups.setdefault(column, [""] * len(self.names)).append(value)
        self.names.append(name.strip())
        for values in self.groups.values():
            values.extend([""] * (len(self.names) - len(values)))
        self.lines.append(line)
        known = len(words) if words is not None and self.unit == TOKENS else length
        if known is None and raw is not None and self.unit == CHARACTERS:
            known = len(raw)
        self.tokens.append(-1 if known is None else known)
        self.text.add(words, sentences, raw, layers or {})

    def add_entity(
        self, name: str, mentions: Iterable[Mention | tuple[int, int]], line: int | Iterable[int] = 0, type: str = ""
    ) -> None:
        """An entity of the latest document, its mentions with exclusive ends; one without mentions is no entity.

        `line` is where it stands in the file, for all its mentions or for each.
        """
        listed = list(mentions)
        self.start = _extended(self.start, [mention[0] for mention in listed])
        self.end = _extended(self.end, [mention[1] for mention in listed])
        for row, mention in enumerate(listed, len(self.start) - len(listed)):
            if isinstance(mention, Mention):
                self._add_attributes(row, mention)
        if listed:
            self.line = _extended(self.line, [line] * len(listed) if isinstance(line, int) else list(line))
            self.entity_document.append(len(self.names) - 1)
            self.entity_size.append(len(listed))
            self.entity_ids.append(sys.intern(name))  # where entities are numbered, all documents have the same ids
            self.entity_types.append(type)

    def add_entities(
        self,
        document: Integers,
        names: Iterable[str],
        types: list[str],
        size: Integers,
        mentions: Runs,
    ) -> None:
        """Many entities of documents that are there already."""
        first = len(self.start)
        _join(self.start, mentions.start)
        _join(self.end, mentions.end)
        _join(self.line, mentions.line)
        known = np.flatnonzero(mentions.head != UNKNOWN)
        self.head.update(zip((known + first).tolist(), mentions.head[known].tolist(), strict=True))
        for row in sorted(mentions.shape.keys() | mentions.minimum.keys()):
            if row in mentions.shape:
                self.shape[first + row] = self._shape(mentions.shape[row])
            if row in mentions.minimum:
                self.minimum[first + row] = self._shape(mentions.minimum[row])
        _join(self.entity_document, document)
        _join(self.entity_size, size)
        self.entity_ids.extend(map(sys.intern, names))
        self.entity_types.extend(types)

    def add_documents(
        self,
        names: list[str],
        lines: Integers,
        tokens: Integers,
        groups: Mapping[str, list[str]],
        entity_document: Integers,
        entity_number: Integers,
        entity_size: Integers,
        start: Integers,
        end: Integers,
    ) -> None:
        """Many documents whose mentions are plain runs of tokens; entities have their number in the document as id."""
        before = len(self.names)
        for column in groups:
            self.groups.setdefault(column, [""] * before)
        for column, values in self.groups.items():
            values.extend(groups.get(column) or [""] * len(names))
        self.names.extend(name.strip() for name in names)
        self.lines.extend(lines.tolist())
        self.tokens.extend(tokens.tolist())
        self.text.add_unknown(len(names))
        _join(self.start, start)
        _join(self.end, end)
        _join(self.line, np.repeat(lines[entity_document], entity_size))
        _join(self.entity_document, entity_document + before)
        _join(self.entity_size, entity_size)
        ids = [sys.intern(str(number)) for number in range(int(entity_number.max(initial=-1)) + 1)]
        self.entity_ids.extend(np.array(ids, object)[entity_number].tolist())
        self.entity_types.extend([""] * len(entity_size))

    def _add_attributes(self, row: int, mention: Mention) -> None:
        if len(mention) > 2:
            self.shape[row] = self._shape(mention.positions)
        if mention.head is not None:
            self.head[row] = mention.head
        if mention.type:
            self.type[row] = TYPES.index(mention.type)
        if mention.minimum:
            self.minimum[row] = self._shape(mention.minimum)

    def add_relation(self, relation: Relation) -> None:
        """A relation between entities of the latest document that is not identity."""
        self.relations.append((len(self.names) - 1, relation))

    def _shape(self, positions: tuple[int, ...]) -> int:
        return self.shapes.setdefault(positions, len(self.shapes))

    def corpus(self, stem: str, notices: Notices) -> Corpus:
        """The finished corpus; documents without a name are called after the file."""
        named = np.array([bool(name) for name in self.names], bool)
        unnamed = len(self.names) - int(named.sum())
        names = [name or (stem if unnamed == 1 else f"{stem}_{number}") for number, name in enumerate(self.names)]

        def known(column: dict[int, int], absent: int, kind: Any = np.int64) -> Any:
            if not column:
                return None
            values = np.full(len(self.start), absent, kind)
            values[np.fromiter(column, np.int64)] = np.fromiter(column.values(), kind)
            return values

        entity_document = _column(self.entity_document)
        entity = np.repeat(np.arange(len(entity_document)), _column(self.entity_size))
        corpus = Corpus(
            names=names,
            sources=[self.source] * len(names),
            document_line=_column(self.lines),
            tokens=_column(self.tokens),
            document=entity_document[entity],
            start=_narrow(self.start),
            end=_narrow(self.end),
            entity=entity,
            line=_narrow(self.line, SMALL_NUMBER),
            entity_document=entity_document,
            entity_id=np.array(self.entity_ids, dtype=object),
            named=named,
            shape=known(self.shape, -1),
            head=known(self.head, UNKNOWN),
            type=known(self.type, 0, np.int8),
            minimum=known(self.minimum, -1),
            shapes=tuple(self.shapes),
            entity_type=np.array(self.entity_types, dtype=object) if any(self.entity_types) else None,
            relations=tuple(self.relations),
            groups=self.groups,
            texts=[self._text(number) for number in range(len(names))],
            unit=self.unit,
        )
        _refuse_mentions_outside(corpus, notices)
        return corpus

    def _text(self, number: int) -> tuple[Text, int] | None:
        return (self.text, number) if self.text.is_known(number) else None


def _extended(column: array[int], values: list[int]) -> array[int]:
    """The column with these values at its end; another one where they are too large for it."""
    try:
        column.fromlist(values)
    except OverflowError:
        column = array("q", column)
        column.fromlist(values)
    return column


def _join(column: array[int], values: Integers) -> None:
    """Adds values of 32 bits at the end."""
    column.frombytes(values.astype(column.typecode).tobytes())


def _column(values: array[int] | list[int]) -> Integers:
    return np.array(values, np.int64)


def _narrow(values: array[int], below: int = SMALL_PLACE) -> Integers:
    return narrow(np.frombuffer(values, np.dtype(values.typecode)) if values else _column(values), below)


def _refuse_mentions_outside(corpus: Corpus, notices: Notices) -> None:
    """Where the length of a document is known, a mention behind its end is an error: one number could claim any."""
    tokens = corpus.tokens[corpus.document]
    outside = np.flatnonzero((tokens >= 0) & (corpus.end > tokens))
    for row in outside[:ERRORS_KEPT].tolist():
        document, length = int(corpus.document[row]), int(tokens[row])
        span = f"mention {corpus.start[row]}–{corpus.end[row] - 1} of document {quoted(corpus.names[document])}"
        fact = f"{span} lies outside its {length} {corpus.unit}"
        hint = f"they are counted from 0 to {length - 1}" if length else "the document is empty"
        if corpus.end[row] == length + 1 > 1:
            hint += "; are the ends of spans meant to be excluded?"
        notices.refuse(
            FormatError("mention-outside-text", fact, corpus.sources[document], int(corpus.line[row]) or None, hint)
        )
    notices.refused += max(0, len(outside) - ERRORS_KEPT)
