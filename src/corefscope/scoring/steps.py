"""The optional parts of a score, in the order in which they run: the order is part of what they mean.

Each is imported only when its setting is not the default.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from corefscope.metrics.evidence import HasAlignment, HasTable


def load(place: str) -> Callable[..., Any]:
    """The function at `module:name`, below corefscope."""
    module, _, name = place.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"corefscope.{module}"), name)
    return function


class Variant(NamedTuple):
    """Another way to count: a function from metric and evidence to a Tally, or None for a metric without such a way."""

    applies: Callable[[HasTable], bool]
    place: str

    @property
    def function(self) -> Callable[..., Any]:
        return load(self.place)


def _has_sets(evidence: HasTable) -> bool:
    return isinstance(evidence, HasAlignment) and evidence.alignment.sets is not None


VARIANTS = (
    Variant(_has_sets, "anaphora.split:count"),
    Variant(lambda evidence: evidence.table.rules.singletons in ("e2e", "stanza"), "conventions.singletons:count"),
)
