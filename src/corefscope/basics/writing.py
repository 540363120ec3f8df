"""Files that are written whole or not at all.

The content goes into a temporary file beside the target and takes its place in one step; until then a full disk, an
error or a killed process leave what was there.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from corefscope.problems import FormatError

# A hidden name: what a killed process leaves is skipped by readers of the folder.
_TEMPORARY = ".corefscope-{}.tmp"


def write_file(path: str, content: str | bytes, what: str = "file") -> None:
    """Write a file, or say that this `what` cannot be written and leave the one that was there.

    A link stays a link, to a new file; permissions stay; pipes and devices are written to directly.
    """
    with _explained(path, what):
        there = _status(path)
        if there is not None and not stat.S_ISREG(there.st_mode):
            with open(path, "wb") as stream:  # a pipe or a device; a folder refuses
                stream.write(_bytes(content))
            return
        with _staged(path, _bytes(content)) as (temporary, target):
            os.replace(temporary, target)


def write_folder(path: str, files: Mapping[str, str | bytes], what: str = "folder") -> None:
    """Write files by their names into a folder, which is created if need be; none takes its place before all fit."""
    with _explained(path, what):
        is_new = not os.path.isdir(path)
        os.makedirs(path, exist_ok=True)
        try:
            with ExitStack() as stack:
                places = [(os.path.join(path, name), _bytes(content)) for name, content in files.items()]
                for temporary, target in [stack.enter_context(_staged(*place)) for place in places]:
                    os.replace(temporary, target)
        except BaseException:
            if is_new:
                with suppress(OSError):
                    os.rmdir(path)
            raise


@contextmanager
def _explained(path: str, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FormatError("cannot-write", f"the {what} cannot be written: {error.strerror or error}", path) from None


def _bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")


def _status(path: str) -> os.stat_result | None:
    """The status of the file at a path; None if there is no file yet."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


@contextmanager
def _staged(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """A temporary file with the data beside the target, and the target; the temporary file is removed in any case."""
    if path.endswith(os.sep):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    there, target = _status(path), os.path.realpath(path)
    if there is not None and not stat.S_ISREG(there.st_mode):
        raise OSError(errno.EEXIST, f"{os.path.basename(path)} is there and is no file")
    if there is not None and not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))  # write-protected, though it could be replaced
    name = _TEMPORARY.format(f"{os.getpid()}-{os.urandom(6).hex()}")
    temporary = os.path.join(os.path.dirname(target), name)
    try:
        with open(temporary, "xb") as stream:
            stream.write(data)
        if there is not None:
            with suppress(OSError, AttributeError):  # only an administrator may; Windows has no owners
                os.chown(temporary, there.st_uid, there.st_gid)
            os.chmod(temporary, stat.S_IMODE(there.st_mode))
        yield temporary, target
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
