"""Windows: both sides cut into stretches of a fixed number of tokens or sentences.

A mention belongs to the window in which its first token lies, and an entity is cut into one entity per window. The
windows of a document are a partition of it: no mention is lost, and none counts twice.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscope.arrays import distinct, order
from corefscope.basics.escaping import quoted
from corefscope.model import DOCUMENT_COLUMNS, ENTITY_COLUMNS, LARGEST, MENTION_COLUMNS, TOKENS, Corpus, Integers, take
from corefscope.problems import PairingError
from corefscope.settings import window_size

if TYPE_CHECKING:
    from corefscope.problems import Notices
    from corefscope.scoring.steps import Run, Sides

_NAME = re.compile(r" \[window \d+\]$")


def cut(sides: Sides, run: Run, notices: Notices) -> Sides:
    """Cut key and response into the windows of the key; a document that the key lacks stays whole."""
    windows, partner = sides.gold.windows, sides.partner
    if windows is None:
        return sides
    count = np.where(partner >= 0, windows.per_document[partner], 1)
    of_key = np.repeat(partner, count)
    number = np.arange(len(of_key)) - np.repeat(np.cumsum(count) - count, count)
    window = np.where(of_key >= 0, number + windows.first[of_key], -1)
    response = windows.cut(sides.response, partner, count)
    return replace(sides, key=windows.cut_key(sides.key), response=response, partner=window)


def document_name(window: str) -> str:
    """
    >>> document_name("emma [window 3]")
    'emma'
    """
    return _NAME.sub("", window)


def windows_of(key: Corpus, size: str) -> Windows:
    """Return the windows of a size such as `1500` (tokens) or `50s` (sentences); a document's last one is shorter."""
    if key.label is not None:
        fact = "mentions that are only ids have no position in a text, so there are no windows"
        raise PairingError("mentions-without-place", fact, key.source)
    if key.unit != TOKENS:
        fact = "windows are counted in tokens or sentences, and the key in characters"
        hint = "corefscope convert KEY … --to conll gives it tokens, where its text has them"
        raise PairingError("different-units", fact, key.source, hint=hint)
    number, of_sentences = window_size(size)
    if of_sentences:
        sentences = [key.sentences(document) for document in range(key.document_count)]
        if None in sentences:
            unknown = sentences.index(None)
            fact = f"--window in sentences: the sentences of document {quoted(key.names[unknown])} are not known"
            raise PairingError("missing-sentences", fact, key.sources[unknown], hint="--window N counts tokens")
        starts = [[start for start, _ in each or ()][::number] or [0] for each in sentences]
        count = np.array(list(map(len, starts)), np.int64)
        place = np.array([0, *(start for each in starts for start in each)], np.int64)[1:]
    else:
        length = np.maximum(key.tokens, 1)
        np.maximum.at(length, key.document, key.start + 1)
        count = -(-length // number)
        place = (np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)) * number
    document = np.repeat(np.arange(key.document_count), count)
    place[np.cumsum(count) - count] = 0  # tokens before the first sentence are in its window
    return Windows(document * LARGEST + place, count)


class Windows(NamedTuple):
    """Where the windows of a key's documents begin, as `document * LARGEST + token`, ascending."""

    begin: Integers
    per_document: Integers

    @property
    def first(self) -> Integers:
        """The first window of each document."""
        return np.cumsum(self.per_document) - self.per_document

    def count(self, partner: Integers) -> int:
        """Count the documents that a response has a window of."""
        return int(np.isin(self.first, partner).sum())

    def numbers(self, document: Integers, start: Integers) -> Integers:
        """Return the window of each mention from its key document and first token; the last window has no end."""
        code = document.astype(np.int64) * LARGEST + np.minimum(start, LARGEST - 1)
        return np.searchsorted(self.begin, code, side="right") - 1

    def cut_key(self, key: Corpus) -> Corpus:
        return self.cut(key, np.arange(key.document_count), self.per_document)

    def cut(self, corpus: Corpus, partner: Integers, count: Integers) -> Corpus:
        """Return a corpus whose documents are windows; `count` is the number of windows of each document."""
        first = np.cumsum(count) - count
        of_key = partner[corpus.document]
        window = first[corpus.document].astype(np.int64)
        there = of_key >= 0
        window[there] += self.numbers(of_key[there], corpus.start[there]) - self.first[of_key[there]]
        rows = order(window)
        window = window[rows]
        first_rows, entity = distinct(window * max(corpus.entity_count, 1) + corpus.entity[rows])
        whole = corpus.entity[rows[first_rows]]  # the entity that each is a part of
        document = np.repeat(np.arange(corpus.document_count), count)
        number = np.arange(len(document)) - np.repeat(first, count) + 1

        columns = corpus.rows_of(DOCUMENT_COLUMNS, document) | corpus.rows_of(MENTION_COLUMNS, rows)
        columns |= corpus.rows_of(ENTITY_COLUMNS, whole)
        columns |= {"document": window, "entity_document": window[first_rows], "entity": entity}
        named = zip(columns["names"], number.tolist(), strict=True)
        columns["names"] = [f"{name} [window {place}]" for name, place in named]
        groups = {name: take(values, document) for name, values in corpus.groups.items()}
        annotations = {name: self.cut(one, partner, count) for name, one in corpus.annotations.items()}
        return replace(corpus, **columns, relations=(), groups=groups, annotations=annotations)
