"""Builds a Corpus document by document, for formats and Python objects that come in pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from corefscope.errors import Notices
from corefscope.model import Corpus, Integers, Text


@dataclass
class PlainText:
    """Words and sentences that are already lists."""

    word_lists: list[list[str] | None] = field(default_factory=list)
    sentence_lists: list[list[tuple[int, int]] | None] = field(default_factory=list)

    def words(self, document: int) -> list[str] | None:
        return self.word_lists[document]

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        return self.sentence_lists[document]

    def layer(self, document: int, name: str) -> list[str] | None:
        return self.word_lists[document] if name == "word" else None

    def token_line(self, document: int, token: int) -> int | None:
        return None


@dataclass
class CorpusBuilder:
    """Grows the columns of a Corpus."""

    source: str
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    text: PlainText = field(default_factory=PlainText)
    document: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    entity: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    entity_document: list[int] = field(default_factory=list)
    entity_ids: list[str] = field(default_factory=list)

    def add_document(
        self, name: str, line: int = 0, words: list[str] | None = None, sentences: list[tuple[int, int]] | None = None
    ) -> None:
        self.names.append(name.strip())
        self.lines.append(line)
        self.tokens.append(-1 if words is None else len(words))
        self.text.word_lists.append(words)
        self.text.sentence_lists.append(sentences)

    def add_entity(self, name: str, mentions: Iterable[tuple[int, int]], line: int = 0) -> None:
        """An entity of the latest document, its mentions with exclusive ends; one without mentions is no entity."""
        before = len(self.start)
        for start, end in mentions:
            self.start.append(start)
            self.end.append(end)
        grown = len(self.start) - before
        if grown:
            self.document.extend([len(self.names) - 1] * grown)
            self.entity.extend([len(self.entity_ids)] * grown)
            self.line.extend([line] * grown)
            self.entity_document.append(len(self.names) - 1)
            self.entity_ids.append(name)

    def corpus(self, stem: str, notices: Notices) -> Corpus:
        """The finished corpus; documents without a name are called after the file."""
        named = np.array([bool(name) for name in self.names], bool)
        unnamed = len(self.names) - int(named.sum())
        names = [name or (stem if unnamed == 1 else f"{stem}_{number}") for number, name in enumerate(self.names)]
        corpus = Corpus(
            names=names,
            sources=[self.source] * len(names),
            document_line=_column(self.lines),
            tokens=_column(self.tokens),
            document=_column(self.document),
            start=_column(self.start),
            end=_column(self.end),
            entity=_column(self.entity),
            line=_column(self.line),
            entity_document=_column(self.entity_document),
            entity_id=np.array(self.entity_ids, dtype=object),
            named=named,
            texts=[self._text(number) for number in range(len(names))],
        )
        _notice_mentions_outside(corpus, notices)
        return corpus

    def _text(self, number: int) -> tuple[Text, int] | None:
        return (self.text, number) if self.text.word_lists[number] is not None else None


def _column(values: list[int]) -> Integers:
    return np.array(values, np.int64)


def _notice_mentions_outside(corpus: Corpus, notices: Notices) -> None:
    tokens = corpus.tokens[corpus.document]
    outside = np.flatnonzero((tokens >= 0) & (corpus.end > tokens))
    for row in outside.tolist():
        document = int(corpus.document[row])
        span = f"mention {corpus.start[row]}–{corpus.end[row] - 1} lies outside its {tokens[row]} tokens"
        notices.add("mention outside its document", span, corpus.sources[document], int(corpus.line[row]))
