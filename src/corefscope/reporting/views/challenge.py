"""Scores on a challenge set: a row for each group of questions, and the tests between systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from corefscope.challenges.challenge import ChallengeResult, Participant
from corefscope.challenges.measures import is_right
from corefscope.challenges.rule import SETS
from corefscope.metrics import metric
from corefscope.reporting.report import (
    Heading,
    Report,
    Sheet,
    Value,
    View,
    attributes,
    counted,
    number,
    points,
    probability,
    sheet,
)
from corefscope.scoring.saved import header, warnings
from corefscope.statistics.intervals import Estimate

CHALLENGE_NAMES = {"f1": "F1", "he_she_differ": "he/she differ", "bias": "feminine / masculine"}
INTERVAL_OF = ("f1", "accuracy")  # the columns with intervals; JSON has all


def view(result: ChallengeResult, per_question: bool = False) -> View:
    return View(lambda: report(result), lambda: _data(result, per_question))


def report(result: ChallengeResult) -> Report:
    """The table of all systems, then their differences and McNemar's test."""
    quiz, level = result.quiz, f"{100 * (1 - result.plan.alpha):g} % from"
    kinds = {(cell.row, cell.column): cell.kind for cell in result.cells}
    tables = [_table(result, kinds, level), *(_tests(result, kinds, level) if len(result.systems) > 1 else ())]
    notes = [f"{each.name}: {counted(each.missing, 'question')} without an answer" for each in result if each.missing]
    heading = f"{SETS[quiz.name].title}: {quiz.path}, {counted(len(quiz.questions), 'question')}"
    notices = [*result.warnings, *(notice for each in result.systems for notice in each.warnings)]
    return Report(heading, tables, notes, result.signature, notices, "Challenge")


def name_of(name: str) -> str:
    """The name of a row or column, as reports have it."""
    if name in CHALLENGE_NAMES or not name.endswith("_f1"):
        return CHALLENGE_NAMES.get(name) or name.replace("_", " ").replace("type", "type ")
    return f"{metric(name.removesuffix('_f1')).title} F1"


def _table(result: ChallengeResult, kinds: Mapping[tuple[str, str], str], level: str) -> Sheet:
    several = len(result.systems) > 1
    columns = dict.fromkeys(cell.column for cell in result.cells)
    titles = ["", "Questions"]
    for column in columns:
        title = name_of(column)
        titles += [title[:1].upper() + title[1:], *((level, "to") if column.endswith(INTERVAL_OF) else ())]
    rows: list[Sequence[Value]] = []
    for system in result.systems:
        if several:
            rows.append(Heading(system.name, counted(system.missing, "question") + " without an answer"))
        for row in dict.fromkeys(cell.row for cell in result.cells):
            questions = _questions(system, row)
            cells: list[Value] = [name_of(row), "" if questions is None else questions]
            for column in columns:
                width = 3 if column.endswith(INTERVAL_OF) else 1
                estimate = system.values.get((row, column))
                cells += _cells(estimate, kinds.get((row, column), "percent"))[:width] if estimate else [""] * width
            rows.append(cells)
    return sheet("" if several else result.systems[0].name, titles, rows)


def _questions(system: Participant, row: str) -> int | None:
    counts = system.counts.get(row)
    if counts is None:
        return None
    return int(counts["questions"]) if "questions" in counts else int(sum(counts.values())) // 2


def _cells(estimate: Estimate, kind: str) -> list[Value]:
    values = (estimate.value, *(estimate.interval or (None, None)))
    if kind == "ratio":
        return [number(value, 3) for value in values]
    return [points(value) if kind == "difference" else value for value in values]


def _tests(result: ChallengeResult, kinds: Mapping[tuple[str, str], str], level: str) -> Iterator[Sheet]:
    p = ("p", f"p ({result.plan.correction})")
    rows = []
    for each in result.differences:
        kind = "ratio" if kinds[each.row, each.column] == "ratio" else "difference"
        names = (f"{each.first} − {each.second}", f"{name_of(each.row)} {name_of(each.column)}")
        rows.append((*names, *_cells(each.estimate, kind), probability(each.p), probability(each.corrected)))
    yield sheet("Paired bootstrap", ("Systems", "Measure", "Difference", level, "to", *p), rows, left=(0, 1))
    tests = [
        (f"{each.first}, {each.second}", each.only_first, each.only_second, *map(probability, (each.p, each.corrected)))
        for each in result.mcnemar
    ]
    title = "McNemar's exact test, by questions answered wholly right"
    yield sheet(title, ("Systems", "Only first right", "Only second right", *p), tests)


def _data(result: ChallengeResult, per_question: bool) -> dict[str, Any]:
    quiz = result.quiz
    files = [each._asdict() for each in quiz.files]
    return {
        **header(result.signature),
        "kind": "challenge",
        "challenge": quiz.name,
        "data": {"path": quiz.path, "questions": len(quiz.questions), "files": files},
        "rule": asdict(result.rule),
        "metrics": [metric.name for metric in result.metrics],
        "systems": [_system(result, each, per_question) for each in result.systems],
        "differences": [
            {
                **attributes(each, ("row", "column", "first", "second")),
                "difference": attributes(each.estimate, ("value", "interval")),
                "p": each.p,
                "p_corrected": each.corrected,
            }
            for each in result.differences
        ],
        "mcnemar": [each._asdict() for each in result.mcnemar],
        "warnings": warnings(result.warnings),
    }


def _system(result: ChallengeResult, system: Participant, per_question: bool) -> dict[str, Any]:
    scores: dict[str, dict[str, Any]] = {}
    for row, column, _ in result.cells:
        scores.setdefault(row, {})[column] = attributes(system.values[row, column], ("value", "interval"))
    data: dict[str, Any] = {
        "name": system.name,
        "path": system.path,
        "files": [each._asdict() for each in system.files],
        "missing": system.missing,
        "scores": scores,
        "counts": {row: dict(counts) for row, counts in system.counts.items()},
        "warnings": warnings(system.warnings),
    }
    if per_question:
        pairs = zip(result.quiz.questions, system.answers, strict=True)
        data["answers"] = [
            {"id": each.id, "answers": answer, "right": is_right(each, answer), **each.labels} for each, answer in pairs
        ]
    return data
