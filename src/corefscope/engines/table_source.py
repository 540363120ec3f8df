"""The source of a table: Parquet, CSV or TSV files, or a table of a database or catalog.

An engine reads Parquet. Text on this machine is read by our own reader and copied to Parquet, since the readers of
engines guess headers, quotes and comments, and skip damaged lines.
"""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass, field

from corefscope.basics.checksums import FileState, ReadFile, is_read_once
from corefscope.formats.files.sources import PARQUET, chunks, files_below, find
from corefscope.formats.table.columns import copy_as_parquet
from corefscope.problems import FormatError, Notices, SettingsError

TABLE = "::"
TABLE_ENDINGS = (".parquet", ".csv", ".tsv", ".csv.gz", ".tsv.gz")
# Characters that mean a pattern, an address or a home folder to an engine, or that it cannot read.
ODD = re.compile(r"[\[\]{}]" if os.name == "nt" else r"[*?\[\]{}\\:\ud800-\udfff]|^~|(^|/)[._][^/]*$")
PATTERN = "an engine takes this name for a pattern"


@dataclass(frozen=True)
class TableSource:
    """The rows of one side: a table of `database`, files of Parquet or text, or one address of Parquet."""

    name: str
    table: str | None = None
    database: str = ""
    files: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()  # those of the files that are CSV or TSV on this machine: all or none
    states: tuple[FileState, ...] = ()  # of files on this machine, when they were named
    notices: Notices = field(default_factory=Notices)

    def read_files(self) -> tuple[ReadFile, ...]:
        """Return what was read; raise an error if a file has changed meanwhile."""
        return tuple(state.record("table") for state in self.states)

    def parquet_files(self, folder: str) -> list[str]:
        """Return Parquet files by names that mean nothing else: copies of text, and links to files of odd names."""
        place, files = tempfile.mkdtemp(prefix="tables-", dir=folder), list(self.files)
        for number, file in enumerate(files):
            target = f"{place}/{number}.parquet"
            if self.texts:
                copy_as_parquet(file, target)
                files[number] = target
            elif self.states and ODD.search(file):
                try:
                    os.symlink(os.path.abspath(file), target)
                except OSError:  # not every user of Windows may
                    raise FormatError("bad-file-name", PATTERN, file, hint="rename the file") from None
                files[number] = target
        return files


def table_source(path: str | os.PathLike[str]) -> TableSource:
    """Parse `DATABASE::TABLE`, a file, a folder or a glob; addresses such as s3://… are left to the engine."""
    name = os.fspath(path)
    exists = os.path.exists(name)  # then it is a file, even if its name looks like an address
    if TABLE in name and not exists:
        database, _, table = name.partition(TABLE)
        if not table or re.search("[\ud800-\udfff]", name):  # surrogates encode bytes that are not UTF-8
            raise SettingsError(
                "bad-file-name", f"{name}: not the name of a table", hint="e.g. warehouse.duckdb::mentions"
            )
        return TableSource(name, table, database)
    if is_read_once(name):
        raise SettingsError("read-once", f"{name} can be read only once, and an engine reads a table several times")
    if "://" in name and not exists:
        if name.lower().endswith((".csv", ".tsv")):
            raise SettingsError("bad-file-name", f"{name}: an engine reads only Parquet at an address")
        return TableSource(name, files=(name,))
    notices = Notices()
    if os.path.isdir(name):
        below = (file for file in sorted(files_below(name)) if file.lower().endswith(TABLE_ENDINGS))
        # Names that begin with . or _ are metadata of Spark and others.
        files = [os.path.join(name, file) for file in below if not re.search(rf"(^|{re.escape(os.sep)})[._]", file)]
        if not files:
            hint = f"looked for {', '.join(TABLE_ENDINGS)}"
            raise FormatError("empty-folder", "the folder holds no table", name, hint=hint)
    else:
        files = [source.path for source in find(name, notices)]
    kinds = {next(chunks(file, len(PARQUET)), b"").startswith(PARQUET) for file in files}
    if len(kinds) > 1:
        raise FormatError("mixed-formats", "the files are of different kinds", name, hint="e.g. 'folder/*.parquet'")
    texts, states = () if kinds.pop() else tuple(files), tuple(map(FileState.of, files))
    return TableSource(name, files=tuple(files), texts=texts, states=states, notices=notices)


def spill_folder(parent: str | None) -> str:
    """Create a folder below `parent`, or below the system's temporary folder."""
    try:
        if parent is not None:
            os.makedirs(parent, exist_ok=True)
        folder = tempfile.mkdtemp(prefix="corefscope-", dir=parent and os.path.abspath(parent))
    except OSError as error:
        fact = f"--spill {parent}: the folder cannot be written to: {error.strerror}"
        raise SettingsError("no-space-to-spill", fact) from None
    if ODD.search(folder):
        os.rmdir(folder)
        raise SettingsError("bad-file-name", f"{folder}: {PATTERN}", hint="--spill FOLDER")
    return folder
