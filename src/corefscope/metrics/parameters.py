"""Parameters of metrics: a number or word in a metric's name that changes what it computes."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from math import ulp
from typing import Any

from corefscope.alignment.mentions import Alignment
from corefscope.basics.escaping import quoted
from corefscope.metrics.evidence import HasTable
from corefscope.problems import SettingsError

LARGEST = 1e100  # of weights: sums and products of larger ones would not be numbers


@dataclass(frozen=True)
class Parameter:
    """How the value of a parameter is parsed, and what it changes."""

    default: Any
    parse: Callable[[str], Any]
    meaning: str
    of_tally: bool = False  # it changes what is counted, not only what is made of the counts
    # Instead of an argument to the tally: from the input, the alignments in which recall and precision are counted.
    adjust: Callable[[Any, Any], tuple[Alignment, Alignment]] | None = None
    input: type = HasTable  # what a value other than the default needs


def one_of(*words: str, more: str = "") -> Callable[[str], str]:
    """A parser of words that refuses all others; `more` says what else could be made valid."""

    def parsed(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}{', or ' * bool(more)}{more}")
        return text

    return parsed


def between(low: float, high: float, meaning: str | None = None) -> Callable[[str], float]:
    """A parser of numbers within bounds; sums of numbers above LARGEST could overflow."""

    def parsed(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError("that is not a number" if text else "nothing is given") from None
        if not low <= value <= high:
            raise ValueError(f"it must be a number {meaning or f'from {low:g} to {high:g}'}")
        return value

    return parsed


positive = between(ulp(0.0), LARGEST, f"above 0 and at most {LARGEST:g}")


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
