"""Scores of random responses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from corefscope.lab.chance import Chance, Spread
from corefscope.reporting.report import UNDEFINED, Entry, Report, Sheet, View, count, number, percent, sheet
from corefscope.reporting.views.scores import headline


def view(found: Chance) -> View:
    return View(lambda: report(found), data=found.as_object)


def report(found: Chance) -> Report:
    """One table of the metrics, one of their spread by data size."""
    notes = []
    if found.left_out:
        notes.append(f"left out: {', '.join(found.left_out)}; the mentions dealt out are those that were found")
    if len(found.sizes) == 1:
        notes.append("one document only: nothing to vary")
    result = found.result
    return Report(headline(result), tuple(_tables(found)), tuple(notes), result.signature, title="Chance")


def _tables(found: Chance) -> Iterator[Sheet]:
    titles = {metric.name: metric.title for metric in found.result.metrics}
    rows = [
        (titles[name], *map(percent, (found.observed[name], one.mean, one.deviation, found.corrected(name))))
        for name, one in found.chance.items()
    ]
    yield sheet(f"{found.trials} random responses", ("Metric", "F1", "Chance", "±", "Corrected"), rows)

    def by_size(title: str, spread: Callable[[int, str], Spread | None]) -> Sheet:
        rows = [
            (count(size, ""), number(found.mentions[size], 1), *(_spread(spread(size, name)) for name in titles))
            for size in found.sizes
        ]
        return sheet(title, ("Documents", "Mentions", *titles.values()), rows)

    yield by_size("Chance by data size, mean and standard deviation of F1", lambda size, name: found.sizes[size][name])
    if found.scores:
        yield by_size("The response by data size, F1", lambda size, name: found.scores[size][name])
        yield by_size("The response by data size, corrected", found.corrected_by_size)


def _spread(one: Spread | None) -> Entry:
    return Entry(UNDEFINED) if one is None else Entry(f"{100 * one.mean:.2f} ±{100 * one.deviation:.2f}", one.mean)
