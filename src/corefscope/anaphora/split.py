"""Split antecedents: metrics in which a plural entity has a set besides its mentions; and the sets alone.

The metric itself compares a set of the key with one of the response, their atoms as a small key and a small response;
then sets are paired one to one so that the sum of F1 is largest (Paun, Yu, Moosavi & Poesio 2022). A pair of sets is a
shared mention of a weight from 0 to 1. The weights of recall and precision differ, and so do the two tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.anaphora.sets import Sets
from corefscope.arrays import distinct, rows_by_group
from corefscope.assignment import best_cells
from corefscope.metrics import blanc
from corefscope.metrics.b3 import b3
from corefscope.metrics.base import ALIGNMENT, BETA, Family, Metric, Parameter, Tally, one_of
from corefscope.metrics.ceaf import ceafe, ceafm
from corefscope.metrics.evidence import HasAlignment, HasTable
from corefscope.metrics.lea import importances, lea, resolved, resolved_links
from corefscope.metrics.scores import RECALL_AND_PRECISION, Score, Totals, Values, quotient_values, quotients
from corefscope.model import Floats, Integers
from corefscope.table import Entities, Table

Inner = Callable[[Table], Mapping[str, NDArray[Any]]]  # the counts of each pair of sets, from the Table of their atoms
# Metrics of single mentions, in which sets of entities play no part.
OF_MENTIONS = ("mentions", "mor", "zeros", "bridging", "nonreferring")
LARGEST_MATRIX = 1 << 22  # cells of the matrix of sets of one unit, for SciPy


def muc_of_atoms(table: Table) -> Tally:
    """Count MUC within a pair of sets, where a singleton has a link to itself (Paun et al. 2022)."""
    key, response = (side.size == 1 for side in (table.key, table.response))
    kept = table.per_unit(table.shared - 1 + (key[table.key_entity] & response[table.response_entity]))
    return Tally.of(
        recall=(kept, table.key.per_unit(table.key.size - 1 + key)),
        precision=(kept, table.response.per_unit(table.response.size - 1 + response)),
    )


BY_METRIC: dict[str, Callable[[Table], Tally]] = {
    "muc": muc_of_atoms, "b3": b3, "ceafm": ceafm, "ceafe": ceafe, "lea": lea,
}  # fmt: skip


def scores_sets(metric: Metric) -> bool:
    """Return whether a metric is defined with sets; all others see only mentions."""
    name = metric.family.name
    return name in (*BY_METRIC, "blanc", "split") and (name in ("lea", "split") or not metric.counting)


def count(metric: Metric, evidence: HasTable) -> Tally | None:
    """Count a metric with sets; None if there are none, or if the metric is not defined with them."""
    if not isinstance(evidence, HasAlignment) or evidence.alignment.sets is None or not scores_sets(metric):
        return None
    name = metric.family.name
    if name == "split":
        return None
    table, sets = with_sets(evidence)
    if name == "lea":
        return _lea(table, sets, dict(metric.counting))
    if name == "blanc":
        return _blanc(table, sets)
    wider, weights = _with_pairs(table, sets, lambda atoms: BY_METRIC[name](atoms).columns)
    if name == "muc":  # a set is linked to the mentions that its entity shares, not by itself
        linked = wider.shared > 0
        columns = {column: getattr(wider, column)[linked] for column in ("key_entity", "response_entity", "shared")}
        wider, weights = replace(wider, **columns), Values(*(each[linked] for each in weights))
    for_recall, for_precision = weights[:2] if name in ("muc", "b3") else (weights.f1, weights.f1)
    tables = [replace(wider, shared=wider.shared + added) for added in (for_recall, for_precision)]
    return metric.count_tables(*tables)


def with_sets(evidence: HasAlignment) -> tuple[Table, Sets]:
    """Return the Table in which a set counts as one more mention of its entity, and the sets of its entities."""
    alignment, table, sets = evidence.alignment, evidence.table, evidence.alignment.sets
    if sets is None:
        raise ValueError("the evidence has no sets")
    for side in ("key", "response"):
        entity, count = getattr(alignment, f"{side}_entity"), len(getattr(alignment, f"{side}_entity_unit"))
        used = np.bincount(entity[entity >= 0], minlength=count) > 0
        # The Table numbers only entities that have a mention.
        of_side = getattr(sets, side).of_entities(np.where(used, np.cumsum(used) - 1, -1))
        entities = getattr(table, side)
        size = entities.size + np.bincount(of_side.entity[of_side.entity >= 0], minlength=len(entities.size))
        sets, table = replace(sets, **{side: of_side}), replace(table, **{side: replace(entities, size=size)})
    return table, sets


def _lea(table: Table, sets: Sets, parameters: Mapping[str, Any]) -> Tally:
    """A pair of sets resolves its links with the mentions that its entities share."""
    wider, weights = _with_pairs(table, sets, lambda atoms: lea(atoms).columns)
    links = resolved_links(wider)
    added = (weights.recall * wider.shared, weights.precision * wider.shared)
    return resolved(wider, importances(table, **parameters), links + added[0], links + added[1])


def _blanc(table: Table, sets: Sets) -> Tally:
    """A pair of sets has coreference links with shared mentions of its entities, and other links with the others."""
    counts = blanc.links(table)
    same, other = (_with_pairs(table, sets, _half_of_blanc(kind), equal=True) for kind in blanc.KINDS)
    counts["coreference_both"] = counts["coreference_both"] + same[0].per_unit(same[1].f1 * same[0].shared)
    wider, f1 = other[0], other[1].f1
    inside = table.key_shared[wider.key_entity] + table.response_shared[wider.response_entity] - wider.shared
    with_mentions = wider.per_unit(f1 * (table.mentions[2][wider.unit] - inside))
    with_others = (wider.per_unit(f1) ** 2 - wider.per_unit(f1**2)) / 2
    counts["non_coreference_both"] = counts["non_coreference_both"] + (with_mentions + with_others)
    return Tally(blanc.with_either(counts) if table.settings.boundary == "either" else counts)


def _half_of_blanc(kind: str) -> Inner:
    return lambda atoms: blanc.half(blanc.blanc(atoms).columns, kind)


def _with_pairs(table: Table, sets: Sets, inner: Inner, equal: bool = False) -> tuple[Table, Values]:
    """Return the Table with a cell for each pair of sets, and the pair's share in recall, precision and F1 of the cell.

    With `equal`, equal sets are paired even if the metric gives them 0.
    """
    pairs, values, _ = paired(table, sets, inner)
    if equal:
        pairs, values = _with_equal(sets, pairs, values)
    entities = sets.key.entity[sets.key_set[pairs]], sets.response.entity[sets.response_set[pairs]]
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
    return wider, Values(*(np.bincount(place[old:], each, minlength=count).astype(float) for each in values))


def paired(table: Table, sets: Sets, inner: Inner) -> tuple[Integers, list[Floats], dict[str, Floats]]:
    """Return the pairs of sets that count, with their recall, precision and F1, and their counts by name."""
    counts = {name: np.asarray(column, float) for name, column in inner(sets.pairs).items()}
    values = quotient_values(counts)
    best = _best(table, sets, np.where(_count(sets), values.f1, 0))
    return best, [each[best] for each in values], {name: column[best] for name, column in counts.items()}


def _count(sets: Sets) -> NDArray[np.bool_]:
    """Mark the pairs whose sets both count."""
    return np.asarray((sets.key.entity[sets.key_set] >= 0) & (sets.response.entity[sets.response_set] >= 0))


def _best(table: Table, sets: Sets, f1: Floats) -> Integers:
    """Return the pairs of the best one-to-one assignment, per unit; text order decides ties."""
    worth = np.flatnonzero(f1 > 0)
    key, response = sets.key_set[worth], sets.response_set[worth]
    if not len(worth) or max(np.bincount(key).max(), np.bincount(response).max()) == 1:
        return worth
    # Sets that do not count go into a separate unit.
    key_unit, response_unit = (
        np.append(of_entity.unit, table.units)[side.entity]
        for of_entity, side in ((table.key, sets.key), (table.response, sets.response))
    )
    best = []
    groups = (rows_by_group(unit, table.units + 1) for unit in (key_unit[key], key_unit, response_unit))
    for rows, mine, theirs in zip(*groups, strict=True):
        row, column = np.searchsorted(mine, key[rows]), np.searchsorted(theirs, response[rows])
        weight = f1[worth[rows]]
        if len(rows) < 2:
            best.append(worth[rows])
        elif len(mine) * len(theirs) > LARGEST_MATRIX:
            best.append(worth[rows[best_cells(row, column, weight, len(mine), len(theirs))]])
        else:
            from scipy.optimize import linear_sum_assignment

            matrix = np.zeros((len(mine), len(theirs)))
            matrix[row, column] = weight
            partner = np.full(len(mine), -1)
            of_row, of_column = linear_sum_assignment(-matrix)
            partner[of_row] = of_column
            best.append(worth[rows[partner[row] == column]])
    return np.sort(np.concatenate(best))


def _with_equal(sets: Sets, pairs: Integers, values: list[Floats]) -> tuple[Integers, list[Floats]]:
    """Add pairs of equal sets of which neither has a partner, with the weight 1."""
    inside = sets.pairs
    whole = inside.shared == inside.key.size[inside.key_entity]
    whole &= inside.shared == inside.response.size[inside.response_entity]
    same = inside.per_unit(whole.astype(np.int64))
    equal = _count(sets)
    for of_pair in (sets.key_set, sets.response_set):
        equal &= ~np.isin(of_pair, of_pair[pairs])
    for side in (inside.key, inside.response):
        equal &= same == side.per_unit(np.ones_like(side.size))
    rest = np.flatnonzero(equal)
    return np.append(pairs, rest), [np.append(each, np.ones(len(rest))) for each in values]


def split(evidence: HasAlignment, metric: str = "lea") -> Tally:
    """Count what is right in the paired sets, relative to all sets of the key and of the response."""
    if evidence.alignment.sets is None:
        zeros = dict.fromkeys(RECALL_AND_PRECISION, np.zeros(evidence.table.units))
        return Tally(zeros if metric != "blanc" else _as_blanc(dict.fromkeys(blanc.KINDS, zeros), evidence.table))
    table, sets = with_sets(evidence)
    if metric != "blanc":
        return Tally(_counts(table, sets, lambda atoms: BY_METRIC[metric](atoms).columns))
    return Tally(_as_blanc({kind: _counts(table, sets, _half_of_blanc(kind)) for kind in blanc.KINDS}, table))


def _as_blanc(halves: Mapping[str, Mapping[str, Any]], table: Table) -> dict[str, Any]:
    """Return the counts of both halves of BLANC under BLANC's names."""
    names = (("both", "recall_num"), ("key", "recall_den"), ("response", "precision_den"))
    counts = {f"{kind}_{side}": half[name] for kind, half in halves.items() for side, name in names}
    return blanc.with_either(counts) if table.settings.boundary == "either" else counts


