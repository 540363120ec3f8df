"""The chart of a comparison; and lines of several metrics over a common axis, panels and surfaces."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.plots import Spec, chart, nominal, quantitative
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.plan import FIELDS

# The colour and shape of a system, by its comparison with the baseline.
STANDINGS = {
    "better": ("#009e73", "triangle-up"),
    "worse": ("#d55e00", "triangle-down"),
    "no difference": ("#555555", "circle"),
    "cannot be shown": ("#aaaaaa", "cross"),
}
BLUE = "#0072b2"


def forest(comparison: Comparison) -> Spec:
    """One panel per metric: the score of each system with its interval, or its difference from a baseline."""
    baseline, values = comparison.judgement.baseline, _values(comparison)
    systems = list(dict.fromkeys(value["system"] for value in values))
    field, level = FIELDS[comparison.plan.field].meaning, f"{100 * (1 - comparison.plan.alpha):g}%"
    what = field if baseline is None else f"difference in {field} from {baseline}"
    axis = {"title": what, "scale": {"zero": baseline is not None, "nice": True}}
    both: Spec = {"y": nominal("system", title=None, sort=systems)}
    line: Spec = {"type": "rule", "strokeWidth": 2, "color": BLUE, "tooltip": {"content": "data"}}
    point: Spec = {"type": "point", "filled": True, "size": 70, "color": BLUE, "tooltip": {"content": "data"}}
    shape: Spec = {}
    if baseline is not None:
        colours, shapes = (
            nominal("verdict", scale={"domain": list(STANDINGS), "range": list(each)}, title="than the baseline")
            for each in zip(*STANDINGS.values(), strict=True)
        )
        both, shape = {**both, "color": colours}, {"shape": shapes}
    layers: list[Spec] = [
        {"mark": line, "encoding": {**both, "x": quantitative("low", **axis), "x2": {"field": "high"}}},
        {"mark": point, "encoding": {**both, **shape, "x": quantitative("value", **axis)}},
    ]
    if baseline is not None:
        zero = {"type": "rule", "strokeDash": [4, 3], "color": "#999999"}
        layers.insert(0, {"mark": zero, "encoding": {"x": {"datum": 0}}})
    metrics = [metric.title for metric in comparison.result.metrics]
    return chart(
        f"{what[0].upper()}{what[1:]} with {level} intervals",
        values,
        facet=nominal("metric", title=None, sort=metrics),
        columns=min(len(metrics), 2),
        spec={"width": 300, "height": 22 * len(systems) + 10, "layer": layers},
        resolve={"scale": {"x": "independent"}, "axis": {"x": "independent"}},
    )


def _values(comparison: Comparison) -> list[Spec]:
    """Return the scores of all systems, or their differences from the baseline, in percent."""
    values = []
    for metric in comparison.result.metrics:
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
