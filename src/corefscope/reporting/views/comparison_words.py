"""How a comparison is put into words: numbers, marks, and sentences that say what was done."""

from __future__ import annotations

from corefscope.reporting.report import counted
from corefscope.statistics.comparison import UNIT, Comparison
from corefscope.statistics.intervals import Interval
from corefscope.statistics.plan import CORRECTIONS, INTERVALS, TAILS, TESTS

# By what may be said of the first system of a pair, compared with the second.
MARKS = {"better": "+", "worse": "-", "no difference": "", "cannot be shown": "?"}


def points(difference: float) -> str:
    """A difference as people read it, in hundredths of a percent."""
    return f"{100 * difference:+.2f}"


def bounds(interval: Interval | None, signed: bool = False) -> str:
    """
    >>> bounds(Interval(0.5, 0.625)), bounds(None)
    ('[50.00, 62.50]', '–')
    """
    if interval is None:
        return "–"
    sign = "+" if signed else ""
    return f"[{100 * interval.low:{sign}.2f}, {100 * interval.high:{sign}.2f}]"


def probability(p: float) -> str:
    """
    >>> probability(0.25), probability(0.00001)
    ('0.2500', '<0.0001')
    """
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def level(comparison: Comparison) -> str:
    """The level of intervals, such as 95%."""
    return f"{100 * (1 - comparison.plan.alpha):g}%"


def sampled_words(comparison: Comparison) -> str:
    """What was resampled: 350 documents, 7 groups (genre)."""
    groups, plan = len(comparison.judgement.groups), comparison.plan
    if plan.group != UNIT:
        return f"{counted(groups, 'group')} ({plan.group})"
    return counted(groups, "document" if comparison.result.settings.scope == "document" else "unit")


def interval_words(comparison: Comparison) -> str:
    return f"{level(comparison)} {INTERVALS[comparison.plan.interval].title} bootstrap intervals"


def test_words(comparison: Comparison) -> str:
    """The test by its name, with its tail and its trials."""
    plan = comparison.plan
    return f"{TAILS[plan.tail].title} {TESTS[plan.test].title.format(trials=f'{plan.trials:,}')}"


def correction_words(comparison: Comparison) -> str:
    made = max((len(pairs) for pairs in comparison.pairs.values()), default=0)
    return f"{CORRECTIONS[comparison.plan.correction].title} over {counted(made, 'comparison')} per metric"


def judged_words(comparison: Comparison) -> str:
    words = f"{test_words(comparison)} over {sampled_words(comparison)}, {correction_words(comparison)}"
    return words[0].upper() + words[1:]


def mark_words(comparison: Comparison) -> str:
    """What the marks of the tables mean, as far as they occur."""
    alpha, baseline = f"{comparison.plan.alpha:g}", comparison.judgement.baseline
    first, second = ("the system", baseline) if baseline else ("the first", "the second")
    used = {pair.standing for pairs in comparison.pairs.values() for pair in pairs}
    said = []
    if "better" in used:
        said.append(f"+ {first} is better than {second} (corrected p < {alpha})")
    if "worse" in used:
        said.append(f"- {first} is worse than {second} (corrected p < {alpha})")
    if "cannot be shown" in used:
        said.append("? no difference could have been shown: too few documents or trials")
    if not said:
        return f"No difference is significant (corrected p < {alpha})"
    return f"Marks: {'; '.join(said)}"  # a line that began with + or - would be a list in Markdown
