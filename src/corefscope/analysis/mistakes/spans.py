"""Span errors: unmatched mentions of key and response that differ only in their boundaries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

import numpy as np

from corefscope.analysis.mistakes.language import Language
from corefscope.analysis.mistakes.mention_info import MentionInfo, MentionWords
from corefscope.model import TOKENS, UNKNOWN, Corpus, Integers

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
    mine, theirs = (
        order[unmatched[order]].tolist() for unmatched in (alignment.response_row < 0, alignment.key_row < 0)
    )
    pairs = _equal_cores(info, mine, theirs)
    done = {row for pair in pairs for row in pair}
    rest = ([row for row in rows if row not in done] for rows in (mine, theirs))
    return sorted(pairs + _unique_heads(info, *rest))


def _equal_cores(info: MentionInfo, mine: list[int], theirs: list[int]) -> Pairs:
    waiting: dict[SpanPlace, list[int]] = defaultdict(list)
    for place, row in zip(*_cores(info, info.key_words, info.evidence.alignment.key_row, mine), strict=True):
        waiting[place].append(row)
    for rows in waiting.values():
        rows.reverse()  # the first is taken first
    places = zip(*_cores(info, info.response_words, info.evidence.alignment.response_row, theirs), strict=True)
    return [(waiting[place].pop(), row) for place, row in places if waiting.get(place)]


def _cores(
    info: MentionInfo, words: MentionWords, mention: Integers, rows: list[int]
) -> tuple[list[SpanPlace], list[int]]:
    cores = _Cores(words, info.language)
    return [(info.documents[row], cores.of(at)) for row, at in zip(rows, mention[rows].tolist(), strict=True)], rows


def _unique_heads(info: MentionInfo, mine: list[int], theirs: list[int]) -> Pairs:
    """Pair mentions by their heads, or their last tokens if no rule gives a head."""
    alignment = info.evidence.alignment
    one = _alone(info, info.key, alignment.key_row, mine)
    two = _alone(info, info.response, alignment.response_row, theirs)
    return [(row, two[place]) for place, row in one.items() if place in two]


def _alone(info: MentionInfo, corpus: Corpus, mention: Integers, rows: list[int]) -> dict[SpanPlace, int]:
    """Return the rows whose document and head no other row has."""
    at = mention[rows]
    heads = (corpus.end[at] - 1 if corpus.head is None else corpus.head[at]).tolist()
    places = [
        (info.documents[row], corpus.positions(mention)[-1] if head == UNKNOWN else head)
        for row, mention, head in zip(rows, at.tolist(), heads, strict=True)
    ]
    count = Counter(places)
    return {place: row for place, row in zip(places, rows, strict=True) if count[place] == 1}


class _Cores:
    """Mentions without articles, marks and punctuation at their ends; each text is scanned once."""

    def __init__(self, words: MentionWords, language: Language) -> None:
        self._words, self._language = words, language

    def of(self, mention: int) -> Sequence[int]:
        """Return the positions of a mention's core, as a range if possible."""
        corpus = self._words.corpus
        positions, document = corpus.positions(mention), int(corpus.document[mention])
        source = corpus.text(document) if corpus.unit == TOKENS else None
        text = None if source is None else self._words.text(document)
        if source is None or text is None or positions[-1] >= len(text):
            return positions
        if isinstance(positions, range):
            first_kept, last_kept = self._words.cache.ends(source, self._language)
            first = min(first_kept[positions.start], positions.stop - 1)
            return range(first, max(last_kept[positions.stop - 1], first) + 1)
        first, last = self._language.strip(self._words.of(mention))
        left = positions[first:last]
        run = range(left[0], left[-1] + 1)
        return run if left[0] >= 0 and len(run) == len(left) else left
