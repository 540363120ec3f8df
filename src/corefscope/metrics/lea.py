"""LEA: for each entity, how well its links are resolved, weighted by its importance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

import numpy as np

from corefscope.metrics.base import (
    BETA,
    ENTITY_TYPES,
    LARGEST_WEIGHT,
    MENTION_TYPES,
    Family,
    Parameter,
    between,
    one_of,
    shortest,
)
from corefscope.metrics.scores import Tally
from corefscope.model import TYPES, Floats, Integers
from corefscope.problems import SettingsError
from corefscope.table import Entities, Table, pairs

BY_ENTITY_TYPE = "entity-type"
# Chen & Ng's W4: the contribution of a mention of each type to the importance of its entity.
_BY_TYPE = np.array([{"name": 1.0, "nominal": 0.75, "pronoun": 0.5}.get(kind, 0.0) for kind in TYPES])


def lea(table: Table, importance: str = "size", weights: str | None = None, other: float | None = None) -> Tally:
    """Over entities, sum importance times the share of links resolved (Moosavi & Strube 2016)."""
    links = resolved_links(table)
    return resolved(table, importances(table, importance, weights, other), links, links)


def resolved_links(table: Table) -> Floats:
    """The links that each cell resolves; a singleton's one link is to itself."""
    alone = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
    links: Floats = pairs(table.shared).astype(float) + alone
    return links


def resolved(
    table: Table, importances: Sequence[Floats | Integers], for_recall: Floats, for_precision: Floats
) -> Tally:
    """Sum the importance of the entities of each side, and the part of it that is resolved."""
    sides = (table.key, table.key_entity, for_recall), (table.response, table.response_entity, for_precision)
    sums = []
    for (side, entity, links), importance in zip(sides, importances, strict=True):
        share = links / np.maximum(pairs(side.size[entity]).astype(float), 1)
        sums.append((table.per_unit(importance[entity] * share), side.per_unit(importance)))
    return Tally.of(recall=sums[0], precision=sums[1])


def importances(
    table: Table, importance: str = "size", weights: str | None = None, other: float | None = None
) -> tuple[Floats | Integers, ...]:
    """Return the importance of each key entity and of each response entity."""
    if importance == BY_ENTITY_TYPE:
        return _by_entity_type(table, weights, 1.0 if other is None else other)
    if weights is not None or other is not None:
        fact = f"lea: weights and other need importance={BY_ENTITY_TYPE}, not {importance}"
        raise SettingsError("bad-parameter", fact)
    return IMPORTANCE[importance](table.key), IMPORTANCE[importance](table.response)


def _by_type(side: Entities) -> Floats:
    if side.types is None:
        raise SettingsError("missing-mention-types", "importance by type needs mention types")
    return np.asarray(side.types @ _BY_TYPE)


IMPORTANCE: dict[str, Callable[[Entities], Floats | Integers]] = {
    "size": attrgetter("size"),
    "type": _by_type,
    "equal": lambda side: np.ones(len(side.size)),
}


def entity_weights(text: str) -> str:
    """Return `PER:2+ORG:0.5` in its shortest form; weights are not negative, and no type has two.

    >>> entity_weights("PER:2.0 + ORG:.5")
    'PER:2+ORG:0.5'
    """
    weights = _weight_by_type(text)
    if len({name.casefold() for name, _ in weights}) < len(weights):
        raise ValueError("a type has two weights (case does not matter)")
    return "+".join(f"{name}:{shortest(weight)}" for name, weight in weights)


_weight = between(0, LARGEST_WEIGHT)


def _weight_by_type(text: str) -> list[tuple[str, float]]:
    parts = [tuple(map(str.strip, part.rpartition(":"))) for part in text.split("+")]
    if not all(name for name, _, _ in parts):
        raise ValueError("write TYPE:WEIGHT, joined by +")
    return [(name, _weight(weight)) for name, _, weight in parts]


def _by_entity_type(table: Table, weights: str | None, other: float) -> tuple[Floats, ...]:
    """The weight of each entity's type, for key and response."""
    sides = (table.key, table.response)
    if any(side.entity_type is None and len(side.size) for side in sides):
        raise SettingsError("missing-entity-types", "importance by entity type needs entity types")
    types = [[] if side.entity_type is None else list(map(str, side.entity_type)) for side in sides]
    present = {kind for side in types for kind in side}
    listed = f"the types here are {', '.join(sorted({kind.partition(':')[0] for kind in present})) or 'none'}"
    if weights is None:
        fact = "lea: importance=entity-type needs weights, such as weights=PER:2+ORG:0.5"
        hint = f"{listed}; a type without a weight gets that of `other`, or 1"
        raise SettingsError("bad-parameter", fact, hint=hint)
    weight_by_type = {name.casefold(): weight for name, weight in _weight_by_type(weights)}
    # The weight of the longest prefix of the type that has one: PER:Group:SPC, PER:Group, PER.
    weight_of: dict[str, float] = {}
    for kind in present:
        text = kind.casefold()
        while text not in weight_by_type and ":" in text:
            text = text.rpartition(":")[0]
        if text in weight_by_type:
            weight_of[kind] = weight_by_type[text]
    if present and not weight_of:
        raise SettingsError("bad-parameter", f"lea: no entity has a type of {weights}", hint=listed)
    return tuple(np.array([weight_of.get(kind, other) for kind in side], float) for side in types)


LEA = Family(
    "lea", "LEA", "links resolved, entities weighted by size", ("moosavi2016",), lea,
    parameters={
        "importance": Parameter("size", one_of(*IMPORTANCE, BY_ENTITY_TYPE), "what makes an entity important", True,
                                needs={"type": MENTION_TYPES, BY_ENTITY_TYPE: ENTITY_TYPES}),
        "weights": Parameter(None, entity_weights, "weights of entity types, such as PER:2+ORG:0.5", True),
        "other": Parameter(None, _weight, "the weight of any other entity type, a number from 0", True),
        "beta": BETA,
    },
)  # fmt: skip
