"""The DuckDB engine: one machine, data larger than its memory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from typing import Any

from corefscope.engines.sides import INTEGER, TEXT, error_reason, explained, library
from corefscope.engines.table_source import TableSource, spill_folder
from corefscope.formats.table.header import lower_names
from corefscope.problems import FormatError, SettingsError

INTEGERS = ("BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UINTEGER", "USMALLINT", "UTINYINT")
TEXTS = ("VARCHAR", "UUID", "ENUM")
OPTIONS = {"preserve_insertion_order": "false", "enable_progress_bar": "false"}


class DuckEngine:
    """An in-memory database that spills to a folder what does not fit."""

    def __init__(self, memory_limit: str | None = None, spill: str | None = None) -> None:
        library("duckdb", "pyarrow")
        duckdb = library("duckdb", "duckdb")
        self._errors = duckdb.Error
        limit = {} if memory_limit is None else {"memory_limit": memory_limit}
        try:
            self._connection = duckdb.connect(":memory:", config=limit)
        except duckdb.Error as error:
            fact = f"--memory-limit {memory_limit}: {error_reason(error)}"
            raise SettingsError("wrong-value", fact, hint="as 500MB or 16GB") from None
        self._folder = spill_folder(spill)
        for name, value in {**OPTIONS, "temp_directory": self._folder}.items():
            self._connection.execute(f"SET {name} = {_quoted(value)}")

    def load(self, side: str, source: TableSource) -> Mapping[str, str]:
        origin = self._origin(source)
        described = self._fetch(f"DESCRIBE SELECT * FROM {origin}", source.name).fetchall()
        names = lower_names([row[0] for row in described], source.name)
        kinds = {name: _column_type(row[1]) for name, row in zip(names, described, strict=True)}
        columns = ", ".join(
            f"{_identifier(row[0])}{'::VARCHAR' if kinds[name] == TEXT else ''} AS c{number}"
            for number, (name, row) in enumerate(zip(names, described, strict=True))
        )
        self.view(f"{side}_file", f"SELECT {columns} FROM {origin}")
        return kinds

    def _origin(self, source: TableSource) -> str:
        """Return SQL for a table, or for files with nothing left to guess."""
        if source.table is not None:
            return f"{self._database(source)}.{'.'.join(map(_identifier, source.table.split('.')))}"
        files = f"[{', '.join(map(_quoted, source.parquet_files(self._folder)))}], union_by_name = true"
        if source.separator is None or source.local_texts:
            return f"read_parquet({files})"
        separator = _quoted(source.separator)
        return f"read_csv({files}, all_varchar = true, header = true, delim = {separator}, quote = '\"', escape = '\"')"

    def _database(self, source: TableSource) -> str:
        if not os.path.isfile(source.database):
            place = source.database or source.name
            raise FormatError("no-such-file", "there is no such database", place, hint="as file.duckdb::table")
        path = os.path.realpath(source.database)
        name = _identifier(f"database {path}")
        self._fetch(f"ATTACH IF NOT EXISTS {_quoted(path)} AS {name} (READ_ONLY)", source.name)
        return name

    def view(self, name: str, query: str) -> None:
        self._fetch(f"CREATE OR REPLACE TEMP VIEW {name} AS {query}")

    def store(self, name: str, query: str) -> None:
        self._fetch(f"CREATE OR REPLACE TEMP TABLE {name} AS {query}")

    def rows(self, query: str) -> Any:
        return explained(lambda: self._connection.sql(query).to_arrow_table(), self._errors)

    def _fetch(self, query: str, place: str | None = None) -> Any:
        return explained(lambda: self._connection.execute(query), self._errors, place)

    def close(self) -> None:
        self._connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _column_type(name: str) -> str:
    if name in INTEGERS:
        return INTEGER
    return TEXT if name.startswith(TEXTS) else name
