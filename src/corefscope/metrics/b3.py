"""B³: for each mention, the share of its entity that the other side puts with it."""

from __future__ import annotations

from corefscope.metrics.base import BETA, TWINLESS, Family, Tally
from corefscope.table import Table


def b3(table: Table) -> Tally:
    """Over cells of n shared mentions, sum n²/|K| for recall and n²/|R| for precision (Bagga & Baldwin 1998).

    Each of the n mentions earns n/|K| and n/|R|. An unmatched mention counts in its side's denominator and earns
    nothing (Pradhan et al. 2014).
    """
    key, response, _ = table.mentions
    squares = table.shared.astype(float) ** 2  # above 2³¹·⁵ mentions, squares of integers would overflow
    return Tally.of(
        recall=(table.per_unit(squares / table.key.size[table.key_entity]), key),
        precision=(table.per_unit(squares / table.response.size[table.response_entity]), response),
    )


B3 = Family(
    "b3", "B³", "per mention, the share of its entity", ("bagga1998",), b3,
    parameters={"twinless": TWINLESS, "beta": BETA}, aliases=("bcub", "bcubed", "b-cubed"),
)  # fmt: skip
