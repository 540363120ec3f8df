"""Build the Table from data larger than memory (DuckDB) or larger than one machine (Spark).

Key and response are tables of document, mention and entity. An engine groups them; this process receives a
CountedTable for some units at a time, and from there on the code is that of `score`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.alignment.mentions.shifts import notice_nothing_shared
from corefscope.basics.options import Choice, listed, registry
from corefscope.engines.base import Engine
from corefscope.engines.pairing import notice_changing_units, notice_repeats, pair_documents
from corefscope.engines.queries import count_equal, make_cells, number_documents, plan_batches, tables
from corefscope.engines.side_columns import SideColumns, check_compatible, load_side
from corefscope.engines.supported import check_metrics, check_settings
from corefscope.engines.table_source import table_source
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Tally
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.evidence import Counted
from corefscope.problems import Notices, SettingsError, UnknownName
from corefscope.scoring.inputs import Progress, names_of
from corefscope.scoring.pipeline import check_strict
from corefscope.scoring.result import Result, Side, System
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.scoring.units import DOCUMENT
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords


@dataclass(frozen=True)
class EngineEntry(Choice):
    """An engine; its code makes one from the options that it takes."""

    takes: tuple[str, ...] = ("memory_limit", "spill")


ENGINES: dict[str, EngineEntry] = registry(
    EngineEntry("duckdb", "tables larger than memory", code="corefscope.engines.duck:DuckEngine"),
    EngineEntry(
        "spark",
        "tables larger than a machine",
        code="corefscope.engines.spark:SparkEngine",
        takes=("memory_limit", "spill", "spark_master", "session"),
    ),
)


def score_tables(
    key: str | os.PathLike[str],
    *responses: str | os.PathLike[str],
    engine: str = "duckdb",
    metrics: AnyMetrics = DEFAULT,
    names: Sequence[str] | None = None,
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    per_document: bool = False,
    progress: Progress | None = None,
    memory_limit: str | None = None,
    spill: str | None = None,
    spark_master: str | None = None,
    session: Any = None,
    **options: Unpack[SettingsKeywords],
) -> Result:
    """Score tables of document, mention, entity of any size; the result is that of `score`, without evidence.

    Each side is a file, folder or glob of Parquet, CSV or TSV, or `DATABASE::TABLE`. `session` is an existing
    SparkSession; its tables are named `::TABLE`.
    """
    if not responses:
        raise SettingsError("no-response", "there is no response to score")
    chosen = Settings.of(settings, preset, options)
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES)
    wanted = tuple(parse_metrics(metrics))
    check_settings(chosen, engine)
    check_metrics(wanted, engine)
    started = _start_engine(
        engine, {"memory_limit": memory_limit, "spill": spill, "spark_master": spark_master, "session": session}
    )
    try:
        run = _EngineRun(started, chosen, wanted, strict, per_document, progress or (lambda step: None))
        return run.result(os.fspath(key), [os.fspath(path) for path in responses], names_of(responses, names))
    finally:
        started.close()


def _start_engine(name: str, options: Mapping[str, Any]) -> Engine:
    entry = ENGINES[name]
    for option, value in options.items():
        if value is not None and option not in entry.takes:
            fitting = [other.name for other in ENGINES.values() if option in other.takes]
            raise SettingsError("needs-engine", f"{option} goes with --engine {listed(fitting)}")
    engine: Engine = entry.load()(**{option: options[option] for option in entry.takes})
    return engine


class _EngineRun:
    """One call of `score_tables`: load the key once, then score each response against it."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        wanted: tuple[Metric, ...],
        strict: bool,
        per_document: bool,
        note: Progress,
    ) -> None:
        self.engine, self.settings, self.wanted = engine, settings, wanted
        self.strict, self.per_document, self.note = strict, per_document, note

    def result(self, key_path: str, paths: list[str], names: list[str]) -> Result:
        settings, key_source = self.settings, table_source(key_path)
        sources = [table_source(path) for path in paths]
        key = load_side(self.engine, "key", key_source, settings.scope, settings.order)
        notices = Notices()
        number_documents(self.engine, settings.scope)
        notice_changing_units(self.engine, key, settings.scope, notices)
        self.note(f"read {key_path}")
        units = tuple(self.engine.rows("SELECT unit_name FROM units ORDER BY unit")["unit_name"].to_pylist())
        documents = len(units)
        if settings.scope != DOCUMENT:
            documents = self.engine.rows("SELECT count(*) AS n FROM key_documents")["n"][0].as_py()
        systems: list[System] = []
        held = (0, 0)
        for source, name in zip(sources, names, strict=True):
            response = load_side(self.engine, "response", source, settings.scope, settings.order)
            check_compatible(key, response)
            system, held = self._system(key, response, name, units, notices if not systems else Notices())
            systems.append(system)
            self.note(f"scored {name}")
        side = Side("key", key_path, key_source.read_files(), documents, *held, tuple(notices))
        return Result(settings, self.wanted, side, units, tuple(systems))

    def _system(
        self, key: SideColumns, response: SideColumns, name: str, units: tuple[str, ...], key_notices: Notices
    ) -> tuple[System, tuple[int, int]]:
        """Score one response; also return the number of entities and mentions of the key."""
        engine, settings, notices = self.engine, self.settings, Notices()
        paired = pair_documents(engine, key, response, notices)
        make_cells(engine, key, response, settings)
        count_equal(engine, settings, aligns=_aligns(self.wanted))
        batches = plan_batches(engine, len(units))
        for side, collected in ((key, key_notices), (response, notices)):
            # Repeats in documents that the key lacks are reported too, as `score` does in memory.
            if batches.repeats[side.side] or (side is response and paired.ignored):
                notice_repeats(engine, side, settings.repeated, collected)
            check_strict(collected, self.strict)
        held = np.zeros((2, 2), np.int64)
        shared = 0
        counted = []
        for table in tables(engine, batches.ranges):
            held += [[side.entity_count, side.mention_count] for side in (table.key, table.response)]
            shared += int((table.shared * table.times).sum())
            only_shared = settings.mentions == "shared"
            counted.append(tallies_of(Counted(table.of_shared_mentions if only_shared else table), self.wanted))
        tallies = {name: Tally.concatenate([batch[name] for batch in counted]) for name in counted[0]}
        (key_entities, key_mentions), (entities, mentions) = held.tolist()
        if key_mentions and mentions and not shared:
            notice_nothing_shared(mentions, response.source.name, notices)
            check_strict(notices, self.strict)
        system = System(
            name=name,
            path=response.source.name,
            files=response.source.read_files(),
            documents=paired.documents,
            entities=entities,
            mentions=mentions,
            warnings=tuple(notices),
            scores=scores_of(tallies, self.wanted, settings.average, len(units)),
            tallies=tallies,
            per_document=document_scores(tallies, self.wanted, len(units)) if self.per_document else (),
        )
        return system, (key_entities, key_mentions)


def _aligns(wanted: Iterable[Metric]) -> bool:
    return any(part.family.aligns for metric in wanted for part in metric.parts)
