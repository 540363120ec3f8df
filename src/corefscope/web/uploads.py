"""Files uploaded by the browser, in a folder that is removed when the application ends."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from corefscope.web.limits import megabytes
from corefscope.web.refusals import Refusal

MOST_FILES = 5000  # of one submission
LONGEST_NAME = 200  # bytes of one part of a path
DEEPEST = 8  # nested folders
ALL_TOGETHER = 10  # times the limit of one file


@dataclass
class Submission:
    """One uploaded file, or several that belong together."""

    folder: Path
    names: list[str] = field(default_factory=list)
    size: int = 0

    @property
    def label(self) -> str:
        """The name of the file or of the only folder, else the first name and the number of others."""
        if not self.names:
            return "upload"  # the first file is incomplete
        tops = {name.partition("/")[0] for name in self.names}
        if len(tops) == 1:
            return self.names[0] if len(self.names) == 1 else next(iter(tops))
        return f"{self.names[0]} and {len(self.names) - 1} more"

    @property
    def path(self) -> Path:
        """The path to read: the file, the only folder, or the folder of all files."""
        tops = {name.partition("/")[0] for name in self.names}
        return self.folder / next(iter(tops)) if len(tops) == 1 else self.folder


class Uploads:
    """All uploads of this run; none is larger than `most` bytes."""

    def __init__(self, most: int, root: Path) -> None:
        self.most, self.root = most, root
        self.submissions: dict[str, Submission] = {}
        root.mkdir()

    def get(self, number: str) -> Submission:
        if number not in self.submissions:
            raise Refusal("no-longer-held", "this upload is no longer there", 404, hint="drop the file again")
        return self.submissions[number]

    def remove(self, number: str) -> None:
        folder = self.get(number).folder
        del self.submissions[number]  # first, so that no request finds a folder that is being removed
        shutil.rmtree(folder, ignore_errors=True)

    async def add(self, number: str | None, name: str, declared: int, chunks: AsyncIterator[bytes]) -> str:
        """Write a file to an old or a new submission as it arrives; return the number of the submission."""
        parts = safe_parts(name)
        self._check(declared)
        if number is None:
            number = secrets.token_hex(8)
            self.submissions[number] = Submission(self.root / number)
        submission = self.get(number)
        if len(submission.names) >= MOST_FILES:
            raise Refusal("too-much", f"a submission has at most {MOST_FILES:,} files", 413)
        path = submission.folder.joinpath(*parts)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            size = await self._write(path, chunks)
        except BaseException as error:
            if not submission.names:
                self.remove(number)
            if isinstance(error, FileExistsError | NotADirectoryError):
                raise Refusal("repeated-file", f"there are two files {'/'.join(parts)}", 409) from None
            if isinstance(error, OSError):
                raise Refusal("cannot-write", f"the file cannot be kept: {error.strerror}", 507) from None
            raise
        submission.names.append("/".join(parts))
        submission.size += size
        return number

    async def _write(self, path: Path, chunks: AsyncIterator[bytes]) -> int:
        size = 0
        with path.open("xb") as stream:
            try:
                async for chunk in chunks:
                    size += len(chunk)
                    self._check(size)
                    stream.write(chunk)
            except BaseException:
                path.unlink()
                raise
        return size

    def _check(self, size: int) -> None:
        if size > self.most:
            limit, hint = f"an upload has at most {megabytes(self.most)}", "allow more with --upload-limit, in MB"
            raise Refusal("upload-too-large", limit, 413, hint)
        if size + sum(submission.size for submission in self.submissions.values()) > ALL_TOGETHER * self.most:
            limit = f"all uploads together have at most {megabytes(ALL_TOGETHER * self.most)}"
            raise Refusal("too-large", limit, 413, hint="remove some")


def safe_parts(name: str) -> tuple[str, ...]:
    """Return the parts of a relative path, or refuse a name that could leave its folder.

    >>> safe_parts("dev/a.conll")
    ('dev', 'a.conll')
    """
    path = PurePosixPath(name.replace("\\", "/"))
    parts = path.parts
    wrong = path.is_absolute() or ".." in parts or not parts or len(parts) > DEEPEST or ":" in name
    if wrong or min(name) < " " or any(len(part.encode(errors="replace")) > LONGEST_NAME for part in parts):
        raise Refusal("bad-file-name", "a file of this name cannot be taken", hint="rename it")
    return parts
