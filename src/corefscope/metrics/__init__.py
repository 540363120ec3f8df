"""The metrics: pure functions from a Table to counts that add, and the registry that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corefscope.metrics.base import Family, Metric, Parameter, Score, Tally
    from corefscope.metrics.lookup import AnyMetrics, metric, metrics, metrics_of, register_metric
    from corefscope.metrics.registry import DEFAULT, METRICS


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: what lists the names of metrics needs no NumPy."""
    from importlib import import_module

    for module in ("registry", "lookup", "base") if name in __all__ else ():
        value = getattr(import_module(f"corefscope.metrics.{module}"), name, None)
        if value is not None:
            globals()[name] = value
            return value
    raise AttributeError(f"module 'corefscope.metrics' has no attribute '{name}'")


__all__ = [
    "DEFAULT", "METRICS", "AnyMetrics", "Family", "Metric", "Parameter", "Score", "Tally",
    "metric", "metrics", "metrics_of", "register_metric",
]  # fmt: skip
