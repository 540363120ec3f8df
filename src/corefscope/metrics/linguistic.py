"""LMUC, LB³, LCEAFm and LCEAFe: links weigh more, the more they tell about who is meant (Chen & Ng 2013).

A link with a name weighs most, one with a nominal less, one between pronouns least; singletons have a weight too.
A set of mentions weighs as much as its maximum spanning tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from corefscope.metrics.base import BETA, MENTION_TYPES, TWINLESS, Family, Parameter, Tally, one_of, positive
from corefscope.model import TYPES, Floats, Integers
from corefscope.problems import SettingsError
from corefscope.table import Table

# Weights of links with a name, with a nominal and of pronouns only, and of a singleton.
KINDS = ("name", "nominal", "pronoun", "singleton")
NAMED_WEIGHTS = {
    "W1": (1.0, 1.0, 1.0, 1e-20),
    "W2": (1.0, 1.0, 1.0, 0.5),
    "W3": (1.0, 1.0, 1.0, 1.0),
    "W4": (1.0, 0.75, 0.5, 1.0),
    "W5": (1.0, 0.5, 0.25, 1.0),
}
# Kinds of mentions and cells by the types they hold, as bits of a number from 1 to 7.
BITS = {TYPES.index("name"): 1, TYPES.index("nominal"): 2, TYPES.index("pronoun"): 4}
ALL_KINDS = 7


class LinkWeights(NamedTuple):
    """The three weight functions of a Table: of its cells, of its key entities and of its response entities."""

    cell: Floats
    key: Floats
    response: Floats


def _lmuc(table: Table, weights: LinkWeights) -> Tally:
    return _of_all_links(table, weights, table.per_unit(weights.cell))


def _lb3(table: Table, weights: LinkWeights) -> Tally:
    key, response, _ = table.mentions
    credit = table.shared * weights.cell
    return Tally.of(
        recall=(table.per_unit(credit / weights.key[table.key_entity]), key),
        precision=(table.per_unit(credit / weights.response[table.response_entity]), response),
    )


def _lceafm(table: Table, weights: LinkWeights) -> Tally:
    return _of_all_links(table, weights, table.aligned_total(weights.cell))


def _of_all_links(table: Table, weights: LinkWeights, kept: Floats) -> Tally:
    key, response = table.key.per_unit(weights.key), table.response.per_unit(weights.response)
    return Tally.of(recall=(kept, key), precision=(kept, response))


def _lceafe(table: Table, weights: LinkWeights) -> Tally:
    sizes = weights.key[table.key_entity] + weights.response[table.response_entity]
    aligned = table.aligned_total(2 * weights.cell / sizes)
    key, response = (side.per_unit(np.ones(len(side.size), np.int64)) for side in (table.key, table.response))
    return Tally.of(recall=(aligned, key), precision=(aligned, response))


def weights_of(table: Table, weights: str = "W4", symmetric: str = "false", **by_kind: float) -> LinkWeights:
    """Equations 8, 9 and 11 of the paper; 10 instead of 11 if `symmetric`."""
    shared, key_types, response_types = table.shared_types, table.key.types, table.response.types
    if shared is None or key_types is None or response_types is None:
        hint = "score typed mentions, or give --types FILE"
        raise SettingsError("missing-mention-types", "the Table has no mention types", hint=hint)
    weight_of = dict(zip(KINDS, NAMED_WEIGHTS[weights], strict=True)) | by_kind
    *links, singleton = (weight_of[kind] for kind in KINDS)
    # One shared mention counts only if it is the whole entity on both sides.
    alone = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
    cell = np.where(table.shared > 1, _tree_of_mentions(shared, links), np.where(alone, singleton, 0.0))
    key = np.where(table.key.size > 1, _tree_of_mentions(key_types, links), singleton)
    if symmetric == "true":
        linked = _tree_of_mentions(response_types, links)
    else:
        kept = np.bincount(table.response_entity, cell, minlength=len(table.response.size))
        linked = kept + _tree_of_cells(table, shared, response_types, links)
    return LinkWeights(cell, key, np.where(table.response.size > 1, linked, singleton))


def _tree_of_mentions(types: Integers, links: Sequence[float]) -> Floats:
    """The maximum spanning tree of sets of mentions, given by the number of mentions of each type."""
    counts = np.zeros((len(types), 1 + ALL_KINDS), np.int64)
    for column, bit in BITS.items():
        counts[:, bit] = types[:, column]
    return _spanning_tree(counts, links)


def _tree_of_cells(table: Table, cells: Integers, types: Integers, links: Sequence[float]) -> Floats:
    """The heaviest links that join the cells of each response entity; an unmatched mention is a cell by itself."""
    counts = np.zeros((len(types), 1 + ALL_KINDS), np.int64)
    kind = (cells[:, list(BITS)] > 0) @ np.array(list(BITS.values()))
    np.add.at(counts, (table.response_entity, kind), 1)
    matched = np.zeros_like(types)
    np.add.at(matched, table.response_entity, cells)
    for column, bit in BITS.items():
        counts[:, bit] += types[:, column] - matched[:, column]
    return _spanning_tree(counts, links)


def _spanning_tree(counts: Integers, links: Sequence[float]) -> Floats:
    """Kruskal's algorithm: add all links of the heaviest kind that join components, then those of the next.

    `counts` has for each entity the number of its nodes of every kind: a node is a mention or a cell.
    """
    weight = np.zeros(len(counts))
    before = counts[:, 1:].sum(axis=1)
    # There are seven kinds of nodes, so what is connected depends only on which kinds an entity has.
    present = (counts[:, 1:] > 0) @ (1 << np.arange(ALL_KINDS))
    used: list[int] = []
    for link in sorted(range(3), key=lambda link: -links[link]):
        used.append(link)
        after = np.zeros(len(counts), np.int64)
        for mask in np.unique(present).tolist():
            rows = present == mask
            for group in _connected([kind for kind in range(1, 1 + ALL_KINDS) if mask >> (kind - 1) & 1], used):
                alone = len(group) == 1 and not _linked(group[0], group[0], used)
                after[rows] += counts[rows, group[0]] if alone else 1
        weight += links[link] * (before - after)
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


def _family(name: str, title: str, formula: Callable[[Table, LinkWeights], Tally]) -> Family:
    def count(table: Table, **parameters: Any) -> Tally:
        return formula(table, weights_of(table, **parameters))

    links = (*(f"{kind} link" for kind in KINDS[:3]), "singleton")
    parameters = {
        "weights": Parameter("W4", one_of(*NAMED_WEIGHTS), "one of the paper's weightings", changes_counts=True),
        **{kind: Parameter(None, positive, f"a {link}'s weight, a number above 0", changes_counts=True)
           for kind, link in zip(KINDS, links, strict=True)},
        "symmetric": Parameter("false", one_of("true", "false"), "true for their equation 10", changes_counts=True),
        "twinless": TWINLESS,
        "beta": BETA,
    }  # fmt: skip
    summary = f"{title[1:]} with links weighed by mention types"
    return Family(name, title, summary, ("chen2013",), count, parameters=parameters, needs=frozenset({MENTION_TYPES}))


LMUC = _family("lmuc", "LMUC", _lmuc)
LB3 = _family("lb3", "LB³", _lb3)
LCEAFM = _family("lceafm", "LCEAFm", _lceafm)
LCEAFE = _family("lceafe", "LCEAFe", _lceafe)
