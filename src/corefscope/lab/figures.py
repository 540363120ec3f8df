"""The papers' figures from the experiments themselves, and whether the statements of their authors hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from corefscope.lab.papers import AGREES, DIFFERS, KNOWN_DIFFERENCE, Item
from corefscope.metrics import METRICS as FAMILIES
from corefscope.problems import UnknownName
from corefscope.reporting.report import Report, View, paragraph, sheet

METRICS = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea")
TITLES = {name: family.title for name, family in FAMILIES.items()}
FIGURE_NAMES = [TITLES[name] for name in METRICS]
Rows = Sequence[Mapping[str, float]]  # F1 in percent by metric, for each response
FIGURES = {
    **{f"moosavi-strube-{number}": f"figures_moosavi:figure_{number}" for number in range(2, 9)},
    **{f"recasens-hovy-{number}": f"figures_recasens:figure_{number}" for number in (6, 7)},
    "chen-ng-3": "figures_recasens:chen_ng_3",
}
FIGURE_OURS = "(ours: the paper does not say)"
HOLDS = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold, as is known", DIFFERS: "does not hold"}


class Figure(NamedTuple):
    """The values of a figure, how they were made, a drawing, and the statements about them."""

    title: str
    construction: str
    statements: Sequence[Item]
    values: Sequence[dict[str, Any]]
    drawing: dict[str, Any]  # a Vega-Lite specification
    name: str = ""


def figures(only: Sequence[str] = ()) -> list[Figure]:
    """Return the figures of these names, all by default."""
    drawn = []
    for name in only or FIGURES:
        if name not in FIGURES:
            raise UnknownName("figure", name, FIGURES)
        module, _, function = FIGURES[name].partition(":")
        drawn.append(getattr(import_module(f"corefscope.lab.{module}"), function)()._replace(name=name))
    return drawn


def points(rows: Rows, places: Sequence[Any], metrics: Sequence[str] = METRICS) -> list[dict[str, Any]]:
    """Return the values of a drawing, series by series."""
    return [
        {"series": TITLES.get(name, name), "x": place, "y": row[name]}
        for name in metrics
        for place, row in zip(places, rows, strict=True)
    ]


def view(drawn: Sequence[Figure], files: Mapping[str, Sequence[str]]) -> View:
    """Title, statements with their verdicts, construction, and the files written."""

    def report() -> Report:
        tables = []
        for figure in drawn:
            rows = [(HOLDS[one.verdict], one.column) for one in figure.statements]
            details = (f"{one.column}: {one.ours or one.why}" for one in figure.statements if one.ours or one.why)
            written = (f"written: {path}" for path in files.get(figure.name, ()))
            note = paragraph([f"made from: {figure.construction}", *details, *written])
            tables.append(sheet(figure.title, ("Verdict", "Statement"), rows, note, left=(0, 1)))
        return Report("", tables, title="Figures")

    def data() -> list[dict[str, Any]]:
        return [
            {
                "name": figure.name,
                "title": figure.title,
                "construction": figure.construction,
                "statements": [
                    {"text": one.column, "holds": one.agrees, "known": bool(one.why), "detail": one.ours or one.why}
                    for one in figure.statements
                ],
                "values": figure.values,
                "files": files.get(figure.name, []),
            }
            for figure in drawn
        ]

    return View(report, data=data)
