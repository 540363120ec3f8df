"""Build the Table from data larger than memory (DuckDB) or larger than one machine (Spark).

Key and response are tables of document, mention and entity. An engine groups them; this process receives a
CountedTable for some units at a time, and from there on the code is that of `score`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from corefscope.basics.options import Choice, registry
from corefscope.metrics.registry import DEFAULT
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.metrics import AnyMetrics
    from corefscope.scoring.inputs import Progress
    from corefscope.scoring.result import Result


ENGINES: dict[str, Choice] = registry(
    Choice("duckdb", "tables larger than memory", code="corefscope.engines.duck:DuckEngine"),
    Choice("spark", "tables larger than a machine", code="corefscope.engines.spark:SparkEngine"),
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
        raise SettingsError("no-response", "no response was named")
    all_settings = Settings.of(settings, preset, options)
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES)
    of_spark = {"spark_master": spark_master, "session": session} if engine == "spark" else {}
    if (spark_master or session) and not of_spark:
        raise SettingsError("needs-engine", "spark_master and session go with --engine spark")
    from corefscope.engines.run import EngineRun, check_supported  # loads NumPy, which ENGINES in help does not need
    from corefscope.metrics import metrics as parse_metrics
    from corefscope.scoring.inputs import names_of

    all_metrics = tuple(parse_metrics(metrics))
    check_supported(all_settings, all_metrics, engine)
    try:
        started = ENGINES[engine].load()(memory_limit, spill, **of_spark)
    except ImportError as error:
        fact = f"--engine {engine} needs {(error.name or engine).partition('.')[0]}, which is not installed"
        raise SettingsError("not-installed", fact, hint=f"pip install 'corefscope[{engine}]'") from None
    try:
        run = EngineRun(started, all_settings, all_metrics, strict, per_document, progress or (lambda step: None))
        return run.score(os.fspath(key), [os.fspath(path) for path in responses], names_of(responses, names))
    finally:
        started.close()
