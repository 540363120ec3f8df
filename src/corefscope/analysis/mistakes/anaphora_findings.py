"""What both sides have beside the entities, with verdicts: sets, bridging and markables that refer to nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import align, match
from corefscope.anaphora.relations import (
    BridgingPair,
    BridgingPairs,
    bridging_pairs,
    kinds_of,
    nonreferring_pairs,
    pairs_of,
)
from corefscope.anaphora.sets import MatchedMentions, Place, merge_split_sets, sets_of
from corefscope.anaphora.split import paired, with_sets
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.metrics.lea import lea
from corefscope.model import NONREFERRING as SILENT
from corefscope.model import SPLIT_ANTECEDENT, Corpus, Integers, in_text_order
from corefscope.problems import FormatError, Notices
from corefscope.table import Table

SETS, BRIDGING, NONREFERRING = "split antecedents", "bridging", "non-referring"
RIGHT, OTHER_KIND = "right", "another kind"


class Ends(NamedTuple):
    """What one side has, in its own places: the anaphor, its antecedents or members, and the relation or kind."""

    anaphor: Place | None
    others: tuple[Place, ...] = ()
    label: str = ""


class Finding(NamedTuple):
    """A set, a bridging pair or a markable that refers to nothing, in one side or in both, and whether it is right."""

    what: str
    verdict: str
    document: int  # of the key
    key: tuple[Ends, ...]  # several where entities with equal sets are one
    response: tuple[Ends, ...]
    missing: tuple[Place, ...] = ()  # members of the key's set that the response's does not have
    extra: tuple[Place, ...] = ()  # members of the response's set that the key's does not have


def findings(evidence: Evidence) -> Iterator[Finding]:
    """All of it, right or wrong; nothing where no side has such annotation."""
    if evidence.whole is not None:
        quiet = replace(evidence, notices=None)  # the metrics say what a side lacks
        yield from _sets(quiet, evidence.whole)
        yield from _bridging(quiet)
        yield from _nonreferring(quiet)


def set_verdicts(evidence: Evidence) -> Iterator[tuple[str, int | None, int | None]]:
    """Each set by its entity in the key and in the response: right, partly right by LEA, missed or spurious."""
    sets = evidence.alignment.sets
    if sets is None:
        return
    pairs, values, _ = paired(*with_sets(evidence), lambda atoms: lea(atoms).columns)
    rows = zip(pairs.key_set.tolist(), pairs.response_set.tolist(), values[2].tolist(), strict=True)
    partner = {mine: (theirs, f1) for mine, theirs, f1 in rows}
    of_response = sets.response.entity.tolist()
    for number, entity in enumerate(sets.key.entity.tolist()):
        other, f1 = partner.get(number, (None, 0.0))
        if other is None:
            yield "missed", entity, None
        else:
            yield (RIGHT if f1 > 1 - 1e-12 else "partly right"), entity, of_response[other]
    taken = {other for other, _ in partner.values()}
    for number, entity in enumerate(of_response):
        if number not in taken:
            yield "spurious", None, entity


def _sets(evidence: Evidence, whole: Whole) -> Iterator[Finding]:
    """Sets as they are scored; under `--split drop` as they would be."""
    sides = whole.key, whole.response
    if not any(each.kind == SPLIT_ANTECEDENT for side in sides for _, each in side.relations):
        return
    if evidence.alignment.sets is None:
        try:
            evidence = _with_sets(evidence, whole)
        except FormatError as error:
            if error.code != "circular-set":
                raise
            return  # a warning says that sets are left out; `--split keep` names the one that leads back to itself
    matched = evidence.matched_key, evidence.matched_response
    listed = [_set_ends(side, corpus) for side, corpus in zip(sides, matched, strict=True)]
    members = _Members(evidence, whole, *listed)
    for verdict, *entities in set_verdicts(evidence):
        one, two = (
            () if entity is None else tuple(ends.get(entity) or [_first_mention(corpus, entity)])
            for entity, ends, corpus in zip(entities, listed, matched, strict=True)
        )
        unlike = members.unlike(one[0], two[0]) if one and two and verdict != RIGHT else ((), ())
        yield Finding(SETS, verdict, _document(evidence, one, two), one, two, *unlike)


def _document(evidence: Evidence, key: Sequence[Ends], response: Sequence[Ends]) -> int:
    """The key's document of ends that have an anaphor."""
    mine, theirs = (next((ends.anaphor for ends in side if ends.anaphor), None) for side in (key, response))
    if mine is not None:
        return mine[0]
    return -1 if theirs is None else int(evidence.partner[theirs[0]])


