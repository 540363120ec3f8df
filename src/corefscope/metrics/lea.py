"""LEA: for each entity, how well its links are resolved, weighted by how important it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.metrics.base import (
    BETA,
    ENTITY_TYPES,
    MENTION_TYPES,
    Family,
    Floats,
    Parameter,
    Tally,
)
from corefscope.metrics.entity_weights import by_entity_type, entity_weights
from corefscope.metrics.parameters import LARGEST, between, register_once
from corefscope.model import TYPES, Integers
from corefscope.problems import SettingsError
from corefscope.table import Entities, Table, pairs

Importance = Callable[[Entities], Floats]
BY_ENTITY_TYPE = "entity-type"
# Chen & Ng's W4: what a mention of each type adds to the importance of its entity.
_BY_TYPE = np.array([{"name": 1.0, "nominal": 0.75, "pronoun": 0.5}.get(kind, 0.0) for kind in TYPES])


def _by_size(side: Entities) -> Floats:
    return side.size.astype(float)


def _by_type(side: Entities) -> Floats:
    if side.types is None:
        raise SettingsError("missing-mention-types", "importance by type needs mention types")
    return np.asarray(side.types @ _BY_TYPE)


def _equal(side: Entities) -> Floats:
    return np.ones(len(side.size))


IMPORTANCE: dict[str, Importance] = {"size": _by_size, "type": _by_type, "equal": _equal}
_NEEDS = {"type": frozenset({MENTION_TYPES}), BY_ENTITY_TYPE: frozenset({ENTITY_TYPES})}


def register_importance(
    name: str, function: Importance, mention_types: bool = False, entity_types: bool = False
) -> None:
    """Makes `lea(importance=name)` known: a function from the entities of a side to their importance.

    An entity's importance is a number, not negative; a name is one word and means one thing. A function that looks
    at `types` or `entity_type` says so; then data without them are refused before it is called.
    """
    if name == BY_ENTITY_TYPE:
        raise SettingsError("name-taken", f"{quoted(name)} is registered already", hint="choose another name")
    register_once(IMPORTANCE, name, function)
    _NEEDS[name] = frozenset(
        need for need, wanted in ((MENTION_TYPES, mention_types), (ENTITY_TYPES, entity_types)) if wanted
    )


def lea(table: Table, importance: str = "size", weights: str | None = None, other: float | None = None) -> Tally:
    """Importance is size, and a singleton is resolved if it is one on the other side (Moosavi & Strube 2016)."""
    if importance != BY_ENTITY_TYPE and (weights is not None or other is not None):
        raise SettingsError(
            "bad-parameter", f"lea: weights and other belong to importance={BY_ENTITY_TYPE}, not to {importance}"
        )
    one_by_one = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
    links = pairs(table.shared).astype(float) + one_by_one  # a singleton's one link is to itself
    mine: Floats | Integers = table.key.size
    theirs: Floats | Integers = table.response.size
    if importance == BY_ENTITY_TYPE:
        mine, theirs = by_entity_type(table, weights, 1.0 if other is None else other)
    elif importance != "size":
        weigh = IMPORTANCE[importance]
        mine, theirs = (_checked(importance, weigh(side), side) for side in (table.key, table.response))
    return Tally.of(
        recall=(_resolved(table, table.key, table.key_entity, links, mine), table.key.per_unit(mine)),
        precision=(
            _resolved(table, table.response, table.response_entity, links, theirs),
            table.response.per_unit(theirs),
        ),
    )


def _checked(name: str, values: Floats, side: Entities) -> Floats:
    weights = np.asarray(values, float)
    if weights.shape != side.size.shape or not np.all((weights >= 0) & (weights <= LARGEST)):
        raise SettingsError(
            "bad-weights",
            f"lea: the importance {quoted(name)} does not give each entity a number that is not negative",
            hint=f"expected {len(side.size)} numbers from 0 to {LARGEST:g}",
        )
    return weights


def _resolved(
    table: Table, side: Entities, entity: Integers, links: Integers, importance: Floats | Integers
) -> NDArray[np.float64]:
    possible = np.maximum(pairs(side.size[entity]).astype(float), 1)
    return np.asarray(table.per_unit(importance[entity] * (links / possible)))


def _importance(text: str) -> str:
    known = dict.fromkeys(("size", "type", "equal", BY_ENTITY_TYPE, *IMPORTANCE))
    if text not in known:
        raise ValueError(f"one of {', '.join(known)}, or registered with register_importance")
    return text


def _asks(values: Mapping[str, Any]) -> frozenset[str]:
    return _NEEDS.get(values.get("importance", "size"), frozenset())


LEA = Family(
    "lea",
    "LEA",
    "links resolved, entities weighted by size",
    ("moosavi2016",),
    lea,
    parameters={
        "importance": Parameter("size", _importance, "what makes an entity important", True),
        "weights": Parameter(None, entity_weights, "weights of entity types, such as PER:2+ORG:0.5", True),
        "other": Parameter(None, between(0, LARGEST), "the weight of any other entity type, a number from 0", True),
        "beta": BETA,
    },
    asks=_asks,
)
