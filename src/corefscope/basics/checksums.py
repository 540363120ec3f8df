"""What tells whether a file is the one that was scored: its size and time when it was read, and its SHA-256."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from corefscope.problems import FormatError, SettingsError

STANDARD_INPUT = "-"
_SAVE = "score it again, or keep the file as it was"


@dataclass(frozen=True)
class ReadFile:
    """A file as it was when it was opened for reading, so that whoever wants it again gets the same bytes or an error.

    A pipe has no such state: what was read from it is gone.
    """

    path: str
    state: tuple[int, int, int] | None  # inode, size, and nanoseconds of the last change; None for a pipe

    @staticmethod
    def opened(path: str, stream: BinaryIO) -> ReadFile:
        """The file that a stream reads."""
        return ReadFile(path, _state(os.fstat(stream.fileno())))

    @staticmethod
    def now(path: str) -> ReadFile:
        """The file of this path as it is at the moment."""
        try:
            return ReadFile(path, _state(os.stat(path)))
        except OSError as error:
            raise _gone(path, error) from None

    def again(self) -> BinaryIO:
        """The file, opened once more; an error if it has changed or gone since it was read."""
        if self.state is None:
            raise FormatError("read-once", "a pipe can be read only once", self.path, hint="write it to a file first")
        try:
            stream = open(self.path, "rb")  # noqa: SIM115
        except OSError as error:
            raise _gone(self.path, error) from None
        try:
            self.check(stream)
        except FormatError:
            stream.close()
            raise
        return stream

    def check(self, stream: BinaryIO) -> None:
        """Refuses a stream of what is no longer the file that was read."""
        if _state(os.fstat(stream.fileno())) != self.state:
            raise FormatError("file-changed", "the file has changed since it was read", self.path, hint=_SAVE)

    def sha256(self) -> str | None:
        """The checksum of what was read; None for a pipe."""
        if self.state is None:
            return None
        import hashlib  # takes as long to load as a small file to score

        digest = hashlib.sha256()
        with self.again() as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
            self.check(stream)
        return digest.hexdigest()


def _state(found: os.stat_result) -> tuple[int, int, int] | None:
    return (found.st_ino, found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None


def _gone(path: str, error: OSError) -> FormatError:
    if isinstance(error, FileNotFoundError):
        return FormatError("file-changed", "the file is no longer there, though it was read before", path, hint=_SAVE)
    return FormatError("file-changed", f"the file can no longer be read: {error.strerror}", path, hint=_SAVE)


def check_read_once(paths: Iterable[str | None]) -> None:
    """Refuses standard input or a pipe that is given twice: who reads it a second time may wait for ever."""
    seen = set()
    for path in paths:
        if path is None or not is_read_once(path):
            continue
        found = None if path == STANDARD_INPUT else os.stat(path)
        this = None if found is None else (found.st_dev, found.st_ino)
        if this in seen:
            what = "standard input" if found is None else "a pipe"
            raise SettingsError("read-once", f"{path} is given twice, but {what} can be read only once")
        seen.add(this)


def is_read_once(path: str) -> bool:
    return path == STANDARD_INPUT or is_pipe(path)


def is_pipe(path: str) -> bool:
    """Whether a path is something that can be read only once, such as a named pipe."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
