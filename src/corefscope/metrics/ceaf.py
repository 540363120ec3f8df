"""CEAF: entities are aligned one to one, as well as possible, and only aligned ones count (Luo 2005)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.assignment import best_total
from corefscope.metrics.base import Family, Tally
from corefscope.table import Table


def ceafm(table: Table) -> Tally:
    """Similarity is the number of shared mentions (φ3); the denominators are mentions."""
    aligned = aligned_total(table, table.shared.astype(float))
    whole = np.rint(aligned).astype(np.int64)
    key, response, _ = table.mentions
    return Tally.of(recall=(whole, key), precision=(whole, response))


def ceafe(table: Table) -> Tally:
    """Similarity is 2n/(|K|+|R|) (φ4); the denominators are entities.

    Luo (2005): an entity left unaligned still counts in its side's denominator.
    """
    sizes = table.key.size[table.key_entity] + table.response.size[table.response_entity]
    aligned = aligned_total(table, 2 * table.shared / sizes)
    key = np.bincount(table.key.unit, minlength=table.units)
    response = np.bincount(table.response.unit, minlength=table.units)
    return Tally.of(recall=(aligned, key), precision=(aligned, response))


def aligned_total(table: Table, weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """Per unit, the total weight of the best one-to-one alignment of entities."""
    entities = (table.key_entity, table.response_entity)
    return best_total(*entities, weight, table.key.unit, len(table.response.size), table.units)


CEAFM = Family("ceafm", "CEAFm", "mentions in entities aligned one to one", ("luo2005",), ceafm, aliases=("ceaf-m",))
CEAFE = Family(
    "ceafe", "CEAFe", "similarity of entities aligned one to one", ("luo2005",), ceafe, aliases=("ceaf", "ceaf-e")
)
