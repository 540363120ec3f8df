"""The bytes of a file, unpacked, within bounds: a few bytes can unpack to more than any machine holds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, BinaryIO, Protocol

from corefscope.basics.checksums import STANDARD_INPUT as STANDARD_INPUT
from corefscope.basics.checksums import FileState, ReadFile
from corefscope.problems import UnreadableFile

PACKED = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
STEP = 1 << 20  # bytes that are unpacked at a time
# Annotated text is packed to a fifth, tables of ids at best to a fiftieth. A file that unpacks to very much more is
# damaged or malicious, unless the result is small.
MOST_TIMES = 250
ALWAYS_UNPACKED = 32 << 20
LARGEST_WHOLE = 2 << 30  # bytes of a file, or of one document of CoNLL or CorefUD, that are kept at once


class Watch(Protocol):
    """Sees bytes before they are parsed, and may refuse them by UnreadableFile."""

    def chunk(self, path: str, content: bytes) -> None:
        """Some bytes of a file, unpacked."""

    def table(self, path: str, content: bytes) -> None:
        """All bytes of a Parquet table."""


def is_packed(path: str) -> bool:
    return path.endswith(tuple(PACKED))


def check_size(held: int, path: str) -> None:
    """Refuse to keep so many bytes of a file at once."""
    if held > LARGEST_WHOLE:
        fact = f"{held >> 20:,} MB would have to be kept at once, and the limit is {LARGEST_WHOLE >> 20:,} MB"
        raise UnreadableFile("too-large", fact, path, hint="divide it into documents, or into several files")


def chunks(
    path: str, size: int = STEP, opened: Callable[[OpenFile], None] | None = None, watch: Watch | None = None
) -> Iterator[bytes]:
    """The bytes of a file, unpacked, in chunks of this size (the last may be smaller).

    `opened` is called with the file, unless it is standard input; after the last chunk the file knows its checksum.
    """
    try:
        with _opened(path, opened) as (stream, packed):
            count = 0
            while chunk := stream.read(size):
                count += len(chunk)
                if packed is not None and count > ALWAYS_UNPACKED and count > MOST_TIMES * packed.size():
                    fact = f"the file unpacks to more than {MOST_TIMES} times its size"
                    hint = "if it should, unpack it first and name the unpacked file"
                    raise UnreadableFile("too-large", fact, path, hint=hint)
                if watch is not None:
                    watch.chunk(path, chunk)
                yield chunk
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile("unreadable-file", f"the file cannot be read: {reason}", path) from None
    except (UnreadableFile, GeneratorExit, MemoryError):
        raise
    except Exception as error:  # a damaged .gz or .xz raises errors of its own library
        raise UnreadableFile("unreadable-file", f"the file cannot be unpacked: {error}", path) from None


@contextmanager
def _opened(path: str, opened: Callable[[OpenFile], None] | None) -> Iterator[tuple[Any, OpenFile | None]]:
    """A stream of the unpacked bytes, and the file if it is packed."""
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(0, "it is closed")
        yield sys.stdin.buffer, None
        return
    with open(path, "rb") as stream:
        file = OpenFile(path, stream, hashed=opened is not None)
        if opened:
            opened(file)
        library = next((library for ending, library in PACKED.items() if path.endswith(ending)), None)
        if library is None:
            yield file, None
        else:
            with import_module(library).open(file) as unpacking:
                yield unpacking, file
        while file.read(STEP):  # bytes after the packed content count too
            pass


class OpenFile:
    """A file whose bytes are counted and hashed when they are read, before they are unpacked."""

    def __init__(self, path: str, stream: BinaryIO, hashed: bool) -> None:
        self.state = FileState.opened(path, stream)
        self._stream = stream
        self._count = 0
        self._digest = None
        if hashed and self.state.state is not None:
            import hashlib  # a call that reads no file does not need it

            self._digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        content = self._stream.read(size)
        self._count += len(content)
        if self._digest is not None:
            self._digest.update(content)
        return content

    def size(self) -> int:
        """The size of a file, or the number of bytes read from a pipe so far."""
        return max(self._count, self.state.state[1] if self.state.state else 0)

    def record(self, format: str) -> ReadFile:
        """Describe the file, after all of it was read."""
        checksum = self._digest.hexdigest() if self._digest is not None else None
        return ReadFile(self.state.path, self._count, checksum, format)
