"""Mentions that only one side has, as older papers count them, and entities of one mention, as e2e-coref and Stanza do.

Some metrics leave such entities out, on one side or both.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.metrics.base import ALIGNMENT, AS_CEAFM, Metric, Tally
from corefscope.metrics.evidence import AlignmentOnly, HasAlignment, HasTable, TableOnly
from corefscope.settings import Settings


def realign(evidence: HasAlignment, mode: str) -> tuple[Alignment, Alignment]:
    """Return the alignments in which recall and precision are counted, under one of TWINLESS_MODES."""
    alignment = evidence.alignment
    key_only, response_only = alignment.response_entity < 0, alignment.key_entity < 0
    if mode == "all":
        return _as_singletons(alignment, "response", key_only), _as_singletons(alignment, "key", response_only)
    size = np.bincount(alignment.response_entity[~key_only], minlength=len(alignment.response_entity_unit))
    singleton = response_only & (np.append(size, 0)[alignment.response_entity] == 1)
    if mode in ("cai-strube", AS_CEAFM):
        completed = _as_singletons(alignment, "response", key_only)
        for_precision = _as_singletons(completed, "key", response_only & ~singleton).keep(~singleton)
        return completed.keep(~response_only), for_precision
    dropped = {"discard": key_only | response_only, "zero": response_only, "rahman-ng": singleton}[mode]
    rest = alignment.keep(~dropped)
    return rest, rest


def complete(evidence: HasAlignment, mentions: str) -> tuple[Alignment, Alignment]:
    """Add every mention to both sides: those of the key first, then those of the response."""
    alignment = evidence.alignment
    for side in ("response", "key"):
        alignment = _as_singletons(alignment, side, getattr(alignment, f"{side}_entity") < 0)
    return alignment, alignment


def _as_singletons(alignment: Alignment, side: str, rows: NDArray[np.bool_]) -> Alignment:
    """Add these mentions to one side, each as a new entity."""
    entity = getattr(alignment, f"{side}_entity").copy()
    unit = getattr(alignment, f"{side}_entity_unit")
    entity[rows] = len(unit) + np.arange(int(rows.sum()))
    units = np.concatenate([unit, alignment.unit[rows]])
    kinds = getattr(alignment, f"{side}_entity_type")
    if kinds is not None:  # the types of the new entities are unknown
        kinds = np.concatenate([kinds, np.full(int(rows.sum()), "", object)])
    changed = {f"{side}_entity": entity, f"{side}_entity_unit": units, f"{side}_entity_type": kinds}
    return replace(alignment, **changed)


BOTH = ("key", "response")
# The sides whose entities of one mention a metric leaves out, by the value of the setting `singletons`.
LEFT_OUT: dict[str, dict[str, tuple[str, ...]]] = {
    "e2e": {"b3": BOTH, "lea": BOTH, "ceafe": ("response",)},
    "stanza": {"lea": BOTH},
}


def sides_left_out(metric: Metric, settings: Settings) -> tuple[str, ...]:
    """Return the sides whose singletons do not count."""
    return LEFT_OUT.get(settings.singletons, {}).get(metric.family.name, ())


def count(metric: Metric, evidence: HasTable) -> Tally | None:
    """Count a metric without these entities; None if it leaves out none."""
    sides = sides_left_out(metric, evidence.table.settings)
    if not sides:
        return None
    if isinstance(evidence, HasAlignment) and ALIGNMENT in metric.needs:
        return metric.count(AlignmentOnly(evidence.alignment.without_singletons(sides)))
    return metric.count(TableOnly(evidence.table.without_singletons(sides)))
