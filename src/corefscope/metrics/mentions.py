"""Mention identification: did the response find the mentions at all?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefscope.metrics.base import BETA, Family, Parameter, Score, Tally, Totals, one_of, quotients
from corefscope.metrics.evidence import Evidence
from corefscope.table import Table


def mentions(table: Table) -> Tally:
    """Mentions found, of the key's and of the response's (Pradhan et al. 2014, “mention detection”).

    `unlinked` counts found mentions of key entities of two and more that have not one correct link
    (Moosavi & Strube 2016, §6).
    """
    key, response, both = table.mentions
    without = (table.shared == 1) & (table.key.size[table.key_entity] > 1)
    unlinked = table.by_unit(table.unit, without.astype(np.int64))
    return Tally({**Tally.of(recall=(both, key), precision=(both, response)).columns, "unlinked": unlinked})


def _tally(evidence: Evidence, match: str = "settings") -> Tally:
    """As the settings match them, or as `--match` would; `partial`: head inside, no token outside the key mention."""
    if match == "settings":
        return mentions(evidence.table)
    from corefscope.alignment.mentions import align
    from corefscope.alignment.mentions import match as matched
    from corefscope.problems import Notices

    one, two, alignment = evidence.matched_key, evidence.matched_response, evidence.alignment
    pairs = matched(one, two, evidence.partner, match, evidence.zeros, Notices(), "mentions(match={})")
    units = (alignment.key_entity_unit, alignment.response_entity_unit)
    lenient = replace(align(one, two, pairs, *units), units=alignment.units)
    return mentions(Table.from_alignment(lenient.shared() if evidence.only_shared else lenient))


def _finish(counts: Totals, beta: float = 1.0) -> Score:
    return quotients(counts, beta)


MENTIONS = Family(
    "mentions",
    "Mentions",
    "mentions found",
    ("pradhan2014",),
    _tally,
    _finish,
    {
        "match": Parameter(
            "settings", one_of("settings", "exact", "head", "partial", "min"), "how mentions are matched", of_tally=True
        ),
        "beta": BETA,
    },
    aliases=("md", "mention"),
    needs="alignment",
    own_beta=True,
)
