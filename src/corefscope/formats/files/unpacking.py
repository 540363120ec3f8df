"""The bytes of a file, unpacked on the way, within bounds: a few bytes can unpack to more than any machine holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import BinaryIO

from corefscope.basics.checksums import STANDARD_INPUT as STANDARD_INPUT
from corefscope.basics.checksums import Checksum, FileState, ReadFile
from corefscope.problems import UnreadableFile

PACKED = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
STEP = 1 << 20  # bytes that are unpacked at a time
# Annotated text is packed to a fifth, tables of ids at best to a fiftieth. What unpacks to very much more is damaged or
# meant to do harm, unless it is small: so much may come from any file.
MOST_TIMES = 250
ALWAYS_UNPACKED = 32 << 20
MEMORY_PER_BYTE = 4  # of what is kept at once: the bytes, a copy of them, and what is found in them


def is_packed(path: str) -> bool:
    return path.endswith(tuple(PACKED))


def may_unpack_beyond_measure(path: str, held: int) -> bool:
    """Whether a packed file may still be refused, so that what is held of it is not worth parsing yet."""
    return is_packed(path) and held <= ALWAYS_UNPACKED


def check_memory(held: int, path: str) -> None:
    """Refuses to keep so many bytes of a file at once if its arrays would not fit beside them."""
    if held > ALWAYS_UNPACKED and held > _memory() // MEMORY_PER_BYTE:
        raise UnreadableFile(
            "too-large",
            f"{held >> 20:,} MB would have to be kept at once, too much for the memory of this machine",
            path,
            hint="divide it into documents, or into several files",
        )


@lru_cache(maxsize=1)
def _memory() -> int:
    """The bytes that this machine has; more than any file where that is not known."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 62


def chunks(path: str, size: int = STEP, opened: Callable[[BeingRead], None] | None = None) -> Iterator[bytes]:
    """The bytes of a file, unpacked, in pieces of this size (the last may be smaller).

    `opened` gets the file when it is opened, unless it is standard input; when all was read, its checksum is known.
    """
    try:
        with _opened(path, opened) as stream:
            while chunk := stream.read(size):
                yield chunk
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile("unreadable-file", f"the file cannot be read: {reason}", path) from None
    except (UnreadableFile, GeneratorExit, MemoryError):
        raise
    except Exception as error:  # a damaged .gz or .xz raises errors of its own library
        raise UnreadableFile("unreadable-file", f"the file cannot be unpacked: {error}", path) from None


@contextmanager
def _opened(path: str, opened: Callable[[BeingRead], None] | None) -> Iterator[BinaryIO | BeingRead | _Unpacked]:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(0, "it is closed")
        yield sys.stdin.buffer
        return
    with open(path, "rb") as stream:
        file = BeingRead(path, stream, hashed=opened is not None)
        if opened:
            opened(file)
        library = next((library for ending, library in PACKED.items() if path.endswith(ending)), None)
        if library is None:
            yield file
        else:
            with import_module(library).open(file) as unpacking:
                yield _Unpacked(path, unpacking, file)
        while file.read(STEP):  # what stands behind the end of what was packed is part of the file
            pass


class BeingRead:
    """A file whose bytes are counted and hashed as they are read, before they are unpacked."""

    def __init__(self, path: str, stream: BinaryIO, hashed: bool) -> None:
        self.state = FileState.opened(path, stream)
        self._stream = stream
        self._count = 0
        known = self.state.state
        self._checksum = Checksum(known[1]) if hashed and known is not None else None

    def read(self, size: int = -1) -> bytes:
        found = self._stream.read(size)
        self._count += len(found)
        if self._checksum is not None:
            self._checksum.update(found)
        return found

    def size(self) -> int:
        """As much as is known: the size of a file, or what came through a pipe."""
        return max(self._count, self.state.state[1] if self.state.state else 0)

    def record(self, format: str) -> ReadFile:
        """What was read, once all of it was."""
        checksum = self._checksum.hexdigest() if self._checksum is not None else None
        return ReadFile(self.state.path, self._count, checksum, format)


class _Unpacked:
    """A packed file's content; refuses what grows beyond measure before it fills the memory or the disk."""

    def __init__(self, path: str, stream: BinaryIO, packed: BeingRead) -> None:
        self.path, self.stream, self.packed = path, stream, packed
        self.count = 0

    def read(self, size: int) -> bytes:
        parts: list[bytes] = []
        while size > 0 and (part := self.stream.read(min(size, STEP))):
            self.count += len(part)
            if self.count > ALWAYS_UNPACKED and self.count > MOST_TIMES * self.packed.size():
                raise UnreadableFile(
                    "too-large",
                    f"the file unpacks to more than {MOST_TIMES} times its size",
                    self.path,
                    hint="if it should, unpack it first and name the unpacked file",
                )
            parts.append(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)
