"""The official scorer's numbers for documents in which a mention occurs twice.

Such a document has no Table, because a mention has no longer one entity. The official scorer
(v8.01) goes on all the same: in the key both copies stay; in the response a later copy of a
mention that the key has is removed, while copies of other mentions stay, unnoticed. Where it
looks an entity up by mention, the last one wins. Each function below is one of its metrics on lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence

import numpy as np

from corefscope.assignment import best_total
from corefscope.metrics.tally import Totals

Chains = Sequence[Sequence[Hashable]]


def as_official(key: Chains, response: Chains) -> list[list[Hashable]]:
    """The response without later copies of mentions that the key has; entities left empty disappear."""
    in_key = {mention for chain in key for mention in chain}
    seen: set[Hashable] = set()
    kept = []
    for chain in response:
        rest = []
        for mention in chain:
            if mention in seen:
                continue
            if mention in in_key:
                seen.add(mention)
            rest.append(mention)
        if rest:
            kept.append(rest)
    return kept


def _owner(chains: Chains) -> dict[Hashable, int]:
    return {mention: number for number, chain in enumerate(chains) for mention in chain}


def _counts(recall: tuple[float, int], precision: tuple[float, int]) -> Totals:
    return dict(zip(("recall_num", "recall_den", "precision_num", "precision_den"), (*recall, *precision), strict=True))


def _mentions(key: Chains, response: Chains) -> Totals:
    one, two = _owner(key), _owner(response)
    both = one.keys() & two.keys()
    cells = Counter((one[mention], two[mention]) for mention in both)
    # The official scorer does not count these; as elsewhere in it, the last entity of a mention is the one it has.
    unlinked = sum(cells[one[mention], two[mention]] == 1 and len(set(key[one[mention]])) > 1 for mention in both)
    return {**_counts((len(both), len(one)), (len(both), len(two))), "unlinked": unlinked}


def _muc(key: Chains, response: Chains) -> Totals:
    owner = _owner(key)
    kept = 0
    for chain in response:
        cells = Counter(owner[mention] for mention in chain if mention in owner)
        kept += sum(count - 1 for count in cells.values())
    return _counts((kept, sum(len(c) - 1 for c in key)), (kept, sum(len(c) - 1 for c in response)))


def _b3(key: Chains, response: Chains) -> Totals:
    owner = _owner(key)
    chains_of: dict[Hashable, list[int]] = {}
    for number, chain in enumerate(key):
        for mention in dict.fromkeys(chain):
            chains_of.setdefault(mention, []).append(number)
    recall = precision = 0.0
    for chain in response:
        found = Counter(number for mention in chain for number in chains_of.get(mention, ()))
        for mention in chain:
            if mention in owner:
                recall += found[owner[mention]] / len(key[owner[mention]])
                precision += found[owner[mention]] / len(chain)
    return _counts((recall, sum(map(len, key))), (precision, sum(map(len, response))))


def _ceaf(key: Chains, response: Chains, by_entity: bool) -> Totals:
    """The overlap counts the key's copies; a mention may lie in several cells."""
    cells: Counter[tuple[int, int]] = Counter()
    chains_of: dict[Hashable, set[int]] = {}
    for number, chain in enumerate(response):
        for mention in chain:
            chains_of.setdefault(mention, set()).add(number)
    for number, chain in enumerate(key):
        for mention in chain:
            for other in chains_of.get(mention, ()):
                cells[number, other] += 1
    places = sorted(cells)
    sizes = [np.array([len(chain) for chain in chains], np.int64) for chains in (key, response)]
    rows, columns = (np.array([cell[side] for cell in places], np.int64) for side in (0, 1))
    shared = np.array([cells[cell] for cell in places], np.int64)
    weight = 2 * shared / (sizes[0][rows] + sizes[1][columns]) if by_entity else shared.astype(float)
    total = float(best_total(rows, columns, weight, np.zeros(len(key), np.int64), len(response), 1)[0])
    if by_entity:
        return _counts((total, len(key)), (total, len(response)))
    whole = round(total)
    return _counts((whole, int(sizes[0].sum())), (whole, int(sizes[1].sum())))


