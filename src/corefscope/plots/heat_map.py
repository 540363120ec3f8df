"""A heat map of a table of numbers, with the number in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corefscope.plots import chart


def heat_map(
    title: str, rows: Sequence[str], cells: Sequence[Sequence[float | None]], value_title: str
) -> dict[str, Any]:
    """Draw a square table of numbers from -1 to 1; a missing number leaves the cell empty."""
    values = [
        {"row": row, "column": column, "value": value, "text": "–" if value is None else f"{value:.2f}"}
        for row, line in zip(rows, cells, strict=True)
        for column, value in zip(rows, line, strict=True)
    ]
    place = {"type": "nominal", "title": None, "sort": list(rows)}
    encoding: dict[str, Any] = {
        "x": {**place, "field": "column", "axis": {"labelAngle": -45, "orient": "top"}},
        "y": {**place, "field": "row"},
        "tooltip": [{"field": "row"}, {"field": "column"}, {"field": "value", "title": value_title, "format": ".3f"}],
    }
    colour = {
        "field": "value",
        "type": "quantitative",
        "title": value_title,
        "scale": {"scheme": "redblue", "domain": [-1, 1]},
    }
    dark = {"condition": {"test": "isValid(datum.value) && abs(datum.value) > 0.6", "value": "white"}, "value": "black"}
    return chart(
        title,
        values,
        encoding=encoding,
        width=46 * len(rows),
        height=36 * len(rows),
        layer=[
            {"mark": "rect", "encoding": {"color": colour}},
            {"mark": {"type": "text", "fontSize": 11}, "encoding": {"text": {"field": "text"}, "color": dark}},
        ],
    )
