"""How the linguistically aware metrics (Chen & Ng 2013) are made up of mentions."""

from __future__ import annotations

import numpy as np

from corefscope.analysis.attribution.mention_cells import Floats, MentionCells, aligned_cells
from corefscope.analysis.attribution.shares import RuleInput, Shares
from corefscope.metrics.linguistic import weights_of
from corefscope.metrics.weights import Weights

_Counted = tuple[list[Shares], list[Shares]]


def _weights(asked: RuleInput, name: str) -> Weights:
    return weights_of(name, asked.table, **asked.values)


def _per_mention(side: MentionCells, entity: Floats, cell: Floats) -> Shares:
    """What each mention's entity and its cell weigh; the Table has no empty entities, so it numbers them anew."""
    return entity[np.unique(side.entity, return_inverse=True)[1].reshape(-1)], np.append(cell, 0.0)[side.cell]


def _both(asked: RuleInput, weights: Weights) -> tuple[Shares, Shares]:
    return (
        _per_mention(asked.key, weights.key, weights.cell),
        _per_mention(asked.response, weights.response, weights.cell),
    )


def lb3(asked: RuleInput) -> _Counted:
    """A mention's own score is what its cell weighs of its entity."""
    key, response = _both(asked, _weights(asked, "lb3"))
    return [(np.ones(len(key[0])), key[1] / key[0])], [(np.ones(len(response[0])), response[1] / response[0])]


def lmuc(asked: RuleInput) -> _Counted:
    """An entity keeps what its cells weigh."""
    key, response = (
        [(whole / side.size, _spread(side, part))]
        for side, (whole, part) in zip(asked.sides, _both(asked, _weights(asked, "lmuc")), strict=True)
    )
    return key, response


def lceafm(asked: RuleInput) -> _Counted:
    """An entity keeps what the one cell weighs in which it is aligned."""
    weights = _weights(asked, "lceafm")
    return _aligned(asked, _both(asked, weights), weights.cell, by_entity=False)


def lceafe(asked: RuleInput) -> _Counted:
    """An entity keeps its similarity with the entity it is aligned with."""
    weights = _weights(asked, "lceafe")
    table = asked.table
    sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
    return _aligned(asked, _both(asked, weights), 2 * weights.cell / sizes, by_entity=True)


def _aligned(asked: RuleInput, both: tuple[Shares, Shares], similarity: Floats, by_entity: bool) -> _Counted:
    of_cell = np.append(similarity, 0.0)
    chosen = np.append(aligned_cells(asked.key, of_cell[asked.key.cell]), False)
    kept = np.where(chosen, of_cell, 0.0)
    key, response = (
        [((1.0 if by_entity else whole) / side.size, _spread(side, kept[side.cell]))]
        for side, (whole, _) in zip(asked.sides, both, strict=True)
    )
    return key, response


def _spread(side: MentionCells, of_cell: Floats) -> Floats:
    """What the cells of an entity are worth in all, in equal parts on its mentions."""
    each = of_cell / np.maximum(side.shared, 1)
    return np.bincount(side.entity, each, minlength=1).astype(float)[side.entity] / side.size
