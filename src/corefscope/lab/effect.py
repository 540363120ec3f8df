"""The mention identification effect (Moosavi & Strube 2016, Table 1), on any data.

Wrong links are removed from a response, or added, in ways that leave its right links as they are. A metric whose
recall moves all the same, or whose precision moves the other way, rewards the finding of mentions instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.attribution import cells_of, check_repeats, entity_sizes
from corefscope.analysis.repair import regroup
from corefscope.arrays import distinct
from corefscope.metrics import DEFAULT, AnyMetrics, Score
from corefscope.metrics.base import CORPORA
from corefscope.metrics.evidence import AlignmentOnly
from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.reporting.report import BAD, Report, Sheet, View, paragraph, percent, sheet
from corefscope.reporting.views.scores import SHORT, defined, headline
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Result
from corefscope.scoring.score import score
from corefscope.scoring.totals import rescored
from corefscope.settings import Settings

EFFECT_SAME = 1e-9
METRICS_PER_TABLE = 4


class Row(NamedTuple):
    """One version of the response: what was done to it, its scores, and which of them moved the wrong way."""

    name: str
    change: str
    mentions: int
    entities: int
    scores: Mapping[str, Score]
    wrong: set[tuple[str, str]]  # (metric, field)


class Effect(NamedTuple):
    """The base response, its changed versions and the boundary rows."""

    result: Result
    rows: tuple[Row, ...]


def effect(key: Input, response: Input, metrics: AnyMetrics = DEFAULT, settings: Settings | None = None) -> Effect:
    """Score the response as it is, more precise, less precise in two ways, and at its two boundaries.

    >>> rows = effect([["a", "b"], ["c", "d"]], [["a", "b", "c"]], ["muc", "b3"]).rows
    >>> [(row.name, sorted(row.wrong)) for row in rows[:2]]
    [('base', []), ('more precise', [('b3', 'recall')])]
    """
    result = score(key, response, metrics=metrics, settings=settings)
    alignment = alignment_of(result)
    for metric in result.metrics:
        if CORPORA in metric.needs:
            fact = f"{metric.name} looks at the words themselves, and this experiment only changes which mentions "
            raise SettingsError("metric-cannot", f"{fact}are in one entity", hint="leave it out")
    rows: list[Row] = []
    for name, (change, kind) in EFFECT_VARIANTS.items():
        label, what = change(alignment)
        changed = AlignmentOnly(regroup(alignment, label) if rows else alignment)
        totals = rescored(changed, result.metrics, result.settings.average)
        wrong = _wrong(kind, rows[0].scores, totals) if rows else set()
        entities = label[label >= 0]
        rows.append(Row(name, what, len(entities), len(distinct(entities)[0]), totals, wrong))
    return Effect(result, tuple(rows))


def alignment_of(result: Result) -> Alignment:
    """Return the alignment of the only system; raise if its counts do not add over documents or mentions."""
    if result.settings.average != "micro":
        fact = "the experiments of the lab add counts over documents"
        raise SettingsError("needs-micro-average", fact, hint="use --average micro")
    evidence = result.system.evidence
    if evidence is None:
        raise SettingsError("evidence-not-kept", "the result was made without its evidence")
    check_repeats(evidence)
    return evidence.alignment


def _wrong(kind: str, base: Mapping[str, Score], changed: Mapping[str, Score]) -> set[tuple[str, str]]:
    """Return what moved against expectation; finding mentions is what `mentions` measures, so it is not judged."""
    wrong = set()
    for name, one in changed.items():
        moved = {field: value - base[name].numbers[field] for field, value in one.numbers.items()}
        if kind == BOUNDARY:
            bad = {"f1": moved["f1"]}
        else:
            bad = {field: -amount if kind == BETTER else amount for field, amount in moved.items()}
            bad["recall"] = abs(moved.get("recall", 0.0))
        if name.split("(")[0] != "mentions":
            wrong |= {(name, field) for field, amount in bad.items() if amount > EFFECT_SAME}
    return wrong


# Changes of a response: the entity of each of its mentions, -1 for what it lacks, and in words what was done.
Change = tuple[Integers, str]


def more_precise(alignment: Alignment) -> Change:
    """Remove the incorrectly resolved mentions: coreferent in the key, linked in the response, never rightly.

    The others of their entities stay, alone if need be, as the paper's own numbers imply. Only a singleton of the
    key that would be left alone goes too, because it would become a right entity and raise recall with reason.
    """
    response, key = alignment.response_entity, entity_sizes(alignment.key_entity)[alignment.key_entity]
    before = entity_sizes(response)[response]
    wrong = (cells_of(alignment)[1] == 1) & (key > 1) & (before > 1)
    left = np.where(wrong, -1, response)
    alone = (entity_sizes(left)[left] == 1) & (before > 1) & (left >= 0)
    left = np.where(alone & (key == 1), -1, left)
    removed = int(((response >= 0) & (left < 0)).sum())
    return left, f"{removed} mentions without one right link removed"


def less_precise(alignment: Alignment, size: int | None) -> Change:
    """Add wrong entities of missed mentions, each of another key entity: of this size, or as large as possible.

    a: as many pairs as possible: each time, one mention of each of the two key entities with most left.
    b: a missed mention with all missed ones that corefer neither with it nor each other. The paper asks only that they
    do not corefer with the first; its MUC recall, which stays the same, asks the rest.
    """
    units: dict[int, dict[int, list[int]]] = {}  # missed mentions by unit and key entity
    for row in np.flatnonzero((alignment.key_entity >= 0) & (alignment.response_entity < 0)).tolist():
        entities = units.setdefault(int(alignment.unit[row]), {})
        entities.setdefault(int(alignment.key_entity[row]), []).append(row)
    added: list[list[int]] = []
    for unit in sorted(units):
        missing = list(units[unit].values())
        while len(missing) > 1:
            if size is not None:
                missing.sort(key=len, reverse=True)
            added.append([rows.pop(0) for rows in missing[:size]])
            missing = [rows for rows in missing if rows]
    label = alignment.response_entity.copy()
    for number, rows in enumerate(added):
        label[rows] = len(alignment.response_entity_unit) + number
    return label, f"{len(added)} wrong entities of {sum(map(len, added))} missed mentions added"


def all_singletons(alignment: Alignment) -> Change:
    label = np.where(alignment.response_entity >= 0, np.arange(len(alignment.unit)), -1)
    return label, "every mention of the response alone"


def one_entity(alignment: Alignment) -> Change:
    label = np.where(alignment.response_entity >= 0, alignment.unit, -1)
    return label, "all mentions of the response in one entity per document"


# Each version, and how its scores are judged: it is better or worse than the base with the same right links, or a
# boundary, which decides nothing and should not score above the base.
BETTER, WORSE, BOUNDARY = "better", "worse", "boundary"
EFFECT_VARIANTS: dict[str, tuple[Callable[[Alignment], Change], str]] = {
    "base": (lambda alignment: (alignment.response_entity, "the response as it is"), ""),
    "more precise": (more_precise, BETTER),
    "less precise a": (partial(less_precise, size=2), WORSE),
    "less precise b": (partial(less_precise, size=None), WORSE),
    "singletons": (all_singletons, BOUNDARY),
    "one entity": (one_entity, BOUNDARY),
}


def view(effect: Effect) -> View:
    """A few metrics each, with marks on scores that move the wrong way."""

    def report() -> Report:
        result, width = effect.result, max(len(row.name) for row in effect.rows)
        changes = [f"{row.name.ljust(width)}  {row.change}" for row in effect.rows[1:]]
        note = paragraph([*changes, "* moves the wrong way"])
        return Report(headline(result), list(_tables(effect)), [note], result.signature, title="Effect")

    def data() -> dict[str, Any]:
        rows = []
        for row in effect.rows:
            scores: dict[str, dict[str, Any]] = {}
            for name, one in row.scores.items():
                wrong = [field for field in SHORT if (name, field) in row.wrong]
                scores[name] = {**one.numbers, "undefined": list(one.undefined), "wrong_way": wrong}
            rows.append(dict(zip(Row._fields, (*row[:4], scores), strict=False)))
        return {"signature": effect.result.signature, "rows": rows}

    return View(report, data)


def _tables(effect: Effect) -> Iterator[Sheet]:
    metrics = effect.result.metrics
    for first in range(0, len(metrics), METRICS_PER_TABLE):
        columns = [(metric, field) for metric in metrics[first : first + METRICS_PER_TABLE] for field in metric.fields]
        rows = []
        for row in effect.rows:
            marks = ("*" if (metric.name, field) in row.wrong else " " for metric, field in columns)
            cells = (
                percent(defined(row.scores[metric.name], field), mark=mark, style=BAD if mark == "*" else "")
                for (metric, field), mark in zip(columns, marks, strict=True)
            )
            rows.append((row.name, *cells))
        yield sheet("", ("", *(f"{metric.title} {SHORT[field]}" for metric, field in columns)), rows)
