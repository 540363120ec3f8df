"""Clusters of ids, the plainest thing that can be scored: each mention becomes a number at once."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

import numpy as np

from corefscope.formats.objects.nesting import CONTAINERS, PLAIN
from corefscope.model import Corpus

_LISTS, _INTEGER = frozenset({list, tuple}), frozenset({int})


class NumberedClusters(NamedTuple):
    """One side of a document: its mentions as numbers, entity after entity, and the sizes of its entities."""

    mentions: list[int]
    sizes: list[int]


def number_clusters(sides: Sequence[Any], numbers: dict[Hashable, int]) -> list[NumberedClusters] | None:
    """Give equal mentions equal numbers, and others different ones; clusters without mentions are no entities.

    None where a side is not lists (or tuples or sets) of mentions that are hashable, or all are not lists of pairs
    of integers: what else they may be takes longer to find out.
    """
    for clusters in sides:
        if type(clusters) not in CONTAINERS or not CONTAINERS.issuperset(map(type, clusters)):
            return None
    mentions: list[Any] = list(chain.from_iterable(chain.from_iterable(sides)))
    codes: list[int] | None
    try:
        is_list = mentions and type(mentions[0]) is list
        codes = _pairs(mentions, numbers) if is_list else list(map(numbers.setdefault, mentions, itertools.count()))
    except TypeError:
        codes = _pairs(mentions, numbers)
    if codes is None:
        return None
    numbered, place = [], 0
    for clusters in sides:
        sizes = list(filter(None, map(len, clusters)))
        numbered.append(NumberedClusters(codes[place : place + sum(sizes)], sizes))
        place += sum(sizes)
    return numbered


def _pairs(mentions: list[Any], numbers: dict[Hashable, int]) -> list[int] | None:
    """Return the numbers of mentions that are lists of two integers, or tuples."""
    numbers.clear()
    if not _LISTS.issuperset(map(type, mentions)):
        return None
    try:
        codes = list(map(numbers.setdefault, [(start, end) for start, end in mentions], itertools.count()))
    except (TypeError, ValueError):
        return None
    return codes if _INTEGER.issuperset(map(type, chain.from_iterable(cast(Any, numbers)))) else None


def corpora_of_ids(sides: Sequence[Any], names: Sequence[str]) -> list[Corpus] | None:
    """Return clusters of numbers or strings as corpora; None for anything that could be something else."""
    numbers: dict[Hashable, int] = {}
    numbered = number_clusters(sides, numbers)
    if numbered is None or not PLAIN.issuperset(map(type, numbers)):
        return None
    mentions = list(chain.from_iterable(chain.from_iterable(sides)))  # a number is the place of its first mention
    corpora = []
    for clusters, side, name in zip(sides, numbered, names, strict=True):
        if not side.sizes or len(side.sizes) < len(clusters):
            return None
        corpora.append(corpus_of([side], ["document"], name, mentions))
    return corpora


def corpus_of(sides: Sequence[NumberedClusters], names: list[str], source: str, labelled: Sequence[Any] = ()) -> Corpus:
    """Return documents as a corpus; with the objects that were numbered, for messages, its name was invented."""
    mentions, sizes = zip(*sides, strict=True)
    ids = [str(number) for each in sizes for number in range(len(each))]
    return labelled_corpus(names, sizes, ids, list(chain.from_iterable(mentions)), source, labelled)


def labelled_corpus(
    names: list[str],
    sizes: Sequence[list[int]],
    ids: list[str],
    labels: list[int],
    source: str,
    labelled: Sequence[Any] = (),
) -> Corpus:
    """Return a corpus whose mentions are numbers, given the sizes of the entities of each document."""
    size = np.fromiter(chain.from_iterable(sizes), np.int64)
    entity_document = np.repeat(np.arange(len(names)), list(map(len, sizes)))
    entity = np.repeat(np.arange(len(size)), size)
    nothing = np.zeros(len(labels), np.int64)
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
        label=np.array(labels, np.int64),
        labelled=labelled,
        texts=[None] * len(names),
        own_ids=False,
    )
