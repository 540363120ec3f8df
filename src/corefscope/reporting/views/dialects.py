"""One row for each dialect of "CoNLL F1": the same files as every scorer in use would count them."""

from __future__ import annotations

from typing import Any

from corefscope._version import __version__
from corefscope.metrics.base import FIELDS
from corefscope.reporting.report import UNDEFINED, Records, Report, View, sheet
from corefscope.reporting.views.scores import cell, headline
from corefscope.scoring.several import Dialects, DialectScores
from corefscope.settings import Settings


def view(found: Dialects) -> View:
    return View(lambda: report(found), data=lambda: _data(found), records=lambda: _records(found))


def report(found: Dialects) -> Report:
    first = next(row.result for row in found.rows if row.result is not None)
    columns = ("Dialect", *(metric.title for metric in found.metrics))
    tables = []
    for number, system in enumerate(first.systems):
        rows: list[tuple[Any, ...]] = []
        for row in found.rows:
            if row.result is None:
                rows.append((row.preset.name, *[UNDEFINED] * len(found.metrics)))
            else:
                scores = row.result.systems[number].scores
                rows.append((row.preset.name, *(cell(scores[metric.name]) for metric in found.metrics)))
        tables.append(sheet(f"F1, {system.name}", columns, rows))
    notes = [f"{row.preset.name}: {row.reason or _rule(row)}" for row in found.rows]
    return Report(headline(first), tuple(tables), tuple(notes), title="Dialects", together=True)


def _rule(row: DialectScores) -> str:
    """What the dialect does, and which of its settings were given otherwise."""
    settings = Settings(**row.preset.values) if row.result is None else row.result.settings
    changed = [f"{name} {getattr(settings, name)}" for name, value in row.preset.values.items()
               if getattr(settings, name) != value]  # fmt: skip
    return row.preset.dialect + (f"; here with {', '.join(changed)}" if changed else "")


def _data(found: Dialects) -> dict[str, Any]:
    from corefscope.scoring.saved import SCHEMA, as_object

    rows: list[dict[str, Any]] = []
    for row in found.rows:
        about = {"dialect": row.preset.name, "rule": row.preset.dialect, "source": row.preset.source}
        if row.result is None:
            rows.append({**about, "reason": row.reason})
            continue
        result = as_object(row.result)
        systems = [{name: each[name] for name in ("name", "path", "sha256", "scores")} for each in result["systems"]]
        rows.append({**about, "signature": result["signature"], "systems": systems})
    return {"schema": SCHEMA, "kind": "dialects", "version": __version__, "dialects": rows}


def _records(found: Dialects) -> Records:
    rows = [
        (row.preset.name, system.name, metric.name, *(system.scores[metric.name].numbers.get(each) for each in FIELDS))
        for row in found.rows
        if row.result is not None
        for system in row.result.systems
        for metric in found.metrics
    ]
    return ("dialect", "system", "metric", *FIELDS), rows
