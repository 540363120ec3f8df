"""Pairwise F1: recall and precision of coreference links."""

from __future__ import annotations

from corefscope.metrics.base import BETA, Family, Tally
from corefscope.table import Table, pairs


def pairwise(table: Table) -> Tally:
    """Every two mentions of one entity are a link; singletons have none (Recasens & Hovy 2011, §3.1)."""
    right = table.per_unit(pairs(table.shared))
    return Tally.of(
        recall=(right, table.key.per_unit(pairs(table.key.size))),
        precision=(right, table.response.per_unit(pairs(table.response.size))),
    )


PAIRWISE = Family(
    "pairwise", "Pairwise", "all links between mentions of one entity", ("recasens2011",), pairwise,
    parameters={"beta": BETA}, aliases=("pairwise-f1",),
)  # fmt: skip
