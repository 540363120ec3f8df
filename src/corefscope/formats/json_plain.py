"""Documents as e2e-coref writes them, read many lines at a time: most JSON Lines are nothing else, and large ones are.

What the reader of single lines would warn of or refuse is None here, as is every field or value that needs a closer
look. So these documents need no messages of their own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.columns import GROUPS
from corefscope.formats.fingerprints import fingerprint_of_bytes
from corefscope.formats.json_structure import (
    BRACE,
    CLOSE,
    KEY,
    NEWLINE,
    OPEN,
    QUOTE,
    ZERO,
    Structure,
    is_digit,
    structure,
)
from corefscope.model import Integers

TEXT, CLUSTERS, WORDS, SPEAKERS, UNUSED = range(5)
FIELDS = {
    b"doc_key": TEXT,
    b"clusters": CLUSTERS,
    b"sentences": WORDS,
    b"speakers": SPEAKERS,
    b"constituents": UNUSED,
    b"ner": UNUSED,
    **{group.encode(): TEXT for group in GROUPS},
}
_NUMBER = {name: number for number, name in enumerate(FIELDS)}
_KIND = np.array(list(FIELDS.values()), np.uint8)
MOST_DIGITS = 9  # more could be too large a number


@dataclass(frozen=True)
class PlainDocuments:
    """Some documents: of each its line and length, of each entity its document and size, of each mention its span."""

    lines: int  # that end here
    line: Integers  # of each document, counted from 0
    line_start: Integers
    line_end: Integers
    names: list[str]
    groups: dict[str, list[str]]
    tokens: Integers  # -1 where there are no words
    words_start: Integers  # where the first string of the words begins and the last one ends
    words_end: Integers
    entity_document: Integers
    entity_number: Integers  # in its document
    entity_size: Integers
    start: Integers
    end: Integers

    def fingerprints(self, content: bytes) -> list[bytes]:
        """Of each document's words as they are spelt: equal ones need not be taken apart to be compared."""
        view = memoryview(content)
        places = zip(self.words_start.tolist(), self.words_end.tolist(), strict=True)
        return [fingerprint_of_bytes(view[start:end]) for start, end in places]


def documents(content: bytes) -> PlainDocuments | None:
    """The documents of whole lines, if all are plain."""
    found = structure(content)
    members = None if found is None else _members(content, found)
    if found is None or members is None:
        return None
    words, entities = _words(found, members), _entities(found, members)
    if words is None or entities is None:
        return None
    line = np.searchsorted(np.flatnonzero(found.marks == NEWLINE), np.flatnonzero(found.marks == BRACE)) - 1
    line_start, line_end = np.append(0, found.line_end + 1)[line], np.append(found.line_end, len(content))[line]
    texts = _texts(content, found, members)
    names = texts.pop("doc_key", [""] * members.documents)
    return PlainDocuments(len(found.line_end), line, line_start, line_end, names, texts, *words, *entities)


@dataclass(frozen=True)
class _Members:
    """The members of all objects, in order."""

    run: Integers  # which of the runs of strings is its name
    names: list[bytes]
    kind: NDArray[np.uint8]
    document: Integers
    documents: int
    kind_of_mark: NDArray[np.uint8]

    def have(self, kind: int) -> NDArray[np.bool_]:
        """Which documents have such a member."""
        return np.bincount(self.document[self.kind == kind], minlength=self.documents) > 0


def _members(content: bytes, found: Structure) -> _Members | None:
    """The members, if there are only known ones, each once, with clusters among them."""
    marks = found.marks
    at = np.flatnonzero(marks == KEY)
    run = np.flatnonzero(marks[found.run_at] == KEY)
    names = found.texts(content, run)
    if not _NUMBER.keys() >= set(names):
        return None
    number = np.array([_NUMBER[name] for name in names])
    kind = _KIND[number]
    begins = np.flatnonzero(marks == BRACE)
    document = np.searchsorted(begins, at) - 1
    if np.bincount(document * len(FIELDS) + number).max() > 1:
        return None
    if ((kind < UNUSED) & (marks[at + 2] != np.where(kind == TEXT, QUOTE, OPEN))).any():
        return None
    kind_of_mark = np.repeat(np.append(UNUSED, kind).astype(np.uint8), np.diff(at, prepend=0, append=len(marks)))
    members = _Members(run, names, kind, document, len(begins), kind_of_mark)
    return members if members.have(CLUSTERS).all() else None


