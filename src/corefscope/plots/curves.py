"""Lines of several metrics over a common axis, groups of points, panels and surfaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corefscope.plots import chart

# Every series also has its own dash and shape, for readers without colour.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#000000", "#56b4e9", "#7f7f7f")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 2, 1, 2], [1, 3], [12, 3])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")

# A click on a name in the legend highlights it (HTML only).
_CHOSEN = {"name": "chosen", "select": {"type": "point", "fields": ["series"]}, "bind": "legend"}


def _series(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    domain = list(names)
    legend: dict[str, Any] = {"symbolStrokeWidth": 2, "symbolSize": 90}

    def scale(values: Sequence[Any]) -> dict[str, Any]:
        return {"domain": domain, "range": [values[place % len(values)] for place in range(len(domain))]}

    return {
        "color": {"field": "series", "title": title, "scale": scale(COLOURS), "sort": domain, "legend": legend},
        "strokeDash": {"field": "series", "scale": scale(DASHES), "sort": domain, "legend": None},
        "shape": {"field": "series", "title": title, "scale": scale(SHAPES), "sort": domain},
    }


def _y(title: str, domain: Sequence[float] | None) -> dict[str, Any]:
    scale: dict[str, Any] = {"zero": False} if domain is None else {"domain": list(domain)}
    return {"field": "y", "type": "quantitative", "title": title, "scale": {**scale, "nice": False}}


def _tooltip(x_title: str, y_title: str) -> list[dict[str, Any]]:
    return [
        {"field": "series", "title": "metric"},
        {"field": "x", "title": x_title},
        {"field": "y", "title": y_title, "format": ".2f"},
    ]


def lines(
    title: str,
    values: list[dict[str, Any]],
    names: Sequence[str],
    x_title: str,
    y_title: str = "F1",
    domain: Sequence[float] | None = (0, 100),
    percent: bool = True,
) -> dict[str, Any]:
    """Values {series, x, y}: a line with marks per series; x is a share of 1 or a number."""
    x: dict[str, Any] = {"field": "x", "type": "quantitative", "title": x_title}
    if percent:
        x["axis"] = {"format": "%", "values": [step / 5 for step in range(6)]}
    return chart(title, values, layer=_layers(x, _y(y_title, domain), names, _tooltip(x_title, y_title)))


def _layers(
    x: dict[str, Any], y: dict[str, Any], names: Sequence[str], tooltip: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Dashed lines with outlined marks on top."""
    series = _series(names)
    shared = {
        "x": x,
        "y": y,
        "color": series["color"],
        "opacity": {"condition": {"param": "chosen", "value": 1}, "value": 0.12},
        "tooltip": tooltip,
    }
    line = {"mark": {"type": "line", "strokeWidth": 1.8}, "encoding": {**shared, "strokeDash": series["strokeDash"]}}
    point = {
        "mark": {"type": "point", "filled": False, "fill": "white", "size": 45, "strokeWidth": 1.5},
        "encoding": {**shared, "shape": series["shape"]},
    }
    return [{**line, "params": [_CHOSEN]}, point]


def groups(
    title: str,
    values: list[dict[str, Any]],
    names: Sequence[str],
    order: Sequence[str],
    x_title: str,
    domain: Sequence[float] | None = None,
) -> dict[str, Any]:
    """Values {series, x, y} with nominal x: the marks of all series side by side."""
    series = _series(names)
    del series["strokeDash"]
    return chart(
        title,
        values,
        params=[_CHOSEN],
        width=560,
        mark={"type": "point", "filled": True, "size": 70},
        encoding={
            "x": {"field": "x", "type": "nominal", "sort": list(order), "title": x_title, "axis": {"labelAngle": 0}},
            "xOffset": {"field": "series", "type": "nominal", "sort": list(names)},
            "y": _y("F1", domain),
            **series,
            "opacity": {"condition": {"param": "chosen", "value": 1}, "value": 0.12},
            "tooltip": _tooltip(x_title, "F1"),
        },
    )


def panels(
    title: str, values: list[dict[str, Any]], names: Sequence[str], panel_names: Sequence[str], x_title: str
) -> dict[str, Any]:
    """Values {panel, series, x, y}: one small chart per panel, all on one scale."""
    x = {"field": "x", "type": "nominal", "title": x_title, "axis": {"labelAngle": 0}}
    header = {"labelFontSize": 13, "labelFontWeight": "bold"}
    facet = {"field": "panel", "type": "nominal", "title": None, "sort": list(panel_names), "header": header}
    layers = _layers(x, _y("F1", (0, 100)), names, _tooltip(x_title, "F1"))
    return chart(title, values, facet=facet, columns=2, spec={"width": 290, "height": 220, "layer": layers})


def surface(
    title: str, values: list[dict[str, Any]], x_title: str, y_title: str, value_title: str, edges: list[dict[str, Any]]
) -> dict[str, Any]:
    """Values {x, x2, y, y2, value} as a coloured map, with `edges` {series, x, y} as curves beside it."""
    axis = {"format": "%", "values": [step / 5 for step in range(6)]}
    place = {"type": "quantitative", "axis": axis, "scale": {"domain": [0, 1]}}
    scale = {"scheme": "viridis", "domain": [0, 100]}
    heat = {
        "width": 330,
        "height": 300,
        "data": {"values": values},
        "mark": {"type": "rect", "strokeWidth": 0},
        "encoding": {
            "x": {**place, "field": "x", "title": x_title},
            "x2": {"field": "x2"},
            "y": {**place, "field": "y", "title": y_title},
            "y2": {"field": "y2"},
            "color": {"field": "value", "type": "quantitative", "title": value_title, "scale": scale},
            "tooltip": [
                {"field": "x", "title": x_title, "format": ".1%"},
                {"field": "y", "title": y_title, "format": ".1%"},
                {"field": "value", "title": value_title, "format": ".2f"},
            ],
        },
    }
    names = list(dict.fromkeys(edge["series"] for edge in edges))
    along = lines("", edges, names, "share that is right", value_title)
    curves = {"width": 300, "height": 300, "data": along["data"], "layer": along["layer"][:1]}
    curves["layer"][0]["encoding"]["color"]["legend"] = {"orient": "bottom", "direction": "vertical", "labelLimit": 400}
    return chart(title, [], hconcat=[heat, curves], resolve={"scale": {"color": "independent"}})
