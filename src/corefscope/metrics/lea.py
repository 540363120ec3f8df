"""LEA: for each entity, how well its links are resolved, weighted by how important it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics.base import Family, Tally
from corefscope.model import Integers
from corefscope.table import Entities, Table, pairs


def lea(table: Table) -> Tally:
    """Importance is size, and a singleton is resolved if it is one on the other side (Moosavi & Strube 2016)."""
    key, response, _ = table.mentions
    one_by_one = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
    links = pairs(table.shared) + one_by_one  # a singleton's one link is to itself
    return Tally.of(
        recall=(_resolved(table, table.key, table.key_entity, links), key),
        precision=(_resolved(table, table.response, table.response_entity, links), response),
    )


def _resolved(table: Table, side: Entities, entity: Integers, links: Integers) -> NDArray[np.float64]:
    size = side.size[entity]
    possible = np.maximum(pairs(size), 1)
    return table.by_unit(table.unit, size * (links / possible))


LEA = Family("lea", "LEA", "links resolved, entities weighted by size", ("moosavi2016",), lea)
