"""Files that are written whole or not at all.

The content goes into a temporary file beside the target, to the disk, and takes the target's place in one step; until
then a full disk, an error or a killed process leave what was there. Several files of a folder change together.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress

from corefscope.problems import FormatError

# A hidden name: what a killed process leaves is skipped by readers of the folder.
_TEMPORARY = ".corefscope-{}.tmp"
# Beside the target nothing can be made, or it cannot be replaced (a file that is mounted by itself): it is overwritten.
_OVERWRITE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV)


def write_file(path: str, content: str | bytes, what: str = "file") -> None:
    """Write a file, or say that this `what` cannot be written and leave the one that was there.

    A link stays a link, to a new file; permissions stay; pipes and devices are written to directly.
    """
    with _explained(path, what):
        _write(path, _bytes(content))


def write_folder(path: str, files: Mapping[str, str | bytes], what: str = "folder") -> None:
    """Write files by their names into a folder, which is created if need be: all of them, or none."""
    with _explained(path, what):
        if os.path.isdir(path):
            _write_into(path, files)
        else:
            _write_new_folder(path, files)


@contextmanager
def _explained(path: str, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FormatError("cannot-write", f"the {what} cannot be written: {error.strerror or error}", path) from None


def _bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")


def _write(path: str, data: bytes) -> None:
    there = _status(path)
    if there is not None and not stat.S_ISREG(there.st_mode):
        with open(path, "wb") as stream:  # a pipe or a device; a folder refuses
            stream.write(data)
        return
    try:
        with _staged(path, data, there) as (temporary, target):
            _sync(temporary)
            os.replace(temporary, target)
    except OSError as error:
        if there is None or error.errno not in _OVERWRITE or not os.access(path, os.W_OK):
            raise
        _overwrite(path, data)


def _status(path: str) -> os.stat_result | None:
    """The status of the file at a path; None if there is no file yet."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


@contextmanager
def _staged(path: str, data: bytes, there: os.stat_result | None) -> Iterator[tuple[str, str]]:
    """A temporary file with the data beside the target, and the target; the temporary file is removed in any case."""
    target = os.path.realpath(path) if os.path.islink(path) else path
    folder, name = os.path.split(target)
    if not name:
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if there is not None and not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))  # write-protected, though it could be replaced
    temporary = os.path.join(folder, _temporary_name())
    # As a new file would be made by open(): the mask of the process says who may read it.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        if there is not None:
            _keep_permissions(temporary, there)
        yield temporary, target
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _to_disk(paths: Sequence[str]) -> None:
    """Wait until the files are on the disk; several at a time, since a disk finishes many in the time of one."""
    from concurrent.futures import ThreadPoolExecutor  # takes long to load

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(_sync, paths))


def _sync(path: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _temporary_name() -> str:
    return _TEMPORARY.format(f"{os.getpid()}-{os.urandom(6).hex()}")


def _keep_permissions(path: str, there: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):  # only an administrator may give files away
            os.chown(path, there.st_uid, there.st_gid)
    os.chmod(path, stat.S_IMODE(there.st_mode))


def _overwrite(path: str, data: bytes) -> None:
    """Overwrite a file that cannot be replaced; restore it if that fails, as it does on a full disk."""
    with open(path, "r+b", buffering=0) as stream:
        before = stream.read()
        try:
            _put(stream.fileno(), data)
        except BaseException:
            _put(stream.fileno(), before)
            raise


def _put(descriptor: int, data: bytes) -> None:
    """Write before shortening the file: the disk has room for what it held."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.ftruncate(descriptor, len(data))
    os.fsync(descriptor)


def _write_new_folder(path: str, files: Mapping[str, str | bytes]) -> None:
    """Fill a temporary folder, then rename it; if that fails, remove the folders above it that had to be created."""
    target = os.path.realpath(path)
    parent = os.path.dirname(target)
    made = list(_missing(parent))
    temporary = os.path.join(parent, _temporary_name())
    try:
        os.makedirs(parent, exist_ok=True)
        os.mkdir(temporary)
        for name, content in files.items():
            with open(os.path.join(temporary, name), "xb") as stream:
                stream.write(_bytes(content))
        _to_disk([os.path.join(temporary, name) for name in files])
        os.rename(temporary, target)
    except BaseException:
        for name in files:
            with suppress(OSError):
                os.unlink(os.path.join(temporary, name))
        for folder in (temporary, *made):
            with suppress(OSError):
                os.rmdir(folder)
        raise


def _missing(folder: str) -> Iterator[str]:
    """The folders that have to be made for this one, the innermost first."""
    while folder and not os.path.lexists(folder):
        yield folder
        folder = os.path.dirname(folder)


def _write_into(folder: str, files: Mapping[str, str | bytes]) -> None:
    """Write all files beside those of a folder, then let each take its place; undo that if one cannot."""
    done: list[tuple[str, str | None]] = []  # files that took their places, and copies of those that were there
    with ExitStack() as stack:
        staged = []
        for name, content in files.items():
            there = _status(os.path.join(folder, name))
            if there is not None and not stat.S_ISREG(there.st_mode):
                raise OSError(errno.EEXIST, f"{name} is there and is no file")
            staged.append(stack.enter_context(_staged(os.path.join(folder, name), _bytes(content), there)))
        _to_disk([temporary for temporary, _ in staged])
        try:
            for temporary, target in staged:
                done.append((target, _kept(target, f"{temporary}.old")))
                os.replace(temporary, target)
        except BaseException:
            for target, kept in done:
                with suppress(OSError):
                    os.replace(kept, target) if kept is not None else os.unlink(target)
            raise
        finally:
            for kept in filter(None, (kept for _, kept in done)):
                with suppress(FileNotFoundError):
                    os.unlink(kept)


def _kept(path: str, copy: str) -> str | None:
    """Keep a file under a second name; None if there is no file."""
    if not os.path.exists(path):
        return None
    try:
        os.link(path, copy)
    except OSError:  # a file system without links
        import shutil

        shutil.copy2(path, copy)
    return copy