def _set_ends(side: Corpus, matched: Corpus) -> dict[int, list[Ends]]:
    """The plural mentions of each entity that has a set, with the members at each."""
    links: dict[Place, list[BridgingPair]] = defaultdict(list)
    for pair in pairs_of(side, SPLIT_ANTECEDENT):
        if pair.anaphor is not None:
            links[pair.anaphor].append(pair)
    rows = np.flatnonzero(np.isin(matched.document, list({document for document, _ in links}))).tolist()
    entity = {(int(matched.document[row]), matched.mention(row)): int(matched.entity[row]) for row in rows}
    found: dict[int, list[Ends]] = defaultdict(list)
    for place, pairs in links.items():
        if place in entity:
            found[entity[place]].append(_ends(pairs))
    return {plural: sorted(ends, key=_in_text) for plural, ends in found.items()}


def _ends(pairs: Sequence[BridgingPair]) -> Ends:
    others = tuple(pair.antecedent for pair in pairs if pair.antecedent is not None)
    return Ends(pairs[0].anaphor, others, pairs[0].label)


def _first_mention(corpus: Corpus, entity: int) -> Ends:
    rows = np.flatnonzero(corpus.entity == entity).tolist()
    return min((Ends((int(corpus.document[row]), corpus.mention(row))) for row in rows), key=_in_text)


def _in_text(ends: Ends) -> tuple[object, ...]:
    return () if ends.anaphor is None else (ends.anaphor[0], in_text_order(ends.anaphor[1]))


class _Members:
    """Which members of sets are the same in both sides: those whose entities share a mention."""

    def __init__(self, evidence: Evidence, whole: Whole, *listed: Mapping[int, Sequence[Ends]]) -> None:
        members = [{place for each in ends.values() for one in each for place in one.others} for ends in listed]
        self._key, response = (
            _entities(side, places) for side, places in zip((whole.key, whole.response), members, strict=True)
        )
        own = tuple({place for entity in self._key.values() for place in entity})
        how = (evidence.alignment, evidence.match, evidence.zeros, own)
        twins = MatchedMentions(evidence.matched_key, evidence.matched_response, evidence.partner, *how)
        same = twins.of_responses({place for entity in response.values() for place in entity})
        self._response = {member: {same[place] for place in entity} for member, entity in response.items()}

    def unlike(self, key: Ends, response: Ends) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """The members of the key's set that the response's does not have, and the other way round."""
        mine = [(place, self._key.get(place, set())) for place in key.others]
        theirs = [(place, self._response.get(place, set())) for place in response.others]
        return _without_partner(mine, theirs), _without_partner(theirs, mine)


def _without_partner(
    members: Iterable[tuple[Place, set[Place]]], others: Sequence[tuple[Place, set[Place]]]
) -> tuple[Place, ...]:
    return tuple(place for place, entity in members if not any(entity & other for _, other in others))


def _entities(side: Corpus, members: set[Place]) -> dict[Place, set[Place]]:
    """All mentions of the entity of each member; entities that refer to nothing may be members."""
    found: dict[Place, set[Place]] = {}
    documents = list({document for document, _ in members})
    for corpus in (side, side.annotation(SILENT)):
        entities: dict[int, set[Place]] = defaultdict(set)
        for row in np.flatnonzero(np.isin(corpus.document, documents)).tolist():
            entities[int(corpus.entity[row])].add((int(corpus.document[row]), corpus.mention(row)))
        for entity in entities.values():
            for place in entity & members:
                found.setdefault(place, entity)
    return found


