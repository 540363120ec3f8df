"""Large files in blocks that begin with a document, so that reading them needs the memory of one block at a time.

The words of a file are wanted again after its mentions have been read. A small file's bytes are kept for that;
a block of a large one is loaded again, from the file or, if that was packed or came through a pipe, from a copy
on disk.
"""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.checksums import FileState, ReadFile
from corefscope.formats.files.sources import MARK, PARQUET, SNIFFED_BYTES, Source, checked, unix_lines
from corefscope.formats.files.unpacking import BeingRead, check_memory, is_packed, may_unpack_beyond_measure
from corefscope.problems import UnreadableFile

BLOCK = 1 << 21
BLANKS = re.compile(rb"\s*")


class Beginning(NamedTuple):
    """The lines that begin a document: bytes that each of them holds, and what it looks like."""

    holds: bytes
    line: re.Pattern[bytes]
    again: bool = True  # whether the bytes will be wanted again
    cut: Callable[[bytes], int] | None = None  # where else a chunk can be cut if no document begins in it; -1: nowhere


ANY_LINE = Beginning(b"\n", re.compile(b""))
ANY_LINE_ONCE = ANY_LINE._replace(again=False)


def _temporary() -> Any:
    from tempfile import NamedTemporaryFile  # takes long to load

    return NamedTemporaryFile(delete=False)


def _discard(file: Any, owner: int | None) -> None:
    """Closes a file and removes it, if it is a copy that this process made: one that was forked off has it as well."""
    file.close()
    if owner == os.getpid():
        with suppress(FileNotFoundError):
            os.unlink(file.name)


