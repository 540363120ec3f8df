"""The result of scoring: settings, signature, scores, tallies, warnings and the evidence behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib import import_module
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from corefscope.basics.checksums import ReadFile, checksum_of_all
from corefscope.basics.escaping import quoted, visible
from corefscope.metrics.base import Metric, Score, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.lookup import plugin_versions
from corefscope.problems import CorefscopeError, Notice, UnknownName
from corefscope.scoring.inputs import system_number
from corefscope.scoring.totals import flat_scores, scores_of
from corefscope.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from corefscope.analysis.attribution import Attribution
    from corefscope.analysis.errors import Errors
    from corefscope.model import Integers
    from corefscope.reporting.report import View
    from corefscope.scoring.model_output import ModelOutput

GUESSED = "guessed-types"


@dataclass(frozen=True)
class Side:
    """The key, or a response: where it came from and how much is in it."""

    name: str
    path: str | None
    files: tuple[ReadFile, ...]  # as they were when they were read
    documents: int
    entities: int
    mentions: int
    warnings: tuple[Notice, ...]

    def sha256(self) -> str | None:
        """The checksum of what was read (of the checksums, if several files); None for Python objects and pipes."""
        return checksum_of_all(self.files)


@dataclass(frozen=True)
class Breakdown:
    """What scores are broken down by: the groups in order, and how many documents (or mentions) each has."""

    what: str
    groups: Mapping[str, int]
    note: str = ""  # the source of the groups, if `what` does not say it
    of: str = "document"  # what a group holds, and is counted


@dataclass(frozen=True, repr=False)
class System(Side):
    """One response and its scores by metric name, in the order they were asked for; `by_group` if broken down.

    It is also a mapping: `system["muc"].recall`, `for metric in system`, `dict(system)`.
    """

    scores: Mapping[str, Score] = field(default_factory=dict)
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    per_document: Sequence[Mapping[str, Score]] = ()
    by_group: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    output: ModelOutput | None = None  # of a language model's text: how much of it could be scored
    evidence: Evidence | None = field(default=None, repr=False, compare=False)  # what the scores were computed from
    types_met: NDArray[np.bool_] | None = field(default=None, repr=False, compare=False)  # rows of a types file

    def __getitem__(self, metric: str) -> Score:
        if not isinstance(metric, str) or metric not in self.scores:
            raise UnknownName("metric", metric, self.scores)
        return self.scores[metric]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def keys(self) -> Iterable[str]:
        """The names of the metrics."""
        return self.scores.keys()

    def items(self) -> Iterable[tuple[str, Score]]:
        """The metrics and their scores."""
        return self.scores.items()

    def flat(self) -> dict[str, float]:
        """Return all numbers in one dict for loggers: `conll_f1`, `muc_recall`, …, fractions of 1.

        Names have letters, digits, dots and underscores only: `blanc(alpha=0.2)` gives `blanc_alpha_0.2_f1`.
        """
        return flat_scores(self.scores)

    def __repr__(self) -> str:
        return f"<System {self.name!r}: {brief(self)}>"

    @cached_property
    def errors(self) -> Errors:
        """What the system did wrong, by type (English pronouns and articles; see `find_errors` for others)."""
        from corefscope.analysis.errors import find_errors

        return find_errors(self._available_evidence())

    @cached_property
    def attribution(self) -> Mapping[str, Attribution]:
        """The cost of each mention, by metric, for metrics with a rule."""
        from corefscope.analysis.attribution import attributions

        return attributions(self._available_evidence(), list(self.scores))

    def __getstate__(self) -> dict[str, Any]:
        """Omit cached values that can be computed from the evidence again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def _available_evidence(self) -> Evidence:
        if self.evidence is None:
            raise CorefscopeError("evidence-not-kept", f"the evidence behind the scores of {self.name} was not kept")
        return self.evidence


def guessed_notice(language: str, count: int) -> Notice:
    """Return the warning that this many mention types were guessed from words."""
    return Notice(GUESSED, count, (f"mention types follow from words, by the rule of --guess-types {language}",))


