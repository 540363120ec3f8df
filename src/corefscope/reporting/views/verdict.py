"""The verdict in words (who is best, whether that is real, on what evidence), and the documents behind a difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corefscope.basics.escaping import visible
from corefscope.metrics import Metric
from corefscope.reporting.views import comparison_words as words
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW, SystemPair
from corefscope.statistics.plan import FIELDS

SHOWN_DOCUMENTS = 8
NAMED = 3  # systems in a sentence
FEW = "One document says nothing about others."


def verdict(result: Result, comparison: Comparison | None, metric: Metric) -> list[str]:
    """Return the verdict in sentences, from the scores and the comparison that the tables show.

    >>> from corefscope import score
    >>> result = score([["a", "b"]], [["a", "b"]], metrics="b3")
    >>> verdict(result, None, result.metrics[0])
    ['\\u2068response\\u2069 scores B³ F1 100.00.', 'One document says nothing about others.']
    """
    field = comparison.plan.field if comparison else "f1"
    title = f"{metric.title} {FIELDS[field].title}"
    scores = _defined(result, metric, field)
    if not scores:
        return [f"{title} is not defined here."]
    ranked = sorted(scores, key=lambda name: -scores[name])
    best, value = ranked[0], f"{title} {100 * scores[ranked[0]]:.2f}"
    if len(result.systems) == 1:
        return [f"{_name(best)} scores {value}.", *(_interval(comparison, metric) if comparison else [FEW])]
    ahead = ""
    if len(ranked) > 1:
        ahead = f", {100 * (scores[best] - scores[ranked[1]]):.2f} points above {_name(ranked[1])}"
    said = [f"{_name(best)} scores highest: {value}{ahead}."]
    if comparison is None:
        return [*said, FEW, *_others(result, metric, best, field)]
    baseline = comparison.judgement.baseline
    rest = [name for name in ranked if name != (baseline or best)]
    judged = _lead(comparison, metric, best, rest) if baseline is None else _against(comparison, metric, rest, baseline)
    return [*said, *judged, *_others(result, metric, best, field), f"{words.judged(comparison)}."]


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
    said = [
        f"{_name(annotator)} and {_name(name)} agree with {metric.title} F1 {100 * scores[name]:.2f}" for name in ranked
    ]
    more = f", and {len(said) - NAMED} others with less" if len(said) > NAMED else ""
    return [f"{'; '.join(said[:NAMED])}{more}."]


def _interval(comparison: Comparison, metric: Metric) -> list[str]:
    """The interval of the only system."""
    [standing] = comparison.standings[metric.name]
    if standing.interval is None:
        return [f"For an interval there are {TOO_FEW}."]
    over = f"{words.intervals(comparison).removesuffix('s')} over {words.sampled(comparison)}"
    return [f"{over}: {100 * standing.interval.low:.2f} to {100 * standing.interval.high:.2f}."]


def _lead(comparison: Comparison, metric: Metric, best: str, rest: Sequence[str]) -> list[str]:
    """Say over which systems the lead of the best one is real."""
    found = _by_standing(comparison, metric, rest, best, flipped=True)
    said = []
    if real := found.get("better"):
        whom = "every other system" if len(real) == len(rest) > 1 else _names(list(real))
        opening = "The lead is real: it" if len(real) == len(rest) else "It"
        said.append(f"{opening} is significantly better than {whom} ({_most(real)}).")
    if chance := found.get("no difference"):
        said.append(f"Its lead over {_names(list(chance))} may be chance ({_least(chance)}).")
    if few := found.get("cannot be shown"):
        over = words.sampled(comparison)
        said.append(
            f"Whether its lead over {_names(list(few))} is real cannot be shown with {over}, whatever the scores."
        )
    return said


def _against(comparison: Comparison, metric: Metric, systems: Sequence[str], baseline: str) -> list[str]:
    """Say which systems differ from the baseline."""
    found = _by_standing(comparison, metric, systems, baseline)
    said = []
    for standing in ("better", "worse"):
        if real := found.get(standing):
            verb = "is" if len(real) == 1 else "are"
            said.append(f"{_names(list(real))} {verb} significantly {standing} than {_name(baseline)} ({_most(real)}).")
    if chance := found.get("no difference"):
        whose = _names(list(chance))
        said.append(f"The difference of {whose} from {_name(baseline)} may be chance ({_least(chance)}).")
    if few := found.get("cannot be shown"):
        verb, over = "differs" if len(few) == 1 else "differ", words.sampled(comparison)
        said.append(f"Whether {_names(list(few))} {verb} from {_name(baseline)} cannot be shown with {over}.")
    return said


def _by_standing(
    comparison: Comparison, metric: Metric, systems: Sequence[str], other: str, flipped: bool = False
) -> dict[str, dict[str, SystemPair]]:
    """The pairs of systems with another one by how the system stands, or with `flipped` the other one."""
    found: dict[str, dict[str, SystemPair]] = {}
    for system in systems:
        judgement, one, two = comparison.judgement, *((other, system) if flipped else (system, other))
        pair = judgement.pair(metric.name, one, two) or judgement.pair(metric.name, two, one)
        if pair is not None:
            standing = pair.standing
            if pair.first != one:
                standing = {"better": "worse", "worse": "better"}.get(standing, standing)
            found.setdefault(standing, {})[system] = pair
    return found


def _most(pairs: dict[str, SystemPair]) -> str:
    highest = words.probability(max(pair.corrected for pair in pairs.values()))
    return f"corrected p {highest if len(pairs) == 1 or highest.startswith('<') else f'at most {highest}'}"


def _least(pairs: dict[str, SystemPair]) -> str:
    least = words.probability(min(pair.corrected for pair in pairs.values()))
    return f"corrected p {least if len(pairs) == 1 else f'at least {least}'}"


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
    said = [f"{_name(name)} by {', '.join(titles)}" for name, titles in winners.items()]
    if not said:
        return ["All metrics agree on who is highest."] if len(result.metrics) > 1 else []
    return [f"Not all metrics agree; highest are {'; '.join(said)}."]


def _defined(result: Result, metric: Metric, field: str) -> dict[str, float]:
    scores = {system.name: system.scores[metric.name] for system in result.systems}
    return {
        name: float(score.numbers[field])
        for name, score in scores.items()
        if field in score.numbers and field not in score.undefined
    }


def _names(names: Sequence[str]) -> str:
    *some, last = map(_name, names) if len(names) <= NAMED else (*map(_name, names[:2]), f"{len(names) - 2} others")
    return f"{', '.join(some)} and {last}" if some else last


def _name(name: str) -> str:
    """Isolate a name, so that one in a right-to-left script does not reorder the sentence."""
    return f"\u2068{visible(name)}\u2069"


def deciding_documents(comparison: Comparison, metric: str) -> list[dict[str, Any]]:
    """For the best two systems, or the best and the baseline: the documents whose scores differ most.

    Scores are each document's own; a document counts as much as it has mentions, so those are given too.
    """
    systems, field = comparison.result.systems, comparison.plan.field
    if len(systems) < 2 or any(len(each.per_document) != len(comparison.result.documents) for each in systems):
        return []
    order = sorted(comparison.standings[metric], key=lambda each: -each.score)
    second = comparison.judgement.baseline
    if second is None or second == order[0].system:
        second = order[1].system
    chosen = {each.name: each for each in systems if each.name in (order[0].system, second)}
    first, other = chosen[order[0].system], chosen[second]
    rows: list[dict[str, Any]] = []
    for number, name in enumerate(comparison.result.documents):
        scores = first.per_document[number][metric], other.per_document[number][metric]
        if any(field in each.undefined for each in scores):
            continue
        values = [float(getattr(each, field)) for each in scores]
        rows.append(
            {"number": number, "document": visible(name), "values": values, "difference": values[0] - values[1]}
        )
    rows.sort(key=lambda row: -abs(row["difference"]))
    shown = [row for row in rows[:SHOWN_DOCUMENTS] if row["difference"]]
    return [{**row, "systems": [visible(first.name), visible(other.name)]} for row in shown]
