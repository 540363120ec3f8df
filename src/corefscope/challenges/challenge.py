"""Challenge sets: clusters answer questions about pronouns; there is no key of all mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from corefscope._version import __version__
from corefscope.basics.arguments import callback, flag
from corefscope.basics.checksums import ReadFile
from corefscope.basics.options import check_names, options_of
from corefscope.challenges import measures
from corefscope.challenges.answers import Answer, answers_of
from corefscope.challenges.measures import Cell, McNemar, MeasureDifference, ResampledMeasures
from corefscope.challenges.questions import QuestionSet, questions
from corefscope.challenges.rule import Rule
from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.lookup import plugin_versions
from corefscope.presets import preset_named
from corefscope.problems import Notice, Notices, SettingsError
from corefscope.scoring.inputs import Input, names_of, path_of, read_all
from corefscope.scoring.result import Reportable
from corefscope.scoring.steps import check_strict
from corefscope.settings import Settings
from corefscope.statistics.intervals import Estimate
from corefscope.statistics.judgement import FEW_FOR_BOOTSTRAP
from corefscope.statistics.plan import USUAL_TRIALS, Plan, planned

if TYPE_CHECKING:
    import os
    from typing import Unpack

    from corefscope.basics.keywords import ChallengeKeywords

PLANNED = ("interval", "alpha", "trials", "seed", "correction")
# The clusters of WinoBias are scored as in scorer v8.01, but with mentions in characters.
CLUSTERS = replace(Settings(**preset_named("conll2012").values), align="characters")
CLUSTER_PARTS = [part for part in CLUSTERS.parts(defaults=False) if not part.startswith(("scope", "average"))]
SAME_WARNINGS = {"document-missing": "question-without-answer"}  # when scoring clusters: when answering questions


@dataclass(frozen=True)
class Participant:
    """One system: its answers (None if missing), and the value of each cell of the table."""

    name: str
    path: str | None
    files: tuple[ReadFile, ...]
    values: Mapping[tuple[str, str], Estimate]
    counts: Mapping[str, Mapping[str, float]]  # by row
    answers: tuple[Answer | None, ...]
    warnings: tuple[Notice, ...]

    @property
    def missing(self) -> int:
        """The number of questions without an answer."""
        return sum(each is None for each in self.answers)

    def value(self, row: str, column: str) -> float | None:
        """Return a value by row and column, e.g. ("feminine", "f1"); None if it is undefined."""
        return self.values[row, column].value


@dataclass(frozen=True, repr=False)
class ChallengeResult(Reportable):
    """The scores of all systems on a challenge set, and how they differ."""

    VIEW = "challenge"
    quiz: QuestionSet
    rule: Rule
    plan: Plan
    metrics: tuple[Metric, ...]
    cells: tuple[Cell, ...]
    systems: tuple[Participant, ...]
    differences: tuple[MeasureDifference, ...]
    mcnemar: tuple[McNemar, ...]
    warnings: tuple[Notice, ...]

    def __repr__(self) -> str:
        row, column, _ = self.cells[0]
        scores = ", ".join(f"{each.name} {100 * (each.value(row, column) or 0):.2f}" for each in self.systems)
        return f"<ChallengeResult of {self.quiz.name}: {row} {column} {scores}>"

    def __iter__(self) -> Iterator[Participant]:
        return iter(self.systems)

    def __getitem__(self, name: str) -> Participant:
        return {each.name: each for each in self.systems}[name]

    def flat(self) -> dict[str, float | None]:
        """All values by name, for loggers: `feminine_f1`, or `system/feminine_f1` if there are several systems."""
        several = len(self.systems) > 1
        return {
            f"{f'{each.name}/' if several else ''}{row}_{column}": each.value(row, column)
            for each in self.systems
            for row, column, _ in self.cells
        }

    @property
    def signature(self) -> str:
        parts = [f"corefscope:{__version__}", f"challenge:{self.quiz.name}", *self.rule.parts(defaults=True)]
        if self.metrics:
            parts += [f"metrics:{','.join(metric.name for metric in self.metrics)}", *CLUSTER_PARTS]
            plugins = plugin_versions(self.metrics)
            parts += [f"plugins:{','.join(plugins)}"] if plugins else []
        parts += [f"{name}:{getattr(self.plan, name)}" for name in ("interval", "alpha", "trials", "seed")]
        parts += [f"correction:{self.plan.correction}"] if len(self.systems) > 1 else []
        return "|".join(parts)


def challenge(
    set: str,
    data: str | os.PathLike[str],
    *responses: Input,
    metrics: AnyMetrics | None = None,
    names: Sequence[str] | None = None,
    plan: Plan | None = None,
    format: str | None = None,
    clusters: str | None = None,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[ChallengeKeywords],
) -> ChallengeResult:
    """Score responses on a challenge set: gap, winobias, winogender or winopron.

    `data` is the set's own file (WinoBias: a pattern for its four files). A response is a path or an object with
    clusters over the texts, as in `score`. `metrics` score the clusters of WinoBias
    (default: conll); `options` are fields of Rule and Plan.
    """
    if not responses:
        hint = "--make-texts writes the texts for a system"
        raise SettingsError("no-response", "no response was named", hint=hint)
    check_names(options, [*options_of(Rule), *PLANNED])
    values: dict[str, Any] = dict(options)
    plan, _ = planned(plan, {name: values.pop(name) for name in PLANNED if name in values})
    plan, rule = replace(plan, trials=plan.trials or USUAL_TRIALS), Rule(**values)
    note, strict = callback(progress, "progress"), flag(strict, "strict")
    quiz = questions(set, data)
    of_clusters = tuple(parse_metrics(("conll",) if metrics is None else metrics)) if quiz.name == "winobias" else ()
    if metrics is not None and not of_clusters:
        hint = "remove -m; only winobias scores clusters"
        raise SettingsError("no-metric", f"{set} has fixed measures and takes no metric", hint=hint)
    note(quiz.path)
    names = names_of(responses, names)
    sides = read_all(responses, names, Settings(response_format=format, response_clusters=clusters), note)
    answered = [answers_of(quiz, side, rule) for side in sides]
    counts, right, scored = measures.count(quiz, [each[:2] for each in answered], rule, of_clusters, CLUSTERS, names)
    measured = ResampledMeasures(counts, quiz.questions, plan)
    systems = []
    for place, (name, (answers, _, notices)) in enumerate(zip(names, answered, strict=True)):
        codes = {notice.code for notice in notices}
        # Scoring clusters repeats the warnings about documents.
        notices.extend(each for each in scored.get(name, ()) if SAME_WARNINGS.get(each.code, each.code) not in codes)
        path = path_of(responses[place])
        files = sides[place].files if path else ()
        estimates = {(cell.row, cell.column): measured.estimate(cell, place) for cell in measured.cells}
        systems.append(Participant(name, path, files, estimates, counts.sums(place), tuple(answers), tuple(notices)))
    warnings = Notices()
    warnings.extend(quiz.notices)
    if measured.groups < FEW_FOR_BOOTSTRAP:
        of = f"{measured.groups} group{'s' if measured.groups > 1 else ''} of questions"
        few = f"intervals from {of} are too narrow" if measured.groups > 1 else f"{of} gives no interval"
        warnings.add("few-documents", f"{few}; {FEW_FOR_BOOTSTRAP} or more are better")
    check_strict([*warnings, *(notice for each in systems for notice in each.warnings)], strict)
    tests = tuple(measures.differences(counts, measured, names)), tuple(measures.mcnemar_tests(right, names, plan))
    return ChallengeResult(
        quiz, rule, plan, of_clusters, tuple(measured.cells), tuple(systems), *tests, tuple(warnings)
    )
