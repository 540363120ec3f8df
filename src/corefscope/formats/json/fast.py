"""JSON Lines as e2e-coref writes them, read a block at a time.

msgspec checks that every line is a JSON object and finds its fields. Words and clusters stay the bytes that they are
in the file: NumPy counts the words and parses the numbers of all documents at once. A block with anything else, or with
anything that needs a message, is left to the plain reader; both give the same for the same bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from corefscope.formats.builder import GROUPS, CorpusBuilder
from corefscope.formats.files.blocks import Block
from corefscope.formats.fingerprints import Spelling
from corefscope.formats.json.text import LAYERS, spelt_name
from corefscope.formats.json.variants import E2E, FIRST_LAST
from corefscope.model import LARGEST, Integers

ABSENT = msgspec.Raw(b"")
UNUSED = ("constituents", "ner")  # what e2e-coref has besides
_DIGITS = b"0123456789"
_LONGEST = b"0" * 4301  # json refuses a number of so many digits, wherever it stands
_ZEROS = bytes.maketrans(_DIGITS, b"0" * 10)
_FRAME = b'[[""]]'
_BLANKS = bytes.maketrans(b"[],\n", b"    ")
# A document's clusters of spans, when digits are gone.
_CLUSTERS = re.compile(rb"\[(?:\[\[,\](?:,\[,\])*\](?:,\[\[,\](?:,\[,\])*\])*)?\]\n")
# What stands between the words of different sentences, and of different documents; some may be empty.
_BETWEEN = re.compile(rb"\](?:, ?\[\])*(?:, ?\[|\]\n(?:\[\]\n|\[\[\](?:, ?\[\])*\]\n)*\[(?:\[\], ?)*\[)")


class PlainDocuments(NamedTuple):
    """Documents, entities and mentions as columns; the mentions of one entity follow each other."""

    names: list[str]
    lines: Integers
    tokens: Integers  # -1 where there are no words
    groups: Mapping[str, list[str]]
    entity_document: Integers
    entity_number: Integers  # in its document
    entity_size: Integers
    start: Integers
    end: Integers

    def add_to(self, builder: CorpusBuilder) -> None:
        """Add them; the id of an entity is its number."""
        ids = [sys.intern(str(number)) for number in range(int(self.entity_number.max(initial=-1)) + 1)]
        entity = np.repeat(np.arange(len(self.entity_size)), self.entity_size)
        builder.add_block(
            self.names,
            self.lines.tolist(),
            self.tokens.tolist(),
            self.entity_document,
            np.array(ids, object)[self.entity_number].tolist(),
            entity,
            self.start,
            self.end,
            self.lines[self.entity_document][entity],
            self.groups,
        )


class FastDocuments(NamedTuple):
    """The documents of a block, where the line of each starts and ends in it, and the fingerprints of their words."""

    documents: PlainDocuments
    line_start: list[int]
    line_end: list[int]
    fingerprints: list[bytes]


@lru_cache(maxsize=1)
def _decoder() -> Any:
    fields = [
        ("doc_key", str | None, None),
        *((name, str | None, None) for name in GROUPS),
        *((name, msgspec.Raw, ABSENT) for name in (*E2E.fields, "sentences", *LAYERS, *UNUSED)),
    ]
    return msgspec.json.Decoder(msgspec.defstruct("Record", fields, forbid_unknown_fields=True, gc=False))


def documents(block: Block, named: str | None) -> FastDocuments | None:
    """The documents of a block, if no line needs the plain reader; `named` is the field of clusters to be read."""
    records = _records(block)
    clusters = _clusters(records, named) if records else None
    tokens = _tokens(records) if clusters is not None else None
    spans = _spans(b"\n".join([*clusters, b""])) if clusters is not None and tokens is not None else None
    if tokens is None or spans is None:
        return None
    names = [spelt_name(record.doc_key or "") for record in records]
    line_end = np.append(block.newlines, len(block.content))[: len(records)]
    is_small = block.stored.kept is not None
    return FastDocuments(
        PlainDocuments(names, block.lines_before + 1 + np.arange(len(names)), tokens, _groups(records), *spans),
        [0, *(line_end[:-1] + 1).tolist()],
        line_end.tolist(),
        [Spelling(record.sentences, is_small).fingerprint() for record in records],
    )


def _records(block: Block) -> list[Any]:
    """The records of lines that hold an object each; none if there are others, or bytes that are not UTF-8.

    Where every line begins and ends with a brace, no object can go on in the next.
    """
    content = block.content
    inner = block.newlines[: -1 if content.endswith(b"\n") else None]
    braces = np.frombuffer(content, np.uint8)[np.stack([inner - 1, inner + 1])]
    is_framed = content.startswith(b"{") and content.endswith((b"}", b"}\n"))
    if not is_framed or (braces != [[ord("}")], [ord("{")]]).any():
        return []
    try:
        if not content.isascii():
            content.decode("utf-8")
        records: list[Any] = _decoder().decode_lines(content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return []
    return records if len(records) == len(inner) + 1 else []


def _clusters(records: list[Any], named: str | None) -> list[msgspec.Raw] | None:
    """The clusters of each document: in the field that the user named, else in the only one that there is."""
    for name in UNUSED:
        values = [value for value in (getattr(record, name) for record in records) if value is not ABSENT]
        if any(_LONGEST in bytes(value).translate(_ZEROS) for value in values):
            return None
    columns = [[getattr(record, name) for record in records] for name in ([named] if named else E2E.fields)]
    filled = [column for column in columns if any(clusters is not ABSENT for clusters in column)]
    return filled[0] if len(filled) == 1 and all(clusters is not ABSENT for clusters in filled[0]) else None


def _groups(records: list[Any]) -> dict[str, list[str]]:
    columns = {name: [getattr(record, name) for record in records] for name in GROUPS}
    return {
        name: [value or "" for value in column]
        for name, column in columns.items()
        if any(value is not None for value in column)
    }


def _tokens(records: list[Any]) -> Integers | None:
    """The number of words of each document, -1 where it has none; None if it has not as many speakers."""
    tokens = _strings([record.sentences for record in records])
    if tokens is None:
        return None
    for name in LAYERS:
        values = _strings([getattr(record, name) for record in records])
        if values is None or ((values > 0) & (tokens >= 0) & (values != tokens)).any():
            return None
    return tokens


def _strings(lists: list[msgspec.Raw]) -> Integers | None:
    """How many strings each list of lists of strings holds, -1 if it is absent; None if one holds anything else."""
    is_absent = np.array([each is ABSENT for each in lists])
    if is_absent.all():
        return np.full(len(lists), -1)
    values = [b"[]" if each is ABSENT else each for each in lists]
    # With another document before the first and after the last, only what stands between strings is to be checked.
    text = b"\n".join([_FRAME, *values, _FRAME])
    end = np.cumsum([len(memoryview(each)) + 1 for each in [_FRAME, *values]])
    if b"\\" in text:
        text = text.replace(rb"\\", b"--").replace(rb"\"", b"--")
    quotes = np.flatnonzero(np.frombuffer(text, np.uint8) == ord('"'))
    if not _are_between(text, quotes[1:-1:2], quotes[2::2]):
        return None
    return np.where(is_absent, -1, np.diff(np.searchsorted(quotes, end)) // 2)


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
    marks = clusters.translate(None, _DIGITS + b" ")
    if _CLUSTERS.sub(b"", marks):
        return None
    # In each span [,] stands one comma.
    buffer = np.frombuffer(marks, np.uint8)
    comma = np.flatnonzero((buffer[:-1] == ord("[")) & (buffer[1:] == ord(","))) + 1
    spaced = clusters.translate(_BLANKS) if len(comma) else ""  # of blanks NumPy would make a 0
    numbers = np.fromstring(spaced, np.int64, sep=" ")
    start, last = numbers[::2], numbers[1::2]
    if (start > last).any() or int(last.max(initial=0)) + FIRST_LAST.included >= min(LARGEST, 10**9):
        return None
    final = np.flatnonzero(buffer[comma + 2] == ord("]"))  # the last span of each entity
    document = np.searchsorted(np.flatnonzero(buffer == ord("\n")), comma[final])
    number = np.arange(len(document)) - np.searchsorted(document, document)
    return document, number, np.diff(final, prepend=-1), start, last + FIRST_LAST.included
