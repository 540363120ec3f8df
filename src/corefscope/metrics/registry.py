"""The registry of metrics: all lists of metrics are derived from METRICS. It does not import NumPy."""

from __future__ import annotations

from collections import UserDict
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefscope.basics import plugins

if TYPE_CHECKING:
    from corefscope.metrics.base import Family

# The module of each metric, relative to corefscope; its Family has the name of the metric in capital letters.
MODULES = {
    "mentions": "metrics.mentions",
    "muc": "metrics.muc",
    "b3": "metrics.b3",
    "ceafm": "metrics.ceaf",
    "ceafe": "metrics.ceaf",
    "blanc": "metrics.blanc",
    "lea": "metrics.lea",
    "conll": "metrics.conll",
    "pairwise": "metrics.pairwise",
    "rand": "metrics.clustering",
    "ari": "metrics.clustering",
    "h": "metrics.clustering",
    "lmuc": "metrics.linguistic",
    "lb3": "metrics.linguistic",
    "lceafm": "metrics.linguistic",
    "lceafe": "metrics.linguistic",
    "entities": "metrics.entities",
    "nec": "metrics.entities",
    "ace": "metrics.ace",
    "mor": "metrics.mor",
    "zeros": "anaphora.zeros",
    "split": "anaphora.split",
    "bridging": "anaphora.relations",
    "nonreferring": "anaphora.relations",
}
DEFAULT = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll")
OF_ERRORS = ("conll", "b3", "muc", "ceafm", "ceafe", "blanc", "lea")  # the default of an error analysis
GROUP = "corefscope.metrics"  # the entry points of installed plug-ins


class Families(UserDict[str, Any]):
    """Families by name; the module of a built-in one is imported when it is first used."""

    def __getitem__(self, name: str) -> Family:
        if self.data[name] is None:
            self.data[name] = getattr(import_module(f"corefscope.{MODULES[name]}"), name.upper())
        family: Family = self.data[name]
        return family


METRICS = Families(dict.fromkeys(MODULES))


def known_names() -> list[str]:
    """Return the names of all metrics, including plug-ins, without importing any."""
    return list(dict.fromkeys([*METRICS, *plugins.names(GROUP)]))
