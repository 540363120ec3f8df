"""An alignment with other response entities: who is with whom, never what the mentions are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
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
    )
    return changed.keep((alignment.key_entity >= 0) | (entity >= 0))
