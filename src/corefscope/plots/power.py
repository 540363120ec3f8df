"""The power of test sets over their size."""

from __future__ import annotations

from typing import Any

from corefscope.plots import chart
from corefscope.plots.curves import COLOURS, DASHES
from corefscope.statistics.power import Power
from corefscope.statistics.simulation import LEVELS


def power_curves(found: Power) -> dict[str, Any]:
    """One line per metric; rules at 80 and 90 %, and at the number of documents there are."""
    values = [
        {"metric": metric.title, "documents": each.documents, "power": each.power}
        for metric in found.result.metrics
        for each in found.metrics[metric.name].sizes
    ]
    titles = [metric.title for metric in found.result.metrics]
    scale = {"domain": titles, "range": [COLOURS[place % len(COLOURS)] for place in range(len(titles))]}
    dashes = {"domain": titles, "range": [DASHES[place % len(DASHES)] for place in range(len(titles))]}
    x = {"field": "documents", "type": "quantitative", "scale": {"type": "log", "nice": False}, "title": "documents"}
    y = {"field": "power", "type": "quantitative", "scale": {"domain": [0, 1]}, "axis": {"format": "%"}}
    line = {
        "x": x,
        "y": {**y, "title": "test sets that show the difference"},
        "color": {"field": "metric", "type": "nominal", "scale": scale, "title": None},
        "strokeDash": {"field": "metric", "type": "nominal", "scale": dashes, "title": None},
        "tooltip": [{"field": "metric"}, {"field": "documents"}, {"field": "power", "format": ".1%"}],
    }
    rule = {"type": "rule", "strokeDash": [4, 3], "color": "#999999"}
    one, two = (system.name for system in found.result.systems)
    return chart(
        f"Power to show the difference between {one} and {two}",
        values,
        layer=[
            *({"mark": rule, "encoding": {"y": {"datum": level}}} for level in LEVELS),
            {"mark": rule, "encoding": {"x": {"datum": found.groups}}},
            {"mark": {"type": "line", "point": True}, "encoding": line},
        ],
    )
