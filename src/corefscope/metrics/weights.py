"""What links and entities weigh in the linguistically aware metrics (Chen & Ng 2013, §3).

A link with a name weighs most, one with a nominal less, one between pronouns least; a singleton has a weight of
its own. A set of mentions weighs as much as its maximum spanning tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.metrics.parameters import LARGEST, positive, register_once
from corefscope.model import TYPES, Integers
from corefscope.problems import SettingsError
from corefscope.table import Table

Floats = NDArray[np.float64]
NAME, NOMINAL, PRONOUN = (TYPES.index(kind) for kind in ("name", "nominal", "pronoun"))
KINDS = ("name", "nominal", "pronoun", "singleton")
W1, W2, W3 = ((1.0, 1.0, 1.0, singleton) for singleton in (1e-20, 0.5, 1.0))
W4, W5 = (1.0, 0.75, 0.5, 1.0), (1.0, 0.5, 0.25, 1.0)
# Weights of links with a name, a nominal, only pronouns, and of a singleton; or functions that replace these rules.
WeightFunctions = Callable[[Table], tuple[Floats, Floats, Floats]]
NAMED_WEIGHTS: dict[str, tuple[float, float, float, float] | WeightFunctions] = {
    "W1": W1, "W2": W2, "W3": W3, "W4": W4, "W5": W5,
}  # fmt: skip
# Kinds of cells by which types they hold, as bits: 1 a name, 2 a nominal, 4 a pronoun.
CELL_KINDS = range(1, 8)


def register_weights(name: str, weights: tuple[float, float, float, float] | WeightFunctions) -> None:
    """Makes `lmuc(weights=name)` and the like known (Chen & Ng 2013, note 5: another notion of informativeness).

    `weights` are four numbers, or a function from a Table to the weights of its cells, of its key entities and
    of its response entities.
    """
    if not callable(weights):
        try:
            name_link, nominal_link, pronoun_link, singleton = (positive(str(weight)) for weight in weights)
        except (TypeError, ValueError) as error:
            raise SettingsError(
                "bad-weights", f"weights are four numbers, for {', '.join(KINDS)}", hint=str(error)
            ) from None
        weights = (name_link, nominal_link, pronoun_link, singleton)
    register_once(NAMED_WEIGHTS, name, weights)


@dataclass(frozen=True)
class Weights:
    """The three weight functions of a Table: of its cells, of its key entities and of its response entities."""

    cell: Floats
    key: Floats
    response: Floats

    @staticmethod
    def by_type(table: Table, weights: tuple[float, float, float, float], symmetric: bool) -> Weights:
        """Equations 8, 9 and 11 of the paper; 10 instead of 11 if `symmetric`."""
        if table.shared_types is None or table.key.types is None or table.response.types is None:
            raise SettingsError(
                "missing-mention-types",
                "the Table has no mention types",
                hint="score typed mentions, or give --types FILE",
            )
        rules = _Rules(weights)
        cell = rules.common(table, table.shared_types)
        key = rules.alone(table.key.types, table.key.size)
        response = rules.alone(table.response.types, table.response.size)
        if not symmetric:
            kept = np.bincount(table.response_entity, cell, minlength=len(table.response.size))
            spurious = rules.spurious(table, table.shared_types, table.response.types)
            response = np.where(table.response.size > 1, kept + spurious, rules.singleton)
        return Weights(cell, key, response)

    @staticmethod
    def of_functions(table: Table, name: str, functions: WeightFunctions) -> Weights:
        """Entities weigh something, or else LB³ and LCEAFe would divide by 0 (note 8)."""
        cell, key, response = (np.asarray(values, float) for values in functions(table))
        shapes = (table.shared.shape, table.key.size.shape, table.response.size.shape)
        right = (cell.shape, key.shape, response.shape) == shapes
        if not right or not np.all((cell >= 0) & (cell <= LARGEST)):
            raise SettingsError(
                "bad-weights", f"the weights {quoted(name)} do not give each cell and each entity a number"
            )
        if not all(np.all((side > 0) & (side <= LARGEST)) for side in (key, response)):
            raise SettingsError(
                "bad-weights", f"the weights {quoted(name)} give an entity a weight that is not a number above 0"
            )
        return Weights(cell, key, response)


class _Rules:
    """What links and singletons weigh."""

    def __init__(self, weights: tuple[float, float, float, float]) -> None:
        *self.links, self.singleton = weights

    def common(self, table: Table, types: Integers) -> Floats:
        """One shared mention counts only if it is the whole entity on both sides."""
        tree = self._spanning_tree(types)
        alone = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
        return np.where(table.shared > 1, tree, np.where(alone, self.singleton, 0.0))

    def alone(self, types: Integers, size: Integers) -> Floats:
        return np.where(size > 1, self._spanning_tree(types), self.singleton)

    def _in_order(self) -> list[int]:
        """The three kinds of link, heaviest first."""
        return sorted(range(3), key=lambda kind: -self.links[kind])

    def _spanning_tree(self, types: Integers) -> Floats:
        """Kruskal's way: take all links of the heaviest kind that join something, then of the next."""
        names, nominals, pronouns = types[:, NAME], types[:, NOMINAL], types[:, PRONOUN]
        total = names + nominals + pronouns
        weight = np.zeros(len(types))
        pieces = total
        used: set[int] = set()
        for kind in self._in_order():
            used.add(kind)
            left = total
            if 2 in used:
                left = np.where(pronouns > 0, names + nominals + 1, left)
            if 1 in used:
                left = np.where(nominals > 0, names + 1, left)
            if 0 in used:
                left = np.where(names > 0, 1, left)
            weight += self.links[kind] * (pieces - left)
            pieces = left
        return weight

    def spurious(self, table: Table, cells: Integers, types: Integers) -> Floats:
        """The heaviest links that join the cells of each response entity; an unmatched mention is a cell of its own."""
        counts = np.zeros((len(types), len(CELL_KINDS) + 1), np.int64)
        bits = (cells[:, NAME] > 0) + 2 * (cells[:, NOMINAL] > 0) + 4 * (cells[:, PRONOUN] > 0)
        np.add.at(counts, (table.response_entity, bits), 1)
        matched = np.zeros_like(types)
        np.add.at(matched, table.response_entity, cells)
        for column, bit in ((NAME, 1), (NOMINAL, 2), (PRONOUN, 4)):
            counts[:, bit] += types[:, column] - matched[:, column]
        weight = np.zeros(len(types))
        pieces = counts.sum(axis=1)
        used: tuple[int, ...] = ()
        for kind in self._in_order():
            used = (*used, kind)
            left = _pieces(counts, used)
            weight += self.links[kind] * (pieces - left)
            pieces = left
        return weight


