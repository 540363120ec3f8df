"""The best one-to-one alignment of key and response entities, and what proves one to be the best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

Weights = Mapping[tuple[int, int], Fraction]  # of cells (key entity, response entity); no other cell weighs anything


def best_total(weights: Weights) -> Fraction:
    """Return the weight of the best alignment, by the Hungarian method (Kuhn 1955) on the whole matrix.

    Row after row is added: the cheapest path of alternating cells leads to a free column, and the prices of the rows
    and columns on it change so that aligned cells stay free of cost. Cubic in the number of entities.

    >>> best_total({(0, 0): Fraction(2), (0, 1): Fraction(3), (1, 1): Fraction(2)})
    Fraction(4, 1)
    """
    rows, columns = (sorted({cell[side] for cell in weights}) for side in (0, 1))
    if len(rows) > len(columns):
        return best_total({(j, i): weight for (i, j), weight in weights.items()})
    scale = lcm(*(Fraction(weight).denominator for weight in weights.values()))  # whole numbers are faster
    cost = [[-int(weights.get((i, j), 0) * scale) for j in columns] for i in rows]
    end = len(columns)  # a column by which each new row enters
    row_price, column_price, row_of = [0] * len(rows), [0] * (end + 1), [-1] * (end + 1)
    for new in range(len(rows)):
        row_of[end], here = new, end
        distance: list[float | int] = [float("inf")] * end
        came_from, visited = [end] * end, [False] * (end + 1)
        while row_of[here] >= 0:
            visited[here], row = True, row_of[here]
            for column in range(end):
                reach = cost[row][column] - row_price[row] - column_price[column]
                if not visited[column] and reach < distance[column]:
                    distance[column], came_from[column] = reach, here
            nearest = min((column for column in range(end) if not visited[column]), key=distance.__getitem__)
            step = int(distance[nearest])
            for column in range(end + 1):
                if visited[column]:
                    row_price[row_of[column]] += step
                    column_price[column] -= step
                elif column < end:
                    distance[column] -= step
            here = nearest
        while here != end:
            row_of[here] = row_of[came_from[here]]
            here = came_from[here]
    return Fraction(-sum(cost[row][column] for column, row in enumerate(row_of[:end]) if row >= 0), scale)


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
