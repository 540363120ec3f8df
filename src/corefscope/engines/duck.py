"""The DuckDB engine: one machine, data larger than its memory."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from typing import Any

from corefscope.engines.sides import error_reason, explained
from corefscope.engines.table_source import TableSource, spill_folder
from corefscope.problems import FormatError, SettingsError

OPTIONS = {"preserve_insertion_order": "false", "enable_progress_bar": "false"}


class DuckEngine:
    """An in-memory database that spills to a folder when memory runs out."""

    def __init__(self, memory_limit: str | None = None, spill: str | None = None) -> None:
        duckdb, _ = import_module("duckdb"), import_module("pyarrow")
        limit = {} if memory_limit is None else {"memory_limit": memory_limit}
        try:
            self._connection = duckdb.connect(":memory:", config=limit)
        except duckdb.Error as error:
            raise SettingsError("wrong-value", f"--memory-limit {memory_limit}: {error_reason(error)}") from None
        self._folder = spill_folder(spill)
        for name, value in {**OPTIONS, "temp_directory": self._folder}.items():
            self._connection.execute(f"SET {name} = {_quoted(value)}")

    def load(self, side: str, source: TableSource) -> list[tuple[str, str]]:
        origin = self._origin(source)
        columns = self._run(f"DESCRIBE SELECT * FROM {origin}", source.name).fetchall()
        numbered = ", ".join(f"{_identifier(column[0])} AS c{number}" for number, column in enumerate(columns))
        self.view(f"{side}_file", f"SELECT {numbered} FROM {origin}")
        return [(name, kind) for name, kind, *_ in columns]

    def _origin(self, source: TableSource) -> str:
        """Return SQL for a table, or for files with nothing left to guess."""
        if source.table is not None:
            return f"{self._database(source)}.{'.'.join(map(_identifier, source.table.split('.')))}"
        files = ", ".join(map(_quoted, source.parquet_files(self._folder)))
        return f"read_parquet([{files}], union_by_name = true)"

    def _database(self, source: TableSource) -> str:
        if not os.path.isfile(source.database):
            raise FormatError("no-such-file", "there is no such database", source.name, hint="e.g. file.duckdb::table")
        path = os.path.realpath(source.database)
        name = _identifier(f"database {path}")
        self._run(f"ATTACH IF NOT EXISTS {_quoted(path)} AS {name} (READ_ONLY)", source.name)
        return name

    def view(self, name: str, query: str) -> None:
        self._run(f"CREATE OR REPLACE TEMP VIEW {name} AS {query}")

    def store(self, name: str, query: str) -> None:
        self._run(f"CREATE OR REPLACE TEMP TABLE {name} AS {query}")

    def rows(self, query: str) -> Any:
        return explained(lambda: self._connection.sql(query).to_arrow_table())

    def _run(self, query: str, place: str | None = None) -> Any:
        return explained(lambda: self._connection.execute(query), place)

    def close(self) -> None:
        self._connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
