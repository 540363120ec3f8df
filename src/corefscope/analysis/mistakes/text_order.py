"""The order of mentions in the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import BITS, changes, order
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
    ordered = _order_of(columns)
    rank = np.empty(len(ordered), np.int64)
    rank[ordered] = np.arange(len(ordered))
    return rank


def _order_of(columns: Sequence[NDArray[Any]]) -> Integers:
    """Return the rows in the order of these columns: of one number made of all, which is faster, where it fits."""
    room = BITS - len(columns[0]).bit_length()  # `order` needs the others
    packed, bits = np.zeros(len(columns[0]), np.int64), 0
    for column in columns if len(columns[0]) else ():
        above = column.astype(np.int64) - int(column.min())
        used = int(np.bitwise_or.reduce(above))
        zeros = (used & -used).bit_length() - 1 if used else 0  # at the end of all, as where nothing is an empty node
        packed |= (above >> zeros) << bits
        bits += (used >> zeros).bit_length()
        if bits > room:
            return np.lexsort(columns)
    return order(packed)


def first_in(group: Integers, rank: Integers) -> NDArray[np.bool_]:
    """Mark the first mention of each group in the text."""
    ordered = _order_of((rank, group))
    first = np.zeros(len(group), bool)
    first[ordered] = changes(group[ordered])
    return first
