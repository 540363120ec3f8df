"""The settings and metrics that an engine supports: those that need only document, mention and entity."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from corefscope.metrics import AnyMetrics, Metric, metrics
from corefscope.metrics.base import ALIGNMENT, CORPORA, ENTITY_TYPES, MENTION_TYPES
from corefscope.problems import SettingsError
from corefscope.settings import Settings

REPEATED = ("first", "error")
SINGLETONS = ("keep", "drop")
UNUSED = (
    *("zeros", "split", "layer", "align", "window", "drop", "sentences", "types"),
    *("key_clusters", "response_clusters", "names_strip", "pair_by"),
)
IN_MEMORY = "without --engine it is computed in memory"


def check_settings(settings: Settings, engine: str) -> None:
    """Raise on settings that need the text or the order of a file."""
    flag = f"--engine {engine}"
    if settings.match != "exact":
        raise SettingsError(
            "engine-cannot",
            f"{flag} matches mentions by their ids: --match exact, not {settings.match}",
            hint=IN_MEMORY,
        )
    if settings.repeated not in REPEATED:
        raise SettingsError(
            "engine-cannot",
            f"{flag} knows --repeated {' and '.join(REPEATED)}, not {settings.repeated}",
            hint="first is the smallest entity id",
        )
    if settings.singletons not in SINGLETONS:
        raise SettingsError(
            "engine-cannot",
            f"{flag} knows --singletons {' and '.join(SINGLETONS)}, not {settings.singletons}",
            hint=IN_MEMORY,
        )
    for name in UNUSED:
        if getattr(settings, name) != getattr(Settings(), name):
            raise SettingsError("engine-cannot", f"{flag} has no use for --{name.replace('_', '-')}", hint=IN_MEMORY)
    for name in ("format", "key_format", "response_format"):
        if getattr(settings, name) not in (None, "table"):
            raise SettingsError(
                "engine-cannot", f"{flag} reads tables, not {getattr(settings, name)}", hint="corefscope convert"
            )


def duckdb_can(wanted: AnyMetrics, settings: Settings) -> bool:
    """Test whether DuckDB is installed and supports these metrics and settings, so that it can be the default."""
    if find_spec("duckdb") is None or find_spec("pyarrow") is None:
        return False
    try:
        check_settings(settings, "duckdb")
        check_metrics(metrics(wanted), "duckdb")
    except SettingsError:
        return False
    return True


def check_metrics(wanted: Iterable[Metric], engine: str) -> None:
    """Raise on metrics that need more than the Table."""
    for metric in wanted:
        lacking = _lacking(metric)
        if lacking:
            raise SettingsError(
                "engine-cannot", f"{metric.name} needs {lacking}, which --engine {engine} does not keep", hint=IN_MEMORY
            )


def _lacking(metric: Metric) -> str | None:
    if MENTION_TYPES in metric.needs:
        return "the types of mentions"
    if ENTITY_TYPES in metric.needs:
        return "the types of entities"
    if CORPORA in metric.needs:
        return "the heads and words of mentions" if "match" in dict(metric.values) else "the words of mentions"
    return "every mention by itself" if ALIGNMENT in metric.needs else None
