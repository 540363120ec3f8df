"""Score documents in which a mention stays in two entities, which have no Table, like a scorer that accepts them.

The official scorer (v8.01) accepts them: in the key, both copies stay; in the response, a later copy of a mention
that the key has is removed, while copies of other mentions stay unnoticed. e2e-coref, coval and corefud-scorer keep
entities as lists, and count each copy of a mention in the entity that has it. Where any of them looks up the entity of
a mention on the other side, the last one wins. Stanza looks at all of them in B³.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import match
from corefscope.conventions.variants import sides_left_out
from corefscope.metrics import Metric, Tally
from corefscope.metrics.b3 import b3
from corefscope.metrics.blanc import KINDS, blanc, half, with_either
from corefscope.metrics.ceaf import ceafe, ceafm
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.lea import lea
from corefscope.metrics.muc import muc
from corefscope.metrics.pairwise import pairwise
from corefscope.metrics.scores import RECALL_AND_PRECISION, Totals
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.steps import Sides
from corefscope.settings import DEFAULTS, Settings
from corefscope.table import Entities, Table

Chains = Sequence[Sequence[Hashable]]
_ChainsByUnit = dict[int, list[list[Hashable]]]
Drops = Sequence[str]  # the sides whose entities of one mention do not count: key, response or both
Count = Callable[..., Totals]
TableOf = Callable[[Chains, Chains], Table]


def without_repeating_units(
    sides: Sides, corpora: tuple[Corpus, Corpus], units: tuple[Integers, Integers]
) -> tuple[tuple[Corpus, Corpus], NDArray[np.bool_]]:
    """Leave out the units in which a mention is still in two entities, and mark them; `units` are of documents."""
    repeating = np.zeros(len(sides.gold.units.names), bool)
    for side, unit in zip((sides.key, sides.response), units, strict=True):
        if side.has_repeats is not None:
            repeating[unit[side.has_repeats & (unit >= 0)]] = True
    if repeating.any():
        key, response = (each.keep(~repeating[unit[each.document]]) for each, unit in zip(corpora, units, strict=True))
        corpora = key, response
    return corpora, repeating


def with_repeats(
    tallies: Mapping[str, Tally],
    metrics: Sequence[Metric],
    evidence: Evidence,
    apart: NDArray[np.bool_],
    settings: Settings,
) -> dict[str, Tally]:
    """Return the tallies with these units counted like the scorer that `repeated` names."""
    official = settings.repeated == "official"
    drops = {part.tally_name: sides_left_out(part, settings) for metric in metrics for part in metric.parts}
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
    """Return the entities of some units as lists of mentions, in file order."""
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
    """Return the response's entities, with each inexactly matched mention replaced by its key mention."""
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
    """Return the response without later copies of key mentions; empty entities disappear."""
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
    """Return the last chain of each mention."""
    return {mention: number for number, chain in enumerate(chains) for mention in chain}


def _owners(chains: Chains) -> dict[Hashable, list[int]]:
    """Return all chains of each mention."""
    owners: dict[Hashable, list[int]] = defaultdict(list)
    for number, chain in enumerate(chains):
        for mention in dict.fromkeys(chain):
            owners[mention].append(number)
    return owners


def _copies_of_key(key: Chains, response: Chains) -> Table:
    """Count each copy of a key mention in the last response entity that has the mention."""
    return _table(key, response, {mention: [owner] for mention, owner in _last_owner(response).items()})


def _copies_of_response(key: Chains, response: Chains) -> Table:
    """Count each copy of a response mention in the last key entity that has the mention."""
    turned = _copies_of_key(response, key)
    return Table(1, turned.response, turned.key, turned.response_entity, turned.key_entity, turned.shared)


def _copies_in_all(key: Chains, response: Chains) -> Table:
    """Count each copy of a key mention in all response entities that have the mention."""
    return _table(key, response, _owners(response))


def _table(key: Chains, response: Chains, owners: Mapping[Hashable, Sequence[int]]) -> Table:
    cells = Counter((number, owner) for number, chain in enumerate(key) for m in chain for owner in owners.get(m, ()))
    columns = np.array([(*cell, cells[cell]) for cell in sorted(cells)], np.int64).reshape(-1, 3).T
    one, two = (
        Entities(1, np.zeros(len(chains), np.int64), np.array(list(map(len, chains)), np.int64))
        for chains in (key, response)
    )
    return Table(1, one, two, *columns)


