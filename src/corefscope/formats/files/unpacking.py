"""The bytes of a file, unpacked; what would have to be kept at once has a limit."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any, BinaryIO

from corefscope.basics.checksums import STANDARD_INPUT as STANDARD_INPUT
from corefscope.basics.checksums import FileState, ReadFile
from corefscope.problems import UnreadableFile

PACKED = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
STEP = 1 << 20  # bytes that are unpacked at a time
LARGEST_WHOLE = 2 << 30  # bytes of a file, or of one document of CoNLL or CorefUD, that are kept at once


# Sees the unpacked bytes of a path before they are parsed, and may refuse them by UnreadableFile.
Watch = Callable[[str, bytes], None]


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
    library = PACKED.get(os.path.splitext(path)[1])
    try:
        with ExitStack() as stack:
            if path != STANDARD_INPUT:
                file = OpenFile(path, stack.enter_context(open(path, "rb")), hashed=opened is not None)
                if opened is not None:
                    opened(file)
                stream: Any = stack.enter_context(import_module(library).open(file)) if library else file
            elif sys.stdin is None:
                raise OSError(0, "it is closed")
            else:
                stream = sys.stdin.buffer
            while chunk := stream.read(size):
                if watch is not None:
                    watch(path, chunk)
                yield chunk
            while library and file.read(STEP):  # bytes after the packed content count too
                pass
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile("unreadable-file", f"the file cannot be read: {reason}", path) from None
    except (UnreadableFile, GeneratorExit, MemoryError):
        raise
    except Exception as error:  # a damaged .gz or .xz raises errors of its own library
        raise UnreadableFile("unreadable-file", f"the file cannot be unpacked: {error}", path) from None


class OpenFile:
    """A file whose bytes are counted and hashed when they are read, before they are unpacked."""

    def __init__(self, path: str, stream: BinaryIO, hashed: bool) -> None:
        self.state = FileState.opened(path, stream)
        self._stream, self._count, self._digest = stream, 0, None
        if hashed and self.state.state is not None:
            import hashlib  # a call that reads no file does not need it

            self._digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        content = self._stream.read(size)
        self._count += len(content)
        if self._digest is not None:
            self._digest.update(content)
        return content

    def record(self, format: str) -> ReadFile:
        """Describe the file, after all of it was read."""
        checksum = self._digest.hexdigest() if self._digest is not None else None
        return ReadFile(self.state.path, self._count, checksum, format)
