"""Scores of a response after repairing some kinds of errors, or all of its links."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.errors import KINDS, Errors
from corefscope.anaphora.sets import Sets
from corefscope.arrays import distinct
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
    """Return the evidence without errors of these kinds; without errors of any kind, the response equals the key.

    A mention that the key lacks disappears if a repair makes it a singleton. Entities merge with all their
    mentions, unless their extra mentions are repaired too. A missing entity includes its pronouns.
    """
    members, pronoun, (right, wrong) = errors.key_members, errors.info.is_pronoun.tolist(), errors.spans
    label = errors.response_entity.copy()  # the entity of each row
    for row in wrong:
        label[row] = ABSENT
    size = Counter(label)
    alone = {entity for entity, count in size.items() if count == 1}  # before any repair
    new = itertools.count(max(label, default=0) + 1)

    def move(rows: Iterable[int], entity: int) -> None:
        for row in rows:
            size[label[row]] -= 1
            size[entity] += 1
            label[row] = entity

    for kind in (kind for kind in KINDS if kind in kinds):
        entities: dict[int, list[int]] = defaultdict(list)
        for row, entity in enumerate(label if kind == "divided" else ()):
            entities[entity].append(row)
        for _, number, part in (part for part in errors.parts if part.kind == kind):
            if kind in ("conflated", "missing entity"):
                move(part, next(new))
            elif kind in ("extra mention", "extra entity"):
                move(part, ABSENT)
            elif kind == "missing mention":  # it joins the entity's first mention in the response
                present = (label[row] for row in members[number] if label[row] != ABSENT)
                target = next(present, None)
                move(part, next(new) if target is None else target)
            elif kind == "divided":  # the entities of its parts merge with the base's
                base = next((row for row in members[number] if not pronoun[row]), members[number][0])
                if label[base] == ABSENT:
                    move([base], next(new))
                    entities[label[base]] = [base]
                for row in part:
                    if label[row] != label[base]:
                        few, many = sorted((label[row], label[base]), key=size.__getitem__)
                        alone -= {few, many}
                        entities[many] += entities[few]
                        move(entities.pop(few), many)
        extra = (row for row in members[-1] if label[row] != ABSENT and label[row] not in alone)
        move([row for row in extra if size[label[row]] == 1], ABSENT)
    if "span" not in kinds:
        for one, two in zip(right, wrong, strict=True):
            label[two], label[one] = label[one], ABSENT
    return _regroup_evidence(errors.evidence, np.array(label, np.int64))


def best_scores(evidence: Evidence, metrics: AnyMetrics) -> dict[str, Score]:
    """Score the response with matched mentions grouped as in the key, and every other mention as a singleton.

    Only metrics of the Table have a best score; `conll` follows from its parts. No other grouping of the same
    mentions has higher recall, precision or F1, with one exception: precision and F1 of CEAFe and BLANC (and of
    `conll` through CEAFe). Their precision divides by response entities or links, so joining extra
    mentions can raise it: against the key {a}, {a b} has CEAFe precision 2/3, but {a} {b} only 1/2.
    """
    alignment = evidence.alignment
    key, response = alignment.key_entity, alignment.response_entity
    label = np.where(key >= 0, key, len(alignment.key_entity_unit) + np.arange(len(key)))
    best = _regroup_evidence(evidence, np.where(response >= 0, label, ABSENT))
    beyond = {ALIGNMENT, CORPORA, ENTITY_TYPES}
    possible = [each for each in parse_metrics(metrics) if not any(part.family.needs & beyond for part in each.parts)]
    return rescored(best, possible, "micro")


def _regroup_evidence(evidence: Evidence, label: Integers) -> Evidence:
    alignment = regroup(evidence.alignment, label)
    return replace(evidence, alignment=alignment, table=Table.from_alignment(alignment))


def regroup(alignment: Alignment, label: Integers) -> Alignment:
    """Return the alignment with response mentions grouped by label; -1 removes a mention.

    Rows on neither side disappear; new entities have no types, since they come from neither side.
    """
    present = np.flatnonzero(label >= 0)
    entity = np.full(len(label), -1, np.int64)
    first, entity[present] = distinct(label[present])
    rows = present[first]
    changed = replace(
        alignment,
        response_entity=entity,
        response_entity_unit=alignment.unit[rows],
        response_entity_type=None,
        sets=None if alignment.sets is None else _with_first_mentions(alignment.sets, alignment, entity),
    )
    return changed.keep((alignment.key_entity >= 0) | (entity >= 0))


def _with_first_mentions(sets: Sets, alignment: Alignment, entity: Integers) -> Sets:
    """Move each set of the response to the new entity of its old entity's first mention; one set each."""
    rows = np.flatnonzero((alignment.response_entity >= 0) & (entity >= 0))[::-1]
    number = np.full(len(alignment.response_entity_unit) + 1, -1, np.int64)  # the last is for uncounted sets
    number[alignment.response_entity[rows]] = entity[rows]
    owners = sets.response.entity
    twice = np.isin(np.arange(len(owners)), np.unique(number[owners], return_index=True)[1], invert=True)
    number[owners[twice]] = -1
    return replace(sets, response=sets.response.of_entities(number))
