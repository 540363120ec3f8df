"""Systems compared: scores with intervals and ranks, and which differences are real."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from corefscope.arrays import rows_by_group
from corefscope.basics.arguments import text
from corefscope.long_texts import document_name
from corefscope.metrics import AnyMetrics
from corefscope.model import Integers
from corefscope.problems import Notice, Notices
from corefscope.scoring.groups import (
    DocumentLabels,
    Grouping,
    grouping,
    groups_mentions,
    is_of_documents,
    units,
    whole_units,
)
from corefscope.scoring.inputs import Input, Progress, positional_or_keyword
from corefscope.scoring.result import Breakdown, Reportable, Result, System
from corefscope.scoring.saved import is_saved
from corefscope.scoring.steps import check_by
from corefscope.scoring.totals import scores_of
from corefscope.settings import DOCUMENT, Settings
from corefscope.statistics.judgement import Judgement, Pair, Standing, judge
from corefscope.statistics.plan import Plan, planned
from corefscope.statistics.samples import Samples, check_field
from corefscope.statistics.systems import scored_systems, usual_metrics

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import ComparisonKeywords

UNIT = "unit"


@dataclass(frozen=True, repr=False)
class Comparison(Reportable):
    """The scores of several systems, and what may be said about their differences.

    >>> key = {f"text {n}": [[0, 1, 2], [3, 4]] for n in range(14)}
    >>> close = {name: [[0, 1, 2], [3], [4]] for name in key}
    >>> far = {name: [[0, 1], [2], [3], [4]] for name in key}
    >>> found = compare(key, {"close": close, "far": far}, metrics="muc")
    >>> [(standing.system, standing.rank) for standing in found.standings["muc"]]
    [('close', 1), ('far', 2)]
    """

    VIEW = "comparison"
    result: Result
    judgement: Judgement
    by: Breakdown | None = None
    by_group: Mapping[str, Comparison] = field(default_factory=dict)

    def __getitem__(self, name: str) -> System:
        return self.result[name]

    def __iter__(self) -> Iterator[System]:
        return iter(self.result)

    def flat(self) -> dict[str, float]:
        """The scores of all systems in one dict, as `Result.flat` gives them."""
        return self.result.flat()

    def __repr__(self) -> str:
        return repr(self.result).replace("Result", "Comparison", 1)

    @property
    def plan(self) -> Plan:
        return self.judgement.plan

    @property
    def standings(self) -> Mapping[str, tuple[Standing, ...]]:
        """By metric: score, interval and rank of each system."""
        return self.judgement.standings

    @property
    def pairs(self) -> Mapping[str, tuple[Pair, ...]]:
        """By metric: every comparison that was made."""
        return self.judgement.pairs

    @property
    def signature(self) -> str:
        return f"{self.result.signature}|{self.plan.signature()}"

    @property
    def warnings(self) -> tuple[Notice, ...]:
        return self.result.warnings + self.judgement.notices


def compare(
    key: Input | None = None,
    *responses: Input | Mapping[str, Input] | Sequence[Input],
    systems: Mapping[str, Input] | Sequence[Input] | None = None,
    references: Input | None = None,
    predictions: Mapping[str, Input] | Sequence[Input] | None = None,
    metrics: AnyMetrics | None = None,
    names: Sequence[str] | None = None,
    baseline: str | None = None,
    by: str | Mapping[str, str] | None = None,
    plan: Plan | None = None,
    settings: Settings | None = None,
    preset: str | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    jobs: int = 1,
    **options: Unpack[ComparisonKeywords],
) -> Comparison:
    """Score systems against a key and judge their differences.

    Responses are given one by one, `compare(key, a, b)`, all in a list, or by name in a dict, `compare(key, {"a": a})`;
    as `systems` or `predictions` too, and the key as `references`. A single dict or list is taken for several
    responses, unless it is a record. `options` are fields of Settings, such as `singletons="drop"`, and of Plan, such
    as `test="bootstrap"`. Instead of a key and responses, the paths of results that were saved by
    `score --per-document -o json` may be given: `compare("a.json", "b.json")`. `by` also compares the systems within
    groups of documents, as in `score`, and `jobs` are processes, likewise.
    """
    key = positional_or_keyword(key, references, "references")
    several = positional_or_keyword(systems, predictions, "predictions")
    plan, rest = planned(plan, options)
    if baseline is not None:
        text(baseline, "baseline")
    check_by(by)
    result = scored_systems(
        key,
        responses if several is None else (*responses, several),
        metrics=usual_metrics(plan.field, preset) if metrics is None and not is_saved(key) else metrics,
        names=names,
        settings=settings,
        preset=preset,
        strict=strict,
        progress=progress,
        jobs=1 if groups_mentions(by) else jobs,  # shares of mentions need the evidence
        options=rest,
    )
    return compared(result, plan, baseline, by)


def compared(
    result: Result, plan: Plan, baseline: str | None = None, by: str | Mapping[str, str] | None = None
) -> Comparison:
    """Judge the systems of a result that was computed or read before; with `by` also within groups."""
    of_mentions = groups_mentions(by) and not _is_column(result, str(by))
    if of_mentions:
        from corefscope.analysis.attribution.by_mention import shareable

        result = shareable(result, str(by))
    check_field(result.metrics, plan.field)
    notices = Notices()
    resampling = groups_of(result, plan.group, notices)
    broken = None if by is None or of_mentions else groups_of(result, by, notices, "--by")
    judgement = judge(Samples.of_result(result, plan.field, resampling), plan, baseline)
    notices.extend(judgement.notices)
    whole = Comparison(result, replace(_as_scored(judgement, result), notices=tuple(notices)))
    if of_mentions:
        return _by_mentions(whole, str(by), resampling, plan, baseline)
    return whole if broken is None else _broken_down(whole, broken, resampling, plan, baseline)


def _as_scored(judgement: Judgement, result: Result) -> Judgement:
    """The very numbers of `score`: fixed point may have another last digit. What is not defined has no interval."""
    field = judgement.plan.field
    standings = {}
    for metric, found in judgement.standings.items():
        scores = [system.scores[metric] for system in result.systems]
        standings[metric] = tuple(
            replace(
                standing,
                score=getattr(score, field),
                interval=None if field in score.undefined else standing.interval,
            )
            for standing, score in zip(found, scores, strict=True)
        )
    undefined = [metric for metric, found in standings.items() if not any(each.interval for each in found)]
    pairs = {
        metric: tuple(replace(pair, interval=None) for pair in found) if metric in undefined else found
        for metric, found in judgement.pairs.items()
    }
    return replace(judgement, standings=standings, pairs=pairs)


def _broken_down(
    whole: Comparison, groups: Grouping, resampling: Grouping | None, plan: Plan, baseline: str | None
) -> Comparison:
    """The same comparison within each group; what its few documents cannot show is said by its marks."""
    found, sizes = {}, {}
    for name, rows in zip(groups.names, rows_by_group(groups.of_document, len(groups.names)), strict=True):
        part = _of_units(whole.result, rows)
        sizes[name] = len(rows)
        within = None if resampling is None else resampling.of_units(rows)
        judgement = judge(Samples.of_result(part, plan.field, within), plan, baseline)
        found[name] = Comparison(part, replace(_as_scored(judgement, part), notices=()))
    return replace(whole, by=Breakdown(groups.what, sizes, groups.note), by_group=found)


def _by_mentions(
    whole: Comparison, by: str, resampling: Grouping | None, plan: Plan, baseline: str | None
) -> Comparison:
    """The same comparison of what mentions of each type add to the counts; documents are resampled as before."""
    from corefscope.analysis.attribution.by_mention import results_by

    breakdown, parts, result = results_by(whole.result, by)
    found = {}
    for name, part in parts.items():
        judgement = judge(Samples.of_result(part, plan.field, resampling), plan, baseline)
        found[name] = Comparison(part, replace(_as_scored(judgement, part), notices=()))
    return replace(whole, result=result, by=breakdown, by_group=found)


def _is_column(result: Result, by: str) -> bool:
    evidence = result.systems[0].evidence
    return evidence is not None and is_of_documents(DocumentLabels.of(evidence.key), by)


def _of_units(result: Result, rows: Integers) -> Result:
    """A result with only some of its units."""
    systems = []
    for system in result.systems:
        tallies = {name: tally.of_units(rows) for name, tally in system.tallies.items()}
        scores = scores_of(tallies, result.metrics, result.settings.average, len(rows))
        systems.append(replace(system, tallies=tallies, scores=scores, per_document=(), kept=None))
    names = tuple(result.documents[row] for row in rows.tolist())
    return replace(result, documents=names, systems=tuple(systems), key=replace(result.key, documents=len(rows)))


def groups_of(
    result: Result, what: str | Mapping[str, str], notices: Notices, option: str = "--group"
) -> Grouping | None:
    """Which units of a result are resampled together; None if each by itself. Windows of one document always are."""
    windows = result.settings.window is not None
    if what == UNIT:
        if not windows:
            return None
        what = DOCUMENT
    evidence = result.systems[0].evidence
    if evidence is None:  # a saved result has only the names of units
        names = list(map(document_name, result.documents)) if windows else result.documents
        return grouping(DocumentLabels(names), what, notices, option)
    found = grouping(DocumentLabels.of(evidence.key, windows, evidence.lengths), what, notices, option)
    scope = units(evidence.key, result.settings.scope)
    return replace(found, of_document=whole_units(found, scope.of_document, scope.names, option))
