"""The mention identification effect (Moosavi & Strube 2016, Table 1), on any data.

Wrong links are removed from a response, or added, in ways that leave its right links as they are. A metric whose
recall moves all the same, or whose precision moves the other way, rewards the finding of mentions instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.analysis.repair import regrouped
from corefscope.analysis.rules import cells_of, entity_sizes
from corefscope.arrays import distinct
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Score
from corefscope.metrics.base import CORPORA
from corefscope.metrics.evidence import AlignmentOnly
from corefscope.problems import SettingsError
from corefscope.reporting.report import BAD, Report, Sheet, View, paragraph, percent, sheet
from corefscope.reporting.views.scores import SHORT, defined, headline
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Result
from corefscope.scoring.score import score
from corefscope.scoring.totals import tallies_of
from corefscope.settings import Settings

SAME = 1e-9
METRICS_PER_TABLE = 4


class Row(NamedTuple):
    """One version of the response: what was done to it, its scores, and which of them moved the wrong way."""

    name: str
    change: str
    mentions: int
    entities: int
    scores: dict[str, Score]
    wrong: frozenset[tuple[str, str]] = frozenset()  # (metric, field)


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
    rows: list[Row] = []
    for name, (change, judged) in VARIANTS.items():
        changed, what = change(alignment)
        totals = scores(changed, result.metrics)
        entities = changed.response_entity[changed.response_entity >= 0]
        wrong = _wrong(judged, rows[0].scores, totals) if rows else frozenset()
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
    whole = evidence.key.mention_count, evidence.response.mention_count
    if whole != (evidence.matched_key.mention_count, evidence.matched_response.mention_count):
        fact = "a mention occurs twice, and the official way with it is defined for scoring only"
        raise SettingsError("repeated-mention-unscored", fact, hint="use --repeated first")
    return evidence.alignment


def scores(alignment: Alignment, metrics: Sequence[Metric]) -> dict[str, Score]:
    """Score an alignment of which is changed who is with whom, never what the mentions are."""
    source = AlignmentOnly(alignment)
    for metric in metrics:
        if CORPORA in metric.needs:
            fact = f"{metric.name} looks at the words themselves, and this experiment only changes which mentions "
            raise SettingsError("metric-cannot", f"{fact}are in one entity", hint="leave it out")
    totals = {name: tally.total() for name, tally in tallies_of(source, metrics).items()}
    return {metric.name: metric.score(totals) for metric in metrics}


def _wrong(judged: str, base: dict[str, Score], changed: dict[str, Score]) -> frozenset[tuple[str, str]]:
    """Return what moved against expectation; finding mentions is what `mentions` measures, so it is not judged."""
    wrong = set()
    for name, one in changed.items():
        moved = {field: value - base[name].numbers[field] for field, value in one.numbers.items()}
        if judged == "boundary":
            bad = {"f1": moved["f1"]}
        else:
            bad = {field: -amount if judged == "better" else amount for field, amount in moved.items()}
            bad["recall"] = abs(moved.get("recall", 0.0))
        if name.split("(")[0] != "mentions":
            wrong |= {(name, field) for field, amount in bad.items() if amount > SAME}
    return frozenset(wrong)


def more_precise(alignment: Alignment) -> tuple[Alignment, str]:
    """Remove the incorrectly resolved mentions: coreferent in the key, linked in the response, never rightly.

    The others of their entities stay, alone if need be, as the paper's own numbers imply. Only a singleton of the
    key that would be left alone goes too, because it would become a right entity and raise recall with reason.
    """
    response, key = alignment.response_entity, entity_sizes(alignment.key_entity)[alignment.key_entity]
    before = entity_sizes(response)[response]
    wrong = (cells_of(alignment)[1] == 1) & (key > 1) & (before > 1)
    kept = np.where(wrong, -1, response)
    alone = (entity_sizes(kept)[kept] == 1) & (before > 1) & (kept >= 0)
    kept = np.where(alone & (key == 1), -1, kept)
    removed = int(((response >= 0) & (kept < 0)).sum())
    return regrouped(alignment, kept), f"{removed} mentions without one right link removed"


def less_precise_a(alignment: Alignment) -> tuple[Alignment, str]:
    """Add wrong entities of two: mentions that the response missed, paired with others that do not corefer.

    As many pairs as possible: each time, one mention of each of the two key entities with most left.
    """
    return _with_entities(alignment, 2)


def less_precise_b(alignment: Alignment) -> tuple[Alignment, str]:
    """Add few large wrong entities: a missed mention with all missed ones that corefer neither with it nor each other.

    The paper asks only that they do not corefer with the first; its MUC recall, which stays the same, asks the rest.
    """
    return _with_entities(alignment, None)


def _missing(alignment: Alignment) -> list[list[list[int]]]:
    """Return by unit and key entity the mentions of the key that the response lacks, in the order of the key."""
    units: dict[int, dict[int, list[int]]] = {}
    for row in np.flatnonzero((alignment.key_entity >= 0) & (alignment.response_entity < 0)).tolist():
        entities = units.setdefault(int(alignment.unit[row]), {})
        entities.setdefault(int(alignment.key_entity[row]), []).append(row)
    return [list(units[unit].values()) for unit in sorted(units)]


def _with_entities(alignment: Alignment, size: int | None) -> tuple[Alignment, str]:
    """Add entities of missed mentions, each of another key entity: of this size, or as large as possible."""
    added: list[list[int]] = []
    for missing in _missing(alignment):
        while len(missing) > 1:
            if size is not None:
                missing.sort(key=len, reverse=True)
            added.append([rows.pop(0) for rows in missing[:size]])
            missing = [rows for rows in missing if rows]
    label = alignment.response_entity.copy()
    for number, rows in enumerate(added):
        label[rows] = len(alignment.response_entity_unit) + number
    what = f"{len(added)} wrong entities of {sum(map(len, added))} missed mentions added"
    return regrouped(alignment, label), what


def all_singletons(alignment: Alignment) -> tuple[Alignment, str]:
    label = np.where(alignment.response_entity >= 0, np.arange(len(alignment.unit)), -1)
    return regrouped(alignment, label), "every mention of the response alone"


def one_entity(alignment: Alignment) -> tuple[Alignment, str]:
    label = np.where(alignment.response_entity >= 0, alignment.unit, -1)
    return regrouped(alignment, label), "all mentions of the response in one entity per document"


# Each version, and how its scores are judged: it is `better` or `worse` than the base with the same right links,
# or a `boundary`, which decides nothing and should not score above the base.
VARIANTS: dict[str, tuple[Callable[[Alignment], tuple[Alignment, str]], str]] = {
    "base": (lambda alignment: (alignment, "the response as it is"), "base"),
    "more precise": (more_precise, "better"),
    "less precise a": (less_precise_a, "worse"),
    "less precise b": (less_precise_b, "worse"),
    "singletons": (all_singletons, "boundary"),
    "one entity": (one_entity, "boundary"),
}


def view(effect: Effect) -> View:
    """A few metrics each, with marks on scores that move the wrong way."""

    def report() -> Report:
        result, width = effect.result, max(len(row.name) for row in effect.rows)
        changes = [f"{row.name.ljust(width)}  {row.change}" for row in effect.rows[1:]]
        note = paragraph([*changes, "* moves the wrong way"])
        return Report(headline(result), list(_tables(effect)), [note], result.signature, title="Effect")

    return View(report, data=lambda: _data(effect))


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


def _data(effect: Effect) -> dict[str, Any]:
    rows = []
    for row in effect.rows:
        scores = {
            name: {
                **one.numbers,
                "undefined": list(one.undefined),
                "wrong_way": [field for field in SHORT if (name, field) in row.wrong],
            }
            for name, one in row.scores.items()
        }
        rows.append({**{name: getattr(row, name) for name in Row._fields[:4]}, "scores": scores})
    return {"signature": effect.result.signature, "rows": rows}