def _texts(content: bytes, found: Structure, members: _Members) -> dict[str, list[str]]:
    """The values of members that are strings, for each document; empty where one has none."""
    texts: dict[str, list[str]] = {}
    chosen = np.flatnonzero(members.kind == TEXT)
    values = found.texts(content, members.run[chosen] + 1)
    for member, document, value in zip(chosen.tolist(), members.document[chosen].tolist(), values, strict=True):
        column = texts.setdefault(members.names[member].decode(), [""] * members.documents)
        column[document] = json.loads(b'"%b"' % value) if b"\\" in value else value.decode()
    return texts


def _words(found: Structure, members: _Members) -> tuple[Integers, Integers, Integers] | None:
    """How many words each document has, and where they stand; None if there is anything but words in lists."""
    marks, depth, kind = found.marks, found.depth, members.kind_of_mark
    is_string = marks == QUOTE
    listed = (kind == WORDS) | (kind == SPEAKERS)
    if (listed & ((depth > 3) | (is_string & (depth < 3)) | is_digit(marks))).any():
        return None
    size = found.last - found.first + 1
    document = np.searchsorted(np.flatnonzero(marks == BRACE), found.run_at) - 1

    def runs(which: int) -> tuple[Integers, Integers]:
        chosen = np.flatnonzero(is_string[found.run_at] & (kind[found.run_at] == which))
        sizes = np.bincount(document[chosen], size[chosen], minlength=members.documents).astype(np.int64)
        return chosen, np.where(members.have(which), sizes, -1)

    (chosen, tokens), (_, speakers) = runs(WORDS), runs(SPEAKERS)
    if ((speakers >= 0) & (tokens >= 0) & (speakers != tokens)).any():
        return None
    start, end = np.zeros((2, members.documents), np.int64)
    # Of the runs of a document, the first from the back and the last from the front stay.
    start[document[chosen][::-1]] = found.opening[found.first[chosen]][::-1]
    end[document[chosen]] = found.closing[found.last[chosen]] + 1
    return tokens, start, end


def _entities(found: Structure, members: _Members) -> tuple[Integers, Integers, Integers, Integers, Integers] | None:
    """Document, number and size of each entity, start and end of each mention; None if any is not as it should be."""
    chosen = members.kind_of_mark == CLUSTERS
    marks, depth = found.marks[chosen], found.depth[chosen]
    digit = is_digit(marks)
    first, last = np.flatnonzero(digit[1:] & ~digit[:-1]) + 1, np.flatnonzero(digit[:-1] & ~digit[1:])
    is_list = marks == OPEN
    if len(first) != 2 * np.count_nonzero(is_list & (depth == 4)) or (marks == QUOTE).any():
        return None
    # A span is [, a number, a comma, a number, ]; as many spans as there are lists so deep leave no others.
    is_span = (depth[first[::2]] == 4) & (marks[first[::2] - 1] == OPEN)
    is_span &= (last[::2] + 2 == first[1::2]) & (marks[last[1::2] + 1] == CLOSE)
    entity_at = np.flatnonzero(is_list & (depth == 3))
    if not is_span.all() or (marks[entity_at + 1] == CLOSE).any():
        return None
    values = _values(marks, first, last)
    if values is None or (values[::2] > values[1::2]).any():
        return None
    document_at = np.flatnonzero(marks == KEY)
    document = np.searchsorted(document_at, entity_at) - 1
    number = np.arange(len(entity_at)) - np.searchsorted(entity_at, document_at)[document]
    size = np.diff(np.searchsorted(first[::2], entity_at), append=len(first) // 2)
    return document, number, size, values[::2], values[1::2] + 1


def _values(marks: NDArray[np.uint8], first: Integers, last: Integers) -> Integers | None:
    """The numbers that begin and end at these marks; None if one may be too large."""
    longer = np.arange(len(first))
    values = (marks[first] - ZERO).astype(np.int64)
    for place in range(1, MOST_DIGITS):
        longer = longer[first[longer] + place <= last[longer]]
        values[longer] = values[longer] * 10 + (marks[first[longer] + place] - ZERO)
    return values if (last - first < MOST_DIGITS).all() else None
