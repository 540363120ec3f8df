"""The Table: how many mentions each key entity shares with each response entity, for a whole corpus.

Nearly every metric needs only this. Time and memory are linear in its cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.model import TYPES, Integers

EXACT_FLOAT = float(1 << 53)
EXACT_INTEGER = float(1 << 62)
MOST_MENTIONS = 1 << 31  # so many and fewer have links whose number, doubled, fits into 64 bits


@dataclass(frozen=True)
class Entities:
    """The entities of one side: the unit each belongs to and its size, unmatched mentions included."""

    units: int
    unit: Integers
    size: Integers
    types: Integers | None = None  # mentions of each entity by type, a column per kind of TYPES
    entity_type: NDArray[Any] | None = None  # person, place, …, as the side's own file has it

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a number for each entity, by unit; whole numbers stay whole."""
        return _sums(self.unit, values, self.units)

    def keep(self, rows: NDArray[np.bool_], size: Integers, types: Integers | None) -> Entities:
        """Some of the entities, with other sizes."""
        kinds = None if self.entity_type is None else self.entity_type[rows]
        return replace(self, unit=self.unit[rows], size=size[rows], types=types, entity_type=kinds)


@dataclass(frozen=True)
class Table:
    """Cells (key entity, response entity, shared mentions), ordered by key entity, and both sides' entities.

    >>> table = Table.from_clusters([["abc", "defg"]], [["ab", "cd", "fghi"]])
    >>> table.shared.tolist(), table.key.size.tolist(), table.response.size.tolist()
    ([2, 1, 1, 2], [3, 4], [2, 2, 4])
    """

    units: int
    key: Entities
    response: Entities
    key_entity: Integers
    response_entity: Integers
    shared: Integers
    shared_types: Integers | None = None  # shared mentions of each cell by type

    @staticmethod
    def from_alignment(alignment: Alignment) -> Table:
        """Counts the rows; entities without a row do not exist."""
        alignment = _without_empty_entities(alignment)
        key, response = _entities(alignment, "key"), _entities(alignment, "response")
        both = (alignment.key_entity >= 0) & (alignment.response_entity >= 0)
        width = len(response.size)
        code = alignment.key_entity[both] * width + alignment.response_entity[both]
        if alignment.type is None:
            kinds = None
            code.sort()
            first = np.flatnonzero(np.diff(code, prepend=-1))
            cell, shared = code[first], np.diff(first, append=len(code))
        else:
            cell, place, shared = np.unique(code, return_inverse=True, return_counts=True)
            kinds = _by_type(place.reshape(-1), alignment.type[both], len(cell))
        rows, columns = cell // max(width, 1), cell % max(width, 1)
        return Table(alignment.units, key, response, rows, columns, shared.astype(np.int64), kinds)

    @staticmethod
    def from_clusters(key: Any, response: Any) -> Table:
        """From lists of documents, each a list of clusters of hashable mentions: for tests and trials."""
        rows: list[tuple[int, int, int]] = []
        key_unit: list[int] = []
        response_unit: list[int] = []
        for unit, (mine, theirs) in enumerate(zip(key, response, strict=True)):
            owner = {
                mention: len(response_unit) + number for number, cluster in enumerate(theirs) for mention in cluster
            }
            for cluster in mine:
                rows.extend((unit, len(key_unit), owner.pop(mention, -1)) for mention in cluster)
                key_unit.append(unit)
            rows.extend((unit, -1, entity) for entity in owner.values())
            response_unit.extend([unit] * len(theirs))
        unit_of, mine_of, theirs_of = np.array(rows, np.int64).reshape(-1, 3).T
        units = (np.array(key_unit, np.int64), np.array(response_unit, np.int64))
        nobody = np.full(len(rows), -1, np.int64)
        return Table.from_alignment(Alignment(len(key), unit_of, mine_of, theirs_of, *units, nobody, nobody))

    @cached_property
    def unit(self) -> Integers:
        """The unit of each cell."""
        return self.key.unit[self.key_entity]

    @cached_property
    def key_shared(self) -> Integers:
        """Of each key entity, the mentions that the response has too."""
        return _sums(self.key_entity, self.shared, len(self.key.size))

    @cached_property
    def response_shared(self) -> Integers:
        """Of each response entity, the mentions that the key has too."""
        return _sums(self.response_entity, self.shared, len(self.response.size))

    def repeated(self, weight: NDArray[Any]) -> NDArray[Any]:
        """The weight of each cell, as often as it occurs: once, but for an engine that counts equal cells."""
        return weight

    def per_unit(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a number for each cell, by unit; whole numbers stay whole."""
        return _sums(self.unit, values, self.units)

    @cached_property
    def mentions(self) -> tuple[Integers, Integers, Integers]:
        """Mentions of the key, of the response and of both, per unit."""
        return self.key.per_unit(self.key.size), self.response.per_unit(self.response.size), self.per_unit(self.shared)

    @cached_property
    def of_shared_mentions(self) -> Table:
        """The Table of the mentions that both sides have: entities lose the others, or disappear."""
        changes: dict[str, Any] = {}
        for side, shared in (("key", self.key_shared), ("response", self.response_shared)):
            entities, entity, there = getattr(self, side), getattr(self, f"{side}_entity"), shared > 0
            types = None
            if self.shared_types is not None:
                types = np.zeros((len(shared), len(TYPES)), np.int64)
                np.add.at(types, entity, self.shared_types)
                types = types[there]
            changes[side] = entities.keep(there, shared, types)
            changes[f"{side}_entity"] = (np.cumsum(there) - 1)[entity]
        return replace(self, **changes)


def pairs(count: Integers) -> Integers:
    """How many links a set of so many mentions holds; Python integers where 64 bits do not hold them."""
    if count.size and count.max() >= MOST_MENTIONS:
        count = count.astype(object)
    return count * (count - 1) // 2


def _entities(alignment: Alignment, side: str) -> Entities:
    entity, unit = getattr(alignment, f"{side}_entity"), getattr(alignment, f"{side}_entity_unit")
    there = entity >= 0
    size = np.bincount(entity[there], minlength=len(unit)).astype(np.int64)
    types = None if alignment.type is None else _by_type(entity[there], alignment.type[there], len(unit))
    return Entities(alignment.units, unit, size, types, getattr(alignment, f"{side}_entity_type"))


def _by_type(index: Integers, kind: NDArray[np.int8], length: int) -> Integers:
    counts = np.bincount(index * len(TYPES) + kind, minlength=length * len(TYPES))
    return counts.reshape(length, len(TYPES)).astype(np.int64)


def _without_empty_entities(alignment: Alignment) -> Alignment:
    changes: dict[str, NDArray[Any]] = {}
    for side in ("key", "response"):
        entity, unit = getattr(alignment, f"{side}_entity"), getattr(alignment, f"{side}_entity_unit")
        used = np.bincount(entity[entity >= 0], minlength=len(unit)) > 0
        if not used.all():
            renumber = np.append(np.cumsum(used) - 1, -1)
            changes[f"{side}_entity"] = renumber[entity]
            changes[f"{side}_entity_unit"] = unit[used]
            kinds = getattr(alignment, f"{side}_entity_type")
            if kinds is not None:
                changes[f"{side}_entity_type"] = kinds[used]
    return replace(alignment, **changes) if changes else alignment  # type: ignore[arg-type]


def _sums(index: Integers, values: NDArray[Any], length: int) -> NDArray[Any]:
    # Of nothing, NumPy counts whole numbers even where fractions were asked for.
    sums = np.bincount(index, values.astype(float), minlength=length).astype(float)
    if values.dtype.kind == "f":
        return sums
    if sums.size and float(sums.max()) >= EXACT_FLOAT:  # too large for a float's 53 bits: add as integers, of 64 or any
        kind = np.dtype(np.int64 if float(sums.max()) < EXACT_INTEGER else object)
        whole: NDArray[Any] = np.zeros(length, kind)
        np.add.at(whole, index, values.astype(kind))
        return whole
    return sums.astype(np.int64)
