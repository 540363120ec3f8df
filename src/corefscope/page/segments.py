"""The text segments of a document on the page: its words, or the text between borders of mentions.

Segments are numbered from 0 without gaps, whether the corpus counts tokens with empty nodes or characters, so the
page needs only one kind of position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefscope.alignment.mentions.coverage import runs
from corefscope.analysis.mentions import TextCache
from corefscope.model import CHARACTERS, EMPTY_NODES, Corpus, Integers, text_order
from corefscope.text import Text

ZERO = "∅"


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
    empty: Integers | None = None  # the text order of every empty node shown

    def of_spans(self, start: Integers, end: Integers) -> tuple[Integers, Integers]:
        """Return the first and last segment of runs of tokens or characters."""
        if self.begin is not None and self.end is not None:
            return np.searchsorted(self.end, start, "right"), np.searchsorted(self.begin, end, "left") - 1
        return self._shifted(start), self._shifted(end - 1)

    def of_positions(self, positions: Sequence[int]) -> list[tuple[int, int]]:
        """Return the runs of segments that these positions cover."""
        if self.end is not None:
            places = sorted({int(np.searchsorted(self.end, place, "right")) for place in positions})
        else:
            places = [self._place(position) for position in positions]
        return [(start, stop - 1) for start, stop in runs(places)]

    def _shifted(self, token: Integers) -> Integers:
        if self.empty is None:
            return token
        return token + np.searchsorted(self.empty, (token + 1) * EMPTY_NODES)

    def _place(self, position: int) -> int:
        order = text_order(position)
        before = 0 if self.empty is None else int(np.searchsorted(self.empty, order))
        # The text order of an empty node contains the number of tokens before it.
        return before + (position if position >= 0 else order // EMPTY_NODES)

    def as_object(self) -> dict[str, Any]:
        """Return the page's data of the document, without default values."""
        found: dict[str, Any] = {"words": self.words}
        for name in ("sentences", "zeros", "tight"):
            if getattr(self, name):
                found[name] = differences(getattr(self, name))
        if self.tight is not None:
            found["spaced"] = True
        return found


def differences(numbers: Iterable[int]) -> list[int]:
    """Return the difference of each number to the one before; small numbers deflate well.

    >>> differences([3, 5, 5, 9])
    [3, 2, 0, 4]
    """
    steps: list[int] = np.diff(np.fromiter(numbers, np.int64), prepend=0).tolist()
    return steps


def segments_of(sides: Sequence[tuple[Corpus, int]], cache: TextCache | None = None) -> TextSegments:
    """Split a document into segments; `sides` are all corpora shown on it, each with its document number.

    The text comes from the first side that has it; what else needs it finds its words in the cache.
    """
    corpora = [corpus for corpus, _ in sides]
    if any(corpus.label is not None for corpus in corpora):
        return TextSegments(None, [], [])
    texts = [corpus.texts[number] for corpus, number in sides if corpus.texts]
    known = [text for text in texts if text is not None]
    if corpora[0].unit == CHARACTERS:
        raws = [getattr(text, "raw", {}).get(number) for text, number in known]
        raw = next((raw for raw in raws if raw is not None), None)
        return TextSegments(None, [], []) if raw is None else _of_characters(raw, sides)
    return _of_tokens(known, sides, cache or TextCache())


def _of_tokens(
    texts: Sequence[tuple[Text, int]], sides: Sequence[tuple[Corpus, int]], cache: TextCache
) -> TextSegments:
    words, sentences = None, None
    for text in texts:
        words = cache.of(text).words
        if words is not None:
            sentences = cache.of(text).sentences
            break
    if words is None:
        return TextSegments(None, [], [])
    orders = sorted({text_order(place) for corpus, number in sides for place in _empty_nodes(corpus, number)})
    starts = [start for start, _ in sentences or ()]
    if not orders:
        return TextSegments(list(words), starts, [])
    empty = np.array(orders, np.int64)
    before = np.minimum(empty // EMPTY_NODES, len(words))
    shown = np.insert(np.array(words, object), before, ZERO).tolist()
    zeros = (before + np.arange(len(orders))).tolist()
    # An empty node that opens a sentence belongs to it, any other there to the sentence before.
    moved = [start + int(np.searchsorted(empty, start * EMPTY_NODES + EMPTY_NODES // 2)) for start in starts]
    return TextSegments(shown, [0, *moved[1:]] if moved else [], zeros, empty=empty)


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
            found = raw.find("\n", low)
            line_end = len(raw) if found < 0 else found
        inner = ordered[np.searchsorted(ordered, low, "right") : np.searchsorted(ordered, high)].tolist()
        for start, stop in zip([low, *inner], [*inner, high], strict=True):
            if start > low:
                tight.append(len(words))
            begin.append(start)
            words.append(raw[start:stop])
    ends = [start + len(word) for start, word in zip(begin, words, strict=True)]
    return TextSegments(words, sentences, [], tight, np.array(begin, np.int64), np.array(ends, np.int64))
