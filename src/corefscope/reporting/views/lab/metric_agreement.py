"""How far metrics rank systems alike."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.lab.agreement import Agreement
from corefscope.reporting.report import Report, View, count, counted, number, paragraph, sheet
from corefscope.reporting.views.scores import headline

MANY = 10


def view(found: Agreement) -> View:
    return View(lambda: report(found), data=found.as_object)


def report(found: Agreement) -> Report:
    """τ between metrics, ranks of systems, and what is disputed."""
    taus = [
        (one, *(number(found.tau[one, two], 2) for two in found.metrics), number(found.mean(one), 2))
        for one in found.metrics
    ]
    title = f"Kendall's τ over {counted(len(found.systems), 'system')}, by {found.by}"
    ranks = [found.ranks(metric) for metric in found.metrics]
    ranked = [(name, *(count(each[place], "") for each in ranks)) for place, name in enumerate(found.systems)]
    tables = (
        sheet(title, ("", *found.metrics, "mean"), taus),
        sheet("Ranks", ("System", *found.metrics), ranked),
    )
    notes = (paragraph(_disputed(found)),)
    return Report(headline(found.result), tables, notes, found.result.signature, title="Agreement of metrics")


def _disputed(found: Agreement) -> Iterator[str]:
    disputed = found.disputed()
    for one, two, first, second in disputed[:MANY]:
        yield f"{one} above {two}: {', '.join(first)}; below: {', '.join(second)}"
    if len(disputed) > MANY:
        yield f"and {len(disputed) - MANY} more pairs on which metrics disagree (-o json lists all)"
    if not disputed:
        yield "no two systems are ranked differently"
