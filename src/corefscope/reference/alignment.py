"""The best one-to-one alignment of key and response entities, and what proves one to be the best."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from math import lcm

Weights = Mapping[tuple[int, int], Fraction]  # of cells (key entity, response entity); no other cell weighs anything


def best_total(weights: Weights) -> Fraction:
    """Return the weight of the best alignment: while there is a path that gains, take the one that gains most.

    A path begins at a free key entity, takes a cell, gives up the cell that its response entity had, and so on, until a
    free response entity ends it. Paths are found by Bellman and Ford's method (Kuhn 1955; Edmonds & Karp 1972).

    >>> best_total({(0, 0): Fraction(2), (0, 1): Fraction(3), (1, 1): Fraction(2)})
    Fraction(4, 1)
    """
    scale = lcm(*(Fraction(weight).denominator for weight in weights.values()))  # whole numbers are faster
    cells: dict[int, dict[int, int]] = {}
    for (i, j), exact in weights.items():
        cells.setdefault(i, {})[j] = int(exact * scale)
    key_of: dict[int, int] = {}  # the alignment: the key entity of each response entity that is not free
    total = 0
    while True:
        response_of = {i: j for j, i in key_of.items()}
        gain: dict[int, int] = {}  # of the best path to each response entity, and the key entity before it
        before: dict[int, int] = {}
        paths = deque((i, 0) for i in cells if i not in response_of)
        while paths:
            i, so_far = paths.popleft()
            for j, weight in cells[i].items():
                if j not in gain or so_far + weight > gain[j]:
                    gain[j], before[j] = so_far + weight, i
                    if j in key_of:
                        paths.append((key_of[j], gain[j] - cells[key_of[j]][j]))
        end: int | None = max(gain.keys() - key_of.keys(), key=gain.__getitem__, default=None)
        if end is None or gain[end] <= 0:
            return Fraction(total, scale)
        total += gain[end]
        while end is not None:
            i = before[end]
            key_of[end], end = i, response_of.get(i)


def upper_bound(weights: Weights, prices: Mapping[int, Fraction]) -> Fraction:
    """Return a total that no alignment exceeds, in one pass over the cells.

    Give each response entity a price of at least 0, and each key entity the least price of at least 0 at which the two
    prices of every cell sum to at least its weight. An alignment uses each entity once, so it cannot weigh more than
    all prices together (Kuhn 1955). One that weighs as much is the best.

    >>> upper_bound({(0, 0): Fraction(2), (0, 1): Fraction(3), (1, 1): Fraction(2)}, {1: Fraction(1)})
    Fraction(4, 1)
    """
    key_prices: dict[int, Fraction] = {}
    for (i, j), weight in weights.items():
        key_prices[i] = max(key_prices.get(i, Fraction()), weight - prices.get(j, 0))
    return sum(prices.values(), Fraction()) + sum(key_prices.values(), Fraction())
