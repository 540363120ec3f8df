"""What a gate checked, after the scores."""

from __future__ import annotations

from corefscope.reporting.report import BAD, UNDEFINED, Entry, Report, percent, sheet
from corefscope.reporting.views.comparison_words import points
from corefscope.statistics.gate import Gate


def report(found: Gate) -> Report:
    """A row for each check; F1 and bounds in percent, changes in points."""
    rows = []
    for check in found.checks:
        change = None if check.before is None else check.f1 - check.before
        rows.append(
            (
                Entry("passed") if check.passed else Entry("failed", style=BAD),
                check.system,
                check.metric,
                percent(check.f1),
                percent(check.bound),
                UNDEFINED if change is None else Entry(points(change), change),
            )
        )
    against = f" against {found.against}" if found.against else ""
    columns = ("", "System", "Metric", "F1", "At least", "Change")
    return Report("", (sheet(f"Gate{against}", columns, rows, left=(0, 1, 2)),))