class Spool:
    """Where the bytes of a large file can be had again."""

    def __init__(self, read: FileState | None) -> None:
        """For a file that is being read; without one, for standard input."""
        self.read = None if read is None or read.state is None or is_packed(read.path) else read
        self.file: Any = _temporary() if self.read is None else self.read.again()
        weakref.finalize(self, _discard, self.file, os.getpid() if self.read is None else None)

    def __getstate__(self) -> dict[str, Any]:
        """For a process that scores beside this one, and ends before it."""
        self.file.flush()
        return {**self.__dict__, "file": self.file.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.file = open(state["file"], "rb") if self.read is None else self.read.again()  # noqa: SIM115
        weakref.finalize(self, self.file.close)

    def add(self, chunk: bytes, path: str) -> None:
        if self.read is None:
            try:
                self.file.write(chunk)
            except OSError as error:
                hint = f"what is packed or comes through a pipe is copied to {os.path.dirname(self.file.name)}"
                raise UnreadableFile(
                    "no-space", f"there is no room for a copy: {error.strerror}", path, hint=hint
                ) from None

    def load(self, offset: int, size: int) -> bytes:
        if self.read is not None:
            self.read.check(self.file)
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

    def through(self, later: Again) -> Again:
        """All bytes from this block to the end of a later one of the same file."""
        return Again(None, self.spool, self.offset, later.offset + later.size - self.offset)


@lru_cache(maxsize=2)  # one of the key's and one of the response's
def _loaded(block: Again) -> bytes:
    return unix_lines(block.spool.load(block.offset, block.size)) if block.spool else b""


@dataclass(frozen=True)
class Block:
    """Whole lines of a file: all, or those of some documents, or of a part of a large one."""

    content: bytes
    again: Again
    lines_before: int = 0
    is_last: bool = True
    goes_on: bool = False  # whether its last document goes on in the next block

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
        self._file: BeingRead | None = None  # None for standard input
        self._chunks = source.chunks(size, self._set_file)
        self._begun, self._held, has_text = list[bytes](), 0, False
        self._is_over = False
        # Formats are told apart by lines that are not blank, wherever they begin.
        while not self._is_over and (self._held < SNIFFED_BYTES or not has_text):
            chunk = next(self._chunks, b"")
            self._hold(chunk)
            text = chunk.removeprefix(MARK)
            has_text = has_text or (bool(text) and not text.isspace())
            self._is_over = len(chunk) < size
        self._is_whole = self._is_over and (len(self._begun) < 2 or not has_text)
        self._blocks: Iterator[Block] = iter(())

    def _set_file(self, file: BeingRead) -> None:
        self._file = file

    def record(self, format: str) -> ReadFile:
        """What was read, to the end of the file."""
        for _ in self._chunks:
            pass
        return self._file.record(format) if self._file else ReadFile(self.source.path, None, None, format)

    def _hold(self, chunk: bytes) -> None:
        """Keeps the beginning of a file in memory, or all of it."""
        self._begun.append(chunk)
        self._held += len(chunk)
        check_memory(self._held, self.source.path)

    @property
    def head(self) -> bytes:
        """The beginning, by which formats are told apart; blank lines that fill it are left out."""
        begun = self._begun[0] if len(self._begun) == 1 else b"".join(self._begun)
        text = begun.removeprefix(MARK)
        if not text or text.isspace():
            return self.source.accepted(text)
        start = 0
        if text[:SNIFFED_BYTES].isspace():
            blank = len(text) - len(text.lstrip())
            start = max(text.rfind(b"\n", 0, blank), text.rfind(b"\r", 0, blank)) + 1
        is_whole = self._is_over and len(text) <= SNIFFED_BYTES
        head = text[start : start + SNIFFED_BYTES]
        return self.source.accepted(head, None if is_whole else text.count(b"\n", 0, start))

    def whole(self) -> bytes:
        for chunk in self._chunks:
            self._hold(chunk)
        begun, self._begun = self._begun, []
        content = b"".join(begun) if len(begun) > 1 else begun[0]
        if self.source.watch is not None and content.startswith(PARQUET):
            self.source.watch.table(self.source.path, content)
        return self.source.accepted(content)

    def of(self, begins: Beginning) -> Iterator[Block]:
        """Blocks of which all but the first begin with such a line."""
        self._blocks = self._of(begins)
        return self._blocks

    def check_rest(self) -> None:
        """Looks for what makes the file unreadable in blocks that nobody took: a whole file is refused for it first."""
        for _ in self._blocks:
            pass

    def _of(self, begins: Beginning) -> Iterator[Block]:
        if self._is_whole or self._begun[0].startswith(PARQUET):  # which has no lines at which it could be cut
            yield Block.of(self.whole())
            return
        np.empty(8 * BLOCK, np.uint8)  # having freed so much at once, the C library keeps what later arrays free
        spool = Spool(self._file.state if self._file else None) if begins.again else None
        offset = lines = held = 0
        waiting: list[bytes] = []
        begun, self._begun = self._begun[::-1], []
        chunk = begun.pop()
        while chunk:
            if spool:
                spool.add(chunk, self.source.path)
            at = _beginning(chunk, begins)
            goes_on = False
            if at < 0 and begins.cut and not may_unpack_beyond_measure(self.source.path, held + len(chunk)):
                at, goes_on = begins.cut(chunk), True
            raw = b"".join([*waiting, memoryview(chunk)[:at]]) if at >= 0 else b""
            waiting = [chunk[at:]] if at >= 0 else [*waiting, chunk]
            # Of a document that is read in parts, what is found in them is kept.
            held = len(chunk) - at if at >= 0 and not goes_on else held + len(chunk)
            check_memory(held, self.source.path)
            chunk = b""  # whoever takes the block should not wait for its memory
            if raw:
                block = self._block(raw, spool, offset, lines, is_last=False, goes_on=goes_on)
                offset, raw = offset + len(raw), b""
                yield block
                lines += len(block.newlines)
                del block
            chunk = begun.pop() if begun else next(self._chunks, b"")
        yield self._block(b"".join(waiting), spool, offset, lines, is_last=True)

    def _block(
        self, raw: bytes, spool: Spool | None, offset: int, lines: int, is_last: bool, goes_on: bool = False
    ) -> Block:
        content = checked(raw, self.source.path, lines)
        mark = len(raw) - len(content)  # the byte-order mark, if there was one
        return Block(content, Again(None, spool, offset + mark, len(content)), lines, is_last, goes_on)


def lines_ahead(blocks: Iterator[Block], wanted: int) -> tuple[list[bytes], Iterator[Block]]:
    """The first lines of a file that are not blank, as many as are wanted or there are, and all of its blocks."""
    taken: list[Block] = []
    lines: list[bytes] = []
    for block in blocks:
        taken.append(block)
        lines += [line for _, _, line in islice(filled_lines(block.content), wanted - len(lines))]
        if len(lines) == wanted:
            break
    return lines, chain(taken, blocks)


def filled_lines(
    content: bytes, number: int = 0, blanks: re.Pattern[bytes] = BLANKS
) -> Iterator[tuple[int, int, bytes]]:
    """The lines that are not blank, with their numbers, after so many before, and where they start.

    One at a time: there may be much more than the longest line. Blank lines cost nothing, however many they are.
    """
    start = 0
    while (place := blanks.match(content, start).end()) < len(content):  # type: ignore[union-attr]
        begin = content.rfind(b"\n", start, place) + 1 or start
        number += content.count(b"\n", start, begin) + 1
        end = content.find(b"\n", place)
        end = len(content) if end < 0 else end
        yield number, begin, content[begin:end]
        start = end + 1


def _beginning(chunk: bytes, begins: Beginning) -> int:
    """Where the last line begins that begins a document, if it is whole; -1 if none does."""
    if begins.holds == b"\n":
        return chunk.rfind(b"\n") + 1 or -1
    found = chunk.rfind(b"\n")
    while (found := chunk.rfind(begins.holds, 0, max(found, 0))) >= 0:
        start = chunk.rfind(b"\n", 0, found) + 1
        line = chunk[start : chunk.find(b"\n", found)]
        if start and begins.line.match(line.split(b"\r", 1)[0]):  # a line of an old Mac may end before that
            return start
    return -1
