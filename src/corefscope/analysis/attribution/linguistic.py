"""The shares of each mention in the linguistically aware metrics (Chen & Ng 2013)."""

from __future__ import annotations

import numpy as np

from corefscope.analysis.attribution.mention_cells import MentionCells, aligned_cells
from corefscope.analysis.attribution.shares import RuleInput, Shares
from corefscope.metrics.linguistic import weights_of
from corefscope.metrics.weights import Weights
from corefscope.model import Floats

_Counted = tuple[list[Shares], list[Shares]]


def _weights(data: RuleInput, name: str) -> Weights:
    return weights_of(name, data.table, **data.values)


def _per_mention(side: MentionCells, entity: Floats, cell: Floats) -> Shares:
    """Return the weights of each mention's entity and cell; the Table renumbers entities without empty ones."""
    return entity[np.unique(side.entity, return_inverse=True)[1].reshape(-1)], np.append(cell, 0.0)[side.cell]


def _both(data: RuleInput, weights: Weights) -> tuple[Shares, Shares]:
    return (
        _per_mention(data.key, weights.key, weights.cell),
        _per_mention(data.response, weights.response, weights.cell),
    )


def lb3(data: RuleInput) -> _Counted:
    """The score of a mention is the weight of its cell over the weight of its entity."""
    key, response = _both(data, _weights(data, "lb3"))
    return [(np.ones(len(key[0])), key[1] / key[0])], [(np.ones(len(response[0])), response[1] / response[0])]


def lmuc(data: RuleInput) -> _Counted:
    """An entity keeps the weights of its cells."""
    key, response = (
        [(whole / side.size, _spread(side, part))]
        for side, (whole, part) in zip(data.sides, _both(data, _weights(data, "lmuc")), strict=True)
    )
    return key, response


def lceafm(data: RuleInput) -> _Counted:
    """An entity keeps the weight of its aligned cell."""
    weights = _weights(data, "lceafm")
    return _aligned(data, _both(data, weights), weights.cell, by_entity=False)


def lceafe(data: RuleInput) -> _Counted:
    """An entity keeps its similarity to its aligned entity."""
    weights = _weights(data, "lceafe")
    table = data.table
    sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
    return _aligned(data, _both(data, weights), 2 * weights.cell / sizes, by_entity=True)


def _aligned(data: RuleInput, both: tuple[Shares, Shares], similarity: Floats, by_entity: bool) -> _Counted:
    of_cell = np.append(similarity, 0.0)
    chosen = np.append(aligned_cells(data.key, of_cell[data.key.cell]), False)
    kept = np.where(chosen, of_cell, 0.0)
    key, response = (
        [((1.0 if by_entity else whole) / side.size, _spread(side, kept[side.cell]))]
        for side, (whole, _) in zip(data.sides, both, strict=True)
    )
    return key, response


def _spread(side: MentionCells, of_cell: Floats) -> Floats:
    """Distribute the total of an entity's cells over its mentions in equal parts."""
    each = of_cell / np.maximum(side.shared, 1)
    return np.bincount(side.entity, each, minlength=1).astype(float)[side.entity] / side.size
