"""Split running text into tokens, for formats that count tokens."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from corefscope.alignment.mentions.coverage import runs
from corefscope.alignment.texts.word_diff import NO_BLANKS
from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, TOKENS, Document, Mention
from corefscope.problems import CorefscopeError, Notices

# A word from its first to its last letter; punctuation around it is single tokens.
_TOKEN = re.compile(rf"[{NO_BLANKS}]|[^\W{NO_BLANKS}](?:[^\s{NO_BLANKS}]*[^\W{NO_BLANKS}])?|\S")


def tokenize(document: Document, notices: Notices) -> Document:
    """Convert a document to tokens, split at blanks and at the borders of mentions.

    >>> whole = Document("text", [[Mention(0, 3)]], unit=CHARACTERS, raw_text="Ann's cat, isn't it?")
    >>> tokenize(whole, Notices()).words
    ['Ann', "'", 's', 'cat', ',', "isn't", 'it', '?']
    """
    if document.unit != CHARACTERS:
        return document
    if document.raw_text is None:
        raise CorefscopeError(
            "unknown-text", f"document {quoted(document.name)} counts characters of a text that is not known"
        )
    edges = {edge for entity in document.entities for mention in entity for edge in _edges(mention.covered)}
    inside = {edge for edge in edges if 0 < edge < len(document.raw_text)}
    spans = [
        match.span()
        for low, high in pairwise(sorted({0, len(document.raw_text)} | inside))
        for match in _TOKEN.finditer(document.raw_text, low, high)
    ]
    begins, ends = [begin for begin, _ in spans], [end for _, end in spans]

    def tokens(positions: Iterable[int]) -> list[int]:
        edges = _edges(positions)
        return [
            token
            for low, high in zip(edges[::2], edges[1::2], strict=True)
            for token in range(bisect_right(ends, low), bisect_left(begins, high))
        ]

    def moved(mention: Mention, entity: str) -> Iterable[Mention]:
        found = tokens(mention.covered)
        head = tokens([] if mention.head is None else [mention.head])
        if found:
            minimum = tuple(tokens(mention.minimum))
            yield Mention.at(found, head=head[-1] if head else None, type=mention.type, minimum=minimum)
        else:
            where = f"document {quoted(document.name)}, entity {entity}, characters {mention.start}–{mention.end - 1}"
            notices.add("lost-without-letters", where)

    entities = [
        [other for mention in entity for other in moved(mention, name)]
        for name, entity in zip(document.entity_ids, document.entities, strict=True)
    ]
    words = [document.raw_text[begin:end] for begin, end in spans]
    columns: dict[str, Any] = {"words": words, "token_count": len(words), "entities": entities}
    return replace(document, **columns, unit=TOKENS, raw_text=None, _text=None)


def _edges(positions: Iterable[int]) -> list[int]:
    """Return the begin and end of each run of positions."""
    return [edge for run in runs(positions if isinstance(positions, range) else sorted(positions)) for edge in run]
