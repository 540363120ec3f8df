"""Clusters of ids, the plainest thing that can be scored: each mention becomes a number at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from corefscope.model import Corpus


class NumberedClusters(NamedTuple):
    """One side of a document: its mentions as numbers, entity after entity, and the sizes of its entities."""

    mentions: list[int]
    sizes: list[int]


def corpus_of(
    sides: Sequence[NumberedClusters],
    names: list[str],
    source: str,
    ids: list[str] | None = None,
    labelled: Sequence[Any] = (),
) -> Corpus:
    """Return documents as a corpus, with the ids of entities, by default their numbers.

    `labelled` are the objects that were numbered, for messages.
    """
    size = np.array([size for side in sides for size in side.sizes], np.int64)
    entity_document = np.repeat(np.arange(len(names)), [len(side.sizes) for side in sides])
    entity = np.repeat(np.arange(len(size)), size)
    labels = np.fromiter(chain.from_iterable(side.mentions for side in sides), np.int64)
    nothing = np.zeros(len(labels), np.int64)
    if ids is None:
        ids = [str(number) for side in sides for number in range(len(side.sizes))]
    return Corpus(
        names=names,
        sources=[source] * len(names),
        document_line=np.zeros(len(names), np.int64),
        tokens=np.full(len(names), -1, np.int64),
        document=entity_document[entity],
        start=nothing,
        end=nothing + 1,
        entity=entity,
        line=nothing,
        entity_document=entity_document,
        entity_id=np.array(ids, object),
        named=np.full(len(names), not labelled),
        label=labels,
        labelled=labelled,
        texts=[None] * len(names),
        own_ids=False,
    )
