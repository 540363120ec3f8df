"""Large files in blocks that begin with a document, so that reading them needs the memory of one block at a time.

The words of a file are wanted again after its mentions have been read. A small file's bytes are kept for that;
a block of a large one is loaded again, from the file or, if that was packed or came through a pipe, from a copy
on disk.
"""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.errors import FormatError
from corefscope.formats.sources import (
    PARQUET,
    SNIFFED_BYTES,
    STANDARD_INPUT,
    Source,
    checked,
    chunks,
    is_packed,
    unix_lines,
)

BLOCK = 1 << 21


class Beginning(NamedTuple):
    """The lines that begin a document: bytes that each of them holds, and what it looks like."""

    holds: bytes
    line: re.Pattern[bytes]
    again: bool = True  # whether the bytes will be wanted again


ANY_LINE = Beginning(b"\n", re.compile(b""))
ANY_LINE_ONCE = ANY_LINE._replace(again=False)


def _temporary() -> Any:
    from tempfile import NamedTemporaryFile  # takes long to load

    return NamedTemporaryFile()


class Spool:
    """Where the bytes of a large file can be had again."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.is_copy = path == STANDARD_INPUT or is_packed(path)
        self.file: Any = _temporary() if self.is_copy else open(path, "rb")  # noqa: SIM115
        self.state = None if self.is_copy else self._state()
        weakref.finalize(self, self.file.close)

    def __getstate__(self) -> dict[str, Any]:
        """For a process that scores beside this one, and ends before it."""
        self.file.flush()
        return {**self.__dict__, "file": self.file.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, file=open(state["file"], "rb"))  # noqa: SIM115
        weakref.finalize(self, self.file.close)

    def _state(self) -> tuple[int, int]:
        found = os.fstat(self.file.fileno())
        return found.st_size, found.st_mtime_ns

    def add(self, chunk: bytes) -> None:
        if self.is_copy:
            self.file.write(chunk)

    def load(self, offset: int, size: int) -> bytes:
        if self.state is not None and self.state != self._state():
            raise FormatError("the file has changed since it was read", self.path)
        self.file.seek(offset)
        found: bytes = self.file.read(size)
        return found


@dataclass(frozen=True, eq=False)
class Again:
    """A block's bytes, for whoever wants them later: kept, or loaded."""

    kept: bytes | None
    spool: Spool | None = None
    offset: int = 0
    size: int = 0

    def content(self) -> bytes:
        return _loaded(self) if self.kept is None else self.kept

    def part(self, start: int, end: int) -> bytes:
        """Some of the bytes, without a need for memory for all; line ends are as they stand in the file."""
        if self.kept is not None:
            return self.kept[start:end]
        return self.spool.load(self.offset + start, end - start) if self.spool else b""


@lru_cache(maxsize=2)  # one of the key's and one of the response's
def _loaded(block: Again) -> bytes:
    return unix_lines(block.spool.load(block.offset, block.size)) if block.spool else b""


@dataclass(frozen=True)
class Block:
    """Whole lines of a file: all, or those of some documents."""

    content: bytes
    again: Again
    lines_before: int = 0
    is_last: bool = True

    @staticmethod
    def of(content: bytes) -> Block:
        return Block(content, Again(content))

    @cached_property
    def newlines(self) -> NDArray[np.int64]:
        """Where lines end."""
        return np.flatnonzero(np.frombuffer(self.content, np.uint8) == ord("\n"))


class Blocks:
    """The content of one file, all at once or in blocks; its beginning can be looked at before."""

    def __init__(self, source: Source, size: int = BLOCK) -> None:
        self.source = source
        self._chunks = chunks(source.path, size)
        self._first = next(self._chunks, b"")
        self._is_whole = len(self._first) < size

    @property
    def head(self) -> bytes:
        """The beginning, by which formats are told apart."""
        is_whole = len(self._first) <= SNIFFED_BYTES
        return self.source.accepted(self._first[:SNIFFED_BYTES], None if is_whole else 0)

    def whole(self) -> bytes:
        rest = list(self._chunks)
        return self.source.accepted(b"".join([self._first, *rest]) if rest else self._first)

    def of(self, begins: Beginning) -> Iterator[Block]:
        """Blocks of which all but the first begin with such a line."""
        if self._is_whole or self._first.startswith(PARQUET):  # which has no lines at which it could be cut
            yield Block.of(self.whole())
            return
        np.empty(8 * BLOCK, np.uint8)  # having freed so much at once, the C library keeps what later arrays free
        spool = Spool(self.source.path) if begins.again else None
        offset = lines = 0
        waiting: list[bytes] = []
        chunk, self._first = self._first, b""
        while chunk:
            if spool:
                spool.add(chunk)
            at = _beginning(chunk, begins)
            raw = b"".join([*waiting, memoryview(chunk)[:at]]) if at >= 0 else b""
            waiting = [chunk[at:]] if at >= 0 else [*waiting, chunk]
            chunk = b""  # whoever takes the block should not wait for its memory
            if raw:
                block = self._block(raw, spool, offset, lines, is_last=False)
                offset, raw = offset + len(raw), b""
                yield block
                lines += len(block.newlines)
                del block
            chunk = next(self._chunks, b"")
        yield self._block(b"".join(waiting), spool, offset, lines, is_last=True)

    def _block(self, raw: bytes, spool: Spool | None, offset: int, lines: int, is_last: bool) -> Block:
        content = checked(raw, self.source.path, lines)
        mark = len(raw) - len(content)  # the byte-order mark, if there was one
        return Block(content, Again(None, spool, offset + mark, len(content)), lines, is_last)


def _beginning(chunk: bytes, begins: Beginning) -> int:
    """Where the last line begins that begins a document, if it is whole; -1 if none does."""
    if begins.holds == b"\n":
        return chunk.rfind(b"\n") + 1 or -1
    found = chunk.rfind(b"\n")
    while (found := chunk.rfind(begins.holds, 0, max(found, 0))) >= 0:
        start = chunk.rfind(b"\n", 0, found) + 1
        if start and begins.line.match(chunk[start : chunk.find(b"\n", found)]):
            return start
    return -1
