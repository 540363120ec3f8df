"""The verdict at the top of the page: who is best, whether that is real, and on what evidence."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.metrics import Metric
from corefscope.reporting.views import comparison_words as words
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import UNREACHABLE, Pair

NAMED = 3  # systems in a sentence


def verdict(result: Result, comparison: Comparison | None, metric: Metric) -> list[str]:
    """Return the verdict in sentences, from the scores and the comparison that the tables show.

    >>> from corefscope import score
    >>> result = score([["a", "b"]], [["a", "b"]], metrics="b3")
    >>> verdict(result, None, result.metrics[0])
    ['\\u2068response\\u2069 scores B³ F1 100.00.', 'One document says nothing about others.']
    """
    scores = _defined(result, metric)
    if not scores:
        return [f"{metric.title} F1 is not defined here."]
    ranked = sorted(scores, key=lambda name: -scores[name])
    best, value = ranked[0], f"{metric.title} F1 {100 * scores[ranked[0]]:.2f}"
    few = "One document says nothing about others."
    if len(result.systems) == 1:
        if comparison is None:
            return [f"{_name(best)} scores {value}.", few]
        interval = next(each.interval for each in comparison.standings[metric.name] if each.system == best)
        if interval is None:
            return [f"{_name(best)} scores {value}."]
        over = f"{words.intervals(comparison).removesuffix('s')} over {words.sampled(comparison)}"
        return [f"{_name(best)} scores {value}.", f"{over}: {100 * interval.low:.2f} to {100 * interval.high:.2f}."]
    lead = scores[best] - scores[ranked[1]] if len(ranked) > 1 else 0.0
    ahead = f", {100 * lead:.2f} points above {_name(ranked[1])}" if len(ranked) > 1 else ""
    said = [f"{_name(best)} scores highest: {value}{ahead}."]
    if comparison is None:
        return [*said, few, *_others(result, metric, best)]
    rest = [name for name in ranked if name != best]
    return [
        *said,
        *_shown(comparison, metric, best, rest),
        *_others(result, metric, best),
        f"{words.judged(comparison)}.",
    ]


def _shown(comparison: Comparison, metric: Metric, best: str, rest: Sequence[str]) -> list[str]:
    """Say from which systems the best one is shown to differ."""
    pairs: dict[str, Pair] = {}
    for other in rest:
        found = comparison.judgement.pair(metric.name, best, other) or comparison.judgement.pair(
            metric.name, other, best
        )
        if found is not None:
            pairs[other] = found
    real = [name for name, pair in pairs.items() if pair.winner == best]
    few = [name for name, pair in pairs.items() if pair.verdict == UNREACHABLE]
    chance = [name for name in pairs if name not in real and name not in few]

    said = []
    if real:
        highest = words.probability(max(pairs[name].corrected for name in real))
        most = highest if len(real) == 1 or highest.startswith("<") else f"at most {highest}"
        whom = "every other system" if len(real) == len(rest) > 1 else _names(real)
        opening = "The lead is real: it" if len(real) == len(rest) else "It"
        said.append(f"{opening} is significantly better than {whom} (corrected p {most}).")
    if chance:
        least = words.probability(min(pairs[name].corrected for name in chance))
        least = least if len(chance) == 1 else f"at least {least}"
        said.append(f"Its lead over {_names(chance)} may be chance (corrected p {least}).")
    if few:
        over = words.sampled(comparison)
        said.append(f"Whether its lead over {_names(few)} is real cannot be shown with {over}, whatever the scores.")
    return said


def _others(result: Result, metric: Metric, best: str) -> list[str]:
    """Name the metrics under which another system scores highest."""
    winners: dict[str, list[str]] = {}
    for other in result.metrics:
        scores = _defined(result, other)
        if other.name == metric.name or best not in scores:
            continue
        top = max(scores, key=lambda name: scores[name])
        if round(scores[top], 4) > round(scores[best], 4):
            winners.setdefault(top, []).append(other.title)
    said = [f"{_name(name)} by {', '.join(titles)}" for name, titles in winners.items()]
    if not said:
        return ["All metrics agree on who is highest."] if len(result.metrics) > 1 else []
    return [f"Not all metrics agree; highest are {'; '.join(said)}."]


def _defined(result: Result, metric: Metric) -> dict[str, float]:
    scores = {system.name: system.scores[metric.name] for system in result.systems}
    return {name: score.f1 for name, score in scores.items() if "f1" not in score.undefined}


def _names(names: Sequence[str]) -> str:
    *some, last = map(_name, names) if len(names) <= NAMED else (*map(_name, names[:2]), f"{len(names) - 2} others")
    return f"{', '.join(some)} and {last}" if some else last


def _name(name: str) -> str:
    """Isolate a name, so that one in a right-to-left script does not reorder the sentence."""
    return f"\u2068{name}\u2069"
