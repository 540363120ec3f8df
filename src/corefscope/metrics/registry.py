"""The registry of metrics: all lists of metrics are derived from METRICS. It does not import NumPy."""

from __future__ import annotations

from collections import UserDict
from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefscope.basics import plugins

if TYPE_CHECKING:
    from corefscope.metrics.base import Family

# The modules of metrics, relative to corefscope; a Family has the name of its metric in capital letters.
NAMES = {
    "metrics.mentions": "mentions", "metrics.muc": "muc", "metrics.b3": "b3", "metrics.ceaf": "ceafm ceafe",
    "metrics.blanc": "blanc", "metrics.lea": "lea", "metrics.conll": "conll", "metrics.pairwise": "pairwise",
    "metrics.clustering": "rand ari h", "metrics.linguistic": "lmuc lb3 lceafm lceafe",
    "metrics.entities": "entities nec", "metrics.ace": "ace", "metrics.mor": "mor", "anaphora.zeros": "zeros",
    "anaphora.split": "split", "anaphora.relations": "bridging nonreferring",
}  # fmt: skip
MODULES = {name: module for module, names in NAMES.items() for name in names.split()}
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
