"""Documents as e2e-coref writes them, read many lines at a time: most JSON Lines are nothing else, and large ones are.

What the reader of single lines would warn of or refuse is None here, as is every field or value that needs a closer
look. So these documents need no messages of their own.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.builder import GROUPS
from corefscope.formats.fingerprints import fingerprints_of_parts
from corefscope.formats.json.structure import LISTS, SPANS, STRING, Spans, Structure, structure
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
_NAMES = [name.decode() for name in FIELDS]
_KIND = np.array(list(FIELDS.values()))


def _listed(item: bytes) -> bytes:
    """A list of such items, perhaps without any."""
    return rb"\[(?:%b(?:,%b)*)?\]" % (item, item)


# A list such as [3, 5, "PERSON"], which gets a mark of its own: many small matches take less memory than a large one.
_ROW = re.compile(rb"\[(?:0|[1-9][0-9]*)(?:,(?:[\x01\x02]|0|[1-9][0-9]*)){0,4}\]")
_ROW_MARK = b"\5"
# What each kind of field holds, where marks stand for strings, spans and rows.
_WORDS = _listed(rb"\[[\x01-\x03]?\]")
_VALUES = {
    TEXT: STRING,
    CLUSTERS: _listed(rb"\[%b\]" % SPANS),
    WORDS: _WORDS,
    SPEAKERS: _WORDS,
    UNUSED: _listed(_ROW_MARK),
}
_MEMBER = b"|".join(
    rb'"(?:%b)":%b' % (b"|".join(name for name in FIELDS if FIELDS[name] == kind), value)
    for kind, value in _VALUES.items()
)
_LINE = re.compile(rb'(?<=\n)\{(?:(?:%b)(?:,(?=")|(?=\})))+\}(?=\n)' % _MEMBER)


class PlainDocuments(NamedTuple):
    """Some documents: of each its line and length, of each entity its document and size, of each mention its span."""

    line: Integers  # counted from 0
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
        return fingerprints_of_parts(np.frombuffer(content, np.uint8), self.words_start, self.words_end)


def documents(content: bytes, line_end: Integers) -> PlainDocuments | None:
    """The documents of lines that end there, if all are plain; the last line may end with the content."""
    found = structure(content, line_end)
    if found is None or _LINE.sub(b"", _ROW.sub(_ROW_MARK, found.marks)).strip(b"\n"):
        return None
    members = _Members(found)
    words = _words(found, members)
    if words is None or not members.are_complete() or (found.spans.start > found.spans.end).any():
        return None
    line = np.searchsorted(np.flatnonzero(members.marks == ord("\n")), members.begins) - 1
    places = np.append(0, line_end + 1)[line], np.append(line_end, len(content))[line]
    texts = _texts(content, found, members)
    names = texts.pop("doc_key", [""] * len(line))
    spans = found.spans.start, found.spans.end + 1
    return PlainDocuments(line, *places, names, texts, *words, *_entities(found.spans, members), *spans)


class _Members:
    """The members of all objects, in order, and to which of them each run of strings belongs."""

    def __init__(self, found: Structure) -> None:
        self.marks = np.frombuffer(found.marks, np.uint8)
        quotes = np.flatnonzero(self.marks == ord('"'))  # only names still have them
        places = zip((quotes[::2] + 1).tolist(), quotes[1::2].tolist(), strict=True)
        self.number = np.array([_NUMBER[found.marks[start:end]] for start, end in places])
        self.kind = _KIND[self.number]
        self.begins = np.flatnonzero(self.marks == ord("{"))
        self.document = np.searchsorted(self.begins, quotes[::2]) - 1
        self.of_strings = np.searchsorted(quotes[::2], np.flatnonzero(self.marks <= LISTS[0])) - 1

    def are_complete(self) -> bool:
        """Whether every document has clusters, and no field twice."""
        counts = np.bincount(self.document * len(FIELDS) + self.number)
        return bool(counts.max() == 1 and self.have(CLUSTERS).all())

    def have(self, kind: int) -> NDArray[np.bool_]:
        """Which documents have such a member."""
        return np.bincount(self.document[self.kind == kind], minlength=len(self.begins)) > 0

    def strings(self, kind: int) -> tuple[Integers, Integers]:
        """The runs of strings in such members, and the document of each."""
        runs = np.flatnonzero(self.kind[self.of_strings] == kind)
        return runs, self.document[self.of_strings[runs]]


def _texts(content: bytes, found: Structure, members: _Members) -> dict[str, list[str]]:
    """The values of fields that are one string, for each document; empty where one has none."""
    texts: dict[int, list[str]] = {}
    runs, document = members.strings(TEXT)
    string = found.strings.first[runs]
    places = (found.opening[string] + 1).tolist(), found.closing[string].tolist()
    fields = members.number[members.of_strings[runs]].tolist()
    for field, number, start, end in zip(fields, document.tolist(), *places, strict=True):
        if field not in texts:
            texts[field] = [""] * len(members.begins)
        value = content[start:end]
        texts[field][number] = json.loads(b'"%b"' % value) if b"\\" in value else value.decode()
    return {_NAMES[field]: values for field, values in texts.items()}


def _words(found: Structure, members: _Members) -> tuple[Integers, Integers, Integers] | None:
    """How many words each document has, and where they stand; None if it has not as many speakers."""

    def lengths(kind: int) -> Integers:
        runs, document = members.strings(kind)
        sizes = (found.strings.last - found.strings.first + 1)[runs]
        found_words = np.bincount(document, sizes, minlength=len(members.begins)).astype(np.int64)
        return np.where(members.have(kind), found_words, -1)

    tokens, speakers = lengths(WORDS), lengths(SPEAKERS)
    if ((speakers >= 0) & (tokens >= 0) & (speakers != tokens)).any():
        return None
    runs, document = members.strings(WORDS)
    start, end = np.zeros((2, len(members.begins)), np.int64)
    # Of the runs of a document, the first from the back and the last from the front stay.
    start[document[::-1]] = found.opening[found.strings.first[runs]][::-1]
    end[document] = found.closing[found.strings.last[runs]] + 1
    return tokens, start, end


def _entities(spans: Spans, members: _Members) -> tuple[Integers, Integers, Integers]:
    """Document, number in it and size of each entity, which begins with a run of spans or after a break in one."""
    first = np.sort(np.append(spans.runs.first, spans.runs.breaks + 1))
    document_of_run = np.searchsorted(members.begins, np.flatnonzero(members.marks == SPANS[0])) - 1
    document = document_of_run[np.searchsorted(spans.runs.first, first, side="right") - 1]
    number = np.arange(len(first)) - np.searchsorted(document, document)
    return document, number, np.diff(first, append=len(spans.start))
