"""The numbers of scorers that keep entities as lists, for documents in which a mention occurs twice.

e2e-coref, coval and corefud-scorer count each copy of a mention in the entity that has it. Where they look up the
entity of a mention on the other side, the last one wins. Stanza looks at all of them in B³. The official scorer
differs: see `repeated`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from corefscope.conventions.official_repeats import (
    OFFICIAL,
    Chains,
    all_pairs,
    coreference_links,
    last_owner,
    lea,
    pair_count,
    quotient_counts,
)
from corefscope.metrics.scores import Totals

Drops = Sequence[str]  # the sides whose entities of one mention do not count: key, response or both


def _muc(key: Chains, response: Chains, drops: Drops) -> Totals:
    def side(mine: Chains, theirs: Chains) -> tuple[int, int]:
        of_other = last_owner(theirs)
        kept = sum(sum(count - 1 for count in _cells(chain, of_other).values()) for chain in mine)
        return kept, sum(len(chain) - 1 for chain in mine)

    return quotient_counts(side(key, response), side(response, key))


def _b3(key: Chains, response: Chains, drops: Drops) -> Totals:
    def side(mine: Chains, theirs: Chains, skip_mine: bool, skip_theirs: bool) -> tuple[float, int]:
        of_other, right, mentions = last_owner(theirs), 0.0, 0
        for chain in mine:
            if skip_mine and len(chain) == 1:
                continue
            cells = _cells(chain, of_other)
            counted = (n * n for other, n in cells.items() if not (skip_theirs and len(theirs[other]) == 1))
            right, mentions = right + sum(counted) / len(chain), mentions + len(chain)
        return right, mentions

    of_key, of_response = "key" in drops, "response" in drops
    return quotient_counts(side(key, response, of_key, of_response), side(response, key, of_response, of_key))


def _b3_of_sets(key: Chains, response: Chains, drops: Drops) -> Totals:
    def side(mine: Chains, theirs: Chains) -> tuple[float, int]:
        others = list(map(set, theirs))
        right = sum(len(entity & other) ** 2 / len(entity) for entity in map(set, mine) for other in others)
        return right, sum(map(len, mine))

    return quotient_counts(side(key, response), side(response, key))


def _lea_of_sets(key: Chains, response: Chains, drops: Drops) -> Totals:
    """A link is resolved if its first mention is in the last entity that has its second."""

    def side(mine: Chains, theirs: Chains) -> tuple[float, int]:
        of_other, others = last_owner(theirs), list(map(set, theirs))
        resolved, mentions = 0.0, 0
        for chain in mine:
            if len(chain) > 1:
                links = sum(two in of_other and one in others[of_other[two]] for one, two in combinations(chain, 2))
                resolved, mentions = resolved + len(chain) * links / pair_count(len(chain)), mentions + len(chain)
        return resolved, mentions

    return quotient_counts(side(key, response), side(response, key))


def _ceafe(key: Chains, response: Chains, drops: Drops) -> Totals:
    sides = [
        [chain for chain in chains if not (side in drops and len(chain) == 1)]
        for side, chains in (("key", key), ("response", response))
    ]
    return OFFICIAL["ceafe"](*sides)


def _blanc(key: Chains, response: Chains, drops: Drops) -> Totals:
    """Links are pairs of places in the lists of the key, looked up in the response (corefud-scorer)."""
    of_other = last_owner(response)
    cells = Counter((number, of_other[m]) for number, chain in enumerate(key) for m in chain if m in of_other)
    by_key, by_response = Counter[int](), Counter[int]()
    for (one, two), count in cells.items():
        by_key[one] += count
        by_response[two] += count
    together = all_pairs(cells)
    # Pairs of places in two key entities, without those whose mentions the response has in one.
    apart = pair_count(sum(cells.values())) - all_pairs(by_key) - (all_pairs(by_response) - together)
    links = [sum(pair_count(len(chain)) for chain in chains) for chains in (key, response)]
    everything = [pair_count(sum(map(len, chains))) for chains in (key, response)]
    return {
        "coreference_both": together,
        "coreference_key": links[0],
        "coreference_response": links[1],
        "non_coreference_both": apart,
        "non_coreference_key": everything[0] - links[0],
        "non_coreference_response": everything[1] - links[1],
    }


def _cells(chain: Sequence[object], of_other: dict[Any, int]) -> Counter[int]:
    return Counter(of_other[mention] for mention in chain if mention in of_other)


LISTS: dict[str, Callable[[Chains, Chains, Drops], Totals]] = {
    "mentions": lambda key, response, drops: OFFICIAL["mentions"](key, response),
    "muc": _muc,
    "b3": _b3,
    "ceafm": lambda key, response, drops: OFFICIAL["ceafm"](key, response),
    "ceafe": _ceafe,
    "blanc": _blanc,
    "lea": lea,
    "pairwise": lambda key, response, drops: coreference_links(_blanc(key, response, drops)),
}
COUNTED_BY = {"coval": LISTS, "corefud": LISTS, "stanza": {**LISTS, "b3": _b3_of_sets, "lea": _lea_of_sets}}