def _in_tables(metric: Callable[[Table], Tally], recall: TableOf, precision: TableOf | None = None) -> Count:
    """Count a metric in the Table of recall and in that of precision; by default they are the same."""

    def count(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
        totals: dict[str, int | float] = {}
        for side, table_of in (("key", recall), *([("response", precision)] if precision else [])):
            table = table_of(key, response)
            # LEA skips the singletons of the side that it iterates over, but not those of the other side.
            if left_out := [each for each in drops if metric is not lea or each == side]:
                table = table.without_singletons(left_out)
            counts = metric(table).unit(0)
            totals |= {name: counts[name] for name in counts if not totals or name.startswith("precision")}
        return totals

    return count


def _counts(recall: tuple[float, float], precision: tuple[float, float]) -> Totals:
    """Return two quotients as the columns of a tally."""
    return dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True))


def _pairs(count: int) -> int:
    """Return the number of pairs in a set of this size."""
    return count * (count - 1) // 2


def _all_pairs(counts: Counter[Any]) -> int:
    """Return the number of pairs in sets of these sizes."""
    return sum(map(_pairs, counts.values()))


def _mentions(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    one, two = _last_owner(key), _last_owner(response)
    both = one.keys() & two.keys()
    cells = Counter((one[mention], two[mention]) for mention in both)
    # The official scorer does not count these; we use the last entity of a mention, as it does elsewhere.
    unlinked = sum(cells[one[mention], two[mention]] == 1 and len(set(key[one[mention]])) > 1 for mention in both)
    return {**_counts((len(both), len(one)), (len(both), len(two))), "unlinked": unlinked}


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


def _blanc(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    """Links are sets of pairs of mentions; a mention that occurs twice also has a link to itself."""
    one, two = _owners(key), _owners(response)
    owner = _last_owner(response)
    shared = {mention: owner[mention] for mention in one if mention in owner}
    by_response: dict[int, list[Hashable]] = defaultdict(list)
    for mention, chain in shared.items():
        by_response[chain].append(mention)
    only = {mention: numbers[0] for mention in shared if len(numbers := one[mention]) == 1}
    # Pairs in different response entities, without those whose only key entity is the same.
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


def _pairwise(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    return half(_blanc(key, response), KINDS[0])


# MUC looks only at the response's entities, and CEAF's overlap counts the key's copies.
REPEAT_OFFICIAL: dict[str, Count] = {
    "mentions": _mentions,
    "muc": _in_tables(muc, _copies_of_response),
    "b3": _b3,
    "ceafm": _in_tables(ceafm, _copies_in_all),
    "ceafe": _in_tables(ceafe, _copies_in_all),
    "blanc": _blanc,
    "lea": _in_tables(lea, _copies_of_key, _copies_of_response),
    "pairwise": _pairwise,
}
# Links of BLANC are pairs of places in the lists of the key, looked up in the response (corefud-scorer).
LISTS: dict[str, Count] = {
    **REPEAT_OFFICIAL,
    "muc": _in_tables(muc, _copies_of_key, _copies_of_response),
    "b3": _in_tables(b3, _copies_of_key, _copies_of_response),
    "blanc": _in_tables(blanc, _copies_of_key),
    "pairwise": _in_tables(pairwise, _copies_of_key),
}


def _b3_of_sets(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    """Entities are sets, but all copies of their mentions are in the denominators."""
    sets = ([list(dict.fromkeys(chain)) for chain in chains] for chains in (key, response))
    counts = b3(_copies_in_all(*sets)).unit(0)
    return {**counts, "recall_den": sum(map(len, key)), "precision_den": sum(map(len, response))}


def _lea_of_sets(key: Chains, response: Chains, drops: Drops = ()) -> Totals:
    """A link is resolved if its first mention is in the last entity that has its second; singletons have none."""
    counts = []
    for mine, theirs in ((key, response), (response, key)):
        owner, others, several = (
            _last_owner(theirs),
            list(map(set, theirs)),
            [chain for chain in mine if len(chain) > 1],
        )
        links = [sum(b in owner and a in others[owner[b]] for a, b in combinations(chain, 2)) for chain in several]
        shares = (len(chain) * each / _pairs(len(chain)) for chain, each in zip(several, links, strict=True))
        counts.append((sum(shares), sum(map(len, several))))
    return _counts(*counts)


STANZA = {**LISTS, "b3": _b3_of_sets, "lea": _lea_of_sets}
COUNTED_BY = {"official": REPEAT_OFFICIAL, "coval": LISTS, "corefud": LISTS, "stanza": STANZA}
