"""Several results side by side: under the rules of other scorers, across documents, and two saved ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from corefscope._version import __version__
from corefscope.metrics.base import FIELDS
from corefscope.reporting.report import Report, Sheet, Value, View, metric_sheet, number, paragraph, records, sheet
from corefscope.reporting.views.scores import SHORT, defined, headline
from corefscope.scoring.explained_difference import Difference, ExplainedDifference
from corefscope.scoring.saved import SCHEMA, as_object
from corefscope.scoring.several import ALL, CrossDocument, Dialects, DialectScores, PartScores
from corefscope.settings import Settings

# One row for each dialect of "CoNLL F1": the same files as every scorer in use would count them.

SHOWN_DOCUMENTS = 10  # of differences between documents


def dialects(table: Dialects) -> View:
    def report() -> Report:
        first = next(row.result for row in table.rows if row.result is not None)
        tables = []
        for place, system in enumerate(first.systems):
            rows: list[Sequence[Value]] = []
            for row in table.rows:
                scores = row.result.systems[place].scores if row.result else None
                f1 = [defined(scores[metric.name]) if scores else None for metric in table.metrics]
                rows.append((row.preset.name, *f1))
            tables.append(metric_sheet(f"F1, {system.name}", "Dialect", table.metrics, rows))
        notes = [f"{row.preset.name}: {row.reason or _rule(row)}" for row in table.rows]
        return Report(headline(first), tables, [paragraph(notes)], title="Dialects")

    def data() -> dict[str, Any]:
        rows: list[dict[str, Any]] = []
        for row in table.rows:
            about = {"dialect": row.preset.name, "rule": row.preset.dialect, "source": row.preset.source}
            if row.result is None:
                rows.append({**about, "reason": row.reason})
                continue
            result, names = as_object(row.result), ("name", "path", "sha256", "scores")
            systems = [{name: system[name] for name in names} for system in result["systems"]]
            rows.append({**about, "signature": result["signature"], "systems": systems})
        return {"schema": SCHEMA, "kind": "dialects", "version": __version__, "dialects": rows}

    return View(report, data)


def _rule(row: DialectScores) -> str:
    """Describe the dialect, and the settings that differ from its own."""
    settings = Settings(**row.preset.values) if row.result is None else row.result.settings
    changed = [name for name, value in row.preset.values.items() if getattr(settings, name) != value]
    here = ", ".join(f"{name} {getattr(settings, name)}" for name in changed)
    return row.preset.dialect + (f"; here with {here}" if changed else "")


# Scores across documents: a row for each metric, recall, precision and F1 for each level.


def levels(across: CrossDocument) -> View:
    def report() -> Report:
        first, *_ = across.parts
        (_, result), *others = first.levels.items()
        tables = [_levels(across, part, number) for number in range(len(result.systems)) for part in across.parts]
        notes = [f"{level}: {each.signature}" for level, each in others]
        notes.append(f"mentions, at every level: {first.mentions.signature}")
        return Report(headline(result), tables, [paragraph(notes)], result.signature, result.warnings, "Levels")

    def data() -> dict[str, Any]:
        parts = []
        for part in across.parts:
            of_level = {level: as_object(result) for level, result in part.levels.items()}
            parts.append({"part": part.name, "levels": of_level, "mentions": as_object(part.mentions)})
        return {"schema": SCHEMA, "kind": "levels", "version": __version__, "parts": parts}

    return View(report, data)


def _levels(across: CrossDocument, part: PartScores, number: int) -> Sheet:
    systems = [result.systems[number] for result in part.levels.values()]
    mentions = part.mentions.systems[number].scores["mentions"]
    rows: list[Sequence[Value]] = [("Mentions", *[defined(mentions, field) for field in FIELDS] * len(systems))]
    for metric in across.metrics:
        scores = [system.scores[metric.name] for system in systems]
        cells = (defined(score, field) if field in metric.fields else "" for score in scores for field in FIELDS)
        rows.append((metric.title, *cells))
    titles = [f"{level} {SHORT[field]}" for level in part.levels for field in FIELDS]
    title = systems[0].name + ("" if part.name == ALL else f", {part.name}")
    return sheet(title, ("Metric", *titles), rows, over=(("", 1), *((level, 3) for level in part.levels)))


# What differs between two saved results.

RESULT_SAME = "the two results are the same: version, settings, files and all numbers agree"


def difference(explained: ExplainedDifference) -> View:
    def report() -> Report:
        tables = list(_tables(explained.differences))
        for near in explained.nearest:
            rows = [(name, f1, number(100 * (near.number - f1), 2, "+")) for name, f1 in near.f1.items()]
            title = (
                f"{near.metric} of {near.system} under each dialect, and how far {100 * near.number:.2f} is above it"
            )
            tables += [sheet(title, ("Dialect", "F1", "Above it"), rows), *_tables(near.settings)]
        documents = {each.heading for each in explained.differences if each.heading.startswith("document ")}
        more = len(documents) - SHOWN_DOCUMENTS
        notes = [f"… and {more} more documents"] if more > 0 else []
        return Report("" if tables else RESULT_SAME, tables, notes, title="Difference")

    rows = list(explained.differences)
    for near in explained.nearest:  # the F1 of each dialect beside the number, then the settings of the nearest
        heading = f"{near.metric} of {near.system} under each dialect"
        rows += [Difference(heading, name, f1, near.number) for name, f1 in near.f1.items()]
        rows += near.settings
    data = [asdict(row) for row in rows]
    return View(report, data=lambda: data, records=lambda: records(("heading", "what", "one", "two"), data))


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
