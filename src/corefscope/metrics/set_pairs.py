"""Sets of split antecedents in a metric: pairs of sets, each a shared mention of a weight from 0 to 1.

A set of the key and one of the response are compared by the metric itself, their atoms as small key and small response;
then sets are paired one to one so that the sum of F1 is largest (Paun, Yu, Moosavi & Poesio 2022).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.sets import Sets, SideSets
from corefscope.arrays import distinct, rows_by_group
from corefscope.assignment import best_cells
from corefscope.assignment.unique import only_best_cells
from corefscope.metrics.scores import quotient_values
from corefscope.metrics.sets import Weights
from corefscope.model import Floats, Integers
from corefscope.table import Entities, Table

Inner = Callable[[Table], Mapping[str, NDArray[Any]]]  # the counts of each pair of sets, from the Table of their atoms
LARGEST_MATRIX = 1 << 22  # of sets of one unit that SciPy pairs


class AtomPairs(NamedTuple):
    """Pairs of sets that share a mention, and the Table of their atoms, in which each pair is a unit."""

    key_set: Integers
    response_set: Integers
    table: Table


def with_pairs(table: Table, sets: Sets, inner: Inner, equal: bool = False) -> tuple[Table, Weights]:
    """The Table with a cell for each pair of sets, and what these pairs add to cells.

    With `equal`, sets that are the same are paired where the metric finds nothing in them.
    """
    pairs, values, _ = paired(table, sets, inner)
    if equal:
        pairs, values = _with_equal(sets, pairs, values)
    entities = sets.key.entity[pairs.key_set], sets.response.entity[pairs.response_set]
    width = max(len(table.response.size), 1)
    codes = np.concatenate([table.key_entity * width + table.response_entity, entities[0] * width + entities[1]])
    first, place = distinct(codes)
    count, old = len(first), len(table.shared)
    wider = replace(
        table,
        key_entity=codes[first] // width,
        response_entity=codes[first] % width,
        shared=np.bincount(place[:old], table.shared, minlength=count).astype(np.int64),
        shared_types=None,
    )
    added = (np.bincount(place[old:], each, minlength=count).astype(float) for each in values)
    return wider, Weights(*added)


def paired(table: Table, sets: Sets, inner: Inner) -> tuple[AtomPairs, list[Floats], dict[str, Floats]]:
    """The pairs of sets that count, with their recall, precision and F1, and their counts by name."""
    pairs = atom_pairs(sets)
    counts = {name: np.asarray(column, float) for name, column in inner(pairs.table).items()}
    values = quotient_values(counts)
    units = table.key.unit[sets.key.entity], table.response.unit[sets.response.entity]
    chosen = _best(pairs, values.f1, *units)
    of_chosen = AtomPairs(pairs.key_set[chosen], pairs.response_set[chosen], pairs.table)
    picked = [each[chosen] for each in values]
    return of_chosen, picked, {name: column[chosen] for name, column in counts.items()}


def _best(pairs: AtomPairs, f1: Floats, key_unit: Integers, response_unit: Integers) -> Integers:
    """The pairs of the best one-to-one assignment; per unit and in text order, so that the text decides ties."""
    worth = np.flatnonzero(f1 > 0)
    key, response = pairs.key_set[worth], pairs.response_set[worth]
    if not len(worth) or max(np.bincount(key).max(), np.bincount(response).max()) == 1:
        return worth
    only = only_best_cells(key, response, f1[worth])
    if only is not None:
        return worth[only]
    chosen = []
    for rows in rows_by_group(key_unit[key], int(key_unit.max(initial=0)) + 1):
        if not len(rows):
            continue
        unit = key_unit[key[rows[0]]]
        mine, theirs = np.flatnonzero(key_unit == unit), np.flatnonzero(response_unit == unit)
        row, column = np.searchsorted(mine, key[rows]), np.searchsorted(theirs, response[rows])
        weight = f1[worth[rows]]
        if len(mine) * len(theirs) > LARGEST_MATRIX:
            chosen.append(worth[rows[best_cells(row, column, weight, len(mine), len(theirs))]])
            continue
        from scipy.optimize import linear_sum_assignment

        matrix = np.zeros((len(mine), len(theirs)))
        matrix[row, column] = weight
        partner = np.full(len(mine), -1)
        found = linear_sum_assignment(-matrix)
        partner[found[0]] = found[1]
        chosen.append(worth[rows[partner[row] == column]])
    return np.concatenate(chosen)


def _with_equal(sets: Sets, pairs: AtomPairs, values: list[Floats]) -> tuple[AtomPairs, list[Floats]]:
    """Add pairs of equal sets of which neither has a partner, with the weight 1."""
    every = atom_pairs(sets)
    inside = every.table
    whole = inside.shared == inside.key.size[inside.key_entity]
    whole &= inside.shared == inside.response.size[inside.response_entity]
    same = inside.per_unit(whole.astype(np.int64))
    equal = (same == inside.key.per_unit(np.ones_like(inside.key.size))) & (
        same == inside.response.per_unit(np.ones_like(inside.response.size))
    )
    equal &= ~np.isin(every.key_set, pairs.key_set) & ~np.isin(every.response_set, pairs.response_set)
    added = AtomPairs(
        np.append(pairs.key_set, every.key_set[equal]), np.append(pairs.response_set, every.response_set[equal]), inside
    )
    return added, [np.append(each, np.ones(int(equal.sum()))) for each in values]


def atom_pairs(sets: Sets) -> AtomPairs:
    """All pairs of sets that share a mention; the others have nothing right."""
    cell, mine, theirs = _joined(sets)
    width = max(len(sets.response.entity), 1)
    first, pair = distinct(sets.key.set[mine] * width + sets.response.set[theirs])
    key_set, response_set = sets.key.set[mine[first]], sets.response.set[theirs[first]]
    (key, key_offset), (response, response_offset) = _copies(sets.key, key_set), _copies(sets.response, response_set)
    key_entity, response_entity = key_offset[pair] + mine, response_offset[pair] + theirs
    order = np.lexsort((response_entity, key_entity))
    cells = (key_entity[order], response_entity[order], sets.shared[cell][order])
    return AtomPairs(key_set, response_set, Table(len(first), key, response, *cells))


def all_sets(side: SideSets) -> Table:
    """The Table of each set of one side against nothing: a unit is a set, and the set is on the key's side."""
    nothing = np.zeros(0, np.int64)
    units = len(side.entity)
    key = Entities(units, side.set, side.size[side.atom])
    return Table(units, key, Entities(units, nothing, nothing), nothing, nothing, nothing)


