"""Where a system would stand in a published table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from corefscope.lab.papers.items import CUT, unit_of
from corefscope.lab.published.tables import Published, table
from corefscope.presets import preset_named
from corefscope.problems import SettingsError
from corefscope.scoring.result import Result

AROUND = 3  # published systems shown above and below a system


@dataclass(frozen=True)
class PublishedRow:
    """One row: a published system, or one that was scored. Values are percentages by metric, None where unknown."""

    name: str
    ours: bool
    rank: int
    values: dict[str, float | None]
    printed: dict[str, str]


@dataclass(frozen=True)
class TableStanding:
    """A published table with the scored systems in their places; `by` is the metric that orders it."""

    source: Published
    by: str
    metrics: tuple[str, ...]
    places: tuple[PublishedRow, ...]
    warnings: tuple[str, ...]

    def around(self, distance: int = AROUND) -> list[PublishedRow | None]:
        """Return the rows near a scored system; None where some are left out."""
        ours = [number for number, place in enumerate(self.places) if place.ours]
        near = [min(abs(number - own) for own in ours) <= distance for number in range(len(self.places))]
        shown: list[PublishedRow | None] = []
        for place, keep in zip(self.places, near, strict=True):
            if keep:
                shown.append(place)
            elif not shown or shown[-1] is not None:
                shown.append(None)
        return shown

    def as_object(self) -> dict[str, Any]:
        """Return the table for `score -o json`: fractions of 1, null where the table has no number."""
        return {
            "table": self.source.name,
            "source": self.source.source,
            "by": self.by,
            "warnings": list(self.warnings),
            "places": [
                {
                    "name": place.name,
                    "ours": place.ours,
                    "rank": place.rank,
                    "f1": {metric: value if value is None else value / 100 for metric, value in place.values.items()},
                }
                for place in self.places
            ],
        }


def metrics_of(source: Published) -> list[str]:
    """Return the metrics whose F1 the table has."""
    return [column.removesuffix(".f1") for column in source.values if column.endswith(".f1")]


def standing(result: Result, name: str) -> TableStanding:
    """Rank the systems of a result among those of a published table, by CoNLL score if both have it.

    A published score compares only with one on the same data: where the paper gives the size of the key, it is checked.
    """
    source = table(name)
    published, scored = metrics_of(source), [metric.name for metric in result.metrics]
    shared = [metric for metric in published if metric in scored]
    if not published:
        raise SettingsError(
            "nothing-published", f"{name} has no scores to stand beside", hint=f"it shows {source.title}"
        )
    if not shared:
        raise SettingsError(
            "nothing-published",
            f"{name} has none of the metrics that were scored",
            hint=f"it has {', '.join(published)}: add -m {published[-1]}",
        )
    by = "conll" if "conll" in shared else shared[-1]
    rows = []
    for row in source.rows:
        texts = {metric: row[f"{metric}.f1"] for metric in shared}
        values = {metric: float(text) if text[:1].isdigit() else None for metric, text in texts.items()}
        rows.append(PublishedRow(source.label(row), False, 0, values, texts))
    for system in result.systems:
        rows.append(PublishedRow(system.name, True, 0, {name: 100 * system.scores[name].f1 for name in shared}, {}))
    # No system stands above another by digits that the table does not print.
    unit = float(min(unit_of(row.printed[by]) for row in rows if not row.ours and row.values[by] is not None))

    def height(row: PublishedRow) -> int:
        """Return the score in units of the last printed digit, shortened as the table's are."""
        steps = _value(row, by) / unit
        return math.floor(steps + 1e-6) if source.digits == CUT else round(steps)

    rows.sort(key=lambda row: (-height(row), -_value(row, by)))
    places = [replace(row, rank=1 + sum(height(other) > height(row) for other in rows)) for row in rows]
    return TableStanding(source, by, tuple(shared), tuple(places), tuple(_warnings(result, source)))


def _value(row: PublishedRow, metric: str) -> float:
    value = row.values[metric]
    return -1.0 if value is None else value


def _warnings(result: Result, source: Published) -> list[str]:
    found = []
    key = source.key
    if key and (key["mentions"], key["entities"]) != (result.key.mentions, result.key.entities):
        found.append(
            f"the key has {result.key.mentions:,} mentions in {result.key.entities:,} entities, that of the table "
            f"{key['mentions']:,} in {key['entities']:,} ({key['source']}): "
            "not the same data, so the places mean nothing"
        )
    elif not key:
        found.append("scores compare only on the table's own test data, whose size its paper does not give")
    preset = source.facts.get("preset")
    expected = preset_named(preset).values if preset else {"match": "exact", "average": "micro"}
    if any(getattr(result.settings, name) != value for name, value in expected.items()):
        how = f"as --preset {preset} does" if preset else "with exact match and summed over documents"
        found.append(f"the table was scored {how}, not {result.signature}")
    return found
