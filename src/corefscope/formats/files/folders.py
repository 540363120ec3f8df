"""What is in folders. One that may not be listed is an error: what it holds would be left out without a word."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator

from corefscope.problems import FormatError


def files_below(folder: str, others: list[str] | None = None) -> Iterator[str]:
    """The names of all files below a folder, seen from there; but for those that are hidden, or in hidden folders.

    What is no file, such as a pipe, is added to the others.
    """
    for where, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(where, name)
            if name.startswith("."):
                continue
            if is_file(path):
                yield os.path.relpath(path, folder)
            elif others is not None:
                others.append(os.path.relpath(path, folder))


def entries_of(folder: str) -> list[str]:
    """The names of all that a folder holds, sorted."""
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise _refused(folder, error) from None


def matching(pattern: str) -> list[str]:
    """The files that a glob means, sorted."""
    _check_folders(pattern)
    return sorted(name for name in glob.glob(pattern, recursive=True) if is_file(name))


def is_file(path: str) -> bool:
    """Whether a name in a folder is one of a file; a link to nothing is taken for one, so that reading it says so."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise FormatError("unreadable-file", f"the file cannot be read: {error.strerror}", path) from None


def _check_folders(pattern: str) -> None:
    """Refuses a folder that a glob would have to look into and may not: it would go past it."""
    folder, name = os.path.split(pattern)
    while name:
        below = os.path.join(folder, "**", "") if name == "**" else os.path.join(folder, "")
        for each in glob.glob(below, recursive=True) if glob.has_magic(below) else [folder or "."]:
            try:
                os.stat(os.path.join(each, os.curdir))
                if glob.has_magic(name):
                    os.scandir(each).close()
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                raise _refused(each, error) from None
        folder, name = os.path.split(folder)


def _refuse(error: OSError) -> None:
    raise _refused(str(error.filename), error) from None


def _refused(folder: str, error: OSError) -> FormatError:
    return FormatError(
        "unreadable-file",
        f"the folder cannot be read: {error.strerror}",
        folder,
        hint="what it holds would be left out; allow reading it",
    )
