"""B³: for each mention, how much of its entity the other side has around it."""

from __future__ import annotations

from corefscope.metrics.base import BETA, Family, Tally
from corefscope.metrics.sets import with_sets
from corefscope.metrics.twinless import TWINLESS
from corefscope.table import Table


def b3(table: Table) -> Tally:
    """Σ n²/|K| over key mentions and Σ n²/|R| over response mentions (Bagga & Baldwin 1998).

    An unmatched mention counts in its side's denominator and earns nothing (Pradhan et al. 2014).
    """
    key, response, _ = table.mentions
    table, sets = with_sets(table, b3)
    shared = table.shared.astype(float)  # above 2³¹·⁵ mentions, squares of integers would overflow
    found = (shared + sets.recall) ** 2
    right = found if table.sets is None else (shared + sets.precision) ** 2
    return Tally.of(
        recall=(table.per_unit(found / table.key.size[table.key_entity]), key),
        precision=(table.per_unit(right / table.response.size[table.response_entity]), response),
    )


B3 = Family(
    "b3",
    "B³",
    "per mention, the share of its entity",
    ("bagga1998",),
    b3,
    parameters={"twinless": TWINLESS, "beta": BETA},
    aliases=("bcub", "bcubed", "b-cubed"),
    drops={"e2e": ("key", "response")},
    sets=(),
    of_sums=True,
)
