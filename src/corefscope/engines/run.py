"""One call of `score_tables`: load the key once, then score each response against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from corefscope.alignment.mentions import CountingRules
from corefscope.alignment.mentions.shifts import notice_nothing_left, notice_nothing_shared
from corefscope.engines.base import Engine
from corefscope.engines.pairing import notice_changing_units, notice_repeats, pair_documents
from corefscope.engines.queries import count_equal, make_cells, number_documents, plan_batches, tables
from corefscope.engines.side_columns import SideColumns, check_compatible, load_side
from corefscope.engines.table_source import table_source
from corefscope.formats.files.sources import notice_others
from corefscope.metrics import Metric, Tally
from corefscope.metrics.evidence import Counted
from corefscope.problems import Notices
from corefscope.scoring.pipeline import check_strict
from corefscope.scoring.result import Result, Side, System
from corefscope.scoring.totals import document_scores, scores_of, tallies_of
from corefscope.scoring.units import DOCUMENT
from corefscope.settings import Settings

# Metrics that align entities: they must know which have a mention in common, so equal entities cannot be merged.
ALIGNING = ("ceafm", "ceafe", "entities", "nec")


@dataclass(frozen=True)
class EngineRun:
    """An engine and what is to be computed with it."""

    engine: Engine
    settings: Settings
    wanted: tuple[Metric, ...]
    strict: bool
    per_document: bool
    note: Callable[[str], None]

    def result(self, key_path: str, paths: list[str], names: list[str]) -> Result:
        settings, key_source = self.settings, table_source(key_path)
        sources = [table_source(path) for path in paths]
        key = load_side(self.engine, "key", key_source, settings.scope)
        notices = Notices()
        notice_others(key_source.name, key_source.others, notices)
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
            response = load_side(self.engine, "response", source, settings.scope)
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
        notice_others(response.source.name, response.source.others, notices)
        paired = pair_documents(engine, key, response, notices)
        make_cells(engine, key, response, settings)
        aligns = any(part.family.name in ALIGNING for metric in self.wanted for part in metric.parts)
        count_equal(engine, settings, aligns)
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
            chosen = table.of_shared_mentions if settings.mentions == "shared" else table
            source = Counted(replace(chosen, rules=CountingRules(settings.singletons, settings.boundary)))
            counted.append(tallies_of(source, self.wanted))
        tallies = {name: Tally.concatenate([batch[name] for batch in counted]) for name in counted[0]}
        (key_entities, key_mentions), (entities, mentions) = held.tolist()
        if key_mentions and mentions and not shared:
            notice_nothing_shared(mentions, response.source.name, notices)
        if settings.singletons == "drop" and not (key_mentions and mentions):
            for side, after in ((key, key_mentions), (response, mentions)):
                before = engine.rows(f"SELECT CAST(sum(size) AS BIGINT) AS n FROM {side.side}_entities").to_pylist()
                notice_nothing_left(before[0]["n"] or 0, after, side.side, side.source.name, notices)
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
