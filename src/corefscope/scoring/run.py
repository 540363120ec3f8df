"""One call of `score`: its settings and metrics, which fit together, and what all systems share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from corefscope.basics.arguments import flag
from corefscope.basics.escaping import shown
from corefscope.metrics import AnyMetrics, Metric, metrics_of
from corefscope.metrics.base import RELATIONS
from corefscope.problems import Notice, SettingsError, StrictError
from corefscope.settings import Settings, check_conflicts


@dataclass(frozen=True)
class Run:
    """What was asked for; `of` refuses what does not fit together."""

    settings: Settings
    metrics: tuple[Metric, ...]
    strict: bool = False
    per_document: bool = False

    @staticmethod
    def of(
        metrics: AnyMetrics,
        preset: str | None,
        settings: Settings | None,
        options: Mapping[str, Any],
        strict: bool,
        per_document: bool,
    ) -> Run:
        merged = Settings.of(settings, preset, options)
        run = Run(
            merged, tuple(metrics_of(metrics, preset)), flag(strict, "strict"), flag(per_document, "per_document")
        )
        scoring_relations = next((metric.name for metric in run.metrics if RELATIONS in metric.needs), None)
        check_conflicts(merged, scoring_relations)
        return run

    def needs(self, what: str) -> str | None:
        """The first metric that needs this of the data, such as mention types."""
        return next((metric.name for metric in self.metrics if what in metric.needs), None)

    def check(self, notices: Iterable[Notice]) -> None:
        """Raise the first warning as an error, under `strict`."""
        check_strict(notices, self.strict)


def check_strict(notices: Iterable[Notice], strict: bool) -> None:
    """Raise the first warning as an error, if warnings are errors."""
    for notice in notices if strict else ():
        raise StrictError(notice.code, str(notice), hint="a warning is an error under --strict")


def check_by(by: Any) -> None:
    """Refuse groups that are neither named nor given as a dict of names."""
    pairs = by.items() if isinstance(by, Mapping) else ()
    if not (by is None or isinstance(by, str | Mapping)) or not all(isinstance(part, str) for p in pairs for part in p):
        raise SettingsError("wrong-type", f"by should be a string, or a dict from document to group, not {shown(by)}")
