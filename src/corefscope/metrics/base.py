"""What a metric is: a pure function from a Table to counts that add, and a quotient taken at the end."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.errors import SettingsError, UnknownName
from corefscope.evidence import Evidence

Totals = Mapping[str, int | float]
RECALL_AND_PRECISION = ("recall_num", "recall_den", "precision_num", "precision_den")


@dataclass(frozen=True)
class Tally:
    """Units × statistics. It adds over units, over batches and over machines; division comes last."""

    columns: Mapping[str, NDArray[Any]]

    @staticmethod
    def of(recall: tuple[NDArray[Any], NDArray[Any]], precision: tuple[NDArray[Any], NDArray[Any]]) -> Tally:
        return Tally(dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True)))

    def total(self) -> dict[str, int | float]:
        """The sums over all units; fractions are summed exactly, so that their order never matters."""
        return {name: _total(column) for name, column in self.columns.items()}

    def unit(self, number: int) -> dict[str, int | float]:
        return {name: column[number].item() for name, column in self.columns.items()}

    def replaced(self, rows: Mapping[int, Totals]) -> Tally:
        """The tally with some units' counts set anew."""
        columns = {}
        for name, column in self.columns.items():
            columns[name] = column.copy()
            for unit, counts in rows.items():
                columns[name][unit] = counts[name]
        return Tally(columns)


def _total(column: NDArray[Any]) -> int | float:
    if column.dtype.kind == "f":
        return math.fsum(column.tolist())
    # Python integers do not overflow; the array's would at 2⁶³ links.
    return int(column.sum()) if float(np.abs(column).max(initial=0)) * len(column) < 2**62 else sum(column.tolist())


@dataclass(frozen=True)
class Score:
    """Recall, precision and F1 as fractions of 1, with the counts behind them.

    A quotient with denominator 0 is reported as 0, as the official scorer does, and named in `undefined`.
    F1 is undefined only if recall and precision both are.
    """

    recall: float
    precision: float
    f1: float
    counts: Totals = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    parts: Mapping[str, Score] = field(default_factory=dict)


def harmonic_mean(recall: float, precision: float) -> float:
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def quotients(counts: Totals) -> Score:
    """Recall, precision and F1 of two numerators and denominators.

    >>> score = quotients({"recall_num": 2, "recall_den": 5, "precision_num": 0, "precision_den": 0})
    >>> score.recall, score.precision, score.undefined
    (0.4, 0.0, ('precision',))
    """
    undefined = [side for side in ("recall", "precision") if not counts[f"{side}_den"]]
    recall, precision = (
        counts[f"{side}_num"] / counts[f"{side}_den"] if counts[f"{side}_den"] else 0.0
        for side in ("recall", "precision")
    )
    if len(undefined) == 2:
        undefined.append("f1")
    return Score(recall, precision, harmonic_mean(recall, precision), counts, tuple(undefined))


@dataclass(frozen=True)
class Parameter:
    """A number or word in a metric's name that changes what it computes."""

    default: Any
    parse: Callable[[str], Any]
    meaning: str
    of_tally: bool = False  # it changes what is counted, not only what is made of the counts


@dataclass(frozen=True)
class Family:
    """A metric before its parameters are chosen: what the registry lists."""

    name: str
    title: str
    summary: str
    citations: tuple[str, ...]
    tally: Callable[..., Tally] | None = None
    finish: Callable[..., Score] = quotients
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    mean_of: tuple[str, ...] = ()  # the metrics whose F1 it averages, instead of a tally of its own
    needs: str = "table"  # what the tally is taken from: `table`, or `evidence` for spans, heads and order


@dataclass(frozen=True)
class Metric:
    """A family with its parameters; the name printed parses back to the same metric."""

    family: Family
    values: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def name(self) -> str:
        return _named(self.family.name, self.values)

    @cached_property
    def tally_name(self) -> str:
        """The name with only the parameters that change what is counted."""
        return _named(self.family.name, tuple(self._tally_values().items()))

    def _tally_values(self) -> dict[str, Any]:
        return {name: value for name, value in self.values if self.family.parameters[name].of_tally}

    @property
    def title(self) -> str:
        return self.family.title + self.name.removeprefix(self.family.name)

    def tally(self, evidence: Evidence) -> Tally:
        if self.family.tally is None:
            raise SettingsError(f"{self.family.name} is a mean of other metrics and counts nothing itself")
        return self.family.tally(evidence.table if self.family.needs == "table" else evidence, **self._tally_values())

    def score(self, counts: Totals) -> Score:
        chosen = {name: value for name, value in self.values if not self.family.parameters[name].of_tally}
        return self.family.finish(counts, **chosen)


def _named(family: str, values: tuple[tuple[str, Any], ...]) -> str:
    given = [f"{name}={_number(value) if isinstance(value, float) else value}" for name, value in values]
    return f"{family}({','.join(given)})" if given else family


def _number(value: float) -> str:
    """The shortest text that reads back as the same number: 0.2, 1, 0.3333333333333333."""
    return repr(int(value)) if value == int(value) else repr(value)


_NAME = re.compile(r"\s*(?P<name>[^\s(]+)\s*(?:\((?P<parameters>.*)\))?\s*$")


def parse(text: str, families: Mapping[str, Family]) -> Metric:
    """The metric that a name such as `blanc(alpha=0.2)` means; defaults are left out of its name."""
    match = _NAME.match(text)
    aliases = {alias: family for family in families.values() for alias in family.aliases}
    found = match and (families.get(match["name"].lower()) or aliases.get(match["name"].lower()))
    if not match or not found:
        raise UnknownName("metric", match["name"] if match else text, families)
    values = {}
    for part in filter(str.strip, (match["parameters"] or "").split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in found.parameters:
            if not found.parameters:
                raise SettingsError(f"the metric {found.name} takes no parameters, but '{part.strip()}' was given")
            raise UnknownName(f"parameter of {found.name}", name, found.parameters)
        parameter = found.parameters[name]
        try:
            values[name] = parameter.parse(value if equals else "")
        except ValueError as error:
            raise SettingsError(
                f"{found.name}: {name} is {parameter.meaning}, not '{value}'", hint=str(error)
            ) from None
    chosen = tuple((name, values[name]) for name in found.parameters if name in values)
    return Metric(found, tuple((name, value) for name, value in chosen if value != found.parameters[name].default))
