"""Metrics: pure functions from a Table to counts that add, and quotients of the sums at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ulp
from typing import Any

import numpy as np

from corefscope.basics.escaping import short_repr
from corefscope.basics.options import load
from corefscope.metrics.evidence import HasTable
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
from corefscope.problems import CorefscopeError, SettingsError
from corefscope.table import Table

LARGEST_WEIGHT = 1e100  # sums and products of larger ones could overflow
# A metric may need more than a Table: the Alignment of single mentions, or both corpora with the mentions themselves.
ALIGNMENT, CORPORA = "alignment", "corpora"
# What the data must have: mention types (a name, a pronoun), entity types (a person), relations.
MENTION_TYPES, ENTITY_TYPES, RELATIONS = "mention types", "entity types", "relations"
BEYOND_TABLE = frozenset({ALIGNMENT, CORPORA})


@dataclass(frozen=True)
class Parameter:
    """A parameter of a metric: how its value is parsed, and what it changes.

    `realign` names a function (`module:function`) of the evidence and the value, which returns the alignments in which
    recall and precision are counted; such a value is not passed to `count`.
    """

    default: Any
    parse: Callable[[str], Any]
    meaning: str
    changes_counts: bool = False  # else it changes only the quotients of the counts
    realign: str | None = None
    needs: Mapping[Any, str] = field(default_factory=dict)  # what some of its values need


@dataclass(frozen=True, eq=False, repr=False)
class Family:
    """A metric before its parameters are chosen: what the registry lists.

    `count` takes a Table, or the evidence behind it if `needs` has ALIGNMENT or CORPORA. A mean has `mean_of` instead,
    and its parts have all its parameters. `finish` takes the parameters that do not change counts.
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
        # Most functions cannot be pickled; another process has the same registry, or can import the same plug-in.
        from corefscope.metrics.lookup import IMPORTED, family

        return family, (self.name, IMPORTED.get(self.name))


@dataclass(frozen=True, repr=False)
class Metric:
    """A family with its parameters; the name printed parses back to the same metric.

    A mean is a metric too: its `parts`, which have its parameters, are counted.
    """

    family: Family
    values: tuple[tuple[str, Any], ...] = ()

    def __repr__(self) -> str:
        return f"metric({self.name!r})"

    @cached_property
    def name(self) -> str:
        return _with_values(self.family.name, self.values)

    @cached_property
    def tally_name(self) -> str:
        """The name with only the parameters that change what is counted."""
        return _with_values(self.family.name, self.counting)

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
        """The metrics that are counted: those of a mean, with its parameters, or itself."""
        return tuple(part.with_values(dict(self.values)) for part in self.family.mean_of) or (self,)

    def with_values(self, values: Mapping[str, Any]) -> Metric:
        """The metric with other values for some of its parameters; defaults are left out."""
        merged, parameters = {**dict(self.values), **values}, self.family.parameters
        ordered = ((name, merged[name]) for name in parameters if name in merged)
        return Metric(self.family, tuple((name, value) for name, value in ordered if value != parameters[name].default))

    @cached_property
    def needs(self) -> frozenset[str]:
        """What it needs beyond a Table: ALIGNMENT, CORPORA, MENTION_TYPES, ENTITY_TYPES, RELATIONS."""
        of_values = (
            part.family.parameters[name].needs.get(value) for part in self.parts for name, value in part.values
        )
        return frozenset().union(*(part.family.needs for part in self.parts), filter(None, of_values))

    @cached_property
    def counting(self) -> tuple[tuple[str, Any], ...]:
        """The parameters that change what is counted."""
        return tuple(pair for pair in self.values if self.family.parameters[pair[0]].changes_counts)

    def count(self, evidence: HasTable) -> Tally:
        """Count what the evidence holds; a parameter such as `twinless` changes the alignment first."""
        for name, value in self.counting:
            realign = self.family.parameters[name].realign
            if realign is not None:
                recall, precision = load(realign)(evidence, value)
                table = Table.from_alignment(recall)
                return self.count_tables(table, table if precision is recall else Table.from_alignment(precision))
        return self._count(evidence if self.family.needs & BEYOND_TABLE else evidence.table)

    def count_tables(self, recall: Table, precision: Table) -> Tally:
        """Count recall in one table and precision in another."""
        of_recall = self._count(recall).columns
        of_precision = of_recall if precision is recall else self._count(precision).columns
        return Tally({name: (of_recall if name.startswith("recall") else of_precision)[name] for name in of_recall})

    def _count(self, source: Any) -> Tally:
        """Call the family's function; turn an exception of a plug-in into a SettingsError."""
        family, values = self.family, self._counting
        if family.count is None:
            raise SettingsError(
                "mean-has-only-f1", f"{family.name} is a mean of other metrics and counts nothing itself"
            )
        if not family.version:
            return family.count(source, **values)
        units = (source if isinstance(source, Table) else source.table).units
        try:
            tally = family.count(source, **values)
            if all(np.shape(column) == (units,) for column in tally.columns.values()):
                return tally
            problem = f"returns no Tally with one count per unit ({units}), but {short_repr(tally)}"
        except Exception as error:
            if isinstance(error, CorefscopeError):
                raise
            problem = "failed: " + " ".join(f"{type(error).__name__}: {error}".split())
        raise SettingsError("bad-plugin", f"the metric {self.name} {problem}")

    def score(self, totals: Mapping[str, Totals]) -> Score:
        """The score of summed counts by tally name; for a mean, the mean F1 of its parts."""
        return self.mean([part.finish(totals[part.tally_name]) for part in self.parts])

    def mean(self, scores: Sequence[Score]) -> Score:
        """Combine the scores of its parts; a mean is undefined only if all of them are."""
        if not self.family.mean_of:
            return scores[0]
        total, is_defined = 0.0, False
        for score in scores:
            total += score.f1
            is_defined |= "f1" not in score.undefined
        return Score(None, None, total / len(scores), undefined=() if is_defined else ("f1",))

    def finish(self, counts: Totals) -> Score:
        """Return the score of its counts."""
        return self.family.finish(counts, **self._finishing)

    def finish_columns(self, columns: Mapping[str, Floats]) -> Values:
        """`finish` of many totals at once: each column has an element for every one of them."""
        finish = self.family.finish_columns or (quotient_values if self.family.finish is quotients else None)
        if finish is not None:
            return finish(columns, **self._finishing)
        shape = next(iter(columns.values())).shape
        rows = zip(*(column.ravel().tolist() for column in columns.values()), strict=True)
        scores = [self.finish(dict(zip(columns, row, strict=True))) for row in rows]
        fields = [[score.numbers.get(name, 0.0) for score in scores] for name in FIELDS]
        return Values(*(np.array(each, float).reshape(shape) for each in fields))

    @property
    def beta(self) -> float:
        """The weight of recall against precision in F1."""
        return float(dict(self.values).get("beta", 1.0))

    @cached_property
    def _counting(self) -> dict[str, Any]:
        return {name: value for name, value in self.counting if self.family.parameters[name].realign is None}

    @cached_property
    def _finishing(self) -> dict[str, Any]:
        return dict(pair for pair in self.values if not self.family.parameters[pair[0]].changes_counts)


