"""The DuckDB engine: one machine, data larger than its memory."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from corefscope.engines.base import INTEGER, TEXT
from corefscope.engines.csv_files import CsvPart, column_names, csv_parts
from corefscope.engines.literal_paths import LinkedFiles
from corefscope.engines.table_source import TableSource
from corefscope.formats.table.header import lower_names
from corefscope.problems import CorefscopeError, FormatError, SettingsError

INSTALL = "pip install 'corefscope[duckdb]'"
INTEGERS = ("BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UINTEGER", "USMALLINT", "UTINYINT")
TEXTS = ("VARCHAR", "UUID", "ENUM")
SPILL_LIMIT: str | None = None  # DuckDB's own: most of what the disk has free


class DuckEngine:
    """An in-memory database that spills to a folder what does not fit."""

    matches = "regexp_matches"

    def __init__(self, memory_limit: str | None = None, spill: str | None = None) -> None:
        try:
            self._duckdb = import_module("duckdb")
            import_module("pyarrow")
        except ImportError as error:
            name = error.name or "duckdb"
            raise SettingsError(
                "not-installed", f"--engine duckdb needs {name}, which is not installed", hint=INSTALL
            ) from None
        self._limit = memory_limit
        self._folder = spill_folder(spill)
        self._attached: dict[str, str] = {}
        self._links = LinkedFiles()
        self._connection = self._duckdb.connect(":memory:")
        options = {"temp_directory": self._folder, "max_temp_directory_size": SPILL_LIMIT, "memory_limit": memory_limit}
        try:
            for name, value in options.items():
                if value is not None:
                    self._connection.execute(f"SET {name} = {quoted(value)}")
        except self._duckdb.Error as error:
            self.close()
            raise SettingsError(
                "wrong-value", f"--memory-limit {memory_limit}: {_reason(error)}", hint="as 500MB or 16GB"
            ) from None
        self._connection.execute("SET preserve_insertion_order = false")
        self._connection.execute("SET enable_progress_bar = false")

    def load(self, side: str, source: TableSource) -> Mapping[str, str]:
        if source.is_local_text:
            return self._load_text(side, source)
        try:
            origin = self._origin(source)
            described = self._connection.execute(f"DESCRIBE SELECT * FROM {origin}").fetchall()
        except self._duckdb.Error as error:
            raise FormatError(
                "unreadable-file",
                f"the table cannot be read: {self._links.with_user_names(_reason(error))}",
                source.name,
            ) from None
        names = lower_names([row[0] for row in described], source.name)
        kinds = {name: _column_type(row[1]) for name, row in zip(names, described, strict=True)}
        columns = ", ".join(
            f"{identifier(row[0])}{'::VARCHAR' if kinds[name] == TEXT else ''} AS c{number}"
            for number, (name, row) in enumerate(zip(names, described, strict=True))
        )
        self.view(f"{side}_file", f"SELECT {columns} FROM {origin}")
        return kinds

    def _load_text(self, side: str, source: TableSource) -> Mapping[str, str]:
        found = csv_parts(source, lambda: self._folder)
        names = column_names(found)
        selected = []
        for part in found:
            columns = ", ".join(
                f"{f'c{part.names.index(name)}' if name in part.names else 'CAST(NULL AS VARCHAR)'} AS c{number}"
                for number, name in enumerate(names)
            )
            selected.append(f"SELECT {columns} FROM {self._part(part)}")
        self.view(f"{side}_file", " UNION ALL ".join(selected))
        return dict.fromkeys(names, TEXT)

    def _part(self, part: CsvPart) -> str:
        """Return SQL that reads the files with nothing left to guess."""
        files = f"[{', '.join(quoted(self._links.plain(file)) for file in part.files)}]"
        if part.separator is None:
            return f"read_parquet({files})"
        columns = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(len(part.names)))
        return (
            f"read_csv({files}, auto_detect = false, columns = {{{columns}}}, header = true, comment = '', "
            f"delim = {quoted(part.separator)}, quote = '\"', escape = '\"', hive_partitioning = false, "
            f"compression = '{'gzip' if part.packed else 'none'}')"
        )

    def _origin(self, source: TableSource) -> str:
        if source.table is not None:
            return f"{self._database(source)}.{'.'.join(map(identifier, source.table.split('.')))}"
        files = f"[{', '.join(quoted(self._links.plain(file)) for file in source.files)}]"
        if source.separator is None:
            return f"read_parquet({files}, union_by_name = true)"
        return (
            f"read_csv({files}, all_varchar = true, header = true, delim = {quoted(source.separator)}, "
            "quote = '\"', escape = '\"', union_by_name = true)"
        )

    def _database(self, source: TableSource) -> str:
        if not os.path.isfile(source.database):
            raise FormatError(
                "no-such-file",
                "there is no such database",
                source.database or source.name,
                hint="as file.duckdb::table",
            )
        path = os.path.realpath(source.database)
        if path not in self._attached:
            self._attached[path] = f"database_{len(self._attached)}"
            self._connection.execute(f"ATTACH {quoted(path)} AS {self._attached[path]} (READ_ONLY)")
        return self._attached[path]

    def view(self, name: str, query: str) -> None:
        self._run(lambda: self._connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS {query}"))

    def store(self, name: str, query: str) -> None:
        self._run(lambda: self._connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {query}"))

    def rows(self, query: str) -> Any:
        return self._run(lambda: self._connection.sql(query).to_arrow_table())

    def _run(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except self._duckdb.Error as error:
            raise self._explained(error) from None

    def _explained(self, error: Exception) -> CorefscopeError:
        reason = self._links.with_user_names(_reason(error))
        if "max_temp_directory_size" in str(error) or "No space left" in reason:
            hint = "name a folder with more space: --spill FOLDER"
            return CorefscopeError(
                "no-space-to-spill", f"no disk space is left to spill to in {self._folder}", hint=hint
            )
        if isinstance(error, self._duckdb.OutOfMemoryException):
            given = f"--memory-limit {self._limit} is too low" if self._limit else "there is not enough memory"
            return CorefscopeError(
                "engine-out-of-memory", f"{given}: {reason}", hint="raise --memory-limit, or score on a larger machine"
            )
        return FormatError("unreadable-file", f"DuckDB cannot read the tables: {reason}")

    def close(self) -> None:
        self._connection.close()
        self._links.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def spill_folder(parent: str | None) -> str:
    """Create a folder below `parent`, or below the system's temporary folder."""
    try:
        if parent is not None:
            os.makedirs(parent, exist_ok=True)
        return tempfile.mkdtemp(prefix="corefscope-", dir=parent)
    except OSError as error:
        raise SettingsError(
            "no-space-to-spill", f"--spill {parent}: the folder cannot be written to: {error.strerror}"
        ) from None


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _column_type(name: str) -> str:
    if name in INTEGERS:
        return INTEGER
    return TEXT if name.startswith(TEXTS) else name


def _reason(error: Exception) -> str:
    """Return the first line of DuckDB's message without the error type."""
    line = (str(error).strip().splitlines() or ["no reason given"])[0]
    return line.partition("Error: ")[2] or line
