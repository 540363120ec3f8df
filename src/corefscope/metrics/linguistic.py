"""LMUC, LB³, LCEAFm and LCEAFe: the more informative a link is, the more it weighs (Chen & Ng 2013).

A link with a name weighs most, one with a nominal less, one between pronouns least; singletons have a weight too.
A set of mentions weighs as much as its maximum spanning tree, in which the most informative mention is linked to all
others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from corefscope.metrics.base import BETA, MENTION_TYPES, TWINLESS, Family, Parameter, Tally, one_of, positive
from corefscope.model import TYPES, Floats, Integers
from corefscope.problems import SettingsError
from corefscope.table import Table

# Weights of links with a name, with a nominal and of pronouns only, and of a singleton.
LINGUISTIC_KINDS = ("name", "nominal", "pronoun", "singleton")
NAMED_WEIGHTS = {
    "W1": (1.0, 1.0, 1.0, 1e-20), "W2": (1.0, 1.0, 1.0, 0.5), "W3": (1.0, 1.0, 1.0, 1.0), "W4": (1.0, 0.75, 0.5, 1.0),
    "W5": (1.0, 0.5, 0.25, 1.0),
}  # fmt: skip
NAME, NOMINAL = TYPES.index("name"), TYPES.index("nominal")


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
    """Return the weights of equations 8, 9 and 11 of the paper; 10 instead of 11 if `symmetric`."""
    shared, key_types, response_types = table.shared_types, table.key.types, table.response.types
    if shared is None or key_types is None or response_types is None:
        hint = "score mentions with types, or use --types FILE"
        raise SettingsError("missing-mention-types", "the Table has no mention types", hint=hint)
    weight_of = dict(zip(LINGUISTIC_KINDS, NAMED_WEIGHTS[weights], strict=True)) | by_kind
    name, nominal, pronoun, singleton = (weight_of[kind] for kind in LINGUISTIC_KINDS)
    if not name >= nominal >= pronoun:
        fact = "the weights of links must not increase from names to nominals to pronouns"
        raise SettingsError("bad-parameter", f"{fact}, not {name:g}, {nominal:g} and {pronoun:g}")

    def tree(nodes: Integers, types: Integers) -> Floats:
        """Return the total weight of the links that join these nodes; `types` counts their mentions by type."""
        rest = np.where(types[:, NOMINAL] > 0, nominal, pronoun)
        links: Floats = np.where(types[:, NAME] > 0, name, rest) * (nodes - 1)
        return links

    # One shared mention counts only if it is the whole entity on both sides.
    alone = (table.key.size[table.key_entity] == 1) & (table.response.size[table.response_entity] == 1)
    cell = np.where(table.shared > 1, tree(table.shared, shared), np.where(alone, singleton, 0.0))
    key = np.where(table.key.size > 1, tree(table.key.size, key_types), singleton)
    size = table.response.size
    if symmetric == "true":
        linked = tree(size, response_types)
    else:  # the links that are kept, and those that join the cells; an unmatched mention is a cell by itself
        kept = np.bincount(table.response_entity, cell, minlength=len(size))
        cells = np.bincount(table.response_entity, minlength=len(size)) + size - table.response_shared
        linked = kept + tree(cells, response_types)
    return LinkWeights(cell, key, np.where(size > 1, linked, singleton))


def _family(name: str, title: str, formula: Callable[[Table, LinkWeights], Tally]) -> Family:
    def count(table: Table, **parameters: Any) -> Tally:
        return formula(table, weights_of(table, **parameters))

    links = (*(f"{kind} link" for kind in LINGUISTIC_KINDS[:3]), "singleton")
    parameters = {
        "weights": Parameter("W4", one_of(*NAMED_WEIGHTS), "one of the paper's weightings", changes_counts=True),
        **{kind: Parameter(None, positive, f"a {link}'s weight, a number above 0", changes_counts=True)
           for kind, link in zip(LINGUISTIC_KINDS, links, strict=True)},
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
