"""Lines of several metrics over a common axis, groups of points, panels and surfaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corefscope.plots import Spec, chart, nominal, quantitative

# Every series also has its own dash and shape, for readers without colour.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#000000", "#56b4e9", "#7f7f7f")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 2, 1, 2], [1, 3], [12, 3])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
# A click on a name in the legend highlights it (HTML only).
_CHOSEN = {"name": "chosen", "select": {"type": "point", "fields": ["series"]}, "bind": "legend"}
_OPACITY = {"condition": {"param": "chosen", "value": 1}, "value": 0.12}
_SHARES = {"format": "%", "values": [step / 5 for step in range(6)]}


def lines(
    title: str,
    values: Sequence[Spec],
    names: Sequence[str],
    x_title: str,
    y_title: str = "F1",
    domain: tuple[float, float] = (0, 100),
) -> Spec:
    """Values {series, x, y}: a line with marks per series; x is a share of 1."""
    x = quantitative("x", title=x_title, axis=_SHARES)
    return chart(title, values, layer=_layers(x, _y(y_title, domain), names, _tooltip(x_title, y_title)))


def groups(
    title: str,
    values: Sequence[Spec],
    names: Sequence[str],
    order: Sequence[str],
    x_title: str,
    domain: tuple[float, float],
) -> Spec:
    """Values {series, x, y} with nominal x: the marks of all series side by side."""
    encoding = {
        "x": nominal("x", sort=list(order), title=x_title, axis={"labelAngle": 0}),
        "xOffset": nominal("series", sort=list(names)),
        "y": _y("F1", domain),
        "color": _series(names, COLOURS),
        "shape": _series(names, SHAPES),
        "opacity": _OPACITY,
        "tooltip": _tooltip(x_title, "F1"),
    }
    mark = {"type": "point", "filled": True, "size": 70}
    return chart(title, values, params=[_CHOSEN], width=560, mark=mark, encoding=encoding)


def panels(title: str, values: Sequence[Spec], names: Sequence[str], panel_names: Sequence[str], x_title: str) -> Spec:
    """Values {panel, series, x, y}: one small chart per panel, all on one scale."""
    x = nominal("x", title=x_title, axis={"labelAngle": 0})
    layers = _layers(x, _y("F1", (0, 100)), names, _tooltip(x_title, "F1"))
    facet, spec = nominal("panel", title=None, sort=list(panel_names)), {"width": 290, "height": 220, "layer": layers}
    return chart(title, values, facet=facet, columns=2, spec=spec)


def surface(
    title: str, values: Sequence[Spec], x_title: str, y_title: str, value_title: str, edges: Sequence[Spec]
) -> Spec:
    """Values {x, x2, y, y2, value} as a coloured map, with `edges` {series, x, y} as curves beside it."""
    place: dict[str, Any] = {"axis": _SHARES, "scale": {"domain": [0, 1]}}
    heat = {
        "width": 330,
        "height": 300,
        "data": {"values": values},
        "mark": {"type": "rect", "strokeWidth": 0},
        "encoding": {
            "x": quantitative("x", title=x_title, **place),
            "x2": {"field": "x2"},
            "y": quantitative("y", title=y_title, **place),
            "y2": {"field": "y2"},
            "color": quantitative("value", title=value_title, scale={"scheme": "viridis", "domain": [0, 100]}),
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


def _series(names: Sequence[str], values: Sequence[Any]) -> Spec:
    """A colour, dash or shape for each series; only colours have a legend of their own."""
    domain = list(names)
    scale = {"domain": domain, "range": [values[place % len(values)] for place in range(len(domain))]}
    legend: Spec = {"legend": {"symbolStrokeWidth": 2, "symbolSize": 90}} if values is COLOURS else {}
    return {"field": "series", "title": None, "scale": scale, "sort": domain, **legend}


def _y(title: str, domain: tuple[float, float]) -> Spec:
    return quantitative("y", title=title, scale={"domain": list(domain), "nice": False})


def _tooltip(x_title: str, y_title: str) -> list[Spec]:
    return [
        {"field": "series", "title": "metric"},
        {"field": "x", "title": x_title},
        {"field": "y", "title": y_title, "format": ".2f"},
    ]


def _layers(x: Spec, y: Spec, names: Sequence[str], tooltip: list[Spec]) -> list[Spec]:
    """Dashed lines with outlined marks on top."""
    shared: Spec = {"x": x, "y": y, "color": _series(names, COLOURS), "opacity": _OPACITY, "tooltip": tooltip}
    encoding = {**shared, "strokeDash": {**_series(names, DASHES), "legend": None}}
    line = {"mark": {"type": "line", "strokeWidth": 1.8}, "encoding": encoding}
    mark = {"type": "point", "filled": False, "fill": "white", "size": 45, "strokeWidth": 1.5}
    point = {"mark": mark, "encoding": {**shared, "shape": _series(names, SHAPES)}}
    return [{**line, "params": [_CHOSEN]}, point]
