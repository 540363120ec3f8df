"""Score bridging anaphors and non-referring markables.

Expletives, predicates and quantifiers, for example, refer to nothing; a system should not take them for mentions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats, without_zeros
from corefscope.alignment.mentions import Pairs, match
from corefscope.anaphora.sets import MatchedMentions, Place
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, CORPORA, RELATIONS, Family, Parameter, Tally, one_of
from corefscope.metrics.evidence import Evidence, whole_of
from corefscope.model import BRIDGING as RELATION
from corefscope.model import NONREFERRING as ANNOTATION
from corefscope.model import Corpus, Mention, in_text_order
from corefscope.problems import Notices, SettingsError
from corefscope.settings import DEFAULTS

LEVELS = ("entity", "mention", "anaphor")
ALL = "all"  # all kinds of non-referring markables


class BridgingPair(NamedTuple):
    """An anaphor and its antecedent; either is None if its side has no such markable."""

    document: int
    anaphor: Place | None
    antecedent: Place | None
    named: bool  # whether the file says which mention of the antecedent is meant
    label: str = ""


class BridgingPairs(NamedTuple):
    """The pairs of both sides, in places of the key, and the key entity of each key mention."""

    key: list[BridgingPair]
    response: list[BridgingPair]
    own: list[BridgingPair]  # those of the response, in its own places
    entity: Mapping[Place, int]

    def target(self, pair: BridgingPair, level: str) -> Hashable:
        """Return a value that is equal for pairs with the same antecedent at this level."""
        if pair.antecedent is None or (level == "mention" and not pair.named):
            return None
        of_entity = self.entity.get(pair.antecedent) if level == "entity" else None
        return pair.antecedent if of_entity is None else of_entity


def bridging(evidence: Evidence, level: str = "entity") -> Tally:
    """Count pairs of an anaphor and a right antecedent (Yu et al. 2022): the key's mention, or any of its entity.

    A pair whose markables are missing from its side counts, but is never right. With `level=anaphor`, only anaphors
    are compared.
    """
    pairs, whole = bridging_pairs(evidence), whole_of(evidence)
    if level == "mention":
        for name, listed in (("key", pairs.key), ("response", pairs.response)):
            if any(pair.antecedent for pair in listed) and not any(pair.named for pair in listed):
                fact = f"the {name} does not say which mention of an antecedent is meant"
                raise SettingsError("missing-antecedents", fact, hint="use bridging(level=entity)")
    sides = []
    for side in (pairs.key, pairs.response):
        links = Counter[tuple[int, Hashable]]()
        for number, pair in enumerate(side):
            target: Hashable = "" if level == "anaphor" else pairs.target(pair, level)
            # An unknown antecedent equals no other.
            unknown = pair.anaphor is None or target is None
            link: Hashable = (side is pairs.key, number) if unknown else (pair.anaphor, target)
            links[int(whole.unit_of_document[pair.document]), link] += 1
        sides.append(Counter(links.keys()) if level == "anaphor" else links)
    right, key, response = (
        np.bincount(np.array([unit for unit, _ in links.elements()], np.int64), minlength=evidence.alignment.units)
        for links in (sides[0] & sides[1], *sides)
    )
    return Tally.of(recall=(right, key), precision=(right, response))


def bridging_pairs(evidence: Evidence) -> BridgingPairs:
    """Return the pairs of both sides; mentions are matched as in the run."""
    whole = whole_of(evidence)
    key, theirs = pairs_of(whole.key), pairs_of(whole.response)
    if evidence.settings.zeros == "drop":
        key, theirs = ([pair for pair in side if not _is_zero(pair.anaphor)] for side in (key, theirs))
    if evidence.notices is not None:
        for name, side in (("key", key), ("response", theirs)):
            if not side:
                evidence.notices.add("nothing-annotated", f"bridging: the {name} has none")
    one, two, partner = evidence.matched_key, evidence.matched_response, evidence.partner
    twins = MatchedMentions(one, two, partner, evidence.alignment, evidence.settings, tuple(_ends(key)))
    same = twins.of_responses(_ends(theirs))
    own = [pair for pair in theirs if partner[pair.document] >= 0]
    response = [
        pair._replace(
            document=int(partner[pair.document]),
            anaphor=pair.anaphor and same[pair.anaphor],
            antecedent=pair.antecedent and same[pair.antecedent],
        )
        for pair in own
    ]
    rows = np.flatnonzero(np.isin(one.document, [pair.document for pair in key])).tolist()
    entity = {(int(one.document[row]), one.mention(row)): int(one.entity[row]) for row in rows}
    return BridgingPairs(key, response, own, entity)


def _is_zero(place: Place | None) -> bool:
    return place is not None and all(position < 0 for position in place[1].covered)


def _ends(pairs: Iterable[BridgingPair]) -> Iterable[Place]:
    return (place for pair in pairs for place in (pair.anaphor, pair.antecedent) if place is not None)


def pairs_of(corpus: Corpus, kind: str = RELATION) -> list[BridgingPair]:
    """Return the bridging pairs of one side, or the pairs of another kind of relation.

    If the file names only the antecedent's entity, its last mention before the anaphor (else its first) represents it,
    a rule of our own. A pair that occurs twice, perhaps with two labels, counts once.
    """
    relations = [(document, each) for document, each in corpus.relations if each.kind == kind]
    if not relations:
        return []
    mentions: dict[tuple[int, str], list[Mention]] = defaultdict(list)
    documents = list({document for document, _ in relations})
    for side in (corpus, corpus.annotation(ANNOTATION)):
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


RELATION_LEVEL = Parameter(
    "entity", one_of(*LEVELS), "what must be the same: entity, mention, anaphor", changes_counts=True
)
BRIDGING = Family(
    "bridging", "Bridging", "bridging anaphors linked to their antecedents", ("yu2022", "yu2023"), bridging,
    parameters={"level": RELATION_LEVEL, "beta": BETA}, needs=frozenset({CORPORA, RELATIONS}),
)  # fmt: skip


def nonreferring(evidence: Evidence, kind: str = ALL) -> Tally:
    """Count non-referring markables (Yu et al. 2022), of all kinds or of one.

    A pair of different kinds is right if all kinds count, and wrong if only one does.
    """
    unit_of_document = whole_of(evidence).unit_of_document
    key, response, pairs = nonreferring_pairs(evidence)
    if evidence.notices is not None:
        for name, side in (("key", key), ("response", response)):
            if not side.mention_count:
                evidence.notices.add("nothing-annotated", f"nonreferring: the {name} has no such markable")
    kinds = kinds_of(key), kinds_of(response)
    mine, theirs = (np.array([kind in (ALL, each) for each in side], bool) for side in kinds)
    if kind != ALL and not mine.any() and not theirs.any():
        known = sorted({*kinds[0], *kinds[1]} - {""})
        fact = f"nonreferring: no markable is of the kind {quoted(kind)}"
        raise SettingsError("bad-parameter", fact, hint=f"the kinds here are {', '.join(known) or 'not known'}")
    key_unit = unit_of_document[key.document]
    response_unit = unit_of_document[evidence.partner[response.document]]
    right = mine[pairs.key] & theirs[pairs.response]
    both, key_count, response_count = (
        np.bincount(unit[rows], minlength=evidence.alignment.units).astype(np.int64)
        for unit, rows in ((key_unit[pairs.key], right), (key_unit, mine), (response_unit, theirs))
    )
    return Tally.of(recall=(both, key_count), precision=(both, response_count))


def nonreferring_pairs(evidence: Evidence) -> tuple[Corpus, Corpus, Pairs]:
    """Return the non-referring markables of both sides, and their pairs, matched as in the run."""
    whole = whole_of(evidence)
    key, response = whole.key.annotation(ANNOTATION), whole.response.annotation(ANNOTATION)
    response = response.keep(evidence.partner[response.document] >= 0)
    key, response = (resolve_repeats(side, DEFAULTS, Notices()) for side in (key, response))
    if evidence.settings.zeros == "drop":
        key, response = without_zeros(key), without_zeros(response)
    how = evidence.settings.match, evidence.settings.zeros
    return key, response, match(key, response, evidence.partner, *how, Notices())


def kinds_of(corpus: Corpus) -> list[str]:
    """Return the kind of each markable, e.g. expletive; empty where unknown."""
    if corpus.entity_type is None:
        return [""] * corpus.mention_count
    return [str(kind) for kind in corpus.entity_type[corpus.entity]]


def _kind(text: str) -> str:
    if not text:
        raise ValueError("a kind such as expletive")
    return text


KIND = Parameter(ALL, _kind, "all, or a kind such as expletive", changes_counts=True)
NONREFERRING = Family(
    "nonreferring", "Non-referring", "markables that refer to nothing", ("yu2022", "yu2023"), nonreferring,
    parameters={"kind": KIND, "beta": BETA}, needs=frozenset({CORPORA, RELATIONS}),
)  # fmt: skip
