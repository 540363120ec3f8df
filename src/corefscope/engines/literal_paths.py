"""Names of files that an engine would take for patterns, made ones that it reads as they are.

Globs are expanded before (see `sources`), so what reaches an engine is the name of one file, whatever signs it has.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile

from corefscope.problems import FormatError

# DuckDB knows no way to quote these that works in every folder: to match a pattern it lists the folder, and fails on
# names beside the file that look like addresses.
_DUCKDB_SIGNS = re.compile(r"[*?\[]" if os.name == "nt" else r"[*?\[\\:]|^~")
_HADOOP_SIGNS = re.compile(r"[*?\[\]{}\\]")
_HADOOP_LEAVES_OUT = re.compile(r"\.|_(?!.*=)|.*\._COPYING_$")


class LinkedFiles:
    """Links of plain names to files that DuckDB would take for patterns."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self._names: dict[str, str] = {}  # of each link, what the user called the file

    def plain(self, file: str) -> str:
        """A name by which DuckDB reads this file and no other."""
        if not _DUCKDB_SIGNS.search(file) or not os.path.exists(file):
            return file
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="corefscope-")
        packed = ".gz" if file.lower().endswith(".gz") else ""  # DuckDB goes by the ending
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

    def named(self, text: str) -> str:
        """What DuckDB says, with the names that the user knows."""
        for link in reversed(self._names):  # table-10 before table-1
            text = text.replace(link, self._names[link])
        return text

    def close(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _link(file: str, link: str) -> None:
    try:
        os.symlink(file, link)
    except (OSError, NotImplementedError):  # not every Windows user may make symbolic links
        os.link(file, link)


def address_for_spark(path: str) -> str:
    """The address of a file or folder of this machine, which Spark would otherwise look for in the cluster's store."""
    absolute = os.path.abspath(path).replace(os.sep, "/")
    return f"file://{absolute if absolute.startswith('/') else '/' + absolute}"


def pattern_for_spark(file: str) -> str:
    """The file as a pattern of Hadoop that matches nothing else; names that Spark cannot read are refused."""
    if not os.path.exists(file):
        return file  # an address, which only Spark knows
    base = os.path.basename(file)
    if _HADOOP_LEAVES_OUT.match(base):
        raise FormatError("bad-file-name", "Spark leaves out files of such a name", file, hint="rename the file")
    if ":" in base:
        raise FormatError(
            "bad-file-name", "Spark cannot read a file with a colon in its name", file, hint="rename the file"
        )
    return _HADOOP_SIGNS.sub(r"\\\g<0>", address_for_spark(file))
