"""What systems did wrong, for programs: one object with a list of rows for each part, or one part as records."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.analysis.mistakes.explanation import Explanation
from corefscope.reporting.report import Records
from corefscope.reporting.views.error_rows import FEATURES, PARTS, Row
from corefscope.scoring.saved import as_object as of_result

SCHEMA = 1
_PLACE = ("document", "first", "last", "text", "type", "entity", "sentence", "file", "line")
COLUMNS = {
    "errors": (
        "system", "kind", "document", "key_mentions", "key_text", "response_mentions", "response_text", "with", "also",
    ),
    "repairs": ("system", "kind", "repaired", "metric", "recall", "precision", "f1"),
    "gaps": (
        "system", "metric", "rule", "recall_cost", "precision_cost", "recall_unattributed", "precision_unattributed",
    ),
    "costs": ("system", "metric", "of", "what", "side", "cost", "mentions", *_PLACE, *FEATURES),
    "breakdowns": (
        "system", "metric", "feature", "group", "key_mentions", "response_mentions", "recall", "precision", "f1",
        "recall_cost", "precision_cost",
    ),
    "links": ("system", "one", "two", "recall", "precision", "f1", "both", "key", "response"),
    "antecedents": (
        "system", "of", *(f"anaphor_{name}" for name in _PLACE), *(f"antecedent_{name}" for name in _PLACE),
    ),
    "confusions": ("system", "of", "anaphor", "antecedent", "count", "places"),
    "arcs": (
        "system", "score", "of", "group", "recall", "precision", "f1", "accuracy", "tp", "wl", "fn", "fp",
    ),
    "differences": ("system", "over", "metric", "what", "gain", "document", "entity", "text"),
}  # fmt: skip


def as_object(explanation: Explanation, parts: Sequence[str], top: int) -> dict[str, Any]:
    """Scores and sides as `score -o json` has them, then the parts."""
    result, language = of_result(explanation.result), explanation.options.language
    return {
        "schema": SCHEMA,
        "signature": result["signature"],
        "version": __version__,
        "language": {
            name: " ".join(sorted(value)) if isinstance(value, frozenset) else value
            for name, value in dataclasses.asdict(language).items()
        },
        "types": {system.name: dict(system.errors.info.rules) for system in explanation.systems},
        "counts": {system.name: system.errors.counts for system in explanation.systems},
        "key": result["key"],
        "systems": result["systems"],
        **{part: list(PARTS[part](explanation, top)) for part in parts},
    }


def records(explanation: Explanation, part: str, top: int) -> Records:
    """A row per error, repair, cost …; several mentions of one row are separated by ` | `."""
    return COLUMNS[part], ([row.get(name, "") for name in COLUMNS[part]] for row in _rows(explanation, part, top))


def _rows(explanation: Explanation, part: str, top: int) -> Iterator[Row]:
    for row in map(_flat, PARTS[part](explanation, top)):
        if not row.keys() <= set(COLUMNS[part]):
            raise ValueError(f"{part} has no column for {', '.join(row.keys() - set(COLUMNS[part]))}")
        yield row


def _flat(row: Row) -> Row:
    flat: Row = {}
    for name, value in row.items():
        if name == "with":
            flat["with"] = value["text"] if value else ""
        elif isinstance(value, dict):
            flat.update({f"{name}_{inner}": each for inner, each in value.items()})
        elif name.endswith("_mentions") and isinstance(value, list):
            flat[name] = " | ".join(_span(place) for place in value)
            flat[name.replace("mentions", "text")] = " | ".join(place["text"] for place in value)
        elif name == "places":
            flat[name] = " | ".join(f"{one['document']} {_span(one)} {_span(two)}" for one, two in value)
        elif isinstance(value, list):
            flat[name] = " | ".join(value)
        else:
            flat[name] = value
    return flat


def _span(place: dict[str, Any]) -> str:
    return place["text"] if place["first"] is None else f"{place['first']}-{place['last']}"
