"""LEA: for each entity, how well its links are resolved, weighted by how important it is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from corefscope.errors import SettingsError
from corefscope.metrics.base import BETA, LARGEST, Family, Parameter, Tally, register_once
from corefscope.model import TYPES, Integers
from corefscope.table import Entities, Table, pairs

Importance = Callable[[Entities], NDArray[np.float64]]
# Chen & Ng's W4: what a mention of each type adds to the importance of its entity.
_BY_TYPE = np.array([{"name": 1.0, "nominal": 0.75, "pronoun": 0.5}.get(kind, 0.0) for kind in TYPES])


def _by_size(side: Entities) -> NDArray[np.float64]:
    return side.size.astype(float)


def _by_type(side: Entities) -> NDArray[np.float64]:
    if side.types is None:
        raise SettingsError("importance by type needs mention types")
    return np.asarray(side.types @ _BY_TYPE)


def _equal(side: Entities) -> NDArray[np.float64]:
    return np.ones(len(side.size))


IMPORTANCE: dict[str, Importance] = {"size": _by_size, "type": _by_type, "equal": _equal}


def register_importance(name: str, function: Importance) -> None:
    """Makes `lea(importance=name)` known: a function from the entities of a side to their importance.

    An entity's importance is a number, not negative; a name is one word and means one thing.
    """
    register_once(IMPORTANCE, name, function)


def lea(table: Table, importance: str = "size") -> Tally:
    """Importance is size, and a singleton is resolved if it is one on the other side (Moosavi & Strube 2016)."""
    one_by_one = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
    links = pairs(table.shared) + one_by_one  # a singleton's one link is to itself
    if importance == "size":
        key, response, _ = table.mentions
        return Tally.of(
            recall=(_resolved(table, table.key, table.key_entity, links, table.key.size), key),
            precision=(_resolved(table, table.response, table.response_entity, links, table.response.size), response),
        )
    weigh = IMPORTANCE[importance]
    mine, theirs = (_checked(importance, weigh(side), side) for side in (table.key, table.response))
    return Tally.of(
        recall=(_resolved(table, table.key, table.key_entity, links, mine), table.by_unit(table.key.unit, mine)),
        precision=(
            _resolved(table, table.response, table.response_entity, links, theirs),
            table.by_unit(table.response.unit, theirs),
        ),
    )


def _checked(name: str, values: NDArray[np.float64], side: Entities) -> NDArray[np.float64]:
    weights = np.asarray(values, float)
    if weights.shape != side.size.shape or not np.all((weights >= 0) & (weights <= LARGEST)):
        raise SettingsError(
            f"lea: the importance '{name}' does not give each entity a number that is not negative",
            hint=f"expected {len(side.size)} numbers from 0 to {LARGEST:g}",
        )
    return weights


def _resolved(
    table: Table, side: Entities, entity: Integers, links: Integers, importance: NDArray[np.float64] | Integers
) -> NDArray[np.float64]:
    possible = np.maximum(pairs(side.size[entity]), 1)
    return np.asarray(table.by_unit(table.unit, importance[entity] * (links / possible)))


def _importance(text: str) -> str:
    if text not in IMPORTANCE:
        raise ValueError(f"one of {', '.join(IMPORTANCE)}, or registered with register_importance")
    return text


LEA = Family(
    "lea",
    "LEA",
    "links resolved, entities weighted by size",
    ("moosavi2016",),
    lea,
    parameters={"importance": Parameter("size", _importance, "what makes an entity important", True), "beta": BETA},
)
