"""One row per system, document and metric, for spreadsheets and data frames; the total has no document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from corefscope.metrics.base import RECALL_AND_PRECISION, Score
from corefscope.result import Result

COLUMNS = (
    "system", "document", "metric", "recall", "precision", "f1", *RECALL_AND_PRECISION, "undefined", "signature",
)  # fmt: skip


def render(result: Result) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for system in result.systems:
        writer.writerows(_rows(result, system.name, "", system.scores))
        for name, scores in zip(result.documents, system.per_document, strict=False):
            writer.writerows(_rows(result, system.name, name, scores))
    return stream.getvalue()


def _rows(result: Result, system: str, document: str, scores: Mapping[str, Score]) -> Iterator[list[object]]:
    for metric in result.metrics:
        score = scores[metric.name]
        sides: list[object] = ["", ""] if metric.family.mean_of else [score.recall, score.precision]
        yield [system, document, metric.name, *sides, *_numbers(score), result.signature]
        for name, part in score.parts.items():
            named = f"{metric.name}.{name}"
            yield [system, document, named, part.recall, part.precision, *_numbers(part), result.signature]


def _numbers(score: Score) -> list[object]:
    counts = [score.counts.get(name, "") for name in RECALL_AND_PRECISION]
    return [score.f1, *counts, " ".join(score.undefined)]
