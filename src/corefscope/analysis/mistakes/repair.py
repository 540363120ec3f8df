"""Scores of a response with some kinds of errors repaired."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from corefscope.analysis.mistakes.errors import KINDS, Errors, Operation, base
from corefscope.analysis.regrouping import regrouped
from corefscope.metrics import AnyMetrics, Score, metrics
from corefscope.metrics.base import ENTITY_TYPES
from corefscope.metrics.evidence import Evidence, HasMentions
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
    possible = [each for each in metrics(wanted) if each.input is not HasMentions and ENTITY_TYPES not in each.needs]
    found = []
    start = _RepairState(errors)
    together = start.fresh()
    for kind in KINDS:
        together.repair(kind)  # on top of all earlier kinds, of which spans are the first
        alone = rescored(start.repaired([kind]), possible, average)
        found.append(Repair(kind, alone, rescored(together.evidence(spans=True), possible, average)))
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
        labels = alignment.response_entity.copy()
        for mine, theirs in errors.spans.items():
            labels[mine], labels[theirs] = labels[theirs], ABSENT
        self.label: list[int] = labels.tolist()
        self.keys: list[int] = alignment.key_entity.tolist()
        self.next = int(labels.max(initial=ABSENT)) + 1
        self.alone = {label for label, count in Counter(self.label).items() if count == 1}
        self.members: dict[int, list[int]] = defaultdict(list)
        for row in np.argsort(self.info.rank, kind="stable").tolist():
            if self.keys[row] >= 0:
                self.members[self.keys[row]].append(row)
        self.merged: dict[int, int] = {}
        self.operations: dict[str, list[Operation]] = {kind: [] for kind in KINDS}
        for operation in errors.operations:
            self.operations[operation.kind].append(operation)
        self.found: dict[int, int] = {}  # label for missing mentions of a key entity
        pronoun: list[bool] = self.info.is_pronoun.tolist()
        self.bases = {entity: base(rows, pronoun) for entity, rows in self.members.items()}
        self.extra = [row for row, key in enumerate(self.keys) if key < 0]

    def repaired(self, kinds: Collection[str]) -> Evidence:
        """Return the evidence after these repairs, applied to a copy; the shared data is computed once."""
        state = self.fresh()
        for kind in (kind for kind in KINDS if kind in kinds):
            state.repair(kind)
        return state.evidence("span" in kinds)

    def fresh(self) -> _RepairState:
        state = copy(self)
        state.label, state.merged, state.found = list(self.label), {}, {}
        return state

    def repair(self, kind: str) -> None:
        for operation in self.operations[kind]:
            self.apply(kind, operation.part, operation.entity)
        self.drop_left_alone()

    def new(self) -> int:
        self.next += 1
        return self.next - 1

    def root(self, label: int) -> int:
        """Return the final label after merges, with path halving."""
        above = self.merged.get(label)
        while above is not None:
            further = self.merged.get(above)
            if further is None:
                return above
            self.merged[label] = further
            label, above = further, self.merged.get(further)
        return label

    def apply(self, kind: str, part: tuple[int, ...], entity: int) -> None:
        if kind == "span":
            return
        if kind == "divided":
            stays = self.bases[entity]
            if self.label[stays] == ABSENT:
                self.label[stays] = self.new()
            for row in part:
                one, two = self.root(self.label[row]), self.root(self.label[stays])
                if one != two:
                    self.merged[one] = two
            return
        if kind in ("conflated", "missing entity"):
            label = self.new()
        elif kind in ("extra mention", "extra entity"):
            label = ABSENT
        else:  # all missing mentions join the first mention of the entity that is present
            if entity not in self.found:
                there = next((row for row in self.members[entity] if self.label[row] != ABSENT), None)
                self.found[entity] = self.new() if there is None else self.label[there]
            label = self.found[entity]
        for row in part:
            self.label[row] = label

    def drop_left_alone(self) -> None:
        """Apply merges, and drop mentions that the key lacks and that repairs left alone."""
        if self.merged:
            self.label = [label if label == ABSENT else self.root(label) for label in self.label]
            self.merged = {}
        count = Counter(self.label)
        for row in self.extra:
            label = self.label[row]
            if count[label] == 1 and label not in self.alone and label != ABSENT:
                self.label[row] = ABSENT

    def evidence(self, spans: bool) -> Evidence:
        """Build the evidence; unrepaired spans keep the response's mention."""
        evidence = self.errors.evidence
        alignment, label = evidence.alignment, self.label
        if not spans:
            for mine, theirs in self.errors.spans.items():
                label[theirs], label[mine] = label[mine], ABSENT
        # A repaired entity belongs to neither side, so it has no type.
        changed = regrouped(alignment, np.array(label, np.int64))
        return replace(evidence, alignment=changed, table=Table.from_alignment(changed))
