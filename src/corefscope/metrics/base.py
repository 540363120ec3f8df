"""What a metric is: a pure function from a Table to counts that add, and a quotient taken at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.basics.escaping import quoted, shown
from corefscope.metrics.evidence import INPUTS, HasTable
from corefscope.metrics.parameters import BETA, Parameter, as_text
from corefscope.metrics.scores import (
    FIELDS,
    Floats,
    Score,
    Values,
    f_measure,
    f_measures,
    mean_score,
    quotient,
    quotient_columns,
    quotients,
)
from corefscope.metrics.tally import RECALL_AND_PRECISION, Tally, Totals
from corefscope.problems import CorefscopeError, SettingsError, UnknownName
from corefscope.table import Table

MENTION_TYPES, ENTITY_TYPES = "mention types", "entity types"  # what a metric may ask of the data


def _nothing(values: Mapping[str, Any]) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, eq=False, repr=False)
class Family:
    """A metric before its parameters are chosen: what the registry lists.

    `tally` counts in a Table, or in what `input` names; a mean has `mean_of` instead, and every parameter of it is
    one of its parts' too.
    """

    name: str
    title: str = ""
    summary: str = ""
    citations: tuple[str, ...] = ()
    tally: Callable[..., Tally] | None = None
    finish: Callable[..., Score] = quotients
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    mean_of: tuple[Metric, ...] = ()  # the metrics whose F1 it averages, instead of a tally of its own
    input: type = HasTable  # a Protocol of `evidence`: `tally` takes a Table, or an object that has more than that
    aligns: bool = False  # it aligns entities, so cells are not enough: it must know which have an entity in common
    own_beta: bool = False  # it takes `beta` itself, because its F1 is not made of its recall and precision
    finish_columns: Callable[..., Values] | None = None  # `finish` of many totals at once, where it is not `quotients`
    below_zero: tuple[str, ...] = ()  # the columns of its tally that can be negative
    # What its parameters make it ask of the data beyond its input: MENTION_TYPES, ENTITY_TYPES.
    asks: Callable[[Mapping[str, Any]], frozenset[str]] = _nothing
    version: str = ""  # of a plug-in; a built-in metric has the version of corefscope

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.name)

    def __repr__(self) -> str:
        return f"<metric family {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Most of the functions cannot be sent to another process, which has the same registry or can import the same.
        from corefscope.metrics.lookup import IMPORTED, family

        return family, (self.name, IMPORTED.get(self.name))


@dataclass(frozen=True, repr=False)
class Metric:
    """A family with its parameters; the name printed parses back to the same metric.

    A mean is a metric like any other: it is counted by its `parts`, which have its parameters.
    """

    family: Family
    values: tuple[tuple[str, Any], ...] = ()

    def __repr__(self) -> str:
        return f"metric({self.name!r})"

    @cached_property
    def name(self) -> str:
        return _named(self.family.name, self.values)

    @cached_property
    def tally_name(self) -> str:
        """The name with only the parameters that change what is counted."""
        return _named(self.family.name, tuple(self._tally_values().items()))

    @property
    def title(self) -> str:
        return self.family.title + self.name.removeprefix(self.family.name)

    @property
    def is_mean(self) -> bool:
        return bool(self.family.mean_of)

    @property
    def fields(self) -> tuple[str, ...]:
        """The numbers that its scores have: a mean has only F1."""
        return ("f1",) if self.is_mean else FIELDS

    @cached_property
    def parts(self) -> tuple[Metric, ...]:
        """The metrics that are counted for it: those it is the mean of, with its parameters, or itself."""
        return tuple(part.with_values(dict(self.values)) for part in self.family.mean_of) or (self,)

    def with_values(self, values: Mapping[str, Any]) -> Metric:
        """The metric with other values for some of its parameters."""
        chosen, known = {**dict(self.values), **values}, self.family.parameters
        given = [(name, chosen[name]) for name in known if name in chosen]
        return Metric(self.family, tuple((name, value) for name, value in given if value != known[name].default))

    @cached_property
    def input(self) -> type:
        """The Protocol of what it counts in, which its parameters may extend."""
        asked = [
            each
            for part in self.parts
            for each in (part.family.input, *(part.family.parameters[name].input for name, _ in part.values))
        ]
        return max(asked, key=INPUTS.index)

    @property
    def needs_types(self) -> bool:
        """Whether it counts mentions by type: a name, a nominal, a pronoun."""
        return self._asks(MENTION_TYPES)

    @property
    def needs_entity_types(self) -> bool:
        """Whether it weighs entities by type: a person, a place."""
        return self._asks(ENTITY_TYPES)

    def _asks(self, what: str) -> bool:
        return any(what in part.family.asks(dict(part.values)) for part in self.parts)

    def _tally_values(self) -> dict[str, Any]:
        return {name: value for name, value in self.values if self.family.parameters[name].of_tally}

    def tally(self, source: HasTable) -> Tally:
        """What the metric counts in the source; some parameters change the alignment before it does."""
        if not self.family.version:
            return self._tally(source)
        found = self._of_plugin(lambda: self._tally(source))
        units = source.table.units
        if not isinstance(found, Tally) or any(np.shape(column) != (units,) for column in found.columns.values()):
            expected = f"a Tally with a count for each of {units} units"
            raise SettingsError("bad-plugin", f"the metric {self.name} does not give {expected}, but {shown(found)}")
        return found

    def _of_plugin(self, call: Callable[[], Any]) -> Any:
        """What code that is not ours gives; its errors are ours to say, on one line."""
        try:
            return call()
        except CorefscopeError:
            raise
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise SettingsError("bad-plugin", f"the metric {self.name} failed: {reason}") from error

    def _tally(self, source: HasTable) -> Tally:
        family, values = self.family, self._tally_values()
        if family.tally is None:
            raise SettingsError(
                "mean-has-only-f1", f"{family.name} is a mean of other metrics and counts nothing itself"
            )
        for name, value in values.items():
            adjust = family.parameters[name].adjust
            if adjust is not None:
                rest = {other: values[other] for other in values if other != name}
                return self._adjusted(family.tally, *adjust(source, value), rest)
        return family.tally(source.table if family.input is HasTable else source, **values)

    @staticmethod
    def _adjusted(
        tally: Callable[..., Tally], for_recall: Alignment, for_precision: Alignment, values: Mapping[str, Any]
    ) -> Tally:
        recall = tally(Table.from_alignment(for_recall), **values)
        if for_precision is for_recall:
            return recall
        precision = tally(Table.from_alignment(for_precision), **values)
        sides = {name: recall if name.startswith("recall") else precision for name in recall.columns}
        return Tally({name: side.columns[name] for name, side in sides.items()})

    def score(self, totals: Mapping[str, Totals]) -> Score:
        """The score of summed counts, given by the names of the tallies; of a mean, the mean F1 of its parts."""
        scores = [part.finish(totals[part.tally_name]) for part in self.parts]
        return mean_score(scores) if self.is_mean else scores[0]

    def finish(self, counts: Totals) -> Score:
        """Quotients of its own counts; `beta` weighs recall against precision in F1."""
        chosen, beta = self._finishing()
        if self.family.version:
            score: Score = self._of_plugin(lambda: self.family.finish(counts, **chosen))
        else:
            score = self.family.finish(counts, **chosen)
        if beta is None or score.recall is None or score.precision is None:
            return score
        return replace(score, f1=f_measure(score.recall, score.precision, beta))

    def finish_columns(self, columns: Mapping[str, Floats]) -> Values:
        """`finish` of many totals at once: each column has an element for every one of them."""
        chosen, beta = self._finishing()
        if self.family.finish_columns is not None:
            values = self.family.finish_columns(columns, **chosen)
        elif self.family.finish is quotients:
            values = quotient_columns(columns, **chosen)
        else:
            values = self._one_by_one(columns, chosen)
        return values if beta is None else values._replace(f1=f_measures(values.recall, values.precision, beta))

    def _one_by_one(self, columns: Mapping[str, Floats], chosen: Mapping[str, Any]) -> Values:
        shape = next(iter(columns.values())).shape
        rows = zip(*(column.ravel().tolist() for column in columns.values()), strict=True)
        scores = [self.family.finish(dict(zip(columns, row, strict=True)), **chosen) for row in rows]
        found = [[score.numbers.get(name, 0.0) for score in scores] for name in FIELDS]
        return Values(*(np.array(values, float).reshape(shape) for values in found))

    def _finishing(self) -> tuple[dict[str, Any], float | None]:
        """The parameters that `finish` takes, and the beta that it does not take itself."""
        chosen = {name: value for name, value in self.values if not self.family.parameters[name].of_tally}
        return chosen, None if self.family.own_beta else chosen.pop("beta", None)


def _named(family: str, values: tuple[tuple[str, Any], ...]) -> str:
    given = [f"{name}={as_text(value)}" for name, value in values]
    return f"{family}({','.join(given)})" if given else family


_NAME = re.compile(r"\s*(?P<name>[^\s(]+)\s*(?:\((?P<parameters>.*)\))?\s*$")


def split_name(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The name of a family and the parameters, as text, in a name such as `blanc(alpha=0.2)`."""
    match = _NAME.match(text)
    if not match:
        return text, []
    parts = filter(str.strip, (match["parameters"] or "").split(","))
    return match["name"], [(name.strip(), value.strip()) for name, _, value in map(_partition, parts)]


