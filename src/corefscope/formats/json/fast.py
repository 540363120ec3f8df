"""JSON Lines as e2e-coref writes them, read a block at a time.

msgspec checks that every line is a JSON object and finds its fields. Words and clusters stay the bytes that they are
in the file: NumPy counts the words and parses the numbers of all documents at once. A block with anything else, or with
anything that needs a message, is left to the plain reader; both give the same for the same bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from corefscope.formats.builder import GROUPS
from corefscope.formats.fingerprints import fingerprints_of_parts
from corefscope.formats.json.text import LAYERS
from corefscope.formats.json.variants import E2E, FIRST_LAST
from corefscope.model import LARGEST, Integers

ABSENT = msgspec.Raw(b"")
UNUSED = ("constituents", "ner")  # what e2e-coref has besides
_DIGITS = b"0123456789"
_LONGEST = b"0" * 4301  # json refuses a number of so many digits, wherever it stands
_ZEROS = bytes.maketrans(_DIGITS, b"0" * 10)
_FRAME = b'[[""]]'
_BLANKS = bytes.maketrans(b"[],\n", b"    ")
# A document's clusters, where s stands for one or more spans, which follow each other.
_CLUSTERS = re.compile(rb"\[(?:\[s+\](?:,\[s+\])*)?\]\n")
# What stands between the words of different sentences, and of different documents; some may be empty.
_BETWEEN = re.compile(rb"\](?:, ?\[\])*(?:, ?\[|\]\n(?:\[\]\n|\[\[\](?:, ?\[\])*\]\n)*\[(?:\[\], ?)*\[)")


class FastDocuments(NamedTuple):
    """Some documents: of each its line and length, of each entity its document and size, of each mention its span."""

    line: Integers  # counted from 0
    line_start: Integers
    line_end: Integers
    names: list[str]
    groups: dict[str, list[str]]
    tokens: Integers  # -1 where there are no words
    fingerprints: list[bytes]
    entity_document: Integers
    entity_number: Integers  # in its document
    entity_size: Integers
    start: Integers
    end: Integers


@lru_cache(maxsize=1)
def _decoder() -> Any:
    fields = [
        ("doc_key", str | None, None),
        *((name, str | None, None) for name in GROUPS),
        *((name, msgspec.Raw, ABSENT) for name in (*E2E.fields, "sentences", *LAYERS, *UNUSED)),
    ]
    return msgspec.json.Decoder(msgspec.defstruct("Record", fields, forbid_unknown_fields=True, gc=False))


def documents(content: bytes, line_end: Integers, named: str | None) -> FastDocuments | None:
    """The documents of lines that end there, if no line needs the plain reader; the last line may end with the content.

    `named` is the field of clusters that the user named.
    """
    ends = [*line_end.tolist(), len(content)]
    starts = [0, *(end + 1 for end in ends[:-1])]
    lines = [number for number, (start, end) in enumerate(zip(starts, ends, strict=True)) if start < end]
    records = _records([content[starts[number] : ends[number]] for number in lines])
    clusters = _clusters(records, named) if records and _is_text(content) else None
    words = _words(records) if clusters is not None else None
    spans = _spans(b"\n".join([*clusters, b""])) if clusters is not None and words is not None else None
    if words is None or spans is None:
        return None
    line = np.array(lines)
    places = np.array(starts)[line], np.array(ends)[line]
    names = [record.doc_key or "" for record in records]
    return FastDocuments(line, *places, names, _groups(records), *words, *spans)


def _records(lines: list[bytes]) -> list[Any]:
    decode = _decoder().decode
    try:
        return [decode(line) for line in lines]
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return []


def _is_text(content: bytes) -> bool:
    try:
        return content.isascii() or bool(content.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _clusters(records: list[Any], named: str | None) -> list[msgspec.Raw] | None:
    """The clusters of each document: in the field that the user named, else in the only one that there is."""
    if any(_LONGEST in bytes(getattr(record, name)).translate(_ZEROS) for name in UNUSED for record in records):
        return None
    found = [[getattr(record, name) for name in ([named] if named else E2E.fields)] for record in records]
    filled = [[clusters for clusters in each if clusters is not ABSENT] for each in found]
    return [clusters for [clusters] in filled] if all(len(each) == 1 for each in filled) else None


def _groups(records: list[Any]) -> dict[str, list[str]]:
    columns = {name: [getattr(record, name) for record in records] for name in GROUPS}
    known = {name: column for name, column in columns.items() if any(value is not None for value in column)}
    return {name: [value or "" for value in column] for name, column in known.items()}


def _words(records: list[Any]) -> tuple[Integers, list[bytes]] | None:
    """The number of words of each document, and their digests; None if it has not as many speakers."""
    words = _Strings.of([record.sentences for record in records])
    if words is None:
        return None
    for name in LAYERS:
        layer = _Strings.of([getattr(record, name) for record in records])
        if layer is None or ((layer.size > 0) & (words.size >= 0) & (layer.size != words.size)).any():
            return None
    return words.size, fingerprints_of_parts(np.frombuffer(words.text, np.uint8), words.start, words.end)


class _Strings(NamedTuple):
    """Lists of lists of strings: how many strings each holds, -1 for one that is absent, and where it stands."""

    text: bytes
    start: Integers
    end: Integers
    size: Integers

    @classmethod
    def of(cls, lists: list[msgspec.Raw]) -> _Strings | None:
        """The strings in valid JSON; None if one of these values is anything but a list of lists of strings."""
        is_absent = np.array([each is ABSENT for each in lists])
        if is_absent.all():
            nowhere = np.zeros(len(lists), np.int64)
            return cls(b"", nowhere, nowhere, nowhere - 1)
        values = [b"[]" if each is ABSENT else each for each in lists]
        # With another document before the first and after the last, only what stands between strings is to be checked.
        text = b"\n".join([_FRAME, *values, _FRAME])
        end = np.cumsum([len(memoryview(each)) + 1 for each in values]) + len(_FRAME)
        start = np.append(len(_FRAME), end[:-1]) + 1
        plain = text.replace(rb"\\", b"--").replace(rb"\"", b"--") if b"\\" in text else text
        quotes = np.flatnonzero(np.frombuffer(plain, np.uint8) == ord('"'))
        if not _are_between(plain, quotes[1:-1:2], quotes[2::2]):
            return None
        before = np.searchsorted(quotes, np.append(start, end[-1:]))
        return cls(text, start, end, np.where(is_absent, -1, np.diff(before) // 2))


def _are_between(text: bytes, closing: Integers, opening: Integers) -> bool:
    """Whether nothing but commas, lists and documents begins or ends between strings that close and open there.

    Of valid JSON, one byte between two strings is a comma, unless an object is open, whose brace is longer ago.
    """
    buffer = np.frombuffer(text, np.uint8)
    gap = opening - closing
    others = np.flatnonzero((gap > 3) | ((gap == 3) & (buffer[closing + 2] != ord(" "))))
    for between in (b"],[", b"], ["):
        place = closing[others]
        is_other = gap[others] != len(between) + 1
        for number, byte in enumerate(between, 1):
            is_other |= buffer[place + number] != byte
        others = others[is_other]
    bounds = zip((closing[others] + 1).tolist(), opening[others].tolist(), strict=True)
    return all(map(_BETWEEN.fullmatch, {text[start:end] for start, end in bounds}))


def _spans(clusters: bytes) -> tuple[Integers, Integers, Integers, Integers, Integers] | None:
    """The entities and mentions of clusters that each stand on a line; None if they are anything but pairs of numbers.

    Of each entity its document, its number in it, its size; of each mention its start and exclusive end.
    """
    if clusters.translate(None, _DIGITS + b"[], \n"):
        return None
    marks = clusters.translate(None, _DIGITS + b" ").replace(b"[,]", b"s").replace(b"s,", b"s")
    if _CLUSTERS.sub(b"", marks):
        return None
    spaced = clusters.translate(_BLANKS)
    numbers = np.fromstring(spaced if b"s" in marks else "", np.int64, sep=" ")  # of blanks NumPy would make a 0
    start, last = numbers[::2], numbers[1::2]
    if (start > last).any() or int(last.max(initial=0)) + FIRST_LAST.included >= min(LARGEST, 10**9):
        return None
    bytes_ = np.frombuffer(marks, np.uint8)
    ends = np.flatnonzero((bytes_[:-1] == ord("s")) & (bytes_[1:] == ord("]")))
    size = np.diff(np.cumsum(bytes_ == ord("s"))[ends], prepend=0)
    document = np.searchsorted(np.flatnonzero(bytes_ == ord("\n")), ends)
    number = np.arange(len(document)) - np.searchsorted(document, document)
    return document, number, size, start, last + FIRST_LAST.included
