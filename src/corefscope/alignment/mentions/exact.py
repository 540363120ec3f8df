"""Exact matching: two mentions match if they cover the same tokens of the same document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Pairs
from corefscope.alignment.mentions.coverage import Runs, runs
from corefscope.arrays import distinct, order
from corefscope.model import SMALL_NUMBER, Corpus, Integers
from corefscope.problems import PairingError

# Codes up to this multiple of the number of mentions use a lookup table; larger ones are searched.
EXACT_FEW = 4
LARGEST_ID = 1 << 31  # larger ids are renumbered


def pairs(key: Corpus, response: Corpus, partner: Integers) -> Pairs:
    """Match equal mentions; no mention is repeated, and every response document has a partner."""
    document = partner[response.document]
    if (key.label is None) != (response.label is None):
        fact = "one side names its mentions by ids, the other by tokens, so they cannot be compared"
        hint = "give both sides a mention column, or both start and end"
        raise PairingError("different-mention-ids", fact, hint=hint)
    one, two = codes((key, key.document), (response, document))
    row: Integers = np.full(len(two), -1)
    largest = int(max(one.max(initial=0), two.max(initial=0)))
    if largest <= EXACT_FEW * (len(one) + len(two)):
        kind: Any = np.int32 if len(one) < SMALL_NUMBER else np.int64
        row_of = np.full(largest + 1, -1, kind)
        row_of[one] = np.arange(len(one))
        row = row_of[two]
    elif len(one):
        by_code = order(one)
        place = np.minimum(np.searchsorted(one, two, sorter=by_code), len(one) - 1)
        row = np.where(one[by_code[place]] == two, by_code[place], -1)
    matched = np.flatnonzero(row >= 0)
    equal = Pairs(row[matched], matched)
    # Where the format of one side cannot hold empty nodes, mentions match without them too.
    if (key.empty_nodes and response.empty_nodes) or (key.shape is None and response.shape is None):
        return equal
    return _ignoring_empty_nodes(key, response, document, equal)


def _ignoring_empty_nodes(key: Corpus, response: Corpus, document: Integers, equal: Pairs) -> Pairs:
    """Match also mentions that differ only in empty nodes: one side has words and empty nodes in one mention."""
    if not any(min(shape) < 0 <= max(shape) for shape in (*key.shapes, *response.shapes)):
        return equal
    mine, theirs = _by_words(key, key.document, equal.key), _by_words(response, document, equal.response)
    more = np.array([(row, theirs[place]) for place, row in mine.items() if place in theirs], np.int64).reshape(-1, 2)
    return Pairs(np.concatenate([equal.key, more[:, 0]]), np.concatenate([equal.response, more[:, 1]]))


def _by_words(corpus: Corpus, document: Integers, matched: Integers) -> dict[tuple[int, Runs], int]:
    """Index unmatched mentions by document and words; of equal words, the one with the fewest zeros."""
    free = np.ones(corpus.mention_count, bool)
    free[matched] = False
    row_of: dict[tuple[int, Runs], int] = {}
    # Equal words and equal length occur only with zeros, whose positions are listed.
    positions = {row: corpus.mention(row).positions for row in np.flatnonzero(free).tolist()}
    for row in sorted(positions, key=lambda row: (len(corpus.positions(row)), positions[row])):
        covered = corpus.positions(row)
        words = runs(covered if isinstance(covered, range) else (place for place in covered if place >= 0))
        if words:
            row_of.setdefault((int(document[row]), words), row)
    return row_of


def codes(*sides: tuple[Corpus, Integers]) -> list[Integers]:
    """Encode each mention as one number, equal for equal tokens of the same document; each side comes with documents.

    The numbers ascend with documents and places.
    """
    corpora, documents = zip(*sides, strict=True)
    columns: list[Sequence[Integers]] = [documents]
    if corpora[0].label is not None:
        columns.append(_labels(list(map(attrgetter("label"), corpora))))
    else:
        columns += list(map(attrgetter("start"), corpora)), list(map(attrgetter("end"), corpora))
        if corpora[0].shape is not None or corpora[-1].shape is not None:
            columns.append(_shapes(corpora))
    lengths = list(map(len, documents))
    codes: list[Integers] = np.split(np.zeros(sum(lengths), np.int64), np.cumsum(lengths)[:-1])
    size = 1
    for of_sides in columns:
        width = 1
        for column in of_sides:
            width = max(width, 1 + int(column.max(initial=0)))
        if size > (1 << 62) // width:  # renumber before the codes overflow
            codes = _renumbered(codes)
            size = sum(map(len, codes))
        if width > 1:  # a constant column distinguishes nothing
            for code, column in zip(codes, of_sides, strict=True):
                code *= width
                code += column
            size *= width
    return codes


def _renumbered(columns: list[Integers]) -> list[Integers]:
    """Number the values of several columns, equal ones alike and in ascending order."""
    ranks = distinct(np.concatenate(columns))[1]
    return np.split(ranks, np.cumsum(list(map(len, columns)))[:-1])  # disjoint views of one array


def _labels(sides: list[NDArray[Any]]) -> list[Integers]:
    """Number opaque ids, equal ones alike; a dictionary is faster than sorting strings."""
    together = np.concatenate(sides)
    if together.dtype.kind == "i":
        small = together.min(initial=0) >= 0 and together.max(initial=0) < LARGEST_ID
        return sides if small else _renumbered(sides)
    for side, ids, others in (("key", sides[0], sides[-1]), ("response", sides[-1], sides[0])):
        if ids.dtype.kind == "i" and others.dtype.kind == "O" and len(others) and isinstance(others[0], str):
            fact = f"the mentions of the {side} are whole numbers and those of the other side are text, so none match"
            raise PairingError("different-mention-ids", fact, hint="write both the same way; CSV has only text")
    numbers = defaultdict[object, int]()
    numbers.default_factory = numbers.__len__
    return [np.fromiter(map(numbers.__getitem__, ids.tolist()), np.int64, len(ids)) for ids in sides]


def _shapes(corpora: Sequence[Corpus]) -> list[Integers]:
    """Return 0 for a plain run of tokens, else a number for the exact set of positions."""
    numbers: dict[tuple[int, ...], int] = {}
    columns = []
    for corpus in corpora:
        of_shape = [0, *(numbers.setdefault(shape, len(numbers) + 1) for shape in corpus.shapes)]
        shape = np.full(corpus.mention_count, -1) if corpus.shape is None else corpus.shape
        columns.append(np.array(of_shape, np.int64)[shape + 1])
    return columns
