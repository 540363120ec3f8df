"""File names that an engine reads literally, even if they look like patterns.

Globs are expanded earlier (see `table_source`), so an engine gets the name of one file, with any characters.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile

from corefscope.problems import FormatError

# DuckDB cannot quote these in every folder: to match a pattern it lists the folder, and fails on names next to the
# file that look like addresses.
_DUCKDB_SIGNS = re.compile(r"[*?\[]" if os.name == "nt" else r"[*?\[\\:]|^~")
_HADOOP_SIGNS = re.compile(r"[*?\[\]{}\\]")
_HADOOP_LEAVES_OUT = re.compile(r"\.|_(?!.*=)|.*\._COPYING_$")


class LinkedFiles:
    """Links with plain names to files whose names DuckDB would read as patterns."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self._names: dict[str, str] = {}  # the user's name of each linked file

    def plain(self, file: str) -> str:
        """Return a name by which DuckDB reads this file and no other."""
        if not _DUCKDB_SIGNS.search(file) or not os.path.exists(file):
            return file
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="corefscope-")
        packed = ".gz" if file.lower().endswith(".gz") else ""  # DuckDB detects compression by the ending
        link = os.path.join(self._folder, f"table-{len(self._names)}{packed}")
        try:
            if _DUCKDB_SIGNS.search(link):
                raise OSError
            _link(os.path.abspath(file), link)
        except OSError:
            raise FormatError(
                "bad-file-name", "DuckDB takes this name for a pattern", file, hint="rename the file"
            ) from None
        self._names[link] = file
        return link

    def with_user_names(self, text: str) -> str:
        """Replace the names of links in a message of DuckDB by the user's file names."""
        for link in reversed(self._names):  # table-10 before table-1
            text = text.replace(link, self._names[link])
        return text

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _link(file: str, link: str) -> None:
    try:
        os.symlink(file, link)
    except (OSError, NotImplementedError):  # not every Windows user may create symbolic links
        os.link(file, link)


def address_for_spark(path: str) -> str:
    """Return the address of a local path, which Spark would otherwise look up in the cluster's storage."""
    absolute = os.path.abspath(path).replace(os.sep, "/")
    return f"file://{absolute if absolute.startswith('/') else '/' + absolute}"


def pattern_for_spark(file: str) -> str:
    """Return a Hadoop pattern that matches only this file; refuse names that Spark cannot read."""
    if not os.path.exists(file):
        return file  # an address that only Spark can resolve
    base = os.path.basename(file)
    if _HADOOP_LEAVES_OUT.match(base):
        raise FormatError("bad-file-name", "Spark leaves out files of such a name", file, hint="rename the file")
    if ":" in base:
        raise FormatError(
            "bad-file-name", "Spark cannot read a file with a colon in its name", file, hint="rename the file"
        )
    return _HADOOP_SIGNS.sub(r"\\\g<0>", address_for_spark(file))
