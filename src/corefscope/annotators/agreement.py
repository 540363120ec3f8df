"""Inter-annotator agreement: every metric between every two annotators in both directions, and Krippendorff's α."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.document_names import renamed
from corefscope.annotators.alpha import Annotation, Disagreement, alpha, counted, disagreements
from corefscope.annotators.shared_documents import (
    Pair,
    SharedDocuments,
    check_same_documents,
    same_mentions,
    shared_documents,
)
from corefscope.arrays import distinct, factorize
from corefscope.basics.arguments import flag, function
from corefscope.formats.load import read_annotators
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Score, metrics_of
from corefscope.metrics.base import quotient
from corefscope.metrics.lookup import plugin_versions
from corefscope.model import Corpus, Integers
from corefscope.problems import Notice, Notices, SettingsError, StrictError
from corefscope.scoring.groups import Grouping, units
from corefscope.scoring.inputs import Input, names_of, path_of, read_all
from corefscope.scoring.result import Reportable, Result
from corefscope.scoring.score import score
from corefscope.scoring.sides import in_scope
from corefscope.settings import DOCUMENT, KEEPS_DUPLICATES, Settings, check_conflicts
from corefscope.statistics.draws import resamples
from corefscope.statistics.intervals import MOST_RESAMPLES, Interval, interval, jackknifed, resampled
from corefscope.statistics.judgement import FEW_FOR_BOOTSTRAP
from corefscope.statistics.plan import USUAL_TRIALS, Plan, planned
from corefscope.statistics.samples import Samples, fixed_point
from corefscope.types.file import TypesFile

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import ComparisonKeywords

BLOCK = 1024  # trials of α at once


@dataclass(frozen=True)
class Annotator:
    """One annotation: its size, and the number of its mentions that no other annotator has."""

    name: str
    path: str | None
    documents: int
    entities: int
    mentions: int
    left_out: int


@dataclass(frozen=True)
class Direction:
    """The scores of one annotator against another as the key; `documents` counts those that both have."""

    key: str
    response: str
    documents: int
    scores: Mapping[str, Score]


@dataclass(frozen=True)
class Estimate:
    """A number and its interval; None where undefined, or with too few documents for an interval."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True)
class Alpha:
    """Krippendorff's α under one distance, with mean observed and expected disagreement of two values."""

    estimate: Estimate
    observed: float
    expected: float


@dataclass(frozen=True, repr=False)
class AnnotatorAgreement(Reportable):
    """The agreement of annotators: scores of every ordered pair, and the mean F1 of each metric over them."""

    VIEW = "agreement"
    settings: Settings
    plan: Plan
    metrics: tuple[Metric, ...]
    annotators: tuple[Annotator, ...]
    documents: int
    directions: tuple[Direction, ...]
    means: Mapping[str, Estimate]
    mentions: int
    alphas: Mapping[str, Alpha]
    warnings: tuple[Notice, ...]

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {100 * (each.value or 0):.2f}" for name, each in list(self.means.items())[:1])
        return f"<AnnotatorAgreement of {', '.join(each.name for each in self.annotators)}: {means}>"

    @property
    def signature(self) -> str:
        plan = self.plan
        resampling = f"interval:{plan.interval}|alpha:{plan.alpha:g}|trials:{plan.trials}|seed:{plan.seed}"
        return f"{self.settings.signature(plugins=plugin_versions(self.metrics))}|{resampling}"


