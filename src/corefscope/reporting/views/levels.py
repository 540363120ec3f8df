"""Scores across documents: a row for each metric, recall, precision and F1 for each level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.metrics.base import FIELDS, Metric
from corefscope.reporting.report import Entry, Report, Sheet, View, sheet
from corefscope.reporting.views.scores import cell, headline
from corefscope.scoring.several import ALL, CrossDocument, PartScores

COLUMNS = ("part", "level", "system", "metric", *FIELDS, "signature")
SHORT = ("R", "P", "F1")


def view(found: CrossDocument) -> View:
    return View(lambda: report(found), data=lambda: _data(found), records=lambda: (COLUMNS, _rows(found)))


def report(found: CrossDocument) -> Report:
    first, *_ = found.parts
    result = next(iter(first.levels.values()))
    tables = [_table(found, part, number) for number in range(len(result.systems)) for part in found.parts]
    notes = [f"{level}: {each.signature}" for level, each in list(first.levels.items())[1:]]
    notes.append(f"mentions, at every level: {first.mentions.signature}")
    warnings = tuple(map(str, result.warnings))
    return Report(headline(result), tuple(tables), tuple(notes), result.signature, warnings, "Levels", together=True)


def _table(found: CrossDocument, part: PartScores, number: int) -> Sheet:
    results = list(part.levels.values())
    mentions = part.mentions.systems[number].scores["mentions"]
    once = [cell(mentions, field) for field in FIELDS]
    rows: list[list[Entry | str]] = [["Mentions", *once * len(results)]]
    for metric in found.metrics:
        cells: list[Entry | str] = [metric.title]
        for result in results:
            score = result.systems[number].scores[metric.name]
            cells += [cell(score, field) if field in metric.fields else Entry() for field in FIELDS]
        rows.append(cells)
    titles = [f"{level} {short}" for level in part.levels for short in SHORT]
    name = results[0].systems[number].name
    over = (("", 1), *((level, 3) for level in part.levels))
    return sheet(name if part.name == ALL else f"{name}, {part.name}", ("Metric", *titles), rows, over=over)


def _scores(found: CrossDocument) -> Iterator[tuple[PartScores, str, str, Metric, Any, str]]:
    """Part, level, system, metric, score and signature; mentions under a level of their own."""
    for part in found.parts:
        for level, result in [*part.levels.items(), ("mentions", part.mentions)]:
            for system in result.systems:
                for metric in result.metrics:
                    yield part, level, system.name, metric, system.scores[metric.name], result.signature


def _rows(found: CrossDocument) -> Iterator[Sequence[object]]:
    for part, level, system, metric, score, signature in _scores(found):
        yield [part.name, level, system, metric.name, *(score.numbers.get(field) for field in FIELDS), signature]


def _data(found: CrossDocument) -> dict[str, Any]:
    from corefscope.scoring.saved import SCHEMA, as_object

    parts = []
    for part in found.parts:
        levels = {level: as_object(result) for level, result in part.levels.items()}
        parts.append({"part": part.name, "levels": levels, "mentions": as_object(part.mentions)})
    return {"schema": SCHEMA, "kind": "levels", "version": __version__, "parts": parts}
