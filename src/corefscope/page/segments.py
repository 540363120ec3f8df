"""Texts and mentions as the page counts them: in segments, which are words, or the text between borders of mentions.

Segments are numbered from 0 without gaps, whether the corpus counts tokens with empty nodes or characters, so the
page needs only one kind of position. Mentions and entities are numbered in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefscope.alignment.mentions.coverage import runs
from corefscope.analysis.mentions import ZERO
from corefscope.arrays import factorize, rows_by_group
from corefscope.assignment import best_cells
from corefscope.metrics.evidence import Evidence
from corefscope.model import CHARACTERS, EMPTY_NODES, Corpus, Integers, text_order


@dataclass(frozen=True)
class TextSegments:
    """The segments of one document, its sentence starts, and the mapping from corpus positions.

    `words` is None if the text is unknown. `tight` lists segments without a blank before them, if the text says so;
    `begin` and `end` are the characters of each segment if the corpus counts characters.
    """

    words: list[str] | None
    sentences: list[int]
    zeros: list[int]
    tight: list[int] | None = None
    begin: Integers | None = None
    end: Integers | None = None
    empty: Integers | None = None  # the text order of every visible empty node

    def of_spans(self, start: Integers, end: Integers) -> tuple[Integers, Integers]:
        """Return the first and last segment of runs of tokens or characters."""
        if self.begin is not None and self.end is not None:
            return np.searchsorted(self.end, start, "right"), np.searchsorted(self.begin, end, "left") - 1
        return self._places(start), self._places(end - 1)

    def of_positions(self, positions: Sequence[int]) -> list[tuple[int, int]]:
        """Return the runs of segments that these positions cover."""
        listed = np.array(positions, np.int64)
        places = self._places(listed) if self.end is None else np.unique(np.searchsorted(self.end, listed, "right"))
        return [(start, stop - 1) for start, stop in runs(places.tolist())]

    def _places(self, positions: Integers) -> Integers:
        """Return the segments of tokens and empty nodes; a node's text order has the number of tokens before it."""
        order = np.where(positions >= 0, (positions + 1) * EMPTY_NODES, -positions - 1)
        before = 0 if self.empty is None else np.searchsorted(self.empty, order)
        return before + np.where(positions >= 0, positions, order // EMPTY_NODES)

    def as_object(self) -> dict[str, Any]:
        """Return the page's data of the document, without default values."""
        columns: dict[str, Any] = {"words": self.words}
        for name in ("sentences", "zeros", "tight"):
            if getattr(self, name):
                columns[name] = differences(getattr(self, name))
        if self.tight is not None:
            columns["spaced"] = True
        return columns


def differences(numbers: Iterable[int]) -> list[int]:
    """Return the difference of each number to the one before; small numbers deflate well.

    >>> differences([3, 5, 5, 9])
    [3, 2, 0, 4]
    """
    steps: list[int] = np.diff(np.fromiter(numbers, np.int64), prepend=0).tolist()
    return steps


def segments_of(sides: Sequence[tuple[Corpus, int]]) -> TextSegments:
    """Split a document into segments; `sides` are all corpora on the page, each with its document number.

    The text comes from the first side that has it.
    """
    if any(corpus.label is not None for corpus, _ in sides):
        return TextSegments(None, [], [])
    texts = [text for corpus, number in sides if (text := corpus.text(number)) is not None]
    if sides[0][0].unit == CHARACTERS:
        raws = (getattr(text, "raw", {}).get(number) for text, number in texts)
        raw = next((raw for raw in raws if raw is not None), None)
        return TextSegments(None, [], []) if raw is None else _of_characters(raw, sides)
    known = ((text.words(number), text.sentences(number)) for text, number in texts)
    own_words, sentences = next((each for each in known if each[0] is not None), (None, None))
    if own_words is None:
        return TextSegments(None, [], [])
    empty = np.array(sorted({text_order(node) for side in sides for node in _empty_nodes(*side)}), np.int64)
    before = np.minimum(empty // EMPTY_NODES, len(own_words))
    words = np.insert(np.array(own_words, object), before, ZERO).tolist()
    zeros = (before + np.arange(len(empty))).tolist()
    # An empty node that opens a sentence belongs to it, any other there to the sentence before.
    starts = np.array([start for start, _ in sentences or ()], np.int64)
    starts[1:] += np.searchsorted(empty, starts[1:] * EMPTY_NODES + EMPTY_NODES // 2)
    return TextSegments(words, starts.tolist(), zeros, empty=empty)


def _empty_nodes(corpus: Corpus, document: int) -> Iterable[int]:
    if corpus.shape is None:
        return
    for shape in np.unique(corpus.shape[(corpus.document == document) & (corpus.shape >= 0)]).tolist():
        yield from (position for position in corpus.shapes[shape] if position < 0)


def _of_characters(raw: str, sides: Sequence[tuple[Corpus, int]]) -> TextSegments:
    """Split at blanks and at borders of mentions; each line of the text is a sentence."""
    cuts: set[int] = set()
    for corpus, number in sides:
        rows = corpus.document == number
        cuts.update(corpus.start[rows].tolist(), corpus.end[rows].tolist())
        for row in np.flatnonzero(rows & (corpus.shape >= 0)).tolist() if corpus.shape is not None else ():
            for run in runs(place for place in corpus.positions(row) if place >= 0):
                cuts.update(run)
    ordered = np.array(sorted(cuts), np.int64)
    words: list[str] = []
    begin: list[int] = []
    tight: list[int] = []
    sentences: list[int] = []
    line_end = -1
    for stretch in re.finditer(r"\S+", raw):
        low, high = stretch.span()
        if low > line_end:
            sentences.append(len(words))
            newline = raw.find("\n", low)
            line_end = len(raw) if newline < 0 else newline
        inner = ordered[np.searchsorted(ordered, low, "right") : np.searchsorted(ordered, high)].tolist()
        for start, stop in zip([low, *inner], [*inner, high], strict=True):
            if start > low:
                tight.append(len(words))
            begin.append(start)
            words.append(raw[start:stop])
    ends = [start + len(word) for start, word in zip(begin, words, strict=True)]
    return TextSegments(words, sentences, [], tight, np.array(begin, np.int64), np.array(ends, np.int64))


@dataclass(frozen=True)
class PageMentions:
    """The mentions of a corpus in page order, and its entities in the order of their first mentions."""

    corpus: Corpus
    rows: Integers
    document: Integers  # key document of each mention
    first: Integers
    last: Integers
    runs: dict[int, list[tuple[int, int]]]  # of mentions with gaps, by page number
    number: Integers  # on the page, of each row of the corpus
    entity_number: Integers

    @property
    def entity(self) -> Integers:
        return self.entity_number[self.corpus.entity[self.rows]]

    def as_columns(self, types: Integers | None, documents: int) -> dict[str, Any]:
        """Encode the mentions as columns that deflate well: differences and lengths instead of positions."""
        corpus = self.corpus
        names = np.empty(corpus.entity_count, object)
        names[self.entity_number] = [corpus.entity_name(entity) for entity in range(corpus.entity_count)]
        columns: dict[str, Any] = {
            "count": np.bincount(self.document + 1, minlength=documents + 1)[1:].tolist(),
            "first": differences(self.first.tolist()),
            "length": (self.last - self.first).tolist(),
            "entity": self.entity.tolist(),
            "names": names.tolist(),
        }
        if self.runs:
            columns["runs"] = {str(number): runs for number, runs in sorted(self.runs.items())}
        if types is not None and types.any():
            columns["type"] = types[self.rows].tolist()
        if corpus.label is not None:
            columns["label"] = [str(label) for label in corpus.label[self.rows].tolist()]
        return columns


def page_mentions(corpus: Corpus, key_document: Integers, segments: Sequence[TextSegments]) -> PageMentions:
    """Order the mentions for the page; `key_document` is the key document of each document."""
    first, last = np.asarray(corpus.start).copy(), np.asarray(corpus.end) - 1
    gaps: dict[int, list[tuple[int, int]]] = {}
    document = key_document[corpus.document] if len(corpus.document) else corpus.document
    by_document = rows_by_group(document + 1, len(segments) + 1)[1:]  # the first are in no document of the key
    for text, rows in zip(segments, by_document, strict=True):
        if text.words is None or not len(rows):
            continue
        first[rows], last[rows] = text.of_spans(corpus.start[rows], corpus.end[rows])
        for row in rows[corpus.shape[rows] >= 0].tolist() if corpus.shape is not None else ():
            parts = text.of_positions(corpus.positions(row))
            first[row], last[row] = parts[0][0], parts[-1][1]
            if len(parts) > 1:
                gaps[row] = parts
    rows = np.lexsort((-last, first, document))
    number = np.empty(len(rows), np.int64)
    number[rows] = np.arange(len(rows))
    entity_number = np.zeros(corpus.entity_count, np.int64)
    _, firsts = factorize(corpus.entity[rows])
    entity_number[corpus.entity[rows[firsts]]] = np.arange(len(firsts))
    runs_of = {int(number[row]): parts for row, parts in gaps.items()}
    return PageMentions(corpus, rows, document[rows], first[rows], last[rows], runs_of, number, entity_number)


def matched_rows(evidence: Evidence) -> tuple[Integers, Integers]:
    """Return the rows of matched mentions in `evidence.key` and `evidence.response`."""
    alignment = evidence.alignment
    both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
    # The corpora of the alignment may lack documents.
    key = np.flatnonzero(np.isin(evidence.key.document, evidence.matched_key.document))
    response = np.flatnonzero(np.isin(evidence.response.document, evidence.matched_response.document))
    return key[alignment.key_row[both]], response[alignment.response_row[both]]


def unmatched_documents(evidence: Evidence) -> list[int]:
    """Return key documents with repeated mentions, which `--repeated official` scores without matching."""
    partner = evidence.partner
    key = np.setdiff1d(evidence.key.document, evidence.matched_key.document)
    response = np.setdiff1d(partner[evidence.response.document], partner[evidence.matched_response.document])
    return [document for document in np.union1d(key, response).tolist() if document >= 0]


def counterparts(key_entity: Integers, response_entity: Integers, responses: int) -> Integers:
    """Return the key entity of each response entity, or -1, so that the pairs share as many mentions as possible.

    >>> counterparts(np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1]), 2).tolist()
    [0, 1]
    """
    cell, shared = np.unique(key_entity * responses + response_entity, return_counts=True)
    key, response = cell // max(responses, 1), cell % max(responses, 1)
    pairs = best_cells(key, response, shared.astype(float), int(key.max(initial=-1)) + 1, responses)
    partner = np.full(responses, -1, np.int64)
    partner[response[pairs]] = key[pairs]
    return partner