def _joined(one: int, two: int, used: tuple[int, ...]) -> bool:
    """Whether two cells of these kinds have a link of a used kind between them."""
    links = {
        0: bool((one | two) & 1),
        1: bool(one & 2 and two & 6) or bool(two & 2 and one & 6),
        2: bool(one & 4 and two & 4),
    }
    return any(links[kind] for kind in used)


def _pieces(counts: Integers, used: tuple[int, ...]) -> Integers:
    """How many pieces remain of each entity's cells once all links of the used kinds are drawn.

    There are seven kinds of cells, so what hangs together depends only on which kinds are present.
    """
    present = (counts[:, 1:] > 0) @ (1 << np.arange(len(CELL_KINDS)))
    left = np.zeros(len(counts), np.int64)
    for mask in np.unique(present).tolist():
        rows = present == mask
        kinds = [kind for place, kind in enumerate(CELL_KINDS) if mask >> place & 1]
        groups = _groups(kinds, used)
        for group in groups:
            alone = len(group) == 1 and not _joined(group[0], group[0], used)
            left[rows] += counts[rows, group[0]] if alone else 1
    return left


def _groups(kinds: list[int], used: tuple[int, ...]) -> list[list[int]]:
    groups: list[list[int]] = []
    for kind in kinds:
        near = [group for group in groups if any(_joined(kind, other, used) for other in group)]
        merged = [kind, *(other for group in near for other in group)]
        groups = [group for group in groups if group not in near] + [merged]
    return groups


def named_weights(text: str) -> str:
    if text not in NAMED_WEIGHTS:
        raise ValueError(f"one of {', '.join(NAMED_WEIGHTS)}, or registered with register_weights")
    return text
