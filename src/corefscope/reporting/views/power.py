"""Power: what the test set can show, and the curve over its size."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from corefscope._version import __version__
from corefscope.reporting.report import UNDEFINED, Entry, Records, Report, View, count, paragraph, sheet
from corefscope.reporting.views.comparison_words import points
from corefscope.reporting.views.scores import headline
from corefscope.scoring.saved import warnings
from corefscope.statistics.plan import FEW, FIELDS, TAILS
from corefscope.statistics.power import Power
from corefscope.statistics.simulation import LEVELS, MetricPower, SizePower

SCHEMA = 1
NAMES = tuple(f"{100 * level:g}%" for level in LEVELS)
COLUMNS = (
    "metric", "field", "better", "difference", "documents", "power",
    *(f"detectable_{100 * level:g}" for level in LEVELS), "signature",
)  # fmt: skip
_TESTS = {"bootstrap": "the paired bootstrap", "randomization": "the randomization test"}


def view(found: Power) -> View:
    return View(lambda: report(found), data=lambda: as_object(found), records=lambda: _records(found))


def report(found: Power) -> Report:
    """The answers of each metric, then power and the smallest detectable difference over the size of the test set."""
    rows = []
    for metric in found.result.metrics:
        each = found.metrics[metric.name]
        bounds = [_points(each.now.detectable[level]) for level in LEVELS]
        needed = [_documents(each, level) for level in LEVELS]
        gap = Entry(points(each.difference), each.difference)
        rows.append(
            (metric.title, each.better if each.difference else UNDEFINED, gap, _share(each.now), *bounds, *needed)
        )
    columns = ("", "Better", "Difference", "Power", *(f"Shown at {name}" for name in NAMES))
    tables = [
        sheet(
            FIELDS[found.plan.field].title,
            (*columns, *(f"{_units(found).capitalize()} {name}" for name in NAMES)),
            rows,
            left=(0, 1),
        )
    ]
    for metric in found.result.metrics:
        curve = [
            (count(each.documents), _share(each), *(_points(each.detectable[level]) for level in LEVELS))
            for each in found.metrics[metric.name].sizes
        ]
        columns = (_units(found).capitalize(), "Power", *(f"Shown at {name}" for name in NAMES))
        tables.append(sheet(f"{metric.title} by number of {_units(found)}", columns, curve))
    return Report(
        headline(found.result),
        tuple(tables),
        (paragraph(_notes(found)),),
        found.signature,
        tuple(map(str, found.warnings)),
        "Power",
    )


def _notes(found: Power) -> Iterator[str]:
    plan = found.plan
    test = _TESTS[plan.test]
    if plan.test != "bootstrap":
        test += f", exact up to {FEW} {_units(found)},"
    what = "documents" if plan.group == "unit" else f"groups ({plan.group})"
    yield (
        f"{plan.trials:,} simulated test sets of each size, drawn from {found.groups} {what}; "
        f"{TAILS[plan.tail].title}, {test} at alpha {plan.alpha:g}."
    )
    yield "Power: the share of test sets in which the better system is significantly better."
    yield "Shown at 80%: the smallest true difference, in points of 100, that 80 of 100 such test sets would show."
    units = _units(found)
    yield f"{units.capitalize()} 80%: so many {units} would show this difference in 80 of 100 test sets."


def _units(found: Power) -> str:
    """What is resampled."""
    return "documents" if found.plan.group == "unit" else "groups"


def _share(each: SizePower) -> Entry:
    return Entry(f"{100 * each.power:.1f}%", each.power)


def _points(difference: float | None) -> Entry:
    return Entry(UNDEFINED) if difference is None else Entry(f"{100 * difference:.2f}", difference)


def _documents(each: MetricPower, level: float) -> Entry:
    if not each.documents:
        return Entry(UNDEFINED)
    found = each.documents[level]
    return Entry(f">{each.sizes[-1].documents:,}") if found is None else count(found)


def _records(found: Power) -> Records:
    """A row for each metric and simulated size."""
    rows = (
        [
            each.metric, found.plan.field, each.better, each.difference, size.documents, size.power,
            *size.detectable.values(), found.signature,
        ]
        for each in found.metrics.values()
        for size in each.sizes
    )  # fmt: skip
    return COLUMNS, rows


def as_object(found: Power) -> dict[str, Any]:
    """Everything as plain dicts and lists; scores and differences are fractions of 1."""
    key = found.result.key
    return {
        "schema": SCHEMA,
        "kind": "power",
        "signature": found.signature,
        "version": __version__,
        "settings": dataclasses.asdict(found.result.settings),
        "plan": dataclasses.asdict(found.plan),
        "groups": found.groups,
        "key": {"path": key.path, "sha256": key.sha256(), "documents": key.documents},
        "systems": [{"name": each.name, "path": each.path, "sha256": each.sha256()} for each in found.result.systems],
        "metrics": {
            name: {
                "better": each.better if each.difference else None,
                "difference": each.difference,
                **_size(each.now),
                "documents_needed": {str(level): size for level, size in each.documents.items()},
                "sizes": [{"documents": size.documents, **_size(size)} for size in each.sizes],
            }
            for name, each in found.metrics.items()
        },
        "warnings": warnings(found.warnings),
    }


def _size(each: SizePower) -> dict[str, Any]:
    return {"power": each.power, "detectable": {str(level): bound for level, bound in each.detectable.items()}}
