"""What a figure is: values, how they were made, a drawing, and what its authors say about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

METRICS = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea")


@dataclass(frozen=True)
class Statement:
    """What the authors say about a figure, and whether it comes out.

    `fixed` where the paper says how the responses are made, so that a failure is a finding; elsewhere the answer
    depends on the construction, and `detail` says which.
    """

    text: str
    holds: bool
    fixed: bool = True
    detail: str = ""
    known: bool = False  # that it does not follow from the paper's own definitions is known and explained


@dataclass(frozen=True)
class Figure:
    """What is drawn: values, how they were made, and the statements about them."""

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
            "statements": [
                {"text": one.text, "holds": one.holds, "fixed": one.fixed, "known": one.known, "detail": one.detail}
                for one in self.statements
            ],
            "values": self.values,
        }
