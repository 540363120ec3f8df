"""An alignment with other response entities: who is with whom, never what the mentions are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.anaphora.sets import Sets
from corefscope.arrays import distinct
from corefscope.model import Integers


def regrouped(alignment: Alignment, label: Integers, types: NDArray[Any] | None = None) -> Alignment:
    """Return the alignment with response entities by label, -1 for mentions that the response lacks.

    `types` has the type of each row's entity. Rows that are left on neither side disappear.
    """
    there = np.flatnonzero(label >= 0)
    entity = np.full(len(label), -1, np.int64)
    first, entity[there] = distinct(label[there])
    rows = there[first]
    changed = replace(
        alignment,
        response_entity=entity,
        response_entity_unit=alignment.unit[rows],
        response_entity_type=None if types is None else types[rows],
        sets=None if alignment.sets is None else _with_first_mentions(alignment.sets, alignment, entity),
    )
    return changed.keep((alignment.key_entity >= 0) | (entity >= 0))


def _with_first_mentions(sets: Sets, alignment: Alignment, entity: Integers) -> Sets:
    """Give each set of the response to the entity that the first mention of its entity is in; one set for each."""
    rows = np.flatnonzero((alignment.response_entity >= 0) & (entity >= 0))[::-1]
    number = np.full(len(alignment.response_entity_unit), -1, np.int64)
    number[alignment.response_entity[rows]] = entity[rows]
    owners = sets.response.entity
    twice = np.isin(np.arange(len(owners)), np.unique(number[owners], return_index=True)[1], invert=True)
    number[owners[twice]] = -1
    return replace(sets, response=sets.response.of_entities(number))
