"""The official scorer's numbers for documents in which a mention occurs twice.

Such a document has no Table, because a mention has no longer one entity. The official scorer
(v8.01) goes on all the same: in the key both copies stay; in the response a later copy of a
mention that the key has is removed, while copies of other mentions stay, unnoticed. Where it
looks an entity up by mention, the last one wins. Each function below is one of its metrics on lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from corefscope.assignment import best_total
from corefscope.metrics.scores import RECALL_AND_PRECISION, Totals

Chains = Sequence[Sequence[Hashable]]


def as_official(key: Chains, response: Chains) -> list[list[Hashable]]:
    """The response without later copies of mentions that the key has; entities left empty disappear."""
    in_key = {mention for chain in key for mention in chain}
    seen: set[Hashable] = set()
    kept = []
    for chain in response:
        rest = []
        for mention in chain:
            if mention not in seen:
                rest.append(mention)
                if mention in in_key:
                    seen.add(mention)
        if rest:
            kept.append(rest)
    return kept


def last_owner(chains: Chains) -> dict[Hashable, int]:
    """The last chain of each mention."""
    return {mention: number for number, chain in enumerate(chains) for mention in chain}


def _owners(chains: Chains) -> dict[Hashable, list[int]]:
    """All chains of each mention."""
    owners: dict[Hashable, list[int]] = {}
    for number, chain in enumerate(chains):
        for mention in dict.fromkeys(chain):
            owners.setdefault(mention, []).append(number)
    return owners


def quotient_counts(recall: tuple[float, float], precision: tuple[float, float]) -> Totals:
    """Two quotients as the columns of a tally."""
    return dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True))


def _mentions(key: Chains, response: Chains) -> Totals:
    one, two = last_owner(key), last_owner(response)
    both = one.keys() & two.keys()
    cells = Counter((one[mention], two[mention]) for mention in both)
    # The official scorer does not count these; as elsewhere in it, the last entity of a mention is the one it has.
    unlinked = sum(cells[one[mention], two[mention]] == 1 and len(set(key[one[mention]])) > 1 for mention in both)
    return {**quotient_counts((len(both), len(one)), (len(both), len(two))), "unlinked": unlinked}


def _muc(key: Chains, response: Chains) -> Totals:
    owner = last_owner(key)
    cells = [Counter(owner[mention] for mention in chain if mention in owner) for chain in response]
    kept = sum(count - 1 for counts in cells for count in counts.values())
    return quotient_counts((kept, sum(len(c) - 1 for c in key)), (kept, sum(len(c) - 1 for c in response)))


def _b3(key: Chains, response: Chains) -> Totals:
    owner, owners = last_owner(key), _owners(key)
    recall = precision = 0.0
    for chain in response:
        found = Counter(number for mention in chain for number in owners.get(mention, ()))
        for mention in chain:
            if mention in owner:
                recall += found[owner[mention]] / len(key[owner[mention]])
                precision += found[owner[mention]] / len(chain)
    return quotient_counts((recall, sum(map(len, key))), (precision, sum(map(len, response))))


def _ceaf(key: Chains, response: Chains, by_entity: bool) -> Totals:
    """The overlap counts the key's copies; a mention may lie in several cells."""
    owners = _owners(response)
    cells = Counter(
        (number, other) for number, chain in enumerate(key) for mention in chain for other in owners.get(mention, ())
    )
    rows, columns = np.array(sorted(cells), np.int64).reshape(-1, 2).T
    shared = np.array([cells[cell] for cell in sorted(cells)], np.int64)
    sizes = [np.array([len(chain) for chain in chains], np.int64) for chains in (key, response)]
    weight = 2 * shared / (sizes[0][rows] + sizes[1][columns]) if by_entity else shared.astype(float)
    total = float(best_total(rows, columns, weight, np.zeros(len(key), np.int64), len(response), 1)[0])
    if by_entity:
        return quotient_counts((total, len(key)), (total, len(response)))
    whole = round(total)
    return quotient_counts((whole, int(sizes[0].sum())), (whole, int(sizes[1].sum())))


