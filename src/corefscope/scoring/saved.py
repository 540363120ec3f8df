"""Results and comparisons as JSON, and results read back; `saved.schema.json` is their schema.

Scores are fractions of 1 at full precision, with all counts.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from corefscope._version import __version__
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import Metric, Score
from corefscope.problems import FormatError, Notice, Notices
from corefscope.scoring.result import Result, System
from corefscope.scoring.totals import document_scores

if TYPE_CHECKING:
    from corefscope.statistics.comparison import Comparison
    from corefscope.statistics.intervals import Interval

SCHEMA = 1
AT_ONCE = 4096  # small pieces of text that are given together
_BEGINNING = 4096


def pieces(result: Result, **more: Any) -> Iterator[str]:
    """The text in parts, of which no more than one document's scores are held; `more` is added to it."""
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
        super().__init__([None])  # so that it does not look empty
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
    if system.output is not None:
        scores = {name: scores_object(each, result.metrics) for name, each in system.output.scores.items()}
        out["output"] = {**system.output.counts(), "scores": scores}
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


def comparison_object(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain dicts and lists."""
    result, judgement = comparison.result, comparison.judgement
    key = result.key
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": "comparison",
        "signature": comparison.signature,
        "version": __version__,
        "settings": dataclasses.asdict(result.settings),
        "plan": dataclasses.asdict(comparison.plan),
        "baseline": judgement.baseline,
        "groups": len(judgement.groups),
        "key": {
            "path": key.path,
            "sha256": key.sha256(),
            "documents": key.documents,
            "entities": key.entities,
            "mentions": key.mentions,
        },
        **_judged(comparison),
        "warnings": warnings(comparison.warnings),
    }
    by = comparison.by
    if by is not None:
        out["by"] = {"what": by.what, "note": by.note}
        out["by_group"] = [
            {"group": name, f"{by.of}s": getattr(part.result.key, f"{by.of}s"), **_judged(part)}
            for name, part in comparison.by_group.items()
        ]
    return out


def _judged(comparison: Comparison) -> dict[str, Any]:
    result = comparison.result
    return {
        "systems": [
            {
                "name": system.name,
                "path": system.path,
                "sha256": system.sha256(),
                "scores": {metric.name: _standing(comparison, metric.name, number) for metric in result.metrics},
            }
            for number, system in enumerate(result.systems)
        ],
        "comparisons": {
            metric: [
                {**dataclasses.asdict(pair), "interval": _bounds(pair.interval)} for pair in comparison.pairs[metric]
            ]
            for metric in comparison.pairs
        },
    }


def _standing(comparison: Comparison, metric: str, number: int) -> dict[str, Any]:
    standing = comparison.standings[metric][number]
    field = comparison.plan.field
    undefined = field in comparison.result.systems[number].scores[metric].undefined
    return {
        field: standing.score,
        "interval": _bounds(standing.interval),
        "rank": standing.rank,
        "undefined": [field] if undefined else [],
    }


def _bounds(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)


def is_saved(path: object) -> bool:
    """Whether this is a file that `score -o json` wrote."""
    if not isinstance(path, str | os.PathLike) or not os.path.isfile(argument_path(path, "a side")):
        return False
    with open(path, "rb") as stream:
        beginning = stream.read(_BEGINNING)
    return beginning.lstrip()[:1] == b"{" and b'"schema"' in beginning and b'"signature"' in beginning


def load(path: str) -> dict[str, Any]:
    """A result saved by `score -o json`."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.loads(file.read())
    except FileNotFoundError:
        raise FormatError("no-such-file", "there is no such file", path) from None
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(
            "not-a-saved-result", f"not a saved result: {reason}", path, hint="made by corefscope score -o json"
        ) from None
    if isinstance(content, dict) and "kind" in content:
        kind = quoted(str(content["kind"]))
        raise FormatError(
            "not-a-saved-result", f"a saved {kind}, not a saved result", path, hint="made by corefscope score -o json"
        )
    wrong = _flaw(content)
    if wrong:
        fact = f"not a saved result of corefscope: {wrong}"
        raise FormatError("not-a-saved-result", fact, path, hint="made by corefscope score -o json")
    return content  # type: ignore[no-any-return]


def _flaw(content: Any) -> str | None:
    """What a saved result lacks, as far as results are compared; None if it is whole."""
    if not isinstance(content, dict) or not {"schema", "settings", "key", "systems"} <= content.keys():
        return "it is no object with schema, settings, key and systems"
    # A later schema has fields that mean something else: what is read by the rules of this one would be wrong.
    schema = content["schema"]
    if isinstance(schema, bool) or not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        return f"its schema is {quoted(str(schema))}, and this version reads up to {SCHEMA}"
    if not isinstance(content["settings"], dict):
        return "'settings' is no object"
    if not _is_side(content["key"]):
        return "'key' is no object with warnings"
    systems = content["systems"]
    if not isinstance(systems, list) or not all(_is_side(each) and _is_system(each) for each in systems):
        return "'systems' is no list of objects with name, scores and warnings"
    if not all(_are_documents(each.get("per_document", [])) for each in systems):
        return "'per_document' of a system is no list of objects with document and scores"
    return None


def _is_side(side: Any) -> bool:
    warnings = side.get("warnings") if isinstance(side, dict) else None
    return isinstance(warnings, list) and all(
        isinstance(each, dict) and isinstance(each.get("kind"), str) and isinstance(each.get("count"), int)
        for each in warnings
    )


def _is_system(system: Mapping[str, Any]) -> bool:
    return isinstance(system.get("name"), str) and _are_scores(system.get("scores"))


def _are_documents(documents: Any) -> bool:
    return isinstance(documents, list) and all(
        isinstance(row, dict) and isinstance(row.get("document"), str) and _are_scores(row.get("scores"))
        for row in documents
    )


def _are_scores(scores: Any, depth: int = 4) -> bool:
    """Objects within objects, but not without end."""
    return isinstance(scores, dict) and all(
        not isinstance(value, dict) or (depth > 1 and _are_scores(value, depth - 1)) for value in scores.values()
    )


def files_of(side: Mapping[str, Any]) -> tuple[ReadFile, ...]:
    """What was read; results of older versions know only the checksum of all."""
    if "files" in side:
        return tuple(ReadFile(each["path"], each["size"], each["sha256"], each["format"]) for each in side["files"])
    return () if side["sha256"] is None else (ReadFile(side["path"], None, side["sha256"]),)


def sizes_of(side: Mapping[str, Any]) -> tuple[int, int, int]:
    return int(side["documents"]), int(side["entities"]), int(side["mentions"])


def warnings_of(side: Mapping[str, Any]) -> tuple[Notice, ...]:
    notices = Notices()
    notices.extend(
        Notice(each.get("code", each["kind"]), int(each["count"]), tuple(each["places"])) for each in side["warnings"]
    )
    return tuple(notices)
