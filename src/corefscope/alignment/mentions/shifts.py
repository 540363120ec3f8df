"""Detect mentions with shifted offsets: counted from 1, with inclusive ends, in characters, or per sentence.

Such a response scores close to 0 although it may be right, so a warning says what seems wrong. The search runs only
if few mentions match.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefscope.arrays import rows_by_group
from corefscope.model import TOKENS, Corpus, Integers, Mention
from corefscope.problems import Notices

POOR = 0.2  # share of matched mentions below which the search runs
MOST = 0.5  # share that a shift must match, about that of a mediocre system
FEWEST = 5  # mentions that a shift must match; fewer may match by chance
HASH_MULTIPLIER = 0x1E3779B97F4A7C15  # odd, with well-mixed bits: products of different small numbers rarely collide


# Shifts of the response's starts and exclusive ends, and the mistake that each undoes.
SHIFTS = {
    (0, -1): "if their ends were one {unit} earlier (the ends seem to be exclusive)",
    (0, 1): "if their ends were one {unit} later (the ends seem to be inclusive, but read as exclusive)",
    (-1, -1): "one {unit} earlier (they seem to be counted from 1)",
    (1, 1): "one {unit} later (the key's seem to be counted from 1)",
    (-1, -2): "with starts one {unit} and ends two {unit}s earlier "
    "(they seem to be counted from 1, with exclusive ends)",
    (-1, 0): "if their starts were one {unit} earlier (the starts seem to be counted from 1)",
    (1, 0): "if their starts were one {unit} later (the key's starts seem to be counted from 1)",
}
IN_CHARACTERS = "if they were counted in characters of the key's words, joined by blanks (the key counts tokens)"
BY_SENTENCE = "if they were counted from the start of their sentences"


def notice_poor_matching(key: Corpus, response: Corpus, partner: Integers, shared: int, notices: Notices) -> None:
    """Warn of the shift that would match many more mentions, or that none matches."""
    mentions = response.mention_count
    best, meaning = max(_would_match(key, response, partner), default=(0, ""))
    if best >= max(MOST * mentions, FEWEST, 3 * shared):
        share = int(100 * best / mentions)
        fact = (
            f"{shared:,} of {mentions:,} mentions of the response are in the key, but {share} % would match {meaning}"
        )
        notices.add("shifted-mentions", fact, response.source)
    elif not shared:
        notice_nothing_shared(mentions, response.source, notices)


def notice_nothing_shared(mentions: int, source: str | None, notices: Notices) -> None:
    """Warn that no mention of the response is in the key."""
    notices.add("no-mention-shared", f"0 of {mentions:,} mentions of the response are in the key", source)


def notice_nothing_left(before: int, after: int, side: str, source: str | None, notices: Notices) -> None:
    """Warn if dropping singletons left no mention of a side."""
    if before and not after:
        text = f"all {before:,} mentions of the {side} are singletons, which are dropped"
        notices.add("no-mention-left", text, source)


# Spans are arrays of three rows: key document, start, and end, exclusive.


def _would_match(key: Corpus, response: Corpus, partner: Integers) -> Iterator[tuple[int, str]]:
    """Count the response mentions that each shift would match."""
    mine, theirs = _spans(key, np.arange(key.document_count)), _spans(response, partner)
    if mine is None or theirs is None:
        return
    codes = np.unique(_codes(mine))
    for (start, end), meaning in SHIFTS.items():
        moved = theirs + np.array([[0], [start], [end]])
        yield _count(moved, codes), meaning.format(unit=key.unit.removesuffix("s"))
    if key.unit == TOKENS and key.label is None:
        for in_tokens in _from_characters(key, theirs):
            yield _count(in_tokens, codes), IN_CHARACTERS
        yield _count(theirs, np.unique(_codes(_within_sentences(key, mine)))), BY_SENTENCE


def _codes(spans: Integers) -> Integers:
    # Products may overflow; collisions are rare and only a share of mentions is needed.
    document, start, end = spans
    codes: Integers = (document * HASH_MULTIPLIER + start) * HASH_MULTIPLIER + end
    return codes


def _count(spans: Integers, codes: Integers) -> int:
    return int((np.isin(_codes(spans), codes) & (spans[1] < spans[2])).sum())


def _spans(corpus: Corpus, number: Integers) -> Integers | None:
    """Return the spans of a corpus; None if its Python objects are not all pairs of integers."""
    document = number[corpus.document]
    if corpus.label is None:
        return np.array([document, corpus.start, corpus.end], np.int64)
    pairs = [corpus.labelled[label] for label in corpus.label.tolist()] if len(corpus.labelled) else []
    if not pairs or not all(map(is_pair, pairs)):
        return None
    start, end = np.array([pair[:2] for pair in pairs], np.int64).T
    return np.array([document, start, end + 1], np.int64)  # shifts cover both readings of the end


def is_pair(mention: object) -> bool:
    """Return whether a Python object is a span, e.g. (3, 5) or a Mention."""
    plain = isinstance(mention, tuple) and (len(mention) == 2 or isinstance(mention, Mention))
    return plain and all(isinstance(part, int | np.integer) and abs(int(part)) < 1 << 40 for part in mention[:2])  # type: ignore[index]


def _from_characters(key: Corpus, theirs: Integers) -> Iterator[Integers]:
    """Convert spans from characters to tokens, with exclusive and with inclusive ends."""
    start, end, included = np.full((3, theirs.shape[1]), -1, np.int64)
    for document, rows in enumerate(rows_by_group(theirs[0], key.document_count)):
        words = key.words(document) if len(rows) else None
        if words:
            last = np.cumsum([len(word) + 1 for word in words]) - 1
            start[rows] = _place(np.append(0, last[:-1] + 1), theirs[1, rows])
            end[rows] = _place(last, theirs[2, rows] - 1) + 1
            included[rows] = _place(last, theirs[2, rows]) + 1
    for ends in (end, included):
        yield np.array([theirs[0], start, np.where(start < 0, start, ends)])  # an empty span matches nothing


def _place(places: Integers, numbers: Integers) -> Integers:
    """Return the index of each number in a sorted list, -2 if absent."""
    index = np.minimum(np.searchsorted(places, numbers), len(places) - 1)
    return np.where(places[index] == numbers, index, -2)


def _within_sentences(key: Corpus, mine: Integers) -> Integers:
    """Count spans from the start of their sentences, in documents with several sentences."""
    before = np.full(mine.shape[1], -1)
    for document, rows in enumerate(rows_by_group(mine[0], key.document_count)):
        sentences = key.sentences(document) if len(rows) else None
        if sentences and len(sentences) > 1:
            begins = np.array([begin for begin, _ in sentences], np.int64)
            before[rows] = begins[np.searchsorted(begins, mine[1, rows], side="right") - 1]
    return np.array([mine[0], mine[1] - before, mine[2] - before])[:, before >= 0]
