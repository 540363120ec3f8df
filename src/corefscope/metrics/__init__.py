"""The metrics: pure functions from a Table to counts that add, and the registry that names them."""

from corefscope.metrics.base import Family, Metric, Parameter, Score, Tally
from corefscope.metrics.registry import (
    DEFAULT,
    METRICS,
    AnyMetrics,
    metric,
    metrics,
    register_metric,
)

__all__ = [
    "DEFAULT",
    "METRICS",
    "AnyMetrics",
    "Family",
    "Metric",
    "Parameter",
    "Score",
    "Tally",
    "metric",
    "metrics",
    "register_metric",
]
