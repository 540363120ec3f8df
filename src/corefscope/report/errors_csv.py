"""One part of an explanation as a table for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from typing import Any

from corefscope.analysis.explanation import Explanation
from corefscope.report.error_rows import PARTS, Row


def render(explanation: Explanation, part: str, top: int) -> str:
    """A row per error, repair, cost …; several mentions of one row are parted by ` | `."""
    stream = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in PARTS[part](explanation, top):
        flat = _flat(row)
        if writer is None:
            writer = csv.DictWriter(stream, list(flat), lineterminator="\n")
            writer.writeheader()
        writer.writerow(flat)
    return stream.getvalue()


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
