"""Span errors: unmatched mentions of key and response that differ only in their boundaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache

import numpy as np

from corefscope.analysis.mistakes.language import Language
from corefscope.analysis.mistakes.mention_info import MentionInfo, MentionWords
from corefscope.model import TOKENS

Pairs = list[tuple[int, int]]
SpanPlace = tuple[int, Hashable]  # document, and core positions or head


def span_errors(info: MentionInfo) -> Pairs:
    """Pair unmatched rows of the alignment, key with response.

    First those equal without articles, marks and punctuation at their ends; then those whose head no other unmatched
    mention of either side has (Kummerfeld & Klein 2013). Earlier mentions choose first.
    """
    alignment = info.evidence.alignment
    if info.key.label is not None or info.response.label is not None:
        return []
    order = np.argsort(info.rank, kind="stable")
    mine = [row for row in order.tolist() if alignment.key_row[row] >= 0 > alignment.response_row[row]]
    theirs = [row for row in order.tolist() if alignment.key_row[row] < 0]
    pairs = _equal_cores(info, mine, theirs)
    done = {row for pair in pairs for row in pair}
    rest = ([row for row in rows if row not in done] for rows in (mine, theirs))
    return sorted(pairs + _unique_heads(info, *rest))


def _document(info: MentionInfo, row: int) -> int:
    corpus, mention = info.place(row)
    document = int(corpus.document[mention])
    return document if corpus is info.key else int(info.evidence.partner[document])


def _equal_cores(info: MentionInfo, mine: list[int], theirs: list[int]) -> Pairs:
    key, response = (_Cores(words, info.language) for words in (info.key_words, info.response_words))

    def core(row: int) -> SpanPlace:
        corpus, mention = info.place(row)
        return _document(info, row), (key if corpus is info.key else response).of(mention)

    waiting: dict[SpanPlace, list[int]] = defaultdict(list)
    for row in reversed(mine):
        waiting[core(row)].append(row)
    return [(waiting[place].pop(), row) for row in theirs if waiting.get(place := core(row))]


def _unique_heads(info: MentionInfo, mine: list[int], theirs: list[int]) -> Pairs:
    """Pair mentions by their heads, or their last tokens if no rule gives a head."""
    heads: dict[SpanPlace, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, rows in enumerate((mine, theirs)):
        for row in rows:
            corpus, mention = info.place(row)
            head = corpus.head_of(mention)
            place = corpus.positions(mention)[-1] if head is None else head
            heads[_document(info, row), place][side].append(row)
    return [(one[0], two[0]) for one, two in heads.values() if len(one) == len(two) == 1]


class _Cores:
    """Mentions without articles, marks and punctuation at their ends; each text is scanned once."""

    def __init__(self, words: MentionWords, language: Language) -> None:
        self._words, self._language = words, language
        self._ends = cache(self._ends_of)

    def of(self, mention: int) -> Sequence[int]:
        """Return the positions of a mention's core, as a range if possible."""
        corpus = self._words.corpus
        positions, document = corpus.positions(mention), int(corpus.document[mention])
        text = self._words.text(document) if corpus.unit == TOKENS else None
        if text is None or positions[-1] >= len(text):
            return positions
        if isinstance(positions, range):
            first_kept, last_kept = self._ends(document)
            first = min(first_kept[positions.start], positions.stop - 1)
            return range(first, max(last_kept[positions.stop - 1], first) + 1)
        first, last = self._language.strip(self._words.of(mention))
        left = positions[first:last]
        run = range(left[0], left[-1] + 1)
        return run if left[0] >= 0 and len(run) == len(left) else left

    def _ends_of(self, document: int) -> tuple[list[int], list[int]]:
        """Return for each token the next token that can begin a core, and the last before it that can end one."""
        text, language = self._words.text(document) or (), self._language
        first, last = list(range(len(text))), list(range(len(text)))
        for place in range(len(text) - 2, -1, -1):
            if language.may_precede(text[place]):
                first[place] = first[place + 1]
        for place in range(1, len(text)):
            if language.may_follow(text[place]):
                last[place] = last[place - 1]
        return first, last
