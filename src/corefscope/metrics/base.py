"""What a metric is: a pure function from a Table to counts that add, and a quotient taken at the end."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.twinless import MODES, adjusted
from corefscope.problems import SettingsError, UnknownName
from corefscope.table import Table

Totals = Mapping[str, int | float]
Floats = NDArray[np.float64]
LARGEST = 1e100  # of weights: sums and products of larger ones would not be numbers
MENTION_TYPES, ENTITY_TYPES = "mention types", "entity types"  # what a metric may ask of the data
RECALL_AND_PRECISION = ("recall_num", "recall_den", "precision_num", "precision_den")


@dataclass(frozen=True)
class Tally:
    """Units × statistics. It adds over units, over batches and over machines; division comes last."""

    columns: Mapping[str, NDArray[Any]]

    def __eq__(self, other: object) -> bool:
        """The same counts, in whatever arrays."""
        if not isinstance(other, Tally):
            return NotImplemented
        mine, theirs = self.columns, other.columns
        return mine.keys() == theirs.keys() and all(np.array_equal(mine[name], theirs[name]) for name in mine)

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def of(recall: tuple[NDArray[Any], NDArray[Any]], precision: tuple[NDArray[Any], NDArray[Any]]) -> Tally:
        return Tally(dict(zip(RECALL_AND_PRECISION, (*recall, *precision), strict=True)))

    def total(self) -> dict[str, int | float]:
        """The sums over all units; fractions are summed exactly, so that their order never matters."""
        return {name: _total(column) for name, column in self.columns.items()}

    def unit(self, number: int) -> dict[str, int | float]:
        return {name: column[number : number + 1].tolist()[0] for name, column in self.columns.items()}

    def rows(self, first: int, stop: int) -> list[dict[str, int | float]]:
        """The counts of some units, each by itself."""
        columns = (column[first:stop].tolist() for column in self.columns.values())
        return [dict(zip(self.columns, values, strict=True)) for values in zip(*columns, strict=True)]

    def of_units(self, units: NDArray[Any]) -> Tally:
        """The tally of some units only."""
        return Tally({name: column[units] for name, column in self.columns.items()})

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
    F1 is undefined only if recall and precision both are. A mean of F1 is a MeanScore.
    """

    recall: float
    precision: float
    f1: float
    counts: Totals = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    parts: Mapping[str, Score] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, float]:
        """Recall, precision and F1 by name, those that it has."""
        return {"recall": self.recall, "precision": self.precision, "f1": self.f1}


@dataclass(frozen=True)
class MeanScore(Score):
    """The mean of other metrics' F1, such as `conll`: it has no recall and no precision, so they are None."""

    # Whoever reads the score of a metric that is no mean needs no check for None.
    recall: None = None  # type: ignore[assignment]
    precision: None = None  # type: ignore[assignment]
    f1: float = 0.0

    @property
    def numbers(self) -> dict[str, float]:
        return {"f1": self.f1}


def f_measure(recall: float, precision: float, beta: float = 1.0) -> float:
    """The F-measure; `beta` above 1 favours recall, below 1 precision (van Rijsbergen 1979).

    >>> f_measure(0.5, 1.0), f_measure(0.5, 1.0, beta=2)
    (0.6666666666666666, 0.5555555555555556)
    """
    if beta == 1:
        return 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    share = _share_of_precision(beta)
    weighed = share * precision + (1 - share) * recall
    return recall * precision / weighed if weighed else 0.0


def _share_of_precision(beta: float) -> float:
    """β²/(1+β²), its share in the denominator; written so that no β overflows."""
    return 1 / (1 + (1 / beta) ** 2) if beta > 1 else beta * beta / (1 + beta * beta)


def quotients(counts: Totals, beta: float = 1.0) -> Score:
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
    return Score(recall, precision, f_measure(recall, precision, beta), counts, tuple(undefined))


class Values(NamedTuple):
    """Recall, precision and F1 of many totals at once, such as those of the trials of a test."""

    recall: Floats
    precision: Floats
    f1: Floats


def quotient(numerator: Floats, denominator: Floats) -> Floats:
    """Elementwise, and 0 where the denominator is.

    >>> quotient(np.array([1.0, 0.0]), np.array([4.0, 0.0]))
    array([0.25, 0.  ])
    """
    if denominator.all():
        return numerator / denominator
    zero = denominator == 0
    return np.where(zero, 0.0, numerator / np.where(zero, 1.0, denominator))


def f_measures(recall: Floats, precision: Floats, beta: float = 1.0) -> Floats:
    """`f_measure` of many recalls and precisions."""
    if beta == 1:
        return quotient(2 * recall * precision, recall + precision)
    share = _share_of_precision(beta)
    return quotient(recall * precision, share * precision + (1 - share) * recall)


def quotient_columns(columns: Mapping[str, Floats], beta: float = 1.0) -> Values:
    """`quotients` of many totals."""
    recall, precision = (quotient(columns[f"{side}_num"], columns[f"{side}_den"]) for side in ("recall", "precision"))
    return Values(recall, precision, f_measures(recall, precision, beta))


@dataclass(frozen=True)
class Parameter:
    """A number or word in a metric's name that changes what it computes."""

    default: Any
    parse: Callable[[str], Any]
    meaning: str
    of_tally: bool = False  # it changes what is counted, not only what is made of the counts


