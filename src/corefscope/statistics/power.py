"""What a test set can show of two systems: power, the smallest difference it shows, the documents it would need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from corefscope.metrics import AnyMetrics
from corefscope.problems import Notice, Notices, SettingsError
from corefscope.scoring.inputs import Input, Progress
from corefscope.scoring.result import Result
from corefscope.scoring.saved import is_saved
from corefscope.scoring.shown import Shown
from corefscope.settings import Settings
from corefscope.statistics.comparison import groups_of
from corefscope.statistics.plan import USUAL_TRIALS, Plan, planned
from corefscope.statistics.samples import Samples
from corefscope.statistics.simulation import MetricPower, simulate
from corefscope.statistics.systems import scored_systems

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import ComparisonKeywords

USUAL = {"f1": ("conll",), "recall": ("muc", "b3", "ceafe"), "precision": ("muc", "b3", "ceafe")}
BOOTSTRAP_FEWEST = 50  # documents: of fewer, the simulated bootstrap is less often significant than the real one

MOST_TRIALS = 1_000_000


@dataclass(frozen=True, repr=False)
class Power(Shown):
    """By metric name, how sure a comparison of two systems can be; `groups` documents or groups are resampled.

    >>> key = {f"text {n}": [[0, 1, 2], [3, 4]] for n in range(30)}
    >>> one = {name: [[0, 1, 2], [3], [4]] if n % 3 else [[0], [1], [2], [3, 4]] for n, name in enumerate(key)}
    >>> two = {name: [[0, 1], [2], [3], [4]] for name in key}
    >>> found = power(key, {"one": one, "two": two}, metrics="muc", trials=1000)
    >>> found.metrics["muc"].better, round(found.metrics["muc"].difference, 3), found.metrics["muc"].now.power > 0.9
    ('one', 0.214, True)
    """

    VIEW = "power"
    result: Result
    plan: Plan
    groups: int
    metrics: Mapping[str, MetricPower]
    notices: tuple[Notice, ...]

    def __repr__(self) -> str:
        names = " and ".join(system.name for system in self.result.systems)
        return f"<Power: {names} on {self.groups} documents, {', '.join(self.metrics)}>"

    @property
    def signature(self) -> str:
        return f"{self.result.signature}|{self.plan.signature()}"

    @property
    def warnings(self) -> tuple[Notice, ...]:
        return self.result.warnings + self.notices


def power(
    key: Input | None = None,
    *responses: Input | Mapping[str, Input] | Sequence[Input],
    metrics: AnyMetrics | None = None,
    names: Sequence[str] | None = None,
    plan: Plan | None = None,
    settings: Settings | None = None,
    preset: str | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    jobs: int = 1,
    **options: Unpack[ComparisonKeywords],
) -> Power:
    """Simulate how often test sets of many sizes would show the difference between two systems.

    The key and two responses, or two saved results, are given as in `compare`; so are the options. `trials` test sets
    of each size are simulated. There is one comparison, so no correction. The default metric is `conll`.
    """
    plan, rest = planned(plan, options)
    usual = None if is_saved(key) and metrics is None else USUAL[plan.field]
    result = scored_systems(
        key,
        responses,
        metrics=usual if metrics is None else metrics,
        names=names,
        settings=settings,
        preset=preset,
        strict=strict,
        progress=progress,
        jobs=jobs,
        options=rest,
    )
    if len(result.systems) != 2:
        given = f"{len(result.systems)} {'is' if len(result.systems) == 1 else 'are'} given"
        raise SettingsError(
            "not-two-systems", f"power is that of comparing two systems, and {given}", hint="give two of them"
        )
    notices = Notices()
    samples = Samples.of_result(result, plan.field, groups_of(result, plan.group, notices))
    test = "randomization" if plan.test == "exact" else plan.test  # which is exact where simulated sets are small
    plan = replace(plan, test=test, trials=plan.trials or USUAL_TRIALS, correction="none")
    if (plan.trials or 0) > MOST_TRIALS:
        fact = f"{plan.trials:,} simulated test sets are more than {MOST_TRIALS:,}"
        raise SettingsError(
            "wrong-value", fact, hint=f"{USUAL_TRIALS:,} is usual; the power is then right to one percent"
        )
    found = simulate(samples, plan)
    groups = len(samples.groups)
    if plan.test == "bootstrap" and groups < BOOTSTRAP_FEWEST:
        notices.add("few-documents", f"of {groups} documents or groups, power is below that of the bootstrap itself")
    elif groups < 20:
        notices.add("few-documents", f"{groups} documents or groups say little about how others would vary")
    return Power(result, plan, groups, found, tuple(notices))
