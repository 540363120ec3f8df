"""Documents in which a mention stays in two entities: they have no Table, and a scorer that goes on is followed.

The official scorer (v8.01) goes on all the same: in the key both copies stay; in the response a later copy of a mention
that the key has is removed, while copies of other mentions stay, unnoticed. e2e-coref, coval and corefud-scorer keep
entities as lists, and count each copy of a mention in the entity that has it. Where any of them looks up the entity of
a mention on the other side, the last one wins. Stanza looks at all of them in B³.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import CountingRules, match
from corefscope.assignment import best_total
from corefscope.conventions.singletons import sides_left_out
from corefscope.metrics import Metric, Tally
from corefscope.metrics.blanc import KINDS, with_either
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.scores import RECALL_AND_PRECISION, Totals
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.settings import DEFAULTS, Settings

Chains = Sequence[Sequence[Hashable]]
_ChainsByUnit = dict[int, list[list[Hashable]]]
Drops = Sequence[str]  # the sides whose entities of one mention do not count: key, response or both
Count = Callable[..., Totals]


def with_repeats(
    tallies: Mapping[str, Tally],
    metrics: Sequence[Metric],
    evidence: Evidence,
    apart: NDArray[np.bool_],
    settings: Settings,
) -> dict[str, Tally]:
    """The tallies with the counts of these units, as the scorer counts them that `repeated` names."""
    official = settings.repeated == "official"
    rules = CountingRules(settings.singletons, settings.boundary)
    drops = {part.tally_name: sides_left_out(part, rules) for metric in metrics for part in metric.parts}
    counted_by = COUNTED_BY.get(settings.repeated, {})
    for name in tallies:
        if name not in counted_by or (official and drops[name]):
            who = "the official scorer does" if official else "scorers that keep entities as lists do"
            fact = f"{who} not say what {name} is where a mention occurs twice"
            raise SettingsError("repeated-mention-unscored", fact, hint="use --repeated first")
    one = chains_by_unit(evidence.key, np.arange(evidence.key.document_count), apart)
    two = chains_by_unit(evidence.response, evidence.partner, apart)
    if official:
        two = {unit: as_official(one[unit], chains) for unit, chains in two.items()}
    elif settings.match != "exact" or settings.zeros != "linear":
        two = _as_key_mentions(two, evidence, apart, settings)
    changed = {}
    for name, tally in tallies.items():
        rows = {unit: counted_by[name](key, two[unit], drops[name]) for unit, key in one.items()}
        if name == "blanc" and settings.boundary == "either":
            rows = {unit: with_either(counts) for unit, counts in rows.items()}
        changed[name] = tally.replaced(rows)
    return changed


def chains_by_unit(corpus: Corpus, unit_of_document: Integers, units: NDArray[np.bool_]) -> _ChainsByUnit:
    """The entities of some units as lists of mentions, in the order in which the file has them."""
    chains: dict[int, dict[int, list[Hashable]]] = {unit: {} for unit in np.flatnonzero(units).tolist()}
    unit = unit_of_document[corpus.document]
    for row in np.flatnonzero(units[unit]).tolist():
        chains[int(unit[row])].setdefault(int(corpus.entity[row]), []).append(_mention(corpus, row))
    return {number: [entities[entity] for entity in sorted(entities)] for number, entities in chains.items()}


def _mention(corpus: Corpus, row: int) -> Hashable:
    mention: Hashable = corpus.mention(row) if corpus.label is None else corpus.label[row]
    return mention


def _as_key_mentions(
    chains: _ChainsByUnit, evidence: Evidence, apart: NDArray[np.bool_], settings: Settings
) -> _ChainsByUnit:
    """The response's entities, where mentions that match a key mention in another way than exactly are that one."""
    key, response, partner = evidence.key, evidence.response, evidence.partner
    one, two = (
        resolve_repeats(corpus.keep(apart[unit[corpus.document]]), DEFAULTS, Notices())
        for corpus, unit in ((key, np.arange(key.document_count)), (response, partner))
    )
    pairs = match(one, two, partner, settings.match, settings.zeros, Notices())
    same = {
        (int(partner[two.document[theirs]]), _mention(two, theirs)): _mention(one, mine)
        for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True)
    }
    return {
        number: [[same.get((number, mention), ("response", mention)) for mention in chain] for chain in entities]
        for number, entities in chains.items()
    }


