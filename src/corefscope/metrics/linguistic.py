"""LMUC, LB³, LCEAFm and LCEAFe: links weigh more, the more they tell about who is meant (Chen & Ng 2013).

A link with a name weighs most, one with a nominal less, one between pronouns least; a singleton has a weight of
its own. A set of mentions weighs as much as its maximum spanning tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.assignment import best_total
from corefscope.metrics.base import BETA, TWINLESS, Family, Parameter, Tally, one_of, positive
from corefscope.model import TYPES, Integers
from corefscope.table import Table

Floats = NDArray[np.float64]
NAME, NOMINAL, PRONOUN = (TYPES.index(kind) for kind in ("name", "nominal", "pronoun"))
KINDS = ("name", "nominal", "pronoun", "singleton")
W1, W2, W3 = ((1.0, 1.0, 1.0, singleton) for singleton in (1e-20, 0.5, 1.0))
W4, W5 = (1.0, 0.75, 0.5, 1.0), (1.0, 0.5, 0.25, 1.0)
NAMED_WEIGHTS = {"W1": W1, "W2": W2, "W3": W3, "W4": W4, "W5": W5}
# Kinds of cells by which types they hold, as bits: 1 a name, 2 a nominal, 4 a pronoun.
CELL_KINDS = range(1, 8)


class Weights:
    """The three weight functions of a Table: of a cell, of a key entity, of a response entity."""

    def __init__(self, table: Table, weights: tuple[float, float, float, float], symmetric: bool) -> None:
        if table.shared_types is None or table.key.types is None or table.response.types is None:
            raise ValueError("the Table has no mention types")
        *self.links, self.singleton = weights
        self.cell = self._common(table, table.shared_types)
        self.key = self._alone(table.key.types, table.key.size)
        self.response = self._alone(table.response.types, table.response.size)
        if not symmetric:
            kept = np.bincount(table.response_entity, self.cell, minlength=len(table.response.size))
            spurious = self._spurious(table, table.shared_types, table.response.types)
            self.response = np.where(table.response.size > 1, kept + spurious, self.singleton)

    def _common(self, table: Table, types: Integers) -> Floats:
        """One shared mention counts only if it is the whole entity on both sides."""
        tree = self._spanning_tree(types)
        alone = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
        return np.where(table.shared > 1, tree, np.where(alone, self.singleton, 0.0))

    def _alone(self, types: Integers, size: Integers) -> Floats:
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

    def _spurious(self, table: Table, cells: Integers, types: Integers) -> Floats:
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


def _lmuc(table: Table, weights: Weights) -> Tally:
    kept = table.by_unit(table.unit, weights.cell)
    return Tally.of(
        recall=(kept, table.by_unit(table.key.unit, weights.key)),
        precision=(kept, table.by_unit(table.response.unit, weights.response)),
    )


def _lb3(table: Table, weights: Weights) -> Tally:
    key, response, _ = table.mentions
    credit = table.shared * weights.cell
    return Tally.of(
        recall=(table.by_unit(table.unit, credit / weights.key[table.key_entity]), key),
        precision=(table.by_unit(table.unit, credit / weights.response[table.response_entity]), response),
    )


def _aligned(table: Table, similarity: Floats) -> Floats:
    worth = similarity > 0  # a cell of one mention may weigh nothing
    cells = (table.key_entity[worth], table.response_entity[worth], similarity[worth])
    return best_total(*cells, table.key.unit, len(table.response.size), table.units)


def _lceafm(table: Table, weights: Weights) -> Tally:
    aligned = _aligned(table, weights.cell)
    return Tally.of(
        recall=(aligned, table.by_unit(table.key.unit, weights.key)),
        precision=(aligned, table.by_unit(table.response.unit, weights.response)),
    )


def _lceafe(table: Table, weights: Weights) -> Tally:
    sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
    aligned = _aligned(table, 2 * weights.cell / sizes)
    key = np.bincount(table.key.unit, minlength=table.units)
    response = np.bincount(table.response.unit, minlength=table.units)
    return Tally.of(recall=(aligned, key), precision=(aligned, response))


def _family(name: str, title: str, summary: str, count: Callable[[Table, Weights], Tally]) -> Family:
    def tally(table: Table, weights: str = "W4", symmetric: str = "false", **given: Any) -> Tally:
        chosen = dict(zip(KINDS, NAMED_WEIGHTS[weights], strict=True)) | given
        return count(table, Weights(table, tuple(chosen[kind] for kind in KINDS), symmetric == "true"))

    meaning = "{} weight, a number above 0"
    parameters = {
        "weights": Parameter("W4", one_of(*NAMED_WEIGHTS), "one of the paper's weightings", of_tally=True),
        **{
            kind: Parameter(
                None, positive, meaning.format(f"a {kind}'s" if kind == "singleton" else f"a {kind} link's"), True
            )
            for kind in KINDS
        },
        "symmetric": Parameter("false", one_of("true", "false"), "true for their equation 10", of_tally=True),
        "twinless": TWINLESS,
        "beta": BETA,
    }
    return Family(name, title, summary, ("chen2013",), tally, parameters=parameters, needs="types")


LMUC = _family("lmuc", "LMUC", "MUC with links weighed by mention types", _lmuc)
LB3 = _family("lb3", "LB³", "B³ with links weighed by mention types", _lb3)
LCEAFM = _family("lceafm", "LCEAFm", "CEAFm with links weighed by mention types", _lceafm)
LCEAFE = _family("lceafe", "LCEAFe", "CEAFe with links weighed by mention types", _lceafe)
