"""The order of mentions in the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import changes
from corefscope.model import EMPTY_NODES, Corpus, Integers, text_order


def sort_columns(corpus: Corpus, document: Integers) -> list[Integers]:
    """Return the sort keys of mentions in text order, last key first, as `lexsort` expects.

    The keys are document, start, end, length (shorter first) and tokens. Mentions that are ids keep the order of the
    file.
    """
    rows = np.arange(corpus.mention_count)
    if corpus.label is not None:
        nothing = np.zeros_like(rows)
        return [nothing, nothing, nothing, rows, document]
    first, last = (corpus.start + 1) * EMPTY_NODES, corpus.end * EMPTY_NODES
    length = corpus.end - corpus.start
    form = np.zeros(corpus.mention_count, np.int64)
    if corpus.shape is not None:
        in_order = {shape: tuple(map(text_order, shape)) for shape in corpus.shapes}
        number = {shape: rank for rank, shape in enumerate(sorted(set(in_order.values())), 1)}
        for row in np.flatnonzero(corpus.shape >= 0).tolist():
            shape = in_order[corpus.shapes[corpus.shape[row]]]
            first[row], last[row], length[row], form[row] = shape[0], shape[-1], len(shape), number[shape]
    return [form, length, last, first, document]


def text_rank(corpus: Corpus, document: Integers) -> Integers:
    """Return the rank of each mention in the text; `document` orders the documents, e.g. as in the key."""
    return ranks(sort_columns(corpus, document))


def ranks(columns: Sequence[NDArray[Any]]) -> Integers:
    """Return the rank of each row in the order of these columns, the last first."""
    order = np.lexsort(columns)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank


def first_in(group: Integers, rank: Integers) -> NDArray[np.bool_]:
    """Mark the first mention of each group in the text."""
    order = np.lexsort((rank, group))
    first = np.zeros(len(group), bool)
    first[order] = changes(group[order])
    return first