class Numbers(dict[str, float]):
    """Numbers by metric; the error for another name says which there are.

    >>> Numbers(muc=0.4)["MUC"]
    Traceback (most recent call last):
    corefscope.problems.UnknownName: there is no metric 'MUC' (did you mean muc? corefscope list metrics shows all)
    """

    def __missing__(self, metric: object) -> float:
        raise UnknownName("metric", metric, self)


class Reportable:
    """A result that can be printed, saved and displayed in a notebook; `VIEW` names its view, module:function.

    >>> from corefscope import score
    >>> print(score([["a", "b"]], [["a", "b"]], metrics="muc").to_latex().splitlines()[-6])
    response & 100.00 & 100.00 & 100.00 \\\\
    """

    VIEW: ClassVar[str]

    def to_json(self) -> str:
        """The data at full precision, as `-o json` writes it."""
        return self._rendered("json")

    def to_csv(self) -> str:
        """A table for spreadsheets; text that one would run as a formula gets an apostrophe before it."""
        return self._rendered("csv")

    def to_latex(self) -> str:
        """A booktabs table."""
        return self._rendered("latex")

    def to_markdown(self) -> str:
        return self._rendered("markdown")

    def to_html(self) -> str:
        """Return a self-contained HTML page."""
        return self._rendered("html")

    def to_frame(self) -> Any:
        """The rows of `to_csv` as a pandas DataFrame, numbers at full precision; the signature is in its `attrs`."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            fact = "a frame needs pandas, which is not installed"
            raise CorefscopeError("not-installed", fact, hint="pip install pandas") from None
        columns, rows = self._view().table()
        cells = [[None if cell == "" else cell for cell in row] for row in rows]
        frame = pandas.DataFrame(cells, columns=list(columns))
        if "signature" in frame:
            frame.attrs["signature"] = next(iter(frame.pop("signature")), "")
        return frame.dropna(axis="columns", how="all")

    def __str__(self) -> str:
        """The tables, and below them the warnings, which a command prints before."""
        lines = "".join(f"warning: {visible(str(each))}\n" for each in getattr(self, "warnings", ()))
        return self._rendered("table") + (f"\n{lines}" if lines else "")

    def _repr_html_(self) -> str:
        """Small tables for notebooks."""
        from corefscope.reporting.render.html import fragment

        return fragment(self._view().report())

    def _view(self) -> View:
        module, _, function = self.VIEW.partition(":")
        view: View = getattr(import_module(f"corefscope.reporting.views.{module}"), function or "view")(self)
        return view

    def _rendered(self, output: str) -> str:
        from corefscope.reporting.report import render

        return render(self._view(), output)


@dataclass(frozen=True, repr=False)
class Result(Reportable):
    """The scores of one or more systems against one key; every report is a view of it.

    Index it by the name of a system, `result["a"]`, or iterate over its systems.

    >>> from corefscope import score
    >>> result = score([["a", "b", "c"], ["d", "e", "f", "g"]], [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]])
    >>> round(result.f1["muc"], 2), round(result.f1["conll"], 2)
    (0.4, 0.46)
    """

    VIEW = "scores"
    settings: Settings
    metrics: tuple[Metric, ...]
    key: Side
    documents: tuple[str, ...]
    systems: tuple[System, ...]
    by: Breakdown | None = None

    @property
    def signature(self) -> str:
        return self.settings.signature(plugins=plugin_versions(self.metrics))

    def with_guessed_types(self, guessed: Sequence[tuple[str, int] | None]) -> Result:
        """The result with the language by which words gave types, in its signature and as a warning of each system.

        `guessed` has, per system, the language and how many types; numbers that use them are in this result.
        """
        if not any(guessed):
            return self
        settings, systems = self.settings, []
        for system, types in zip(self.systems, guessed, strict=True):
            if types is not None:
                settings = replace(settings, guess_types=types[0])
                if all(each.code != GUESSED for each in system.warnings):
                    system = replace(system, warnings=(*system.warnings, guessed_notice(*types)))
            systems.append(system)
        return replace(self, settings=settings, systems=tuple(systems))

    def of_units(self, rows: Integers) -> Result:
        """The result of some of its units only."""
        systems = []
        for system in self.systems:
            tallies = {name: tally.of_units(rows) for name, tally in system.tallies.items()}
            scores = scores_of(tallies, self.metrics, self.settings.average, len(rows))
            systems.append(replace(system, tallies=tallies, scores=scores, per_document=(), evidence=None))
        names, key = tuple(self.documents[row] for row in rows.tolist()), replace(self.key, documents=len(rows))
        return replace(self, documents=names, systems=tuple(systems), key=key)

    def __getitem__(self, name: str) -> System:
        names = [system.name for system in self.systems]
        if isinstance(name, str) and name not in names and name in self.systems[0].scores:
            hint = f"result.f1[{name!r}] is its F1; of several systems, result[system][{name!r}]"
            raise CorefscopeError("unknown-name", f"{quoted(name)} is a metric, not a system", hint=hint)
        return self.systems[system_number(name, names)]

    def __iter__(self) -> Iterator[System]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)

    def flat(self) -> dict[str, float]:
        """Return all numbers in one dict for loggers; with several systems, names such as `a/conll_f1`.

        >>> from corefscope import score
        >>> score([["a", "b", "c"]], [["a", "b"]], metrics=["muc", "conll"]).flat()["muc_recall"]
        0.5
        """
        if len(self.systems) == 1:
            return self.system.flat()
        return {f"{system.name}/{name}": value for system in self.systems for name, value in system.flat().items()}

    def __repr__(self) -> str:
        systems = ", ".join(f"{system.name} {brief(system)}" for system in self.systems)
        parts = [f"{self.key.documents:,} document{'s' * (self.key.documents != 1)}"]
        if self.warnings:
            parts.append(f"{len(self.warnings)} warning{'s' * (len(self.warnings) != 1)}")
        return f"<Result: {systems}; {', '.join(parts)}>"

    @property
    def system(self) -> System:
        """The only system of the result."""
        if len(self.systems) != 1:
            names = ", ".join(system.name for system in self.systems)
            hint = f"choose one, e.g. result['…']: {names}"
            raise CorefscopeError("several-systems", "the result holds several systems", hint=hint)
        return self.systems[0]

    @property
    def scores(self) -> Mapping[str, Score]:
        return self.system.scores

    @property
    def recall(self) -> dict[str, float]:
        """Recall by metric, where it has one."""
        return Numbers({name: score.recall for name, score in self.scores.items() if score.recall is not None})

    @property
    def precision(self) -> dict[str, float]:
        """Precision by metric, where it has one."""
        return Numbers({name: score.precision for name, score in self.scores.items() if score.precision is not None})

    @property
    def f1(self) -> dict[str, float]:
        return Numbers({name: score.f1 for name, score in self.scores.items()})

    @property
    def errors(self) -> Errors:
        """What the only system did wrong, by type.

        >>> from corefscope import score
        >>> score([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]]).errors.counts["conflated"]
        1
        """
        return self.system.errors

    @property
    def attribution(self) -> Mapping[str, Attribution]:
        """What each mention costs the only system, by metric.

        >>> from corefscope import score
        >>> score([["a", "b", "c"]], [["a", "b"]]).attribution["muc"].recall.cost.tolist()
        [0.0, 0.0, 0.5]
        """
        return self.system.attribution

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """All warnings, the key's first."""
        return (*self.key.warnings, *chain.from_iterable(map(attrgetter("warnings"), self.systems)))


def brief(system: System) -> str:
    """Return the most important F1 as a short text."""
    name = "conll" if "conll" in system.scores else next(iter(system.scores))
    return f"{name} {100 * system.scores[name].f1:.2f}"
