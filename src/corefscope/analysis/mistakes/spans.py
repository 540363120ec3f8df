"""Span errors: unmatched mentions of key and response that differ only in their boundaries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable

import numpy as np

from corefscope.analysis.mistakes.language import Language
from corefscope.analysis.mistakes.mention_info import MentionInfo, MentionWords
from corefscope.analysis.mistakes.text_cache import JoinedColumns, TokenMarks
from corefscope.arrays import factorize
from corefscope.model import UNKNOWN, Corpus, Integers

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
    alignment = info.evidence.alignment
    for place, row in zip(_cores(info, info.key_words, alignment.key_row, mine), mine, strict=True):
        waiting[place].append(row)
    for rows in waiting.values():
        rows.reverse()  # the first is taken first
    places = zip(_cores(info, info.response_words, alignment.response_row, theirs), theirs, strict=True)
    return [(waiting[place].pop(), row) for place, row in places if waiting.get(place)]


def _cores(info: MentionInfo, words: MentionWords, mention: Integers, rows: list[int]) -> list[SpanPlace]:
    """Return the document and positions of mentions without articles, marks and punctuation at their ends.

    Positions are a range if possible; rows are in text order, so that each text is looked at once.
    """
    corpus, at = words.corpus, mention[rows]
    start, end = corpus.start[at], corpus.end[at]
    number, first_rows = factorize(corpus.document[at])
    marks = [words.marks(document, info.language) for document in corpus.document[at[first_rows]].tolist()]
    first_kept, last_kept = (
        JoinedColumns([None if each is None else getattr(each, name) for each in marks], np.int64)
        for name in ("first_kept", "last_kept")
    )
    is_known = (start >= 0) & (end <= first_kept.length[number])
    first = np.where(is_known, np.minimum(first_kept.at(number, start), end - 1), start)
    stop = np.where(is_known, np.maximum(last_kept.at(number, end - 1), first) + 1, end)
    documents = [info.documents[row] for row in rows]
    found: list[SpanPlace] = list(zip(documents, zip(first.tolist(), stop.tolist(), strict=True), strict=True))
    for place in np.flatnonzero(corpus.shape[at] >= 0).tolist() if corpus.shape is not None else ():
        core = _core_with_gaps(words, int(at[place]), info.language, marks[number[place]])
        found[place] = documents[place], core
    return found


def _core_with_gaps(words: MentionWords, number: int, language: Language, marks: TokenMarks | None) -> Hashable:
    positions = words.corpus.positions(number)
    if marks is None or positions[-1] >= len(marks.pronoun):
        return ("positions", *positions)
    first, last = language.strip(words.of(number))
    left = positions[first:last]
    run = left[0] >= 0 and left[-1] + 1 - left[0] == len(left)
    return (left[0], left[-1] + 1) if run else ("positions", *left)


def _unique_heads(info: MentionInfo, mine: list[int], theirs: list[int]) -> Pairs:
    """Pair mentions by their heads, or their last tokens if no rule gives a head."""
    alignment = info.evidence.alignment
    one = _alone(info, info.key, alignment.key_row, mine)
    two = _alone(info, info.response, alignment.response_row, theirs)
    return [(row, two[place]) for place, row in one.items() if place in two]


def _alone(info: MentionInfo, corpus: Corpus, mention: Integers, rows: list[int]) -> dict[SpanPlace, int]:
    """Return the rows whose document and head no other row has."""
    at = mention[rows]
    heads = corpus.end[at] - 1
    if corpus.head is not None:
        for place in np.flatnonzero(corpus.shape[at] >= 0).tolist() if corpus.shape is not None else ():
            heads[place] = corpus.positions(int(at[place]))[-1]
        heads = np.where(corpus.head[at] == UNKNOWN, heads, corpus.head[at])
    places = [(info.documents[row], head) for row, head in zip(rows, heads.tolist(), strict=True)]
    count = Counter(places)
    return {place: row for place, row in zip(places, rows, strict=True) if count[place] == 1}
