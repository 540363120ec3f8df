"""Choose one-to-one pairs of mentions with the largest total similarity; earlier mentions win ties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from corefscope.assignment import best_columns
from corefscope.basics.components import components

Candidate = tuple[int, int, float]  # index in the key's list, index in the response's, similarity
# Small enough never to outweigh a real difference between similarities, large enough to survive rounding.
TIE = 1e-8
# Larger connected groups of candidates are paired greedily; no real text has nearly as many.
MOST_TOGETHER = 1 << 16
TOO_MANY_TOGETHER = "too-many-together"  # the kind of the warning


def best_pairs(
    candidates: Iterable[Candidate], warn: Callable[[int, int], None] | None = None
) -> Iterator[tuple[int, int]]:
    """Choose pairs of indices into two lists of mentions in text order.

    For a connected group that is too large for the best pairing, `warn` is called with its size and the first index
    in the key's list.

    >>> sorted(best_pairs([(0, 7, 1.0), (0, 8, 0.5), (1, 7, 0.9)]))
    [(0, 8), (1, 7)]
    >>> list(best_pairs([(0, 7, 0.5), (1, 7, 0.5)]))
    [(0, 7)]
    """
    for group in _groups(list(candidates)):
        if len(group) == 1:
            yield group[0][:2]
            continue
        if len(group) > MOST_TOGETHER:
            if warn is not None:
                warn(len(group), min(one for one, _, _ in group))
            yield from _greedy(group)
            continue
        rows = {place: number for number, place in enumerate(sorted({one for one, _, _ in group}))}
        columns = {place: number for number, place in enumerate(sorted({two for _, two, _ in group}))}
        row = np.array([rows[one] for one, _, _ in group])
        column = np.array([columns[two] for _, two, _ in group])
        weight = np.array([similarity for _, _, similarity in group])
        # Ties: prefer earlier mentions, and pairs that keep the order of the text.
        size = len(rows) + len(columns)
        weight = weight + TIE * (2 * size - row - column) / size - TIE * ((row - column) / size) ** 2 / size
        chosen = best_columns(row, column, weight, len(rows), len(columns)).tolist()
        mine, theirs = list(rows), list(columns)
        yield from ((mine[number], theirs[picked]) for number, picked in enumerate(chosen) if picked >= 0)


def _greedy(candidates: Iterable[Candidate]) -> Iterator[tuple[int, int]]:
    """Pair greedily: the most similar candidates first; earlier mentions win ties."""
    rows: set[int] = set()
    columns: set[int] = set()
    for one, two, _ in sorted(candidates, key=lambda candidate: (-candidate[2], candidate[0], candidate[1])):
        if one not in rows and two not in columns:
            rows.add(one)
            columns.add(two)
            yield one, two


def _groups(candidates: list[Candidate]) -> list[list[Candidate]]:
    """Group candidates that are connected through shared mentions."""
    links = [((False, one), (True, two)) for one, two, _ in candidates]
    connected = components((node for link in links for node in link), links)
    number = {node: place for place, nodes in enumerate(connected) for node in nodes}
    groups: list[list[Candidate]] = [[] for _ in connected]
    for candidate in candidates:
        groups[number[False, candidate[0]]].append(candidate)
    return groups
