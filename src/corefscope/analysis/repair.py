"""Scores of a response with its mentions regrouped: some kinds of errors repaired, or all links right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.errors import KINDS, Errors
from corefscope.anaphora.sets import Sets
from corefscope.arrays import changes, components, distinct, order
from corefscope.metrics import AnyMetrics, Score
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.base import ALIGNMENT, CORPORA, ENTITY_TYPES
from corefscope.metrics.evidence import Evidence
from corefscope.model import Integers
from corefscope.scoring.totals import rescored
from corefscope.table import Table

ABSENT = -1


class Repair(NamedTuple):
    """The scores if one kind of error is repaired, alone and together with all earlier kinds of KINDS."""

    kind: str
    alone: Mapping[str, Score]
    cumulative: Mapping[str, Score]


def repairs(errors: Errors, metrics: AnyMetrics, average: str = "micro") -> list[Repair]:
    """Score the response with each kind of error repaired, for metrics of the Table."""
    possible = [each for each in parse_metrics(metrics) if not each.needs & {CORPORA, ENTITY_TYPES}]

    def scores(kinds: Collection[str]) -> dict[str, Score]:
        return rescored(repaired(errors, kinds), possible, average)

    kinds = list(KINDS)
    return [Repair(kind, scores([kind]), scores(kinds[:number])) for number, kind in enumerate(kinds, 1)]


def repaired(errors: Errors, kinds: Collection[str]) -> Evidence:
    """Return the evidence without errors of these kinds; without all kinds the response equals the key.

    A mention that the key lacks disappears if a repair makes it a singleton. Entities merge with all their
    mentions, unless their extra mentions are repaired too. A missing entity includes its pronouns.
    """
    response = _RepairedResponse(errors)
    for kind in (kind for kind in KINDS if kind in kinds):
        response.repair(kind)
    return response.evidence("span" in kinds)


class _RepairedResponse:
    """The mentions of the response, with a label for the entity of each."""

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        alignment = errors.evidence.alignment
        right, wrong = errors.spans
        self.label = alignment.response_entity.copy()
        self.label[right], self.label[wrong] = self.label[wrong], ABSENT
        self.next = int(self.label.max(initial=ABSENT)) + 1
        # Labels of entities that were singletons before any repair.
        self.alone = np.bincount(self.label + 1) == 1
        # The mentions of key entities, in text order, and the base of each.
        rows = order(errors.info.rank)
        rows = rows[alignment.key_entity[rows] >= 0]
        self.members = rows[order(alignment.key_entity[rows])]
        self.begin = np.flatnonzero(changes(alignment.key_entity[self.members]))
        self.base = self.first_members(~errors.info.is_pronoun)
        self.base = np.where(self.base == ABSENT, self.first_members(np.ones(len(self.label), bool)), self.base)
        self.extra = np.flatnonzero(alignment.key_entity < 0)

    def first_members(self, candidates: NDArray[np.bool_]) -> Integers:
        """Return for each key entity its first mention among the candidates, or ABSENT."""
        entity = self.errors.evidence.alignment.key_entity
        members = np.full(int(entity.max(initial=-1)) + 1, ABSENT)
        if len(self.begin):
            place = np.where(candidates[self.members], np.arange(len(self.members)), len(self.members))
            first = np.minimum.reduceat(place, self.begin)
            members[entity[self.members[self.begin]]] = np.append(self.members, ABSENT)[first]
        return members

    def repair(self, kind: str) -> None:
        """Apply the operations of a kind; then drop mentions that the key lacks and that repairs left alone."""
        label, (entity, rows, number) = self.label, self.errors.parts_of(kind)
        if kind == "divided":
            label = self.label = self.merged(entity, rows, number)
        elif kind in ("conflated", "missing entity"):
            label[rows] = self.new(len(entity))[number]
        elif kind in ("extra mention", "extra entity"):
            label[rows] = ABSENT
        elif kind == "missing mention":  # all join the first mention of the entity that is present
            there = self.first_members(label != ABSENT)
            joined = np.where(there >= 0, label[there], self.new(len(there)))
            label[rows] = joined[entity[number]]
        mine = label[self.extra] + 1
        left_alone = np.bincount(label + 1, minlength=len(self.alone))[mine] == 1
        left_alone[mine < len(self.alone)] &= ~self.alone[mine[mine < len(self.alone)]]
        label[self.extra[left_alone]] = ABSENT

    def new(self, count: int) -> Integers:
        """Return labels that no mention has had."""
        self.next += count
        return np.arange(self.next - count, self.next)

    def merged(self, entity: Integers, rows: Integers, number: Integers) -> Integers:
        """Return labels with the entities of each part merged with that of the base of its key entity."""
        base = self.base[entity]
        absent = base[self.label[base] == ABSENT]
        absent = absent[distinct(absent)[0]]
        self.label[absent] = self.new(len(absent))
        # Labels that operations connect become one.
        label = self.label[np.append(rows, base)]
        number = np.append(number, np.arange(len(base)))
        by_label = order(label)
        joined = components(label[by_label], number[by_label], self.next, len(base))
        merged = np.arange(ABSENT, self.next)
        merged[label[by_label] + 1] = self.new(int(joined.max(initial=-1)) + 1)[joined]
        return merged[self.label + 1]

    def evidence(self, spans: bool) -> Evidence:
        """Build the evidence; unrepaired spans keep the response's mention."""
        label = self.label.copy()
        if not spans:
            right, wrong = self.errors.spans
            label[wrong], label[right] = label[right], ABSENT
        return _regrouped(self.errors.evidence, label)