def as_official(key: Chains, response: Chains) -> list[list[Hashable]]:
    """The response without later copies of mentions that the key has; entities left empty disappear."""
    in_key = {mention for chain in key for mention in chain}
    seen: set[Hashable] = set()
    chains = []
    for chain in response:
        rest = []
        for mention in chain:
            if mention not in seen:
                rest.append(mention)
                if mention in in_key:
                    seen.add(mention)
        if rest:
            chains.append(rest)
    return chains


def _last_owner(chains: Chains) -> dict[Hashable, int]:
    """The last chain of each mention."""
    return {mention: number for number, chain in enumerate(chains) for mention in chain}


def _owners(chains: Chains) -> dict[Hashable, list[int]]:
    """All chains of each mention."""
    owners: dict[Hashable, list[int]] = defaultdict(list)
    for number, chain in enumerate(chains):
        for mention in dict.fromkeys(chain):
            owners[mention].append(number)
    return owners


def _cells(chain: Iterable[Hashable], owner: Mapping[Hashable, int]) -> Counter[int]:
    """How many mentions of a chain each chain of the other side owns."""
    return Counter(owner[mention] for mention in chain if mention in owner)


def _counts(recall: tuple[float, float], precision: tuple[float, float]) -> Totals:
    """Two quotients as the columns of a tally."""
    return dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True))


def _pairs(count: int) -> int:
    """The number of pairs in a set of this size."""
    return count * (count - 1) // 2


def _all_pairs(counts: Counter[Any]) -> int:
    """The number of pairs in sets of these sizes."""
    return sum(map(_pairs, counts.values()))


