"""Score the files of a call: in memory, or by an engine where one is named or the tables are large."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from corefscope.cli.inputs import are_large_tables
from corefscope.cli.options import jobs
from corefscope.metrics import Metric
from corefscope.problems import SettingsError, UnknownName
from corefscope.scoring.result import Result
from corefscope.scoring.score import score
from corefscope.settings import Settings

ENGINE_OPTIONS = ("memory_limit", "spill", "spark_master")


def score_files(
    arguments: argparse.Namespace, metrics: list[Metric], settings: Settings, note: Callable[[str], None]
) -> Result:
    """Score as the options of `corefscope score` say; the numbers do not depend on the engine."""
    engine, files = arguments.engine, [arguments.key, *arguments.responses]
    if engine not in (None, "memory"):
        from corefscope.engines import ENGINES

        if engine not in ENGINES:
            raise UnknownName("engine", engine, ("memory", *ENGINES))
    elif engine is None and arguments.by is None and arguments.jobs is None and are_large_tables(*files):
        engine = "duckdb" if _duckdb_can(metrics, settings) else None
    given = {name: getattr(arguments, name) for name in ENGINE_OPTIONS if getattr(arguments, name) is not None}
    common: dict[str, Any] = {
        "metrics": metrics,
        "names": arguments.names,
        "settings": settings,
        "strict": arguments.strict,
        "per_document": arguments.per_document,
        "progress": note,
    }
    if engine in (None, "memory"):
        if given:
            option = next(iter(given)).replace("_", "-")
            raise SettingsError("needs-engine", f"--{option} goes with --engine duckdb or spark")
        spread = jobs(arguments, arguments.responses)
        return score(files[0], *files[1:], by=arguments.by, jobs=spread, **common)
    if arguments.jobs is not None:
        hint = "it reads one response after the other, each with all cores"
        raise SettingsError("engine-cannot", f"--engine {engine} has no --jobs", hint=hint)
    if arguments.by is not None:
        hint = "--scope COLUMN --per-document shows the groups of a column"
        raise SettingsError("engine-cannot", f"--engine {engine} has no --by", hint=hint)
    from corefscope.engines import score_tables

    return score_tables(files[0], *files[1:], engine=engine, **given, **common)


def _duckdb_can(metrics: list[Metric], settings: Settings) -> bool:
    """Test whether DuckDB is installed and supports these metrics and settings, so that it can be the default."""
    from corefscope.engines.run import check_supported

    try:
        check_supported(settings, metrics, "duckdb")
    except SettingsError:
        return False
    return find_spec("duckdb") is not None and find_spec("pyarrow") is not None
