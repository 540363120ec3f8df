"""One part of an explanation as a table for spreadsheets and data frames."""

from __future__ import annotations

from typing import Any

from corefscope.analysis.mistakes.explanation import Explanation
from corefscope.reporting.render.spreadsheet import Spreadsheet
from corefscope.reporting.views.error_rows import FEATURES, PARTS, Row

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


def render(explanation: Explanation, part: str, top: int, raw: bool = False) -> str:
    """A row per error, repair, cost …; several mentions of one row are parted by ` | `."""
    sheet = Spreadsheet(COLUMNS[part], raw)
    for row in map(_flat, PARTS[part](explanation, top)):
        if not row.keys() <= set(COLUMNS[part]):
            raise ValueError(f"{part} has no column for {', '.join(row.keys() - set(COLUMNS[part]))}")
        sheet.add([row.get(name, "") for name in COLUMNS[part]])
    return sheet.text()


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
