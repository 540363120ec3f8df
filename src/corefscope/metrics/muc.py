"""MUC: the links that survive when the other side cuts an entity up."""

from __future__ import annotations

from corefscope.metrics.base import BETA, Family, Tally
from corefscope.table import Table


def muc(table: Table) -> Tally:
    """Each cell of n shared mentions keeps n - 1 links (Vilain et al. 1995); singletons have none."""
    kept = table.per_unit(table.shared - 1)
    return Tally.of(
        recall=(kept, table.key.per_unit(table.key.size - 1)),
        precision=(kept, table.response.per_unit(table.response.size - 1)),
    )


MUC = Family("muc", "MUC", "links kept, of n - 1 per entity", ("vilain1995",), muc, parameters={"beta": BETA})
