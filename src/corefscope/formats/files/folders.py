"""The files in folders. A folder that cannot be listed is an error: its files would be left out silently."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Container, Iterator, Sequence

from corefscope.problems import FormatError

# Endings of files that belong to one of the same name, by its ending.
COMPANIONS = {
    "entities": (".tokens", ".quotes", ".supersense", ".book", ".book.html", ".txt"),
    "ann": (".txt",),
    "apf.xml": (".sgm", ".txt"),
}
NO_DOCUMENTS = {"ecb": ("ECBplus_coreference_sentences.csv",)}  # by format: files in its folders that hold none


def files_below(folder: str, others: list[str] | None = None) -> Iterator[str]:
    """The names of all files below a folder, relative to it, except hidden ones and those in hidden folders.

    Anything else, such as a pipe, is added to `others`.
    """

    def refuse(error: OSError) -> None:
        raise _refused(str(error.filename), error) from None

    for where, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(where, name)
            if name.startswith("."):
                continue
            if is_file(path):
                yield os.path.relpath(path, folder)
            elif others is not None:
                others.append(os.path.relpath(path, folder))


def belonging(names: Sequence[str]) -> set[str]:
    """The files of a folder that are read, or left, with others.

    Such are the text of an annotation, the type system of XMI, and the files of an MMAX2 project.
    """
    present, members = set(names), set()
    folders = {name: os.path.dirname(name) for name in names}
    projects = {folder for name, folder in folders.items() if name.endswith(".mmax")}
    bases = {os.path.dirname(folder) for folder in folders.values() if os.path.basename(folder).lower() == "basedata"}
    has_types = any(name.endswith((".xmi", ".zip")) for name in names)
    tables = {name for each in NO_DOCUMENTS.values() for name in each}
    for name, folder in folders.items():
        ending, base = os.path.splitext(name)[1], os.path.basename(name)
        if base in tables or (has_types and base == "TypeSystem.xml") or _has_main_file(name, present):
            members.add(name)
        elif ending in (".xml", ".dtd", ".xsl", ".bak", ".txt") and (projects or bases):
            above = {folder, *_parents(folder)}
            is_words = os.path.basename(folder).lower() == "basedata" and ending == ".xml"
            if above & projects or (above & bases and not is_words):
                members.add(name)
    return members


def _has_main_file(name: str, present: Container[str]) -> bool:
    """Whether the file that this one stands beside is there."""
    return any(
        name.endswith(ending) and f"{name.removesuffix(ending)}.{suffix}" in present
        for suffix, endings in COMPANIONS.items()
        for ending in endings
    )


def _parents(folder: str) -> Iterator[str]:
    while (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder


def entries_of(folder: str) -> list[str]:
    """The names of everything in a folder, sorted."""
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise _refused(folder, error) from None


def matching(pattern: str, others: list[str] | None = None) -> list[str]:
    """The files that match a glob, sorted.

    Anything else that matches, such as a pipe or a folder, is added to `others`, but not a folder whose files match.
    """
    _check_folders(pattern)
    names = sorted(glob.glob(pattern, recursive=True))
    files = [name for name in names if is_file(name)]
    if others is not None and len(files) < len(names):
        covered = {above for name in files for above in _parents(name)}
        rest = set(names) - set(files)
        others.extend(sorted(name for name in rest if name.rstrip(os.sep) not in covered))
    return files


def is_file(path: str) -> bool:
    """Whether a path in a folder is a file; a broken link counts as one, so that reading it raises an error."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise FormatError("unreadable-file", f"the file cannot be read: {error.strerror}", path) from None


def _check_folders(pattern: str) -> None:
    """Refuse a folder that a glob would skip because it cannot be listed."""
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


def _refused(folder: str, error: OSError) -> FormatError:
    hint = "what it holds would be left out; allow reading it"
    return FormatError("unreadable-file", f"the folder cannot be read: {error.strerror}", folder, hint=hint)
