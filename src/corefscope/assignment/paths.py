"""The best alignment of small components, in plain Python."""

from __future__ import annotations

import heapq

import numpy as np

from corefscope.model import Floats, Integers


def best_columns(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Integers:
    """Return the column of each row in the best alignment, -1 for none, by the Hungarian method on a sparse graph.

    One shortest path per row, with prices on both sides. Each row also has a private column of weight 0: “none”.
    """
    edges: list[list[tuple[int, float]]] = [[(one, 0.0)] for one in range(rows)]
    for one, two, value in zip(row.tolist(), column.tolist(), weight.tolist(), strict=True):
        edges[one].append((rows + two, value))
    row_price = [max(value for _, value in each) for each in edges]
    column_price = [0.0] * (rows + columns)
    row_of = [-1] * (rows + columns)
    column_of = [-1] * rows
    for one in range(rows):
        cost, two = min([(row_price[one] + column_price[two] - value, two) for two, value in edges[one]])
        if row_of[two] < 0:  # most paths are one free column long
            row_price[one] -= cost
            row_of[two], column_of[one] = one, two
        else:
            _augment(one, edges, row_price, column_price, row_of, column_of)
    return np.maximum(np.array(column_of, np.int64) - rows, -1)


def _augment(
    first: int,
    edges: list[list[tuple[int, float]]],
    row_price: list[float],
    column_price: list[float],
    row_of: list[int],
    column_of: list[int],
) -> None:
    """Find the cheapest path from a row to a free column, and shift the alignment along it.

    The cost of an edge is the sum of the prices at its ends minus its weight.
    """
    distance: dict[int, float] = {}
    parent: dict[int, int] = {}
    rows_reached = [(first, 0.0)]
    queue: list[tuple[float, int, int]] = []
    settled: set[int] = set()
    here, cost = first, 0.0
    while True:
        for two, value in edges[here]:
            reach = cost + row_price[here] + column_price[two] - value
            if two not in settled and reach < distance.get(two, float("inf")):
                distance[two] = reach
                parent[two] = here
                # Of equal costs “none” comes first, that of the row that was reached first.
                rank = two if two >= len(edges) else len(rows_reached)
                heapq.heappush(queue, (reach, rank, two))
        cost, _, end = heapq.heappop(queue)
        while end in settled:
            cost, _, end = heapq.heappop(queue)
        if row_of[end] < 0:
            break
        settled.add(end)
        here = row_of[end]
        rows_reached.append((here, cost))
    for one, reached in rows_reached:
        row_price[one] -= cost - reached
    for two in settled:
        column_price[two] += cost - distance[two]
    one = -1
    while one != first:
        one = parent[end]
        row_of[end] = one
        column_of[one], end = end, column_of[one]
