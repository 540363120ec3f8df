"""Scores: the totals, the groups and the documents; for papers recall, precision and F1 of every metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefscope.metrics.base import RECALL_AND_PRECISION, Metric, Score
from corefscope.metrics.mentions import MENTIONS
from corefscope.reporting.report import (
    Entry,
    Heading,
    Records,
    Report,
    Row,
    Sheet,
    View,
    count,
    counted,
    kept_column,
    percent,
    sheet,
    with_best,
)
from corefscope.scoring.result import Breakdown, Result, Side, System

ALL = "all"
SHORT = {"recall": "R", "precision": "P", "f1": "F1"}
COLUMNS = ("metric", "recall", "precision", "f1", *RECALL_AND_PRECISION, "undefined", "signature")


def view(result: Result, more: Report | None = None, **data: Any) -> View:
    """A result, with an optional report after it and further fields of its JSON."""
    return View(
        lambda: report(result, more),
        data=lambda: _data(result, **data),
        records=lambda: _records(result),
        paper=lambda: _paper(result, more),
    )


def _data(result: Result, **more: Any) -> dict[str, Any]:
    from corefscope.scoring.saved import LazyRows, as_object  # takes as long to load as a small file to score

    return {**as_object(result, LazyRows), **more}


def report(result: Result, more: Report | None = None) -> Report:
    tables = [_one_system(result) if len(result.systems) == 1 else _several_systems(result), *_of_output(result)]
    tables += [_by_group(result, result.by)] if result.by is not None else []
    unit = "window" if result.settings.window else "document" if result.settings.scope == "document" else "unit"
    for system in result.systems:
        if system.per_document:
            title = f"F1 by {unit}" + (f", {system.name}" if len(result.systems) > 1 else "")
            documents = zip(result.documents, system.per_document, strict=True)
            rows = ((name, *_f1(scores, result.metrics)) for name, scores in documents)
            tables.append(sheet(title, (unit.capitalize(), *_titles(result)), rows))
    warnings = tuple(map(str, result.warnings))
    return Report(headline(result), tuple(tables), (), result.signature, warnings, "Scores", more=more)


def _of_output(result: Result) -> list[Sheet]:
    """How much of language models' output could be scored."""
    if all(system.output is None for system in result.systems):
        return []
    from corefscope.reporting.views.model_output import sheets

    return sheets(result)


def headline(result: Result) -> str:
    """The key and its size."""
    key = result.key
    counts = [
        counted(key.documents, "document"),
        counted(key.entities, "entity", "entities"),
        counted(key.mentions, "mention"),
    ]
    return f"key {key.path or 'given'}: {', '.join(counts)}"


def cell(score: Score, field: str = "f1", **more: Any) -> Entry:
    """One number of a score."""
    return percent(None if field in score.undefined else getattr(score, field), **more)


def held(by: Breakdown | None, side: Side) -> str:
    """The size of a side in the unit of the breakdown."""
    of = by.of if by is not None else "document"
    return counted(side.mentions if of == "mention" else side.documents, of)


def _one_system(result: Result) -> Sheet:
    system, macro = result.system, result.settings.average == "macro"
    rows = []
    for metric in result.metrics:
        score = system.scores[metric.name]
        shown = [cell(score, field) for field in metric.fields]
        documents = []
        if macro:  # over how many documents each field is a mean
            counts = list(map(str, score.counts.values()))
            documents = [counts[0] if len(set(counts)) == 1 else "/".join(counts)]
        rows.append((metric.title, *[""] * (3 - len(shown)), *shown, *documents))
    columns = ("Metric", "Recall", "Precision", "F1", *(("Documents",) if macro else ()))
    return sheet(system.name, columns, rows, _unlinked(result), bars=3)


def _several_systems(result: Result) -> Sheet:
    rows = with_best([(Entry(system.name), *_f1(system.scores, result.metrics)) for system in result.systems])
    kept = kept_column(result.metrics)
    return sheet("F1", ("System", *_titles(result)), rows, _unlinked(result), kept=kept)


def _by_group(result: Result, by: Breakdown) -> Sheet:
    """F1 of groups by metrics; of several systems, below the name and size of each group."""
    one = len(result.systems) == 1
    sized = one and set(by.groups.values()) != {1}
    rows: list[Sequence[Entry | str] | Heading] = []
    for name, size, scores in _groups(result):
        if one:
            rows.append((name, *([count(size)] if sized else []), *_f1(scores[0], result.metrics)))
            continue
        rows.append(Heading(name, counted(size, by.of)))
        names = (Entry(f"  {system.name}") for system in result.systems)
        rows += with_best([(name, *_f1(each, result.metrics)) for name, each in zip(names, scores, strict=True)])
    title = f"F1 by {by.what}" + (f" ({by.note})" if by.note else "")
    sizes = (f"{by.of.capitalize()}s",) if sized else ()
    return sheet(title, (by.what.capitalize(), *sizes, *_titles(result)), rows)


