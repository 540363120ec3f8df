"""Records of annotation tools, decoded into typed structures: a JSON list of objects, or one object a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from corefscope.formats.annotations import Annotations
from corefscope.formats.files.blocks import filled_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import parsed

# The fields that name a document, of a record or of what a tool keeps of it.
RECORD_NAMES = ("doc_key", "doc_id", "document_id", "id", "name", "title", "filename")
Record = TypeVar("Record")


class TextRecord(msgspec.Struct, kw_only=True):
    """What the records of several tools have: a text, and fields that may name it."""

    text: str
    id: Any = None
    doc_key: Any = None
    doc_id: Any = None
    filename: Any = None
    meta: Any = None

    def name(self, *fields: str, otherwise: Any = None) -> str:
        """The first of these fields that is a name, in `meta` too; else another value."""
        return name_in({each: getattr(self, each) for each in fields}, self.meta) or as_text(otherwise)


def records(content: bytes, source: Source, kind: type[Record]) -> Iterator[tuple[int, Record]]:
    """The records of a file, each with its line."""
    if content.lstrip()[:1] == b"[":
        place, line = 0, 1
        for element in map(bytes, parsed(content, source, list[msgspec.Raw])):
            start = content.index(element, place)
            line += content.count(b"\n", place, start)
            yield line, parsed(element, source, kind, line)
            place = start + len(element)
            line += element.count(b"\n")
        return
    lines: Iterable[tuple[int, bytes]] = filled_lines(content)
    with suppress(msgspec.DecodeError):  # one object in several lines
        msgspec.json.decode(content, type=msgspec.Raw)
        lines = [(next(filled_lines(content))[0], content)]
    for line, text in lines:
        yield line, parsed(text, source, kind, line)


def warn_of_missing(reader: Annotations, lines_and_records: list[tuple[int, Any]], *fields: str) -> None:
    """Warn about records without a field that others of the file have."""
    for field in fields:
        lines = [line for line, record in lines_and_records if getattr(record, field) is None]
        for line in lines if len(lines) < len(lines_and_records) else ():
            reader.warn("field-missing", f"it has no {field}, which other records have", line)


def as_text(*values: Any) -> str:
    """The first value that is there."""
    return next((str(value) for value in values if value is not None), "")


def name_in(*fields: Any) -> str:
    """The name of a document in the first of these objects that has one."""
    for each in fields:
        if isinstance(each, dict):
            for name in RECORD_NAMES:
                if isinstance(value := each.get(name), str | int) and str(value).strip():
                    return str(value)
    return ""
