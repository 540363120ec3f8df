"""Mentions that a language model lists as strings, found in the key's text; and lost mentions found elsewhere in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from corefscope.alignment.texts.letter_text import LetterText
from corefscope.alignment.texts.projection import Projection, Run
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.model import Corpus
from corefscope.text import MentionStrings


def lists_strings(corpus: Corpus, document: int) -> bool:
    """Test whether the words of a document are only those of its mentions."""
    text = corpus.text(document)
    return text is not None and isinstance(text[0], MentionStrings) and text[1] in text[0].listed


def place_strings(text: LetterText, key: LetterText, corpus: Corpus, document: int) -> Projection:
    """Project listed mentions onto the key's text by order of occurrence."""
    rows = np.flatnonzero(corpus.document == document).tolist()
    spans = {row: (text.begin[int(corpus.start[row])], text.end[int(corpus.end[row]) - 1]) for row in rows}
    entities: dict[int, list[int]] = {}
    for row in rows:
        entities.setdefault(int(corpus.entity[row]), []).append(row)
    strings = [[text.letters[slice(*spans[row])] for row in entity] for entity in entities.values()]
    first = np.full(len(text.letters), -1, np.int64)
    for entity, places in zip(entities.values(), Occurrences(key.letters, _begins(key)).place(strings), strict=True):
        for row, place in zip(entity, places, strict=True):
            if place is not None:
                first[slice(*spans[row])] = np.arange(*place)
    return Projection(text, first, first, np.ones(len(key.letters), bool), key)


def relocated(projection: Projection, mentions: Sequence[Sequence[tuple[int, int]]]) -> Projection:
    """Return the projection with lost mentions at the nearest equal words of the key, in any case.

    `mentions` are runs of positions. Nearest to the key letter after that of the latest letter before the mention that
    has one; of two that are equally near, the first.
    """
    text, key = projection.text, projection.key
    letters = key.letters.lower()
    lost = [run for runs in mentions if len(runs) == 1 for run in runs if projection.run(*run) is None]
    if not lost or len(letters) != len(key.letters):
        return projection
    occurrences = Occurrences(letters, _begins(key))
    places: dict[Run, Run] = {}
    placed = np.flatnonzero(projection.first >= 0)
    for run in lost:
        begin, end = text.begin[run[0]], text.end[run[1] - 1]
        before = int(np.searchsorted(placed, begin))
        expected = int(projection.last[placed[before - 1]]) + 1 if before else 0
        start = _nearest(occurrences.of(text.letters[begin:end].lower()), expected)
        if start is not None:
            places[begin, end - 1] = start, start + end - begin - 1
    return replace(projection, relocated=places)


def _nearest(places: Sequence[int], expected: int) -> int | None:
    number = bisect_left(places, expected)
    return min(places[max(number - 1, 0) : number + 1], key=lambda place: abs(place - expected), default=None)


def _begins(key: LetterText) -> list[int]:
    return key.words().begins
