"""Lines of several metrics over a common axis, panels and surfaces."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.plots import Spec, chart, nominal, quantitative

# Every series also has its own shape, for readers without colour.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#000000", "#56b4e9", "#7f7f7f")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
_SHARES = {"format": "%", "values": [step / 5 for step in range(6)]}


def lines(
    title: str,
    values: Sequence[Spec],
    names: Sequence[str],
    x_title: str,
    domain: tuple[float, float] = (0, 100),
    order: Sequence[str] = (),
) -> Spec:
    """Values {series, x, y}: a line of F1 with marks per series; x is a share of 1, or one of `order`."""
    x = quantitative("x", title=x_title, axis=_SHARES)
    if order:
        x = nominal("x", sort=list(order), title=x_title, axis={"labelAngle": 0})
    return chart(title, values, layer=_layers(x, names, domain))


def panels(title: str, values: Sequence[Spec], names: Sequence[str], panel_names: Sequence[str], x_title: str) -> Spec:
    """Values {panel, series, x, y}: one small chart per panel, all on one scale."""
    layers = _layers(nominal("x", title=x_title, axis={"labelAngle": 0}), names, (0, 100))
    facet, spec = nominal("panel", title=None, sort=list(panel_names)), {"width": 290, "height": 220, "layer": layers}
    return chart(title, values, facet=facet, columns=2, spec=spec)


def surface(
    title: str, values: Sequence[Spec], x_title: str, y_title: str, value_title: str, edges: Sequence[Spec]
) -> Spec:
    """Values {x, x2, y, y2, value} as a coloured map, with `edges` {series, x, y} as curves beside it."""
    share: Spec = {"axis": _SHARES, "scale": {"domain": [0, 1]}}
    heat = {
        "width": 330,
        "height": 300,
        "data": {"values": values},
        "mark": {"type": "rect", "strokeWidth": 0, "tooltip": True},
        "encoding": {
            "x": quantitative("x", title=x_title, **share),
            "x2": {"field": "x2"},
            "y": quantitative("y", title=y_title, **share),
            "y2": {"field": "y2"},
            "color": quantitative("value", title=value_title, scale={"scheme": "viridis", "domain": [0, 100]}),
        },
    }
    names = list(dict.fromkeys(edge["series"] for edge in edges))
    x = quantitative("x", title="share that is right", axis=_SHARES)
    layers = _layers(x, names, (0, 100), value_title)
    layers[0]["encoding"]["color"]["legend"] = {"orient": "bottom", "direction": "vertical", "labelLimit": 400}
    curves = {"width": 300, "height": 300, "data": {"values": edges}, "layer": layers[:1]}
    return chart(title, [], hconcat=[heat, curves], resolve={"scale": {"color": "independent"}})


def _series(names: Sequence[str], values: Sequence[str]) -> Spec:
    """A colour or shape for each series."""
    domain = list(names)
    scale = {"domain": domain, "range": [values[place % len(values)] for place in range(len(domain))]}
    return {"field": "series", "title": None, "scale": scale, "sort": domain}


def _layers(x: Spec, names: Sequence[str], domain: tuple[float, float], y_title: str = "F1") -> list[Spec]:
    """Lines with outlined marks on top."""
    encoding = {
        "x": x,
        "y": quantitative("y", title=y_title, scale={"domain": list(domain), "nice": False}),
        "color": {**_series(names, COLOURS), "legend": {"symbolStrokeWidth": 2, "symbolSize": 90}},
        "tooltip": [
            {"field": "series", "title": "metric"},
            {"field": "x", "title": x["title"]},
            {"field": "y", "title": y_title, "format": ".2f"},
        ],
    }
    mark = {"type": "point", "filled": False, "fill": "white", "size": 45, "strokeWidth": 1.5}
    return [
        {"mark": {"type": "line", "strokeWidth": 1.8}, "encoding": encoding},
        {"mark": mark, "encoding": {**encoding, "shape": _series(names, SHAPES)}},
    ]