def _partition(part: str) -> tuple[str, str, str]:
    return part.partition("=")


def with_parameters(metric: Metric, given: Iterable[tuple[str, str]]) -> Metric:
    """The metric with parameters that are given as text; defaults are left out of its name."""
    family = metric.family
    values: dict[str, Any] = {}
    for name, value in given:
        if name not in family.parameters:
            if not family.parameters:
                text = f"{name}={value}" if value else name
                raise SettingsError(
                    "bad-parameter", f"the metric {family.name} takes no parameters, but {quoted(text)} was given"
                )
            raise UnknownName(f"{family.name} parameter", name, family.parameters)
        if name in values:
            raise SettingsError("bad-parameter", f"{family.name}: {name} is given twice")
        parameter = family.parameters[name]
        try:
            values[name] = parameter.parse(value)
        except ValueError as error:
            fact = f"{family.name}: {name} is {parameter.meaning}, not {quoted(value)}"
            raise SettingsError("bad-parameter", fact, hint=str(error)) from None
    return metric.with_values(values)


__all__ = [
    "BETA", "ENTITY_TYPES", "FIELDS", "MENTION_TYPES", "RECALL_AND_PRECISION", "Family", "Floats", "Metric",
    "Parameter", "Score", "Tally", "Totals", "Values", "f_measure", "f_measures", "quotient", "quotient_columns",
    "quotients", "split_name", "with_parameters",
]  # fmt: skip
