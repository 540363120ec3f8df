"""Bridging: is each anaphor found, and linked to the right antecedent?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from corefscope.anaphora.places import Place, Twins
from corefscope.metrics.base import BETA, CORPORA, RELATIONS, Family, Parameter, Tally, one_of
from corefscope.metrics.evidence import Evidence, whole_of
from corefscope.model import BRIDGING as RELATION
from corefscope.model import NONREFERRING, Corpus, Mention, in_text_order
from corefscope.problems import SettingsError

LEVELS = ("entity", "mention", "anaphor")


class BridgingPair(NamedTuple):
    """An anaphor and its antecedent; None for one that is not a markable of its side."""

    document: int
    anaphor: Place | None
    antecedent: Place | None
    named: bool  # whether the file says which mention of the antecedent is meant
    label: str = ""


class BridgingPairs(NamedTuple):
    """The pairs of both sides, those of the response in places of the key, and the key entity of each key mention."""

    key: list[BridgingPair]
    response: list[BridgingPair]
    own: list[BridgingPair]  # those of the response, in its own places
    entity: Mapping[Place, int]

    def target(self, pair: BridgingPair, level: str) -> Hashable:
        """What the antecedents of two pairs must have in common at this level."""
        if pair.antecedent is None or (level == "mention" and not pair.named):
            return None
        of_entity = self.entity.get(pair.antecedent) if level == "entity" else None
        return pair.antecedent if of_entity is None else of_entity


def bridging(evidence: Evidence, level: str = "entity") -> Tally:
    """Anaphors with a right antecedent (Yu et al. 2022): the key's mention, or any mention of the key's entity.

    Pairs, not anaphors, are counted: one whose markables the side does not have is never right, and counts. With
    `level=anaphor` only anaphors are compared.
    """
    pairs, whole = bridging_pairs(evidence), whole_of(evidence)
    if level == "mention":
        for name, listed in (("key", pairs.key), ("response", pairs.response)):
            if any(pair.antecedent for pair in listed) and not any(pair.named for pair in listed):
                fact = f"the {name} does not say which mention of an antecedent is meant"
                raise SettingsError("missing-antecedents", fact, hint="use bridging(level=entity)")
    units = evidence.alignment.units
    counts = []
    for side in (pairs.key, pairs.response):
        found: dict[int, Counter[Hashable]] = defaultdict(Counter)
        for number, pair in enumerate(side):
            unit = int(whole.unit_of_document[pair.document])
            # What is unknown is different from everything else.
            unknown = (side is pairs.key, number)
            target: Hashable = "" if level == "anaphor" else pairs.target(pair, level)
            what = unknown if pair.anaphor is None or target is None else (pair.anaphor, target)
            found[unit][what] = found[unit][what] + 1 if level != "anaphor" else 1
        counts.append(found)
    right, key, response = (np.zeros(units, np.int64) for _ in range(3))
    for column, side_counts in ((key, counts[0]), (response, counts[1])):
        for unit, each in side_counts.items():
            column[unit] = each.total()
    for unit, each in counts[0].items():
        right[unit] = (each & counts[1].get(unit, Counter())).total()
    return Tally.of(recall=(right, key), precision=(right, response))


def bridging_pairs(evidence: Evidence) -> BridgingPairs:
    """The pairs of both sides; mentions are matched as in the run."""
    whole = whole_of(evidence)
    key, theirs = pairs_of(whole.key), pairs_of(whole.response)
    if evidence.zeros == "drop":
        key, theirs = ([pair for pair in side if not _is_zero(pair.anaphor)] for side in (key, theirs))
    if evidence.notices is not None:
        for name, side in (("key", key), ("response", theirs)):
            if not side:
                evidence.notices.add("nothing-annotated", f"bridging: the {name} has none")
    one, two = evidence.matched_key, evidence.matched_response
    how = (evidence.match, evidence.zeros, tuple(_ends(key)))
    same = Twins(one, two, evidence.partner, evidence.alignment, *how).of_responses(_ends(theirs))
    own = [pair for pair in theirs if evidence.partner[pair.document] >= 0]
    response = []
    for pair in own:
        anaphor, antecedent = (None if place is None else same[place] for place in (pair.anaphor, pair.antecedent))
        document = int(evidence.partner[pair.document])
        response.append(BridgingPair(document, anaphor, antecedent, pair.named, pair.label))
    documents = {pair.document for pair in key}
    rows = np.flatnonzero(np.isin(one.document, list(documents))).tolist()
    entity = {(int(one.document[row]), one.mention(row)): int(one.entity[row]) for row in rows}
    return BridgingPairs(key, response, own, entity)


def _is_zero(place: Place | None) -> bool:
    return place is not None and all(position < 0 for position in place[1].covered)


def _ends(pairs: Iterable[BridgingPair]) -> Iterable[Place]:
    return (place for pair in pairs for place in (pair.anaphor, pair.antecedent) if place is not None)


def pairs_of(corpus: Corpus, kind: str = RELATION) -> list[BridgingPair]:
    """The pairs of one side, or as many for another kind of relation.

    Where only the antecedent's entity is given, its last mention before the anaphor stands for it, else its first:
    that is a rule of corefscope. A pair that stands twice, perhaps with two labels, is one.
    """
    relations = [(document, each) for document, each in corpus.relations if each.kind == kind]
    if not relations:
        return []
    mentions: dict[tuple[int, str], list[Mention]] = defaultdict(list)
    documents = list({document for document, _ in relations})
    for side in (corpus, corpus.annotation(NONREFERRING)):
        for row in np.flatnonzero(np.isin(side.document, documents)).tolist():
            name = side.entity_name(int(side.entity[row]))
            mentions[int(side.document[row]), name].append(side.mention(row))
    pairs: dict[Hashable, BridgingPair] = {}
    for number, (document, each) in enumerate(relations):
        anaphor = each.anaphor_mention or min(mentions[document, each.anaphor], key=in_text_order, default=None)
        antecedent = each.antecedent_mention
        if antecedent is None:
            listed = sorted(mentions[document, each.antecedent], key=in_text_order)
            before = [mention for mention in listed if anaphor and in_text_order(mention) < in_text_order(anaphor)]
            antecedent = next(iter([*before[-1:], *listed]), None)
        one, two = (None if mention is None else (document, mention) for mention in (anaphor, antecedent))
        ends = (one, two) if one and two else number
        pairs.setdefault(ends, BridgingPair(document, one, two, each.antecedent_mention is not None, each.label))
    return list(pairs.values())


BRIDGING = Family(
    "bridging",
    "Bridging",
    "bridging anaphors linked to their antecedents",
    ("yu2022", "yu2023"),
    bridging,
    parameters={
        "level": Parameter(
            "entity", one_of(*LEVELS), "what must be the same: entity, mention, anaphor", changes_counts=True
        ),
        "beta": BETA,
    },
    needs=frozenset({CORPORA, RELATIONS}),
)
