"""A comparison as JSON: what `compare -o json` writes. `saved.schema.json` describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec

from corefscope._version import __version__
from corefscope.scoring.saved import SCHEMA, warnings
from corefscope.statistics.comparison import Comparison


def comparison_object(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain dicts and lists."""
    result, judgement, by = comparison.result, comparison.judgement, comparison.by
    key = result.key
    content: dict[str, Any] = {
        "kind": "comparison",
        "schema": SCHEMA,
        "signature": comparison.signature,
        "version": __version__,
        "settings": asdict(result.settings),
        "plan": asdict(comparison.plan),
        "baseline": judgement.baseline,
        "groups": len(judgement.groups),
        "key": {
            "path": key.path,
            "sha256": key.sha256(),
            "documents": key.documents,
            "entities": key.entities,
            "mentions": key.mentions,
        },
        "systems": _systems(comparison),
        "comparisons": comparison.pairs,
        "warnings": warnings(comparison.warnings),
    }
    if by is not None:
        size = f"{by.of}s"
        content["by"] = {"what": by.what, "note": by.note}
        content["by_group"] = [
            {"group": name, "systems": _systems(part), "comparisons": part.pairs, size: getattr(part.result.key, size)}
            for name, part in comparison.by_group.items()
        ]
    plain: dict[str, Any] = msgspec.to_builtins(content)
    return plain


def _systems(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the scores of each system, with intervals and ranks."""
    field = comparison.plan.field
    systems = []
    for number, system in enumerate(comparison.result.systems):
        scores = {}
        for name, standings in comparison.standings.items():
            standing = standings[number]
            scores[name] = {
                field: standing.score,
                "interval": standing.interval,
                "rank": standing.rank,
                "undefined": [field] if field in system.scores[name].undefined else [],
            }
        systems.append({"name": system.name, "path": system.path, "sha256": system.sha256(), "scores": scores})
    return systems
