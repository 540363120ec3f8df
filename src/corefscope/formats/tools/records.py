"""Records of annotation tools: a JSON list of objects, or one object a line, decoded into typed structures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from corefscope.formats.files.blocks import filled_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.files.typed_json import parsed
from corefscope.problems import FormatError, Notices

Record = TypeVar("Record")


def records(content: bytes, source: Source, notices: Notices, kind: type[Record]) -> Iterator[tuple[int, Record]]:
    """The records of a file with their lines; one that cannot be read is refused, and the next one read."""
    start = len(content) - len(content.lstrip())
    lines: Iterator[tuple[int, int, bytes]]
    if content[start : start + 1] == b"[":
        lines = _elements(content, parsed(content, source, list[msgspec.Raw]))
    else:
        lines = filled_lines(content)
        if _is_one_object(content):
            lines = iter([(1 + content.count(b"\n", 0, start), 0, content)])
    for line, _, text in lines:
        try:
            yield line, parsed(text, source, kind, line)
        except FormatError as error:
            notices.refuse(error)


def _is_one_object(content: bytes) -> bool:
    """Whether the first line is no whole object, but the file is one."""
    first = next(filled_lines(content), None)
    if first is None:
        return False
    try:
        msgspec.json.decode(first[2], type=msgspec.Raw)
        return False
    except msgspec.DecodeError:
        pass
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
        return True
    except msgspec.DecodeError:
        return False


def _elements(content: bytes, elements: list[msgspec.Raw]) -> Iterator[tuple[int, int, bytes]]:
    """The elements of a list, as bytes, with their lines."""
    place, line = 0, 1
    for element in elements:
        text = bytes(element)
        start = content.index(text, place)
        line += content.count(b"\n", place, start)
        yield line, start, text
        line += text.count(b"\n")
        place = start + len(text)
