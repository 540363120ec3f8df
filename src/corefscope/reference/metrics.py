"""The metrics, word for word from their papers, in exact fractions.

A document is two lists of entities, those of the key and those of the response; an entity holds its mentions, and no
mention is in two entities of a side. Each function returns what is counted in one document. Counts add over
documents, and `score` divides the sums, once.

In the formulas, K and R are entities of key and response. Only recall is written out; precision is the same with key
and response exchanged. The papers are

- Pradhan et al. 2014, “Scoring coreference partitions of predicted mentions”, whose §4 has the example used here:
  key {a b c} {d e f g}, response {a b} {c d} {f g h i};
- Recasens & Hovy 2011, “BLANC”;
- Chen & Ng 2013, “Linguistically aware coreference evaluation metrics”;
- Moosavi & Strube 2016, “Which coreference evaluation metric do you trust?”.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .alignment import Weights, best_total

Mention = Hashable
Entities = Sequence[Collection[Any]]
Counts = dict[str, Fraction]
Align = Callable[[Weights], Fraction]
Types = Mapping[Any, str]  # of mentions: name, nominal or pronoun

PRADHAN = ["abc", "defg"], ["ab", "cd", "fghi"]  # Pradhan et al. 2014, equations 1 and 2; a letter is a mention


def owners(entities: Entities) -> dict[Mention, int]:
    """Return the number of the entity of each mention."""
    return {mention: number for number, entity in enumerate(entities) for mention in entity}


def overlaps(key: Entities, response: Entities) -> Counter[tuple[int, int]]:
    """Count the mentions that key entity i and response entity j share, |Kᵢ ∩ Rⱼ|, if any.

    >>> dict(overlaps(*PRADHAN))
    {(0, 0): 2, (0, 1): 1, (1, 1): 1, (1, 2): 2}
    """
    there = owners(response)
    return Counter((i, there[mention]) for i, entity in enumerate(key) for mention in entity if mention in there)


def links(mentions: int) -> int:
    """Count the pairs of mentions."""
    return mentions * (mentions - 1) // 2


def size(entities: Entities) -> int:
    """Count the mentions of a side."""
    return sum(map(len, entities))


def ratios(recall: tuple[Any, Any], precision: tuple[Any, Any]) -> Counts:
    """Name the numerators and denominators of recall and precision."""
    names = "recall_num", "recall_den", "precision_num", "precision_den"
    return dict(zip(names, map(Fraction, (*recall, *precision)), strict=True))


def mentions(key: Entities, response: Entities) -> Counts:
    """Mention identification: the mentions of both sides (Recasens & Hovy 2011, §4.2).

        R = |M_K ∩ M_R| / |M_K|     M_K, M_R: the mentions of the key and of the response

    `unlinked` counts shared mentions without a correct link (Moosavi & Strube 2016, §6).

    >>> show(mentions, *PRADHAN)  # e is missing; h and i are spurious
    'R 6/7 = 0.857, P 3/4 = 0.750, F1 4/5 = 0.800'
    """
    cells = overlaps(key, response)
    both = sum(cells.values())
    unlinked = sum(n == 1 and len(key[i]) > 1 for (i, _), n in cells.items())
    return {**ratios((both, size(key)), (both, size(response))), "unlinked": Fraction(unlinked)}


def muc(key: Entities, response: Entities) -> Counts:
    """MUC: the links that remain when the other side cuts an entity up (Pradhan et al. 2014, §4.1).

        R = Σᵢ (|Kᵢ| − |p(Kᵢ)|) / Σᵢ (|Kᵢ| − 1)

    p(Kᵢ) are the parts into which the response cuts Kᵢ; a mention that the response lacks is a part by itself.

    >>> show(muc, *PRADHAN)  # ((3 − 2) + (4 − 3)) / (2 + 3)
    'R 2/5 = 0.400, P 2/5 = 0.400, F1 2/5 = 0.400'
    """

    def recall(mine: Entities, theirs: Entities) -> tuple[int, int]:
        there = owners(theirs)
        parts = [{there.get(mention, ("alone", mention)) for mention in entity} for entity in mine]
        kept = sum(len(entity) - len(cut) for entity, cut in zip(mine, parts, strict=True))
        return kept, sum(len(entity) - 1 for entity in mine)

    return ratios(recall(key, response), recall(response, key))


def b3(key: Entities, response: Entities) -> Counts:
    """B³: per mention, the share of its entity that the other side puts with it (Pradhan et al. 2014, §4.2).

        R = Σᵢ Σⱼ (|Kᵢ ∩ Rⱼ|² / |Kᵢ|) / Σᵢ |Kᵢ|

    The same paper's §2 prints precision 0.333 for key {a b c}, response {a b d} {c}. Its formula gives
    (2²/3 + 1²/1) / 4 = 7/12; for 0.333 the singleton would have to be spurious: (2²/3 + 0) / 4 = 1/3.

    >>> show(b3, *PRADHAN)  # (4/3 + 1/3 + 1/4 + 4/4) / 7
    'R 5/12 = 0.417, P 1/2 = 0.500, F1 5/11 = 0.455'
    >>> show(b3, ["abc"], ["abd", "c"])
    'R 5/9 = 0.556, P 7/12 = 0.583, F1 70/123 = 0.569'
    """

    def recall(mine: Entities, theirs: Entities) -> tuple[Fraction, int]:
        cells = overlaps(mine, theirs)
        return sum((Fraction(n * n, len(mine[i])) for (i, _), n in cells.items()), Fraction()), size(mine)

    return ratios(recall(key, response), recall(response, key))


def ceafm(key: Entities, response: Entities, align: Align = best_total) -> Counts:
    """CEAFm: shared mentions of entities aligned one to one (Pradhan et al. 2014, §4.3; Luo 2005 with φ₃).

        R = max_g Σᵢ φ₃(Kᵢ, g(Kᵢ)) / Σᵢ |Kᵢ|     φ₃(K, R) = |K ∩ R|, g: an alignment one to one

    >>> show(ceafm, *PRADHAN)  # {a b c} with {a b}, {d e f g} with {f g h i}: (2 + 2) / 7
    'R 4/7 = 0.571, P 1/2 = 0.500, F1 8/15 = 0.533'
    """
    total = align({cell: Fraction(n) for cell, n in overlaps(key, response).items()})
    return ratios((total, size(key)), (total, size(response)))


def ceafe(key: Entities, response: Entities, align: Align = best_total) -> Counts:
    """CEAFe: the similarity of entities aligned one to one (Pradhan et al. 2014, §4.3; Luo 2005 with φ₄).

        R = max_g Σᵢ φ₄(Kᵢ, g(Kᵢ)) / N_K     φ₄(K, R) = 2 |K ∩ R| / (|K| + |R|), N_K: the number of key entities

    >>> show(ceafe, *PRADHAN)  # (4/5 + 4/8) / 2
    'R 13/20 = 0.650, P 13/30 = 0.433, F1 13/25 = 0.520'
    """
    cells = overlaps(key, response)
    total = align({(i, j): Fraction(2 * n, len(key[i]) + len(response[j])) for (i, j), n in cells.items()})
    return ratios((total, len(key)), (total, len(response)))


def blanc(key: Entities, response: Entities, mentions: str = "all") -> Counts:
    """BLANC: links within (C) and between (N) entities, averaged (Pradhan et al. 2014, §4.4; Recasens & Hovy 2011).

        R_c = |C_k ∩ C_r| / |C_k|     R_n = |N_k ∩ N_r| / |N_k|     R = (R_c + R_n) / 2     F = (F_c + F_n) / 2

    Two shared mentions are a right link of N unless one side has them in one entity. `finish_blanc` divides.
    Pradhan et al. truncate 25/68 = 0.3676 to 0.36. Moosavi & Strube 2016, Table 3, print 32.29 where four of the eight
    mentions of the only key entity are in one response entity: C(4, 2) = 6 links of C(8, 2) = 28, and 6/17 = 35.29.

    >>> show(blanc, *PRADHAN)  # R: (2/9 + 8/12) / 2, P: (2/8 + 8/20) / 2
    'R 4/9 = 0.444, P 13/40 = 0.325, F1 25/68 = 0.368'
    >>> show(blanc, ["abcdefgh"], ["abcd"])
    'R 3/14 = 0.214, P 1 = 1.000, F1 6/17 = 0.353'
    """
    shared = shared_only(key, response)
    if mentions == "shared":  # Recasens & Hovy 2011, §4.2
        key, response = shared
    in_key, in_response, *in_shared = (sum(links(len(e)) for e in side) for side in (key, response, *shared))
    right = sum(map(links, overlaps(key, response).values()))
    linked = sum(in_shared) - right  # links between shared mentions that one side has, or both
    counts = {
        "coreference_both": right,
        "coreference_key": in_key,
        "coreference_response": in_response,
        "non_coreference_both": links(size(shared[0])) - linked,
        "non_coreference_key": links(size(key)) - in_key,
        "non_coreference_response": links(size(response)) - in_response,
    }
    return {name: Fraction(count) for name, count in counts.items()}


def lea(key: Entities, response: Entities) -> Counts:
    """LEA: how well each entity is resolved, weighted by its size (Moosavi & Strube 2016, §4).

        R = Σᵢ |Kᵢ| · Σⱼ link(Kᵢ ∩ Rⱼ) / link(Kᵢ)  /  Σᵢ |Kᵢ|     link(e) = |e| (|e| − 1) / 2

    A singleton has one link, to itself, which is resolved if the mention is a singleton on the other side too.

    >>> show(lea, *PRADHAN)  # their §5: (3 · 1/3 + 4 · 1/6) / 7; P: (2 · 1 + 2 · 0 + 4 · 1/6) / 8
    'R 5/21 = 0.238, P 1/3 = 0.333, F1 5/18 = 0.278'
    """

    def recall(mine: Entities, theirs: Entities) -> tuple[Fraction, int]:
        total = Fraction()
        for (i, j), n in overlaps(mine, theirs).items():
            resolved = links(n) if len(mine[i]) > 1 else int(len(theirs[j]) == 1)
            total += len(mine[i]) * Fraction(resolved, max(links(len(mine[i])), 1))
        return total, size(mine)

    return ratios(recall(key, response), recall(response, key))


def pairwise(key: Entities, response: Entities) -> Counts:
    """Pairwise F1: recall and precision of coreference links (Recasens & Hovy 2011, §3.1).

        R = |C_k ∩ C_r| / |C_k|

    Their Table 1 prints 63.6 for response (b), which joins two entities of five: C(5, 2) + C(2, 2) + C(5, 2) = 21 of
    its C(10, 2) + C(2, 2) = 46 links are right, which makes 62.7; 63.6 would need 45 links.

    >>> show(pairwise, *PRADHAN)  # ab and fg
    'R 2/9 = 0.222, P 1/4 = 0.250, F1 4/17 = 0.235'
    >>> show(pairwise, ["abcde", "fg", "hijkl"], ["abcdehijkl", "fg"])
    'R 1 = 1.000, P 21/46 = 0.457, F1 42/67 = 0.627'
    """
    counts = blanc(key, response)
    right = counts["coreference_both"]
    return ratios((right, counts["coreference_key"]), (right, counts["coreference_response"]))


def rand(key: Entities, response: Entities) -> Counts:
    """Rand: pairs of mentions that are linked on both sides or on neither (Recasens & Hovy 2011, §3.1; Rand 1971).

        Rand = (|C_k ∩ C_r| + |N_k ∩ N_r|) / L     L: all pairs of the mentions that both sides have

    >>> show(rand, *PRADHAN)  # of 15 pairs of a b c d f g, 2 + 8
    'R 2/3 = 0.667, P 2/3 = 0.667, F1 2/3 = 0.667'
    """
    counts = blanc(key, response, "shared")
    agreeing = counts["coreference_both"] + counts["non_coreference_both"]
    return {"agreeing": agreeing, "pairs": counts["coreference_key"] + counts["non_coreference_key"]}


def shared_only(*sides: Entities) -> tuple[Entities, ...]:
    """Return both sides without the mentions that only one has."""
    common = owners(sides[0]).keys() & owners(sides[1]).keys()
    kept = [[[mention for mention in entity if mention in common] for entity in side] for side in sides]
    return tuple([entity for entity in side if entity] for side in kept)


def show(metric: Callable[..., Counts], key: Entities, response: Entities, *more: Any) -> str:
    """Return recall, precision and F1 of one document, for the examples of this file."""
    from .scoring import finish

    fields = zip(("R", "P", "F1"), finish(metric.__name__, metric(key, response, *more))[:3], strict=True)
    return ", ".join(f"{name} {value} = {float(value or 0):.3f}" for name, value in fields)