def agreement(
    *annotators: Input,
    metrics: AnyMetrics = DEFAULT,
    names: Sequence[str] | None = None,
    preset: str | None = None,
    settings: Settings | None = None,
    plan: Plan | None = None,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[ComparisonKeywords],
) -> AnnotatorAgreement:
    """Measure the agreement of two or more annotations of the same documents; `options` as in `compare`.

    A single path is that of a file with several annotators, as annotation tools export it.

    >>> found = agreement([["a", "b"], ["c"]], [["a", "b", "c"]], metrics="muc")
    >>> round(found.means["muc"].value, 2), round(found.alphas["passonneau"].estimate.value, 2)
    (0.67, 0.0)
    """
    plan, rest = planned(plan, options)
    plan = replace(plan, field="f1", trials=plan.trials or USUAL_TRIALS)
    chosen, wanted = Settings.of(settings, preset, rest), tuple(metrics_of(metrics, preset))
    if chosen.repeated in KEEPS_DUPLICATES:
        raise SettingsError(
            "repeated-mention-unscored", "agreement needs each mention once", hint="use --repeated first, last or merge"
        )
    check_conflicts(chosen, command="agreement")
    note, strict = function(progress, "progress"), flag(strict, "strict")
    if len(annotators) < 2:
        annotators, names = _of_one_file(annotators, names, chosen, note)
    called = names_of(annotators, names)
    notices = Notices()
    sides = _prepared(read_all(annotators, called, chosen, note), chosen, notices)
    if chosen.types is not None:
        types = TypesFile.read(chosen.types)
        types.check_used(types.matched_by(sides), sides, notices)
    found = shared_documents(sides, called, notices)
    if chosen.scope != DOCUMENT:
        check_same_documents(found, called)
    results: dict[Pair, Result] = {}
    for one, two in found.pairs:
        mine, theirs = sides[one].of_documents(found.shared(one, two)), sides[two].of_documents(found.shared(two, one))
        result = score(mine, theirs, metrics=wanted, names=[called[two]], settings=chosen)
        results[one, two] = result
        # Both directions of a pair give the same warnings.
        codes = {notice.code for notice in notices}
        notices.extend(notice for notice in result.system.warnings if notice.code not in codes)
        note(f"{called[one]} and {called[two]}")
    groups = _groups(sides, found, chosen)
    if len(groups.names) < FEW_FOR_BOOTSTRAP:
        text = f"intervals from {len(groups.names)} documents are too narrow; {FEW_FOR_BOOTSTRAP} or more are better"
        alone = "there is nothing to resample, so there are no intervals"
        notices.add("few-documents", text if len(groups.names) > 1 else alone)
    for notice in notices if strict else ():
        raise StrictError(notice.code, str(notice), hint="a warning is an error under --strict")
    annotations = _annotations(sides, found, results, groups)
    kept = counted(annotations)
    items = np.concatenate([each.item[rows] for each, rows in zip(annotations, kept, strict=True)])
    return AnnotatorAgreement(
        settings=chosen,
        plan=plan,
        metrics=wanted,
        annotators=tuple(
            Annotator(name, path_of(given), side.document_count, side.entity_count, len(rows), int((~rows).sum()))
            for name, given, side, rows in zip(called, annotators, sides, kept, strict=True)
        ),
        documents=len(found.names),
        directions=tuple(
            Direction(called[one], called[two], result.key.documents, result.scores)
            for (one, two), result in results.items()
        ),
        means=_means(results, found, groups, plan),
        mentions=len(distinct(items)[0]),
        alphas=_alphas(annotations, groups, plan),
        warnings=tuple(notices),
    )


def _of_one_file(
    annotators: tuple[Input, ...], names: Sequence[str] | None, settings: Settings, note: Callable[[str], None]
) -> tuple[tuple[Input, ...], Sequence[str]]:
    """The annotators of a file as sides, and their names."""
    path = path_of(annotators[0]) if annotators else None
    format, clusters = settings.response_format or settings.format, settings.response_clusters
    found = read_annotators(path, format, clusters, note) if path is not None else {}
    if len(found) < 2:
        hint = None if path is None else "the file has one annotator; name another file"
        raise SettingsError("too-few-annotators", "agreement takes two annotations or more", hint=hint)
    return tuple(found.values()), list(found) if names is None else names


def _prepared(read: Sequence[Corpus], settings: Settings, notices: Notices) -> list[Corpus]:
    """Resolve repeated mentions, apply the scope, and drop singletons if set, before any comparison."""
    sides = []
    for corpus in read:
        notices.extend(corpus.notices)
        named = renamed(replace(corpus, notices=()), settings.names_strip, settings.pair_by)
        resolved = resolve_repeats(named, settings.repeated, notices)
        corpus, _ = in_scope(resolved, units(resolved, settings.scope).of_document, settings)
        sides.append(corpus)
    return sides


