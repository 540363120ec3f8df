"""Sets of split antecedents: a plural entity has, beside its mentions, the set of the entities that it combines.

Paun, Yu, Moosavi & Poesio (2022). A set is made of atoms: entities without sets, each with all its mentions, also
those that are not scored themselves. Entities of one side that have equal sets are one entity.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.anaphora.places import Place, Twins
from corefscope.basics.escaping import cut
from corefscope.model import NONREFERRING, SPLIT_ANTECEDENT, Corpus, Integers, place_in_text
from corefscope.problems import FormatError, Notices
from corefscope.scoring.steps import Run

Node = tuple[bool, int]  # whether the entity refers to nothing, and its number in its corpus


class PluralEntity(NamedTuple):
    """An entity with a set, by its number in its corpus, and the mentions of each of the atoms of that set."""

    entity: int
    atoms: tuple[tuple[Place, ...], ...]


@dataclass(frozen=True)
class SideSets:
    """The sets of one side, in text order; each place of `set` and `atom` says that the atom is in the set."""

    entity: Integers  # of each set
    set: Integers  # ascending
    atom: Integers
    size: Integers  # mentions of each atom

    def of_entities(self, number: Integers) -> SideSets:
        """Number the entities anew; a set whose entity has the number -1 disappears."""
        entity = number[self.entity]
        there = entity >= 0
        rows = there[self.set]
        return replace(self, entity=entity[there], set=(np.cumsum(there) - 1)[self.set[rows]], atom=self.atom[rows])


@dataclass(frozen=True)
class Sets:
    """The sets of both sides, and how many mentions each atom of the key shares with each of the response."""

    key: SideSets
    response: SideSets
    key_atom: Integers
    response_atom: Integers
    shared: Integers


def notice_left_out(corpus: Corpus, notices: Notices) -> None:
    """Count the plural entities whose sets are not scored."""
    plural = {(document, each.anaphor) for document, each in corpus.relations if each.kind == SPLIT_ANTECEDENT}
    if plural:
        text = "the entities that a plural mention combines are left out; --split keep scores them"
        notices.add("sets-left-out", text, corpus.source, count=len(plural))


def with_plurals(
    corpus: Corpus, unit_of_document: Integers, zeros: bool, singletons: bool
) -> tuple[Corpus, list[PluralEntity]]:
    """Entities with equal sets merged, and, if said so, zeros and entities of one mention and no set dropped."""
    atoms = _atoms(corpus, unit_of_document)
    first: dict[frozenset[Node], int] = {}
    merged = np.arange(corpus.entity_count)
    for plural in sorted(atoms):
        merged[plural] = first.setdefault(atoms[plural], plural)
    entity = merged[corpus.entity]
    rows = ~corpus.is_zero() if zeros else np.ones(corpus.mention_count, bool)
    size = np.bincount(entity[rows], minlength=corpus.entity_count)
    size[np.array([each for each in first.values() if size[each]], np.int64)] += 1
    if singletons:
        rows &= size[entity] > 1
    mentions = _mentions(corpus, frozenset().union(*first))
    kept = corpus.keep(rows, entity)
    used = np.bincount(entity[rows], minlength=corpus.entity_count) > 0
    number = np.cumsum(used) - 1
    listed = sorted((places, each) for places, each in _first_places(kept, number, first.values(), used))
    of_entity = {each: nodes for nodes, each in first.items()}
    plurals = [
        PluralEntity(int(number[each]), tuple(mentions[node] for node in sorted(of_entity[each]))) for _, each in listed
    ]
    return kept, plurals


def _first_places(
    kept: Corpus, number: Integers, entities: Iterable[int], used: NDArray[np.bool_]
) -> Iterable[tuple[tuple[object, ...], int]]:
    """The document and place of the first mention of each entity, and the entity."""
    wanted = {int(number[each]): each for each in entities if used[each]}
    rows = defaultdict(list)
    for row in np.flatnonzero(np.isin(kept.entity, list(wanted))).tolist():
        start, end, length, listed = place_in_text(kept.positions(row))
        rows[int(kept.entity[row])].append((int(kept.document[row]), start, -end, -length, listed))
    return [(min(places), wanted[entity]) for entity, places in rows.items()]


def _atoms(corpus: Corpus, unit_of_document: Integers) -> dict[int, frozenset[Node]]:
    """The atoms of each plural entity; those of entities that refer to nothing are atoms too."""
    relations = [(document, each) for document, each in corpus.relations if each.kind == SPLIT_ANTECEDENT]
    if not relations:
        return {}
    units = {int(unit_of_document[document]) for document, _ in relations}
    nodes: dict[tuple[int, str], Node] = {}
    for silent, side in ((True, corpus.annotation(NONREFERRING)), (False, corpus)):
        unit = unit_of_document[side.entity_document]
        for entity in np.flatnonzero(np.isin(unit, list(units))).tolist():
            nodes[int(unit[entity]), side.entity_name(entity)] = (silent, entity)
    elements: dict[Node, list[Node]] = defaultdict(list)
    for document, each in relations:
        unit_number = int(unit_of_document[document])
        owner, element = (nodes.get((unit_number, name)) for name in (each.anaphor, each.antecedent))
        if owner is not None and element is not None:  # the reader warns of unknown entities
            elements[owner].append(element)
    found: dict[Node, frozenset[Node]] = {}
    for node in elements:
        _resolve(node, elements, found, corpus)
    return {entity: found[silent, entity] for silent, entity in elements if not silent}


def _resolve(
    start: Node, elements: Mapping[Node, Sequence[Node]], found: dict[Node, frozenset[Node]], corpus: Corpus
) -> None:
    """Find the atoms of a node and of all below it, without recursion: a file may nest sets deeply."""
    path: list[Node] = [start]
    above = {start}
    while path:
        node = path[-1]
        below = elements.get(node, ())
        waiting = next((each for each in below if each not in found and each in elements), None)
        if waiting is None:
            found[node] = frozenset().union(*(found.get(each, frozenset([each])) for each in below))
            above.discard(path.pop())
        elif waiting in above:
            one, two = (_name(each, corpus) for each in (node, waiting))
            fact = f"the set of entity {one} leads back to itself: {two} is in it, and it is in {two}"
            raise FormatError("circular-set", fact, *_where(node, corpus), hint="an entity cannot be a part of itself")
        else:
            path.append(waiting)
            above.add(waiting)


def _name(node: Node, corpus: Corpus) -> str:
    return cut((corpus.annotation(NONREFERRING) if node[0] else corpus).entity_name(node[1]))


def _where(node: Node, corpus: Corpus) -> tuple[str, int | None]:
    side = corpus.annotation(NONREFERRING) if node[0] else corpus
    return side.where(int(np.flatnonzero(side.entity == node[1])[0]))


def _mentions(corpus: Corpus, nodes: frozenset[Node]) -> dict[Node, tuple[Place, ...]]:
    """The mentions of each entity that is an atom."""
    found: dict[Node, list[Place]] = {node: [] for node in nodes}
    for silent, side in ((False, corpus), (True, corpus.annotation(NONREFERRING))):
        wanted = [entity for kind, entity in nodes if kind is silent]
        for row in np.flatnonzero(np.isin(side.entity, wanted)).tolist() if wanted else ():
            found[silent, int(side.entity[row])].append((int(side.document[row]), side.mention(row)))
    return {node: tuple(places) for node, places in found.items()}


def sets_of(key: Sequence[PluralEntity], response: Sequence[PluralEntity], twins: Twins) -> Sets | None:
    """The sets of both sides as arrays; None if there are none."""
    if not key and not response:
        return None
    mine, of_key = _side(key, {})
    theirs, of_response = _side(response, twins.of_responses(place for each in response for place in _places(each)))
    cells: dict[tuple[int, int], int] = defaultdict(int)
    for place, atom in of_response.items():
        if place in of_key:
            cells[of_key[place], atom] += 1
    columns = np.array([(*cell, count) for cell, count in sorted(cells.items())], np.int64).reshape(-1, 3).T
    return Sets(mine, theirs, *columns)


def _places(plural: PluralEntity) -> Iterable[Place]:
    return (place for atom in plural.atoms for place in atom)


def _side(plurals: Sequence[PluralEntity], same: Mapping[Place, Place]) -> tuple[SideSets, dict[Place, int]]:
    """The sets of one side, and the atom of each mention; a mention of the response is that of the key it matches."""
    numbers: dict[tuple[Place, ...], int] = {}
    rows = [
        (place, numbers.setdefault(atom, len(numbers))) for place, each in enumerate(plurals) for atom in each.atoms
    ]
    of_place = {same.get(place, place): number for atom, number in numbers.items() for place in atom}
    entity, size = (np.array(list(each), np.int64) for each in ((p.entity for p in plurals), map(len, numbers)))
    belongs = np.array(rows, np.int64).reshape(-1, 2).T
    return SideSets(entity, belongs[0], belongs[1], size), of_place


def with_sets(
    alignment: Alignment,
    corpora: tuple[Corpus, Corpus],
    partner: Integers,
    plurals: tuple[Sequence[PluralEntity], Sequence[PluralEntity]],
    run: Run,
    notices: Notices,
) -> Alignment:
    """The alignment with the sets of both sides, whose mentions are matched as in the run."""
    from corefscope.anaphora.split import OF_MENTIONS, scores_sets

    places = tuple(place for each in plurals[0] for atom in each.atoms for place in atom)
    twins = Twins(*corpora, partner, alignment, run.settings.match, run.settings.zeros, places)
    parts = [part for metric in run.metrics for part in metric.parts]
    without = [part.name for part in parts if not (scores_sets(part) or part.family.name in OF_MENTIONS)]
    if without:
        names = ", ".join(dict.fromkeys(without))
        text = f"{names}: not defined with sets of split antecedents; mentions alone are counted"
        notices.add("metric-without-sets", text, count=len(without))
    return replace(alignment, sets=sets_of(*plurals, twins))
