"""Documents in which a mention stays in two entities: they have no Table, and a scorer of that kind is followed.

The official scorer's numbers are in `official_repeats`. e2e-coref, coval and corefud-scorer keep entities as lists, and
count each copy of a mention in the entity that has it. Where they look up the entity of a mention on the other side,
the last one wins. Stanza looks at all of them in B³.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import CountingRules, match
from corefscope.conventions.official_repeats import (
    OFFICIAL,
    Chains,
    all_pairs,
    as_official,
    ceaf,
    cells_of,
    coreference_links,
    kept_links,
    last_owner,
    lea,
    pair_count,
    quotient_counts,
)
from corefscope.conventions.singletons import sides_left_out
from corefscope.metrics import Metric, Tally
from corefscope.metrics.blanc import KINDS, with_either
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.scores import Totals
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.settings import Settings

_ChainsByUnit = dict[int, list[list[Hashable]]]
Drops = Sequence[str]  # the sides whose entities of one mention do not count: key, response or both


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
    lists = COUNTED_BY.get(settings.repeated, {})
    for name in tallies:
        if name not in (OFFICIAL if official else lists) or (official and drops[name]):
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
        rows = {
            unit: OFFICIAL[name](key, two[unit]) if official else lists[name](key, two[unit], drops[name])
            for unit, key in one.items()
        }
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
        resolve_repeats(corpus.keep(apart[unit[corpus.document]]), "first", Notices())
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


def _b3(key: Chains, response: Chains, drops: Drops) -> Totals:
    def side(mine: Chains, theirs: Chains, skip_mine: bool, skip_theirs: bool) -> tuple[float, int]:
        owner, right, mentions = last_owner(theirs), 0.0, 0
        for chain in mine:
            if not (skip_mine and len(chain) == 1):
                cells = cells_of(chain, owner).items()
                counted = (n * n for other, n in cells if not (skip_theirs and len(theirs[other]) == 1))
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
        owner, others = last_owner(theirs), list(map(set, theirs))
        resolved, mentions = 0.0, 0
        for chain in mine:
            if len(chain) > 1:
                links = sum(two in owner and one in others[owner[two]] for one, two in combinations(chain, 2))
                resolved, mentions = resolved + len(chain) * links / pair_count(len(chain)), mentions + len(chain)
        return resolved, mentions

    return quotient_counts(side(key, response), side(response, key))


def _ceafe(key: Chains, response: Chains, drops: Drops) -> Totals:
    sides = (("key", key), ("response", response))
    one, two = ([chain for chain in chains if len(chain) > 1 or side not in drops] for side, chains in sides)
    return ceaf(one, two, by_entity=True)


def _blanc(key: Chains, response: Chains, drops: Drops) -> Totals:
    """Links are pairs of places in the lists of the key, looked up in the response (corefud-scorer)."""
    owner = last_owner(response)
    cells = Counter((number, owner[m]) for number, chain in enumerate(key) for m in chain if m in owner)
    by_key, by_response = Counter[int](), Counter[int]()
    for (one, two), count in cells.items():
        by_key[one] += count
        by_response[two] += count
    together = all_pairs(cells)
    # Pairs of places in two key entities, without those whose mentions the response has in one.
    apart = pair_count(sum(cells.values())) - all_pairs(by_key) - (all_pairs(by_response) - together)
    counts = dict(zip((f"{kind}_both" for kind in KINDS), (together, apart), strict=True))
    for side, chains in (("key", key), ("response", response)):
        links = sum(pair_count(len(chain)) for chain in chains)
        counts[f"coreference_{side}"] = links
        counts[f"non_coreference_{side}"] = pair_count(sum(map(len, chains))) - links
    return counts


LISTS: dict[str, Callable[[Chains, Chains, Drops], Totals]] = {
    "mentions": lambda key, response, drops: OFFICIAL["mentions"](key, response),
    "muc": lambda key, response, drops: quotient_counts(kept_links(key, response), kept_links(response, key)),
    "b3": _b3,
    "ceafm": lambda key, response, drops: ceaf(key, response, by_entity=False),
    "ceafe": _ceafe,
    "blanc": _blanc,
    "lea": lea,
    "pairwise": lambda key, response, drops: coreference_links(_blanc(key, response, drops)),
}
COUNTED_BY = {"coval": LISTS, "corefud": LISTS, "stanza": {**LISTS, "b3": _b3_of_sets, "lea": _lea_of_sets}}
