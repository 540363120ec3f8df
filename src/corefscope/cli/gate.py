"""The options of `score` that let it fail, for continuous integration."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from corefscope.basics.escaping import cut, visible
from corefscope.cli.output import say

if TYPE_CHECKING:
    from corefscope.metrics import Metric
    from corefscope.scoring.result import Result
    from corefscope.statistics.gate import Gate

GATE = "when to fail, with exit status 1"


def add_gate(parser: argparse.ArgumentParser) -> None:
    from corefscope.cli.options import add

    least = "if a system's F1 is below: up to 1 a fraction, above 1 percent; repeatable, as conll=0.70 or conll=70"
    add(parser, GATE, "--fail-under", action="append", default=[], metavar="METRIC=F1", help=least)
    saved = "a result saved by score -o json, of the same key and settings, to compare with"
    add(parser, GATE, "--against", metavar="SAVED.json", help=saved)
    points = (
        "if F1 is lower than there by more than so many points of 100, as 0.2 (of conll, or of every metric where it "
    )
    points += "is not scored) or lea=0.5; repeatable"
    add(parser, GATE, "--fail-if-worse", action="append", default=[], metavar="[METRIC=]POINTS", help=points)


def is_gated(arguments: argparse.Namespace) -> bool:
    return bool(arguments.fail_under or arguments.against or arguments.fail_if_worse)


class GateOptions:
    """The bounds that were given, parsed before anything is scored; `metrics` are those they name."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        under = [_bound("--fail-under", text) for text in arguments.fail_under]
        self.under = {name: bound for name, bound in under if name is not None}
        worse = [_bound("--fail-if-worse", text) for text in arguments.fail_if_worse]
        self.worse = {name: points for name, points in worse if name is not None}
        self.everywhere = [points for name, points in worse if name is None]
        if len(self.everywhere) + bool(self.worse) > 1:
            self._refuse("--fail-if-worse is given for all metrics and again", "give it once, or for each metric")
        if bool(worse) != bool(arguments.against):
            self._refuse("--against and --fail-if-worse go together", "--against old.json --fail-if-worse 0.2")

    @staticmethod
    def _refuse(fact: str, hint: str) -> None:
        from corefscope.problems import SettingsError

        raise SettingsError("conflicting-options", fact, hint=hint)

    @property
    def metrics(self) -> Sequence[Metric]:
        from corefscope.metrics import metric

        return [metric(name) for name in (*self.under, *self.worse)]

    def check(self, result: Result) -> Gate:
        """Check a result, and say what was found."""
        from corefscope._version import __version__
        from corefscope.statistics.gate import gate

        given = self.arguments
        worse = self.everywhere[0] if self.everywhere else self.worse or None
        found = gate(result, self.under, given.against, worse)
        if found.version not in (None, __version__):
            by = f"corefscope {cut(str(found.version))}, and this is {__version__}"
            say(f"note: {visible(given.against)} was saved by {by}")
        for each in found.checks:
            say(visible(each.text))
        return found


def _bound(flag: str, text: str) -> tuple[str | None, float]:
    """A metric and a number; `--fail-if-worse` may leave the metric out."""
    from corefscope.metrics import metric
    from corefscope.problems import SettingsError

    name, equals, value = text.rpartition("=")
    least = flag == "--fail-under"
    try:
        bound = float(value)
    except ValueError:
        bound = -1.0
    if not 0 <= bound <= 100 or (least and not equals):
        expected = (
            "METRIC=F1, up to 1 a fraction, above 1 percent, such as conll=0.70 or conll=70"
            if least
            else ("points of 100, such as 0.2 or lea=0.2")
        )
        raise SettingsError("wrong-value", f"{flag} {cut(text)}: expected {expected}")
    return metric(name).name if equals else None, bound
