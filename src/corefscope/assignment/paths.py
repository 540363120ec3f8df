"""The best alignment of few entities, by shortest augmenting paths in plain Python."""

from __future__ import annotations

import heapq

import numpy as np

from corefscope.model import Floats, Integers


def best_columns(row: Integers, column: Integers, weight: Floats, rows: int, columns: int) -> Integers:
    """Return the column of each row in the best alignment, -1 for none, by the Hungarian method on a sparse graph.

    One shortest path per row, with prices on both sides. A row may stay unaligned, at weight 0.
    """
    edges: list[list[tuple[int, float]]] = [[] for _ in range(rows)]
    for one, two, value in zip(row.tolist(), column.tolist(), weight.tolist(), strict=True):
        edges[one].append((two, value))
    row_price = [max(value for _, value in edges[one]) for one in range(rows)]
    column_price = [0.0] * columns
    row_of = [-1] * columns
    column_of = [-1] * rows
    for one in range(rows):
        cost, two = min([(row_price[one] + column_price[two] - value, two) for two, value in edges[one]])
        if row_of[two] < 0 and cost < row_price[one]:  # most paths are one free column long
            row_price[one] -= cost
            row_of[two], column_of[one] = one, two
        else:
            _augment(one, edges, row_price, column_price, row_of, column_of)
    return np.array(column_of, np.int64)


def _augment(
    first: int,
    edges: list[list[tuple[int, float]]],
    row_price: list[float],
    column_price: list[float],
    row_of: list[int],
    column_of: list[int],
) -> None:
    """Find the cheapest path that adds one row, and shift the alignment along it.

    The cost of an edge is the sum of the prices at its ends minus its weight. The path ends in a free column, or in
    a row that gives up its column because staying unaligned costs less.
    """
    distance: dict[int, float] = {}
    parent: dict[int, int] = {}
    done_rows = [(first, 0.0)]
    queue: list[tuple[float, int]] = []
    settled: set[int] = set()
    quitter, quit_cost = first, row_price[first]
    here, cost = first, 0.0
    end = -1
    while True:
        for two, value in edges[here]:
            reach = cost + row_price[here] + column_price[two] - value
            if two not in settled and reach < distance.get(two, float("inf")):
                distance[two] = reach
                parent[two] = here
                heapq.heappush(queue, (reach, two))
        while queue and queue[0][1] in settled:
            heapq.heappop(queue)
        if not queue or queue[0][0] >= quit_cost:
            bound = quit_cost
            break
        cost, two = heapq.heappop(queue)
        settled.add(two)
        if row_of[two] < 0:
            bound, end = cost, two
            break
        here = row_of[two]
        done_rows.append((here, cost))
        if cost + row_price[here] < quit_cost:
            quitter, quit_cost = here, cost + row_price[here]
    for one, reached in done_rows:
        row_price[one] -= bound - reached
    for two in settled:
        if distance[two] < bound:
            column_price[two] += bound - distance[two]
    if end < 0:
        end = column_of[quitter]
        column_of[quitter] = -1
    while end >= 0:
        one = parent[end]
        row_of[end] = one
        column_of[one], end = end, column_of[one]
        if one == first:
            break
