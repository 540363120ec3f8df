"""The result as one JSON object: fractions of 1 at full precision, with all counts."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from corefscope._version import __version__
from corefscope.metrics.base import Metric, Score
from corefscope.problems import Notice
from corefscope.scoring.result import Result, System
from corefscope.scoring.totals import document_scores

SCHEMA = 1
AT_ONCE = 4096  # small pieces of text that are given together


def render(result: Result) -> str:
    return "".join(pieces(result))


def pieces(result: Result, **more: Any) -> Iterator[str]:
    """The same text piece by piece, of which no more than one document's scores are held; `more` is added to it."""
    encoder = json.JSONEncoder(ensure_ascii=False, indent=1)
    several: list[str] = []
    for piece in encoder.iterencode({**_object(result, _Rows), **more}):
        several.append(piece)
        if len(several) == AT_ONCE:
            yield "".join(several)
            several.clear()
    yield "".join([*several, "\n"])


def as_object(result: Result) -> dict[str, Any]:
    """The result as plain dicts and lists; `schema` counts changes that readers must know of."""
    return _object(result, list)


class _Rows(list[Any]):
    """A list for the encoder, which asks for its items once: they are made one by one."""

    def __init__(self, rows: Iterator[Any]) -> None:
        super().__init__([None])  # so that it is not taken for an empty one
        self._rows = rows

    def __iter__(self) -> Iterator[Any]:
        return self._rows


def _object(result: Result, rows: Callable[[Iterator[Any]], list[Any]]) -> dict[str, Any]:
    key = result.key
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "signature": result.signature,
        "version": __version__,
        "settings": dataclasses.asdict(result.settings),
        "key": {
            "path": key.path,
            "sha256": key.sha256(),
            "files": [file._asdict() for file in key.files],
            "documents": key.documents,
            "entities": key.entities,
            "mentions": key.mentions,
            "warnings": warnings(key.warnings),
        },
    }
    if result.by is not None:
        out["by"] = {"what": result.by.what, "note": result.by.note}
    return {**out, "systems": [_system(result, system, rows) for system in result.systems]}


def _system(result: Result, system: System, rows: Callable[[Iterator[Any]], list[Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {
        "name": system.name,
        "path": system.path,
        "sha256": system.sha256(),
        "files": [file._asdict() for file in system.files],
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
        out["per_document"] = rows(_documents(result, system))
    out["warnings"] = warnings(system.warnings)
    return out


def _documents(result: Result, system: System) -> Iterator[dict[str, Any]]:
    """Of each document its scores, and its counts by tally: a saved result can be compared without its files."""
    scored = document_scores(system.tallies, result.metrics, len(result.documents)).with_counts()
    for name, (scores, counts) in zip(result.documents, scored, strict=True):
        yield {"document": name, "scores": scores_object(scores, result.metrics), "counts": counts}


def scores_object(scores: Mapping[str, Score], metrics: Iterable[Metric]) -> dict[str, Any]:
    """The scores of one system or document, by metric."""
    return {metric.name: _score(scores[metric.name], only_f1=metric.is_mean) for metric in metrics}


def _score(score: Score, only_f1: bool = False) -> dict[str, Any]:
    numbers = {"f1": score.f1} if only_f1 else {"recall": score.recall, "precision": score.precision, "f1": score.f1}
    parts = {name: _score(part) for name, part in score.parts.items()}
    counts = {} if score.parts else dict(score.counts)
    return {**numbers, **counts, **parts, "undefined": list(score.undefined)}


def warnings(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    return [
        {
            "code": notice.code,
            "kind": notice.kind,
            "setting": notice.setting,
            "count": notice.count,
            "first": notice.first,
            "places": list(notice.places),
        }
        for notice in notices
    ]
