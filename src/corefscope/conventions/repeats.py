"""Documents in which a mention stays in two entities: they have no Table, and a scorer of that kind is followed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import CountingRules, match
from corefscope.conventions.list_repeats import COUNTED_BY
from corefscope.conventions.official_repeats import OFFICIAL, as_official
from corefscope.conventions.singletons import sides_left_out
from corefscope.metrics import Metric, Tally
from corefscope.metrics.blanc import with_either
from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.settings import Settings

_Chains = dict[int, list[list[Hashable]]]


def with_repeats(
    tallies: Mapping[str, Tally],
    wanted: Sequence[Metric],
    evidence: Evidence,
    apart: NDArray[np.bool_],
    settings: Settings,
) -> dict[str, Tally]:
    """The tallies with the counts of these units, as the scorer counts them that `repeated` names."""
    official = settings.repeated == "official"
    rules = CountingRules(settings.singletons, settings.boundary)
    parts = {part.tally_name: part for metric in wanted for part in metric.parts}
    lists = COUNTED_BY.get(settings.repeated, {})
    for name in tallies:
        if name not in (OFFICIAL if official else lists) or (official and sides_left_out(parts[name], rules)):
            who = "the official scorer does" if official else "scorers that keep entities as lists do"
            raise SettingsError(
                "repeated-mention-unscored",
                f"{who} not say what {name} is where a mention occurs twice",
                hint="use --repeated first",
            )
    one = chains_by_unit(evidence.key, np.arange(evidence.key.document_count), apart)
    two = chains_by_unit(evidence.response, evidence.partner, apart)
    if official:
        two = {unit: as_official(one[unit], chains) for unit, chains in two.items()}
    elif settings.match != "exact" or settings.zeros != "linear":
        two = _as_key_mentions(two, evidence, apart, settings)
    changed = {}
    for name, tally in tallies.items():
        rows = {}
        for unit, chains in one.items():
            drops = sides_left_out(parts[name], rules)
            rows[unit] = OFFICIAL[name](chains, two[unit]) if official else lists[name](chains, two[unit], drops)
        if name == "blanc" and settings.boundary == "either":
            rows = {unit: with_either(counts) for unit, counts in rows.items()}
        changed[name] = tally.replaced(rows)
    return changed


def chains_by_unit(corpus: Corpus, unit_of_document: Integers, wanted: NDArray[np.bool_]) -> _Chains:
    """The entities of some units as lists of mentions, in the order in which the file has them."""
    chains: dict[int, dict[int, list[Hashable]]] = {unit: {} for unit in np.flatnonzero(wanted).tolist()}
    unit = unit_of_document[corpus.document]
    for row in np.flatnonzero(wanted[unit]).tolist():
        chains[int(unit[row])].setdefault(int(corpus.entity[row]), []).append(_mention(corpus, row))
    return {number: [entities[entity] for entity in sorted(entities)] for number, entities in chains.items()}


def _mention(corpus: Corpus, row: int) -> Hashable:
    found: Hashable = corpus.mention(row) if corpus.label is None else corpus.label[row]
    return found


def _as_key_mentions(chains: _Chains, evidence: Evidence, apart: NDArray[np.bool_], settings: Settings) -> _Chains:
    """The response's entities, where mentions that match a key mention in another way than exactly are that one."""
    key, response, partner = evidence.key, evidence.response, evidence.partner
    once = [
        resolve_repeats(corpus.keep(apart[unit[corpus.document]]), "first", Notices())
        for corpus, unit in ((key, np.arange(key.document_count)), (response, partner))
    ]
    pairs = match(once[0], once[1], partner, settings.match, settings.zeros, Notices())
    unit = partner[once[1].document]
    same = {
        (int(unit[theirs]), _mention(once[1], theirs)): _mention(once[0], mine)
        for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True)
    }
    return {
        number: [[same.get((number, mention), ("response", mention)) for mention in chain] for chain in entities]
        for number, entities in chains.items()
    }
