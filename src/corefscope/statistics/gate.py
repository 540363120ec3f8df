"""A gate: does a result reach a bound, and is it no worse than a saved one? For continuous integration."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corefscope.basics.arguments import path as path_argument
from corefscope.basics.escaping import quoted, shown
from corefscope.metrics import Metric, metric
from corefscope.problems import PairingError, SettingsError
from corefscope.scoring.result import Result, System
from corefscope.scoring.saved import saved_systems

TINY = 1e-9  # a score that differs by less is the same: a sum of fractions may have another last digit


@dataclass(frozen=True)
class GateCheck:
    """One system under one metric: its F1 and the least that passes; of a saved result also its F1."""

    system: str
    metric: str
    f1: float
    bound: float
    before: float | None = None
    passed: bool = True

    @property
    def text(self) -> str:
        """What was found, in one line."""
        score = f"{'passed' if self.passed else 'failed'}: {self.system}: {self.metric} F1 is {100 * self.f1:.2f}"
        if self.before is None:
            return f"{score}, {'not ' if self.passed else ''}below {100 * self.bound:.2f}"
        change = 100 * (self.f1 - self.before)
        return f"{score}, was {100 * self.before:.2f} ({change:+.2f}; {100 * (self.bound - self.before):+.2f} passes)"


@dataclass(frozen=True)
class Gate:
    """All checks, and the saved result they refer to."""

    checks: tuple[GateCheck, ...]
    against: str | None = None
    version: str | None = None  # of corefscope, that saved it

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    def as_object(self) -> dict[str, Any]:
        return {
            "passed": self.passed,
            "against": self.against,
            "checks": [dataclasses.asdict(check) for check in self.checks],
        }


def fraction(bound: float) -> float:
    """An F1 as people write it: up to 1 a fraction, above 1 percent.

    >>> fraction(0.7), fraction(70), fraction(1)
    (0.7, 0.7, 1.0)
    """
    if isinstance(bound, bool) or not isinstance(bound, int | float) or not 0 <= bound <= 100:
        raise SettingsError(
            "wrong-value", f"{shown(bound)} is no F1", hint="up to 1 a fraction, as 0.7; above 1 percent, as 70"
        )
    return float(bound) if bound <= 1 else bound / 100


def gate(
    result: Result,
    under: Mapping[str, float] | None = None,
    against: str | None = None,
    worse: float | Mapping[str, float] | None = None,
) -> Gate:
    """Check every system of a result: is its F1 below a bound, or worse than that of a saved result?

    `under` has the least F1 by metric: up to 1 a fraction, above 1 percent. `against` is a file that `score -o json`
    wrote for the same key and settings, and `worse` the points of 100 by which F1 may be lower: for conll, or where it
    was not scored for every metric, unless they are given by metric.

    >>> from corefscope import score
    >>> found = gate(score([["a", "b", "c"]], [["a", "b"], ["c"]]), under={"muc": 70, "b3": 0.5})
    >>> [check.passed for check in found.checks], found.passed
    ([False, True], False)
    """
    if not isinstance(under, Mapping | None):
        raise SettingsError("wrong-type", f"under should be a dict of metric and F1, not {shown(under)}")
    checks = [
        _bounded(system, metric(name), fraction(bound))
        for system in result.systems
        for name, bound in (under or {}).items()
    ]
    if against is None:
        if worse is not None:
            raise SettingsError(
                "conflicting-options", "worse than what?", hint="--against names a result saved by score -o json"
            )
        return Gate(tuple(checks))
    if worse is None:
        raise SettingsError(
            "conflicting-options",
            "nothing says how much worse than the saved result a score may be",
            hint="--fail-if-worse 0.2, in points of 100",
        )
    saved, version = saved_systems(result, path_argument(against, "against"))
    for system in result.systems:
        before = _before(saved, system, against)
        for name, points in _allowed(result, before, worse, against).items():
            checks.append(_compared(system, before, name, points))
    return Gate(tuple(checks), str(against), version)


def _bounded(system: System, wanted: Metric, bound: float) -> GateCheck:
    f1 = system[wanted.name].f1
    return GateCheck(system.name, wanted.name, f1, bound, passed=f1 >= bound - TINY)


def _before(saved: tuple[System, ...], system: System, against: str) -> System:
    """The only saved system, or the one of the same name."""
    found = saved if len(saved) == 1 else [each for each in saved if each.name == system.name]
    if len(found) != 1:
        names = ", ".join(quoted(each.name) for each in saved)
        raise PairingError(
            "different-results",
            f"{against} has {len(saved)} systems, and none or several are called {quoted(system.name)}: {names}",
            hint="--names calls this one like the saved one",
        )
    return found[0]


def _allowed(result: Result, before: System, worse: float | Mapping[str, float], against: str) -> dict[str, float]:
    """The points by metric."""
    if not isinstance(worse, Mapping):
        shared = [each.name for each in result.metrics if each.name in before.scores]
        worse = dict.fromkeys(["conll"] if "conll" in shared else shared, worse)
    allowed = {metric(name).name: points for name, points in worse.items()}
    for name, points in allowed.items():
        if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points <= 100:
            raise SettingsError(
                "wrong-value", f"{shown(points)} is no difference in points of 100", hint="as 0.2; 0 allows none"
            )
        if name not in before.scores:
            raise PairingError("no-common-metric", f"{against} has no {name}", hint=f"save it with -m {name}")
    if not allowed:
        raise PairingError("no-common-metric", f"{against} has none of the metrics that were scored", hint="use -m")
    return allowed


def _compared(system: System, before: System, name: str, points: float) -> GateCheck:
    old, new = before.scores[name].f1, system[name].f1
    bound = old - points / 100
    return GateCheck(system.name, name, new, bound, old, passed=new >= bound - TINY)
