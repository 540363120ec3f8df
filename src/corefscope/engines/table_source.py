"""The source of a table: Parquet, CSV or TSV files, or a table of a database or catalog."""

from __future__ import annotations

import os
from dataclasses import dataclass

from corefscope.basics.checksums import FileState, ReadFile, is_read_once
from corefscope.formats.files.folders import files_below, matching
from corefscope.formats.files.sources import PARQUET, STANDARD_INPUT, check_exists
from corefscope.formats.files.unpacking import chunks
from corefscope.formats.table.header import delimiter
from corefscope.problems import FormatError, SettingsError

TABLE = "::"
ENDINGS = (".parquet", ".csv", ".tsv", ".csv.gz", ".tsv.gz")
HEADER = 1 << 16  # bytes among which the header is


@dataclass(frozen=True)
class TableSource:
    """The rows of one side: a table of `database`, or files of Parquet (no separator) or text."""

    name: str
    table: str | None = None
    database: str = ""
    files: tuple[str, ...] = ()
    separator: str | None = None
    states: tuple[FileState, ...] = ()  # of the files when they were named
    others: tuple[str, ...] = ()  # folders and pipes that match its pattern and are not read

    @property
    def is_local_text(self) -> bool:
        return self.separator is not None and all(map(os.path.isfile, self.files))

    def read_files(self) -> tuple[ReadFile, ...]:
        """What was read; an error if a file has changed meanwhile."""
        return tuple(state.record("table") for state in self.states)


def table_source(path: str | os.PathLike[str]) -> TableSource:
    """Parse `DATABASE::TABLE`, a file, a folder or a glob; addresses such as s3://… are left to the engine."""
    name = os.fspath(path)
    exists = os.path.exists(name)  # then it is a file, even if its name looks like an address
    if TABLE in name and not exists:
        if not _is_text(name):
            raise SettingsError("bad-file-name", f"{name}: the names of databases and tables are UTF-8")
        database, _, table = name.partition(TABLE)
        if not table:
            raise SettingsError(
                "bad-file-name", f"{name}: there is no table after the ::", hint="as in warehouse.duckdb::mentions"
            )
        return TableSource(name, table, database)
    if name == STANDARD_INPUT:
        raise SettingsError("read-once", "an engine reads a table more than once, so it cannot be standard input")
    if is_read_once(name):
        raise SettingsError(
            "read-once", f"an engine reads a table more than once, so it cannot be a pipe such as {name}"
        )
    if "://" in name and not exists:
        separator = {".csv": ",", ".tsv": "\t"}.get(os.path.splitext(name)[1].lower())
        return TableSource(name, files=(name,), separator=separator)
    others: list[str] = []
    files = _files(name, others)
    for file in files:
        if not _is_text(file):
            raise FormatError(
                "bad-file-name", "engines open only files whose names are UTF-8", file, hint="give it another name"
            )
    separators = {_separator(file) for file in files}
    if len(separators) > 1:
        raise FormatError(
            "mixed-formats", "the files are of different kinds", name, hint="name one kind, as 'folder/*.parquet'"
        )
    states = tuple(map(FileState.of, files))
    return TableSource(name, None, "", tuple(files), separators.pop(), states, tuple(others))


def _is_text(name: str) -> bool:
    """Test whether a file name is UTF-8; other bytes appear as lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _files(name: str, others: list[str]) -> list[str]:
    if os.path.isdir(name):
        below = (found for found in sorted(files_below(name)) if found.lower().endswith(ENDINGS))
        # Names that begin with . or _ are metadata of Spark and others.
        files = [os.path.join(name, found) for found in below if not any(p[0] in "._" for p in found.split(os.sep))]
        if not files:
            raise FormatError(
                "empty-folder", "the folder holds no table", name, hint=f"looked for {', '.join(ENDINGS)}"
            )
        return files
    check_exists(name)
    return [name] if os.path.exists(name) else matching(name, others)


def _separator(file: str) -> str | None:
    """Return the column separator of a text file; None for Parquet."""
    start = next(chunks(file, HEADER), b"")
    if start.startswith(PARQUET):
        return None
    if not start.strip():
        raise FormatError("empty-file", "the file is empty", file)
    header = start.decode("utf-8", "replace").lstrip("\ufeff\r\n").split("\n", 1)[0]
    has_table_ending = file.lower().endswith(ENDINGS)  # then the reader of the header reports the error
    if not has_table_ending and ("\0" in header or "entity" not in header.lower()):
        raise FormatError(
            "unknown-format",
            "this is no table of document, mention and entity",
            file,
            1,
            "engines read Parquet, CSV and TSV",
        )
    return delimiter(header)
