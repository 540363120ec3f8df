"""Writes CoNLL-2012: twelve columns, brackets in the last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefscope.errors import CorefscopeError
from corefscope.model import Document

_PART = re.compile(r"\((?P<name>.*)\); part (?P<part>\d+)$")


def write(documents: Sequence[Document]) -> str:
    """The documents as one CoNLL-2012 file; words that are not known are written as `_`."""
    return "".join(_document(document) for document in documents)


def _document(document: Document) -> str:
    named = _PART.match(document.name)
    name, part = (named["name"], int(named["part"])) if named else (document.name, 0)
    length = _length(document)
    words = document.words or ["_"] * length
    cells = _cells(document, length)
    out = [f"#begin document ({name}); part {part:03d}\n"]
    column = re.sub(r"\s", "_", name) or "-"
    for start, end in document.sentences or [(0, length)]:
        for number, token in enumerate(range(start, end)):
            word = re.sub(r"\s", "_", words[token]) or "_"
            out.append(f"{column}\t{part}\t{number}\t{word}\t-\t-\t-\t-\t-\t-\t*\t{cells[token]}\n")
        out.append("\n")
    out.append("#end document\n")
    return "".join(out)


def _length(document: Document) -> int:
    furthest = max((mention.end for entity in document.entities for mention in entity), default=0)
    length = furthest if document.token_count is None else document.token_count
    if furthest > length:
        raise CorefscopeError(f"document '{document.name}' has a mention that ends at token {furthest} of {length}")
    return length


def _cells(document: Document, length: int) -> list[str]:
    """Outer mentions open first and close last, so that brackets read as people expect."""
    opening: list[list[str]] = [[] for _ in range(length)]
    single: list[list[str]] = [[] for _ in range(length)]
    closing: list[list[str]] = [[] for _ in range(length)]
    numbers = _written_ids(document)
    mentions = [
        (mention, number) for number, entity in zip(numbers, document.entities, strict=True) for mention in entity
    ]
    _refuse_crossing(document)
    for (start, end), number in sorted(mentions, key=lambda pair: (pair[0][0], -pair[0][1])):
        if end - start == 1:
            single[start].append(f"({number})")
        else:
            opening[start].append(f"({number}")
            closing[end - 1].insert(0, f"{number})")
    return [
        "|".join(first + second + third) or "-" for first, second, third in zip(opening, single, closing, strict=True)
    ]


def _written_ids(document: Document) -> list[str]:
    """The entities' own ids where they can stand in a cell, else their numbers."""
    ids = document.entity_ids
    plain = all(re.fullmatch(r"[^()|\s+]+", name) for name in ids) and len(set(ids)) == len(ids)
    return ids if plain else [str(number) for number in range(len(ids))]


def _refuse_crossing(document: Document) -> None:
    """Crossing mentions of one entity would be read back as nested ones."""
    for name, entity in zip(document.entity_ids, document.entities, strict=True):
        open_ends: list[int] = []
        for start, end in sorted((mention for mention in entity), key=lambda mention: (mention[0], -mention[1])):
            while open_ends and open_ends[-1] <= start:
                open_ends.pop()
            if open_ends and open_ends[-1] < end:
                raise CorefscopeError(
                    f"document '{document.name}': entity {name} has crossing mentions, which CoNLL cannot express"
                )
            open_ends.append(end)
