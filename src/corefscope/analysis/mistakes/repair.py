"""Scores of a response with some kinds of errors repaired."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.mistakes.errors import KINDS, Errors, Operations
from corefscope.analysis.regrouping import regrouped
from corefscope.arrays import changes, components, distinct, order
from corefscope.metrics import AnyMetrics, Score, metrics
from corefscope.metrics.base import CORPORA, ENTITY_TYPES
from corefscope.metrics.evidence import Evidence
from corefscope.model import Integers
from corefscope.problems import UnknownName
from corefscope.scoring.totals import rescored
from corefscope.table import Table

ABSENT = -1


@dataclass(frozen=True)
class Repair:
    """The scores if one kind of error is repaired, alone and together with all earlier kinds of KINDS."""

    kind: str
    alone: Mapping[str, Score]
    cumulative: Mapping[str, Score]


def repairs(errors: Errors, wanted: AnyMetrics, average: str = "micro") -> list[Repair]:
    """Score the response with each kind of error repaired, for metrics of the Table."""
    possible = [each for each in metrics(wanted) if not each.needs & {CORPORA, ENTITY_TYPES}]
    found: list[Repair] = []
    start = _RepairState(errors)
    together = start.fresh()
    for kind in KINDS:
        together.repair(kind)  # on top of all earlier kinds, of which spans are the first
        cumulative = rescored(together.evidence(spans=True), possible, average)
        alone = rescored(start.repaired([kind]), possible, average) if found else cumulative
        found.append(Repair(kind, alone, cumulative))
    return found


def repaired(errors: Errors, kinds: Collection[str]) -> Evidence:
    """Return the evidence without errors of these kinds; without all kinds the response equals the key.

    A mention that the key lacks disappears if a repair leaves it alone in its entity. Entities merge with all their
    mentions, unless their extra mentions are repaired too. A missing entity includes its pronouns.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName("error type", kind, KINDS)
    return _RepairState(errors).repaired(kinds)


class _RepairState:
    """The mentions of the response, with a label for the entity of each."""

    def __init__(self, errors: Errors) -> None:
        self.errors, self.info = errors, errors.info
        alignment = errors.evidence.alignment
        self.spans = tuple(np.array(list(rows), np.int64) for rows in (errors.spans, errors.spans.values()))
        self.label = alignment.response_entity.copy()
        mine, theirs = self.spans
        self.label[mine], self.label[theirs] = self.label[theirs], ABSENT
        self.next = int(self.label.max(initial=ABSENT)) + 1
        self.operations = {kind: errors.operations.of_kind(number) for number, kind in enumerate(KINDS)}
        # Labels of entities of one mention, which repairs did not leave alone.
        self.alone = np.bincount(self.label + 1) == 1
        # The mentions of key entities, in text order, and the base of each.
        rows = order(self.info.rank)
        rows = rows[alignment.key_entity[rows] >= 0]
        self.members = rows[order(alignment.key_entity[rows])]
        self.begin = np.flatnonzero(changes(alignment.key_entity[self.members]))
        self.base = self.first_members(~self.info.is_pronoun)
        never = self.base == ABSENT
        self.base[never] = self.first_members(np.ones(len(self.label), bool))[never]
        self.extra = np.flatnonzero(alignment.key_entity < 0)

    def first_members(self, wanted: NDArray[np.bool_]) -> Integers:
        """Return for each key entity its first mention that is wanted, or ABSENT."""
        entity = self.errors.evidence.alignment.key_entity
        found = np.full(int(entity.max(initial=-1)) + 1, ABSENT)
        if len(self.begin):
            place = np.where(wanted[self.members], np.arange(len(self.members)), len(self.members))
            first = np.minimum.reduceat(place, self.begin)
            found[entity[self.members[self.begin]]] = np.append(self.members, ABSENT)[first]
        return found

    def repaired(self, kinds: Collection[str]) -> Evidence:
        """Return the evidence after these repairs, applied to a copy; the shared data is computed once."""
        state = self.fresh()
        for kind in (kind for kind in KINDS if kind in kinds):
            state.repair(kind)
        return state.evidence("span" in kinds)

    def fresh(self) -> _RepairState:
        state = copy(self)
        state.label = self.label.copy()
        return state

    def repair(self, kind: str) -> None:
        """Apply the operations of a kind; then drop mentions that the key lacks and that repairs left alone."""
        made, label = self.operations[kind], self.label
        if kind == "divided":
            self.merge(made)
        elif kind in ("conflated", "missing entity"):
            label[made.rows] = self.new(len(made.kind))[made.number]
        elif kind in ("extra mention", "extra entity"):
            label[made.rows] = ABSENT
        elif kind == "missing mention":  # all join the first mention of the entity that is present
            there = self.first_members(label != ABSENT)
            joined = np.where(there >= 0, label[there], self.new(len(there)))
            label[made.rows] = joined[made.entity[made.number]]
        mine = label[self.extra] + 1
        left_alone = np.bincount(label + 1, minlength=len(self.alone))[mine] == 1
        left_alone[mine < len(self.alone)] &= ~self.alone[mine[mine < len(self.alone)]]
        label[self.extra[left_alone]] = ABSENT

    def new(self, count: int) -> Integers:
        """Return labels that no mention has had."""
        self.next += count
        return np.arange(self.next - count, self.next)

    def merge(self, made: Operations) -> None:
        """Merge the entities of each part with that of the base of its key entity."""
        base = self.base[made.entity]
        absent = base[self.label[base] == ABSENT]
        absent = absent[distinct(absent)[0]]
        self.label[absent] = self.new(len(absent))
        # Labels that hang together through operations become one.
        label = self.label[np.append(made.rows, base)]
        operation = np.append(made.number, np.arange(len(base)))
        by_label = order(label)
        joined = components(label[by_label], operation[by_label], self.next, len(base))
        merged = np.arange(ABSENT, self.next)
        merged[label[by_label] + 1] = self.new(int(joined.max(initial=-1)) + 1)[joined]
        self.label = merged[self.label + 1]

    def evidence(self, spans: bool) -> Evidence:
        """Build the evidence; unrepaired spans keep the response's mention."""
        evidence, label = self.errors.evidence, self.label
        if not spans:
            mine, theirs = self.spans
            label[theirs], label[mine] = label[mine], ABSENT
        # A repaired entity belongs to neither side, so it has no type.
        changed = regrouped(evidence.alignment, label)
        return replace(evidence, alignment=changed, table=Table.from_alignment(changed))
