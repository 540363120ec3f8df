"""Challenge sets: questions about pronouns instead of a key of all mentions, answered by clusters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope._version import __version__
from corefscope.alignment.texts.letter_text import letter_text
from corefscope.basics.arguments import flag, function, instance
from corefscope.basics.checksums import ReadFile
from corefscope.basics.options import check_names, options_of
from corefscope.challenges.answers import Answers, answers_of
from corefscope.challenges.measures import Counts, gap_counts, is_right, wino_counts, winobias_counts
from corefscope.challenges.questions import QuestionSet
from corefscope.challenges.resampling import Difference, Estimate, McNemar, Resampled, mcnemar_tests
from corefscope.challenges.rule import Rule, set_named
from corefscope.challenges.sets import questions
from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.metrics.lookup import plugin_versions
from corefscope.model import Corpus
from corefscope.presets import preset_named
from corefscope.problems import Notice, Notices, SettingsError, StrictError
from corefscope.scoring.inputs import Input, names_of, path_of, read_all
from corefscope.scoring.result import Reportable
from corefscope.scoring.score import score
from corefscope.settings import Settings
from corefscope.statistics.judgement import FEW_FOR_BOOTSTRAP
from corefscope.statistics.plan import USUAL_TRIALS, Plan
from corefscope.statistics.samples import Samples

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import ChallengeKeywords

PLANNED = ("interval", "alpha", "trials", "seed", "correction")
# How WinoBias' clusters are scored: as by scorer v8.01, mentions by their characters.
CLUSTERS = replace(Settings(**preset_named("conll2012").values), align="characters")
CLUSTER_PARTS = [part for part in CLUSTERS.parts(defaults=False) if not part.startswith(("scope", "average"))]


class Cell(NamedTuple):
    """A place in the table of a set, and how its value is shown: as percent, difference or ratio."""

    row: str
    column: str
    kind: str


@dataclass(frozen=True)
class Participant:
    """One system: its answers, how many it left out, and the value of each cell of the table."""

    name: str
    path: str | None
    files: tuple[ReadFile, ...]
    missing: int
    values: Mapping[tuple[str, str], Estimate]
    counts: Mapping[str, Mapping[str, float]]  # by row
    answers: Answers
    warnings: tuple[Notice, ...]

    def value(self, row: str, column: str) -> float | None:
        """A value by row and column, as ("feminine", "f1"); None where it is undefined."""
        return self.values[row, column].value


@dataclass(frozen=True, repr=False)
class ChallengeResult(Reportable):
    """The scores of all systems on a challenge set, and how they differ."""

    VIEW = "challenge"
    asked: QuestionSet
    rule: Rule
    plan: Plan
    metrics: tuple[Metric, ...]
    cells: tuple[Cell, ...]
    systems: tuple[Participant, ...]
    differences: tuple[Difference, ...]
    mcnemar: tuple[McNemar, ...]
    warnings: tuple[Notice, ...]

    def __repr__(self) -> str:
        row, column, _ = self.cells[0]
        shown = ", ".join(f"{each.name} {100 * (each.value(row, column) or 0):.2f}" for each in self.systems)
        return f"<ChallengeResult of {self.asked.name}: {row} {column} {shown}>"

    def __iter__(self) -> Any:
        return iter(self.systems)

    def __getitem__(self, name: str) -> Participant:
        return {each.name: each for each in self.systems}[name]

    def flat(self) -> dict[str, float | None]:
        """All values by name, for loggers: `feminine_f1`; with several systems, after the system's name and a slash."""
        several = len(self.systems) > 1
        return {
            f"{f'{each.name}/' if several else ''}{row}_{column}": each.value(row, column)
            for each in self.systems
            for row, column, _ in self.cells
        }

    @property
    def signature(self) -> str:
        parts = [f"corefscope:{__version__}", f"challenge:{self.asked.name}", *self.rule.parts(defaults=True)]
        if self.metrics:
            parts += [f"metrics:{','.join(metric.name for metric in self.metrics)}", *CLUSTER_PARTS]
            plugins = plugin_versions(self.metrics)
            parts += [f"plugins:{','.join(plugins)}"] if plugins else []
        given = self.plan
        parts += [f"{name}:{getattr(given, name)}" for name in ("interval", "alpha", "trials", "seed")]
        parts += [f"correction:{given.correction}"] if len(self.systems) > 1 else []
        return "|".join(parts)


