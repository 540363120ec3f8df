"""Where systems would stand in a published table."""

from __future__ import annotations

from corefscope.lab.published.standing import AROUND, PublishedRow, TableStanding
from corefscope.metrics import METRICS
from corefscope.reporting.report import UNDEFINED, Entry, Report, number, paragraph, sheet


def report(standing: TableStanding, distance: int = AROUND) -> Report:
    """The places, the scored systems marked; warnings come first: they may say that places mean nothing."""
    source = standing.source
    titles = [METRICS[metric].title for metric in standing.metrics]
    rows: list[list[str | Entry]] = []
    for place in standing.around(distance):
        if place is None:
            rows.append(["", "", "…", *("" for _ in titles)])
        else:
            values = [_shown(place, metric) for metric in standing.metrics]
            rows.append(["→" if place.ours else "", str(place.rank), place.name, *values])
    published = sum(not place.ours for place in standing.places)
    head = f"beside {source.name}: {source.source}, {published} rows, F1, by {METRICS[standing.by].title}"
    title = paragraph([head, *(f"careful: {warning}" for warning in standing.warnings)])
    return Report("", (sheet(title, ("", "", "System", *titles), rows, left=(0, 2)),))


def _shown(place: PublishedRow, metric: str) -> Entry:
    return number(place.values[metric], 2) if place.ours else Entry(place.printed[metric] or UNDEFINED)
