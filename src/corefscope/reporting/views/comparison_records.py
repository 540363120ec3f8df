"""A comparison as records: a row per system and per pair."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.reporting.report import Records
from corefscope.statistics.comparison import Comparison

COLUMNS = (
    "metric", "field", "system", "against", "value", "low", "high", "rank", "effect", "p", "corrected", "reachable",
    "verdict", "signature",
)  # fmt: skip


def records(comparison: Comparison) -> Records:
    """Systems first, without `against`; then pairs, whose value is the difference. A breakdown adds its groups."""
    by = comparison.by is not None
    rows = (
        [*([group] if by else []), *row, comparison.signature]
        for group, part in (("", comparison), *comparison.by_group.items())
        for row in _rows(part)
    )
    return [*(["group"] if by else []), *COLUMNS], rows


def _rows(comparison: Comparison) -> Iterator[list[object]]:
    field = comparison.plan.field
    for metric, standings in comparison.standings.items():
        for standing in standings:
            low, high = standing.interval or ("", "")
            rank = "" if standing.rank is None else standing.rank
            yield [metric, field, standing.system, "", standing.score, low, high, rank, "", "", "", "", ""]
    for metric, pairs in comparison.pairs.items():
        for pair in pairs:
            low, high = pair.interval or ("", "")
            effect = "" if pair.effect is None else pair.effect
            judged = [effect, pair.p, pair.corrected, pair.reachable, pair.verdict]
            yield [metric, field, pair.first, pair.second, pair.difference, low, high, "", *judged]
