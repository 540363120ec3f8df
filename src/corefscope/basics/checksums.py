"""Detect whether a file is still the one that was scored, by the size, SHA-256 and time of what was read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from io import BufferedReader
from typing import BinaryIO, NamedTuple

from corefscope.problems import FormatError, SettingsError

STANDARD_INPUT = "-"
TEXT = "text"  # the format of a file that another one annotates
_REMEDY = "score it again, or keep the file as it was"


class ReadFile(NamedTuple):
    """A file as it was read, for the record of a result, even if the file changes later.

    Standard input and pipes have no checksum, since nobody could compare it.
    """

    path: str
    size: int | None
    sha256: str | None
    format: str | None = None


def checksum_of_all(files: Sequence[ReadFile]) -> str | None:
    """Return the checksum of one file, or of the checksums of several; None if one is unknown.

    Companion texts of annotation files do not count, since the annotation is what is scored.
    """
    digests = [file.sha256 for file in files if file.format != TEXT]
    if len(digests) == 1 or None in digests or not digests:
        return digests[0] if len(digests) == 1 else None
    import hashlib

    return hashlib.sha256("".join(map(str, digests)).encode()).hexdigest()


class FileState(NamedTuple):
    """The state of a file when it was read, so that a second reader gets the same bytes or an error.

    A pipe has no state, because it can be read only once.
    """

    path: str
    state: tuple[int, int, int] | None  # inode, size, and nanoseconds of the last change; None for a pipe

    @staticmethod
    def of(path: str) -> FileState:
        """Return the state of the file at a path."""
        with _open(path) as stream:
            return FileState.opened(path, stream)

    @staticmethod
    def opened(path: str, stream: BinaryIO) -> FileState:
        """Return the state of the file that a stream reads."""
        status = os.fstat(stream.fileno())
        regular = stat.S_ISREG(status.st_mode)
        return FileState(path, (status.st_ino, status.st_size, status.st_mtime_ns) if regular else None)

    def reopened(self) -> BufferedReader:
        """Open the file again; raise an error if it has changed or disappeared since it was read."""
        stream = _open(self.path)
        try:
            self.check(stream)
        except FormatError:
            stream.close()
            raise
        return stream

    def record(self, format: str) -> ReadFile:
        """Describe the file with its checksum; raise an error if it has changed."""
        import hashlib

        with self.reopened() as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            self.check(stream)
            return ReadFile(self.path, stream.tell(), digest, format)

    def check(self, stream: BinaryIO) -> None:
        """Raise an error if the stream no longer reads the same file."""
        if FileState.opened(self.path, stream) != self:
            raise FormatError("file-changed", "the file has changed since it was read", self.path, hint=_REMEDY)


def _open(path: str) -> BufferedReader:
    try:
        return open(path, "rb")
    except OSError as error:
        fact = f"the file can no longer be read: {error.strerror}"
        raise FormatError("file-changed", fact, path, hint=_REMEDY) from None


def digest(words: bytes | memoryview) -> bytes:
    """Return a digest, to compare the words of documents without keeping or parsing them."""
    from hashlib import sha1  # a call that reads no file does not need it

    return sha1(words, usedforsecurity=False).digest()


def check_read_once(paths: Iterable[str | None]) -> None:
    """Refuse to read standard input or a pipe twice: the second reader may wait for ever."""
    pipes: set[str] = set()
    for path in paths:
        if path in pipes:
            what = "standard input" if path == STANDARD_INPUT else "a pipe"
            raise SettingsError("read-once", f"{path} is named twice, but {what} can be read only once")
        if path is not None and is_read_once(path):
            pipes.add(path)


def is_read_once(path: str) -> bool:
    """Return whether a path can be read only once, like standard input or a named pipe."""
    is_regular = os.path.isfile(path) or os.path.isdir(path)
    return path == STANDARD_INPUT or (os.path.exists(path) and not is_regular)
