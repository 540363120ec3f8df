"""The mentions of one side as columns for the page, in text order by document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefscope.model import Corpus, Integers
from corefscope.page.segments import TextSegments, differences


@dataclass(frozen=True)
class PageMentions:
    """The mentions of a corpus in page order, and its entities in the order of their first mentions.

    `number` is the page's number of each corpus row, `entity_number` that of each entity.
    """

    corpus: Corpus
    rows: Integers
    document: Integers  # key document of each mention
    first: Integers
    last: Integers
    runs: dict[int, list[tuple[int, int]]]  # of mentions with gaps, by page number
    number: Integers
    entity_number: Integers

    @property
    def entity(self) -> Integers:
        return self.entity_number[self.corpus.entity[self.rows]]


def page_mentions(corpus: Corpus, key_document: Integers, segments: Sequence[TextSegments]) -> PageMentions:
    """Order the mentions for the page; `key_document` is the key document of each document."""
    first, last = np.asarray(corpus.start).copy(), np.asarray(corpus.end) - 1
    gaps: dict[int, list[tuple[int, int]]] = {}
    document = key_document[corpus.document] if len(corpus.document) else corpus.document
    by_document = np.argsort(document, kind="stable")
    bounds = np.searchsorted(document[by_document], np.arange(len(segments) + 1)).tolist()
    for number, shown in enumerate(segments):
        rows = by_document[bounds[number] : bounds[number + 1]]
        if shown.words is None or not len(rows):
            continue
        first[rows], last[rows] = shown.of_spans(corpus.start[rows], corpus.end[rows])
        for row in rows[corpus.shape[rows] >= 0].tolist() if corpus.shape is not None else ():
            runs = shown.of_positions(corpus.positions(row))
            first[row], last[row] = runs[0][0], runs[-1][1]
            if len(runs) > 1:
                gaps[row] = runs
    rows = np.lexsort((-last, first, document))
    number_of = np.empty(len(rows), np.int64)
    number_of[rows] = np.arange(len(rows))
    seen, where = np.unique(corpus.entity[rows], return_index=True)
    entity_number = np.zeros(corpus.entity_count, np.int64)
    entity_number[seen[np.argsort(where)]] = np.arange(len(seen))
    return PageMentions(
        corpus,
        rows,
        document[rows],
        first[rows],
        last[rows],
        {int(number_of[row]): runs for row, runs in gaps.items()},
        number_of,
        entity_number,
    )


def as_columns(side: PageMentions, types: Integers | None, documents: int) -> dict[str, Any]:
    """Encode the mentions as columns that deflate well: differences and lengths instead of positions."""
    bounds = np.searchsorted(side.document, np.arange(documents + 1))
    names = [""] * side.corpus.entity_count
    for entity, number in enumerate(side.entity_number.tolist()):
        names[number] = side.corpus.entity_name(entity)
    columns: dict[str, Any] = {
        "count": np.diff(bounds).tolist(),
        "first": differences(side.first.tolist()),
        "length": (side.last - side.first).tolist(),
        "entity": side.entity.tolist(),
        "names": names,
    }
    if side.runs:
        columns["runs"] = {str(number): runs for number, runs in sorted(side.runs.items())}
    if types is not None and types.any():
        columns["type"] = types[side.rows].tolist()
    if side.corpus.label is not None:
        columns["label"] = [str(label) for label in side.corpus.label[side.rows].tolist()]
    return columns
