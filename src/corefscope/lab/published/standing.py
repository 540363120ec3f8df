"""Where a system would stand in a published table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from corefscope.lab.papers.items import CUT, unit_of
from corefscope.lab.published.tables import Published, table
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
        """The rows near a scored system; None where some are left out."""
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
        """For `score -o json`: like all of it in fractions of 1, null where the table has no number."""
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
    """The metrics whose F1 the table has."""
    return [column.removesuffix(".f1") for column in source.values if column.endswith(".f1")]


def standing(result: Result, name: str) -> TableStanding:
    """The systems of a result among those of a published table, by CoNLL score if both have it.

    A published score compares only with one on the same data: where the table's key is known, its size is checked.
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
    rows = [_published(source, row, shared) for row in source.rows]
    rows += [
        (system.name, True, {metric: 100 * system.scores[metric].f1 for metric in shared}, {})
        for system in result.systems
    ]
    # No system stands above another by digits that the table does not print.
    unit = min(unit_of(row[f"{by}.f1"]) for row in source.rows if row[f"{by}.f1"][:1].isdigit())
    heights = [_height(row, by, unit, source.digits) for row in rows]
    order = sorted(range(len(rows)), key=lambda number: (-heights[number], -_value(rows[number], by)))
    places = [
        PublishedRow(name, ours, 1 + sum(other > heights[number] for other in heights), values, printed)
        for number in order
        for name, ours, values, printed in [rows[number]]
    ]
    return TableStanding(source, by, tuple(shared), tuple(places), tuple(_warnings(result, source)))


_Row = tuple[str, bool, dict[str, "float | None"], dict[str, str]]


def _published(source: Published, row: Any, metrics: Sequence[str]) -> _Row:
    texts = {metric: row[f"{metric}.f1"] for metric in metrics}
    known = {metric: float(text) if text[:1].isdigit() else None for metric, text in texts.items()}
    return source.label(row), False, known, texts


def _height(row: _Row, metric: str, unit: Fraction, digits: str) -> int:
    """A score in the last digit that the table prints, shortened as the table's are."""
    steps = _value(row, metric) / float(unit)
    return math.floor(steps + 1e-6) if digits == CUT else round(steps)


def _value(row: _Row, metric: str) -> float:
    value = row[2][metric]
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
    settings = result.settings
    if (settings.match, settings.average) != ("exact", "micro"):
        found.append(f"the table was scored with exact match and summed over documents, not {result.signature}")
    return found
