"""Weights of entity types: what a person, a place or an organisation counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.metrics.parameters import LARGEST, between, shortest
from corefscope.problems import SettingsError
from corefscope.table import Entities, Table

_weight = between(0, LARGEST)


def entity_weights(text: str) -> str:
    """`PER:2+ORG:0.5` in its shortest form; a weight is not negative, and a type is weighed once.

    >>> entity_weights("PER:2.0 + ORG:.5")
    'PER:2+ORG:0.5'
    """
    parsed = _parsed(text)
    if len({name.casefold() for name, _ in parsed}) < len(parsed):
        raise ValueError("a type is weighed twice; upper and lower case are the same")
    return "+".join(f"{name}:{shortest(weight)}" for name, weight in parsed)


def _parsed(text: str) -> list[tuple[str, float]]:
    found = []
    for part in text.split("+"):
        name, _, weight = (piece.strip() for piece in part.rpartition(":"))
        if not name:
            raise ValueError("write TYPE:WEIGHT, joined by +")
        found.append((name, _weight(weight)))
    return found


def by_entity_type(table: Table, weights: str | None, other: float) -> tuple[NDArray[np.float64], ...]:
    """The weight of each entity's type, of the key's entities and of the response's."""
    sides = (table.key, table.response)
    kinds = list(map(_kinds, sides))
    present = sorted({kind.partition(":")[0] for side in kinds for kind in side})
    if weights is None:
        raise SettingsError(
            "bad-parameter",
            "lea: importance=entity-type needs weights, such as weights=PER:2+ORG:0.5",
            hint=f"the types here are {_listed(present)}; a type that is not named weighs what `other` says, or 1",
        )
    known = {name.casefold(): weight for name, weight in _parsed(weights)}
    weight_of = {kind: _weight_of(kind, known) for side in kinds for kind in set(side)}
    if weight_of and all(weight is None for weight in weight_of.values()):
        raise SettingsError(
            "bad-parameter",
            f"lea: no entity has a type that {weights} weighs",
            hint=f"the types here are {_listed(present)}",
        )
    final = {kind: other if weight is None else weight for kind, weight in weight_of.items()}
    return tuple(np.array([final[kind] for kind in side], float) for side in kinds)


def _kinds(side: Entities) -> list[str]:
    if side.entity_type is None and len(side.size):
        raise SettingsError("missing-entity-types", "importance by entity type needs entity types")
    kinds: NDArray[Any] = np.zeros(0, object) if side.entity_type is None else side.entity_type
    return [str(kind) for kind in kinds]


def _weight_of(kind: str, known: dict[str, float]) -> float | None:
    """Of the whole type or of as many of its parts as are weighed: PER:Group:SPC, PER:Group, PER."""
    text = kind.casefold()
    while text not in known and ":" in text:
        text = text.rpartition(":")[0]
    return known.get(text)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
