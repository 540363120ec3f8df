"""How differences are judged: everything that can change a p-value or an interval, in one frozen object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import quote, unquote

from corefscope.basics.arguments import instance, text, whole
from corefscope.basics.escaping import quoted, shown
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings
from corefscope.statistics.corrections import CORRECTIONS
from corefscope.statistics.draws import MOST_ENUMERATED
from corefscope.statistics.intervals import KINDS
from corefscope.statistics.samples import FIELDS

TESTS = ("randomization", "exact", "bootstrap")
TAILS = ("two", "one")
FEW = 12  # so many groups are enumerated however few trials were asked for
USUAL_TRIALS = 10_000
PER_COMPARISON = 20  # trials: with fewer, no comparison of a family could be significant at 0.05
CHOICES = {"field": FIELDS, "test": TESTS, "tail": TAILS, "interval": KINDS, "correction": tuple(CORRECTIONS)}


@dataclass(frozen=True)
class Plan:
    """The test and its tail, the interval, the correction, alpha, the number of trials and the seed.

    Intervals have the level 1 - alpha. `group` names what is drawn as one: a unit of scoring, or what a column,
    a pattern or a file says. `trials` None means 10,000, or 20 for each comparison of the family if that is more.

    >>> Plan(trials=10000).signature()
    'field:f1|test:randomization|tail:two|correction:holm|interval:bca|alpha:0.05|trials:10000|seed:1|group:unit'
    >>> Plan.parse(Plan(tail="one", seed=7).signature()) == Plan(tail="one", seed=7)
    True
    """

    field: str = "f1"
    test: str = "randomization"
    tail: str = "two"
    correction: str = "holm"
    interval: str = "bca"
    alpha: float = 0.05
    trials: int | None = None
    seed: int = 1
    group: str = "unit"

    def __post_init__(self) -> None:
        for name, valid in CHOICES.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in valid:
                raise UnknownName(f"value for {name}", value, valid)
        if not (isinstance(self.alpha, float) and 0 < self.alpha < 1):
            raise SettingsError(
                f"alpha must be a number between 0 and 1, not {shown(self.alpha)}", hint="0.05 is usual"
            )
        if self.trials is not None and whole(self.trials, "trials") < 1:
            raise SettingsError(f"{shown(self.trials)} trials are none", hint=f"{USUAL_TRIALS} is usual")
        if whole(self.seed, "seed") < 0:
            raise SettingsError(f"the seed must not be negative, but is {shown(self.seed)}")
        text(self.group, "group")

    def settled(self, groups: int, family: int) -> Plan:
        """The plan with the number of trials made, and with the exact test where there are few groups."""
        needed = PER_COMPARISON * family
        trials = max(USUAL_TRIALS, needed) if self.trials is None else self.trials
        test = self.test
        if test == "randomization" and (groups <= FEW or 2**groups <= trials):
            test = "exact"
        if test == "exact" and groups > MOST_ENUMERATED:
            raise SettingsError(
                f"an exact test of {groups} documents or groups would take 2^{groups} exchanges",
                hint=f"use --test randomization; at most {MOST_ENUMERATED} can be enumerated",
            )
        if test != "exact" and trials < needed:
            raise SettingsError(
                f"{trials:,} trials are too few for {family} comparison{'' if family == 1 else 's'}",
                hint=f"{PER_COMPARISON} for each, {needed:,} in all, or leave --trials out",
            )
        return replace(self, test=test, trials=trials)

    def signature(self) -> str:
        """The plan as text; a number of trials that is not settled is left out."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return "|".join(
            f"{name}:{quote(str(value), safe='', errors='surrogatepass')}"
            for name, value in values.items()
            if value is not None
        )

    @staticmethod
    def parse(signature: str) -> Plan:
        """The plan that a signature stands for; what it says of scoring is passed over."""
        kinds: dict[str, Any] = {"alpha": float, "trials": int, "seed": int}
        names = {field.name for field in fields(Plan)}
        given = dict(part.partition(":")[::2] for part in text(signature, "the signature").strip().split("|"))
        try:
            values = {
                name: kinds.get(name, str)(unquote(value, errors="surrogatepass"))
                for name, value in given.items()
                if name in names
            }
        except ValueError:
            raise SettingsError(f"{quoted(signature)} is no signature of a comparison", hint="copy it whole") from None
        return Plan(**values)


def planned(plan: Plan | None, options: Mapping[str, Any]) -> tuple[Plan, dict[str, Any]]:
    """The plan with the options that are its own, and the others, which are those of scoring.

    >>> planned(None, {"seed": 7, "match": "head"})[1]
    {'match': 'head'}
    """
    plan = Plan() if plan is None else instance(plan, Plan, "plan")
    ours = {field.name for field in fields(Plan)}
    valid = [*(field.name for field in fields(Settings)), *ours]
    for name in options:
        if name not in valid:
            raise UnknownName("setting", name, valid)
    plan = replace(plan, **{name: value for name, value in options.items() if name in ours})
    return plan, {name: value for name, value in options.items() if name not in ours}
