"""The result as one JSON object: fractions of 1 at full precision, with all counts."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

from corefscope._version import __version__
from corefscope.errors import Notice
from corefscope.metrics.base import Metric, Score
from corefscope.result import Result, System

SCHEMA = 1


def render(result: Result) -> str:
    return json.dumps(as_object(result), ensure_ascii=False, indent=1) + "\n"


def as_object(result: Result) -> dict[str, Any]:
    """The result as plain dicts and lists; `schema` counts changes that readers must know of."""
    key = result.key
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "signature": result.signature,
        "version": __version__,
        "settings": dataclasses.asdict(result.settings),
        "key": {
            "path": key.path,
            "sha256": key.sha256(),
            "documents": key.documents,
            "entities": key.entities,
            "mentions": key.mentions,
            "warnings": warnings(key.warnings),
        },
    }
    if result.by is not None:
        out["by"] = {"what": result.by.what, "note": result.by.note}
    return {**out, "systems": [_system(result, system) for system in result.systems]}


def _system(result: Result, system: System) -> dict[str, Any]:
    out: dict[str, Any] = {
        "name": system.name,
        "path": system.path,
        "sha256": system.sha256(),
        "documents": system.documents,
        "entities": system.entities,
        "mentions": system.mentions,
        "scores": scores_object(system.scores, result.metrics),
    }
    if result.by is not None:
        out["by_group"] = [
            {"group": name, f"{result.by.of}s": size, "scores": scores_object(system.by_group[name], result.metrics)}
            for name, size in result.by.groups.items()
        ]
    if system.per_document:
        # The counts by tally too: a saved result can be compared with others without its files.
        out["per_document"] = [
            {
                "document": name,
                "scores": scores_object(scores, result.metrics),
                "counts": {tally: counts.unit(unit) for tally, counts in system.tallies.items()},
            }
            for unit, (name, scores) in enumerate(zip(result.documents, system.per_document, strict=True))
        ]
    out["warnings"] = warnings(system.warnings)
    return out


def scores_object(scores: Mapping[str, Score], metrics: Iterable[Metric]) -> dict[str, Any]:
    """The scores of one system or document, by metric."""
    return {metric.name: _score(scores[metric.name], only_f1=bool(metric.family.mean_of)) for metric in metrics}


def _score(score: Score, only_f1: bool = False) -> dict[str, Any]:
    numbers = {"f1": score.f1} if only_f1 else {"recall": score.recall, "precision": score.precision, "f1": score.f1}
    parts = {name: _score(part) for name, part in score.parts.items()}
    counts = {} if score.parts else dict(score.counts)
    return {**numbers, **counts, **parts, "undefined": list(score.undefined)}


def warnings(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    return [
        {"kind": notice.kind, "count": notice.count, "first": notice.first, "places": list(notice.places)}
        for notice in notices
    ]
