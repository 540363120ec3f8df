"""LMUC, LB³, LCEAFm and LCEAFe: a link weighs by what it says about who is meant (Chen & Ng 2013).

The weights of a set W are those of a link with a name, of one with a nominal and no name, of one between pronouns
(their rules 1 to 3), and of a singleton.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any

from .alignment import best_total
from .metrics import Align, Counts, Entities, Types, overlaps, owners, ratios, size
from .metrics import show as show

Weights = Sequence[Fraction]
KINDS = ("name", "nominal", "pronoun")
ROWS = {"W1": "1 1 1 1e-20", "W2": "1 1 1 1/2", "W3": "1 1 1 1", "W4": "1 3/4 1/2 1", "W5": "1 1/2 1/4 1"}
WEIGHTS = {name: tuple(map(Fraction, row.split())) for name, row in ROWS.items()}  # their §4.2 and note 8
W4 = WEIGHTS["W4"]
HILLARY = {"h": "name", "s": "pronoun", "t": "pronoun"}  # §1: Hillary Clinton, she and she, one entity
EXAMPLE = (["hst"], ["hs", "t"], HILLARY)
LinkWeights = tuple[dict[tuple[int, int], Fraction], list[Fraction], list[Fraction]]  # of cells, and of each entity


def link_weights(
    key: Entities, response: Entities, types: Types, weights: Weights = W4, symmetric: bool = False
) -> LinkWeights:
    """Weigh cells, key entities and response entities (their equations 8, 9 and 11), C = K ∩ R.

        w_c(C) = the maximum spanning tree of C if |C| > 1; w_sing if |C| = |K| = |R| = 1; else 0
        w_k(K) = the maximum spanning tree of K if |K| > 1, else w_sing
        w_s(R) = Σ w_c of the parts of R + the heaviest links that connect the parts if |R| > 1, else w_sing

    The parts of R are what it shares with each key entity; a mention that the key lacks is a part by itself. A tree
    with the heaviest links joins all parts to the one with the most informative mention. If symmetric, w_s is as w_k
    (equation 10).

    >>> cell, of_key, of_response = link_weights(*EXAMPLE)  # h–s and h–t weigh 1; one of them is right
    >>> [int(weight) for weight in (cell[0, 0], cell[0, 1], *of_key, *of_response)]
    [1, 0, 2, 1, 1]
    """
    *of_link, singleton = weights
    there = owners(key)

    def tree(parts: int, mentions: Iterable[Any]) -> Fraction:
        return (parts - 1) * max(of_link[KINDS.index(types[mention])] for mention in mentions)

    def alone(entity: Collection[Any]) -> Fraction:
        return tree(len(entity), entity) if len(entity) > 1 else singleton

    cell: dict[tuple[int, int], Fraction] = {}
    of_response = []
    for j, entity in enumerate(response):
        parts: dict[Any, list[Any]] = {}
        for mention in entity:
            parts.setdefault(there.get(mention, ("unknown", mention)), []).append(mention)
        for i, part in parts.items():
            if isinstance(i, int):
                is_right = len(part) > 1 or len(key[i]) == len(entity) == 1
                cell[i, j] = alone(part) if is_right else Fraction()
        right = sum((cell[i, j] for i in parts if isinstance(i, int)), Fraction())
        of_response.append(alone(entity) if symmetric or len(entity) == 1 else right + tree(len(parts), entity))
    return cell, [alone(entity) for entity in key], of_response


def lmuc(key: Entities, response: Entities, types: Types, *weights: Any) -> Counts:
    """LMUC: MUC with these weights (their equations 1 to 4).

        R = Σ w_c / Σ w_k     P = Σ w_c / Σ w_s

    >>> show(lmuc, *EXAMPLE), show(lmuc, ["hst"], ["st", "h"], HILLARY)
    ('R 1/2 = 0.500, P 1/2 = 0.500, F1 1/2 = 0.500', 'R 1/4 = 0.250, P 1/3 = 0.333, F1 2/7 = 0.286')
    """
    cell, of_key, of_response = link_weights(key, response, types, *weights)
    common = sum(cell.values(), Fraction())
    return ratios((common, sum(of_key)), (common, sum(of_response)))


def lb3(key: Entities, response: Entities, types: Types, *weights: Any) -> Counts:
    """LB³: the mean over mentions m of what their entities share (their equation 5).

        R(m) = w_c(C) / w_k(K)     P(m) = w_c(C) / w_s(R)

    >>> show(lb3, *EXAMPLE)  # recall 1/2 of h and s, 0 of t; precision 1, 1 and 0
    'R 1/3 = 0.333, P 2/3 = 0.667, F1 4/9 = 0.444'
    """
    cell, of_key, of_response = link_weights(key, response, types, *weights)
    shared = overlaps(key, response)
    recall = sum((n * cell[i, j] / of_key[i] for (i, j), n in shared.items()), Fraction())
    precision = sum((n * cell[i, j] / of_response[j] for (i, j), n in shared.items()), Fraction())
    return ratios((recall, size(key)), (precision, size(response)))


def lceafm(key: Entities, response: Entities, types: Types, *weights: Any, align: Align = best_total) -> Counts:
    """LCEAFm: CEAF with φ₃(K, R) = w_c(C) (their equation 6); an entity's φ₃ with itself is w_k or w_s.

    >>> show(lceafm, *EXAMPLE)  # {h s} is aligned: 1 of 2, and 1 of 1 + 1
    'R 1/2 = 0.500, P 1/2 = 0.500, F1 1/2 = 0.500'
    """
    cell, of_key, of_response = link_weights(key, response, types, *weights)
    total = align(cell)
    return ratios((total, sum(of_key)), (total, sum(of_response)))


def lceafe(key: Entities, response: Entities, types: Types, *weights: Any, align: Align = best_total) -> Counts:
    """LCEAFe: CEAF with φ₄(K, R) = 2 w_c(C) / (w_k(K) + w_s(R)) (their equation 7).

    >>> show(lceafe, *EXAMPLE)  # {h s} is aligned: 2 · 1 / (2 + 1)
    'R 2/3 = 0.667, P 1/3 = 0.333, F1 4/9 = 0.444'
    """
    cell, of_key, of_response = link_weights(key, response, types, *weights)
    total = align({(i, j): 2 * weight / (of_key[i] + of_response[j]) for (i, j), weight in cell.items()})
    return ratios((total, len(key)), (total, len(response)))
