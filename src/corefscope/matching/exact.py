"""Exact matching: two mentions are the same if they cover the same tokens of the same document."""

from __future__ import annotations

import numpy as np

from corefscope.errors import PairingError
from corefscope.matching import Pairs
from corefscope.model import Corpus, Integers


def pairs(key: Corpus, response: Corpus, partner: Integers) -> Pairs:
    """Mentions that are equal; neither side may hold a mention twice, and every response document has a partner."""
    one, two = _codes(key, response, partner[response.document])
    order = np.argsort(one, kind="stable")
    # A code that no mention can have ends the sorted list, so that every search finds something.
    found = np.searchsorted(one[order], two)
    matched = np.flatnonzero(np.append(one[order], -1)[found] == two)
    return Pairs(order[found[matched]], matched)


def _codes(key: Corpus, response: Corpus, response_document: Integers) -> tuple[Integers, Integers]:
    """One number per mention, equal on both sides for the same tokens of the same document."""
    if (key.label is None) != (response.label is None):
        raise PairingError(
            "one side names its mentions by ids, the other by tokens, so they cannot be compared",
            hint="give both sides a mention column, or both start and end",
        )
    columns = [(key.document, response_document)]
    if key.label is not None:
        columns.append(_labels(key, response))
    else:
        columns += [(key.start, response.start), (key.end, response.end)]
        if key.shape is not None or response.shape is not None:
            columns.append(_shapes(key, response))
    one = np.zeros(key.mention_count, np.int64)
    two = np.zeros(response.mention_count, np.int64)
    size = 1
    for mine, theirs in columns:
        width = 1 + int(max(mine.max(initial=0), theirs.max(initial=0)))
        if size > (1 << 62) // width:  # number afresh what there is so far, before it overflows
            _, codes = np.unique(np.concatenate([one, two]), return_inverse=True)
            one, two = codes[: len(one)], codes[len(one) :]
            size = len(codes)
        one, two = one * width + mine, two * width + theirs
        size *= width
    return one, two


def _labels(key: Corpus, response: Corpus) -> tuple[Integers, Integers]:
    """Opaque ids as numbers that mean the same on both sides."""
    one, two = key.label, response.label
    if one is None or two is None:
        raise PairingError("one side has no mention ids")
    if one.dtype.kind == "i" and two.dtype.kind == "i" and min(one.min(initial=0), two.min(initial=0)) >= 0:
        return one, two
    seen: dict[object, int] = {}
    return (
        np.array([seen.setdefault(label, len(seen)) for label in one.tolist()], np.int64),
        np.array([seen.setdefault(label, len(seen)) for label in two.tolist()], np.int64),
    )


def _shapes(key: Corpus, response: Corpus) -> tuple[Integers, Integers]:
    """0 for a plain run of tokens, else a number for the exact set of positions.

    Where one side's format knows no empty nodes, those inside a mention of the other do not count.
    """
    seen: dict[tuple[int, ...], int] = {}
    tokens_only = not (key.empty_nodes and response.empty_nodes)

    def number(shape: tuple[int, ...]) -> int:
        tokens = tuple(position for position in shape if position >= 0)
        if tokens_only and tokens:
            shape = tokens
        plain = shape[0] >= 0 and shape == tuple(range(shape[0], shape[-1] + 1))
        return 0 if plain else seen.setdefault(shape, len(seen) + 1)

    def numbers(corpus: Corpus) -> Integers:
        of_shape = np.array([0, *map(number, corpus.shapes)], np.int64)
        return np.zeros(corpus.mention_count, np.int64) if corpus.shape is None else of_shape[corpus.shape + 1]

    return numbers(key), numbers(response)
