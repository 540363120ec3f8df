"""A figure: its values, how they were made, a drawing, and the statements of its authors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from corefscope.lab.papers.numbers import Item
from corefscope.lab.partitions import EQUAL
from corefscope.metrics import METRICS as FAMILIES

METRICS = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea")
TITLES = {name: family.title for name, family in FAMILIES.items()}
NAMES = [TITLES[name] for name in METRICS]
Rows = Sequence[Mapping[str, float]]  # F1 in percent by metric, for each response


@dataclass(frozen=True)
class Statement:
    """A statement of the authors about a figure, and whether it holds.

    `fixed` where the paper says how the responses are made, so that a failure is a finding; elsewhere the answer
    depends on the construction, and `detail` says which.
    """

    text: str
    holds: bool
    fixed: bool = True
    known: bool = False  # it is known and explained that it does not follow from the paper's own definitions
    detail: str = ""

    @staticmethod
    def of(item: Item) -> Statement:
        return Statement(item.column, item.agrees, detail=item.ours)


@dataclass(frozen=True)
class Figure:
    """The values of a figure, how they were made, and the statements about them."""

    name: str
    title: str
    construction: str
    drawing: dict[str, Any]  # a Vega-Lite specification
    values: list[dict[str, Any]]
    statements: tuple[Statement, ...]

    def as_object(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "construction": self.construction,
            "statements": [asdict(one) for one in self.statements],
            "values": self.values,
        }


def points(rows: Rows, places: Sequence[Any], metrics: Sequence[str] = METRICS) -> list[dict[str, Any]]:
    """Return the values of a drawing, series by series."""
    return [
        {"series": TITLES[name], "x": place, "y": row[name]}
        for name in metrics
        for place, row in zip(places, rows, strict=True)
    ]


def same(*values: float) -> bool:
    return max(values) - min(values) <= EQUAL
