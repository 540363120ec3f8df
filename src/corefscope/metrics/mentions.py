"""Mention identification: did the response find the mentions at all?"""

from __future__ import annotations

from corefscope.metrics.base import Family, Tally
from corefscope.table import Table


def mentions(table: Table) -> Tally:
    """Mentions found, of the key's and of the response's (Pradhan et al. 2014, “mention detection”)."""
    key, response, both = table.mentions
    return Tally.of(recall=(both, key), precision=(both, response))


MENTIONS = Family("mentions", "Mentions", "mentions found", ("pradhan2014",), mentions, aliases=("md", "mention"))
