"""A Table of which equal parts are kept once, with how often they occur: what an engine hands to the metrics.

Metrics are sums over cells and over entities, so equal rows need be summed only once. CEAF also has to know which
cells have an entity in common; of a cell that has both its entities for itself, how often it occurs is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
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
class CountedTable(Table):
    """Cells and entities with how often each occurs; what occurs 0 times is there for cells to point at."""

    times: Integers = None  # type: ignore[assignment]
    key_times: Integers = None  # type: ignore[assignment]
    response_times: Integers = None  # type: ignore[assignment]
    shared_of: tuple[Integers, Integers] = None  # type: ignore[assignment]  # of each entity of either side

    @cached_property
    def key_shared(self) -> Integers:
        return self.shared_of[0]

    @cached_property
    def response_shared(self) -> Integers:
        return self.shared_of[1]

    def entity_count(self, side: str) -> int:
        return int(getattr(self, f"{side}_times").sum())

    def mention_count(self, side: str) -> int:
        return int((getattr(self, f"{side}_times") * getattr(self, side).size).sum())

    def repeated(self, weight: NDArray[Any]) -> NDArray[Any]:
        # A cell that occurs more than once has both its entities for itself, so it is aligned each time.
        return weight * self.times

    def by_unit(self, unit: Integers, values: NDArray[Any]) -> NDArray[Any]:
        """Sums per unit over cells, or over the entities of a side: over whichever `unit` is the unit of."""
        counted = ((self.unit, self.times), (self.key.unit, self.key_times), (self.response.unit, self.response_times))
        times = next((times for known, times in counted if known is unit), None)
        if times is None:
            raise SettingsError(
                "engine-cannot", "the metric sums over more than cells and entities, which an engine does not keep"
            )
        return super().by_unit(unit, values * times)

    def of_shared_mentions(self) -> CountedTable:
        """The Table of the mentions that both sides have: entities lose the others, or disappear."""
        changes: dict[str, Any] = {}
        kept = []
        for side, shared in zip(SIDES, self.shared_of, strict=True):
            # Entities that occur come after those that cells point at, so the cells need no new numbers.
            rows = shared > 0
            changes[side] = Entities(getattr(self, side).unit[rows], shared[rows])
            changes[f"{side}_times"] = getattr(self, f"{side}_times")[rows]
            kept.append(shared[rows])
        return replace(self, **changes, shared_of=(kept[0], kept[1]))


@dataclass(frozen=True)
class CountedEvidence:
    """What metrics that ask for more than one Table find."""

    table: CountedTable

    @cached_property
    def shared_table(self) -> CountedTable:
        return self.table.of_shared_mentions()


def counted_table(
    units: int, alone: ColumnArrays, joined: ColumnArrays, sizes: Mapping[str, ColumnArrays]
) -> CountedTable:
    """From what an engine has summed up, its units numbered from 0.

    `alone`: cells as (unit, n, sizes and shared mentions of both entities, times); `joined`: cells that have an
    entity in common with others, with the numbers of their entities; `sizes`: (unit, size, shared, times) by side.
    """
    entities, times, shared_of, places = {}, {}, [], {}
    for side in SIDES:
        _, first, number = np.unique(joined[side], return_index=True, return_inverse=True)
        parts = {
            name: np.concatenate(
                [joined[source][first], alone[source], sizes[side][name]],
            )
            for name, source in (("unit", "unit"), ("size", f"{side}_size"), ("shared", f"{side}_shared"))
        }
        entities[side] = Entities(parts["unit"], parts["size"])
        pointed_at = len(first) + len(alone["unit"])
        times[side] = np.concatenate([np.zeros(pointed_at, np.int64), sizes[side]["times"]])
        shared_of.append(parts["shared"])
        places[side] = np.concatenate([number.reshape(-1), np.arange(len(first), pointed_at)])
        _check_size(side, entities[side], times[side], units)
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
        None,
        occur[order],
        times["key"],
        times["response"],
        (shared_of[0], shared_of[1]),
    )


def _check_size(side: str, entities: Entities, times: Integers, units: int) -> None:
    mentions = np.bincount(entities.unit, entities.size.astype(float) * times, minlength=units)
    if mentions.max(initial=0) > MOST_MENTIONS:
        raise SettingsError(
            "unit-too-large",
            f"a unit of the {side} has {mentions.max():.0f} mentions, and 64 bits do not hold their links",
            hint=f"choose a --scope of at most {MOST_MENTIONS} mentions",
        )
