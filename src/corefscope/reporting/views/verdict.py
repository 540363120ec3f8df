"""The verdict in words: who is best, whether that is real, and on what evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from corefscope.basics.codes import DOUBTFUL
from corefscope.basics.escaping import visible
from corefscope.basics.options import listed
from corefscope.metrics import Metric
from corefscope.problems import Notice
from corefscope.reporting.report import probability
from corefscope.reporting.views.comparison import intervals, method, sampled
from corefscope.reporting.views.scores import defined
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW, SystemPair
from corefscope.statistics.plan import FIELDS

NAMED = 3  # systems in a sentence
ONE_DOCUMENT = "With one document, no interval can be computed."


def verdict(result: Result, comparison: Comparison | None, metric: Metric) -> list[str]:
    """Return the verdict in sentences, from the scores and the comparison that the tables show.

    If the input may be wrong, the verdict lists only its faults, because the scores would mislead.

    >>> from corefscope import score
    >>> result = score([["a", "b"], ["c", "d"]], [["a", "b"]], metrics="b3")
    >>> verdict(result, None, result.metrics[0])
    ['\\u2068response\\u2069 scores B³ F1 66.67.', 'With one document, no interval can be computed.']
    """
    if faults := doubts(result):
        return _in_doubt(result, faults)
    field = comparison.plan.field if comparison else "f1"
    title, scores = f"{metric.title} {FIELDS[field].title}", _ranked(result, metric, field)
    if not scores:
        return [f"{title} is not defined here."]
    best, *rest = scores
    value = f"{title} {100 * scores[best]:.2f}"
    if len(result.systems) == 1:
        return [f"{_name(best)} scores {value}.", _interval(comparison, metric) if comparison else ONE_DOCUMENT]
    if rest:
        value += f", {100 * (scores[best] - scores[rest[0]]):.2f} points above {_name(rest[0])}"
    highest, others = f"{_name(best)} scores highest: {value}.", _others(result, metric, best, field)
    if comparison is None:
        return [highest, ONE_DOCUMENT, *others]
    return [highest, *_differences(comparison, metric, scores), *others, f"{method(comparison)}."]


def agreement_verdict(result: Result, metric: Metric, annotator: str) -> list[str]:
    """Say how far each annotator agrees with the one who serves as the key; nobody is better."""
    if faults := doubts(result):
        return _in_doubt(result, faults)
    texts = [
        f"{_name(annotator)} and {_name(name)} agree with {metric.title} F1 {100 * f1:.2f}"
        for name, f1 in _ranked(result, metric, "f1").items()
    ]
    return [f"{'; '.join(texts)}." if texts else f"{metric.title} F1 is not defined here."]


def doubts(result: Result) -> dict[str, list[Notice]]:
    """Return the warnings that cast doubt on the scores of a system, by name; those of the key concern all."""
    shared = [notice for notice in result.key.warnings if notice.code in DOUBTFUL]
    by_system = {
        system.name: [*shared, *(notice for notice in system.warnings if notice.code in DOUBTFUL)]
        for system in result.systems
    }
    return {name: notices for name, notices in by_system.items() if notices}


def _in_doubt(result: Result, faults: Mapping[str, list[Notice]]) -> list[str]:
    those = "these scores" if len(faults) == len(result.systems) else f"the scores of {_names(faults)}"
    notices = dict.fromkeys(notice for each in faults.values() for notice in each)
    texts = (f"{notice.kind[0].upper()}{notice.kind[1:]}: {notice.first}." for notice in notices)
    return [f"The input may be wrong: {those} say little.", *texts]


def _ranked(result: Result, metric: Metric, field: str) -> dict[str, float]:
    """The scores that are defined, the highest first."""
    scores = {system.name: defined(system.scores[metric.name], field) for system in result.systems}
    known = {name: score for name, score in scores.items() if score is not None}
    return dict(sorted(known.items(), key=lambda item: -item[1]))


def _interval(comparison: Comparison, metric: Metric) -> str:
    [standing] = comparison.standings[metric.name]
    if standing.interval is None:
        return f"For an interval there are {TOO_FEW}."
    low, high = (f"{100 * bound:.2f}" for bound in standing.interval)
    return f"{intervals(comparison).removesuffix('s')} over {sampled(comparison)}: {low} to {high}."


def _differences(comparison: Comparison, metric: Metric, systems: Iterable[str]) -> Iterator[str]:
    """Say which differences are real, from the baseline or else from the first of the systems."""
    judgement, (best, *_) = comparison.judgement, systems
    reference, groups = judgement.baseline or best, defaultdict[str, dict[str, SystemPair]](dict)
    for name in systems:
        pair = judgement.pair(metric.name, reference, name) or judgement.pair(metric.name, name, reference)
        if pair is not None:
            standing = {reference: "better", name: "worse"}.get(pair.winner or "", pair.standing)
            groups[standing][name] = pair
    for standing in ("better", "worse"):
        if real := groups[standing]:
            p = _corrected(real, max, "at most")
            yield f"{_name(reference)} is significantly {standing} than {_names(real)} ({p})."
    if chance := groups["no difference"]:
        p = _corrected(chance, min, "at least")
        yield f"The difference between {_name(reference)} and {_names(chance)} may be chance ({p})."
    if few := groups["cannot be shown"]:
        yield f"{sampled(comparison)} cannot show whether {_name(reference)} and {_names(few)} differ."


def _corrected(pairs: Mapping[str, SystemPair], extreme: Callable[[Iterable[float]], float], bound: str) -> str:
    p = probability(extreme(pair.corrected for pair in pairs.values())).text
    return f"corrected p {p}" if len(pairs) == 1 or p.startswith("<") else f"corrected p {bound} {p}"


def _others(result: Result, metric: Metric, best: str, field: str) -> list[str]:
    """Name the metrics under which another system scores highest."""
    winners: dict[str, list[str]] = {}
    for other in result.metrics:
        scores = _ranked(result, other, field)
        if other.name != metric.name and best in scores:
            top = next(iter(scores))
            if round(scores[top], 4) > round(scores[best], 4):
                winners.setdefault(top, []).append(other.title)
    if not winners:
        return ["All metrics agree on who is highest."] if len(result.metrics) > 1 else []
    texts = (f"{_name(name)} is highest by {', '.join(titles)}" for name, titles in winners.items())
    return [f"Metrics disagree: {'; '.join(texts)}."]


def _names(names: Iterable[str]) -> str:
    texts = list(map(_name, names))
    return listed(texts if len(texts) <= NAMED else [*texts[:2], f"{len(texts) - 2} others"], "and")


def _name(name: str) -> str:
    """Isolate a name, so that one in a right-to-left script does not reorder the sentence."""
    return f"\u2068{visible(name)}\u2069"
