"""Mention identification: which mentions does the response have, whatever their entities?"""

from __future__ import annotations

import numpy as np

from corefscope.alignment.mentions import Alignment, align, match
from corefscope.metrics.base import BETA, CORPORA, Family, Parameter, Tally, one_of
from corefscope.metrics.evidence import Evidence
from corefscope.problems import Notices
from corefscope.settings import MATCHINGS
from corefscope.table import Table


def mentions(table: Table) -> Tally:
    """Count matched mentions of the key and of the response (Pradhan et al. 2014, “mention detection”).

    `unlinked` counts matched mentions of key entities of two or more that have no correct link
    (Moosavi & Strube 2016, §6).
    """
    key, response, both = table.mentions
    alone = (table.shared == 1) & (table.key.size[table.key_entity] > 1)
    counts = Tally.of(recall=(both, key), precision=(both, response))
    return Tally({**counts.columns, "unlinked": table.per_unit(alone.astype(np.int64))})


def rematch(evidence: Evidence, how: str) -> tuple[Alignment, Alignment]:
    """Return the alignment under another `--match`; `partial` needs the head, and no token outside the key mention."""
    key, response, alignment = evidence.matched_key, evidence.matched_response, evidence.alignment
    pairs = match(key, response, evidence.partner, how, evidence.settings.zeros, Notices(), "mentions(match={})")
    units = (alignment.key_entity_unit, alignment.response_entity_unit, alignment.units)
    rematched = align(key, response, pairs, *units)
    if evidence.settings.mentions == "shared":
        rematched = rematched.shared()
    return rematched, rematched


MATCH = Parameter(
    "settings", one_of("settings", *MATCHINGS), "how mentions are matched", changes_counts=True,
    realign="corefscope.metrics.mentions:rematch", needs=dict.fromkeys(MATCHINGS, CORPORA),
)  # fmt: skip
MENTIONS = Family(
    "mentions", "Mentions", "matched mentions", ("pradhan2014",), mentions,
    parameters={"match": MATCH, "beta": BETA}, aliases=("md", "mention"),
)  # fmt: skip
