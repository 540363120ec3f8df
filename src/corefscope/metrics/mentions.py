"""Mention identification: did the response find the mentions at all?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefscope.alignment.mentions import Alignment, align, match
from corefscope.metrics.base import BETA, CORPORA, Family, Parameter, Tally
from corefscope.metrics.evidence import HasMentions
from corefscope.metrics.parameters import one_of
from corefscope.problems import Notices
from corefscope.table import Table


def mentions(table: Table) -> Tally:
    """Mentions found, of the key's and of the response's (Pradhan et al. 2014, “mention detection”).

    `unlinked` counts found mentions of key entities of two and more that have not one correct link
    (Moosavi & Strube 2016, §6).
    """
    key, response, both = table.mentions
    without = (table.shared == 1) & (table.key.size[table.key_entity] > 1)
    unlinked = table.per_unit(without.astype(np.int64))
    return Tally({**Tally.of(recall=(both, key), precision=(both, response)).columns, "unlinked": unlinked})


def rematch(source: HasMentions, how: str) -> tuple[Alignment, Alignment]:
    """The alignment as `--match` would give it; `partial`: head inside, no token outside the key mention."""
    one, two, alignment = source.matched_key, source.matched_response, source.alignment
    pairs = match(one, two, source.partner, how, source.zeros, Notices(), "mentions(match={})")
    units = (alignment.key_entity_unit, alignment.response_entity_unit)
    lenient = replace(align(one, two, pairs, *units), units=alignment.units)
    if source.only_shared:
        lenient = lenient.shared()
    return lenient, lenient


MENTIONS = Family(
    "mentions",
    "Mentions",
    "mentions found",
    ("pradhan2014",),
    mentions,
    parameters={
        "match": Parameter(
            "settings",
            one_of("settings", "exact", "head", "partial", "min"),
            "how mentions are matched",
            changes_counts=True,
            realign="corefscope.metrics.mentions:rematch",
            needs=lambda how: frozenset({CORPORA}),
        ),
        "beta": BETA,
    },
    aliases=("md", "mention"),
)
