"""What an engine can do: take in a relation, keep the outcome of a query, and hand over the rows of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from corefscope.engines.table_source import TableSource

INTEGER, TEXT = "integer", "text"


class Engine(Protocol):
    """Runs SQL that DuckDB and Spark both understand; `matches` is what each calls a test of a regular expression."""

    matches: str

    def take(self, side: str, source: TableSource) -> Mapping[str, str]:
        """Makes the relation a view `{side}_file` of columns c0, c1, …; gives the lower-case name and kind of each.

        A kind is `integer`, `text`, or the engine's own name for anything else.
        """

    def view(self, name: str, query: str) -> None:
        """Names a query, which is computed where it is used."""

    def store(self, name: str, query: str) -> None:
        """Computes a query once and keeps its rows."""

    def rows(self, query: str) -> Any:
        """The rows of a query as a pyarrow Table."""

    def close(self) -> None:
        """Frees what the engine holds."""
