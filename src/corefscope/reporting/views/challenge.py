"""Scores on a challenge set: a row for each group of questions, and the tests between systems."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.basics.checksums import ReadFile
from corefscope.challenges.challenge import Cell, ChallengeResult, Participant
from corefscope.challenges.measures import is_right
from corefscope.challenges.resampling import Difference, McNemar
from corefscope.challenges.rule import SETS
from corefscope.metrics import metric
from corefscope.reporting.report import (
    UNDEFINED,
    Entry,
    Heading,
    Report,
    Sheet,
    View,
    count,
    counted,
    number,
    percent,
    sheet,
)
from corefscope.reporting.views.comparison_words import probability as shown_p
from corefscope.scoring.saved import warnings
from corefscope.statistics.intervals import Estimate

SCHEMA = 1
COLUMNS = ("system", "row", "column", "value", "low", "high", "questions", "missing", "signature")
NAMES = {"f1": "F1", "he_she_differ": "he/she differ", "bias": "feminine / masculine"}
INTERVAL_OF = ("f1", "accuracy")  # the columns whose intervals are shown; JSON and CSV have all


def view(found: ChallengeResult, per_question: bool = False) -> View:
    return View(
        lambda: report(found),
        data=lambda: as_object(found, per_question),
        records=lambda: (COLUMNS, _records(found)),
    )


def name_of(name: str) -> str:
    """The name of a row or column, as reports have it."""
    if name in NAMES or not name.endswith("_f1"):
        return NAMES.get(name) or name.replace("_", " ").replace("type", "type ")
    return f"{metric(name.removesuffix('_f1')).title} F1"


def report(found: ChallengeResult) -> Report:
    """The table of all systems, then their differences and McNemar's test."""
    asked = found.asked
    tables = [_table(found), *([_differences(found), _mcnemar(found)] if len(found.systems) > 1 else [])]
    notes = [f"{each.name}: {counted(each.missing, 'question')} without an answer" for each in found if each.missing]
    heading = f"{SETS[asked.name].title}: {asked.path}, {counted(len(asked.questions), 'question')}"
    shown = (*found.warnings, *(notice for each in found.systems for notice in each.warnings))
    return Report(heading, tuple(tables), tuple(notes), found.signature, tuple(map(str, shown)), "Challenge")


def _table(found: ChallengeResult) -> Sheet:
    columns = list(dict.fromkeys(cell.column for cell in found.cells))
    kinds = {(cell.row, cell.column): cell.kind for cell in found.cells}
    level = f"{100 * (1 - found.plan.alpha):g} %"
    titles = ["", "Questions"]
    for column in columns:
        title = name_of(column)
        titles += [title[:1].upper() + title[1:]]
        titles += [f"{level} from", "to"] if column.endswith(INTERVAL_OF) else []
    rows: list[Any] = []
    for system in found.systems:
        if len(found.systems) > 1:
            rows.append(Heading(system.name, counted(system.missing, "question") + " without an answer"))
        for row in dict.fromkeys(cell.row for cell in found.cells):
            cells: list[Entry] = [Entry(name_of(row)), _questions(system, row)]
            for column in columns:
                estimate, kind = system.values.get((row, column)), kinds.get((row, column), "percent")
                cells += _estimate(estimate, kind, column.endswith(INTERVAL_OF))
            rows.append(cells)
    return sheet("" if len(found.systems) > 1 else found.systems[0].name, titles, rows)


