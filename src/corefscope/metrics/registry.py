"""The metrics, registered by a literal: everything that lists them derives from METRICS. Help needs no NumPy."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING

from corefscope.basics import plugins

if TYPE_CHECKING:
    from corefscope.metrics.base import Family

# The module of each metric below corefscope; the Family in it is called like the metric, in capital letters.
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


class Families(MutableMapping[str, "Family"]):
    """Families by name; the module of a built-in one is imported when it is first used."""

    def __init__(self) -> None:
        self._families: dict[str, Family | None] = dict.fromkeys(MODULES)

    def __getitem__(self, name: str) -> Family:
        found = self._families[name]
        if found is None:
            module = import_module(f"corefscope.{MODULES[name]}")
            found = self._families[name] = getattr(module, name.upper())
        return found

    def __setitem__(self, name: str, family: Family) -> None:
        self._families[name] = family

    def __delitem__(self, name: str) -> None:
        del self._families[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._families)

    def __len__(self) -> int:
        return len(self._families)

    def __contains__(self, name: object) -> bool:
        return name in self._families


METRICS = Families()


def known_names() -> list[str]:
    """The names of all metrics, those of installed plug-ins too; nothing is imported for it."""
    return list(dict.fromkeys([*METRICS, *plugins.names(GROUP)]))
