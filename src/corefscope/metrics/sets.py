"""What sets of split antecedents add to a metric; what pairs them is loaded where there are any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from corefscope.metrics.scores import Tally
from corefscope.table import Table


class Weights(NamedTuple):
    """What the pair of sets adds to each cell in recall, precision and F1: 0 without one."""

    recall: Any = 0
    precision: Any = 0
    f1: Any = 0


def with_sets(table: Table, inner: Callable[[Table], Tally]) -> tuple[Table, Weights]:
    """The Table with a cell for each pair of sets, and what these pairs add to cells."""
    if table.sets is None:
        return table, Weights()
    from corefscope.metrics.set_pairs import with_pairs

    return with_pairs(table, table.sets, lambda atoms: inner(atoms).columns)