def _questions(system: Participant, row: str) -> Entry:
    counts = system.counts.get(row)
    if counts is None:
        return Entry()
    return count(int(counts["questions"]) if "questions" in counts else int(sum(counts.values())) // 2)


def _estimate(estimate: Estimate | None, kind: str, interval: bool) -> list[Entry]:
    if estimate is None:
        return [Entry()] * (3 if interval else 1)
    low, high = estimate.interval or (None, None)
    values = (estimate.value, low, high) if interval else (estimate.value,)
    return [_shown(value, kind) for value in values]


def _shown(value: float | None, kind: str) -> Entry:
    if kind == "ratio":
        return number(value, 3)
    found = percent(value)
    return found._replace(text=f"{100 * value:+.2f}") if kind == "difference" and value is not None else found


def _differences(found: ChallengeResult) -> Sheet:
    kinds = {(cell.row, cell.column): cell.kind for cell in found.cells}
    rows = []
    for each in found.differences:
        kind = "ratio" if kinds[each.row, each.column] == "ratio" else "difference"
        low, high = each.estimate.interval or (None, None)
        values = [_shown(value, kind) for value in (each.estimate.value, low, high)]
        what = f"{name_of(each.row)} {name_of(each.column)}"
        rows.append((f"{each.first} − {each.second}", Entry(what), *values, *_tested(each)))
    level = f"{100 * (1 - found.plan.alpha):g} %"
    columns = ("Systems", "Measure", "Difference", f"{level} from", "to", "p", f"p ({found.plan.correction})")
    return sheet("Paired bootstrap", columns, rows, left=(0, 1))


def _mcnemar(found: ChallengeResult) -> Sheet:
    rows = [
        (f"{each.first}, {each.second}", count(each.only_first), count(each.only_second), *_tested(each))
        for each in found.mcnemar
    ]
    columns = ("Systems", "Only first right", "Only second right", "p", f"p ({found.plan.correction})")
    return sheet("McNemar's exact test, by questions answered wholly right", columns, rows)


def _tested(each: Difference | McNemar) -> tuple[Entry, Entry]:
    return _p(each.p), _p(each.corrected)


def _p(value: float | None) -> Entry:
    return Entry(UNDEFINED) if value is None else Entry(shown_p(value), value)


def as_object(found: ChallengeResult, per_question: bool = False) -> dict[str, Any]:
    """Everything as plain dicts and lists; numbers are fractions of 1."""
    asked = found.asked
    return {
        "schema": SCHEMA,
        "kind": "challenge",
        "signature": found.signature,
        "version": __version__,
        "challenge": asked.name,
        "data": {"path": asked.path, "questions": len(asked.questions), "files": _files(asked.files)},
        "rule": dataclasses.asdict(found.rule),
        "metrics": [metric.name for metric in found.metrics],
        "systems": [_system(found, each, per_question) for each in found.systems],
        "differences": [
            {
                **{name: getattr(each, name) for name in ("row", "column", "first", "second")},
                "difference": _value(each.estimate),
                "p": each.p,
                "p_corrected": each.corrected,
            }
            for each in found.differences
        ],
        "mcnemar": [each._asdict() for each in found.mcnemar],
        "warnings": warnings(found.warnings),
    }


def _system(found: ChallengeResult, system: Participant, per_question: bool) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {}
    for row, column, _ in found.cells:
        rows.setdefault(row, {})[column] = _value(system.values[row, column])
    made: dict[str, Any] = {
        "name": system.name,
        "path": system.path,
        "files": _files(system.files),
        "missing": system.missing,
        "scores": rows,
        "counts": {row: dict(counts) for row, counts in system.counts.items()},
        "warnings": warnings(system.warnings),
    }
    if per_question:
        pairs = zip(found.asked.questions, system.answers, strict=True)
        made["answers"] = [
            {"id": each.id, "answers": answer, "right": is_right(each, answer), **each.labels} for each, answer in pairs
        ]
    return made


def _value(estimate: Estimate) -> dict[str, Any]:
    return {"value": estimate.value, "interval": list(estimate.interval) if estimate.interval else None}


def _files(files: Sequence[ReadFile]) -> list[dict[str, Any]]:
    return [each._asdict() for each in files]


def _records(found: ChallengeResult) -> Iterator[Sequence[object]]:
    for system in found.systems:
        for cell in found.cells:
            estimate = system.values[cell.row, cell.column]
            low, high = estimate.interval or (None, None)
            asked = _questions(system, cell.row).value
            yield [*_place(system, cell), estimate.value, low, high, asked, system.missing, found.signature]


def _place(system: Participant, cell: Cell) -> tuple[str, str, str]:
    return system.name, cell.row, cell.column
