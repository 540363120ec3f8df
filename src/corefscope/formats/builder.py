"""Build a Corpus: document by document, entity by entity, or from columns of many documents."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from corefscope.arrays import LONGEST_PIECE
from corefscope.basics.escaping import quoted
from corefscope.model import (
    CHARACTERS,
    SMALL_NUMBER,
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
from corefscope.text import PlainText

# The names of a document's groups in formats that allow any attribute of a document.
GROUPS = ("genre", "topic", "domain", "register", "partition", "language")


class MentionColumns(NamedTuple):
    start: Integers
    end: Integers
    line: Integers
    head: Integers | None = None  # UNKNOWN without one
    shape: Mapping[int, tuple[int, ...]] = {}  # by row, for the few that have one
    minimum: Mapping[int, tuple[int, ...]] = {}


_integers = partial(array, "q")


@dataclass
class CorpusBuilder:
    """The columns of a Corpus while documents and their entities are added."""

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
    entity: array[int] = field(default_factory=_integers)
    head: array[int] = field(default_factory=_integers)
    shape: dict[int, int] = field(default_factory=dict)  # by mention, like the next two; most have none
    type: dict[int, int] = field(default_factory=dict)
    minimum: dict[int, int] = field(default_factory=dict)
    shapes: dict[tuple[int, ...], int] = field(default_factory=dict)
    entity_document: array[int] = field(default_factory=_integers)
    entity_ids: list[str] | list[bytes] = field(default_factory=list)
    entity_types: list[str] = field(default_factory=list)
    relations: list[tuple[int, Relation]] = field(default_factory=list)
    annotations: dict[str, CorpusBuilder] = field(default_factory=dict)

    def annotation(self, name: str) -> CorpusBuilder:
        """The builder of another annotation of the same documents, to which entities are added as to this one."""
        if name not in self.annotations:
            shared = {each: getattr(self, each) for each in ("names", "lines", "tokens", "text", "groups")}
            self.annotations[name] = CorpusBuilder(self.source, self.unit, **shared)
        return self.annotations[name]

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
        """Add a document.

        `length` is the number of its tokens (or characters) if `words` is None; `raw` its running text; `layers`
        columns beside the words (`pos`, `speaker`, …); `groups` what it belongs to (`topic`).
        """
        if length is None and self.unit == CHARACTERS:
            length = None if raw is None else len(raw)
        elif words is not None and self.unit == TOKENS:
            length = len(words)
        for column in groups or {}:
            self.groups.setdefault(column, [""] * len(self.names))
        for column, values in self.groups.items():
            values.append((groups or {}).get(column, ""))
        self.names.append(name.strip())
        self.lines.append(line)
        self.tokens.append(-1 if length is None else length)
        self.text.add(words, sentences, raw, layers or {})

    def add_entity(
        self, name: str, mentions: Iterable[Mention | tuple[int, int]], line: int | Iterable[int] = 0, type: str = ""
    ) -> None:
        """Add an entity of the latest document; without mentions it is ignored.

        `line` is its place in the file, for all its mentions or for each.
        """
        listed = list(mentions)
        if not listed:
            return
        first = len(self.start)
        self.start.extend(mention[0] for mention in listed)
        self.end.extend(mention[1] for mention in listed)
        self.line.extend(repeat(line, len(listed)) if isinstance(line, int) else line)
        self.entity.extend(repeat(len(self.entity_document), len(listed)))
        self.head.extend(repeat(UNKNOWN, len(listed)))
        for row, mention in enumerate(listed, first):
            if isinstance(mention, Mention):
                self._add_attributes(row, mention)
        self.entity_document.append(len(self.names) - 1)
        self.entity_ids.append(sys.intern(name))  # type: ignore[arg-type]  # numbered entities share their ids
        self.entity_types.append(type)

    def _add_attributes(self, row: int, mention: Mention) -> None:
        if len(mention) > 2:
            self.shape[row] = self._shape(mention.positions)
        if mention.head is not None:
            self.head[row] = mention.head
        if mention.type:
            self.type[row] = TYPES.index(mention.type)
        if mention.minimum:
            self.minimum[row] = self._shape(mention.minimum)

    def add_entities(
        self, document: Integers, names: Iterable[Any], types: Iterable[str], entity: Integers, mentions: MentionColumns
    ) -> None:
        """Add many entities of documents that were added before, and their mentions, of which `entity` is the entity.

        Entities are numbered from 0 here; names are strings, or all of a corpus are bytes.
        """
        first = len(self.start)
        for row in sorted(mentions.shape.keys() | mentions.minimum.keys()):  # so that batches change no number
            if row in mentions.shape:
                self.shape[first + row] = self._shape(mentions.shape[row])
            if row in mentions.minimum:
                self.minimum[first + row] = self._shape(mentions.minimum[row])
        for column, values in (
            (self.start, mentions.start),
            (self.end, mentions.end),
            (self.line, mentions.line),
            (self.head, np.full(len(entity), UNKNOWN) if mentions.head is None else mentions.head),
            (self.entity, entity + len(self.entity_document)),
            (self.entity_document, document),
        ):
            column.frombytes(values.astype(np.int64).tobytes())
        self.entity_ids.extend(names)
        self.entity_types.extend(types)

    def add_relation(self, relation: Relation, document: int = -1) -> None:
        """Add a relation other than identity between entities of a document, by default the latest."""
        self.relations.append((document if document >= 0 else len(self.names) - 1, relation))

    def _shape(self, positions: tuple[int, ...]) -> int:
        return self.shapes.setdefault(positions, len(self.shapes))

    def corpus(self, stem: str, notices: Notices) -> Corpus:
        """Return the corpus; documents without a name get that of the file, with a number if there are several."""
        names, unnamed = self.names, self.names.count("")
        if unnamed:
            names = [name or (f"{stem}_{number}" if unnamed > 1 else stem) for number, name in enumerate(names)]
        entity_document, entity = np.array(self.entity_document, np.int64), np.array(self.entity, np.int64)
        # Bytes, the ids of CoNLL, are compared faster in a column of fixed width, unless one is very long.
        ids = self.entity_ids
        is_fixed = bool(ids) and isinstance(ids[0], bytes) and max(map(len, ids)) <= LONGEST_PIECE
        head = np.array(self.head, np.int64)
        corpus = Corpus(
            names=names,
            sources=[self.source] * len(names),
            document_line=np.array(self.lines, np.int64),
            tokens=np.array(self.tokens, np.int64),
            document=entity_document[entity],
            start=narrow(np.asarray(self.start)),
            end=narrow(np.asarray(self.end)),
            entity=entity,
            line=narrow(np.asarray(self.line), SMALL_NUMBER),
            entity_document=entity_document,
            entity_id=np.array(ids, None if is_fixed else object),
            named=np.array(list(map(bool, self.names)), bool),
            shape=self._column(self.shape, -1),
            head=head if (head != UNKNOWN).any() else None,
            type=self._column(self.type, 0, np.int8),
            minimum=self._column(self.minimum, -1),
            shapes=tuple(self.shapes),
            entity_type=np.array(self.entity_types, dtype=object) if any(self.entity_types) else None,
            relations=tuple(self.relations),
            groups=self.groups,
            texts=[(self.text, number) if self.text.is_known(number) else None for number in range(len(names))],
            unit=self.unit,
        )
        if self.annotations:
            annotations = {name: builder.corpus(stem, notices) for name, builder in self.annotations.items()}
            corpus = replace(corpus, annotations=annotations)
            if corpus.minimum is None and any(each.minimum is not None for each in annotations.values()):
                # The file gives minimum spans, though to no mention that refers.
                corpus = replace(corpus, minimum=np.full(len(self.start), -1, np.int64))
        outside = np.flatnonzero((corpus.tokens >= 0)[corpus.document] & (corpus.end > corpus.tokens[corpus.document]))
        if len(outside):
            _refuse_mentions(corpus, outside, notices)
        return corpus

    def _column(self, values: dict[int, int], absent: int, kind: Any = np.int64) -> Any:
        """What few mentions have, as a column of all; None if no mention has it."""
        if not values:
            return None
        column = np.full(len(self.start), absent, kind)
        column[np.fromiter(values, np.int64)] = np.fromiter(values.values(), kind)
        return column


def _refuse_mentions(corpus: Corpus, outside: Integers, notices: Notices) -> None:
    """Refuse mentions that end after their document: a single wrong number could span any number of tokens."""
    for row in outside[:ERRORS_KEPT].tolist():
        document = int(corpus.document[row])
        length = int(corpus.tokens[document])
        span = f"mention {corpus.start[row]}–{corpus.end[row] - 1} of document {quoted(corpus.names[document])}"
        fact = f"{span} lies outside its {length} {corpus.unit}"
        hint = f"they are counted from 0 to {length - 1}" if length else "the document is empty"
        if corpus.end[row] == length + 1 > 1:
            hint += "; are the ends of spans meant to be excluded?"
        notices.refuse(
            FormatError("mention-outside-text", fact, corpus.sources[document], int(corpus.line[row]) or None, hint)
        )
    notices.refused += max(0, len(outside) - ERRORS_KEPT)
