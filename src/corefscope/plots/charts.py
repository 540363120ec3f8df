"""Charts of results: sizes of entities, errors and their repair, intervals of a comparison, and ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefscope.analysis.description import Description
from corefscope.analysis.explanation import Explanation
from corefscope.analysis.groups import SIZES
from corefscope.plots import Spec, chart, nominal, quantitative
from corefscope.problems import SettingsError
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.plan import FIELDS

AS_IT_IS = "as it is"
# The colour and shape of a system by how it stands to the baseline.
STANDINGS = {
    "better": ("#009e73", "triangle-up"),
    "worse": ("#d55e00", "triangle-down"),
    "no difference": ("#555555", "circle"),
    "cannot be shown": ("#aaaaaa", "cross"),
}
ROW = 22


def _scheme(names: Sequence[str]) -> Spec:
    return {"scheme": "tableau10" if len(names) <= 10 else "tableau20"}


def sizes(descriptions: Mapping[str, Description]) -> Spec:
    """Bars of the share of entities of each size, for one or several corpora; the count is in the tooltip."""
    corpora = list(descriptions)
    values = [
        {"corpus": corpus, "size": name, "entities": count, "share": count / max(each.entities, 1)}
        for corpus, each in descriptions.items()
        for name, count in each.sizes.items()
    ]
    order, axis = list(SIZES), {"labelAngle": 0}
    encoding: Spec = {
        "x": {"field": "size", "type": "ordinal", "sort": order, "title": "mentions per entity", "axis": axis},
        "y": quantitative("share", title="share of entities", axis={"format": "%"}),
        "tooltip": [{"field": name} for name in ("corpus", "size", "entities")],
    }
    if len(corpora) > 1:
        encoding["xOffset"] = {"field": "corpus", "sort": corpora}
        encoding["color"] = {"field": "corpus", "sort": corpora, "title": None, "scale": _scheme(corpora)}
    title = "Sizes of entities" + ("" if len(corpora) > 1 else f" in {corpora[0]}")
    return chart(title, values, mark={"type": "bar", "tooltip": True}, encoding=encoding)


def error_chart(explanation: Explanation) -> Spec:
    """Bars of errors by type, beside F1 with all types up to each repaired."""
    kinds = list(explanation.options.kinds)
    systems = [system.name for system in explanation.systems]
    metric = next((each for each in explanation.result.metrics if each.is_mean), explanation.result.metrics[0])
    counts, scores = [], []
    for system in explanation.systems:
        counts += [{"system": system.name, "type": kind, "errors": system.errors.counts[kind]} for kind in kinds]
        repaired = {AS_IT_IS: system.system.scores}
        repaired |= {f"+ {repair.kind}": repair.cumulative for repair in system.repairs if repair.kind in kinds}
        for step, each in repaired.items():
            if metric.name in each:
                scores.append({"system": system.name, "type": step, "f1": 100 * each[metric.name].f1})
    legend = {"orient": "top", "direction": "vertical"} if len(systems) > 1 else None
    colour = nominal("system", title=None, sort=systems, scale=_scheme(systems), legend=legend)
    number = {"mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 11}}
    bars = {
        "width": 330,
        "height": 280,
        "data": {"values": counts},
        "encoding": {
            "y": nominal("type", title=None, sort=kinds),
            "yOffset": {"field": "system", "sort": systems},
            "x": quantitative("errors", title="errors", axis={"tickMinStep": 1}),
        },
        "layer": [
            {"mark": {"type": "bar", "tooltip": True}, "encoding": {"color": colour}},
            {**number, "encoding": {"text": {"field": "errors"}}},
        ],
    }
    steps = [AS_IT_IS, *(f"+ {kind}" for kind in kinds)]
    curve = {
        "width": 330,
        "height": 280,
        "data": {"values": scores},
        "mark": {"type": "line", "point": {"size": 50}, "tooltip": True},
        "encoding": {
            "x": nominal("type", sort=steps, title="repaired", axis={"labelAngle": -35}),
            "y": quantitative("f1", title=f"{metric.title} F1", scale={"zero": False}),
            "color": colour,
        },
    }
    name = f" of {systems[0]}" if len(systems) == 1 else ""
    return chart(f"Errors{name} by type, and F1 as they are repaired", [], hconcat=[bars, curve])


def forest(comparison: Comparison) -> Spec:
    """One panel per metric: the score of each system with its interval, or its difference from a baseline."""
    baseline, values = comparison.judgement.baseline, _values(comparison)
    systems = list(dict.fromkeys(value["system"] for value in values))
    field, level = FIELDS[comparison.plan.field].meaning, f"{100 * (1 - comparison.plan.alpha):g}%"
    what = field if baseline is None else f"difference in {field} from {baseline}"
    x = {"type": "quantitative", "title": what, "scale": {"zero": baseline is not None, "nice": True}}
    numbers = ({"field": name, "format": ".2f"} for name in ("value", "low", "high"))
    both: Spec = {
        "y": nominal("system", title=None, sort=systems),
        "tooltip": [{"field": "metric"}, {"field": "system"}, *numbers, {"field": "verdict"}],
    }
    line: Spec = {"type": "rule", "strokeWidth": 2, "color": "#0072b2"}
    point: Spec = {"type": "point", "filled": True, "size": 70, "color": "#0072b2"}
    if baseline is not None:
        domain, title = list(STANDINGS), "than the baseline"
        colours, shapes = (
            {"field": "verdict", "scale": {"domain": domain, "range": list(each)}, "title": title}
            for each in zip(*STANDINGS.values(), strict=True)
        )
        both["color"] = colours
    layers: list[Spec] = [
        {"mark": line, "encoding": {**both, "x": {**x, "field": "low"}, "x2": {"field": "high"}}},
        {"mark": point, "encoding": {**both, "x": {**x, "field": "value"}}},
    ]
    if baseline is not None:
        layers[1]["encoding"]["shape"] = shapes
        zero = {"type": "rule", "strokeDash": [4, 3], "color": "#999999"}
        layers.insert(0, {"mark": zero, "encoding": {"x": {"datum": 0}}})
    metrics = [metric.title for metric in comparison.result.metrics]
    return chart(
        f"{what[0].upper()}{what[1:]} with {level} intervals",
        values,
        facet=nominal("metric", title=None, sort=metrics),
        columns=min(len(metrics), 2),
        spec={"width": 300, "height": ROW * len(systems) + 10, "layer": layers},
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


def rank_chart(comparison: Comparison) -> Spec:
    """Systems × metrics: the rank as number and colour; systems that do not differ share a rank."""
    if comparison.judgement.baseline is not None:
        fact = "ranks need all pairs, not only those with a baseline"
        raise SettingsError("conflicting-options", fact, hint="leave the baseline out")
    values: list[Spec] = [
        {"metric": metric.title, "system": standing.system, "rank": standing.rank, "score": 100 * standing.score}
        for metric in comparison.result.metrics
        for standing in comparison.standings[metric.name]
    ]
    metrics = [metric.title for metric in comparison.result.metrics]
    names = [system.name for system in comparison.result.systems]
    total = {name: sum(value["rank"] or 0 for value in values if value["system"] == name) for name in names}
    domain = {"scheme": "blues", "reverse": True, "domain": [1, max(len(names), 2)]}
    dark = {"condition": {"test": f"datum.rank <= {(len(names) + 1) / 2}", "value": "white"}, "value": "black"}
    fields = ({"field": name} for name in ("system", "metric", "rank"))
    return chart(
        "Rank: 1 + number of systems that are significantly better",
        values,
        encoding={
            "x": nominal("metric", title=None, sort=metrics, axis={"labelAngle": 0, "orient": "top"}),
            "y": nominal("system", title=None, sort=sorted(names, key=total.__getitem__)),
            "tooltip": [*fields, {"field": "score", "format": ".2f"}],
        },
        width=max(80 * len(metrics), 320),
        height=26 * len(names),
        layer=[
            {
                "mark": {"type": "rect", "stroke": "white"},
                "encoding": {"color": quantitative("rank", scale=domain, legend=None)},
            },
            {"mark": {"type": "text", "fontSize": 13}, "encoding": {"text": {"field": "rank"}, "color": dark}},
        ],
    )
