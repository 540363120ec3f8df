"""The best scores reachable with the mentions of a response: every right mention in its right entity."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefscope.analysis.regrouping import regrouped
from corefscope.metrics import AnyMetrics, Score, metrics
from corefscope.metrics.base import ALIGNMENT, CORPORA
from corefscope.metrics.evidence import Evidence
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
    key, response = alignment.key_entity, alignment.response_entity
    label = np.where(key >= 0, key, len(alignment.key_entity_unit) + np.arange(len(key)))
    kinds = None
    if alignment.key_entity_type is not None and alignment.response_entity_type is not None:
        kinds = np.where(key >= 0, alignment.key_entity_type[key], alignment.response_entity_type[response])
    ideal = regrouped(alignment, np.where(response >= 0, label, -1), kinds)
    best = replace(evidence, alignment=ideal, table=Table.from_alignment(ideal))
    possible = [
        each for each in metrics(wanted) if not any(part.family.needs & {ALIGNMENT, CORPORA} for part in each.parts)
    ]
    return rescored(best, possible, "micro")
