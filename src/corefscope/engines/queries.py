"""The SQL queries that turn two tables of mentions into a CountedTable.

One group-by over all mentions of both sides finds repeated mentions and matches at once: its outcome is the
Alignment. A second one builds the cells. All others work on cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from corefscope.engines.base import Engine
from corefscope.engines.counted_table import SIDES, CountedTable, counted_table
from corefscope.engines.side_columns import TYPES, SideColumns
from corefscope.model import Integers
from corefscope.scoring.units import CORPUS, DOCUMENT

# Rows that the driver loads at once, unless a single unit has more.
ROWS_AT_ONCE = 1_000_000
CELL = ("unit", "n", "key_size", "key_shared", "response_size", "response_shared")


class BatchPlan(NamedTuple):
    """The number of repeated mentions of each side, and the ranges of units per batch."""

    repeats: dict[str, int]
    ranges: list[tuple[int, int]]


def number_documents(engine: Engine, scope: str) -> None:
    """Store `documents` (number and unit of each key document) and `units`, both in order of name."""
    of_unit = {DOCUMENT: "document", CORPUS: f"'{CORPUS}'"}.get(scope, "low")
    engine.store(
        "units",
        "SELECT unit_name, row_number() OVER (ORDER BY unit_name) - 1 AS unit "
        f"FROM (SELECT DISTINCT {of_unit} AS unit_name FROM key_documents) AS named",
    )
    engine.store(
        "documents",
        "SELECT d.document, row_number() OVER (ORDER BY d.document) - 1 AS number, u.unit "
        f"FROM (SELECT document, {of_unit} AS unit_name FROM key_documents) d "
        "JOIN units u ON d.unit_name = u.unit_name",
    )


def make_cells(engine: Engine, key: SideColumns, response: SideColumns, settings: Any) -> None:
    """Store cells and entities of both sides, with repeated mentions and singletons resolved."""
    sides = []
    for mine in (key, response):
        columns = [
            f"{'entity' if mine is side else f'CAST(NULL AS {TYPES[side.entity]})'} AS {side.side}_entity"
            for side in (key, response)
        ]
        sides.append(
            f"SELECT d.unit, d.number, r.mention, {', '.join(columns)} "
            f"FROM {mine.side}_rows r JOIN documents d ON r.document = d.document"
        )
    repeats = ", ".join(f"greatest(count({side}_entity) - 1, 0) AS {side}_again" for side in SIDES)
    first = ", ".join(f"min({side}_entity) AS {side}_entity" for side in SIDES)
    engine.store(
        "cells",
        "SELECT unit, key_entity, response_entity, count(*) AS n, "
        f"{', '.join(f'CAST(sum({side}_again) AS BIGINT) AS {side}_again' for side in SIDES)} FROM ("
        f"SELECT unit, {first}, {repeats} FROM ({' UNION ALL '.join(sides)}) AS mentions "
        "GROUP BY unit, number, mention) AS aligned GROUP BY unit, key_entity, response_entity",
    )
    _make_entities(engine, "cells", "")
    if settings.singletons == "drop":
        joins = " ".join(
            f"LEFT JOIN {side}_entities {side} ON c.unit = {side}.unit AND c.{side}_entity = {side}.entity "
            f"AND {side}.size > 1"
            for side in SIDES
        )
        engine.store(
            "kept_cells",
            "SELECT c.unit, key.entity AS key_entity, response.entity AS response_entity, "
            f"CAST(sum(c.n) AS BIGINT) AS n FROM cells c {joins} "
            "WHERE key.entity IS NOT NULL OR response.entity IS NOT NULL "
            "GROUP BY c.unit, key.entity, response.entity",
        )
        _make_entities(engine, "kept_cells", "kept_")


def _make_entities(engine: Engine, cells: str, prefix: str) -> None:
    for side, other in (SIDES, SIDES[::-1]):
        engine.store(
            f"{prefix}{side}_entities",
            f"SELECT unit, {side}_entity AS entity, CAST(sum(n) AS BIGINT) AS size, "
            f"CAST(sum(CASE WHEN {other}_entity IS NULL THEN 0 ELSE n END) AS BIGINT) AS shared, "
            f"count({other}_entity) AS partners FROM {cells} WHERE {side}_entity IS NOT NULL "
            f"GROUP BY unit, {side}_entity",
        )


def count_equal(engine: Engine, settings: Any, aligns: bool) -> None:
    """Store `parts`, the rows of a CountedTable: equal cells and equal entities once, with counts.

    Cells that share an entity with others keep its id if entities will be aligned.
    """
    prefix = "kept_" if settings.singletons == "drop" else ""
    sizes = ", ".join(f"{side}.size AS {side}_size, {side}.shared AS {side}_shared" for side in SIDES)
    joins = " ".join(
        f"JOIN {prefix}{side}_entities {side} ON c.unit = {side}.unit AND c.{side}_entity = {side}.entity"
        for side in SIDES
    )
    shared = "key.partners > 1 OR response.partners > 1" if aligns else "1 = 0"
    ids = ", ".join(f"CASE WHEN {shared} THEN c.{side}_entity END AS {side}_entity" for side in SIDES)
    columns = f"{', '.join(CELL)}, key_entity, response_entity"
    cells = (
        f"SELECT 'cell' AS part, {columns}, count(*) AS times "
        f"FROM (SELECT c.unit, c.n, {sizes}, {ids} FROM {prefix}cells c {joins}) AS sized GROUP BY {columns}"
    )
    entities = [
        f"SELECT '{side}' AS part, unit, 0, size, shared, size, shared, NULL, NULL, count(*) "
        f"FROM {prefix}{side}_entities GROUP BY unit, size, shared"
        for side in SIDES
    ]
    engine.store("parts", " UNION ALL ".join([cells, *entities]))


def plan_batches(engine: Engine, units: int) -> BatchPlan:
    """Count repeated mentions, and split the units into batches."""
    counts = engine.rows(
        "SELECT unit, CAST(sum(n) AS BIGINT) AS n, CAST(sum(key_again) AS BIGINT) AS key_again, "
        "CAST(sum(response_again) AS BIGINT) AS response_again FROM ("
        "SELECT unit, count(*) AS n, 0 AS key_again, 0 AS response_again FROM parts GROUP BY unit "
        "UNION ALL SELECT unit, 0, sum(key_again), sum(response_again) FROM cells GROUP BY unit"
        ") AS counted GROUP BY unit"
    )
    rows = np.zeros(units, np.int64)
    rows[counts["unit"].to_numpy()] = counts["n"].to_numpy()
    bounds, loaded = [0], 0
    for unit in np.flatnonzero(rows).tolist():
        if loaded and loaded + rows[unit] > ROWS_AT_ONCE:
            bounds.append(unit)
            loaded = 0
        loaded += int(rows[unit])
    repeats = {side: int(counts[f"{side}_again"].to_numpy().sum()) for side in SIDES}
    return BatchPlan(repeats, list(zip(bounds, [*bounds[1:], units], strict=True)))


def tables(engine: Engine, ranges: Sequence[tuple[int, int]]) -> Iterator[CountedTable]:
    """Yield a Table for each batch of consecutive units."""
    for low, high in ranges:
        some = "" if len(ranges) == 1 else f"WHERE unit >= {low} AND unit < {high}"
        yield _table(engine.rows(f"SELECT * FROM parts {some}"), low, high)


def _table(rows: Any, low: int, high: int) -> CountedTable:
    compute = import_module("pyarrow.compute")
    kinds = {part: rows.filter(compute.equal(rows["part"], part)) for part in ("cell", *SIDES)}
    single = compute.is_null(kinds["cell"]["key_entity"])
    alone = _numbers(kinds["cell"].filter(single), low)
    joined = _numbers(kinds["cell"].filter(compute.invert(single)), low)
    for side in SIDES:
        # An id may occur in several units.
        ids = kinds["cell"].filter(compute.invert(single))[f"{side}_entity"].combine_chunks().dictionary_encode()
        joined[side] = joined["unit"] * max(len(ids.dictionary), 1) + ids.indices.to_numpy()
    sizes = {}
    for side in SIDES:
        found = _numbers(kinds[side], low)
        sizes[side] = {
            "unit": found["unit"],
            "size": found["key_size"],
            "shared": found["key_shared"],
            "times": found["times"],
        }
    return counted_table(high - low, alone, joined, sizes)


def _numbers(rows: Any, low: int) -> dict[str, Integers]:
    found = {name: rows[name].to_numpy() for name in (*CELL, "times")}
    found["unit"] = found["unit"] - low
    return found
