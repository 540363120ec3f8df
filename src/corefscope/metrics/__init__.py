"""The metrics: pure functions from a Table to counts that add, and the registry that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corefscope.metrics.base import Family, Metric, Parameter, Score, Tally
    from corefscope.metrics.lookup import AnyMetrics, metric, metrics, metrics_of, register_metric
    from corefscope.metrics.registry import DEFAULT, METRICS

_BASE, _LOOKUP, _REGISTRY = ("corefscope.metrics.base", "corefscope.metrics.lookup", "corefscope.metrics.registry")
# Loaded when first used, so that the names in the registry need no NumPy.
_PLACES = {
    **dict.fromkeys(("Family", "Metric", "Parameter", "Score", "Tally"), _BASE),
    **dict.fromkeys(("AnyMetrics", "metric", "metrics", "metrics_of", "register_metric"), _LOOKUP),
    **dict.fromkeys(("DEFAULT", "METRICS"), _REGISTRY),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'corefscope.metrics' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_PLACES[name]), name)


__all__ = [
    "DEFAULT", "METRICS", "AnyMetrics", "Family", "Metric", "Parameter", "Score", "Tally",
    "metric", "metrics", "metrics_of", "register_metric",
]  # fmt: skip
