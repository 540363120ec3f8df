"""Exact matching: two mentions are the same if they cover the same tokens of the same document."""

from __future__ import annotations

import numpy as np

from corefscope.errors import PairingError
from corefscope.matching import Alignment
from corefscope.model import Corpus, Integers


def align(key: Corpus, response: Corpus, partner: Integers) -> Alignment:
    """Lines up the mentions; neither side may hold a mention twice.

    `partner` gives the key document of each response document; every mention's document must have one.
    """
    response_unit = partner[response.document]
    one, two = _codes(key, response, response_unit)
    order = np.argsort(one, kind="stable")
    # A code that no mention can have ends the sorted list, so that every search finds something.
    found = np.searchsorted(one[order], two)
    matched = np.append(one[order], -1)[found] == two
    twin = order[found[matched]]

    of_key = np.full(key.mention_count, -1, np.int64)
    of_key[twin] = response.entity[matched]
    alone = ~matched
    return Alignment(
        units=key.document_count,
        unit=np.concatenate([key.document, response_unit[alone]]),
        key_entity=np.concatenate([key.entity, np.full(int(alone.sum()), -1, np.int64)]),
        response_entity=np.concatenate([of_key, response.entity[alone]]),
        key_entity_unit=key.entity_document,
        response_entity_unit=partner[response.entity_document],
    )


def _codes(key: Corpus, response: Corpus, response_unit: Integers) -> tuple[Integers, Integers]:
    """One number per mention, equal on both sides for the same tokens of the same unit."""
    if (key.label is None) != (response.label is None):
        raise PairingError("opaque mentions can be compared only with opaque mentions")
    if key.label is not None and response.label is not None:
        columns = [(key.document, response_unit), (key.label, response.label)]
    else:
        columns = [(key.document, response_unit), (key.start, response.start), (key.end, response.end)]
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