def _with_sets(evidence: Evidence, whole: Whole) -> Evidence:
    key_unit: Integers = whole.unit_of_document
    response_unit = np.append(key_unit, -1)[evidence.partner]
    key, response = (resolve_repeats(side, "first", Notices()) for side in (whole.key, whole.response))
    drop = evidence.zeros == "drop"
    one, mine = merge_split_sets(key, key_unit, drop, False)
    two, theirs = merge_split_sets(response, response_unit, drop, False)
    pairs = match(one, two, evidence.partner, evidence.match, evidence.zeros, Notices())
    alignment = align(one, two, pairs, key_unit[one.entity_document], response_unit[two.entity_document])
    alignment = replace(alignment, units=evidence.alignment.units)
    places = tuple(place for each in mine for atom in each.atoms for place in atom)
    twins = MatchedMentions(one, two, evidence.partner, alignment, evidence.match, evidence.zeros, places)
    alignment = replace(alignment, sets=sets_of(mine, theirs, twins))
    table = Table.from_alignment(alignment)
    return replace(evidence, matched_key=one, matched_response=two, alignment=alignment, table=table)


def bridging_verdicts(pairs: BridgingPairs) -> Iterator[tuple[str, int | None, int | None]]:
    """Each pair by its number in the key and in the response: right, wrong antecedent, missed or spurious."""
    by_anaphor: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, listed in enumerate((pairs.key, pairs.response)):
        for number, pair in enumerate(listed):
            by_anaphor[pair.anaphor or (side, number)][side].append(number)
    for mine, theirs in by_anaphor.values():
        free: dict[Hashable, list[int]] = defaultdict(list)
        for number in theirs:
            free[pairs.target(pairs.response[number], "entity")].append(number)
        free.pop(None, None)
        left = []
        taken = set()
        for number in mine:
            same = free.get(pairs.target(pairs.key[number], "entity"))
            if same:
                taken.add(same[0])
                yield RIGHT, number, same.pop(0)
            else:
                left.append(number)
        for one, two in zip_longest(left, (number for number in theirs if number not in taken)):
            verdict = "missed" if two is None else "spurious" if one is None else "wrong antecedent"
            yield verdict, one, two


def _bridging(evidence: Evidence) -> Iterator[Finding]:
    pairs = bridging_pairs(evidence)
    for verdict, mine, theirs in bridging_verdicts(pairs):
        document = pairs.key[mine].document if mine is not None else pairs.response[theirs or 0].document
        one = () if mine is None else (_ends([pairs.key[mine]]),)
        two = () if theirs is None else (_ends([pairs.own[theirs]]),)
        yield Finding(BRIDGING, verdict, document, one, two)


def _nonreferring(evidence: Evidence) -> Iterator[Finding]:
    """Markables of both sides: right, of another kind, missed, spurious, taken for mentions, the other way round."""
    key, response, pairs = nonreferring_pairs(evidence)
    sides = [(side, kinds_of(side)) for side in (key, response)]
    comparable = bool({*sides[0][1]} & {*sides[1][1]} - {""})  # sides that share no kind name them differently

    def finding(verdict: str, mine: int | None, theirs: int | None) -> Finding:
        one, two = (
            () if row is None else (Ends((int(side.document[row]), side.mention(row)), (), kinds[row]),)
            for row, (side, kinds) in zip((mine, theirs), sides, strict=True)
        )
        return Finding(NONREFERRING, verdict, _document(evidence, one, two), one, two)

    for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True):
        one, two = sides[0][1][mine], sides[1][1][theirs]
        other = comparable and one and two and one != two
        yield finding(OTHER_KIND if other else RIGHT, mine, theirs)
    how = (evidence.partner, evidence.match, evidence.zeros, Notices())
    free = np.ones(key.mention_count, bool)
    free[pairs.key] = False
    taken = set(match(key.keep(free), evidence.matched_response, *how).key.tolist())
    for place, row in enumerate(np.flatnonzero(free).tolist()):
        yield finding("taken for a mention" if place in taken else "missed", row, None)
    free = np.ones(response.mention_count, bool)
    free[pairs.response] = False
    taken = set(match(evidence.matched_key, response.keep(free), *how).response.tolist())
    for place, row in enumerate(np.flatnonzero(free).tolist()):
        yield finding("a mention taken for it" if place in taken else "spurious", None, row)
