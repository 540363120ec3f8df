"""Which metrics count in a GrowingTable, and the sums of their counts over documents, prefix by prefix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from corefscope.alignment.mentions import Conventions
from corefscope.alignment.windows import Windows
from corefscope.analysis.growth.table import sums_while
from corefscope.metrics import Metric, Tally


def adds_up(metric: Metric, conventions: Conventions) -> bool:
    """Whether all that it counts are sums over cells and entities, and numbers made of these sums."""
    changed = any(metric.family.parameters[name].of_tally for name, _ in metric.values)
    return metric.family.of_sums and not changed and not metric.drops(conventions)


def step_totals(tally: Tally, windows: Windows) -> Tally:
    """The sums over documents of each prefix; a document that is shorter counts as a whole."""
    steps = int(windows.count.max(initial=1))
    step = np.arange(int(windows.count.sum())) - np.repeat(windows.first, windows.count)
    until = step + 1
    until[windows.first + windows.count - 1] = steps
    return Tally({name: sums_while(step, until, column, steps) for name, column in tally.columns.items()})


def row_by_row(counted: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """The totals of many tallies of one metric as one tally, for each metric."""
    found: dict[str, list[Mapping[str, int | float]]] = {}
    for tallies in counted:
        for name, tally in tallies.items():
            found.setdefault(name, []).append(tally.total())
    return {
        name: Tally({column: np.array([each[column] for each in rows]) for column in rows[0]})
        for name, rows in found.items()
    }
