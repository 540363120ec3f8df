"""Ranks that systems share unless they differ, as in Moosavi & Strube (2016), Table 5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def ranks(systems: Sequence[str], better: Iterable[tuple[str, str]]) -> dict[str, int]:
    """1 + the number of systems significantly better; `better` lists (better, worse).

    >>> ranks(["a", "b", "c"], [("a", "c"), ("b", "c")])
    {'a': 1, 'b': 1, 'c': 3}
    """
    above: dict[str, set[str]] = {system: set() for system in systems}
    for winner, loser in better:
        above[loser].add(winner)
    return {system: 1 + len(winners) for system, winners in above.items()}
