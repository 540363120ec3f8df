"""Where each mention stands among all of a corpus, in the order in which one reads them."""

from __future__ import annotations

import numpy as np

from corefscope.model import EMPTY_NODES, Corpus, Integers, text_order


def text_rank(corpus: Corpus, document: Integers) -> Integers:
    """The place of each mention: by document, then by where it starts, then by where it ends.

    `document` puts documents in order, such as that of the key. Mentions that are only ids keep the order of
    the file. Of mentions that start and end alike the shorter comes first, and of those the one whose tokens do.
    """
    rows = np.arange(corpus.mention_count)
    if corpus.label is not None:
        order = np.lexsort((rows, document))
    else:
        first, last = (corpus.start + 1) * EMPTY_NODES, corpus.end * EMPTY_NODES
        length = corpus.end - corpus.start
        form = np.zeros(corpus.mention_count, np.int64)
        if corpus.shape is not None:
            by_place = {shape: tuple(map(text_order, shape)) for shape in corpus.shapes}
            number = {places: rank for rank, places in enumerate(sorted(set(by_place.values())), 1)}
            for row in np.flatnonzero(corpus.shape >= 0).tolist():
                places = by_place[corpus.shapes[corpus.shape[row]]]
                first[row], last[row], length[row], form[row] = places[0], places[-1], len(places), number[places]
        order = np.lexsort((rows, form, length, last, first, document))
    rank = np.empty(len(order), np.int64)
    rank[order] = rows
    return rank


def first_in(group: Integers, rank: Integers) -> np.ndarray:
    """Whether each mention is the first of its group in the text."""
    order = np.lexsort((rank, group))
    first = np.zeros(len(group), bool)
    first[order] = np.diff(group[order], prepend=-1) != 0
    return first