@dataclass(frozen=True)
class _ResampledUnits:
    """The units that intervals resample: the scoring units of all annotators with common numbers."""

    names: tuple[str, ...]
    of_document: tuple[Integers, ...]  # the unit of each document, by annotator


def _groups(sides: Sequence[Corpus], found: SharedDocuments, settings: Settings) -> _ResampledUnits:
    if settings.scope == DOCUMENT:
        return _ResampledUnits(found.names, found.place)
    each = [units(side, settings.scope) for side in sides]
    names = tuple(dict.fromkeys(name for one in each for name in one.names))
    number = {name: place for place, name in enumerate(names)}
    return _ResampledUnits(
        names, tuple(np.array([number[name] for name in one.names])[one.of_document] for one in each)
    )


def _annotations(
    sides: Sequence[Corpus], found: SharedDocuments, results: Mapping[Pair, Result], groups: _ResampledUnits
) -> list[Annotation]:
    """Return the mentions of all annotators, matched ones with the same number."""
    rows = [
        {two: np.flatnonzero(found.shared(one, two)[side.document]) for two in range(len(sides))}
        for one, side in enumerate(sides)
    ]
    evidences = {pair: result.system.evidence for pair, result in results.items()}
    alignments = {pair: evidence.alignment for pair, evidence in evidences.items() if evidence is not None}
    items = same_mentions(rows, alignments, [side.mention_count for side in sides])
    return [
        Annotation(item, side.entity, unit[side.document])
        for item, side, unit in zip(items, sides, groups.of_document, strict=True)
    ]


def _means(
    results: Mapping[Pair, Result], found: SharedDocuments, groups: _ResampledUnits, plan: Plan
) -> dict[str, Estimate]:
    """Compute the mean F1 of each metric over all directions; all directions share the resamples."""
    samples = []
    for (one, two), result in results.items():
        of_document = groups.of_document[one][found.shared(one, two)]
        first = factorize(of_document)[1]  # units are in the order of documents
        grouping = Grouping("unit", groups.names, of_document[first])
        samples.append(Samples.of_result(result, "f1", grouping))
    joined = replace(
        samples[0],
        systems=tuple(f"{one} {two}" for one, two in results),
        counts=fixed_point(np.concatenate([each.counts for each in samples])),
    )
    observed = dict(
        zip((metric.name for metric in joined.metrics), joined.observed().mean(axis=1).tolist(), strict=True)
    )
    if len(groups.names) < 2:
        return {name: Estimate(value) for name, value in observed.items()}
    series, without = resampled(joined, plan.trials or 0, plan.seed).mean(axis=1), jackknifed(joined).mean(axis=1)
    return {
        name: Estimate(value, interval(series[place], value, without[place], joined.strata, plan.interval, plan.alpha))
        for place, (name, value) in enumerate(observed.items())
    }


def _alphas(annotations: Sequence[Annotation], groups: _ResampledUnits, plan: Plan) -> dict[str, Alpha]:
    values = sum(int(rows.sum()) for rows in counted(annotations))
    alphas = {}
    for name, found in disagreements(annotations, len(groups.names)).items():
        observed, expected = float(found.observed.sum()), float(found.expected.sum())
        value = alpha(observed, expected)
        bounds = None if value is None else _bounds(found, value, plan)
        alphas[name] = Alpha(Estimate(value, bounds), observed / max(values, 1), expected / max(values, 1))
    return alphas


def _bounds(found: Disagreement, value: float, plan: Plan) -> Interval | None:
    """Compute the interval of α, without resamples in which no disagreement is possible."""
    count = len(found.observed)
    if count < 2:
        return None
    strata = np.zeros(count, np.int64)
    counts = fixed_point(np.array([[found.observed, found.expected]]))[0]
    series = []
    for weights in resamples(plan.seed, strata, min(plan.trials or 0, MOST_RESAMPLES), BLOCK):
        observed, expected = counts @ weights
        series.append(1 - observed[expected > 0] / expected[expected > 0])
    observed, expected = counts.sum(axis=1, keepdims=True) - counts
    without = np.where(expected > 0, 1 - quotient(observed, expected), value)
    return interval(np.concatenate(series), value, without, strata, plan.interval, plan.alpha)
