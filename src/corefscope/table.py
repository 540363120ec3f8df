"""The Table: how many mentions each key entity shares with each response entity, for a whole corpus.

Nearly every metric needs only this. Time and memory are linear in its cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.arrays import changes, distinct
from corefscope.assignment import best_total
from corefscope.model import TYPES, Floats, Integers
from corefscope.settings import DEFAULTS, Settings

LARGEST_SMALL = 1 << 31  # int32 holds all numbers below it
EXACT_FLOAT = float(1 << 53)
EXACT_INTEGER = float(1 << 62)
CELL_COLUMNS = ("key_entity", "response_entity", "shared", "shared_types", "times")
MOST_MENTIONS = 1 << 31  # below it, twice the number of links fits into 64 bits


@dataclass(frozen=True)
class Entities:
    """The entities of one side: unit and size of each; the size includes unmatched mentions."""

    units: int
    unit: Integers
    size: Integers
    types: Integers | None = None  # mentions of each entity by type, one column per type of TYPES
    entity_type: NDArray[Any] | None = None  # person, place, …, from the file
    times: Integers | None = None  # engines: how many equal entities a row represents; 0 if only cells point to it
    shared: Integers | None = None  # matched mentions, if equal entities are stored once

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sum a value of each entity per unit; integers stay exact."""
        return sums(self.unit, values if self.times is None else values * self.times, self.units)

    def keep(self, rows: NDArray[np.bool_]) -> Entities:
        """Keep some of the entities."""
        names = ("unit", "size", "types", "entity_type", "times", "shared")
        columns = ((name, getattr(self, name)) for name in names)
        return replace(self, **{name: column[rows] for name, column in columns if column is not None})


