"""The folder that the application shows: its readable files, and no path that leaves it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from corefscope.formats.files.sources import PACKED, find
from corefscope.formats.registry import FORMATS, suffixes
from corefscope.problems import CorefscopeError, Notices
from corefscope.web.limits import head
from corefscope.web.refusals import Refusal

MOST_LISTED = 500  # entries of one folder
TEXTS = (".txt", ".txt.gz", ".sgm")  # of standoff annotations in the same folder


@dataclass(frozen=True)
class ServedFolder:
    """A folder by its real path; paths within it are relative, with `/`."""

    root: Path

    @staticmethod
    def of(path: str) -> ServedFolder:
        if not os.path.isdir(path):
            what = "this is a file, not a folder" if os.path.exists(path) else "there is no such folder"
            raise CorefscopeError("no-such-file", what, path)
        return ServedFolder(Path(os.path.realpath(path)))

    def within(self, relative: str) -> Path:
        """Return the full path; refuse one that does not exist or leaves the folder, also by a link."""
        given = PurePath(relative)
        path = self.root / given
        if not _is_name(relative) or given.is_absolute() or ".." in given.parts or not self.holds(path):
            raise Refusal("outside-folder", "this path leads out of the folder", 403)
        if not os.path.exists(path):
            raise Refusal("no-such-file", f"there is no {relative} in the folder", 404)
        return path

    def holds(self, path: str | Path) -> bool:
        real = Path(os.path.realpath(path))
        return real == self.root or self.root in real.parents

    def listing(self, relative: str, every: bool = False) -> dict[str, Any]:
        """List one level: folders, readable files with their formats (or all), and the number of other files."""
        folder = self.within(relative)
        if not folder.is_dir():
            raise Refusal("no-such-file", f"{relative} is not a folder", 404)
        try:
            names = sorted((entry for entry in os.scandir(folder) if not entry.name.startswith(".")), key=_order)
        except OSError as error:
            raise Refusal("unreadable-file", f"the folder cannot be read: {error.strerror}", 403) from None
        entries: list[dict[str, Any]] = []
        others = 0
        for entry in names[:MOST_LISTED]:
            shown = self._entry(entry, every)
            if shown is None:
                others += 1
            else:
                entries.append({**shown, "path": f"{relative}/{entry.name}".lstrip("/")})
        return {"entries": entries, "others": others, "more": max(0, len(names) - MOST_LISTED)}

    def _entry(self, entry: os.DirEntry[str], every: bool) -> dict[str, Any] | None:
        """Describe a file or folder; None if it cannot be read or leads out of the root."""
        if entry.is_symlink() and not self.holds(entry.path):
            return None
        with suppress(OSError):  # it may disappear meanwhile
            if entry.is_dir():
                return {"name": entry.name, "kind": "folder"}
            if not entry.is_file() or not (every or _plain(entry.name).lower().endswith(suffixes())):
                return None
            format = recognised_format(entry.path) or ("file" if every else None)
            return None if format is None else {"name": entry.name, "kind": format, "size": entry.stat().st_size}
        return None


def recognised_format(path: str) -> str | None:
    """Recognise the format by the start of a file; a question mark if several are possible."""
    begin = head(path).removeprefix(b"\xef\xbb\xbf")
    found = [format.name for format in FORMATS.values() if begin.strip() and format.looks_like(begin)]
    return found[0] if len(found) == 1 else "?" if found else None


def files_of(path: Path, any_suffix: bool) -> Iterator[str]:
    """Yield every file that reading this path opens: those found, and their texts in the same folder."""
    for source in find(str(path), Notices(), any_suffix):
        yield source.path
        stem = os.path.splitext(_plain(source.path))[0]
        for beside in (stem, stem.removesuffix(".apf")):
            yield from (beside + ending for ending in TEXTS if os.path.lexists(beside + ending))


def _order(entry: os.DirEntry[str]) -> tuple[bool, str]:
    with suppress(OSError):
        return (not entry.is_dir(), entry.name.lower())
    return (True, entry.name.lower())


def _is_name(text: str) -> bool:
    """Whether the system allows a file of this name."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _plain(name: str) -> str:
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name
