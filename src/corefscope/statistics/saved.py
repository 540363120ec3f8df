"""A comparison as JSON: `compare -o json` writes these structs, and the JSON Schema is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from corefscope._version import __version__
from corefscope.scoring.saved import SCHEMA, Count, SavedBy, SavedSettings, SavedWarning, Sha256, warnings
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import SystemPair

Pairs = Mapping[str, tuple[SystemPair, ...]]
# Under the name of the quantity that is compared its score, with interval and rank.
Rank = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/standing"})]


class ComparedKey(Struct):
    """The key of a comparison."""

    path: str | None
    sha256: Sha256 | None
    documents: Count
    entities: Count
    mentions: Count


class ComparedSystem(Struct):
    """A system of a comparison."""

    name: str
    path: str | None
    sha256: Sha256 | None
    scores: dict[str, Rank]


class ComparedGroup(Struct):
    """The comparison within a group of documents or mentions, and how many it has."""

    group: str
    systems: list[ComparedSystem]
    comparisons: Pairs
    documents: Count | UnsetType = UNSET
    mentions: Count | UnsetType = UNSET


class SavedComparison(Struct, tag_field="kind", tag="comparison", kw_only=True):
    """What corefscope compare -o json and Comparison.to_json() write."""

    schema: Annotated[int, Meta(description="counts changes that readers must know of", ge=1, le=SCHEMA)] = SCHEMA
    signature: str
    version: str
    settings: SavedSettings
    plan: Annotated[dict[str, Any], Meta(description="how differences are judged")]
    baseline: str | None
    groups: Annotated[Count, Meta(description="how many documents or groups are resampled")]
    key: ComparedKey
    systems: list[ComparedSystem]
    comparisons: Annotated[Pairs, Meta(description="by metric, every pair")]
    warnings: list[SavedWarning]
    by: SavedBy | UnsetType = UNSET
    by_group: list[ComparedGroup] | UnsetType = UNSET


def comparison_object(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain dicts and lists."""
    result, judgement, by = comparison.result, comparison.judgement, comparison.by
    key = result.key
    saved = SavedComparison(
        signature=comparison.signature,
        version=__version__,
        settings=asdict(result.settings),
        plan=asdict(comparison.plan),
        baseline=judgement.baseline,
        groups=len(judgement.groups),
        key=ComparedKey(key.path, key.sha256(), key.documents, key.entities, key.mentions),
        systems=_systems(comparison),
        comparisons=comparison.pairs,
        warnings=[SavedWarning(**each) for each in warnings(comparison.warnings)],
    )
    if by is not None:
        saved.by = SavedBy(by.what, by.note)
        saved.by_group = [
            ComparedGroup(name, _systems(part), part.pairs, **{f"{by.of}s": getattr(part.result.key, f"{by.of}s")})
            for name, part in comparison.by_group.items()
        ]
    content: dict[str, Any] = msgspec.to_builtins(saved)
    return content


def _systems(comparison: Comparison) -> list[ComparedSystem]:
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
        systems.append(ComparedSystem(system.name, system.path, system.sha256(), scores))
    return systems