@dataclass(frozen=True)
class Table:
    """Cells (key entity, response entity, shared mentions), ordered by key entity, and both sides' entities.

    The key {a b c} {d e f g} and the response {a b} {c d} {f g h i} have four cells, of 2, 1, 1 and 2 mentions.
    """

    units: int
    key: Entities
    response: Entities
    key_entity: Integers
    response_entity: Integers
    shared: Integers
    shared_types: Integers | None = None  # shared mentions of each cell by type
    settings: Settings = DEFAULTS  # of the run: some change what metrics count
    times: Integers | None = None  # how often each cell occurs, if equal ones are stored once, as by an engine

    @staticmethod
    def from_alignment(alignment: Alignment) -> Table:
        """Count the rows of an alignment; entities without a row are dropped."""
        (key, key_entity), (response, response_entity) = _entities(alignment, "key"), _entities(alignment, "response")
        both = (key_entity >= 0) & (response_entity >= 0)
        width = max(len(response.size), 1)
        code = key_entity[both] * width + response_entity[both]
        if alignment.type is None:
            types = None
            if len(key.size) * width < LARGEST_SMALL:
                code = code.astype(np.int32)  # sorted in half the time
            code.sort()
            code = code.astype(np.int64, copy=False)
            first = np.flatnonzero(changes(code))
            cell, shared = code[first], np.diff(first, append=len(code))
        else:
            first, place = distinct(code)
            cell, shared = code[first], np.bincount(place, minlength=len(first))
            types = _by_type(place, alignment.type[both], len(first))
        cells = (cell // width, cell % width, shared.astype(np.int64), types)
        return Table(alignment.units, key, response, *cells, alignment.settings)

    @cached_property
    def unit(self) -> Integers:
        """The unit of each cell."""
        return self.key.unit[self.key_entity]

    @cached_property
    def key_shared(self) -> Integers:
        """The number of matched mentions of each key entity."""
        if self.key.shared is not None:
            return self.key.shared
        return sums(self.key_entity, self.shared, len(self.key.size))

    @cached_property
    def response_shared(self) -> Integers:
        """The number of matched mentions of each response entity."""
        if self.response.shared is not None:
            return self.response.shared
        return sums(self.response_entity, self.shared, len(self.response.size))

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sum a value of each cell per unit; integers stay exact."""
        return sums(self.unit, values if self.times is None else values * self.times, self.units)

    def aligned_total(self, weight: Floats) -> Floats:
        """Per unit, the total weight of the best one-to-one alignment of entities; `weight` has one number per cell."""
        if self.times is not None:
            weight = weight * self.times
        some = weight > 0
        cells = (self.key_entity[some], self.response_entity[some], weight[some])
        return best_total(*cells, self.key.unit, len(self.response.size), self.units)

    @cached_property
    def mentions(self) -> tuple[Integers, Integers, Integers]:
        """The number of mentions of the key, the response and both, per unit."""
        return self.key.per_unit(self.key.size), self.response.per_unit(self.response.size), self.per_unit(self.shared)

    @cached_property
    def of_shared_mentions(self) -> Table:
        """Return the Table of shared mentions only; entities without any disappear."""
        entities = {}
        for side, shared in (("key", self.key_shared), ("response", self.response_shared)):
            types = None
            if self.shared_types is not None:
                types = np.zeros((len(shared), len(TYPES)), np.int64)
                np.add.at(types, getattr(self, f"{side}_entity"), self.shared_types)
            entities[side] = shared > 0, replace(getattr(self, side), size=shared, types=types, shared=shared)
        return self._of_entities(entities)

    def without_singletons(self, sides: Sequence[str]) -> Table:
        """Drop the singletons of these sides; the other side keeps the mention."""
        return self._of_entities({side: (getattr(self, side).size > 1, getattr(self, side)) for side in sides})

    def _of_entities(self, entities: Mapping[str, tuple[NDArray[np.bool_], Entities]]) -> Table:
        """Keep these entities, and the cells of which no entity is dropped."""
        cells = np.logical_and.reduce([rows[getattr(self, f"{side}_entity")] for side, (rows, _) in entities.items()])
        columns = ((name, getattr(self, name)) for name in CELL_COLUMNS)
        changes: dict[str, Any] = {name: column[cells] for name, column in columns if column is not None}
        for side, (rows, of_side) in entities.items():
            changes[side] = of_side.keep(rows)
            changes[f"{side}_entity"] = (np.cumsum(rows) - 1)[changes[f"{side}_entity"]]
        return replace(self, **changes)


def pairs(count: Integers) -> Integers:
    """Count the links in sets of these sizes; as Python integers if 64 bits are too small."""
    if count.size and count.max() >= MOST_MENTIONS:
        count = count.astype(object)
    return count * (count - 1) // 2


def _entities(alignment: Alignment, side: str) -> tuple[Entities, Integers]:
    """Return the entities of one side that have rows, and the entity of each row."""
    entity, unit = getattr(alignment, f"{side}_entity"), getattr(alignment, f"{side}_entity_unit")
    entity_type = getattr(alignment, f"{side}_entity_type")
    there = entity >= 0
    size = np.bincount(entity[there], minlength=len(unit)).astype(np.int64)
    used = size > 0
    if not used.all():
        entity = np.append(np.cumsum(used) - 1, -1)[entity]
        unit, size = unit[used], size[used]
        entity_type = None if entity_type is None else entity_type[used]
    types = None if alignment.type is None else _by_type(entity[there], alignment.type[there], len(unit))
    return Entities(alignment.units, unit, size, types, entity_type), entity


def _by_type(index: Integers, kind: NDArray[np.int8], length: int) -> Integers:
    counts = np.bincount(index * len(TYPES) + kind, minlength=length * len(TYPES))
    return counts.reshape(length, len(TYPES)).astype(np.int64)


def sums(index: Integers, values: NDArray[Any], length: int) -> NDArray[Any]:
    """Sum the values of each index; integers stay exact."""
    # Without values, bincount returns integers even with float weights.
    sums = np.bincount(index, values.astype(float), minlength=length).astype(float)
    if values.dtype.kind == "f":
        return sums
    largest = float(sums.max(initial=0))
    if largest < EXACT_FLOAT:
        return sums.astype(np.int64)
    # More than the 53 bits of a float: add as integers of 64 bits or of any size.
    kind = np.dtype(np.int64 if largest < EXACT_INTEGER else object)
    whole: NDArray[Any] = np.zeros(length, kind)
    np.add.at(whole, index, values.astype(kind))
    return whole
