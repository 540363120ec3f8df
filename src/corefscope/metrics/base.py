"""What a metric is: a pure function from a Table to counts that add, and a quotient of the sums at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from corefscope.alignment.mentions import Conventions
from corefscope.basics.escaping import quoted, shown
from corefscope.metrics.evidence import INPUTS, Aligned, HasAlignment, HasTable
from corefscope.metrics.parameters import BETA, Parameter, as_text
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

# What a metric may need beyond its input.
MENTION_TYPES, ENTITY_TYPES, RELATIONS = "mention types", "entity types", "relations"


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
    mean_of: tuple[Metric, ...] = ()  # the metrics whose F1 it averages, instead of a tally
    input: type = HasTable  # a Protocol of `evidence`: `tally` takes a Table, or an object that has more than that
    aligns: bool = False  # it aligns entities, so cells are not enough: it must know which have an entity in common
    own_beta: bool = False  # `finish` takes `beta`, because its F1 is not made of its recall and precision
    finish_columns: Callable[..., Values] | None = None  # `finish` of many totals at once, where it is not `quotients`
    below_zero: tuple[str, ...] = ()  # the columns of its tally that can be negative
    # From its parameters to what the data must have beyond its input: MENTION_TYPES, ENTITY_TYPES.
    asks: Callable[[Mapping[str, Any]], frozenset[str]] | None = None
    # The sides whose entities of one mention it leaves out, for values of the setting `singletons` that say so.
    drops: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The parameters that may have other values where it scores sets of split antecedents; None if it never does.
    sets: tuple[str, ...] | None = None
    of_mentions: bool = False  # it looks at mentions one by one, so that sets of entities play no part in it
    beside: bool = False  # it scores what stands beside the entities, so that clusters alone say nothing
    always_adds: bool = False  # its counts add over documents where others have means of recall and precision
    of_sums: bool = False  # without parameters it is made of sums per unit over cells and entities, each by itself
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
        given = ",".join(f"{name}={as_text(value)}" for name, value in self.values)
        return f"{self.family.name}({given})" if given else self.family.name

    @cached_property
    def tally_name(self) -> str:
        """The name with only the parameters that change what is counted."""
        counting = tuple((name, value) for name, value in self.values if self.family.parameters[name].of_tally)
        return replace(self, values=counting).name

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
        chosen, parameters = {**dict(self.values), **values}, self.family.parameters
        given = ((name, chosen[name]) for name in parameters if name in chosen)
        return Metric(self.family, tuple((name, value) for name, value in given if value != parameters[name].default))

    @cached_property
    def input(self) -> type:
        """The Protocol of what it counts in, which its parameters may extend."""
        inputs = [part.family.input for part in self.parts]
        inputs += [part.family.parameters[name].input for part in self.parts for name, _ in part.values]
        return max(inputs, key=INPUTS.index)

    @cached_property
    def needs(self) -> frozenset[str]:
        """What the data must have beyond its input: MENTION_TYPES (a name, a pronoun), ENTITY_TYPES (a person)."""
        asking = ((part.family.asks, dict(part.values)) for part in self.parts)
        return frozenset().union(*(asks(values) for asks, values in asking if asks is not None))

    def tally(self, source: HasTable) -> Tally:
        """What the metric counts in the source; some parameters change the alignment before it does."""
        family = self.family
        if family.tally is None:
            raise SettingsError(
                "mean-has-only-f1", f"{family.name} is a mean of other metrics and counts nothing itself"
            )
        values = {name: value for name, value in self.values if family.parameters[name].of_tally}
        drops = self.drops(source.table.conventions)
        table = source.table
        if table.sets is not None and not self.scores_sets:
            table = table.without_sets
        table = table.without_singletons(drops) if drops else table
        sources: list[Any] = [table if family.input is HasTable else source]
        for name in values:
            adjust = family.parameters[name].adjust
            if adjust is not None:
                if drops and isinstance(source, HasAlignment):
                    source = Aligned(source.alignment.without_singletons(drops))
                for_recall, for_precision = self._call(adjust, source, values.pop(name))
                alignments = [for_recall] if for_precision is for_recall else [for_recall, for_precision]
                sources = [Table.from_alignment(replace(each, sets=None)) for each in alignments]
                break
        tallies = [self._call(family.tally, each, **values) for each in sources]
        for each in tallies if family.version else ():
            units = source.table.units
            if not isinstance(each, Tally) or any(np.shape(column) != (units,) for column in each.columns.values()):
                expected = f"a Tally with a count for each of {units} units"
                raise SettingsError("bad-plugin", f"the metric {self.name} does not give {expected}, but {shown(each)}")
        recall, precision = tallies[0].columns, tallies[-1].columns
        return Tally({name: (recall if name.startswith("recall") else precision)[name] for name in recall})

    @property
    def scores_sets(self) -> bool:
        """Whether it is defined with sets of split antecedents; else it sees mentions only."""
        given = {name for name, _ in self.values if self.family.parameters[name].of_tally}
        return self.family.sets is not None and given <= {*self.family.sets}

    def drops(self, conventions: Conventions) -> tuple[str, ...]:
        """The sides whose entities of one mention do not count."""
        return self.family.drops.get(conventions.singletons, ())

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
        """The score of summed counts, given by the names of the tallies; of a mean, the mean F1 of its parts.

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
        """Quotients of its counts; `beta` weighs recall against precision in F1."""
        chosen, beta = self._finishing
        score: Score = self._call(self.family.finish, counts, **chosen)
        if beta is None or score.recall is None or score.precision is None:
            return score
        return replace(score, f1=f_measure(score.recall, score.precision, beta))

    def finish_columns(self, columns: Mapping[str, Floats]) -> Values:
        """`finish` of many totals at once: each column has an element for every one of them."""
        chosen, beta = self._finishing
        finish = self.family.finish_columns or (quotient_values if self.family.finish is quotients else None)
        if finish is not None:
            values = finish(columns, **chosen)
        else:
            shape = next(iter(columns.values())).shape
            rows = zip(*(column.ravel().tolist() for column in columns.values()), strict=True)
            scores = [self.family.finish(dict(zip(columns, row, strict=True)), **chosen) for row in rows]
            found = [[score.numbers.get(name, 0.0) for score in scores] for name in FIELDS]
            values = Values(*(np.array(each, float).reshape(shape) for each in found))
        return values if beta is None else values._replace(f1=f_measure(values.recall, values.precision, beta))

    @property
    def beta(self) -> float:
        """The weight of recall against precision in F1."""
        return float(dict(self.values).get("beta", 1.0))

    @cached_property
    def _finishing(self) -> tuple[dict[str, Any], float | None]:
        """The parameters that `finish` takes, and the beta that it does not take itself."""
        chosen = {name: value for name, value in self.values if not self.family.parameters[name].of_tally}
        return chosen, None if self.family.own_beta else chosen.pop("beta", None)


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
    "BETA", "ENTITY_TYPES", "FIELDS", "MENTION_TYPES", "RECALL_AND_PRECISION", "RELATIONS", "Family", "Floats",
    "Metric", "Parameter", "Score", "Tally", "Totals", "Values", "f_measure", "finish_by", "quotient",
    "quotient_values", "quotients", "split_name", "with_parameters",
]  # fmt: skip