def _lea(key: Chains, response: Chains) -> Totals:
    def side(mine: Chains, theirs: Chains) -> tuple[float, int]:
        owner = _owner(theirs)
        resolved = 0.0
        for chain in mine:
            if len(chain) == 1:
                resolved += chain[0] in owner and len(theirs[owner[chain[0]]]) == 1
            else:
                cells = Counter(owner[mention] for mention in chain if mention in owner)
                links = sum(count * (count - 1) // 2 for count in cells.values())
                resolved += len(chain) * links / (len(chain) * (len(chain) - 1) // 2)
        return resolved, sum(map(len, mine))

    return _counts(side(key, response), side(response, key))


def _blanc(key: Chains, response: Chains) -> Totals:
    """Links are sets of pairs of mentions; a mention that occurs twice also has a link to itself."""
    one, two = _Links(key), _Links(response)
    response_owner = _owner(response)
    shared = {mention: response_owner[mention] for mention in one.chains_of if mention in response_owner}
    within = Counter(shared.values())
    by_response: dict[int, list[Hashable]] = {}
    for mention, chain in shared.items():
        by_response.setdefault(chain, []).append(mention)
    together = sum(one.sharing(mentions) for mentions in by_response.values())
    only = Counter(chains[0] for mention in shared if len(chains := one.chains_of[mention]) == 1)
    only_within = Counter(
        (chains[0], chain) for mention, chain in shared.items() if len(chains := one.chains_of[mention]) == 1
    )
    # Apart in the response, and not both in one and the same only key entity.
    apart = (_pairs(len(shared)) - _all_pairs(within)) - (_all_pairs(only) - _all_pairs(only_within))
    return {
        "coreference_both": together,
        "coreference_key": one.coreference,
        "coreference_response": two.coreference,
        "non_coreference_both": apart,
        "non_coreference_key": one.non_coreference,
        "non_coreference_response": two.non_coreference,
    }


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _all_pairs(counts: Counter[Hashable] | Counter[int] | Counter[tuple[int, int]]) -> int:
    return sum(map(_pairs, counts.values()))


class _Links:
    """How many distinct links of either kind the chains of one side hold, without listing them."""

    def __init__(self, chains: Chains) -> None:
        self.chains_of: dict[Hashable, list[int]] = {}
        twice_in_one = set()
        for number, chain in enumerate(chains):
            for mention, count in Counter(chain).items():
                self.chains_of.setdefault(mention, []).append(number)
                if count > 1:
                    twice_in_one.add(mention)
        only = Counter(places[0] for places in self.chains_of.values() if len(places) == 1)
        in_several = sum(len(places) > 1 for places in self.chains_of.values())
        self.coreference = self.sharing(self.chains_of) + len(twice_in_one)
        self.non_coreference = _pairs(len(self.chains_of)) - _all_pairs(only) + in_several

    def sharing(self, mentions: Iterable[Hashable]) -> int:
        """Pairs of these mentions that share a chain; pairs that share several are counted once."""
        chosen = list(mentions)
        total = _all_pairs(Counter(number for mention in chosen for number in self.chains_of[mention]))
        several = Counter(places for mention in chosen if len(places := tuple(self.chains_of[mention])) > 1)
        kinds = list(several.items())
        for position, (places, count) in enumerate(kinds):
            total -= (len(places) - 1) * _pairs(count)
            for other, times in kinds[position + 1 :]:
                total -= max(len(set(places) & set(other)) - 1, 0) * count * times
        return total


def _pairwise(key: Chains, response: Chains) -> Totals:
    links = _blanc(key, response)
    both = links["coreference_both"]
    return {
        "recall_num": both,
        "recall_den": links["coreference_key"],
        "precision_num": both,
        "precision_den": links["coreference_response"],
    }


OFFICIAL: dict[str, Callable[[Chains, Chains], Totals]] = {
    "mentions": _mentions,
    "muc": _muc,
    "b3": _b3,
    "ceafm": lambda key, response: _ceaf(key, response, by_entity=False),
    "ceafe": lambda key, response: _ceaf(key, response, by_entity=True),
    "blanc": _blanc,
    "lea": _lea,
    "pairwise": _pairwise,
}
