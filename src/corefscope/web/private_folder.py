"""A private folder of the server, removed at its end, or at the next start if the server was killed.

The server holds a lock on a file in it, which the system releases however the server ends. So a folder whose lock is
free is abandoned, even if another process has the same process id by now.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

PREFIX = "corefscope-serve-"
LOCK = "lock"

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _take(file: IO[bytes]) -> bool:
    """Lock a file; return False if another process has locked it."""
    try:
        _lock(file)
    except OSError:
        return False
    return True


class PrivateFolder:
    """A locked folder that only this user can read; its name contains the process id."""

    def __init__(self) -> None:
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")).resolve()
            self._lock = _opened(self.path / LOCK, os.O_CREAT)
            # Another server that starts now may have found the lock free and removed the folder.
            if _take(self._lock) and os.fstat(self._lock.fileno()).st_nlink:
                return
            self._lock.close()

    def close(self) -> None:
        if sys.platform == "win32":
            self._lock.close()  # an open file cannot be removed there
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def remove_abandoned() -> list[Path]:
    """Remove the folders of killed servers of this user, and return their paths."""
    return [path for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*") if _removed(path)]


def _removed(path: Path) -> bool:
    with suppress(OSError):
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
            return False
        try:
            lock = _opened(path / LOCK, 0)
        except FileNotFoundError:
            return _is_dead(path) and _cleared(path)  # killed before it was locked
        with lock:
            if not _take(lock):
                return False
            if sys.platform == "win32":
                lock.close()
            return _cleared(path)
    return False


def _cleared(path: Path) -> bool:
    shutil.rmtree(path, ignore_errors=True)
    return not path.exists()


def _is_dead(path: Path) -> bool:
    """Whether no process has the id in the name; False if that is unknown."""
    number = path.name.removeprefix(PREFIX).partition("-")[0]
    if not number.isdecimal() or len(number) > 9 or sys.platform == "win32":
        return False
    try:
        os.kill(int(number), 0)
    except OSError as error:
        return isinstance(error, ProcessLookupError)
    return False


def _opened(path: Path, flags: int) -> IO[bytes]:
    """Open a file that only this user can read; never follow a link."""
    flags |= os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0)
