"""Zeros of texts that were aligned: their sentences and parents in the words of the key."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from corefscope.alignment.mentions.zeros import ZeroPlace, preceding_word
from corefscope.alignment.texts.projection import Projection
from corefscope.basics.escaping import quoted
from corefscope.model import EMPTY_NODES, TOKENS, Corpus, Mention, text_order
from corefscope.problems import Notices
from corefscope.text import PlainText


@dataclass
class AlignedText(PlainText):
    """Running text, and where the zeros of its documents stand in the words of the key."""

    zeros: dict[tuple[int, int], ZeroPlace] = field(default_factory=dict)  # by document and position


def with_zeros(
    aligned: Corpus,
    corpus: Corpus,
    moved: Sequence[Mention],
    projections: Sequence[Projection | None],
    key: Corpus,
    partner: Sequence[int],
    notices: Notices,
) -> Corpus:
    """Return an aligned corpus that knows the sentences and parents of its zeros, if the key has dependencies.

    `moved` are the mentions of the corpus as it was, in characters. A zero without dependencies has the word before it
    as its parent.
    """
    rows = np.flatnonzero(corpus.is_zero()).tolist() if corpus.unit == key.unit == TOKENS else []
    if not rows or not any(text and hasattr(text[0], "dependencies") for text in key.texts):
        return aligned
    zeros: dict[tuple[int, int], ZeroPlace] = {}
    ends: dict[int, list[int]] = {}
    without: dict[int, int] = {}  # zeros by document
    for row in rows:
        document = int(corpus.document[row])
        projection, text = projections[document], corpus.text(document)
        if projection is None:
            continue
        if partner[document] not in ends:
            ends[partner[document]] = [end for _, end in key.sentences(partner[document]) or ()]
        head = corpus.head_of(row)
        before = corpus.positions(row)[0] if head is None else head
        after = moved[row].head
        words, place = divmod(text_order(before), EMPTY_NODES)
        if text is not None and hasattr(text[0], "dependencies"):
            own_links = text[0].dependencies(text[1], before)
            parents = ((_key_word(parent, projection) if parent >= 0 else parent, name) for parent, name in own_links)
            links = frozenset((parent, name) for parent, name in parents if parent is not None)
            near = _key_word(words if place >= EMPTY_NODES // 2 else words - 1, projection)
        else:
            without[document] = without.get(document, 0) + 1
            near = next(
                (word for each in range(words - 1, -1, -1) if (word := _key_word(each, projection)) is not None), -1
            )
            links = preceding_word(near)
        sentence = bisect_right(ends[partner[document]], -1 if near is None else near)
        zeros[document, moved[row].covered[0] if after is None else after] = ZeroPlace(sentence, links)
    for document, count in without.items():
        fact = f"of document {quoted(corpus.names[document])}"
        notices.add("parent-before-zero", fact, corpus.sources[document], count=count)
    nothing = aligned.document_count
    known = AlignedText([{}] * nothing, [None] * nothing, _raw(aligned), zeros)
    return replace(aligned, texts=[(known, number) if each else None for number, each in enumerate(aligned.texts)])


def _raw(corpus: Corpus) -> dict[int, str]:
    texts = ((number, corpus.raw_text(number)) for number in range(corpus.document_count))
    return {number: text for number, text in texts if text is not None}


def _key_word(word: int, projection: Projection) -> int | None:
    """Return the key's word for a word of the document; None if it has none."""
    if not 0 <= word < len(projection.text.begin):
        return None
    letters = projection.run(word, word + 1)
    return None if letters is None else bisect_right(projection.key.end, letters[1])