def lea(key: Chains, response: Chains, drops: Sequence[str] = ()) -> Totals:
    """LEA by the last entity of each mention; `drops` names the sides whose entities of one mention do not count."""

    def side(mine: Chains, theirs: Chains, skip: bool) -> tuple[float, int]:
        owner, resolved, mentions = last_owner(theirs), 0.0, 0
        for chain in mine:
            if skip and len(chain) == 1:
                continue
            mentions += len(chain)
            if len(chain) == 1:
                resolved += chain[0] in owner and len(theirs[owner[chain[0]]]) == 1
            else:
                links = all_pairs(Counter(owner[mention] for mention in chain if mention in owner))
                resolved += len(chain) * links / pair_count(len(chain))
        return resolved, mentions

    return quotient_counts(side(key, response, "key" in drops), side(response, key, "response" in drops))


def _blanc(key: Chains, response: Chains) -> Totals:
    """Links are sets of pairs of mentions; a mention that occurs twice also has a link to itself."""
    one, two = _Links(key), _Links(response)
    response_owner = last_owner(response)
    shared = {mention: response_owner[mention] for mention in one.owners if mention in response_owner}
    by_response: dict[int, list[Hashable]] = {}
    for mention, chain in shared.items():
        by_response.setdefault(chain, []).append(mention)
    only = {mention: chains[0] for mention in shared if len(chains := one.owners[mention]) == 1}
    # In different entities of the response, and not both in one and the same only key entity.
    different = (pair_count(len(shared)) - all_pairs(Counter(shared.values()))) - (
        all_pairs(Counter(only.values()))
        - all_pairs(Counter((chain, shared[mention]) for mention, chain in only.items()))
    )
    return {
        "coreference_both": sum(one.sharing(mentions) for mentions in by_response.values()),
        "coreference_key": one.coreference,
        "coreference_response": two.coreference,
        "non_coreference_both": different,
        "non_coreference_key": one.non_coreference,
        "non_coreference_response": two.non_coreference,
    }


def pair_count(count: int) -> int:
    """The number of pairs in a set of this size."""
    return count * (count - 1) // 2


def all_pairs(counts: Counter[Any]) -> int:
    """The number of pairs in sets of these sizes."""
    return sum(map(pair_count, counts.values()))


class _Links:
    """How many distinct links of either kind the chains of one side hold, without listing them."""

    def __init__(self, chains: Chains) -> None:
        self.owners = _owners(chains)
        twice_in_one = {mention for chain in chains for mention, count in Counter(chain).items() if count > 1}
        only = Counter(places[0] for places in self.owners.values() if len(places) == 1)
        in_several = sum(len(places) > 1 for places in self.owners.values())
        self.coreference = self.sharing(self.owners) + len(twice_in_one)
        self.non_coreference = pair_count(len(self.owners)) - all_pairs(only) + in_several

    def sharing(self, mentions: Iterable[Hashable]) -> int:
        """Count the pairs of these mentions that share a chain; pairs that share several count once."""
        chosen = list(mentions)
        total = all_pairs(Counter(number for mention in chosen for number in self.owners[mention]))
        several = Counter(places for mention in chosen if len(places := tuple(self.owners[mention])) > 1)
        kinds = list(several.items())
        for position, (places, count) in enumerate(kinds):
            total -= (len(places) - 1) * pair_count(count)
            for other, times in kinds[position + 1 :]:
                total -= max(len(set(places) & set(other)) - 1, 0) * count * times
        return total


def coreference_links(links: Totals) -> Totals:
    """Pairwise recall and precision, from the counts of BLANC."""
    both = links["coreference_both"]
    return quotient_counts((both, links["coreference_key"]), (both, links["coreference_response"]))


OFFICIAL: dict[str, Callable[[Chains, Chains], Totals]] = {
    "mentions": _mentions,
    "muc": _muc,
    "b3": _b3,
    "ceafm": lambda key, response: _ceaf(key, response, by_entity=False),
    "ceafe": lambda key, response: _ceaf(key, response, by_entity=True),
    "blanc": _blanc,
    "lea": lea,
    "pairwise": lambda key, response: coreference_links(_blanc(key, response)),
}
