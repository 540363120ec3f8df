"""How differences are judged: everything that can change a p-value or an interval, in one frozen object.

A statistical test is an entry of TESTS, a correction one of CORRECTIONS. No NumPy here: `--help` needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from corefscope.basics.arguments import instance, integer
from corefscope.basics.escaping import short_repr
from corefscope.basics.options import NUMBER, WHOLE, Choice, OptionSet, check_names, option, options_of, registry
from corefscope.problems import SettingsError
from corefscope.settings import Settings

FEW = 12  # up to this many groups are enumerated, whatever the trials
MOST_ENUMERATED = 20  # groups: a million exchanges take a while already
USUAL_TRIALS = 10_000
PER_COMPARISON = 20  # trials: with fewer, no comparison of a family could be significant at 0.05
STATISTICS = "how differences are judged (part of the signature)"

FIELDS = registry(
    Choice("f1", "F1", title="F1"),
    Choice("recall", "recall", title="Recall"),
    Choice("precision", "precision", title="Precision"),
)


_CODE = "corefscope.statistics"
TESTS = registry(
    Choice("randomization", "approximate randomization: outputs are exchanged in random groups (Noreen 1989)",
           "exact where documents are few", title="approximate randomization with {trials} trials",
           code=f"{_CODE}.tests:randomization"),
    Choice("exact", "all exchanges are made, so p is exact", needs=f"at most {MOST_ENUMERATED} documents or groups",
           title="exact randomization test", code=f"{_CODE}.tests:exact"),
    Choice("bootstrap", "paired bootstrap: groups are resampled (Efron & Tibshirani 1993)",
           title="paired bootstrap with {trials} resamples", code=f"{_CODE}.tests:paired_bootstrap"),
)  # fmt: skip
TAILS = registry(
    Choice("two", "do they differ?", "do they differ?", title="two-sided"),
    Choice("one", "is the first better?", "is the first better?", title="one-sided"),
)
CORRECTIONS = registry(
    Choice("holm", "the chance of even one false finding stays below alpha (Holm 1979)",
           title="Holm's correction", code=f"{_CODE}.tests:holm"),
    Choice("bh", "the expected share of false findings stays below alpha (Benjamini & Hochberg 1995)",
           "Benjamini-Hochberg", title="Benjamini-Hochberg correction", code=f"{_CODE}.tests:benjamini_hochberg"),
    Choice("none", "each comparison for itself", title="no correction", code=f"{_CODE}.tests:none"),
)  # fmt: skip
INTERVALS = registry(
    Choice("bca", "bias-corrected and accelerated (Efron 1987)", title="BCa"),
    Choice("percentile", "quantiles of the resamples", title="percentile"),
)


@dataclass(frozen=True)
class Plan(OptionSet):
    """The test and its tail, the interval, the correction, alpha, the number of trials and the seed.

    Intervals have the level 1 - alpha. `group` names what is resampled as one: a unit of scoring, or what a column,
    a pattern or a file says. `trials` None means 10,000, or 20 for each comparison of the family if that is more.

    >>> Plan(trials=10000).signature()
    'field:f1|test:randomization|tail:two|correction:holm|interval:bca|alpha:0.05|trials:10000|seed:1|group:unit'
    """

    field: str = option("f1", "what to compare", FIELDS, label="Compare", metavar="WHICH", group=STATISTICS)
    test: str = option("randomization", "significance test", TESTS, label="Test", group=STATISTICS)
    tail: str = option("two", "two-sided or one-sided test", TAILS, label="Tail", group=STATISTICS)
    correction: str = option(
        "holm", "correction for many comparisons", CORRECTIONS, label="For many comparisons", group=STATISTICS
    )
    interval: str = option("bca", "bootstrap intervals", INTERVALS, label="Interval", group=STATISTICS)
    alpha: float = option(
        0.05, "significance level (default 0.05); intervals have confidence level 1 - P", label="Alpha", metavar="P",
        group=STATISTICS, kind=NUMBER, placeholder="0.05",
    )  # fmt: skip
    trials: int | None = option(
        None, "random trials (default 10000, or 20 per comparison if that is more)", label="Trials", metavar="N",
        group=STATISTICS, kind=WHOLE, placeholder="10000",
    )  # fmt: skip
    seed: int = option(
        1, "random seed (default 1)", label="Seed", metavar="N", group=STATISTICS, kind=WHOLE, placeholder="1"
    )
    group: str = option(
        "unit",
        "unit of resampling: a unit of scoring (default), genre or another column of the key, file, a regular "
        "expression on document names, or a table of document and group",
        metavar="WHAT", group=STATISTICS,
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.alpha, float) and 0 < self.alpha < 1):
            fact = f"alpha must be a number between 0 and 1, not {short_repr(self.alpha)}"
            raise SettingsError("wrong-value", fact, hint="0.05 is usual")
        if self.trials is not None and integer(self.trials, "trials") < 1:
            raise SettingsError("wrong-value", f"trials must be at least 1, got {short_repr(self.trials)}")
        if integer(self.seed, "seed") < 0:
            raise SettingsError("wrong-value", f"the seed must not be negative, but is {short_repr(self.seed)}")

    def resolved(self, groups: int, family: int) -> Plan:
        """Return the plan with the actual number of trials, and with the exact test if there are few groups."""
        needed = PER_COMPARISON * family
        trials = max(USUAL_TRIALS, needed) if self.trials is None else self.trials
        test = self.test
        if test == "randomization" and (groups <= FEW or 2**groups <= trials):
            test = "exact"
        if test == "exact" and groups > MOST_ENUMERATED:
            fact = f"an exact test of {groups} documents or groups would take 2^{groups} exchanges"
            hint = f"use --test randomization; at most {MOST_ENUMERATED} can be enumerated"
            raise SettingsError("too-many-exchanges", fact, hint=hint)
        if test != "exact" and trials < needed:
            fact = f"{trials:,} trials are too few for {family} comparison{'' if family == 1 else 's'}"
            hint = f"{PER_COMPARISON} for each, {needed:,} in all, or leave --trials out"
            raise SettingsError("too-few-trials", fact, hint=hint)
        return replace(self, test=test, trials=trials)

    def signature(self) -> str:
        """Return the plan as text; an unresolved number of trials is left out."""
        return "|".join(self.parts(defaults=True))


def planned(plan: Plan | None, options: Mapping[str, Any]) -> tuple[Plan, dict[str, Any]]:
    """Return the plan with its own options, and the remaining options, which are those of scoring.

    >>> planned(None, {"seed": 7, "match": "head"})[1]
    {'match': 'head'}
    """
    plan = Plan() if plan is None else instance(plan, Plan, "plan")
    ours = options_of(Plan)
    check_names(options, [*options_of(Settings), *ours])
    plan = replace(plan, **{name: value for name, value in options.items() if name in ours})
    return plan, {name: value for name, value in options.items() if name not in ours}
