"""Parameters of metrics: a number or word in a metric's name that changes what it computes."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from importlib import import_module
from math import ulp
from typing import TYPE_CHECKING, Any

from corefscope.basics.escaping import quoted
from corefscope.problems import SettingsError

if TYPE_CHECKING:
    from corefscope.alignment.mentions import Alignment
    from corefscope.metrics.evidence import Evidence

LARGEST_WEIGHT = 1e100  # sums and products of larger ones would not be numbers
# What a metric may need beyond a Table: the Alignment of single mentions, or both corpora with the
# mentions themselves; or what the
# data must have: mention types (a name, a pronoun), entity types (a person), relations.
ALIGNMENT, CORPORA = "alignment", "corpora"
MENTION_TYPES, ENTITY_TYPES, RELATIONS = "mention types", "entity types", "relations"


@dataclass(frozen=True)
class Parameter:
    """How the value of a parameter is parsed, and what it changes."""

    default: Any
    parse: Callable[[str], Any]
    meaning: str
    changes_counts: bool = False  # else it changes only what is made of the counts
    # `module:function` that is called instead of passing the value on: from the evidence and the value, it gives the
    # alignments in which recall and precision are counted.
    realign: str | None = None
    needs: Callable[[Any], frozenset[str]] = lambda value: frozenset()  # what a value other than the default needs

    def realigned(self, evidence: Evidence, value: Any) -> tuple[Alignment, Alignment]:
        """The alignments in which recall and precision are counted under this value."""
        module, _, name = str(self.realign).partition(":")
        alignments: tuple[Alignment, Alignment] = getattr(import_module(module), name)(evidence, value)
        return alignments


def one_of(*words: str, more: str = "") -> Callable[[str], str]:
    """A parser of words that refuses all others; `more` says what else could be made valid."""

    def parsed(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}{', or ' * bool(more)}{more}")
        return text

    return parsed


def between(low: float, high: float, meaning: str | None = None) -> Callable[[str], float]:
    """A parser of numbers within bounds; sums of numbers above LARGEST_WEIGHT could overflow."""

    def parsed(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError("that is not a number" if text else "nothing is given") from None
        if not low <= value <= high:
            raise ValueError(f"it must be a number {meaning or f'from {low:g} to {high:g}'}")
        return value

    return parsed


positive = between(ulp(0.0), LARGEST_WEIGHT, f"above 0 and at most {LARGEST_WEIGHT:g}")


def shortest(value: float) -> str:
    """The shortest text that reads back as the same number: 0.2, 1, 0.3333333333333333."""
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def as_text(value: Any) -> str:
    """A value as it stands in a metric's name: 2 for 2.0, true for True."""
    if isinstance(value, bool):
        return str(value).lower()
    return shortest(value) if isinstance(value, float) else str(value)


def register_once(registry: dict[str, Any], name: str, value: Any, reserved: Container[str] = ()) -> None:
    """Add a word that a parameter understands; a name printed must parse back to the same thing, so it stays."""
    if not re.fullmatch(r"[A-Za-z][\w.-]*", name):
        raise SettingsError(
            "bad-plugin", f"{quoted(name)} cannot stand in the name of a metric", hint="use letters, digits, - and _"
        )
    if name in registry or name in reserved:
        raise SettingsError("name-taken", f"{quoted(name)} is registered already", hint="choose another name")
    registry[name] = value


BETA = Parameter(1.0, positive, "the weight of recall against precision in F1, a number above 0")


# What older papers did to mentions that only one side has (“twinless”). No mode is needed: the metrics work on
# predicted mentions as they are (Pradhan et al. 2014).
TWINLESS_MODES = {
    "all": "Stoyanov et al. 2009, B³all: an unmatched mention is compared with itself alone",
    "zero": "Stoyanov et al. 2009, B³0: unmatched response mentions are dropped; unmatched key mentions have recall 0",
    "discard": "Bengtson & Roth 2008: unmatched mentions are dropped on both sides",
    "rahman-ng": "Rahman & Ng 2009: unmatched response mentions that are singletons are dropped",
    "cai-strube": "Cai & Strube 2010; they define it for B³ and CEAFm and leave CEAFe open",
}
AS_CEAFM = "cai-strube-as-ceafm"  # its name with CEAFe, which says what Cai and Strube left open
TWINLESS = Parameter(
    None,
    one_of(*TWINLESS_MODES),
    "what is done to mentions that only one side has",
    changes_counts=True,
    realign="corefscope.conventions.twinless:realign",
    needs=lambda mode: frozenset({ALIGNMENT}),
)