def best_scores(evidence: Evidence, metrics: AnyMetrics) -> dict[str, Score]:
    """Score the response with matched mentions grouped as in the key, and every other mention alone.

    Only metrics of the Table have a best score; `conll` follows from its parts. No other grouping of the same
    mentions has higher recall, precision or F1, with one exception: precision and F1 of CEAFe and BLANC (and of
    `conll` through CEAFe). Their precision counts entities and links, and extra mentions make fewer of them in one
    entity: against the key {a}, the response {a b} has CEAFe precision 2/3, but {a} {b} only 1/2.
    """
    alignment = evidence.alignment
    key, response = alignment.key_entity, alignment.response_entity
    label = np.where(key >= 0, key, len(alignment.key_entity_unit) + np.arange(len(key)))
    best = _regrouped(evidence, np.where(response >= 0, label, ABSENT))
    beyond = {ALIGNMENT, CORPORA, ENTITY_TYPES}
    possible = [each for each in parse_metrics(metrics) if not any(part.family.needs & beyond for part in each.parts)]
    return rescored(best, possible, "micro")


def _regrouped(evidence: Evidence, label: Integers) -> Evidence:
    alignment = regrouped(evidence.alignment, label)
    return replace(evidence, alignment=alignment, table=Table.from_alignment(alignment))


def regrouped(alignment: Alignment, label: Integers) -> Alignment:
    """Return the alignment with response entities by label, -1 for mentions that the response lacks.

    Rows that are left on neither side disappear; new entities have no types, since they belong to neither side.
    """
    there = np.flatnonzero(label >= 0)
    entity = np.full(len(label), -1, np.int64)
    first, entity[there] = distinct(label[there])
    rows = there[first]
    changed = replace(
        alignment,
        response_entity=entity,
        response_entity_unit=alignment.unit[rows],
        response_entity_type=None,
        sets=None if alignment.sets is None else _with_first_mentions(alignment.sets, alignment, entity),
    )
    return changed.keep((alignment.key_entity >= 0) | (entity >= 0))


def _with_first_mentions(sets: Sets, alignment: Alignment, entity: Integers) -> Sets:
    """Give each set of the response to the new entity of its entity's first mention; at most one set each."""
    rows = np.flatnonzero((alignment.response_entity >= 0) & (entity >= 0))[::-1]
    number = np.full(len(alignment.response_entity_unit) + 1, -1, np.int64)  # the last for sets that do not count
    number[alignment.response_entity[rows]] = entity[rows]
    owners = sets.response.entity
    twice = np.isin(np.arange(len(owners)), np.unique(number[owners], return_index=True)[1], invert=True)
    number[owners[twice]] = -1
    return replace(sets, response=sets.response.of_entities(number))