def challenge(
    set: str,
    data: Input,
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

    `data` is the set's own file (WinoBias: a pattern for its four files, or the rows of `wino_bias`). A response is
    a path or an object with clusters over the texts, as in `score`. `metrics` are those of WinoBias' F1 (conll),
    `options` fields of Rule and of Plan.
    """
    if not responses:
        hint = "--make-texts writes the texts for a system"
        raise SettingsError("no-response", "there is no response to score", hint=hint)
    set = set_named(set).name
    given: dict[str, Any] = dict(options)
    check_names(given, [*options_of(Rule), *PLANNED])
    chosen = Rule(**{name: value for name, value in given.items() if name not in PLANNED})
    plan = Plan() if plan is None else instance(plan, Plan, "plan")
    plan = replace(plan, **{name: value for name, value in given.items() if name in PLANNED})
    plan = replace(plan, trials=plan.trials or USUAL_TRIALS)
    note, strict = function(progress, "progress"), flag(strict, "strict")
    wanted = tuple(parse_metrics(("conll",) if metrics is None else metrics)) if set == "winobias" else ()
    asked = questions(set, data)
    if metrics is not None and not wanted:
        hint = "leave -m out; only winobias scores clusters"
        raise SettingsError("no-metric", f"{set} has numbers of its own and takes no metric", hint=hint)
    note(asked.path)
    called = names_of(responses, names)
    read = _read(asked, responses, called, chosen, Settings(response_format=format, response_clusters=clusters), note)
    answers = [each.answers.counted(asked, chosen.missing) for each in read]
    right = np.array([list(map(is_right, asked.questions, each)) for each in answers], float)
    more: dict[str, tuple[Notice, ...]] = {}  # warnings of scoring clusters, by system
    if set == "gap":
        counts = gap_counts(asked, answers)
    elif set == "winobias":
        sides = [each.clusters for each in read]
        result = score(asked.corpus(), *sides, metrics=wanted, names=called, settings=CLUSTERS)
        more = {system.name: system.warnings for system in result.systems}
        counts = winobias_counts(asked, right, Samples.of_result(result))
    else:
        counts = wino_counts(asked, answers, right)
    sampled = Resampled(counts, asked.questions, plan)
    systems = tuple(_participant(asked, each, place, counts, sampled, more) for place, each in enumerate(read))
    notices = Notices()
    notices.extend(asked.notices)
    if sampled.groups < FEW_FOR_BOOTSTRAP:
        of = f"{sampled.groups} group{'s' if sampled.groups > 1 else ''} of questions"
        few = f"intervals from {of} are too narrow" if sampled.groups > 1 else f"{of} gives no interval"
        notices.add("few-documents", f"{few}; {FEW_FOR_BOOTSTRAP} or more are better")
    for notice in [*notices, *(notice for each in systems for notice in each.warnings)] if strict else ():
        raise StrictError(notice.code, str(notice), hint="a warning is an error under --strict")
    return ChallengeResult(
        asked,
        chosen,
        plan,
        wanted,
        tuple(Cell(measure.row, measure.column, measure.kind) for measure in counts.measures),
        systems,
        sampled.differences(called) if len(systems) > 1 else (),
        mcnemar_tests(right, called, plan.correction),
        tuple(notices),
    )


class _Read(NamedTuple):
    """A response as it was read: its answers, and its clusters with the questions they are about."""

    name: str
    path: str | None
    files: tuple[ReadFile, ...]
    answers: Answers
    clusters: Corpus


def _read(
    asked: QuestionSet,
    responses: Sequence[Input],
    names: Sequence[str],
    rule: Rule,
    settings: Settings,
    note: Callable[[str], None],
) -> list[_Read]:
    """The answers of each response."""
    sides = read_all(responses, names, settings, note)
    key = asked.corpus()
    letters = [letter_text(key, number, "set") for number in range(key.document_count)]
    read = []
    for response, name, side in zip(responses, names, sides, strict=True):
        path = path_of(response)
        read.append(_Read(name, path, side.files if path else (), *answers_of(asked, side, letters, rule)))
    return read


def _participant(
    asked: QuestionSet,
    read: _Read,
    place: int,
    counts: Counts,
    sampled: Resampled,
    more: Mapping[str, Sequence[Notice]],
) -> Participant:
    notices = Notices()
    notices.extend(read.answers.notices)
    codes = {notice.code for notice in notices}
    same = {"document-missing": "question-without-answer", "document-only-in-response": "document-only-in-response"}
    for notice in more.get(read.name, ()):
        if notice.code not in codes and same.get(notice.code) not in codes:
            notices.extend([notice])
    return Participant(
        read.name,
        read.path,
        read.files,
        read.answers.missing,
        {(each.row, each.column): sampled.estimate(each, place) for each in counts.measures},
        {row: _summed(counts, place, mask) for row, mask in counts.rows.items()},
        read.answers,
        tuple(notices),
    )


def _summed(counts: Counts, place: int, mask: NDArray[np.bool_]) -> dict[str, float]:
    plain = [number for number, column in enumerate(counts.columns) if "." not in column]  # not those of metrics
    return {counts.columns[number]: float(counts.values[place, number, mask].sum()) for number in plain}
