"""F1 over the threshold of scored links, and calibration: plots of plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefscope.plots.curves import lines

PERFECT = "perfectly calibrated"


def threshold_curves(title: str, curves: Mapping[str, Sequence[tuple[float, float]]]) -> dict[str, Any]:
    """Points (threshold, F1) by metric."""
    values = [{"series": name, "x": x, "y": 100 * y} for name, points in curves.items() for x, y in points]
    return lines(title, values, list(curves), "threshold", percent=False)


def calibration_plot(title: str, points: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Points (mean score, share of right links) beside the diagonal."""
    values = [{"series": "links", "x": x, "y": 100 * y} for x, y in points]
    values += [{"series": PERFECT, "x": x, "y": 100 * x} for x in (0.0, 1.0)]
    return lines(title, values, ["links", PERFECT], "mean score", "right links", percent=False)
