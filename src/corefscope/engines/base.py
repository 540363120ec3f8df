"""The interface of an engine: load a table, store the outcome of a query, return the rows of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from corefscope.engines.table_source import TableSource

INTEGER, TEXT = "integer", "text"


class Engine(Protocol):
    """Run SQL that DuckDB and Spark share; `matches` is the engine's function for regular expressions."""

    matches: str

    def load(self, side: str, source: TableSource) -> Mapping[str, str]:
        """Create the view `{side}_file` with columns c0, c1, …; return the lower-case name and type of each.

        A type is `integer`, `text`, or the engine's name of any other.
        """

    def view(self, name: str, query: str) -> None:
        """Name a query that is computed where it is used."""

    def store(self, name: str, query: str) -> None:
        """Compute a query once and store its rows."""

    def rows(self, query: str) -> Any:
        """Return the rows of a query as a pyarrow Table."""

    def close(self) -> None:
        """Free the engine's resources."""
