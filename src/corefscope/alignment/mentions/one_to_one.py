"""The one-to-one pairs of mentions with the largest total similarity; earlier mentions win ties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from corefscope.assignment import best_columns
from corefscope.basics.components import components
from corefscope.problems import PairingError

Candidate = tuple[int, int, float | None]  # index in the key's list, in the response's; similarity or None
# Limits on candidates, in a connected group and per mention; real texts stay far below.
PER_GROUP, PER_MENTION = 1 << 16, 64
# Small enough never to outweigh a real difference between similarities, large enough to survive rounding.
TIE = 1e-8


def best_pairs(candidates: Iterable[Candidate], mentions: int, source: str | None = None) -> Iterator[tuple[int, int]]:
    """Choose pairs of indices into two lists of mentions in text order; `mentions` is their total length.

    >>> sorted(best_pairs([(0, 7, 1.0), (0, 8, 0.5), (1, 7, 0.9)], 9))
    [(0, 8), (1, 7)]
    >>> list(best_pairs([(0, 7, 0.5), (1, 7, 0.5)], 9))
    [(0, 7)]
    """
    similar: list[tuple[int, int, float]] = []
    limit = max(PER_GROUP, PER_MENTION * mentions)
    for count, (one, two, similarity) in enumerate(candidates, 1):
        if count > limit:
            raise too_many(limit, source)
        if similarity is not None:
            similar.append((one, two, similarity))
    links = [((False, one), (True, two)) for one, two, _ in similar]
    connected = components((node for link in links for node in link), links)
    number = {node: place for place, nodes in enumerate(connected) for node in nodes}
    groups: list[list[tuple[int, int, float]]] = [[] for _ in connected]
    for candidate in similar:
        groups[number[False, candidate[0]]].append(candidate)
    for group in groups:
        if len(group) > PER_GROUP:
            raise too_many(PER_GROUP, source)
        yield from _best(group) if len(group) > 1 else [group[0][:2]]


def too_many(limit: int, source: str | None) -> PairingError:
    """Return the error for a document in which nearly every mention could match every other."""
    fact = f"more than {limit:,} pairs of mentions in one document overlap, so the best pairs cannot be computed"
    return PairingError("too-many-candidates", fact, source, hint="leave the document out, or use --match exact")


def _best(group: list[tuple[int, int, float]]) -> Iterator[tuple[int, int]]:
    mine, theirs = sorted({one for one, _, _ in group}), sorted({two for _, two, _ in group})
    row = np.searchsorted(mine, [one for one, _, _ in group])
    column = np.searchsorted(theirs, [two for _, two, _ in group])
    weight = np.array([similarity for _, _, similarity in group])
    # Ties: prefer earlier mentions, and pairs that keep the order of the text.
    size = len(mine) + len(theirs)
    weight = weight + TIE * (2 * size - row - column) / size - TIE * ((row - column) / size) ** 2 / size
    partners = best_columns(row, column, weight, len(mine), len(theirs)).tolist()
    return ((one, theirs[partner]) for one, partner in zip(mine, partners, strict=True) if partner >= 0)
