"""Build the Table from data larger than memory (DuckDB) or larger than one machine (Spark).

Key and response are tables of document, mention and entity. An engine groups them; this process receives a
CountedTable for some units at a time, and from there on the code is that of `score`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corefscope.basics.options import Choice, listed, registry
from corefscope.metrics.registry import DEFAULT
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.metrics import AnyMetrics
    from corefscope.scoring.inputs import Progress
    from corefscope.scoring.result import Result


@dataclass(frozen=True, eq=False)
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
    from corefscope.engines.run import EngineRun  # loads NumPy, which ENGINES in help does not need
    from corefscope.engines.supported import check_metrics, check_settings
    from corefscope.metrics import metrics as parse_metrics
    from corefscope.scoring.inputs import names_of

    wanted = tuple(parse_metrics(metrics))
    check_settings(chosen, engine)
    check_metrics(wanted, engine)
    entry = ENGINES[engine]
    given = {"memory_limit": memory_limit, "spill": spill, "spark_master": spark_master, "session": session}
    for option, value in given.items():
        if value is not None and option not in entry.takes:
            fitting = [other.name for other in ENGINES.values() if option in other.takes]
            raise SettingsError("needs-engine", f"{option} goes with --engine {listed(fitting)}")
    started = entry.load()(**{option: given[option] for option in entry.takes})
    try:
        run = EngineRun(started, chosen, wanted, strict, per_document, progress or (lambda step: None))
        return run.result(os.fspath(key), [os.fspath(path) for path in responses], names_of(responses, names))
    finally:
        started.close()