def one_of(*words: str) -> Callable[[str], str]:
    """A parser of words that refuses all others."""

    def parsed(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return text

    return parsed


def number(text: str) -> float:
    """A number, or a plain word that it is none."""
    try:
        return float(text)
    except ValueError:
        raise ValueError("that is not a number" if text else "nothing is given") from None


def positive(text: str) -> float:
    """A number above 0, and not so large that sums of it overflow."""
    value = number(text)
    if not (0 < value <= LARGEST):
        raise ValueError(f"it must be a number above 0 and at most {LARGEST:g}")
    return value


def between(low: float, high: float, meaning: str | None = None) -> Callable[[str], float]:
    """A parser of numbers within bounds."""

    def parsed(text: str) -> float:
        value = number(text)
        if not low <= value <= high:
            raise ValueError(f"it must be a number {meaning or f'from {low:g} to {high:g}'}")
        return value

    return parsed


def register_once(registry: dict[str, Any], name: str, value: Any) -> None:
    """Adds a word that a parameter understands; a name printed must parse back to the same thing, so it stays."""
    if not re.fullmatch(r"[A-Za-z][\w.-]*", name):
        raise SettingsError(
            "bad-metric-name",
            f"{quoted(name)} cannot stand in the name of a metric",
            hint="use letters, digits, - and _",
        )
    if name in registry:
        raise SettingsError("name-taken", f"{quoted(name)} is registered already", hint="choose another name")
    registry[name] = value


BETA = Parameter(1.0, positive, "the weight of recall against precision in F1, a number above 0")
TWINLESS = Parameter(None, one_of(*MODES), "what is done to mentions that only one side has", of_tally=True)


def _nothing(values: Mapping[str, Any]) -> frozenset[str]:
    return frozenset()


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
    # `table`, `types` for a Table with mention types, `alignment` for who is matched, `evidence` for spans and order
    needs: str = "table"
    aligns: bool = False  # it aligns entities, so cells are not enough: it must know which have an entity in common
    own_beta: bool = False  # it takes `beta` itself, because its F1 is not made of its recall and precision
    finish_columns: Callable[..., Values] = quotient_columns  # `finish` of many totals at once
    below_zero: tuple[str, ...] = ()  # the columns of its tally that can be negative
    # What its parameters make it ask of the data, beyond what it `needs`: MENTION_TYPES, ENTITY_TYPES.
    asks: Callable[[Mapping[str, Any]], frozenset[str]] = _nothing

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process has the same registry; most of the functions cannot be sent.
        return _registered, (self.name,)


def _registered(name: str) -> Family:
    from corefscope.metrics import METRICS

    return METRICS[name]


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
    def needs_types(self) -> bool:
        """Whether it counts mentions by type: a name, a nominal, a pronoun."""
        return self.family.needs == "types" or MENTION_TYPES in self.family.asks(dict(self.values))

    @property
    def needs_entity_types(self) -> bool:
        """Whether it weighs entities by type: a person, a place."""
        return ENTITY_TYPES in self.family.asks(dict(self.values))

    @property
    def title(self) -> str:
        return self.family.title + self.name.removeprefix(self.family.name)

    def tally(self, evidence: Evidence) -> Tally:
        """What the metric counts in the evidence; `twinless` changes the two sides before it does."""
        family, values = self.family, self._tally_values()
        if family.tally is None:
            raise SettingsError("metric-cannot", f"{family.name} is a mean of other metrics and counts nothing itself")
        twinless = values.pop("twinless", None)
        if twinless is None:
            return family.tally(evidence if family.needs in ("alignment", "evidence") else evidence.table, **values)
        for_recall, for_precision = (Table.from_alignment(side) for side in adjusted(evidence.alignment, twinless))
        recall, precision = family.tally(for_recall, **values).columns, family.tally(for_precision, **values).columns
        return Tally({name: (recall if name.startswith("recall") else precision)[name] for name in recall})

    def score(self, counts: Totals) -> Score:
        """Quotients of the counts; `beta` weighs recall against precision in F1."""
        chosen, beta = self._finishing()
        score = self.family.finish(counts, **chosen)
        return score if beta is None else replace(score, f1=f_measure(score.recall, score.precision, beta))

    def score_columns(self, columns: Mapping[str, Floats]) -> Values:
        """`score` of many totals at once: each column has an element for every one of them."""
        chosen, beta = self._finishing()
        values = self.family.finish_columns(columns, **chosen)
        return values if beta is None else values._replace(f1=f_measures(values.recall, values.precision, beta))

    def _finishing(self) -> tuple[dict[str, Any], float | None]:
        """The parameters that `finish` takes, and the beta that it does not take itself."""
        chosen = {name: value for name, value in self.values if not self.family.parameters[name].of_tally}
        return chosen, None if self.family.own_beta else chosen.pop("beta", None)


def _named(family: str, values: tuple[tuple[str, Any], ...]) -> str:
    given = [f"{name}={shortest(value) if isinstance(value, float) else value}" for name, value in values]
    return f"{family}({','.join(given)})" if given else family


def shortest(value: float) -> str:
    """The shortest text that reads back as the same number: 0.2, 1, 0.3333333333333333."""
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


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
                raise SettingsError(
                    "bad-parameter",
                    f"the metric {found.name} takes no parameters, but {quoted(part.strip())} was given",
                )
            raise UnknownName(f"{found.name} parameter", name, found.parameters)
        if name in values:
            raise SettingsError("bad-parameter", f"{found.name}: {name} is given twice")
        parameter = found.parameters[name]
        try:
            values[name] = parameter.parse(value if equals else "")
        except ValueError as error:
            raise SettingsError(
                "bad-parameter", f"{found.name}: {name} is {parameter.meaning}, not {quoted(value)}", hint=str(error)
            ) from None
    chosen = tuple((name, values[name]) for name in found.parameters if name in values)
    return Metric(found, tuple((name, value) for name, value in chosen if value != found.parameters[name].default))