def _counts(table: Table, sets: Sets, inner: Inner) -> dict[str, Any]:
    """Return recall and precision of one metric, or of one half of BLANC, as counts per unit."""
    pairs, _, counts = paired(table, sets, inner)
    unit = table.key.unit[sets.key.entity[sets.key_set[pairs]]]
    columns = {name: (unit, counts[name]) for name in ("recall_num", "precision_num")}
    for name, side, entities in (("recall_den", sets.key, table.key), ("precision_den", sets.response, table.response)):
        # The most that a set can earn: the denominator of recall against an empty response.
        nothing, number = np.zeros(0, np.int64), len(side.entity)
        alone = Table(number, side.atoms, Entities(number, nothing, nothing), nothing, nothing, nothing)
        unit = np.append(entities.unit, table.units)[side.entity]
        columns[name] = (unit, np.asarray(inner(alone)["recall_den"], float))
    sums = {name: np.bincount(*columns[name], minlength=table.units).astype(float) for name in RECALL_AND_PRECISION}
    return {name: column[: table.units] for name, column in sums.items()}


def finish(counts: Totals, beta: float = 1.0) -> Score:
    """Return the score of two quotients, or of the halves of BLANC."""
    return quotients(counts, beta) if "recall_num" in counts else blanc.finish(counts, beta=beta)


def finish_columns(columns: Mapping[str, Any], beta: float = 1.0) -> Values:
    """`finish` of many totals."""
    return quotient_values(columns, beta) if "recall_num" in columns else blanc.finish_columns(columns, beta=beta)


METRIC = Parameter("lea", one_of(*BY_METRIC, "blanc"), "the metric that compares two sets", changes_counts=True)
SPLIT = Family(
    "split", "Split antecedents", "sets of split antecedents", ("paun2022",), split, finish,
    {"metric": METRIC, "beta": BETA}, needs=frozenset({ALIGNMENT}), finish_columns=finish_columns,
)  # fmt: skip
