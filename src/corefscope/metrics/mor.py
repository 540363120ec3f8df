"""MOR: how far the spans of key and response overlap, whatever entities they belong to."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from corefscope.alignment.mentions.one_to_one import TOO_MANY_TOGETHER
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, Family, Tally
from corefscope.metrics.evidence import HasMentions
from corefscope.metrics.overlaps import shared_words
from corefscope.model import Corpus
from corefscope.problems import Notices

_Words = Sequence[int]  # the positions of a mention


def mor(evidence: HasMentions) -> Tally:
    """Shared words of mentions paired for the largest overlap, of all words in mentions (Žabokrtský et al. 2022).

    It has a pairing of its own, so it is the same under every matching. A mention that is only an id counts as
    one word.
    """
    shared, key_words, response_words = (np.zeros(evidence.alignment.units, np.int64) for _ in range(3))
    for document, (unit, mine, theirs) in _documents(evidence).items():
        key_words[unit] += sum(map(len, mine))
        response_words[unit] += sum(map(len, theirs))
        words, certain = shared_words(mine, theirs)
        shared[unit] += words
        if not certain and evidence.notices is not None:
            _tell_of_many(evidence.matched_key, document, evidence.notices)
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


def _tell_of_many(key: Corpus, document: int, notices: Notices) -> None:
    """Says that the overlap of a document may be larger than the one that was found."""
    text = f"in document {quoted(key.names[document])} so many mentions overlap that MOR may be too low"
    notices.add(TOO_MANY_TOGETHER, text, key.sources[document])


def _documents(evidence: HasMentions) -> dict[int, tuple[int, list[_Words], list[_Words]]]:
    """Of each document its unit, and the words of its mentions on either side."""
    alignment, units = evidence.alignment, evidence.alignment.unit.tolist()
    key, response = evidence.matched_key, evidence.matched_response
    documents: dict[int, tuple[int, list[_Words], list[_Words]]] = {}
    numbers: dict[Hashable, int] = {}  # of mentions that are only ids
    sides = (
        (1, key, key.document, alignment.key_row),
        (2, response, evidence.partner[response.document], alignment.response_row),
    )
    for side, corpus, document, rows in sides:
        for row, unit in zip(rows.tolist(), units, strict=True):
            if row >= 0:
                found = documents.setdefault(int(document[row]), (unit, [], []))
                (found[1] if side == 1 else found[2]).append(_words(corpus, row, numbers))
    return documents


def _words(corpus: Corpus, row: int, numbers: dict[Hashable, int]) -> _Words:
    if corpus.label is None:
        return corpus.positions(row)
    number = numbers.setdefault(corpus.label[row], len(numbers))
    return range(number, number + 1)


MOR = Family(
    "mor", "MOR", "overlap of mentions in words", ("zabokrtsky2022",), mor, parameters={"beta": BETA}, input=HasMentions
)
