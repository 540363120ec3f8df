"""A Table that stores equal cells and entities once with a count: what an engine gives to the metrics.

Metrics are sums over cells and entities, so equal rows are summed once. CEAF also needs to know which cells share an
entity; a cell that shares none needs only its count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.table import Entities, Table

# n·(n−1) fits 64 bits up to here.
MOST_MENTIONS = 3_037_000_499
SIDES = ("key", "response")
ColumnArrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class CountedEntities(Entities):
    """Entities with counts; those with count 0 exist only for cells to refer to."""

    times: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    shared: Integers = field(default_factory=lambda: np.zeros(0, np.int64))  # matched mentions

    @property
    def entity_count(self) -> int:
        return int(self.times.sum())

    @property
    def mention_count(self) -> int:
        return int((self.times * self.size).sum())

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        return super().per_unit(values * self.times)

    def keep(self, rows: NDArray[np.bool_], size: Integers, types: Integers | None) -> CountedEntities:
        return CountedEntities(self.units, self.unit[rows], size[rows], types, None, self.times[rows], size[rows])


@dataclass(frozen=True)
class CountedTable(Table):
    """Cells and entities with counts."""

    key: CountedEntities
    response: CountedEntities
    times: Integers = field(default_factory=lambda: np.zeros(0, np.int64))

    @cached_property
    def key_shared(self) -> Integers:
        return self.key.shared

    @cached_property
    def response_shared(self) -> Integers:
        return self.response.shared

    def repeated(self, weight: NDArray[Any]) -> NDArray[Any]:
        # A cell that occurs more than once shares no entity, so it is aligned each time.
        return weight * self.times

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        return super().per_unit(values * self.times)


def counted_table(
    units: int, alone: ColumnArrays, joined: ColumnArrays, sizes: Mapping[str, ColumnArrays]
) -> CountedTable:
    """Build a CountedTable from the sums of an engine, units numbered from 0.

    `alone`: cells as (unit, n, sizes and shared mentions of both entities, times); `joined`: cells that share an
    entity with others, with the numbers of their entities; `sizes`: (unit, size, shared, times) by side.
    """
    entities, places = {}, {}
    for side in SIDES:
        _, first, number = np.unique(joined[side], return_index=True, return_inverse=True)
        parts = {
            name: np.concatenate(
                [joined[source][first], alone[source], sizes[side][name]],
            )
            for name, source in (("unit", "unit"), ("size", f"{side}_size"), ("shared", f"{side}_shared"))
        }
        pointed_at = len(first) + len(alone["unit"])
        times = np.concatenate([np.zeros(pointed_at, np.int64), sizes[side]["times"]])
        entities[side] = CountedEntities(units, parts["unit"], parts["size"], None, None, times, parts["shared"])
        places[side] = np.concatenate([number.reshape(-1), np.arange(len(first), pointed_at)])
        _check_size(side, entities[side])
    order = np.argsort(places["key"], kind="stable")
    shared = np.concatenate([joined["n"], alone["n"]])
    occur = np.concatenate([np.ones(len(joined["n"]), np.int64), alone["times"]])
    return CountedTable(
        units,
        entities["key"],
        entities["response"],
        places["key"][order],
        places["response"][order],
        shared[order],
        times=occur[order],
    )


def _check_size(side: str, entities: CountedEntities) -> None:
    mentions = entities.per_unit(entities.size.astype(float))
    if mentions.max(initial=0) > MOST_MENTIONS:
        raise SettingsError(
            "unit-too-large",
            f"a unit of the {side} has {mentions.max():.0f} mentions, and 64 bits do not hold their links",
            hint=f"choose a --scope of at most {MOST_MENTIONS} mentions",
        )
