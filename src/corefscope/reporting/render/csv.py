"""One row per system, document and metric, for spreadsheets and data frames; the total has no document.

A breakdown adds a row per group, and columns for the group and its size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from corefscope.metrics.base import RECALL_AND_PRECISION, Score
from corefscope.reporting.render.spreadsheet import Spreadsheet
from corefscope.scoring.result import Result

NAMES = ("system", "document")
COLUMNS = ("metric", "recall", "precision", "f1", *RECALL_AND_PRECISION, "undefined", "signature")


def render(result: Result, raw: bool = False) -> str:
    by = result.by
    sheet = Spreadsheet([*NAMES, *(("group", f"{by.of}s") if by else ()), *COLUMNS], raw)
    whole: list[object] = ["", getattr(result.key, f"{by.of}s")] if by else []
    for row in _all_rows(result, whole):
        sheet.add(row)
    return sheet.text()


def _all_rows(result: Result, whole: list[object]) -> Iterator[list[object]]:
    by = result.by
    for system in result.systems:
        yield from _rows(result, [system.name, "", *whole], system.scores)
        for group, size in by.groups.items() if by else ():
            yield from _rows(result, [system.name, "", group, size], system.by_group[group])
        for name, scores in zip(result.documents, system.per_document, strict=False):
            yield from _rows(result, [system.name, name, *(["", ""] if by else [])], scores)


def _rows(result: Result, names: list[object], scores: Mapping[str, Score]) -> Iterator[list[object]]:
    for metric in result.metrics:
        score = scores[metric.name]
        sides: list[object] = ["", ""] if metric.is_mean else [score.recall, score.precision]
        yield [*names, metric.name, *sides, *_numbers(score), result.signature]
        for name, part in score.parts.items():
            named = f"{metric.name}.{name}"
            yield [*names, named, part.recall, part.precision, *_numbers(part), result.signature]


def _numbers(score: Score) -> list[object]:
    counts = [score.counts.get(name, "") for name in RECALL_AND_PRECISION]
    return [score.f1, *counts, " ".join(score.undefined)]
