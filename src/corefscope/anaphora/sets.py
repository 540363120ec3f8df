"""Sets of split antecedents: a plural entity has, besides its mentions, the set of the entities that it combines.

Paun, Yu, Moosavi & Poesio (2022). A set consists of atoms: entities without sets, each with all its mentions, even
those that are not scored themselves. Entities of one side with equal sets are merged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import product
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment, match
from corefscope.alignment.mentions.coverage import with_spans
from corefscope.basics.escaping import cut
from corefscope.metrics import Metric
from corefscope.model import NONREFERRING, SPLIT_ANTECEDENT, Corpus, Integers, Mention, place_in_text
from corefscope.problems import FormatError, Notices, SettingsError
from corefscope.scoring.steps import Run
from corefscope.settings import Settings
from corefscope.table import Entities, Table

Place = tuple[int, Mention]  # a document of its side, and a mention
Node = tuple[bool, int]  # whether the entity refers to nothing, and its number in its corpus


class PluralEntity(NamedTuple):
    """An entity with a set: its number in its corpus, and the mentions of each atom of the set."""

    entity: int
    atoms: tuple[tuple[Place, ...], ...]


@dataclass(frozen=True)
class SideSets:
    """The sets of one side, in text order."""

    entity: Integers  # of each set; -1 if it does not count
    atoms: Entities  # whose units are the sets

    def of_entities(self, number: Integers) -> SideSets:
        """Number the entities anew; a set whose entity has the number -1 does not count."""
        return replace(self, entity=np.append(number, -1)[self.entity])


@dataclass(frozen=True)
class Sets:
    """The sets of both sides, and the pairs of sets that share a mention."""

    key: SideSets
    response: SideSets
    key_set: Integers  # of each pair
    response_set: Integers
    pairs: Table  # of the atoms of each pair, which is a unit


def check_left_out(corpus: Corpus, metrics: Iterable[Metric], notices: Notices) -> None:
    """Warn about plural entities whose sets are not scored; raise an error if a metric scores sets."""
    plural = {(document, each.anaphor) for document, each in corpus.relations if each.kind == SPLIT_ANTECEDENT}
    if plural and any(metric.family.name == "split" for metric in metrics):
        fact = "the metric split scores sets of split antecedents, which are left out"
        raise SettingsError("sets-left-out", fact, corpus.source, hint="use --split keep")
    if plural:
        text = "the entities that a plural mention combines are left out; --split keep scores them"
        notices.add("sets-left-out", text, corpus.source, count=len(plural))


def merge_split_sets(
    corpus: Corpus, unit_of_document: Integers, zeros: bool, singletons: bool
) -> tuple[Corpus, list[PluralEntity]]:
    """Merge entities with equal sets; optionally drop zeros, and singletons without a set."""
    atoms = _atoms(corpus, unit_of_document)
    first: dict[frozenset[Node], int] = {}  # the entity of each set
    merged = np.arange(corpus.entity_count)
    for plural in sorted(atoms):
        merged[plural] = first.setdefault(atoms[plural], plural)
    entity = merged[corpus.entity]
    rows = ~corpus.is_zero() if zeros else np.ones(corpus.mention_count, bool)
    size = np.bincount(entity[rows], minlength=corpus.entity_count)
    plurals = [each for each in first.values() if size[each]]
    size[plurals] += 1
    if singletons:
        rows &= size[entity] > 1
    mentions = _mentions(corpus, frozenset().union(*first))
    places: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for row in np.flatnonzero(rows & np.isin(entity, plurals)).tolist():
        start, end, length, listed = place_in_text(corpus.positions(row))
        places[int(entity[row])].append((int(corpus.document[row]), start, -end, -length, listed))
    number = np.cumsum(np.bincount(entity[rows], minlength=corpus.entity_count) > 0) - 1
    in_text = sorted((min(places[each]), each, nodes) for nodes, each in first.items() if size[each])
    return corpus.keep(rows, entity), [
        PluralEntity(int(number[each]), tuple(mentions[node] for node in sorted(nodes))) for _, each, nodes in in_text
    ]


def _atoms(corpus: Corpus, unit_of_document: Integers) -> dict[int, frozenset[Node]]:
    """Return the atoms of each plural entity; non-referring entities may be atoms too."""
    relations = [(document, each) for document, each in corpus.relations if each.kind == SPLIT_ANTECEDENT]
    if not relations:
        return {}
    units = {int(unit_of_document[document]) for document, _ in relations}
    nodes: dict[tuple[int, str], Node] = {}
    sides = {True: corpus.annotation(NONREFERRING), False: corpus}
    for silent, side in sides.items():
        unit = unit_of_document[side.entity_document]
        for entity in np.flatnonzero(np.isin(unit, list(units))).tolist():
            nodes[int(unit[entity]), side.entity_name(entity)] = (silent, entity)
    elements: dict[Node, list[Node]] = defaultdict(list)
    for document, each in relations:
        unit_number = int(unit_of_document[document])
        owner, element = (nodes.get((unit_number, name)) for name in (each.anaphor, each.antecedent))
        if owner is not None and element is not None:  # the reader warns of unknown entities
            elements[owner].append(element)
    atoms: dict[Node, frozenset[Node]] = {}
    try:
        for node in TopologicalSorter(elements).static_order():
            below = elements.get(node)
            atoms[node] = frozenset([node]) if below is None else frozenset().union(*(atoms[each] for each in below))
    except CycleError as error:
        circle: list[Node] = error.args[1]
        names = [cut(sides[silent].entity_name(entity)) for silent, entity in circle]
        silent, entity = circle[0]
        where = sides[silent].where(int(np.flatnonzero(sides[silent].entity == entity)[0]))
        fact = f"the set of entity {names[0]} leads back to itself: {' in '.join(names)}"
        raise FormatError("circular-set", fact, *where, hint="an entity cannot be a part of itself") from None
    return {entity: atoms[silent, entity] for silent, entity in elements if not silent}


def _mentions(corpus: Corpus, nodes: frozenset[Node]) -> dict[Node, tuple[Place, ...]]:
    """Return the mentions of each atom."""
    mentions: dict[Node, list[Place]] = {node: [] for node in nodes}
    for silent, side in ((False, corpus), (True, corpus.annotation(NONREFERRING))):
        entities = [entity for kind, entity in nodes if kind is silent]
        for row in np.flatnonzero(np.isin(side.entity, entities)).tolist() if entities else ():
            mentions[silent, int(side.entity[row])].append((int(side.document[row]), side.mention(row)))
    return {node: tuple(places) for node, places in mentions.items()}


def sets_of(key: Sequence[PluralEntity], response: Sequence[PluralEntity], twins: MatchedMentions) -> Sets | None:
    """Return the sets of both sides and their pairs, or None if neither side has a set."""
    if not key and not response:
        return None
    same = twins.of_responses(place for each in response for atom in each.atoms for place in atom)
    mine, theirs = _SetsOfAtoms(key, {}), _SetsOfAtoms(response, same)
    shared = Counter((mine.atom_of[place], atom) for place, atom in theirs.atom_of.items() if place in mine.atom_of)
    cells: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    for (one, two), count in shared.items():
        for (key_set, place), (response_set, other) in product(mine.places[one], theirs.places[two]):
            cells[key_set, response_set].append((place, other, count))
    pairs = np.array(sorted(cells), np.int64).reshape(-1, 2).T
    atoms, first = zip(*(side.atoms(sets) for side, sets in zip((mine, theirs), pairs, strict=True)), strict=True)
    listed = [
        (first[0][number] + place, first[1][number] + other, count)
        for number, pair in enumerate(sorted(cells))
        for place, other, count in sorted(cells[pair])
    ]
    table = Table(len(cells), *atoms, *np.array(listed, np.int64).reshape(-1, 3).T)
    sides = [SideSets(each.entity, each.atoms(range(len(each.entity)))[0]) for each in (mine, theirs)]
    return Sets(sides[0], sides[1], pairs[0], pairs[1], table)


class _SetsOfAtoms:
    """The sets of one side as lists of atoms; a response mention becomes the key mention that it matches."""

    def __init__(self, plurals: Sequence[PluralEntity], same: Mapping[Place, Place]) -> None:
        numbers: dict[tuple[Place, ...], int] = {}
        self.entity = np.array([plural.entity for plural in plurals], np.int64)
        self._sets = [[numbers.setdefault(atom, len(numbers)) for atom in plural.atoms] for plural in plurals]
        self._size = list(map(len, numbers))
        self.atom_of = {same.get(place, place): number for atom, number in numbers.items() for place in atom}
        self.places: list[list[tuple[int, int]]] = [[] for _ in numbers]  # the sets of each atom, and where it is there
        for number, atoms in enumerate(self._sets):
            for place, atom in enumerate(atoms):
                self.places[atom].append((number, place))

    def atoms(self, sets: Iterable[int]) -> tuple[Entities, Integers]:
        """Return the atoms of some sets, each of which is a unit, and the first atom of each."""
        listed = [self._sets[number] for number in sets]
        length = np.array(list(map(len, listed)), np.int64)
        size = np.array([self._size[atom] for atoms in listed for atom in atoms], np.int64)
        return Entities(len(listed), np.repeat(np.arange(len(listed)), length), size), np.cumsum(length) - length


def with_sets(
    alignment: Alignment,
    corpora: tuple[Corpus, Corpus],
    partner: Integers,
    plurals: tuple[Sequence[PluralEntity], Sequence[PluralEntity]],
    run: Run,
    notices: Notices,
) -> Alignment:
    """Return the alignment with the sets of both sides, whose mentions are matched as in the run."""
    from corefscope.anaphora.split import OF_MENTIONS, scores_sets

    places = tuple(place for each in plurals[0] for atom in each.atoms for place in atom)
    twins = MatchedMentions(*corpora, partner, alignment, run.settings, places)
    parts = [part for metric in run.metrics for part in metric.parts]
    without = [part.name for part in parts if not (scores_sets(part) or part.family.name in OF_MENTIONS)]
    if without:
        names = ", ".join(dict.fromkeys(without))
        text = f"{names}: not defined with sets of split antecedents; mentions alone are counted"
        notices.add("metric-without-sets", text, count=len(without))
    return replace(alignment, sets=sets_of(*plurals, twins))


class MatchedMentions(NamedTuple):
    """The matching of a run: by the Alignment, and then by the same rules among the mentions that it leaves."""

    key: Corpus
    response: Corpus
    partner: Integers
    alignment: Alignment
    settings: Settings
    key_places: tuple[Place, ...] = ()  # mentions of the key that may not be in the Alignment

    def of_responses(self, places: Iterable[Place]) -> dict[Place, Place]:
        """Map each place of the response to that of the matching key mention, or to an unused place."""
        places = list(dict.fromkeys(places))
        if self.settings.match == "exact" and self.settings.zeros != "dependent":
            return {(document, mention): (int(self.partner[document]), mention) for document, mention in places}
        twins: dict[Place, Place] = {}
        free = []
        for row, other in zip(self.alignment.key_row.tolist(), self.alignment.response_row.tolist(), strict=True):
            if row >= 0 and other >= 0:
                twins[_place(self.response, other)] = _place(self.key, row)
            elif row >= 0:
                free.append(_place(self.key, row))
        taken = set(twins.values())
        free += [place for place in self.key_places if place not in taken]
        own = sorted(dict.fromkeys(free), key=itemgetter(0))
        others = sorted((place for place in places if place not in twins), key=itemgetter(0))
        if own and others:
            one, two = of_places(self.key, own), of_places(self.response, others)
            pairs = match(one, two, self.partner, self.settings.match, self.settings.zeros, Notices())
            for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True):
                twins[others[theirs]] = own[mine]
        # Documents of the key have numbers from 0.
        return {place: twins.get(place, (-1 - place[0], place[1])) for place in places}


def _place(corpus: Corpus, row: int) -> Place:
    return int(corpus.document[row]), corpus.mention(row)


def of_places(corpus: Corpus, places: Sequence[Place]) -> Corpus:
    """Return a corpus of the same documents with these mentions, each in an entity by itself."""
    document = np.array([document for document, _ in places], np.int64)
    alone = replace(
        corpus,
        document=document,
        line=np.zeros_like(document),
        type=None,
        entity=np.arange(len(places)),
        entity_document=document,
        entity_id=np.arange(len(places)).astype(str).astype(object),
        entity_type=None,
        entity_rank=None,
        relations=(),
        annotations={},
    )
    alone = with_spans(alone, [mention for _, mention in places])
    # Mentions without minimum spans do not get one from a parse here.
    return alone if alone.minimum is not None else replace(alone, minimum=np.full(len(places), -1))
