"""Split running text into tokens, for formats that count tokens."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from corefscope.alignment.mentions.coverage import runs
from corefscope.alignment.texts.word_diff import NO_BLANKS
from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, TOKENS, Document, Mention, Relation
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
    parts = [document, *document.annotations.values()]
    mentions = (mention for part in parts for entity in part.entities for mention in entity)
    edges = {edge for mention in mentions for edge in _edges(mention.covered)}
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
        covered = tokens(mention.covered)
        head = tokens([] if mention.head is None else [mention.head])
        if covered:
            minimum = tuple(tokens(mention.minimum))
            yield Mention.at(covered, head=head[-1] if head else None, type=mention.type, minimum=minimum)
        else:
            where = f"document {quoted(document.name)}, entity {entity}, characters {mention.start}–{mention.end - 1}"
            notices.add("lost-without-letters", where)

    def in_tokens(part: Document) -> Document:
        entities = [
            [other for mention in entity for other in moved(mention, name)]
            for name, entity in zip(part.entity_ids, part.entities, strict=True)
        ]
        relations = [
            Relation(*each[:4], *(next(iter(moved(end, each.anaphor)), None) if end else None for end in each[4:]))
            for each in part.relations
        ]
        return replace(part, token_count=len(spans), entities=entities, relations=relations, unit=TOKENS, raw_text=None)

    words = [document.raw_text[begin:end] for begin, end in spans]
    annotations = {name: in_tokens(part) for name, part in document.annotations.items()}
    return replace(in_tokens(document), words=words, annotations=annotations, _text=None)


def _edges(positions: Iterable[int]) -> list[int]:
    """Return the begin and end of each run of positions."""
    return [edge for run in runs(positions if isinstance(positions, range) else sorted(positions)) for edge in run]
