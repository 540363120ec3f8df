"""What links and entities weigh in the linguistically aware metrics (Chen & Ng 2013, §3).

A link with a name weighs most, one with a nominal less, one between pronouns least; singletons have a weight too.
A set of mentions weighs as much as its maximum spanning tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.metrics.parameters import LARGEST_WEIGHT, one_of, positive, register_once
from corefscope.model import TYPES, Floats, Integers
from corefscope.problems import SettingsError
from corefscope.table import Table

KINDS = ("name", "nominal", "pronoun", "singleton")
W1, W2, W3 = ((1.0, 1.0, 1.0, singleton) for singleton in (1e-20, 0.5, 1.0))
W4, W5 = (1.0, 0.75, 0.5, 1.0), (1.0, 0.5, 0.25, 1.0)
# Weights of links with a name, a nominal, only pronouns, and of a singleton; or functions that replace these rules.
FourWeights = tuple[float, float, float, float]
WeightFunctions = Callable[[Table], tuple[Floats, Floats, Floats]]
NAMED_WEIGHTS: dict[str, FourWeights | WeightFunctions] = {"W1": W1, "W2": W2, "W3": W3, "W4": W4, "W5": W5}
# Kinds of mentions and cells by the types they hold, as bits of a number from 1 to 7.
BITS = {TYPES.index("name"): 1, TYPES.index("nominal"): 2, TYPES.index("pronoun"): 4}
ALL_KINDS = 7


def register_weights(name: str, weights: FourWeights | WeightFunctions) -> None:
    """Register `lmuc(weights=name)` and the like (Chen & Ng 2013, note 5: another notion of informativeness).

    `weights` are four numbers, or a function from a Table to the weights of its cells, of its key entities and
    of its response entities.
    """
    if not callable(weights):
        try:
            name_link, nominal_link, pronoun_link, singleton = (positive(str(weight)) for weight in weights)
        except (TypeError, ValueError) as error:
            fact = f"weights are four numbers, for {', '.join(KINDS)}"
            raise SettingsError("bad-weights", fact, hint=str(error)) from None
        weights = (name_link, nominal_link, pronoun_link, singleton)
    register_once(NAMED_WEIGHTS, name, weights)


@dataclass(frozen=True)
class Weights:
    """The three weight functions of a Table: of its cells, of its key entities and of its response entities."""

    cell: Floats
    key: Floats
    response: Floats

    @staticmethod
    def by_type(table: Table, weights: FourWeights, symmetric: bool) -> Weights:
        """Equations 8, 9 and 11 of the paper; 10 instead of 11 if `symmetric`."""
        shared, key_types, response_types = table.shared_types, table.key.types, table.response.types
        if shared is None or key_types is None or response_types is None:
            raise SettingsError(
                "missing-mention-types",
                "the Table has no mention types",
                hint="score typed mentions, or give --types FILE",
            )
        singleton = weights[3]
        # One shared mention counts only if it is the whole entity on both sides.
        alone = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
        cell = np.where(table.shared > 1, _tree_of_mentions(shared, weights), np.where(alone, singleton, 0.0))
        key = np.where(table.key.size > 1, _tree_of_mentions(key_types, weights), singleton)
        if symmetric:
            linked = _tree_of_mentions(response_types, weights)
        else:
            kept = np.bincount(table.response_entity, cell, minlength=len(table.response.size))
            linked = kept + _tree_of_cells(table, shared, response_types, weights)
        return Weights(cell, key, np.where(table.response.size > 1, linked, singleton))

    @staticmethod
    def of_functions(table: Table, name: str, functions: WeightFunctions) -> Weights:
        """Entities weigh something, or else LB³ and LCEAFe would divide by 0 (note 8)."""
        cell, key, response = (np.asarray(values, float) for values in functions(table))
        shapes = (table.shared.shape, table.key.size.shape, table.response.size.shape)
        right = (cell.shape, key.shape, response.shape) == shapes
        if not right or not np.all((cell >= 0) & (cell <= LARGEST_WEIGHT)):
            fact = f"the weights {quoted(name)} do not give each cell and each entity a number"
            raise SettingsError("bad-weights", fact)
        if not all(np.all((side > 0) & (side <= LARGEST_WEIGHT)) for side in (key, response)):
            fact = f"the weights {quoted(name)} give an entity a weight that is not a number above 0"
            raise SettingsError("bad-weights", fact)
        return Weights(cell, key, response)


def _tree_of_mentions(types: Integers, weights: FourWeights) -> Floats:
    """The maximum spanning tree of sets of mentions, given by the number of mentions of each type."""
    counts = np.zeros((len(types), 1 + ALL_KINDS), np.int64)
    for column, bit in BITS.items():
        counts[:, bit] = types[:, column]
    return _spanning_tree(counts, weights)


def _tree_of_cells(table: Table, cells: Integers, types: Integers, weights: FourWeights) -> Floats:
    """The heaviest links that join the cells of each response entity; an unmatched mention is a cell by itself."""
    counts = np.zeros((len(types), 1 + ALL_KINDS), np.int64)
    kind = (cells[:, list(BITS)] > 0) @ np.array(list(BITS.values()))
    np.add.at(counts, (table.response_entity, kind), 1)
    matched = np.zeros_like(types)
    np.add.at(matched, table.response_entity, cells)
    for column, bit in BITS.items():
        counts[:, bit] += types[:, column] - matched[:, column]
    return _spanning_tree(counts, weights)


def _spanning_tree(counts: Integers, weights: FourWeights) -> Floats:
    """Kruskal's algorithm: add all links of the heaviest kind that join components, then those of the next.

    `counts` has for each entity the number of its nodes of every kind: a node is a mention or a cell.
    """
    weight = np.zeros(len(counts))
    before = counts[:, 1:].sum(axis=1)
    # There are seven kinds of nodes, so what is connected depends only on which kinds an entity has.
    present = (counts[:, 1:] > 0) @ (1 << np.arange(ALL_KINDS))
    used: list[int] = []
    for link in sorted(range(3), key=lambda link: -weights[link]):
        used.append(link)
        after = np.zeros(len(counts), np.int64)
        for mask in np.unique(present).tolist():
            rows = present == mask
            for group in _connected([kind for kind in range(1, 1 + ALL_KINDS) if mask >> (kind - 1) & 1], used):
                alone = len(group) == 1 and not _linked(group[0], group[0], used)
                after[rows] += counts[rows, group[0]] if alone else 1
        weight += weights[link] * (before - after)
        before = after
    return weight


def _connected(kinds: list[int], used: Sequence[int]) -> list[list[int]]:
    """The connected components of these kinds of nodes by links of the used kinds."""
    groups: list[list[int]] = []
    for kind in kinds:
        near = [group for group in groups if any(_linked(kind, other, used) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([kind, *(other for group in near for other in group)])
    return groups


def _linked(one: int, two: int, used: Sequence[int]) -> bool:
    """Whether two nodes of these kinds have a link of a used kind between them."""
    with_name = bool((one | two) & 1)
    with_nominal = bool(one & 2 and two & 6) or bool(two & 2 and one & 6)
    return any((with_name, with_nominal, bool(one & two & 4))[link] for link in used)


def named_weights(text: str) -> str:
    return one_of(*NAMED_WEIGHTS, more="registered with register_weights")(text)
