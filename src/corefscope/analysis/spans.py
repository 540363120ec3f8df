"""Span errors: mentions of key and response that name the same thing with other boundaries."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from corefscope.analysis.known import Known
from corefscope.coverage import runs
from corefscope.model import Corpus

Pairs = list[tuple[int, int]]
Place = tuple[int | tuple[int, int], ...]  # the document, and a position or the runs of positions in it


def span_errors(known: Known) -> Pairs:
    """Pairs of rows of the alignment, of the key and of the response, none of which has a match.

    First those that are equal without articles, marks and signs at their ends; among the rest those whose head no
    other such mention of either side has (Kummerfeld & Klein 2013). Earlier mentions choose first.
    """
    alignment = known.evidence.alignment
    if known.key.label is not None or known.response.label is not None:
        return []
    order = np.argsort(known.rank, kind="stable")
    mine = [row for row in order.tolist() if alignment.key_row[row] >= 0 > alignment.response_row[row]]
    theirs = [row for row in order.tolist() if alignment.key_row[row] < 0]
    pairs = _equal_but_for_ends(known, mine, theirs)
    done = {row for pair in pairs for row in pair}
    rest = ([row for row in rows if row not in done] for rows in (mine, theirs))
    return sorted(pairs + _only_ones_with_a_head(known, *rest))


def _document(known: Known, row: int) -> int:
    corpus, mention = known.place(row)
    document = int(corpus.document[mention])
    return document if corpus is known.key else int(known.evidence.partner[document])


def _equal_but_for_ends(known: Known, mine: list[int], theirs: list[int]) -> Pairs:
    def core(row: int) -> Place:
        corpus, mention = known.place(row)
        text = known.words(row) if corpus.unit == "tokens" else []
        positions = corpus.positions(mention)
        first, last = known.language.strip(text) if len(text) == len(positions) else (0, len(positions))
        return (_document(known, row), *runs(positions[first:last]))

    waiting: dict[Place, list[int]] = defaultdict(list)
    for row in reversed(mine):
        waiting[core(row)].append(row)
    return [(waiting[place].pop(), row) for row in theirs if waiting.get(place := core(row))]


def _only_ones_with_a_head(known: Known, mine: list[int], theirs: list[int]) -> Pairs:
    heads: dict[Place, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, rows in enumerate((mine, theirs)):
        for row in rows:
            heads[_document(known, row), _head(*known.place(row))][side].append(row)
    return [(one[0], two[0]) for one, two in heads.values() if len(one) == len(two) == 1]


def _head(corpus: Corpus, row: int) -> int:
    """The head by the rules for heads; the last token where they give none."""
    head = corpus.head_of(row)
    return corpus.positions(row)[-1] if head is None else head
