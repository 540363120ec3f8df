"""What tells whether a file is the one that was scored: size, SHA-256 and time of the bytes that were read."""

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
    """A file as it was read: what a result says of it, even if the file changes later.

    What can be read only once has no checksum, since nobody could compare it.
    """

    path: str
    size: int | None
    sha256: str | None
    format: str | None = None


def checksum_of_all(files: Sequence[ReadFile]) -> str | None:
    """The checksum of one file, or that of the checksums of several; None if one is unknown.

    The texts beside annotation files do not count: what is scored stands in the latter.
    """
    digests = [file.sha256 for file in files if file.format != TEXT]
    if len(digests) == 1 or None in digests or not digests:
        return digests[0] if len(digests) == 1 else None
    import hashlib

    return hashlib.sha256("".join(map(str, digests)).encode()).hexdigest()


class FileState(NamedTuple):
    """What changes when a file does, so that a second reader gets the same bytes or an error.

    A pipe has no such state: what was read from it is gone.
    """

    path: str
    state: tuple[int, int, int] | None  # inode, size, and nanoseconds of the last change; None for a pipe

    @staticmethod
    def of(path: str) -> FileState:
        """The state of the file at a path."""
        with _open(path) as stream:
            return FileState.opened(path, stream)

    @staticmethod
    def opened(path: str, stream: BinaryIO) -> FileState:
        """The file that a stream reads."""
        status = os.fstat(stream.fileno())
        regular = stat.S_ISREG(status.st_mode)
        return FileState(path, (status.st_ino, status.st_size, status.st_mtime_ns) if regular else None)

    def reopened(self) -> BufferedReader:
        """The file, opened once more; an error if it has changed or gone since it was read."""
        stream = _open(self.path)
        try:
            self.check(stream)
        except FormatError:
            stream.close()
            raise
        return stream

    def record(self, format: str) -> ReadFile:
        """Describe the file with its checksum; an error if it has changed."""
        import hashlib

        with self.reopened() as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            self.check(stream)
            return ReadFile(self.path, stream.tell(), digest, format)

    def check(self, stream: BinaryIO) -> None:
        """Refuse a stream of what is no longer the file that was read."""
        if FileState.opened(self.path, stream) != self:
            raise FormatError("file-changed", "the file has changed since it was read", self.path, hint=_REMEDY)


def _open(path: str) -> BufferedReader:
    try:
        return open(path, "rb")
    except OSError as error:
        fact = f"the file can no longer be read: {error.strerror}"
        raise FormatError("file-changed", fact, path, hint=_REMEDY) from None


def digest(words: bytes | memoryview) -> bytes:
    """A digest by which the words of two documents are compared without keeping or parsing them."""
    from hashlib import sha1  # a call that reads no file does not need it

    return sha1(words, usedforsecurity=False).digest()


def check_read_once(paths: Iterable[str | None]) -> None:
    """Refuse standard input or a pipe that is given twice: a second reader may wait for ever."""
    pipes: set[str] = set()
    for path in paths:
        if path in pipes:
            what = "standard input" if path == STANDARD_INPUT else "a pipe"
            raise SettingsError("read-once", f"{path} is given twice, but {what} can be read only once")
        if path is not None and is_read_once(path):
            pipes.add(path)


def is_read_once(path: str) -> bool:
    """Whether a path is standard input, or something else that can be read only once, such as a named pipe."""
    is_regular = os.path.isfile(path) or os.path.isdir(path)
    return path == STANDARD_INPUT or (os.path.exists(path) and not is_regular)
