"""MOR: how far the spans of key and response overlap, whatever entities they belong to."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from corefscope.alignment.mentions.one_to_one import TOO_MANY_TOGETHER
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, CORPORA, Family, Tally
from corefscope.metrics.evidence import HasMentions
from corefscope.metrics.overlaps import shared_words


def mor(evidence: HasMentions) -> Tally:
    """Shared words of mentions paired for the largest overlap, of all words in mentions (Žabokrtský et al. 2022).

    It pairs mentions itself, so it is the same under every matching. A mention that is only an id counts as one word.
    """
    alignment, key, response = evidence.alignment, evidence.matched_key, evidence.matched_response
    documents: dict[int, tuple[int, list[Sequence[int]], list[Sequence[int]]]] = {}  # unit, mentions of both sides
    numbers: dict[Hashable, int] = {}  # of mentions that are only ids
    for side, corpus, document, rows in (
        (1, key, key.document, alignment.key_row),
        (2, response, evidence.partner[response.document], alignment.response_row),
    ):
        for row, unit in zip(rows.tolist(), alignment.unit.tolist(), strict=True):
            if row < 0:
                continue
            found = documents.setdefault(int(document[row]), (unit, [], []))
            mentions = found[1] if side == 1 else found[2]
            if corpus.label is None:
                mentions.append(corpus.positions(row))
            else:
                mentions.append((numbers.setdefault(corpus.label[row], len(numbers)),))
    shared, key_words, response_words = np.zeros((3, alignment.units), np.int64)
    for number, (unit, mine, theirs) in documents.items():
        key_words[unit] += sum(map(len, mine))
        response_words[unit] += sum(map(len, theirs))
        words, certain = shared_words(mine, theirs)
        shared[unit] += words
        if not certain and evidence.notices is not None:
            text = f"in document {quoted(key.names[number])} so many mentions overlap that MOR may be too low"
            evidence.notices.add(TOO_MANY_TOGETHER, text, key.sources[number])
    return Tally.of(recall=(shared, key_words), precision=(shared, response_words))


MOR = Family(
    "mor",
    "MOR",
    "overlap of mentions in words",
    ("zabokrtsky2022",),
    mor,
    parameters={"beta": BETA},
    needs=frozenset({CORPORA}),
)
