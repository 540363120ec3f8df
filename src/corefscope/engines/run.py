"""One call of `score_tables`: load the key once, aggregate it and each response into Tables, and score them.

One group-by over all mentions of both sides finds repeated mentions and matches at once: its outcome is the
Alignment. A second one builds the cells, and a third one counts those that are equal: metrics are sums over cells and
entities. CEAF also needs to know which cells share an entity; a cell that shares none needs only its count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np

from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_nothing_shared
from corefscope.basics.checksums import checksum_of_all
from corefscope.basics.options import options_of
from corefscope.engines.sides import ENGINE_TYPES, Engine, TableSide, load_side, notice_repeats, pair_documents
from corefscope.engines.table_source import table_source
from corefscope.metrics import Metric, Tally
from corefscope.metrics.base import ALIGNMENT, CORPORA, ENTITY_TYPES, MENTION_TYPES
from corefscope.metrics.evidence import TableOnly
from corefscope.model import Integers
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.doubts import Overlap, with_identical_systems
from corefscope.scoring.result import Result, Side, System
from corefscope.scoring.steps import check_strict
from corefscope.scoring.totals import DocumentScores, scores_of, tallies_of
from corefscope.settings import CORPUS, DOCUMENT, Settings
from corefscope.table import Entities, Table

# The settings (None: with all values) that need only document, mention and entity.
SUPPORTED: dict[str, tuple[str | None, ...] | None] = {
    "match": ("exact",),
    "singletons": ("keep", "drop"),
    "repeated": ("first", "error"),
    **dict.fromkeys(("format", "key_format", "response_format"), (None, "table")),
    **dict.fromkeys(("average", "mentions", "boundary", "scope", "guess_types", "objects")),
}
# Metrics that only sum over cells and entities, so that equal ones can be merged; others may align entities.
SUMS = ("mentions", "muc", "b3", "blanc", "lea", "pairwise", "rand", "ari", "h")
SIDES = ("key", "response")
ROWS_AT_ONCE = 1_000_000  # that this process receives, unless a single unit has more
ENGINE_CELL = ("unit", "n", "key_size", "key_shared", "response_size", "response_shared")
MOST_MENTIONS = 3_037_000_499  # n·(n−1) fits 64 bits up to here
IN_MEMORY = "without --engine it is computed in memory"


def check_supported(settings: Settings, metrics: Iterable[Metric], engine: str) -> None:
    """Raise on settings that need the text or the order of a file, and on metrics that need more than the Table."""
    for name in options_of(Settings):
        value, values = getattr(settings, name), SUPPORTED.get(name, (getattr(Settings(), name),))
        if values is not None and value not in values:
            fact = f"--{name.replace('_', '-')} {value} is not supported with --engine {engine}"
            raise SettingsError("engine-cannot", fact, hint=IN_MEMORY)
    for metric in metrics:
        if metric.needs & {ALIGNMENT, CORPORA, MENTION_TYPES, ENTITY_TYPES}:
            fact = f"{metric.name} needs types, words or single mentions, which --engine {engine} does not keep"
            raise SettingsError("engine-cannot", fact, hint=IN_MEMORY)


@dataclass(frozen=True)
class EngineRun:
    """An engine, and the settings and metrics of the run."""

    engine: Engine
    settings: Settings
    metrics: tuple[Metric, ...]
    strict: bool
    per_document: bool
    progress: Callable[[str], None]

    def score(self, key_path: str, paths: list[str], names: list[str]) -> Result:
        key_source, *sources = map(table_source, (key_path, *paths))
        key = load_side(self.engine, "key", key_source, self.settings.scope)
        # Documents and units are numbered in order of name.
        unit = {DOCUMENT: "document", CORPUS: f"'{CORPUS}'"}.get(self.settings.scope, "low")
        self.engine.store(
            "documents",
            f"SELECT document, {unit} AS unit_name, row_number() OVER (ORDER BY document) - 1 AS number, "
            f"dense_rank() OVER (ORDER BY {unit}) - 1 AS unit FROM key_documents",
        )
        query = "SELECT unit_name, count(*) AS n FROM documents GROUP BY unit_name ORDER BY unit_name"
        rows = self.engine.rows(query)
        units, documents = tuple(rows["unit_name"].to_pylist()), int(rows["n"].to_numpy().sum())
        self.progress(f"read {key_path}")
        systems: list[System] = []
        held = (0, 0)
        for source, name in zip(sources, names, strict=True):
            response = load_side(self.engine, "response", source, self.settings.scope)
            again = replace(key, source=replace(key_source, notices=Notices()))  # warn about the key only once
            system, held = self._system(again if systems else key, response, name, len(units))
            systems.append(system)
            self.progress(f"scored {name}")
        side = Side("key", key_path, key_source.read_files(), documents, *held, warnings=tuple(key_source.notices))
        return Result(self.settings, self.metrics, side, units, tuple(with_identical_systems(systems)))

    def _system(self, key: TableSide, response: TableSide, name: str, units: int) -> tuple[System, tuple[int, int]]:
        """Score one response; also return the number of entities and mentions of the key."""
        engine, settings, notices = self.engine, self.settings, response.source.notices
        paired, ignored = pair_documents(engine, key, response)
        aligns = any(part.family.name not in SUMS for metric in self.metrics for part in metric.parts)
        totals = make_cells(engine, key, response, settings.singletons, aligns)
        for side in (key, response):
            # Repeats in documents that the key lacks are reported too, as `score` does in memory.
            if totals[f"{side.side}_again"] or (side is response and ignored):
                notice_repeats(engine, side, settings.repeated)
            check_strict(side.source.notices, self.strict)
        held, counted, overlap = np.zeros(5, np.int64), [], Overlap()
        for table in tables(engine, units):
            counts = [side.per_unit(ones) for side in (table.key, table.response) for ones in (side.size**0, side.size)]
            held += [int(count.sum()) for count in (*counts, table.per_unit(table.shared))]
            overlap.add(table)
            chosen = table.of_shared_mentions if settings.mentions == "shared" else table
            evidence = TableOnly(replace(chosen, settings=settings))
            counted.append(tallies_of(evidence, self.metrics))
        tallies = {name: Tally.concatenate([batch[name] for batch in counted]) for name in counted[0]}
        key_entities, key_mentions, entities, mentions, shared = held.tolist()
        if key_mentions and mentions and not shared:
            notice_nothing_shared(mentions, response.source.name, notices)
        one, two = response.source, key.source
        is_copy = one.name == two.name  # checksums of large files are slow
        if overlap.same and not is_copy:
            is_copy = checksum_of_all(one.read_files()) == checksum_of_all(two.read_files()) is not None
        overlap.notice(one.name, is_copy, notices)
        for side, after in ((key, key_mentions), (response, mentions)):
            if settings.singletons == "drop" and not (key_mentions and mentions):
                before = totals[f"{side.side}_mentions"]
                notice_nothing_left(before, after, side.side, side.source.name, notices)
        check_strict(notices, self.strict)
        system = System(
            name=name,
            path=response.source.name,
            files=response.source.read_files(),
            documents=paired,
            entities=entities,
            mentions=mentions,
            warnings=tuple(notices),
            scores=scores_of(tallies, self.metrics, settings.average, units),
            tallies=tallies,
            per_document=DocumentScores(tallies, self.metrics, units) if self.per_document else (),
        )
        return system, (key_entities, key_mentions)


def make_cells(engine: Engine, key: TableSide, response: TableSide, singletons: str, aligns: bool) -> dict[str, int]:
    """Store `parts`, the rows of a Table; return the mentions of each side, and how many occur again."""
    mentions = []
    for mine in (key, response):
        columns = [
            f"{'entity' if mine is side else f'CAST(NULL AS {ENGINE_TYPES[side.entity]})'} AS {side.side}_entity"
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
        large = _with_entities("LEFT JOIN", "AND {0}.size > 1")
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
    columns = f"{', '.join(ENGINE_CELL)}, key_entity, response_entity"
    cells = f"SELECT c.unit, c.n, {sizes}, {ids} FROM cells c {_with_entities('JOIN')}"
    parts = [f"SELECT 'cell' AS part, {columns}, count(*) AS times FROM ({cells}) AS sized GROUP BY {columns}"]
    parts += [
        f"SELECT '{side}' AS part, unit, 0, size, shared, size, shared, NULL, NULL, count(*) "
        f"FROM {side}_entities GROUP BY unit, size, shared"
        for side in SIDES
    ]
    engine.store("parts", " UNION ALL ".join(parts))


def tables(engine: Engine, units: int) -> Iterator[Table]:
    """Yield a Table for each batch of consecutive units."""
    counts = engine.rows("SELECT unit, count(*) AS n FROM parts GROUP BY unit")
    rows = np.bincount(counts["unit"].to_numpy(), counts["n"].to_numpy(), units)
    batch = np.cumsum(rows) // ROWS_AT_ONCE
    bounds = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), units]
    for low, high in pairwise(bounds):
        some = "" if len(bounds) == 2 else f"WHERE unit >= {low} AND unit < {high}"
        yield _table(engine.rows(f"SELECT * FROM parts {some}"), low, high)


def _table(rows: Any, low: int, high: int) -> Table:
    equal = import_module("pyarrow.compute").equal
    parts: dict[str, dict[str, Integers]] = {}
    for part in ("cell", *SIDES):
        of_part = rows.filter(equal(rows["part"], part))
        parts[part] = {name: of_part[name].to_numpy() for name in (*ENGINE_CELL, "times")}
        parts[part]["unit"] = parts[part]["unit"] - low
        for side in SIDES if part == "cell" else ():
            ids = of_part[f"{side}_entity"].combine_chunks().dictionary_encode()
            number = ids.indices.fill_null(-1).to_numpy()
            # An id may occur in several units.
            parts[part][side] = np.where(number < 0, -1, parts[part]["unit"] * len(ids.dictionary) + number)
    return counted_table(high - low, parts)


def counted_table(units: int, parts: Mapping[str, Mapping[str, Integers]]) -> Table:
    """Build a Table from columns of cells and of both sides' entities, each with how many `times` it occurs.

    `parts["cell"]` also has the number of its entity of each side, -1 if it shares none with another cell.
    """
    cell, entities, places = parts["cell"], {}, {}
    for side in SIDES:
        entity = np.where(cell[side] < 0, -1 - np.arange(len(cell["n"])), cell[side])
        _, first, places[side] = np.unique(entity, return_index=True, return_inverse=True)
        names = ("unit", f"{side}_size", f"{side}_shared")
        unit, size, shared = (np.concatenate([cell[name][first], parts[side][name]]) for name in names)
        # Entities that occur 0 times exist only for cells to refer to.
        times = np.concatenate([np.zeros(len(first), np.int64), parts[side]["times"]])
        entities[side] = Entities(units, unit, size, times=times, shared=shared)
        most = entities[side].per_unit(size.astype(float)).max(initial=0)
        if most > MOST_MENTIONS:
            fact = f"a unit of the {side} has {most:.0f} mentions, and 64 bits do not hold their links"
            raise SettingsError("unit-too-large", fact, hint="choose a smaller --scope")
    order = np.argsort(places["key"], kind="stable")
    cells = (places["key"][order], places["response"][order], cell["n"][order])
    return Table(units, entities["key"], entities["response"], *cells, times=cell["times"][order])
