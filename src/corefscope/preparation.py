"""What happens to each side before matching: repeated mentions first, then singletons."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.errors import FormatError, Notices
from corefscope.model import Corpus, Integers


@dataclass(frozen=True)
class Prepared:
    """A corpus ready to be matched; `repeating` marks the documents that still hold a mention twice."""

    corpus: Corpus
    repeating: NDArray[np.bool_]


def prepare(corpus: Corpus, repeated: str, singletons: str, notices: Notices) -> Prepared:
    """Applies the settings `repeated` and `singletons` to one side."""
    repeating = np.zeros(corpus.document_count, bool)
    order, same = _repeats(corpus)
    if same.any():
        _notice_repeats(corpus, order, same, repeated, notices)
        if repeated == "official":
            repeating[corpus.document[order[same]]] = True
        else:
            corpus = _without_repeats(corpus, order, same, repeated)
    if singletons == "drop":
        size = np.bincount(corpus.entity, minlength=corpus.entity_count)
        corpus = corpus.keep(size[corpus.entity] > 1)
    return Prepared(corpus, repeating)


def _repeats(corpus: Corpus) -> tuple[Integers, NDArray[np.bool_]]:
    """Rows ordered by mention, then entity, and for each whether it is the mention of the row before it."""
    if corpus.label is not None:
        columns: tuple[Integers, ...] = (corpus.label, corpus.document)
    else:
        columns = (corpus.end, corpus.start, corpus.document)
    order = np.lexsort((corpus.entity, *columns))
    same = np.ones(len(order), bool)
    for column in columns:
        same[1:] &= column[order[1:]] == column[order[:-1]]
    same[:1] = False
    return order, same


def _notice_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str, notices: Notices) -> None:
    for position in np.flatnonzero(same).tolist():
        row, before = int(order[position]), int(order[position - 1])
        one, two = corpus.entity_name(int(corpus.entity[before])), corpus.entity_name(int(corpus.entity[row]))
        within = corpus.entity[row] == corpus.entity[before]
        kind = "mention repeated in one entity" if within else "mention repeated in two entities"
        place = (corpus.sources[corpus.document[row]], int(corpus.line[row]))
        text = f"{corpus.describe_mention(row)} of entity {one} is also in entity {two}"
        if within:
            text = f"{corpus.describe_mention(row)} is twice in entity {one}"
        if repeated == "error":
            raise FormatError(text, *place, hint="--repeated first, last or merge would resolve it")
        notices.add(kind, text, *place)


def _without_repeats(corpus: Corpus, order: Integers, same: NDArray[np.bool_], repeated: str) -> Corpus:
    """Each mention once: in its first entity, in its last, or with its entities merged."""
    keep = np.ones(len(order), bool)
    if repeated == "last":
        keep[order[np.flatnonzero(same) - 1]] = False
        return corpus.keep(keep)
    keep[order[same]] = False
    if repeated == "first":
        return corpus.keep(keep)
    merged = list(range(corpus.entity_count))

    def root(entity: int) -> int:
        while merged[entity] != entity:
            merged[entity] = merged[merged[entity]]
            entity = merged[entity]
        return entity

    for position in np.flatnonzero(same).tolist():
        one, two = root(int(corpus.entity[order[position - 1]])), root(int(corpus.entity[order[position]]))
        merged[max(one, two)] = min(one, two)
    roots = np.array([root(entity) for entity in range(corpus.entity_count)], np.int64)
    return corpus.with_entities(keep, roots[corpus.entity])
