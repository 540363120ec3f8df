"""MUC: the links that survive when the other side cuts an entity up."""

from __future__ import annotations

from corefscope.metrics.base import BETA, Family, Tally
from corefscope.metrics.sets import with_sets
from corefscope.table import Table


def muc(table: Table) -> Tally:
    """Each cell of n shared mentions keeps n - 1 links (Vilain et al. 1995); singletons have none."""
    table, sets = with_sets(table, muc_of_atoms)
    kept = [table.shared - 1]
    if table.sets is not None:  # a set is linked to the mentions that its entity shares, not by itself
        kept = [(table.shared > 0) * (table.shared - 1 + weight) for weight in (sets.recall, sets.precision)]
    return Tally.of(
        recall=(table.per_unit(kept[0]), table.key.per_unit(table.key.size - 1)),
        precision=(table.per_unit(kept[-1]), table.response.per_unit(table.response.size - 1)),
    )


def muc_of_atoms(table: Table) -> Tally:
    """MUC within a pair of sets: there an entity of one mention has a link, to itself (Paun et al. 2022)."""
    key, response = (side.size == 1 for side in (table.key, table.response))
    kept = table.per_unit(table.shared - 1 + (key[table.key_entity] & response[table.response_entity]))
    return Tally.of(
        recall=(kept, table.key.per_unit(table.key.size - 1 + key)),
        precision=(kept, table.response.per_unit(table.response.size - 1 + response)),
    )


MUC = Family(
    "muc",
    "MUC",
    "links kept, at least n - 1 per entity",
    ("vilain1995",),
    muc,
    parameters={"beta": BETA},
    sets=(),
    of_sums=True,
)
