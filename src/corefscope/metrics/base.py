"""What a metric is: a pure function from a Table to counts that add, and a quotient of the sums at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from corefscope.basics.escaping import quoted, shown
from corefscope.metrics.evidence import HasTable
from corefscope.metrics.parameters import (
    ALIGNMENT,
    BETA,
    CORPORA,
    ENTITY_TYPES,
    MENTION_TYPES,
    RELATIONS,
    TWINLESS,
    Parameter,
    as_text,
)
from corefscope.metrics.scores import (
    FIELDS,
    RECALL_AND_PRECISION,
    Score,
    Tally,
    Totals,
    Values,
    f_measure,
    finish_by,
    quotient,
    quotient_values,
    quotients,
)
from corefscope.model import Floats
from corefscope.problems import CorefscopeError, SettingsError, UnknownName
from corefscope.table import Table


@dataclass(frozen=True, eq=False, repr=False)
class Family:
    """A metric before its parameters are chosen: what the registry lists.

    `count` takes a Table, or the evidence behind it if `needs` has ALIGNMENT or CORPORA. A mean has `mean_of` instead,
    and every parameter of it is one of its parts' too. `finish` takes the parameters that do not change counts.
    """

    name: str
    title: str = ""
    summary: str = ""
    citations: tuple[str, ...] = ()
    count: Callable[..., Tally] | None = None
    finish: Callable[..., Score] = quotients
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    mean_of: tuple[Metric, ...] = ()  # the metrics whose F1 it averages, instead of counting
    needs: frozenset[str] = frozenset()  # ALIGNMENT, CORPORA, MENTION_TYPES, ENTITY_TYPES, RELATIONS
    finish_columns: Callable[..., Values] | None = None  # `finish` of many totals at once, where it is not `quotients`
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
        return _named(self.family, self.values)

    @cached_property
    def tally_name(self) -> str:
        """The name with only the parameters that change what is counted."""
        return _named(self.family, self.counting)

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
        """The metric with other values for some of its parameters; defaults are left out."""
        merged, parameters = {**dict(self.values), **values}, self.family.parameters
        ordered = ((name, merged[name]) for name in parameters if name in merged)
        return Metric(self.family, tuple((name, value) for name, value in ordered if value != parameters[name].default))

    @cached_property
    def needs(self) -> frozenset[str]:
        """What it needs beyond a Table: ALIGNMENT, CORPORA, MENTION_TYPES, ENTITY_TYPES, RELATIONS."""
        of_values = [part.family.parameters[name].needs(value) for part in self.parts for name, value in part.values]
        return frozenset().union(*(part.family.needs for part in self.parts), *of_values)

    @cached_property
    def counting(self) -> tuple[tuple[str, Any], ...]:
        """The parameters that change what is counted."""
        return tuple((name, value) for name, value in self.values if self.family.parameters[name].changes_counts)

    def count(self, evidence: HasTable) -> Tally:
        """Count what the evidence holds; a parameter such as `twinless` changes the alignment first."""
        parameters = self.family.parameters
        for name, value in self.counting:
            if parameters[name].realign is not None:
                recall, precision = self._call(parameters[name].realigned, evidence, value)
                table = Table.from_alignment(recall)
                return self.count_tables(table, table if precision is recall else Table.from_alignment(precision))
        return self._count(evidence if self.family.needs & {ALIGNMENT, CORPORA} else evidence.table)

    def count_tables(self, recall: Table, precision: Table) -> Tally:
        """Count recall in one table and precision in another."""
        of_recall = self._count(recall).columns
        of_precision = of_recall if precision is recall else self._count(precision).columns
        return Tally({name: (of_recall if name.startswith("recall") else of_precision)[name] for name in of_recall})

    def _count(self, source: Any) -> Tally:
        family = self.family
        if family.count is None:
            raise SettingsError(
                "mean-has-only-f1", f"{family.name} is a mean of other metrics and counts nothing itself"
            )
        values = {name: value for name, value in self.counting if family.parameters[name].realign is None}
        tally = self._call(family.count, source, **values)
        if family.version:
            units = (source if isinstance(source, Table) else source.table).units
            if not isinstance(tally, Tally) or any(np.shape(column) != (units,) for column in tally.columns.values()):
                expected = f"a Tally with a count for each of {units} units"
                raise SettingsError(
                    "bad-plugin", f"the metric {self.name} does not give {expected}, but {shown(tally)}"
                )
        return tally  # type: ignore[no-any-return]

    def _call(self, function: Callable[..., Any], *arguments: Any, **values: Any) -> Any:
        """Call a function of the family; an error of a plug-in becomes one of ours, on one line."""
        if not self.family.version:
            return function(*arguments, **values)
        try:
            return function(*arguments, **values)
        except CorefscopeError:
            raise
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise SettingsError("bad-plugin", f"the metric {self.name} failed: {reason}") from error

    def score(self, totals: Mapping[str, Totals]) -> Score:
        """The score of summed counts, by the names of their tallies; of a mean, the mean F1 of its parts.

        A mean is undefined only if all its parts are.
        """
        return self.mean([part.finish(totals[part.tally_name]) for part in self.parts])

    def mean(self, scores: Sequence[Score]) -> Score:
        """The score that is made of those of its parts."""
        if not self.is_mean:
            return scores[0]
        undefined = ("f1",) if all("f1" in score.undefined for score in scores) else ()
        return Score(None, None, sum(score.f1 for score in scores) / len(scores), undefined=undefined)

    def finish(self, counts: Totals) -> Score:
        """Quotients of its counts."""
        score: Score = self._call(self.family.finish, counts, **self._finishing)
        return score

    def finish_columns(self, columns: Mapping[str, Floats]) -> Values:
        """`finish` of many totals at once: each column has an element for every one of them."""
        finish = self.family.finish_columns or (quotient_values if self.family.finish is quotients else None)
        if finish is not None:
            return finish(columns, **self._finishing)
        shape = next(iter(columns.values())).shape
        rows = zip(*(column.ravel().tolist() for column in columns.values()), strict=True)
        scores = [self.family.finish(dict(zip(columns, row, strict=True)), **self._finishing) for row in rows]
        fields = [[score.numbers.get(name, 0.0) for score in scores] for name in FIELDS]
        return Values(*(np.array(each, float).reshape(shape) for each in fields))

    @property
    def beta(self) -> float:
        """The weight of recall against precision in F1."""
        return float(dict(self.values).get("beta", 1.0))

    @cached_property
    def _finishing(self) -> dict[str, Any]:
        return {name: value for name, value in self.values if not self.family.parameters[name].changes_counts}


def _named(family: Family, values: Iterable[tuple[str, Any]]) -> str:
    listed = ",".join(f"{name}={as_text(value)}" for name, value in values)
    return f"{family.name}({listed})" if listed else family.name


_NAME = re.compile(r"\s*(?P<name>[^\s(]+)\s*(?:\((?P<parameters>.*)\))?\s*$")


def split_name(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The name of a family and the parameters, as text, in a name such as `blanc(alpha=0.2)`."""
    match = _NAME.match(text)
    if not match:
        return text, []
    parts = [part.partition("=") for part in (match["parameters"] or "").split(",") if part.strip()]
    return match["name"], [(name.strip(), value.strip()) for name, _, value in parts]


