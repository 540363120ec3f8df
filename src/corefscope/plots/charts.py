"""The chart of a comparison: scores or differences with their intervals."""

from __future__ import annotations

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
