"""Entities of one mention as e2e-coref and Stanza treat them: some metrics leave them out, on one side or both."""

from __future__ import annotations

from corefscope.alignment.mentions import CountingRules
from corefscope.metrics.base import ALIGNMENT, Metric, Tally
from corefscope.metrics.evidence import AlignmentOnly, HasAlignment, HasTable, TableOnly

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
    if not sides:
        return None
    if isinstance(evidence, HasAlignment) and ALIGNMENT in metric.needs:
        return metric.count(AlignmentOnly(evidence.alignment.without_singletons(sides)))
    return metric.count(TableOnly(evidence.table.without_singletons(sides)))