def _mentions(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    one, two = _last_owner(key), _last_owner(response)
    both = one.keys() & two.keys()
    cells = Counter((one[mention], two[mention]) for mention in both)
    # The official scorer does not count these; as elsewhere in it, the last entity of a mention is the one it has.
    unlinked = sum(cells[one[mention], two[mention]] == 1 and len(set(key[one[mention]])) > 1 for mention in both)
    return {**_counts((len(both), len(one)), (len(both), len(two))), "unlinked": unlinked}


def _one_side_each(side: Callable[[Chains, Chains, bool, bool], tuple[float, float]]) -> Count:
    """Make a metric of what it counts on one side, given the other side and whether their singletons are left out."""

    def count(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
        of_key, of_response = "key" in drops, "response" in drops
        return _counts(side(key, response, of_key, of_response), side(response, key, of_response, of_key))

    return count


def _links_kept(mine: Chains, theirs: Chains, skip: bool = False, skip_theirs: bool = False) -> tuple[int, int]:
    """MUC's links of one side that the other side's last entities keep, and all of them."""
    owner = _last_owner(theirs)
    cells = (_cells(chain, owner) for chain in mine)
    return sum(count - 1 for each in cells for count in each.values()), sum(len(chain) - 1 for chain in mine)


def _muc(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    kept, links = _links_kept(response, key)
    return _counts((kept, sum(len(chain) - 1 for chain in key)), (kept, links))


def _b3(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    owner, owners = _last_owner(key), _owners(key)
    recall = precision = 0.0
    for chain in response:
        shared = Counter(number for mention in chain for number in owners.get(mention, ()))
        for mention in chain:
            if mention in owner:
                recall += shared[owner[mention]] / len(key[owner[mention]])
                precision += shared[owner[mention]] / len(chain)
    return _counts((recall, sum(map(len, key))), (precision, sum(map(len, response))))


def _aligned(key: Chains, response: Chains, by_entity: bool) -> tuple[float, list[Integers]]:
    """CEAF's best total and the sizes of entities; the overlap counts the key's copies, a mention may be in several."""
    owners = _owners(response)
    cells = Counter(
        (number, other) for number, chain in enumerate(key) for mention in chain for other in owners.get(mention, ())
    )
    rows, columns, shared = np.array([(*cell, cells[cell]) for cell in sorted(cells)], np.int64).reshape(-1, 3).T
    sizes = [np.array([len(chain) for chain in chains], np.int64) for chains in (key, response)]
    weight = 2 * shared / (sizes[0][rows] + sizes[1][columns]) if by_entity else shared.astype(float)
    return float(best_total(rows, columns, weight, np.zeros(len(key), np.int64), len(response), 1)[0]), sizes


def _ceafm(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    total, sizes = _aligned(key, response, by_entity=False)
    return _counts((round(total), int(sizes[0].sum())), (round(total), int(sizes[1].sum())))


def _ceafe(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    sides = (("key", key), ("response", response))
    one, two = ([chain for chain in chains if len(chain) > 1 or side not in drops] for side, chains in sides)
    total, _ = _aligned(one, two, by_entity=True)
    return _counts((total, len(one)), (total, len(two)))


def _links_resolved(mine: Chains, theirs: Chains, skip: bool, skip_theirs: bool) -> tuple[float, int]:
    """LEA by the last entity of each mention."""
    owner, resolved, mentions = _last_owner(theirs), 0.0, 0
    for chain in mine:
        if len(chain) > 1:
            resolved += len(chain) * _all_pairs(_cells(chain, owner)) / _pairs(len(chain))
            mentions += len(chain)
        elif not skip:
            resolved += chain[0] in owner and len(theirs[owner[chain[0]]]) == 1
            mentions += 1
    return resolved, mentions


def _blanc(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    """Links are sets of pairs of mentions; a mention that occurs twice also has a link to itself."""
    one, two = _owners(key), _owners(response)
    owner = _last_owner(response)
    shared = {mention: owner[mention] for mention in one if mention in owner}
    by_response: dict[int, list[Hashable]] = defaultdict(list)
    for mention, chain in shared.items():
        by_response[chain].append(mention)
    only = {mention: numbers[0] for mention in shared if len(numbers := one[mention]) == 1}
    # In different entities of the response, and not both in one and the same only key entity.
    different = (_pairs(len(shared)) - _all_pairs(Counter(shared.values()))) - (
        _all_pairs(Counter(only.values()))
        - _all_pairs(Counter((chain, shared[mention]) for mention, chain in only.items()))
    )
    counts: dict[str, int] = {"coreference_both": sum(_sharing(mentions, one) for mentions in by_response.values())}
    for side, chains, owners in (("key", key, one), ("response", response, two)):
        twice_in_one = {mention for chain in chains for mention, count in Counter(chain).items() if count > 1}
        alone = Counter(numbers[0] for numbers in owners.values() if len(numbers) == 1)
        in_several = sum(len(numbers) > 1 for numbers in owners.values())
        counts[f"coreference_{side}"] = _sharing(owners, owners) + len(twice_in_one)
        counts[f"non_coreference_{side}"] = _pairs(len(owners)) - _all_pairs(alone) + in_several
    return {**counts, "non_coreference_both": different}


def _sharing(mentions: Iterable[Hashable], owners: dict[Hashable, list[int]]) -> int:
    """Count the pairs of these mentions that share a chain, without listing them; each counts once."""
    kinds = Counter(tuple(owners[mention]) for mention in mentions)
    in_chain = Counter[int]()
    for numbers, count in kinds.items():
        in_chain.update(dict.fromkeys(numbers, count))
    total = _all_pairs(in_chain)
    several = [(set(numbers), count) for numbers, count in kinds.items() if len(numbers) > 1]
    for place, (chains, count) in enumerate(several):
        total -= (len(chains) - 1) * _pairs(count)
        total -= sum(max(len(chains & other) - 1, 0) * count * times for other, times in several[place + 1 :])
    return total


def _pairwise(key: Chains, response: Chains, drops: Drops = (), count: Count = _blanc) -> Totals:
    links = count(key, response, drops)
    both = links["coreference_both"]
    return _counts((both, links["coreference_key"]), (both, links["coreference_response"]))


OFFICIAL: dict[str, Count] = {
    "mentions": _mentions,
    "muc": _muc,
    "b3": _b3,
    "ceafm": _ceafm,
    "ceafe": _ceafe,
    "blanc": _blanc,
    "lea": _one_side_each(_links_resolved),
    "pairwise": _pairwise,
}


def _b3_of_lists(mine: Chains, theirs: Chains, skip: bool, skip_theirs: bool) -> tuple[float, int]:
    owner, right, mentions = _last_owner(theirs), 0.0, 0
    for chain in mine:
        if not (skip and len(chain) == 1):
            cells = _cells(chain, owner).items()
            counted = (n * n for other, n in cells if not (skip_theirs and len(theirs[other]) == 1))
            right, mentions = right + sum(counted) / len(chain), mentions + len(chain)
    return right, mentions


def _b3_of_sets(mine: Chains, theirs: Chains, skip: bool, skip_theirs: bool) -> tuple[float, int]:
    others = list(map(set, theirs))
    right = sum(len(entity & other) ** 2 / len(entity) for entity in map(set, mine) for other in others)
    return right, sum(map(len, mine))


def _lea_of_sets(mine: Chains, theirs: Chains, skip: bool, skip_theirs: bool) -> tuple[float, int]:
    """A link is resolved if its first mention is in the last entity that has its second."""
    owner, others = _last_owner(theirs), list(map(set, theirs))
    resolved, mentions = 0.0, 0
    for chain in mine:
        if len(chain) > 1:
            links = sum(two in owner and one in others[owner[two]] for one, two in combinations(chain, 2))
            resolved, mentions = resolved + len(chain) * links / _pairs(len(chain)), mentions + len(chain)
    return resolved, mentions


def _blanc_of_lists(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    """Links are pairs of places in the lists of the key, looked up in the response (corefud-scorer)."""
    owner = _last_owner(response)
    cells = Counter((number, owner[m]) for number, chain in enumerate(key) for m in chain if m in owner)
    by_key, by_response = Counter[int](), Counter[int]()
    for (one, two), count in cells.items():
        by_key[one] += count
        by_response[two] += count
    together = _all_pairs(cells)
    # Pairs of places in two key entities, without those whose mentions the response has in one.
    apart = _pairs(sum(cells.values())) - _all_pairs(by_key) - (_all_pairs(by_response) - together)
    counts = dict(zip((f"{kind}_both" for kind in KINDS), (together, apart), strict=True))
    for side, chains in (("key", key), ("response", response)):
        links = sum(_pairs(len(chain)) for chain in chains)
        counts[f"coreference_{side}"] = links
        counts[f"non_coreference_{side}"] = _pairs(sum(map(len, chains))) - links
    return counts


LISTS: dict[str, Count] = {
    **OFFICIAL,
    "muc": _one_side_each(_links_kept),
    "b3": _one_side_each(_b3_of_lists),
    "blanc": _blanc_of_lists,
    "pairwise": partial(_pairwise, count=_blanc_of_lists),
}
STANZA = {**LISTS, "b3": _one_side_each(_b3_of_sets), "lea": _one_side_each(_lea_of_sets)}
COUNTED_BY = {"official": OFFICIAL, "coval": LISTS, "corefud": LISTS, "stanza": STANZA}
