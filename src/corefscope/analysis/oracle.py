"""The best scores reachable with the mentions of a response: every right mention in its right entity."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefscope.metrics import AnyMetrics, Score, metrics
from corefscope.metrics.evidence import Evidence, HasTable
from corefscope.scoring.totals import rescored
from corefscope.table import Table


def best_scores(evidence: Evidence, wanted: AnyMetrics) -> dict[str, Score]:
    """Score the response with matched mentions grouped as in the key, and every other mention alone.

    Only metrics of the Table have a best score; `conll` follows from its parts. No other grouping of the same
    mentions has higher recall, precision or F1, with one exception: precision and F1 of CEAFe and BLANC (and of
    `conll` through CEAFe). Their precision counts entities and links, and extra mentions make fewer of them in one
    entity: against the key {a}, the response {a b} has CEAFe precision 2/3, but {a} {b} only 1/2.
    """
    alignment = evidence.alignment
    matched = (alignment.key_entity >= 0) & (alignment.response_entity >= 0)
    spurious = (alignment.key_entity < 0) & (alignment.response_entity >= 0)
    keys = len(alignment.key_entity_unit)
    entity = np.full(len(alignment.unit), -1, np.int64)
    entity[matched] = alignment.key_entity[matched]
    entity[spurious] = keys + np.arange(int(spurious.sum()))
    units = np.concatenate([alignment.key_entity_unit, alignment.unit[spurious]])
    used = np.flatnonzero(np.bincount(entity[entity >= 0], minlength=len(units)))
    renumber = np.full(len(units) + 1, -1, np.int64)
    renumber[used] = np.arange(len(used))
    kinds = None
    if alignment.key_entity_type is not None and alignment.response_entity_type is not None:
        own = alignment.response_entity_type[alignment.response_entity[spurious]]
        kinds = np.concatenate([alignment.key_entity_type, own])[used]
    ideal = replace(
        alignment,
        response_entity=renumber[entity],
        response_entity_unit=units[used],
        response_entity_type=kinds,
    )
    best = replace(evidence, alignment=ideal, table=Table.from_alignment(ideal))
    possible = [each for each in metrics(wanted) if all(part.family.input is HasTable for part in each.parts)]
    return rescored(best, possible, "micro")
