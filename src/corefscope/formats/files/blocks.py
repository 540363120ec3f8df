"""Large files in blocks that begin with a document, so that only one block at a time is in memory.

The words of a file are read after its mentions. A block of a large file is loaded once more for that; the bytes of a
small one, of a packed one and of a pipe are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from corefscope.basics.checksums import FileState, ReadFile
from corefscope.formats.detect import SNIFFED_BYTES
from corefscope.formats.files.sources import (
    MARK,
    PARQUET,
    OpenFile,
    Source,
    check_size,
    checked,
    chunks,
    is_packed,
    unix_lines,
)

BLOCK = 1 << 21
_BLANKS = re.compile(rb"\s*")


class DocumentStart(NamedTuple):
    """How to recognise the first line of a document, at which a file can be cut into blocks."""

    holds: bytes  # bytes that each such line contains
    line: re.Pattern[bytes]
    keep: bool = True  # whether the bytes are needed later


ANY_LINE_ONCE = DocumentStart(b"\n", re.compile(b""), keep=False)


@dataclass(frozen=True, eq=False)
class StoredBytes:
    """The bytes of a block for later: kept in memory, or loaded from the file, opened once more, when needed."""

    in_memory: bytes | None
    file: FileState | None = None
    offset: int = 0
    size: int = 0

    def content(self) -> bytes:
        return unix_lines(self.part(0, self.size)) if self.in_memory is None else self.in_memory

    def part(self, start: int, end: int) -> bytes:
        """Some of the bytes, loaded without the others; line ends as in the file."""
        if self.in_memory is not None or self.file is None:
            return (self.in_memory or b"")[start:end]
        with self.file.reopened() as stream:
            stream.seek(self.offset + start)
            return stream.read(end - start)


@dataclass(frozen=True)
class Block:
    """Whole lines of a file: all, or those of some documents."""

    content: bytes
    stored: StoredBytes
    lines_before: int = 0
    is_last: bool = True

    @staticmethod
    def of(content: bytes) -> Block:
        return Block(content, StoredBytes(content))


class Blocks:
    """The content of one file, all at once or in blocks, and its beginning to recognise the format."""

    def __init__(self, source: Source, size: int = BLOCK) -> None:
        self.source = source
        self._opened: list[OpenFile] = []  # none for standard input
        self._chunks = chunks(source.path, size, self._opened.append, source.watch)
        self._first_chunks, self._held = list[bytes](), 0
        self._is_over = False
        while not self._is_over and self._held < SNIFFED_BYTES:
            self._is_over = len(self._hold_next()) < size
        self._is_whole = self._is_over and len(self._first_chunks) == 1

    def _hold_next(self) -> bytes:
        """Keep the next chunk in memory: of the beginning of a file, or of all of it."""
        chunk = next(self._chunks, b"")
        self._first_chunks.append(chunk)
        self._held += len(chunk)
        check_size(self._held, self.source.path)
        return chunk

    def record(self, format: str) -> ReadFile:
        """Describe the file, after reading it to its end."""
        for _ in self._chunks:
            pass
        return self._opened[0].record(format) if self._opened else ReadFile(self.source.path, None, None, format)

    def head(self) -> bytes:
        text = b"".join(self._first_chunks).removeprefix(MARK)
        is_whole = self._is_over and len(text) <= SNIFFED_BYTES
        return checked(text[:SNIFFED_BYTES], self.source.path, None if is_whole else 0)

    def whole(self) -> bytes:
        while self._hold_next():
            pass
        first_chunks, self._first_chunks = self._first_chunks, []
        content = b"".join(filter(None, first_chunks))  # a single chunk is not copied
        return checked(content, self.source.path)

    def of(self, start: DocumentStart) -> Iterator[Block]:
        """Blocks of which all but the first begin with such a line."""
        if self._is_whole or self._first_chunks[0].startswith(PARQUET):  # which has no lines
            return iter([Block.of(self.whole())])
        return self._cut(start)

    def _cut(self, start: DocumentStart) -> Iterator[Block]:
        np.empty(8 * BLOCK, np.uint8)  # after freeing so much, the C library keeps the memory of later arrays
        path, waiting = self.source.path, list[bytes]()
        state = self._opened[0].state if self._opened else None
        can_reopen = state is not None and state.state is not None and not is_packed(path)
        file = state if can_reopen and start.keep else None
        offset = lines = held = 0

        def block(raw: bytes, is_last: bool) -> Block:
            content = checked(raw, path, lines)
            mark = len(raw) - len(content)  # the length of the byte-order mark, if any
            in_memory = content if start.keep and file is None else None
            return Block(content, StoredBytes(in_memory, file, offset + mark, len(content)), lines, is_last)

        first_chunks, self._first_chunks = self._first_chunks[::-1], []
        chunk = first_chunks.pop()
        while chunk:
            cut = _last_start(chunk, start)
            raw = b"".join([*waiting, memoryview(chunk)[:cut]]) if cut >= 0 else b""
            waiting = [chunk[cut:]] if cut >= 0 else [*waiting, chunk]
            held = len(waiting[0]) if cut >= 0 else held + len(chunk)
            check_size(held, path)
            chunk = b""  # frees its memory while the block is parsed
            if raw:
                part = block(raw, False)
                offset, raw = offset + len(raw), b""
                yield part
                lines += part.content.count(b"\n")
                del part
            chunk = first_chunks.pop() if first_chunks else next(self._chunks, b"")
        yield block(b"".join(waiting), True)


def first_lines(blocks: Iterator[Block], count: int) -> tuple[list[bytes], Iterator[Block]]:
    """The first lines of a file that are not blank, as many as asked for or available, and all of its blocks."""
    seen: list[Block] = []
    lines: list[bytes] = []
    for block in blocks:
        seen.append(block)
        lines += [line for _, line in islice(filled_lines(block.content), count - len(lines))]
        if len(lines) == count:
            break
    return lines, chain(seen, blocks)


def filled_lines(content: bytes, number: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, one at a time to save memory, with their numbers, if `number` lines precede them.

    Any number of blank lines costs nothing.
    """
    start = 0
    while (place := _BLANKS.match(content, start).end()) < len(content):  # type: ignore[union-attr]
        begin = content.rfind(b"\n", start, place) + 1 or start
        number += content.count(b"\n", start, begin) + 1
        end = content.find(b"\n", place)
        end = len(content) if end < 0 else end
        yield number, content[begin:end]
        start = end + 1


def _last_start(chunk: bytes, start: DocumentStart) -> int:
    """Where the last complete line that begins a document begins; -1 if there is none."""
    if start.holds == b"\n":
        return chunk.rfind(b"\n") + 1 or -1
    place = chunk.rfind(b"\n")
    while (place := chunk.rfind(start.holds, 0, max(place, 0))) >= 0:
        begin = chunk.rfind(b"\n", 0, place) + 1
        line = chunk[begin : chunk.find(b"\n", place)]
        if begin and start.line.match(line.split(b"\r", 1)[0]):  # old Mac lines end with that
            return begin
    return -1