def with_parameters(metric: Metric, given: Iterable[tuple[str, str]]) -> Metric:
    """The metric with parameters that are given as text; defaults are left out of its name."""
    family = metric.family
    values: dict[str, Any] = {}
    for name, value in given:
        parameter = family.parameters.get(name)
        if parameter is None and family.parameters:
            raise UnknownName(f"{family.name} parameter", name, family.parameters)
        if parameter is None:
            fact = f"the metric {family.name} takes no parameters, but {quoted(f'{name}={value}' if value else name)}"
            raise SettingsError("bad-parameter", f"{fact} was given")
        if name in values:
            raise SettingsError("bad-parameter", f"{family.name}: {name} is given twice")
        try:
            values[name] = parameter.parse(value)
        except ValueError as error:
            fact = f"{family.name}: {name} is {parameter.meaning}, not {quoted(value)}"
            raise SettingsError("bad-parameter", fact, hint=str(error)) from None
    return metric.with_values(values)


__all__ = [
    "ALIGNMENT", "BETA", "CORPORA", "ENTITY_TYPES", "FIELDS", "MENTION_TYPES", "RECALL_AND_PRECISION", "RELATIONS",
    "TWINLESS", "Family", "Floats", "Metric", "Parameter", "Score", "Tally", "Totals", "Values", "f_measure",
    "finish_by", "quotient", "quotient_values", "quotients", "split_name", "with_parameters",
]  # fmt: skip
