"""A comparison for machines: JSON at full precision, and CSV with a row per system and per pair."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from corefscope._version import __version__
from corefscope.reporting.render.json import SCHEMA, warnings
from corefscope.reporting.render.spreadsheet import Spreadsheet
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.intervals import Interval

COLUMNS = (
    "metric", "field", "system", "against", "value", "low", "high", "rank", "effect", "p", "corrected", "reachable",
    "verdict", "signature",
)  # fmt: skip


def as_object(comparison: Comparison) -> dict[str, Any]:
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


def as_json(comparison: Comparison) -> str:
    return json.dumps(as_object(comparison), ensure_ascii=False, indent=1) + "\n"


def as_csv(comparison: Comparison, raw: bool = False) -> str:
    """Systems first, without `against`; then pairs, whose value is the difference. A breakdown adds its groups."""
    by = comparison.by is not None
    sheet = Spreadsheet([*(["group"] if by else []), *COLUMNS], raw)
    for group, part in (("", comparison), *comparison.by_group.items()):
        for row in _rows(part):
            sheet.add([*([group] if by else []), *row, comparison.signature])
    return sheet.text()


def _rows(comparison: Comparison) -> Iterator[list[object]]:
    field = comparison.plan.field
    for metric, standings in comparison.standings.items():
        for standing in standings:
            low, high = standing.interval or ("", "")
            rank = "" if standing.rank is None else standing.rank
            yield [metric, field, standing.system, "", standing.score, low, high, rank, "", "", "", "", ""]
    for metric, pairs in comparison.pairs.items():
        for pair in pairs:
            low, high = pair.interval or ("", "")
            effect = "" if pair.effect is None else pair.effect
            judged = [effect, pair.p, pair.corrected, pair.reachable, pair.verdict]
            yield [metric, field, pair.first, pair.second, pair.difference, low, high, "", *judged]
