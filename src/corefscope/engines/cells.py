"""The SQL queries that turn two tables of mentions into a CountedTable: equal cells and entities once, with a count.

One group-by over all mentions of both sides finds repeated mentions and matches at once: its outcome is the
Alignment. A second one builds the cells, and a third one counts those that are equal: metrics are sums over cells and
entities. CEAF also needs to know which cells share an entity; a cell that shares none needs only its count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.engines.sides import TYPES, Engine, TableSide
from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.scoring.units import CORPUS, DOCUMENT
from corefscope.table import Entities, Table

SIDES = ("key", "response")
ROWS_AT_ONCE = 1_000_000  # that this process receives, unless a single unit has more
CELL = ("unit", "n", "key_size", "key_shared", "response_size", "response_shared")
MOST_MENTIONS = 3_037_000_499  # n·(n−1) fits 64 bits up to here


@dataclass(frozen=True)
class CountedEntities(Entities):
    """Entities with counts; those with count 0 exist only for cells to refer to."""

    times: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    shared: Integers = field(default_factory=lambda: np.zeros(0, np.int64))  # matched mentions

    @property
    def entity_count(self) -> int:
        return int(self.times.sum())

    @property
    def mention_count(self) -> int:
        return int((self.times * self.size).sum())

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        return super().per_unit(values * self.times)

    def keep(self, rows: NDArray[np.bool_], size: Integers, types: Integers | None) -> CountedEntities:
        return CountedEntities(self.units, self.unit[rows], size[rows], types, None, self.times[rows], size[rows])


@dataclass(frozen=True)
class CountedTable(Table):
    """Cells and entities with counts."""

    key: CountedEntities
    response: CountedEntities
    times: Integers = field(default_factory=lambda: np.zeros(0, np.int64))

    @cached_property
    def key_shared(self) -> Integers:
        return self.key.shared

    @cached_property
    def response_shared(self) -> Integers:
        return self.response.shared

    def repeated(self, weight: NDArray[Any]) -> NDArray[Any]:
        # A cell that occurs more than once shares no entity, so it is aligned each time.
        return weight * self.times

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        return super().per_unit(values * self.times)


def number_documents(engine: Engine, scope: str) -> tuple[int, tuple[str, ...]]:
    """Store the number and unit of each key document, both in order of name; return the number of documents, and the names of units."""
    of_unit = {DOCUMENT: "document", CORPUS: f"'{CORPUS}'"}.get(scope, "low")
    engine.store(
        "documents",
        f"SELECT document, {of_unit} AS unit_name, row_number() OVER (ORDER BY document) - 1 AS number, "
        f"dense_rank() OVER (ORDER BY {of_unit}) - 1 AS unit FROM key_documents",
    )
    units = engine.rows("SELECT unit_name, count(*) AS n FROM documents GROUP BY unit_name ORDER BY unit_name")
    return int(units["n"].to_numpy().sum()), tuple(units["unit_name"].to_pylist())


def make_cells(engine: Engine, key: TableSide, response: TableSide, singletons: str, aligns: bool) -> dict[str, int]:
    """Store `parts`, the rows of a CountedTable; return the mentions of each side, and how many of them occur `again`."""
    mentions = []
    for mine in (key, response):
        columns = [
            f"{'entity' if mine is side else f'CAST(NULL AS {TYPES[side.entity]})'} AS {side.side}_entity"
            for side in (key, response)
        ]
        mentions.append(
            f"SELECT d.unit, d.number, r.mention, {', '.join(columns)} "
            f"FROM {mine.side}_rows r JOIN documents d ON r.document = d.document"
        )
    first = ", ".join(f"min({side}_entity) AS {side}_entity" for side in SIDES)
    again = ", ".join(f"greatest(count({side}_entity) - 1, 0) AS {side}_again" for side in SIDES)
    sums = ", ".join(f"CAST(sum({side}_again) AS BIGINT) AS {side}_again" for side in SIDES)
    engine.store(
        "cells",
        f"SELECT unit, key_entity, response_entity, count(*) AS n, {sums} FROM ("
        f"SELECT unit, {first}, {again} FROM ({' UNION ALL '.join(mentions)}) AS mentions "
        "GROUP BY unit, number, mention) AS aligned GROUP BY unit, key_entity, response_entity",
    )
    _make_entities(engine)
    for side in SIDES:
        sums += f", CAST(sum(CASE WHEN {side}_entity IS NULL THEN 0 ELSE n END) AS BIGINT) AS {side}_mentions"
    [totals] = engine.rows(f"SELECT {sums} FROM cells").to_pylist()
    if singletons == "drop":
        large = _with_entities("LEFT JOIN", "AND {}.size > 1")
        engine.store(
            "cells",
            "SELECT c.unit, key.entity AS key_entity, response.entity AS response_entity, "
            f"CAST(sum(c.n) AS BIGINT) AS n FROM cells c {large} "
            "WHERE key.entity IS NOT NULL OR response.entity IS NOT NULL "
            "GROUP BY c.unit, key.entity, response.entity",
        )
        _make_entities(engine)
    _count_equal(engine, aligns)
    return {name: count or 0 for name, count in totals.items()}


def _with_entities(join: str, condition: str = "") -> str:
    of_cell = "{0} ON c.unit = {0}.unit AND c.{0}_entity = {0}.entity "
    return " ".join(f"{join} {side}_entities {(of_cell + condition).format(side)}" for side in SIDES)


def _make_entities(engine: Engine) -> None:
    for side, other in (SIDES, SIDES[::-1]):
        engine.store(
            f"{side}_entities",
            f"SELECT unit, {side}_entity AS entity, CAST(sum(n) AS BIGINT) AS size, "
            f"CAST(sum(CASE WHEN {other}_entity IS NULL THEN 0 ELSE n END) AS BIGINT) AS shared, "
            f"count({other}_entity) AS partners FROM cells "
            f"WHERE {side}_entity IS NOT NULL GROUP BY unit, {side}_entity",
        )


def _count_equal(engine: Engine, aligns: bool) -> None:
    """Store equal cells and equal entities once.

    Cells that share an entity with others keep its id if entities will be aligned.
    """
    sizes = ", ".join(f"{side}.size AS {side}_size, {side}.shared AS {side}_shared" for side in SIDES)
    joined = "key.partners > 1 OR response.partners > 1" if aligns else "1 = 0"
    ids = ", ".join(f"CASE WHEN {joined} THEN c.{side}_entity END AS {side}_entity" for side in SIDES)
    columns = f"{', '.join(CELL)}, key_entity, response_entity"
    cells = f"SELECT c.unit, c.n, {sizes}, {ids} FROM cells c {_with_entities('JOIN')}"
    parts = [f"SELECT 'cell' AS part, {columns}, count(*) AS times FROM ({cells}) AS sized GROUP BY {columns}"]
    parts += [
        f"SELECT '{side}' AS part, unit, 0, size, shared, size, shared, NULL, NULL, count(*) "
        f"FROM {side}_entities GROUP BY unit, size, shared"
        for side in SIDES
    ]
    engine.store("parts", " UNION ALL ".join(parts))


def tables(engine: Engine, units: int) -> Iterator[CountedTable]:
    """Yield a Table for each batch of consecutive units."""
    counts = engine.rows("SELECT unit, count(*) AS n FROM parts GROUP BY unit")
    rows = np.zeros(units, np.int64)
    rows[counts["unit"].to_numpy()] = counts["n"].to_numpy()
    batch = np.cumsum(rows) // ROWS_AT_ONCE
    bounds = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), units]
    for low, high in pairwise(bounds):
        some = "" if len(bounds) == 2 else f"WHERE unit >= {low} AND unit < {high}"
        yield _table(engine.rows(f"SELECT * FROM parts {some}"), low, high)


def _table(rows: Any, low: int, high: int) -> CountedTable:
    equal = import_module("pyarrow.compute").equal
    parts: dict[str, dict[str, Integers]] = {}
    for part in ("cell", *SIDES):
        of_part = rows.filter(equal(rows["part"], part))
        parts[part] = {name: of_part[name].to_numpy() for name in (*CELL, "times")}
        parts[part]["unit"] = parts[part]["unit"] - low
        for side in SIDES if part == "cell" else ():
            ids = of_part[f"{side}_entity"].combine_chunks().dictionary_encode()
            number = ids.indices.fill_null(-1).to_numpy()
            # An id may occur in several units.
            parts[part][side] = np.where(number < 0, -1, parts[part]["unit"] * len(ids.dictionary) + number)
    return counted_table(high - low, parts)


def counted_table(units: int, parts: Mapping[str, Mapping[str, Integers]]) -> CountedTable:
    """Build a CountedTable from columns of cells and of both sides' entities, units numbered from 0.

    `parts["cell"]` has the columns of CELL, how many `times` each occurs, and the number of its entity of each side,
    -1 if it shares none; the entities of a side have `unit`, `times`, and their sizes and matched mentions.
    """
    cell, entities, places = parts["cell"], {}, {}
    alone = -1 - np.arange(len(cell["n"]))
    for side in SIDES:
        entity = np.where(cell[side] < 0, alone, cell[side])
        _, first, places[side] = np.unique(entity, return_index=True, return_inverse=True)
        unit, size, shared = (
            np.concatenate([cell[name][first], parts[side][name]])
            for name in ("unit", f"{side}_size", f"{side}_shared")
        )
        times = np.concatenate([np.zeros(len(first), np.int64), parts[side]["times"]])
        entities[side] = CountedEntities(units, unit, size, None, None, times, shared)
        most = entities[side].per_unit(size.astype(float)).max(initial=0)
        if most > MOST_MENTIONS:
            fact = f"a unit of the {side} has {most:.0f} mentions, and 64 bits do not hold their links"
            hint = f"choose a --scope of at most {MOST_MENTIONS} mentions"
            raise SettingsError("unit-too-large", fact, hint=hint)
    order = np.argsort(places["key"], kind="stable")
    key, response = places["key"][order], places["response"][order]
    return CountedTable(
        units, entities["key"], entities["response"], key, response, cell["n"][order], times=cell["times"][order]
    )
