"""The metrics: pure functions from a Table to counts that add, and the registry that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corefscope.metrics.base import Family, Metric, Parameter, Score, Tally
    from corefscope.metrics.lookup import AnyMetrics, metric, metrics, metrics_of, register_metric
    from corefscope.metrics.registry import DEFAULT, METRICS

# Loaded when first used, so that the names in the registry need no NumPy.
_PLACES = {
    "base": ("Family", "Metric", "Parameter", "Score", "Tally"),
    "lookup": ("AnyMetrics", "metric", "metrics", "metrics_of", "register_metric"),
    "registry": ("DEFAULT", "METRICS"),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            globals()[name] = getattr(import_module(f"corefscope.metrics.{module}"), name)
            return globals()[name]
    raise AttributeError(f"module 'corefscope.metrics' has no attribute '{name}'")


__all__ = [
    "DEFAULT", "METRICS", "AnyMetrics", "Family", "Metric", "Parameter", "Score", "Tally",
    "metric", "metrics", "metrics_of", "register_metric",
]  # fmt: skip
