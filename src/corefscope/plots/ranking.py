"""Charts of a comparison: scores or differences with intervals, and ranks under each metric."""

from __future__ import annotations

from typing import Any

from corefscope.plots import chart
from corefscope.problems import SettingsError
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.intervals import Interval
from corefscope.statistics.plan import FIELDS

_COLOURS = {"better": "#009e73", "worse": "#d55e00", "no difference": "#555555", "cannot be shown": "#aaaaaa"}
_SHAPES = {"better": "triangle-up", "worse": "triangle-down", "no difference": "circle", "cannot be shown": "cross"}
ROW = 22


def forest(comparison: Comparison) -> dict[str, Any]:
    """One panel per metric: the score of each system with its interval, or its difference from a baseline."""
    baseline = comparison.judgement.baseline
    values = _values(comparison)
    systems = list(dict.fromkeys(value["system"] for value in values))
    field, level = FIELDS[comparison.plan.field].meaning, f"{100 * (1 - comparison.plan.alpha):g}%"
    what = field if baseline is None else f"difference in {field} from {baseline}"
    y = {"field": "system", "type": "nominal", "sort": systems, "title": None, "axis": {"labelLimit": 300}}
    x = {"type": "quantitative", "title": what, "scale": {"zero": baseline is not None, "nice": True}}
    tooltip = [
        {"field": "metric"},
        {"field": "system"},
        *({"field": name, "format": ".2f"} for name in ("value", "low", "high")),
        {"field": "verdict"},
    ]
    encoding: dict[str, Any] = {"y": y, "tooltip": tooltip}
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {**encoding, "x": {**x, "field": "low"}, "x2": {"field": "high"}},
        },
        {"mark": {"type": "point", "filled": True, "size": 70}, "encoding": {**encoding, "x": {**x, "field": "value"}}},
    ]
    if baseline is None:
        for layer in layers:
            layer["mark"]["color"] = "#0072b2"
    else:
        scale = {"domain": list(_COLOURS), "range": list(_COLOURS.values())}
        shapes = {"domain": list(_SHAPES), "range": list(_SHAPES.values())}
        for layer in layers:
            layer["encoding"]["color"] = {"field": "verdict", "scale": scale, "title": "than the baseline"}
        layers[1]["encoding"]["shape"] = {"field": "verdict", "scale": shapes, "title": "than the baseline"}
        layers.insert(
            0, {"mark": {"type": "rule", "strokeDash": [4, 3], "color": "#999999"}, "encoding": {"x": {"datum": 0}}}
        )
    metrics = [metric.title for metric in comparison.result.metrics]
    header = {"labelFontSize": 13, "labelFontWeight": "bold"}
    return chart(
        f"{what[0].upper()}{what[1:]} with {level} intervals",
        values,
        facet={"field": "metric", "type": "nominal", "title": None, "sort": metrics, "header": header},
        columns=min(len(metrics), 2),
        spec={"width": 300, "height": ROW * len(systems) + 10, "layer": layers},
        resolve={"scale": {"x": "independent"}, "axis": {"x": "independent"}},
    )


def _values(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the scores of all systems, or their differences from the baseline, in percent."""
    values = []
    for metric in comparison.result.metrics:
        rows: list[tuple[str, float, Interval | None, str]]
        if comparison.judgement.baseline is None:
            rows = [
                (one.system, one.score, one.interval, "" if one.rank is None else f"rank {one.rank}")
                for one in comparison.standings[metric.name]
            ]
        else:
            rows = [(one.first, one.difference, one.interval, one.standing) for one in comparison.pairs[metric.name]]
        for system, value, interval, verdict in rows:
            low, high = interval or (value, value)
            numbers = {"value": 100 * value, "low": 100 * low, "high": 100 * high}
            values.append({"metric": metric.title, "system": system, **numbers, "verdict": verdict})
    return values


def rank_chart(comparison: Comparison) -> dict[str, Any]:
    """Systems × metrics: the rank as number and colour; systems that do not differ share a rank."""
    if comparison.judgement.baseline is not None:
        raise SettingsError(
            "conflicting-options", "ranks need all pairs, not only those with a baseline", hint="leave the baseline out"
        )
    metrics = [metric.title for metric in comparison.result.metrics]
    values = [
        {"metric": metric.title, "system": standing.system, "rank": standing.rank, "score": 100 * standing.score}
        for metric in comparison.result.metrics
        for standing in comparison.standings[metric.name]
    ]
    names = [system.name for system in comparison.result.systems]
    total = dict.fromkeys(names, 0)
    for standings in comparison.standings.values():
        for standing in standings:
            total[standing.system] += standing.rank or 0
    order = sorted(names, key=total.__getitem__)
    place = {"type": "nominal", "title": None}
    encoding: dict[str, Any] = {
        "x": {**place, "field": "metric", "sort": metrics, "axis": {"labelAngle": 0, "orient": "top"}},
        "y": {**place, "field": "system", "sort": order, "axis": {"labelLimit": 300}},
        "tooltip": [{"field": "system"}, {"field": "metric"}, {"field": "rank"}, {"field": "score", "format": ".2f"}],
    }
    colour = {
        "field": "rank",
        "type": "quantitative",
        "scale": {"scheme": "blues", "reverse": True, "domain": [1, max(len(names), 2)]},
        "legend": None,
    }
    dark = {"condition": {"test": f"datum.rank <= {(len(names) + 1) / 2}", "value": "white"}, "value": "black"}
    return chart(
        "Rank: 1 + number of systems that are significantly better",
        values,
        encoding=encoding,
        width=max(80 * len(metrics), 320),
        height=26 * len(names),
        layer=[
            {"mark": {"type": "rect", "stroke": "white"}, "encoding": {"color": colour}},
            {"mark": {"type": "text", "fontSize": 13}, "encoding": {"text": {"field": "rank"}, "color": dark}},
        ],
    )
