"""Entities one by one: the F1 of each entity with its counterpart; NEC does so for named entities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics.base import BETA, MENTION_TYPES, Family, Parameter, Tally, one_of
from corefscope.model import TYPES, Floats, Integers
from corefscope.table import Entities, Table

NAME = TYPES.index("name")


def _similarity(table: Table) -> Floats:
    """Return the F1 of the two entities of each cell: the harmonic mean of n/|K| and n/|R|."""
    return 2 * table.shared / (table.key.size[table.key_entity] + table.response.size[table.response_entity])


def entities(table: Table, weight: str = "mentions") -> Tally:
    """Average the F1 of aligned entities, weighted by mentions (Manikantan et al. 2024, “micro-F1”).

    For recall the key's entities count, for precision the response's, each side under the alignment that is best for
    it. With `weight=entity` all entities count alike, and the metric is CEAFe.
    """
    similarity = _similarity(table)

    def side(part: Entities, entity: Integers) -> tuple[Floats, Integers]:
        worth = part.size if weight == "mentions" else np.ones_like(part.size)
        return table.aligned_total(similarity * worth[entity]), part.per_unit(worth)

    return Tally.of(side(table.key, table.key_entity), side(table.response, table.response_entity))


def nec(table: Table) -> Tally:
    """Named-entity coreference: F1 of entities with a name, aligned where they share one (Agarwal et al. 2019).

    Recall is the paper's number: the mean F1 of the key's entities that have a name. A response entity that holds none
    of its names earns nothing. For precision, the response's entities that have a name count. `missed` are key
    entities with a name of which no response entity has a name mention.
    """
    by_name = _has_name(table.shared_types)
    aligned = table.aligned_total(np.where(by_name, _similarity(table), 0.0))
    key, response = _has_name(table.key.types), _has_name(table.response.types)
    met = np.zeros(len(key), bool)
    met[table.key_entity[by_name]] = True
    counts = Tally.of(
        recall=(aligned, table.key.per_unit(key.astype(np.int64))),
        precision=(aligned, table.response.per_unit(response.astype(np.int64))),
    )
    return Tally({**counts.columns, "missed": table.key.per_unit((key & ~met).astype(np.int64))})


def _has_name(types: Integers | None) -> NDArray[np.bool_]:
    """Mark cells or entities with a mention that is a name."""
    if types is None:
        raise ValueError("nec is counted in a table with the types of mentions")
    return types[:, NAME] > 0


WEIGHT = Parameter("mentions", one_of("mentions", "entity"), "the weight of an entity: its mentions, or 1", True)
ENTITIES = Family(
    "entities", "Entities", "F1 of each entity with its counterpart", ("manikantan2024",), entities,
    parameters={"weight": WEIGHT, "beta": BETA},
)  # fmt: skip
NEC = Family(
    "nec", "NEC", "F1 of entities that share a name", ("agarwal2019",), nec,
    parameters={"beta": BETA}, needs=frozenset({MENTION_TYPES}),
)  # fmt: skip
