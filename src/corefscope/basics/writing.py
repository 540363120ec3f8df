"""Write files completely or not at all.

The content goes into a temporary file beside the target and takes its place in one step; until then a full disk, an
error or a killed process leave what was there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress

from corefscope.problems import FormatError


def write_file(path: str, content: str | bytes, what: str = "file") -> None:
    """Write a file; if that fails, keep the old one and raise an error that calls the file `what`.

    A link stays a link, to a new file; permissions stay; pipes and devices are written to directly.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    try:
        if path.endswith(os.sep) or (os.path.exists(path) and not os.path.isfile(path)):
            with open(path, "wb") as stream:  # a pipe or a device; opening a folder fails
                stream.write(data)
        else:
            _replace(os.path.realpath(path), data)
    except OSError as error:
        raise _cannot_write(path, what, error) from None


def write_folder(path: str, files: Mapping[str, str | bytes]) -> None:
    """Write files by their names into a folder, which is created if need be."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise _cannot_write(path, "folder", error) from None
    for name, content in files.items():
        write_file(os.path.join(path, name), content)


def _replace(target: str, data: bytes) -> None:
    # A hidden name, so that readers of the folder skip the file if the process is killed.
    name = f".corefscope-{os.getpid()}-{os.urandom(6).hex()}.tmp"
    temporary = os.path.join(os.path.dirname(target), name)
    try:
        if os.path.exists(target):
            open(target, "ab").close()  # fails for write-protected files, which os.replace would replace
        with open(temporary, "xb") as stream:
            stream.write(data)
        if os.path.exists(target):
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _cannot_write(path: str, what: str, error: OSError) -> FormatError:
    return FormatError("cannot-write", f"the {what} cannot be written: {error.strerror or error}", path)
