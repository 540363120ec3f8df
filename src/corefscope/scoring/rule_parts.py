"""What each rule makes of a difference: the same files scored under every mixture of two settings.

The order in which rules are changed matters where they interact, so each gets the mean over all orders (Shapley
value); the parts then add up to the difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import permutations

from corefscope.basics.options import options_of
from corefscope.metrics import Metric
from corefscope.model import Corpus
from corefscope.problems import CorefscopeError
from corefscope.scoring.pipeline import score
from corefscope.settings import READING, Settings

MOST_RULES = 5  # 32 mixtures; of more rules, only two orders are taken


@dataclass(frozen=True)
class RulePart:
    """What one rule makes of a difference in F1, by one of the metrics that are counted for it."""

    rule: str
    part: float


def differing(one: Settings, two: Settings) -> list[str]:
    """The settings that differ."""
    return [each.name for each in fields(Settings) if getattr(one, each.name) != getattr(two, each.name)]


def read_differently(names: Sequence[str]) -> list[str]:
    """Those of them that change how files are read, of which no part can be said."""
    return [name for name in names if options_of(Settings)[name].group == READING]


def rule_parts(
    sides: Sequence[Corpus], one: Settings, two: Settings, metric: Metric
) -> tuple[list[RulePart], float] | None:
    """The parts of the difference in F1 between two settings, largest first, and what remains; None if not known.

    `sides` are the key and one response.
    """
    names = differing(one, two)
    mixtures = _orders(names)
    scores: dict[frozenset[str], Mapping[str, float] | None] = {}
    for order in mixtures:
        for length in range(len(order) + 1):
            mixed = frozenset(order[:length])
            if mixed not in scores:
                scores[mixed] = _scores(sides, one, two, mixed, metric)
    usable = [order for order in mixtures if all(scores[frozenset(order[:size])] for size in range(len(order) + 1))]
    before, after = scores.get(frozenset()), scores.get(frozenset(names))
    if not usable or before is None or after is None:
        return None
    found: dict[str, float] = {}
    for order in usable:
        for place, name in enumerate(order):
            with_it, without = scores[frozenset(order[: place + 1])], scores[frozenset(order[:place])]
            for part in metric.parts:
                if with_it is not None and without is not None:
                    change = (with_it[part.name] - without[part.name]) / len(metric.parts) / len(usable)
                    words = rule_words(name, one, two, part)
                    found[words] = found.get(words, 0.0) + change
    parts = [RulePart(words, change) for words, change in found.items() if abs(change) > 1e-12]
    rest = after[metric.name] - before[metric.name] - sum(each.part for each in parts)
    return sorted(parts, key=lambda each: -abs(each.part)), rest if abs(rest) > 1e-9 else 0.0


def _orders(names: Sequence[str]) -> list[tuple[str, ...]]:
    if len(names) <= MOST_RULES:
        return list(permutations(names))
    return [tuple(names), tuple(reversed(names))]


def _scores(
    sides: Sequence[Corpus], one: Settings, two: Settings, mixed: frozenset[str], metric: Metric
) -> Mapping[str, float] | None:
    settings = replace(one, **{name: getattr(two, name) for name in mixed})
    try:
        return score(*sides, metrics=[metric, *metric.parts], settings=settings).f1
    except CorefscopeError:
        return None  # a mixture that no scorer has, such as e2e's singletons with the official way with repeats


def rule_words(name: str, one: Settings, two: Settings, metric: Metric) -> str:
    """The rule that changes, in words.

    >>> from corefscope.metrics import metric
    >>> rule_words("singletons", Settings(), Settings(singletons="e2e"), metric("ceafe"))
    'singletons of the response left out in CEAFe'
    """
    if name == "singletons":
        before, after = (_dropped(settings, metric) for settings in (one, two))
        less, more = sorted(after - before), sorted(before - after)
        texts = [f"{_of(less)} left out in {metric.title}"] if less else []
        texts += [f"{_of(more)} counted in {metric.title}"] if more else []
        return ", ".join(texts) or f"singletons in {metric.title}"
    choices = options_of(Settings)[name].choices
    was, now = (getattr(settings, name) for settings in (one, two))
    if choices is not None:
        was, now = (choices[value].brief or choices[value].meaning for value in (was, now))
    return f"{options_of(Settings)[name].help}: {now}, not {was}, in {metric.title}"


def _dropped(settings: Settings, metric: Metric) -> set[str]:
    if settings.singletons == "drop":
        return {"key", "response"}
    return {*metric.family.drops.get(settings.singletons, ())}


def _of(sides: Sequence[str]) -> str:
    return "singletons" if len(sides) == 2 else f"singletons of the {sides[0]}"
