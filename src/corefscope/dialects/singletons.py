"""Entities of one mention as e2e-coref and Stanza treat them: some metrics leave them out, on one side or both."""

from __future__ import annotations

from typing import NamedTuple, cast

from corefscope.alignment.mentions import Alignment, CountingRules
from corefscope.metrics.base import Metric, Tally
from corefscope.metrics.evidence import HasAlignment, HasTable
from corefscope.table import Table

BOTH = ("key", "response")
# The sides whose entities of one mention a metric leaves out, by the value of the setting `singletons`.
LEFT_OUT: dict[str, dict[str, tuple[str, ...]]] = {
    "e2e": {"b3": BOTH, "lea": BOTH, "ceafe": ("response",)},
    "stanza": {"lea": BOTH},
}


def sides_left_out(metric: Metric, rules: CountingRules) -> tuple[str, ...]:
    """The sides whose entities of one mention do not count."""
    return LEFT_OUT.get(rules.singletons, {}).get(metric.family.name, ())


def count(metric: Metric, evidence: HasTable) -> Tally | None:
    """Count a metric without these entities; None if it leaves out none."""
    sides = sides_left_out(metric, evidence.table.rules)
    return metric.count(_WithoutSingletons(evidence, sides)) if sides else None


class _WithoutSingletons(NamedTuple):
    evidence: HasTable
    sides: tuple[str, ...]

    @property
    def table(self) -> Table:
        return self.evidence.table.without_singletons(self.sides)

    @property
    def alignment(self) -> Alignment:
        return cast(HasAlignment, self.evidence).alignment.without_singletons(self.sides)
