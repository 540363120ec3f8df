"""How a comparison is put into words: numbers, marks, and sentences about the method."""

from __future__ import annotations

from corefscope.reporting.report import UNDEFINED, counted
from corefscope.statistics.comparison import UNIT, Comparison
from corefscope.statistics.intervals import Interval
from corefscope.statistics.plan import CORRECTIONS, INTERVALS, TAILS, TESTS

# By the standing of the first system of a pair, compared with the second.
MARKS = {"better": "+", "worse": "-", "no difference": "", "cannot be shown": "?"}


def points(difference: float) -> str:
    """A difference in hundredths of a percent."""
    return f"{100 * difference:+.2f}"


def bounds(interval: Interval | None, signed: bool = False) -> str:
    """
    >>> bounds(Interval(0.5, 0.625)), bounds(None)
    ('[50.00, 62.50]', '–')
    """
    sign = "+" if signed else ""
    return f"[{100 * interval.low:{sign}.2f}, {100 * interval.high:{sign}.2f}]" if interval else UNDEFINED


def probability(p: float) -> str:
    """
    >>> probability(0.25), probability(0.00001)
    ('0.2500', '<0.0001')
    """
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def sampled(comparison: Comparison) -> str:
    """What was resampled: 350 documents, 7 groups (genre)."""
    groups, plan = len(comparison.judgement.groups), comparison.plan
    if plan.group != UNIT:
        return f"{counted(groups, 'group')} ({plan.group})"
    return counted(groups, "document" if comparison.result.settings.scope == "document" else "unit")


def intervals(comparison: Comparison) -> str:
    """The level and the kind of the intervals."""
    plan = comparison.plan
    return f"{100 * (1 - plan.alpha):g}% {INTERVALS[plan.interval].title} bootstrap intervals"


def judged(comparison: Comparison) -> str:
    """The test with its tail and its trials, what was resampled, and the correction."""
    plan = comparison.plan
    test = TESTS[plan.test].title.format(trials=f"{plan.trials:,}")
    per_metric = max((len(pairs) for pairs in comparison.pairs.values()), default=0)
    correction = f"{CORRECTIONS[plan.correction].title} over {counted(per_metric, 'comparison')} per metric"
    words = f"{TAILS[plan.tail].title} {test} over {sampled(comparison)}, {correction}"
    return words[0].upper() + words[1:]


def used_standings(comparison: Comparison) -> set[str]:
    return {pair.standing for pairs in comparison.pairs.values() for pair in pairs}


def marks(comparison: Comparison) -> str:
    """What the marks of the tables mean, as far as they occur."""
    baseline, significant = comparison.judgement.baseline, f"(corrected p < {comparison.plan.alpha:g})"
    first, second = ("the system", baseline) if baseline else ("the first", "the second")
    meanings = {
        "better": f"+ {first} is better than {second} {significant}",
        "worse": f"- {first} is worse than {second} {significant}",
        "cannot be shown": "? no difference could have been shown: too few documents or trials",
    }
    used = used_standings(comparison)
    said = [meaning for standing, meaning in meanings.items() if standing in used]
    # A line that began with + or - would be a list in Markdown.
    return f"Marks: {'; '.join(said)}" if said else f"No difference is significant {significant}"