def _groups(result: Result) -> Iterator[tuple[str, int, list[Mapping[str, Score]]]]:
    """The groups and then everything: name, number of documents or mentions, and each system's scores."""
    by = result.by
    if by is not None:
        for name, size in by.groups.items():
            yield name, size, [system.by_group[name] for system in result.systems]
    whole = result.key.mentions if by is not None and by.of == "mention" else result.key.documents
    yield ALL, whole, [system.scores for system in result.systems]


def _unlinked(result: Result) -> str:
    """How many of the found mentions have no correct link, which no score shows by itself."""
    metric = next((metric for metric in result.metrics if metric.family is MENTIONS), None)
    if metric is None:
        return ""
    shares = []
    for system in result.systems:
        counts = system.tallies[metric.tally_name].total()
        name = f"{system.name} " if len(result.systems) > 1 else ""
        if counts["recall_num"]:
            shares.append(f"{name}{counts['unlinked']:,} of {counts['recall_num']:,}")
    return f"found mentions without a correct link: {', '.join(shares)}" if shares else ""


def _titles(result: Result) -> list[str]:
    return [metric.title for metric in result.metrics]


def _f1(scores: Mapping[str, Score], metrics: Sequence[Metric]) -> list[Entry]:
    return [cell(scores[metric.name]) for metric in metrics]


def _paper(result: Result, more: Report | None) -> Report:
    """A row per system; recall, precision and F1 of each metric."""
    fields = {metric.name: metric.fields for metric in result.metrics}
    columns = ["System", *(SHORT[field] for shown in fields.values() for field in shown)]
    rows: list[Row] = []
    for name, size, scores in _groups(result):
        if result.by is not None:
            rows.append(Heading(name, counted(size, result.by.of)))
        block = [
            (Entry(system.name), *(cell(each[name], field) for name, shown in fields.items() for field in shown))
            for system, each in zip(result.systems, scores, strict=True)
        ]
        best = [place for place, title in enumerate(columns) if title == "F1"]
        rows += with_best(block, best, above=-1.0) if len(block) > 1 else block
    over = [("", 1), *((metric.title, len(fields[metric.name])) for metric in result.metrics)]
    tables = (sheet("", columns, rows, over=tuple(over)), *_of_output(result))
    return Report(headline(result), tables, signature=result.signature, more=more)


def over_titles(fields: Sequence[tuple[Metric, str]]) -> Iterator[tuple[str, int]]:
    """The title of each metric, and above how many columns it stands."""
    for metric in dict.fromkeys(metric for metric, _ in fields):
        yield metric.title, sum(each == metric for each, _ in fields)


def _records(result: Result) -> Records:
    """A row per system, document and metric; the total has no document. A breakdown adds a row per group.

    Output of language models adds its counts as columns, and rows of its repaired and aligned scores.
    """
    by = result.by
    columns = ("system", "document", *(("group", f"{by.of}s") if by else ()), *COLUMNS)
    if all(system.output is None for system in result.systems):
        return columns, _all_rows(result, by)
    from corefscope.reporting.views.model_output import RECORDED, records_of

    return (*columns, *RECORDED), (
        [*row, *more]
        for system in result.systems
        for scores, more in records_of(system)
        for row in _system_rows(result, by, system, scores)
    )


def _all_rows(result: Result, by: Breakdown | None) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from _system_rows(result, by, system)


def _system_rows(
    result: Result, by: Breakdown | None, system: System, totals: Mapping[str, Score] | None = None
) -> Iterator[Sequence[object]]:
    """The rows of one system; only those of `totals`, if given."""
    whole: list[object] = ["", getattr(result.key, f"{by.of}s")] if by else []
    yield from _rows(result, [system.name, "", *whole], totals or system.scores)
    if totals is not None:
        return
    for group, size in by.groups.items() if by else ():
        yield from _rows(result, [system.name, "", group, size], system.by_group[group])
    for name, scores in zip(result.documents, system.per_document, strict=False):
        yield from _rows(result, [system.name, name, *(["", ""] if by else [])], scores)


def _rows(result: Result, names: list[object], scores: Mapping[str, Score]) -> Iterator[Sequence[object]]:
    for metric in result.metrics:
        score = scores[metric.name]
        yield [*names, metric.name, score.recall, score.precision, *_numbers(score), result.signature]
        for name, part in score.parts.items():
            named = f"{metric.name}.{name}"
            yield [*names, named, part.recall, part.precision, *_numbers(part), result.signature]


def _numbers(score: Score) -> list[object]:
    counts = [score.counts.get(name) for name in RECALL_AND_PRECISION]
    return [score.f1, *counts, " ".join(score.undefined)]
