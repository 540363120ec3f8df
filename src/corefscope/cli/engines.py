"""Which engine scores the files of a call: memory, or one for tables that are larger."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from corefscope.cli.inputs import TABLES, are_large_tables
from corefscope.cli.options import flag, jobs
from corefscope.metrics import Metric
from corefscope.problems import SettingsError, UnknownName
from corefscope.scoring.inputs import BackgroundRead, start_reading
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.settings import Settings


def scorer(arguments: argparse.Namespace, wanted: list[Metric], settings: Settings) -> Callable[..., Result]:
    """`score` of these files, or an engine's way to the same numbers, where one is named or the tables are large."""
    own = ("memory_limit", "spill", "spark_master")
    given = {name: getattr(arguments, name) for name in own if getattr(arguments, name) is not None}
    engine = arguments.engine
    if engine not in (None, "memory"):
        from corefscope.engines import ENGINES

        if engine not in ENGINES:
            raise UnknownName("engine", engine, ("memory", *ENGINES))
    only_in_memory = arguments.by is not None or arguments.jobs is not None
    if engine is None and not only_in_memory and are_large_tables(arguments.key, *arguments.responses):
        from corefscope.engines.supported import duckdb_can

        engine = "duckdb" if duckdb_can(wanted, settings) else None
    if engine in (None, "memory"):
        if given:
            raise SettingsError("needs-engine", f"{flag(next(iter(given)))} goes with --engine duckdb or spark")
        responses: Sequence[str | BackgroundRead] = arguments.responses
        # A table is read as quickly as a process could send it.
        if len(responses) == 1 and arguments.jobs != 1 and not arguments.responses[0].endswith(TABLES):
            responses = [start_reading(arguments.responses[0], settings)]
        spread = jobs(arguments, arguments.responses)
        return partial(score, arguments.key, *responses, by=arguments.by, jobs=spread)
    if arguments.jobs is not None:
        hint = "it reads one response after the other, each with all cores"
        raise SettingsError("engine-cannot", f"--engine {engine} has no --jobs", hint=hint)
    if arguments.by is not None:
        hint = "--scope COLUMN --per-document shows the groups of a column"
        raise SettingsError("engine-cannot", f"--engine {engine} has no --by", hint=hint)
    from corefscope.engines import score_tables

    return partial(score_tables, arguments.key, *arguments.responses, engine=engine, **given)
