"""A gate: does a result reach a bound, and is it no worse than a saved one? For continuous integration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from corefscope.basics.arguments import path as path_argument
from corefscope.basics.escaping import quoted, short_repr
from corefscope.metrics import metric
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
        """The outcome in one line."""
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
        return {"passed": self.passed, "against": self.against, "checks": list(map(asdict, self.checks))}


def gate(
    result: Result,
    under: Mapping[str, float] | None = None,
    against: str | None = None,
    worse: float | Mapping[str, float] | None = None,
) -> Gate:
    """Check every system of a result: is its F1 below a bound, or worse than that of a saved result?

    `under` has the lowest F1 by metric, 0.70 or 70. `against` is a file that `score -o json`
    wrote for the same key and settings, and `worse` the points of 100 by which F1 may be lower: for conll, or where it
    was not scored for every metric, unless it is a dict by metric.

    >>> from corefscope import score
    >>> checked = gate(score([["a", "b", "c"]], [["a", "b"], ["c"]]), under={"muc": 70, "b3": 0.5})
    >>> [check.passed for check in checked.checks], checked.passed
    ([False, True], False)
    """
    if not isinstance(under, Mapping | None):
        raise SettingsError("wrong-type", f"under should be a dict of metric and F1, not {short_repr(under)}")
    checks = []
    for name, least in (under or {}).items():
        bound = _up_to_100(least, "an F1", "0.70 or 70")
        bound = bound if bound <= 1 else bound / 100
        checks += [_check(system, metric(name).name, float(bound)) for system in result.systems]
    if against is None and worse is None:
        return Gate(tuple(checks))
    if against is None:
        hint = "--against names a result saved by score -o json"
        raise SettingsError("conflicting-options", "--fail-if-worse needs --against FILE", hint=hint)
    if worse is None:
        fact = "--against needs a tolerance"
        raise SettingsError("conflicting-options", fact, hint="--fail-if-worse 0.2, in points of 100")
    saved, version = saved_systems(result, path_argument(against, "against"))
    for system in result.systems:
        same = saved if len(saved) == 1 else [each for each in saved if each.name == system.name]
        if len(same) != 1:
            names = ", ".join(quoted(each.name) for each in saved)
            fact = f"{against} has {len(saved)} systems, and none or several are called {quoted(system.name)}: {names}"
            raise PairingError("different-results", fact, hint="--names calls this one like the saved one")
        (before,) = same
        for name, points in _points(result, before, worse, against).items():
            old = before.scores[name].f1
            checks.append(_check(system, name, old - points / 100, old))
    return Gate(tuple(checks), str(against), version)


def _check(system: System, name: str, bound: float, before: float | None = None) -> GateCheck:
    f1 = system[name].f1
    return GateCheck(system.name, name, f1, bound, before, passed=f1 >= bound - TINY)


def _points(result: Result, before: System, worse: float | Mapping[str, float], against: str) -> dict[str, float]:
    """Return the points by which F1 may be lower, by metric."""
    if not isinstance(worse, Mapping):
        shared = [each.name for each in result.metrics if each.name in before.scores]
        worse = dict.fromkeys(["conll"] if "conll" in shared else shared, worse)
    hint = "0.2 is a fifth of a point; 0 allows none"
    allowed = {metric(name).name: _up_to_100(points, "a difference in points", hint) for name, points in worse.items()}
    missing = [name for name in allowed if name not in before.scores]
    if missing:
        raise PairingError("no-common-metric", f"{against} has no {missing[0]}", hint=f"save it with -m {missing[0]}")
    if not allowed:
        raise PairingError("no-common-metric", f"{against} has none of the metrics that were scored", hint="use -m")
    return allowed


def _up_to_100(value: float, what: str, hint: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise SettingsError("wrong-value", f"{what} is between 0 and 100, got {short_repr(value)}", hint=hint)
    return value
