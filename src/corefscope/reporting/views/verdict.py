"""The verdict in words (who is best, whether that is real, on what evidence), and the documents behind a difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefscope.basics.escaping import visible
from corefscope.metrics import Metric
from corefscope.reporting.report import probability
from corefscope.reporting.views.comparison import intervals, method, sampled
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW, SystemPair
from corefscope.statistics.plan import FIELDS

SHOWN_DOCUMENTS = 8
NAMED = 3  # systems in a sentence
ONE_DOCUMENT = "With one document, no interval can be computed."


def verdict(result: Result, comparison: Comparison | None, metric: Metric) -> list[str]:
    """Return the verdict in sentences, from the scores and the comparison that the tables show.

    >>> from corefscope import score
    >>> result = score([["a", "b"]], [["a", "b"]], metrics="b3")
    >>> verdict(result, None, result.metrics[0])
    ['\\u2068response\\u2069 scores B³ F1 100.00.', 'With one document, no interval can be computed.']
    """
    field = comparison.plan.field if comparison else "f1"
    title, scores = f"{metric.title} {FIELDS[field].title}", _defined(result, metric, field)
    if not scores:
        return [f"{title} is not defined here."]
    ranked = sorted(scores, key=lambda name: -scores[name])
    best, value = ranked[0], f"{title} {100 * scores[ranked[0]]:.2f}"
    if len(result.systems) == 1:
        return [f"{_name(best)} scores {value}.", _interval(comparison, metric) if comparison else ONE_DOCUMENT]
    if len(ranked) > 1:
        value += f", {100 * (scores[best] - scores[ranked[1]]):.2f} points above {_name(ranked[1])}"
    highest, others = f"{_name(best)} scores highest: {value}.", _others(result, metric, best, field)
    if comparison is None:
        return [highest, ONE_DOCUMENT, *others]
    baseline = comparison.judgement.baseline
    rest = [name for name in ranked if name != (baseline or best)]
    judged = _against(comparison, metric, rest, baseline) if baseline else _lead(comparison, metric, best, rest)
    return [highest, *judged, *others, f"{method(comparison)}."]


def agreement_verdict(result: Result, metric: Metric, annotator: str) -> list[str]:
    """Say how far each annotator agrees with the one who stands as the key; nobody is better.

    >>> from corefscope import score
    >>> result = score([["a", "b"]], [["a", "b"]], metrics="b3", names=["two"])
    >>> agreement_verdict(result, result.metrics[0], "one")
    ['\\u2068one\\u2069 and \\u2068two\\u2069 agree with B³ F1 100.00.']
    """
    scores = _defined(result, metric, "f1")
    if not scores:
        return [f"{metric.title} F1 is not defined here."]
    ranked = sorted(scores, key=lambda name: -scores[name])
    texts = [
        f"{_name(annotator)} and {_name(name)} agree with {metric.title} F1 {100 * scores[name]:.2f}" for name in ranked
    ]
    more = f", and {len(texts) - NAMED} others with less" if len(texts) > NAMED else ""
    return [f"{'; '.join(texts[:NAMED])}{more}."]


def _interval(comparison: Comparison, metric: Metric) -> str:
    """The interval of the only system."""
    [standing] = comparison.standings[metric.name]
    if standing.interval is None:
        return f"For an interval there are {TOO_FEW}."
    low, high = (f"{100 * bound:.2f}" for bound in standing.interval)
    return f"{intervals(comparison).removesuffix('s')} over {sampled(comparison)}: {low} to {high}."


def _lead(comparison: Comparison, metric: Metric, best: str, rest: Sequence[str]) -> Iterator[str]:
    """Say over which systems the lead of the best one is real."""
    groups = _by_standing(comparison, metric, {other: (best, other) for other in rest})
    if real := groups.get("better"):
        systems = "every other system" if len(real) == len(rest) > 1 else _names(real)
        opening = "The lead is real: it" if len(real) == len(rest) else "It"
        yield f"{opening} is significantly better than {systems} ({_highest_p(real)})."
    if chance := groups.get("no difference"):
        yield f"Its lead over {_names(chance)} may be chance ({_lowest_p(chance)})."
    if few := groups.get("cannot be shown"):
        over = sampled(comparison)
        yield f"Whether its lead over {_names(few)} is real cannot be shown with {over}, whatever the scores."


def _against(comparison: Comparison, metric: Metric, systems: Sequence[str], baseline: str) -> Iterator[str]:
    """Say which systems differ from the baseline."""
    groups, other = _by_standing(comparison, metric, {name: (name, baseline) for name in systems}), _name(baseline)
    for standing in ("better", "worse"):
        if real := groups.get(standing):
            verb = "is" if len(real) == 1 else "are"
            yield f"{_names(real)} {verb} significantly {standing} than {other} ({_highest_p(real)})."
    if chance := groups.get("no difference"):
        yield f"The difference of {_names(chance)} from {other} may be chance ({_lowest_p(chance)})."
    if few := groups.get("cannot be shown"):
        verb = "differs" if len(few) == 1 else "differ"
        yield f"Whether {_names(few)} {verb} from {other} cannot be shown with {sampled(comparison)}."


def _by_standing(
    comparison: Comparison, metric: Metric, compared: Mapping[str, tuple[str, str]]
) -> dict[str, dict[str, SystemPair]]:
    """Group pairs of systems, each under a name, by how the first of the two stands to the second."""
    groups: dict[str, dict[str, SystemPair]] = {}
    for name, (one, two) in compared.items():
        pair = comparison.judgement.pair(metric.name, one, two) or comparison.judgement.pair(metric.name, two, one)
        if pair is not None:
            standing = pair.standing
            if pair.first != one:
                standing = {"better": "worse", "worse": "better"}.get(standing, standing)
            groups.setdefault(standing, {})[name] = pair
    return groups


def _highest_p(pairs: Mapping[str, SystemPair]) -> str:
    highest = probability(max(pair.corrected for pair in pairs.values())).text
    return f"corrected p {highest if len(pairs) == 1 or highest.startswith('<') else f'at most {highest}'}"


def _lowest_p(pairs: Mapping[str, SystemPair]) -> str:
    lowest = probability(min(pair.corrected for pair in pairs.values())).text
    return f"corrected p {lowest if len(pairs) == 1 else f'at least {lowest}'}"


def _others(result: Result, metric: Metric, best: str, field: str) -> list[str]:
    """Name the metrics under which another system scores highest."""
    winners: dict[str, list[str]] = {}
    for other in result.metrics:
        scores = _defined(result, other, field)
        if other.name == metric.name or best not in scores:
            continue
        top = max(scores, key=lambda name: scores[name])
        if round(scores[top], 4) > round(scores[best], 4):
            winners.setdefault(top, []).append(other.title)
    if not winners:
        return ["All metrics agree on who is highest."] if len(result.metrics) > 1 else []
    texts = (f"{_name(name)} by {', '.join(titles)}" for name, titles in winners.items())
    return [f"Not all metrics agree; highest are {'; '.join(texts)}."]


def _defined(result: Result, metric: Metric, field: str) -> dict[str, float]:
    scores = {system.name: system.scores[metric.name] for system in result.systems}
    return {
        name: float(score.numbers[field])
        for name, score in scores.items()
        if field in score.numbers and field not in score.undefined
    }


def _names(names: Mapping[str, SystemPair]) -> str:
    listed = list(map(_name, names))
    *some, last = listed if len(listed) <= NAMED else [*listed[:2], f"{len(listed) - 2} others"]
    return f"{', '.join(some)} and {last}" if some else last


def _name(name: str) -> str:
    """Isolate a name, so that one in a right-to-left script does not reorder the sentence."""
    return f"\u2068{visible(name)}\u2069"


def deciding_documents(comparison: Comparison, metric: str) -> list[dict[str, Any]]:
    """For the best two systems, or the best and the baseline: the documents whose scores differ most.

    Scores are each document's own; a document counts as much as it has mentions, so those are given too.
    """
    systems, field = {each.name: each for each in comparison.result.systems}, comparison.plan.field
    documents = comparison.result.documents
    if len(systems) < 2 or any(len(each.per_document) != len(documents) for each in systems.values()):
        return []
    best, second, *_ = (each.system for each in sorted(comparison.standings[metric], key=lambda each: -each.score))
    baseline = comparison.judgement.baseline
    names = (best, second if baseline in (None, best) else str(baseline))
    rows: list[dict[str, Any]] = []
    for number, document in enumerate(documents):
        scores = [systems[name].per_document[number][metric] for name in names]
        if not any(field in score.undefined for score in scores):
            one, two = (float(getattr(score, field)) for score in scores)
            row = {"number": number, "document": visible(document), "values": [one, two], "difference": one - two}
            rows.append({**row, "systems": list(map(visible, names))})
    rows.sort(key=lambda row: -abs(row["difference"]))
    return [row for row in rows[:SHOWN_DOCUMENTS] if row["difference"]]
