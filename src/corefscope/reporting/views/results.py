"""Several results beside each other: under the rules of other scorers, across documents, and two saved ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from corefscope._version import __version__
from corefscope.metrics.base import FIELDS, Metric
from corefscope.reporting.report import Report, Sheet, Value, View, number, sheet
from corefscope.reporting.views.scores import SHORT, defined, f1_of, headline
from corefscope.scoring.explained_difference import Difference, ExplainedDifference
from corefscope.scoring.saved import SCHEMA, as_object
from corefscope.scoring.several import ALL, CrossDocument, Dialects, DialectScores, PartScores
from corefscope.settings import Settings

# One row for each dialect of "CoNLL F1": the same files as every scorer in use would count them.

SHOWN_DOCUMENTS = 10  # of differences between documents


def dialects(table: Dialects) -> View:
    def report() -> Report:
        first = next(row.result for row in table.rows if row.result is not None)
        columns = ("Dialect", *(metric.title for metric in table.metrics))
        tables = []
        for place, system in enumerate(first.systems):
            rows: list[Sequence[Value]] = []
            for row in table.rows:
                none = [None] * len(table.metrics)
                scores = f1_of(row.result.systems[place].scores, table.metrics) if row.result else none
                rows.append((row.preset.name, *scores))
            tables.append(sheet(f"F1, {system.name}", columns, rows))
        notes = [f"{row.preset.name}: {row.reason or _rule(row)}" for row in table.rows]
        return Report(headline(first), tables, notes, title="Dialects", together=True)

    columns = ("dialect", "system", "metric", *FIELDS)
    return View(report, data=lambda: _dialect_data(table), records=lambda: (columns, _dialect_rows(table)))


def _rule(row: DialectScores) -> str:
    """What the dialect does, and which of its settings were given otherwise."""
    settings = Settings(**row.preset.values) if row.result is None else row.result.settings
    changed = [f"{name} {getattr(settings, name)}" for name, value in row.preset.values.items()
               if getattr(settings, name) != value]  # fmt: skip
    return row.preset.dialect + (f"; here with {', '.join(changed)}" if changed else "")


def _dialect_data(table: Dialects) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for row in table.rows:
        about = {"dialect": row.preset.name, "rule": row.preset.dialect, "source": row.preset.source}
        if row.result is None:
            rows.append({**about, "reason": row.reason})
            continue
        result = as_object(row.result)
        systems = [{name: each[name] for name in ("name", "path", "sha256", "scores")} for each in result["systems"]]
        rows.append({**about, "signature": result["signature"], "systems": systems})
    return {"schema": SCHEMA, "kind": "dialects", "version": __version__, "dialects": rows}


def _dialect_rows(table: Dialects) -> Iterator[Sequence[object]]:
    for row in table.rows:
        for system in row.result.systems if row.result is not None else ():
            for metric in table.metrics:
                numbers = system.scores[metric.name].numbers
                yield [row.preset.name, system.name, metric.name, *map(numbers.get, FIELDS)]


# Scores across documents: a row for each metric, recall, precision and F1 for each level.


def levels(across: CrossDocument) -> View:
    def report() -> Report:
        first, *_ = across.parts
        result, *others = first.levels.items()
        systems = range(len(result[1].systems))
        tables = [_levels(across, part, number) for number in systems for part in across.parts]
        notes = [f"{level}: {each.signature}" for level, each in others]
        notes.append(f"mentions, at every level: {first.mentions.signature}")
        heading, signature, warnings = headline(result[1]), result[1].signature, result[1].warnings
        return Report(heading, tables, notes, signature, warnings, "Levels", together=True)

    columns = ("part", "level", "system", "metric", *FIELDS, "signature")
    return View(report, data=lambda: _level_data(across), records=lambda: (columns, _level_rows(across)))


def _levels(across: CrossDocument, part: PartScores, number: int) -> Sheet:
    results = list(part.levels.values())
    mentions = part.mentions.systems[number].scores["mentions"]
    rows: list[Sequence[Value]] = [("Mentions", *[defined(mentions, field) for field in FIELDS] * len(results))]
    for metric in across.metrics:
        scores = [result.systems[number].scores[metric.name] for result in results]
        rows.append(
            (metric.title, *(_if_any(defined(score, field), metric, field) for score in scores for field in FIELDS))
        )
    titles = [f"{level} {SHORT[field]}" for level in part.levels for field in FIELDS]
    name = results[0].systems[number].name
    over = (("", 1), *((level, 3) for level in part.levels))
    return sheet(name if part.name == ALL else f"{name}, {part.name}", ("Metric", *titles), rows, over=over)


def _if_any(value: Value, metric: Metric, field: str) -> Value:
    return value if field in metric.fields else ""


def _level_rows(across: CrossDocument) -> Iterator[Sequence[object]]:
    """Mentions stand under a level of their own."""
    for part in across.parts:
        for level, result in [*part.levels.items(), ("mentions", part.mentions)]:
            for system in result.systems:
                for metric in result.metrics:
                    numbers = system.scores[metric.name].numbers
                    start = (part.name, level, system.name, metric.name)
                    yield [*start, *map(numbers.get, FIELDS), result.signature]


def _level_data(across: CrossDocument) -> dict[str, Any]:
    parts = []
    for part in across.parts:
        levels = {level: as_object(result) for level, result in part.levels.items()}
        parts.append({"part": part.name, "levels": levels, "mentions": as_object(part.mentions)})
    return {"schema": SCHEMA, "kind": "levels", "version": __version__, "parts": parts}


# What differs between two saved results.

SAME = "the two results are the same: version, settings, files and all numbers agree"


def difference(explained: ExplainedDifference) -> View:
    rows = [*explained.differences, *_dialect_differences(explained)]

    def report() -> Report:
        documents = {each.heading for each in explained.differences if each.heading.startswith("document ")}
        more = len(documents) - SHOWN_DOCUMENTS
        notes = [f"… and {more} more documents"] if more > 0 else []
        tables = [*_tables(explained.differences), *_nearest(explained)]
        return Report("" if tables else SAME, tables, notes, title="Difference")

    return View(
        report,
        data=lambda: [asdict(each) for each in rows],
        records=lambda: (("heading", "what", "one", "two"), ([*asdict(each).values()] for each in rows)),
    )


def _dialect_differences(explained: ExplainedDifference) -> Iterator[Difference]:
    """The F1 of each dialect beside the number, then the settings of the nearest."""
    for near in explained.nearest:
        heading = f"{near.metric} of {near.system} under each dialect"
        yield from (Difference(heading, name, f1, near.number) for name, f1 in near.f1.items())
        yield from near.settings


def _nearest(explained: ExplainedDifference) -> Iterator[Sheet]:
    for near in explained.nearest:
        rows = [(name, f1, number(100 * (near.number - f1), 2, "+")) for name, f1 in near.f1.items()]
        title = f"{near.metric} of {near.system} under each dialect, and how far {100 * near.number:.2f} is above it"
        yield sheet(title, ("Dialect", "F1", "Above it"), rows)
        yield from _tables(near.settings)


def _tables(differences: Sequence[Difference]) -> Iterator[Sheet]:
    """A table for each heading; of documents only the first ones."""
    documents = 0
    for heading, group in itertools.groupby(differences, key=lambda each: each.heading):
        documents += heading.startswith("document ")
        if documents <= SHOWN_DOCUMENTS or not heading.startswith("document "):
            yield sheet(heading, ("What", "A", "B"), [(each.what, _text(each.one), _text(each.two)) for each in group])


def _text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "there" if value else "missing"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
