"""What the tables for people have in common: headings, rows and notes, before any markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corefscope.metrics.base import Metric, Score
from corefscope.result import Result, System

UNDEFINED = "–"


@dataclass(frozen=True)
class Sheet:
    """A table whose first column names the row; `best` marks cells worth a highlight."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]] = frozenset()


def sheets(result: Result) -> list[Sheet]:
    """The totals, then the documents if they were asked for."""
    if len(result.systems) == 1:
        pages = [_one_system(result, result.systems[0])]
    else:
        pages = [_several_systems(result)]
    for system in result.systems:
        if system.per_document:
            title = "F1 by document" + (f", {system.name}" if len(result.systems) > 1 else "")
            names = tuple(metric.title for metric in result.metrics)
            rows = tuple(
                (name, *_f1(scores, result.metrics))
                for name, scores in zip(result.documents, system.per_document, strict=True)
            )
            pages.append(Sheet(title, ("Document", *names), rows))
    return pages


def _one_system(result: Result, system: System) -> Sheet:
    rows = []
    for metric in result.metrics:
        score = system.scores[metric.name]
        only_f1 = bool(metric.family.mean_of)
        shown = ["" if only_f1 and field != "f1" else percent(score, field) for field in ("recall", "precision", "f1")]
        rows.append((metric.title, *shown, *_documents(score, result)))
    columns = ("Metric", "Recall", "Precision", "F1", *(("Documents",) if result.settings.average == "macro" else ()))
    return Sheet(system.name, columns, tuple(rows))


def _documents(score: Score, result: Result) -> tuple[str, ...]:
    """Under macro averaging, over how many documents each mean is taken."""
    if result.settings.average != "macro":
        return ()
    numbers = [str(number) for number in score.counts.values()]
    return (numbers[0] if len(set(numbers)) == 1 else "/".join(numbers),)


def _several_systems(result: Result) -> Sheet:
    rows = tuple((system.name, *_f1(system.scores, result.metrics)) for system in result.systems)
    best = set()
    for column, metric in enumerate(result.metrics, 1):
        top = max(round(system.scores[metric.name].f1, 4) for system in result.systems)
        for row, system in enumerate(result.systems):
            if round(system.scores[metric.name].f1, 4) == top > 0:
                best.add((row, column))
    return Sheet("F1", ("System", *(metric.title for metric in result.metrics)), rows, frozenset(best))


def _f1(scores: Mapping[str, Score], metrics: tuple[Metric, ...]) -> list[str]:
    return [percent(scores[metric.name], "f1") for metric in metrics]


def percent(score: Score, field: str) -> str:
    """A fraction as people read it: hundredths of a percent, or a dash where it is undefined."""
    return UNDEFINED if field in score.undefined else f"{100 * getattr(score, field):.2f}"


def headline(result: Result) -> str:
    """What was compared with what."""
    key = result.key
    counts = [
        counted(key.documents, "document"),
        counted(key.entities, "entity", "entities"),
        counted(key.mentions, "mention"),
    ]
    return f"key {key.path or 'given'}: {', '.join(counts)}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """
    >>> counted(1, "document"), counted(1200, "entity", "entities")
    ('1 document', '1,200 entities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
