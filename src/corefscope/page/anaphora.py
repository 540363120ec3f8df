"""What stands beside the entities, for the page: sets, bridging and markables that refer to nothing, with verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import align, match
from corefscope.alignment.mentions.twins import Place, Twins
from corefscope.alignment.sets import sets_of, with_plurals
from corefscope.analysis.mistakes.anaphora import bridging_verdicts, nonreferring_verdicts, set_verdicts
from corefscope.metrics.bridging import BridgingPair, bridging_pairs, pairs_of
from corefscope.metrics.evidence import Evidence, Whole
from corefscope.metrics.nonreferring import kinds_of
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Corpus, Integers
from corefscope.page.segments import TextSegments
from corefscope.problems import Notices
from corefscope.table import Table

Runs = list[tuple[int, int]]
Ends = tuple[int, list[Runs], str]  # key document, the anaphor before its antecedents, the relation or kind
KINDS = ("sets", "bridging", "nonreferring")


def anaphora(evidence: Evidence, texts: Sequence[TextSegments]) -> list[dict[str, Any]]:
    """List all of it in text order; nothing where neither side has any.

    An item has the runs of its anaphor and of its antecedents in each side that has it. There is no verdict where one
    side has nothing of the kind at all.
    """
    whole = evidence.whole
    if whole is None:
        return []
    quiet = replace(evidence, notices=None)
    found = []
    for kind, items in zip(KINDS, (_sets, _bridging, _nonreferring), strict=True):
        both = all(_has(side, kind) for side in (whole.key, whole.response))
        if not both and not any(_has(side, kind) for side in (whole.key, whole.response)):
            continue
        for verdict, mine, theirs in items(quiet, whole, _places(texts)):
            shown: dict[str, Any] = {"kind": kind, "document": (mine or theirs or (0,))[0]}
            shown |= {"verdict": verdict} if both else {}
            for name, ends in (("key", mine), ("response", theirs)):
                if ends is not None:
                    shown[name] = {"ends": ends[1], "label": ends[2]}
            if mine or theirs:
                found.append(shown)
    return sorted(found, key=lambda item: (item["document"], (item.get("key") or item["response"])["ends"]))


def _has(side: Corpus, kind: str) -> bool:
    if kind == "nonreferring":
        return side.annotation(NONREFERRING).mention_count > 0
    relation = SPLIT_ANTECEDENT if kind == "sets" else BRIDGING
    return any(each.kind == relation for _, each in side.relations)


def _places(texts: Sequence[TextSegments]) -> Callable[[int, Sequence[int]], Runs]:
    """Return a function from positions in a key document to runs of segments; none where the text is unknown."""

    def runs(document: int, positions: Sequence[int]) -> Runs:
        return texts[document].of_positions(positions) if texts[document].words is not None else []

    return runs


Items = Iterator[tuple[str, Ends | None, Ends | None]]
FindRuns = Callable[[int, Sequence[int]], Runs]


def _linked(pairs: Sequence[BridgingPair], document: int, runs: FindRuns) -> Ends | None:
    """The ends of links of one anaphor; None where the text does not have it."""
    anaphor = pairs[0].anaphor
    if anaphor is None or not (first := runs(document, anaphor[1].covered)):
        return None
    ends = [runs(document, pair.antecedent[1].covered) for pair in pairs if pair.antecedent is not None]
    return document, [first, *ends], pairs[0].label


def _bridging(evidence: Evidence, whole: Whole, runs: FindRuns) -> Items:
    pairs = bridging_pairs(evidence)
    own = [pair for pair in pairs_of(whole.response) if evidence.partner[pair.document] >= 0]
    for verdict, mine, theirs in bridging_verdicts(pairs):
        one = None if mine is None else _linked([pairs.key[mine]], pairs.key[mine].document, runs)
        two = None if theirs is None else _linked([own[theirs]], int(evidence.partner[own[theirs].document]), runs)
        yield verdict, one, two


def _nonreferring(evidence: Evidence, whole: Whole, runs: FindRuns) -> Items:
    key, response, found = nonreferring_verdicts(evidence)
    sides = ((key, kinds_of(key), np.arange(key.document_count)), (response, kinds_of(response), evidence.partner))

    def ends(side: int, row: int | None) -> Ends | None:
        corpus, kinds, documents = sides[side]
        if row is None:
            return None
        document = int(documents[corpus.document[row]])
        covered = runs(document, corpus.positions(row))
        return (document, [covered], kinds[row]) if covered else None

    for verdict, mine, theirs in found:
        yield verdict, ends(0, mine), ends(1, theirs)


def _sets(evidence: Evidence, whole: Whole, runs: FindRuns) -> Items:
    """Sets as they are scored; under `--split drop` as they would be."""
    if evidence.alignment.sets is None:
        evidence = _with_sets(evidence, whole)
    sides = (
        (whole.key, evidence.matched_key, np.arange(whole.key.document_count)),
        (whole.response, evidence.matched_response, evidence.partner),
    )
    listed: list[dict[int, list[Ends]]] = []
    for side, matched, documents in sides:
        links: dict[Place, list[BridgingPair]] = defaultdict(list)
        for pair in pairs_of(side, SPLIT_ANTECEDENT):
            if pair.anaphor is not None and documents[pair.document] >= 0:
                links[pair.anaphor].append(pair)
        entity = _entities(matched, links)
        by_entity: dict[int, list[Ends]] = defaultdict(list)
        for place, pairs in links.items():
            ends = _linked(pairs, int(documents[place[0]]), runs)
            if ends is not None and place in entity:
                by_entity[entity[place]].append(ends)
        listed.append(by_entity)
    for verdict, mine, theirs in set_verdicts(evidence):
        one = listed[0].get(mine, []) if mine is not None else []
        two = listed[1].get(theirs, []) if theirs is not None else []
        for mine_ends, their_ends in zip_longest(one, two):  # entities with equal sets are one
            yield verdict, mine_ends, their_ends


def _entities(corpus: Corpus, places: dict[Place, list[BridgingPair]]) -> dict[Place, int]:
    """Return the entity of each of the places that is a mention of the corpus."""
    rows = np.flatnonzero(np.isin(corpus.document, list({document for document, _ in places})))
    found = {(int(corpus.document[row]), corpus.mention(int(row))): int(corpus.entity[row]) for row in rows}
    return {place: found[place] for place in places if place in found}


def _with_sets(evidence: Evidence, whole: Whole) -> Evidence:
    key_unit: Integers = whole.unit_of_document
    response_unit = np.append(key_unit, -1)[evidence.partner]
    key, response = (resolve_repeats(side, "first", Notices()).corpus for side in (whole.key, whole.response))
    drop = evidence.zeros == "drop"
    one, mine = with_plurals(key, key_unit, drop, False)
    two, theirs = with_plurals(response, response_unit, drop, False)
    pairs = match(one, two, evidence.partner, evidence.match, evidence.zeros, Notices())
    alignment = align(one, two, pairs, key_unit[one.entity_document], response_unit[two.entity_document])
    alignment = replace(alignment, units=evidence.alignment.units)
    places = tuple(place for each in mine for atom in each.atoms for place in atom)
    twins = Twins(one, two, evidence.partner, alignment, evidence.match, evidence.zeros, places)
    alignment = replace(alignment, sets=sets_of(mine, theirs, twins))
    table = Table.from_alignment(alignment)
    return replace(evidence, matched_key=one, matched_response=two, alignment=alignment, table=table)
