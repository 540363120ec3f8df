"""The files of the application: those of the served folder, those that were uploaded, and what they may unpack to."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from corefscope.formats.detect import SNIFFED_BYTES
from corefscope.formats.files.sources import MARK, chunks, is_packed, unpacked_name
from corefscope.formats.registry import detected, suffixes
from corefscope.problems import CorefscopeError, UnreadableFile
from corefscope.web.guard import Refusal

LARGEST_UPLOAD = 1_000_000_000  # bytes of all uploads together
LARGEST_UNPACKED = 2_000_000_000  # bytes to which the packed files of a key or response may unpack
MOST_LISTED = 500  # entries of one folder


@dataclass(frozen=True)
class ServedFolder:
    """A folder by its real path; paths within it are relative, with `/`."""

    root: Path

    @staticmethod
    def of(path: str) -> ServedFolder:
        if not os.path.isdir(path):
            fact = "this is a file, not a folder" if os.path.exists(path) else "there is no such folder"
            raise CorefscopeError("no-such-file", fact, path)
        return ServedFolder(Path(os.path.realpath(path)))

    def within(self, relative: str) -> Path:
        """Return the full path; refuse one that does not exist or leaves the folder, also by a link."""
        parts = PurePath(relative)
        try:
            is_inside = not parts.is_absolute() and ".." not in parts.parts and self.holds(self.root / parts)
        except ValueError:  # a file cannot have this name
            is_inside = False
        if not is_inside:
            raise Refusal("outside-folder", "this path leads out of the folder", 403)
        if not os.path.exists(self.root / parts):
            raise Refusal("no-such-file", f"there is no {relative} in the folder", 404)
        return self.root / parts

    def holds(self, path: str | Path) -> bool:
        real = Path(os.path.realpath(path))
        return real == self.root or self.root in real.parents

    def listing(self, relative: str) -> dict[str, Any]:
        """List one level: folders, readable files with their formats, and the number of other files."""
        folder = self.within(relative)
        if not folder.is_dir():
            raise Refusal("no-such-file", f"{relative} is not a folder", 404)
        try:
            children = [entry for entry in os.scandir(folder) if not entry.name.startswith(".")]
        except OSError as error:
            raise Refusal("unreadable-file", f"the folder cannot be read: {error.strerror}", 403) from None
        children.sort(key=lambda entry: (not os.path.isdir(entry.path), entry.name.lower()))
        described = filter(None, map(self._describe, children[:MOST_LISTED]))
        entries = [{**each, "path": f"{relative}/{each['name']}".lstrip("/")} for each in described]
        more = max(0, len(children) - MOST_LISTED)
        return {"entries": entries, "others": len(children) - more - len(entries), "more": more}

    def _describe(self, entry: os.DirEntry[str]) -> dict[str, Any] | None:
        """Describe a file or folder; None if it cannot be read or leads out of the root."""
        if entry.is_symlink() and not self.holds(entry.path):
            return None
        with suppress(OSError):  # it may disappear meanwhile
            if entry.is_dir():
                return {"name": entry.name, "kind": "folder"}
            if entry.is_file() and unpacked_name(entry.name).lower().endswith(suffixes()):
                format = recognised_format(entry.path)
                return format and {"name": entry.name, "kind": format, "size": entry.stat().st_size}
        return None


def recognised_format(path: str) -> Any:
    """Recognise the format by the start of a file; a question mark if several are possible, None if none is."""
    with suppress(Exception):
        start = next(chunks(path, SNIFFED_BYTES), b"").removeprefix(MARK)
        formats = [format.name for format in detected(start)] if start.strip() else []
        return formats[0] if len(formats) == 1 else "?" if formats else None
    return None


@dataclass
class Submission:
    """One uploaded file, or several that belong together."""

    folder: Path
    names: list[str] = field(default_factory=list)
    size: int = 0

    @property
    def label(self) -> str:
        """The name of the file or of the only folder, else the first name and the number of others."""
        if len(self.names) == 1 or self.path == self.folder:
            return self.names[0] + (f" and {len(self.names) - 1} more" if len(self.names) > 1 else "")
        return self.path.name

    @property
    def path(self) -> Path:
        """The path to read: the file, the only folder, or the folder of all files."""
        tops = {name.partition("/")[0] for name in self.names}
        return self.folder / tops.pop() if len(tops) == 1 else self.folder


def submission_of(submissions: Mapping[str, Submission], number: str) -> Submission:
    """Return a submission by number; refuse an unknown number."""
    if number not in submissions:
        raise Refusal("no-longer-held", "this upload has been removed", 404, hint="drop the file again")
    return submissions[number]


class Uploads:
    """All uploads of this run, below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.submissions: dict[str, Submission] = {}
        root.mkdir()

    def remove(self, number: str) -> None:
        folder = submission_of(self.submissions, number).folder
        del self.submissions[number]  # first, so that no request finds a folder that is being removed
        shutil.rmtree(folder, ignore_errors=True)

    async def add(self, number: str | None, name: str, chunks: AsyncIterator[bytes]) -> str:
        """Write a file to an old or a new submission as it arrives; return the number of the submission."""
        relative = safe_path(name)
        if number is None:
            number = secrets.token_hex(8)
            self.submissions[number] = Submission(self.root / number)
        submission = submission_of(self.submissions, number)
        path, size = submission.folder / relative, 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as stream:
                async for chunk in chunks:
                    size += len(chunk)
                    if size + sum(each.size for each in self.submissions.values()) > LARGEST_UPLOAD:
                        fact = f"all uploads together have at most {megabytes(LARGEST_UPLOAD)}"
                        hint = "remove some, or serve the folder that holds the files"
                        raise Refusal("upload-too-large", fact, 413, hint)
                    stream.write(chunk)
        except BaseException as error:
            if isinstance(error, FileExistsError | NotADirectoryError):
                raise Refusal("repeated-file", f"there are two files {relative}", 409) from None
            with suppress(OSError):  # its name may be too long
                path.unlink()
            if not submission.names:
                self.remove(number)
            if isinstance(error, OSError):
                raise Refusal("cannot-write", f"the file cannot be kept: {error.strerror}", 507) from None
            raise
        submission.names.append(str(relative))
        submission.size += size
        return number


def safe_path(name: str) -> PurePosixPath:
    """Return a relative path, or refuse a name that could leave its folder.

    >>> safe_path("dev/a.conll")
    PurePosixPath('dev/a.conll')
    """
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or not path.parts or ".." in path.parts or ":" in name or min(name) < " ":
        raise Refusal("bad-file-name", "files with this name are not accepted", hint="rename it")
    return path


class SideWatch:
    """Before parsing, refuse paths that leave a folder, and packed files that unpack to too much."""

    def __init__(self, folder: ServedFolder) -> None:
        self.folder, self.size = folder, 0

    def __call__(self, path: str, content: bytes) -> None:
        if not self.folder.holds(path):
            raise UnreadableFile("outside-folder", "the file leads out of the folder", path)
        if is_packed(path):
            self.size += len(content)
        if self.size > LARGEST_UNPACKED:
            fact = f"the file unpacks to more than {megabytes(LARGEST_UNPACKED)}"
            raise UnreadableFile("unpacks-too-large", fact, path, hint="unpack it and check that it is what you expect")


def megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.0f} MB" if size >= 1_000_000 else f"{size / 1000:,.0f} kB"
