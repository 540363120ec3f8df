"""What older papers did to mentions that only one side has, so that their numbers can be recomputed.

Each mode gives two alignments, one for recall and one for precision. No mode is needed: the metrics work on
predicted mentions as they are (Pradhan et al. 2014).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.metrics.evidence import HasAlignment
from corefscope.metrics.parameters import Parameter, one_of

MODES = {
    "all": "Stoyanov et al. 2009, B³all: an unmatched mention is compared with itself alone",
    "zero": "Stoyanov et al. 2009, B³0: unmatched response mentions are dropped; unmatched key mentions have recall 0",
    "discard": "Bengtson & Roth 2008: unmatched mentions are dropped on both sides",
    "rahman-ng": "Rahman & Ng 2009: unmatched response mentions that are singletons are dropped",
    "cai-strube": "Cai & Strube 2010; they define it for B³ and CEAFm and leave CEAFe open",
}
AS_CEAFM = "cai-strube-as-ceafm"  # what it is called with CEAFe, so that the name says what they left open


def adjusted(alignment: Alignment, mode: str) -> tuple[Alignment, Alignment]:
    """The alignments from which recall and precision are counted."""
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
    kept = alignment.keep(~dropped)
    return kept, kept


TWINLESS = Parameter(
    None,
    one_of(*MODES),
    "what is done to mentions that only one side has",
    of_tally=True,
    adjust=lambda source, mode: adjusted(source.alignment, mode),
    input=HasAlignment,
)


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
