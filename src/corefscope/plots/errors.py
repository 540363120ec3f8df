"""A chart of errors by type, and of the score as one type after the other is repaired."""

from __future__ import annotations

from typing import Any

from corefscope.analysis.explanation import Explanation
from corefscope.plots import chart

AS_IT_IS = "as it is"


def error_chart(explanation: Explanation) -> dict[str, Any]:
    """Bars of errors by type, beside F1 with all types up to each repaired."""
    kinds = list(explanation.options.kinds)
    systems = [system.name for system in explanation.systems]
    metric = next((each for each in explanation.result.metrics if each.is_mean), explanation.result.metrics[0])
    counts = [
        {"system": system.name, "type": kind, "errors": system.errors.counts[kind]}
        for system in explanation.systems
        for kind in kinds
    ]
    scores = []
    for system in explanation.systems:
        scores.append({"system": system.name, "type": AS_IT_IS, "f1": 100 * system.system.scores[metric.name].f1})
        for repair in system.repairs:
            if repair.kind in kinds and metric.name in repair.cumulative:
                f1 = 100 * repair.cumulative[metric.name].f1
                scores.append({"system": system.name, "type": f"+ {repair.kind}", "f1": f1})
    colour = {
        "field": "system",
        "type": "nominal",
        "sort": systems,
        "title": None,
        "scale": {"scheme": "tableau10" if len(systems) <= 10 else "tableau20"},
        "legend": {"orient": "top", "direction": "vertical"} if len(systems) > 1 else None,
    }
    place = {
        "y": {"field": "type", "type": "nominal", "sort": kinds, "title": None},
        "yOffset": {"field": "system", "sort": systems},
        "x": {"field": "errors", "type": "quantitative", "title": "errors", "axis": {"tickMinStep": 1}},
    }
    number = {"type": "text", "align": "left", "dx": 4, "fontSize": 11}
    bars = {
        "width": 330,
        "height": 280,
        "data": {"values": counts},
        "encoding": place,
        "layer": [
            {"mark": {"type": "bar", "tooltip": True}, "encoding": {"color": colour}},
            {"mark": number, "encoding": {"text": {"field": "errors"}}},
        ],
    }
    steps = [AS_IT_IS, *(f"+ {kind}" for kind in kinds)]
    curve = {
        "width": 330,
        "height": 280,
        "data": {"values": scores},
        "mark": {"type": "line", "point": {"size": 50}, "tooltip": True},
        "encoding": {
            "x": {"field": "type", "type": "nominal", "sort": steps, "title": "repaired", "axis": {"labelAngle": -35}},
            "y": {
                "field": "f1",
                "type": "quantitative",
                "title": f"{metric.title} F1",
                "scale": {"zero": False},
            },
            "color": colour,
        },
    }
    named = f" of {systems[0]}" if len(systems) == 1 else ""
    return chart(f"Errors{named} by type, and F1 as they are repaired", [], hconcat=[bars, curve])