def _joined(sets: Sets) -> tuple[Integers, Integers, Integers]:
    """Each cell of atoms with each membership of its key atom and each of its response atom."""
    sides = []
    for side, atom in ((sets.key, sets.key_atom), (sets.response, sets.response_atom)):
        order = np.argsort(side.atom, kind="stable")
        count = np.bincount(side.atom, minlength=len(side.size))
        sides.append((order, (np.cumsum(count) - count)[atom], count[atom]))
    (key_order, key_first, keys), (response_order, response_first, responses) = sides
    times = keys * responses
    cell = np.repeat(np.arange(len(times)), times)
    number = np.arange(len(cell)) - np.repeat(np.cumsum(times) - times, times)
    mine = key_order[key_first[cell] + number // responses[cell]]
    return cell, mine, response_order[response_first[cell] + number % responses[cell]]


def _copies(side: SideSets, of_pair: Integers) -> tuple[Entities, Integers]:
    """The atoms of the set of each pair as entities of their own, and what to add to a membership to find its copy."""
    count = np.bincount(side.set, minlength=len(side.entity))
    begin = np.cumsum(count) - count
    copies = count[of_pair]
    offset = np.cumsum(copies) - copies - begin[of_pair]
    unit = np.repeat(np.arange(len(of_pair)), copies)
    return Entities(len(of_pair), unit, side.size[side.atom[np.arange(len(unit)) - offset[unit]]]), offset
