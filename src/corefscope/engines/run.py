"""One call of `score_tables`: load the key once, then score each response against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.util import find_spec

import numpy as np

from corefscope.alignment.mentions import Conventions
from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_nothing_shared
from corefscope.basics.options import options_of
from corefscope.engines.cells import make_cells, number_documents, tables
from corefscope.engines.sides import Engine, TableSide, load_side, notice_repeats, pair_documents
from corefscope.engines.table_source import table_source
from corefscope.metrics import AnyMetrics, Metric, Tally, metrics
from corefscope.metrics.base import ENTITY_TYPES, MENTION_TYPES
from corefscope.metrics.evidence import Counted, HasTable
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.pipeline import check_strict
from corefscope.scoring.result import Result, Side, System
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.settings import Settings

# The settings that need only document, mention and entity, and which of their values; None: all.
SUPPORTED: dict[str, tuple[str | None, ...] | None] = {
    "match": ("exact",),
    "singletons": ("keep", "drop"),
    "repeated": ("first", "error"),
    "format": (None, "table"),
    "key_format": (None, "table"),
    "response_format": (None, "table"),
    **dict.fromkeys(("average", "mentions", "boundary", "scope", "guess_types", "objects")),
}
IN_MEMORY = "without --engine it is computed in memory"


def check_supported(settings: Settings, metrics: Iterable[Metric], engine: str) -> None:
    """Raise on settings that need the text or the order of a file, and on metrics that need more than the Table."""
    for name in options_of(Settings):
        value, values = getattr(settings, name), SUPPORTED.get(name, (getattr(Settings(), name),))
        if values is not None and value not in values:
            fact = f"--{name.replace('_', '-')} {value} is not supported with --engine {engine}"
            raise SettingsError("engine-cannot", fact, hint=IN_MEMORY)
    for metric in metrics:
        if metric.input is not HasTable or metric.needs & {MENTION_TYPES, ENTITY_TYPES}:
            fact = f"{metric.name} needs types, words or single mentions, which --engine {engine} does not keep"
            raise SettingsError("engine-cannot", fact, hint=IN_MEMORY)


def duckdb_can(wanted: AnyMetrics, settings: Settings) -> bool:
    """Test whether DuckDB is installed and supports these metrics and settings, so that it can be the default."""
    try:
        check_supported(settings, metrics(wanted), "duckdb")
    except SettingsError:
        return False
    return find_spec("duckdb") is not None and find_spec("pyarrow") is not None


@dataclass(frozen=True)
class EngineRun:
    """An engine and what is to be computed with it."""

    engine: Engine
    settings: Settings
    metrics: tuple[Metric, ...]
    strict: bool
    per_document: bool
    note: Callable[[str], None]

    def score(self, key_path: str, paths: list[str], names: list[str]) -> Result:
        key_source, *sources = map(table_source, (key_path, *paths))
        key = load_side(self.engine, "key", key_source, self.settings.scope)
        documents, units = number_documents(self.engine, self.settings.scope)
        self.note(f"read {key_path}")
        systems: list[System] = []
        held = (0, 0)
        for source, name in zip(sources, names, strict=True):
            response = load_side(self.engine, "response", source, self.settings.scope)
            again = replace(key, source=replace(key_source, notices=Notices()))  # the key is judged once
            system, held = self._system(again if systems else key, response, name, len(units))
            systems.append(system)
            self.note(f"scored {name}")
        files, warnings = key_source.read_files(), tuple(key_source.notices)
        side = Side("key", key_path, files, documents, held[0], held[1], warnings)
        return Result(self.settings, self.metrics, side, units, tuple(systems))

    def _system(self, key: TableSide, response: TableSide, name: str, units: int) -> tuple[System, tuple[int, int]]:
        """Score one response; also return the number of entities and mentions of the key."""
        engine, settings, notices = self.engine, self.settings, response.source.notices
        paired, ignored = pair_documents(engine, key, response)
        aligns = any(part.family.aligns for metric in self.metrics for part in metric.parts)
        totals = make_cells(engine, key, response, settings.singletons, aligns)
        for side in (key, response):
            # Repeats in documents that the key lacks are reported too, as `score` does in memory.
            if totals[f"{side.side}_again"] or (side is response and ignored):
                notice_repeats(engine, side, settings.repeated)
            check_strict(side.source.notices, self.strict)
        held, shared, counted = np.zeros(4, np.int64), 0, []
        for table in tables(engine, units):
            held += [count for side in (table.key, table.response) for count in (side.entity_count, side.mention_count)]
            shared += int((table.shared * table.times).sum())
            chosen = table.of_shared_mentions if settings.mentions == "shared" else table
            evidence = Counted(replace(chosen, conventions=Conventions(settings.singletons, settings.boundary)))
            counted.append(tallies_of(evidence, self.metrics))
        tallies = {name: Tally.concatenate([batch[name] for batch in counted]) for name in counted[0]}
        key_entities, key_mentions, entities, mentions = held.tolist()
        if key_mentions and mentions and not shared:
            notice_nothing_shared(mentions, response.source.name, notices)
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
            per_document=document_scores(tallies, self.metrics, units) if self.per_document else (),
        )
        return system, (key_entities, key_mentions)