def _with_values(name: str, values: Iterable[tuple[str, Any]]) -> str:
    listed = ",".join(f"{parameter}={as_text(value)}" for parameter, value in values)
    return f"{name}({listed})" if listed else name


def one_of(*words: str) -> Callable[[str], str]:
    """Return a parser that accepts only these words."""

    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return text

    return parse


def between(low: float, high: float, meaning: str | None = None) -> Callable[[str], float]:
    """Return a parser of numbers within bounds."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError("that is not a number" if text else "it has no value") from None
        if not low <= value <= high:
            raise ValueError(f"it must be a number {meaning or f'from {low:g} to {high:g}'}")
        return value

    return parse


positive = between(ulp(0.0), LARGEST_WEIGHT, f"above 0 and at most {LARGEST_WEIGHT:g}")


def shortest(value: float) -> str:
    """Return the shortest text that parses to the same number: 0.2, 1, 0.3333333333333333."""
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def as_text(value: Any) -> str:
    """Return a value as text in a metric's name: 2 for 2.0, true for True."""
    if isinstance(value, bool):
        return str(value).lower()
    return shortest(value) if isinstance(value, float) else str(value)


BETA = Parameter(1.0, positive, "the weight of recall against precision in F1, a number above 0")

# How older papers treat mentions that only one side has (“twinless”). No mode is needed: the metrics work on
# predicted mentions as they are (Pradhan et al. 2014).
TWINLESS_MODES = (
    "all",  # Stoyanov et al. 2009, B³all: an unmatched mention is compared with itself alone
    "zero",  # their B³0: unmatched response mentions are dropped; unmatched key mentions have recall 0
    "discard",  # Bengtson & Roth 2008: unmatched mentions are dropped on both sides
    "rahman-ng",  # Rahman & Ng 2009: unmatched response mentions that are singletons are dropped
    "cai-strube",  # Cai & Strube 2010; they define it for B³ and CEAFm and leave CEAFe open
)
AS_CEAFM = "cai-strube-as-ceafm"  # its name with CEAFe, which states what Cai and Strube left open
TWINLESS = Parameter(
    None, one_of(*TWINLESS_MODES), "how to treat mentions that only one side has", changes_counts=True,
    realign="corefscope.conventions.variants:realign", needs=dict.fromkeys((*TWINLESS_MODES, AS_CEAFM), ALIGNMENT),
)  # fmt: skip


__all__ = [
    "ALIGNMENT", "BETA", "CORPORA", "ENTITY_TYPES", "FIELDS", "MENTION_TYPES", "RECALL_AND_PRECISION", "RELATIONS",
    "TWINLESS", "Family", "Floats", "Metric", "Parameter", "Score", "Tally", "Totals", "Values", "as_text", "between",
    "f_measure", "finish_by", "one_of", "positive", "quotient", "quotient_values", "quotients", "shortest",
]  # fmt: skip
