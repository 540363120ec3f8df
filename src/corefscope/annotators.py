"""Inter-annotator agreement: every metric between every two annotators in both directions, and Krippendorff's α.

For α, the value of a mention is its entity as a set of mentions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.documents import pair
from corefscope.arrays import distinct, factorize
from corefscope.basics.arguments import callback, flag
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.formats.load import read_annotators
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, Score, metrics_of
from corefscope.metrics.lookup import plugin_versions
from corefscope.metrics.scores import quotient
from corefscope.model import Corpus, Floats, Integers
from corefscope.problems import Notice, Notices, PairingError, SettingsError, quiet_doubts, raise_doubts
from corefscope.scoring.groups import units
from corefscope.scoring.inputs import Input, names_of, path_of, read_all
from corefscope.scoring.result import Reportable, Result
from corefscope.scoring.score import in_scope, prepare, score
from corefscope.scoring.steps import Grouping, Run, check_strict
from corefscope.settings import DOCUMENT, KEEPS_DUPLICATES, Settings, check_conflicts
from corefscope.statistics.draws import resamples
from corefscope.statistics.intervals import MOST_RESAMPLES, Estimate, Interval, interval, jackknifed, resampled
from corefscope.statistics.judgement import FEW_FOR_BOOTSTRAP
from corefscope.statistics.plan import USUAL_TRIALS, Plan, planned
from corefscope.statistics.samples import Samples, fixed_point
from corefscope.types.file import TypesFile

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import ComparisonKeywords

BLOCK = 1024  # trials of α that are computed at once
Units = tuple[tuple[str, ...], list[Integers]]  # names of units, and each document's unit by annotator


class Annotation(NamedTuple):
    """One annotator's mentions: the item of each (equal for matched mentions), its entity and unit."""

    item: Integers
    entity: Integers
    unit: Integers


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
    """The scores of one annotator against another as the key; `documents` counts their common documents."""

    key: str
    response: str
    documents: int
    scores: Mapping[str, Score]


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

    >>> both = agreement([["a", "b"], ["c"]], [["a", "b", "c"]], metrics="muc")
    >>> round(both.means["muc"].value, 2), round(both.alphas["passonneau"].estimate.value, 2)
    (0.67, 0.0)
    """
    plan, rest = planned(plan, options)
    plan = replace(plan, field="f1", trials=plan.trials or USUAL_TRIALS)
    settings, metrics = Settings.of(settings, preset, rest), tuple(metrics_of(metrics, preset))
    if settings.repeated in KEEPS_DUPLICATES:
        hint = "use --repeated first, last or merge"
        raise SettingsError("repeated-mention-unscored", "agreement needs each mention in only one entity", hint=hint)
    check_conflicts(settings, command="agreement")
    note, strict, notices = callback(progress, "progress"), flag(strict, "strict"), Notices()
    if len(annotators) < 2:
        annotators, names = _of_one_file(annotators, names, settings, note)
    names = names_of(annotators, names)
    corpora = read_all(annotators, names, settings, note)
    run = Run.of(metrics, None, settings, {})
    sides = [_prepared(corpus, run, notices) for corpus in corpora]
    if settings.types is not None:
        types = TypesFile.read(settings.types)
        types.check_used([types.match(side)[1] for side in sides], notices)
    documents = common_documents(sides, names, notices)
    groups = _units(sides, documents, names, settings)
    results: dict[tuple[int, int], Result] = {}
    for one, two in documents.pairs():
        both = (corpora[mine].of_documents(documents.shared(mine, other)) for mine, other in ((one, two), (two, one)))
        with quiet_doubts():
            results[one, two] = result = score(*both, metrics=metrics, names=[names[two]], settings=settings)
        # Both directions of a pair give the same warnings.
        codes = {notice.code for notice in notices}
        notices.extend(notice for notice in result.system.warnings if notice.code not in codes)
        note(f"{names[one]} and {names[two]}")
    if len(groups[0]) < FEW_FOR_BOOTSTRAP:
        text = f"intervals from {len(groups[0])} documents are too narrow; {FEW_FOR_BOOTSTRAP} or more are better"
        alone = "without several documents or groups, no interval can be computed"
        notices.add("few-documents", text if len(groups[0]) > 1 else alone)
    check_strict(notices, strict)
    raise_doubts(notices)
    annotations = [
        Annotation(item, side.entity, unit[side.document])
        for item, side, unit in zip(_same_mentions(sides, documents, results), sides, groups[1], strict=True)
    ]
    compared = comparable(annotations)
    sizes = [
        Annotator(name, path, side.document_count, side.entity_count, side.mention_count, len(side.entity) - len(items))
        for name, path, side, (items, *_) in zip(names, map(path_of, annotators), sides, compared, strict=True)
    ]
    return AnnotatorAgreement(
        settings=settings,
        plan=plan,
        metrics=metrics,
        annotators=tuple(sizes),
        documents=len(documents.names),
        directions=tuple(
            Direction(names[one], names[two], each.key.documents, each.scores) for (one, two), each in results.items()
        ),
        means=_means(results, documents, groups, plan),
        mentions=len(distinct(np.concatenate([each.item for each in compared]))[0]),
        alphas=_alphas(compared, len(groups[0]), plan),
        warnings=tuple(notices),
    )


def _of_one_file(
    annotators: tuple[Input, ...], names: Sequence[str] | None, settings: Settings, note: Callable[[str], None]
) -> tuple[tuple[Input, ...], Sequence[str]]:
    """Return the annotators of a file as sides, and their names."""
    path = path_of(annotators[0]) if annotators else None
    format, clusters = settings.response_format or settings.format, settings.response_clusters
    sides = read_annotators(path, format, clusters, note) if path is not None else {}
    if len(sides) < 2:
        hint = None if path is None else "the file has one annotator; name another file"
        raise SettingsError("too-few-annotators", "agreement needs at least two annotations", hint=hint)
    return tuple(sides.values()), list(sides) if names is None else names


def _prepared(corpus: Corpus, run: Run, notices: Notices) -> Corpus:
    """Prepare an annotation as for scoring, since α counts the mentions that the scores align."""
    corpus = prepare(corpus, run, notices)
    return in_scope(corpus, units(corpus, run.settings.scope).of_document, run.settings)[0]


class CommonDocuments(NamedTuple):
    """The documents of all annotators with common numbers."""

    names: tuple[str, ...]
    number: tuple[Integers, ...]  # of each document, by annotator

    def shared(self, one: int, two: int) -> NDArray[np.bool_]:
        """Mark the documents of the first annotator that the second has too."""
        return np.isin(self.number[one], self.number[two])

    def pairs(self) -> list[tuple[int, int]]:
        """Return the pairs of annotators that share documents, in both directions."""
        return [both for both in itertools.permutations(range(len(self.number)), 2) if self.shared(*both).any()]


def common_documents(corpora: Sequence[Corpus], annotators: Sequence[str], notices: Notices) -> CommonDocuments:
    """Pair the documents of every two annotators by name; warn about documents of one annotator only."""
    names: list[str] = []
    numbers: list[Integers] = []
    for place, corpus in enumerate(corpora):
        mine = np.full(corpus.document_count, -1, np.int64)
        for other in range(place):
            if _share_names(corpora[other], corpus):
                partner = pair(corpora[other], corpus, Notices(), check_words=False)
                mine = np.where((mine < 0) & (partner >= 0), numbers[other][partner], mine)
        new = np.flatnonzero(mine < 0)
        mine[new] = len(names) + np.arange(len(new))
        names += [corpus.names[document] for document in new.tolist()]
        numbers.append(mine)
    common = CommonDocuments(tuple(names), tuple(numbers))
    pairs = common.pairs()
    if not pairs:
        raise PairingError("no-common-document", "no two annotators have a document in common")
    for place, name in enumerate(annotators):
        if not any(place in both for both in pairs):
            raise PairingError("no-common-document", f"{name} has no document in common with any other annotator")
    for one, two in itertools.combinations(range(len(annotators)), 2):
        if (one, two) not in pairs:
            notices.add("annotators-without-common-document", f"{annotators[one]} and {annotators[two]}")
    of_document = np.bincount(np.concatenate(numbers), minlength=len(names))
    for document in np.flatnonzero(of_document < 2).tolist():
        notices.add("document-of-one-annotator", f"{quoted(names[document])} is left out")
    return common


def _share_names(one: Corpus, two: Corpus) -> bool:
    """Return whether pairing can succeed; documents without names are paired by order."""
    if not one.named.all() or not two.named.all():
        return True
    return any(set(map(spelling, one.names)) & set(map(spelling, two.names)) for spelling in (canonical, literal))


def _units(sides: Sequence[Corpus], documents: CommonDocuments, annotators: Sequence[str], settings: Settings) -> Units:
    """Return the scoring units of all annotators, which are resampled, with common numbers."""
    if settings.scope == DOCUMENT:
        return documents.names, list(documents.number)
    # Across documents, entities are comparable only on the same documents.
    for annotator, number in zip(annotators, documents.number, strict=True):
        missing = np.setdiff1d(np.arange(len(documents.names)), number)
        if len(missing):
            lacking = f"{cut(annotator)} lacks {quoted(documents.names[missing[0]])}"
            fact = f"across documents all annotators need the same ones, and {lacking}"
            raise SettingsError("missing-document", fact)
    of_sides = [units(side, settings.scope) for side in sides]
    names = dict.fromkeys(name for each in of_sides for name in each.names)
    place = {name: number for number, name in enumerate(names)}
    return tuple(place), [np.array([place[name] for name in each.names])[each.of_document] for each in of_sides]


def _same_mentions(
    sides: Sequence[Corpus], documents: CommonDocuments, results: Mapping[tuple[int, int], Result]
) -> list[Integers]:
    """Number the mentions of all annotators, matched ones alike.

    The mentions of an annotator are matched with those of the first annotator, the rest with those of the second, and
    so on.
    """

    def rows(one: int, two: int) -> Integers:
        """Return the mentions of the first annotator that its alignment with the second contains."""
        return np.flatnonzero(documents.shared(one, two)[sides[one].document])

    items: list[Integers] = []
    total = 0
    for number, side in enumerate(sides):
        mine = np.full(side.mention_count, -1, np.int64)
        for other in range(number):
            evidence = results[other, number].system.evidence if (other, number) in results else None
            if evidence is None:
                continue
            alignment = evidence.alignment
            both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
            theirs = items[other][rows(other, number)[alignment.key_row[both]]]
            here = rows(number, other)[alignment.response_row[both]]
            free = (mine[here] < 0) & ~np.isin(theirs, mine)
            mine[here[free]] = theirs[free]
        new = np.flatnonzero(mine < 0)
        mine[new] = total + np.arange(len(new))
        total += len(new)
        items.append(mine)
    return items


def _means(
    results: Mapping[tuple[int, int], Result], documents: CommonDocuments, groups: Units, plan: Plan
) -> dict[str, Estimate]:
    """Compute the mean F1 of each metric over all directions; all directions share the resamples."""
    samples = []
    for (one, two), result in results.items():
        of_document = groups[1][one][documents.shared(one, two)]
        first = factorize(of_document)[1]  # units are in the order of documents
        samples.append(Samples.of_result(result, "f1", Grouping("unit", groups[0], of_document[first])))
    joined = replace(
        samples[0],
        systems=tuple(f"{one} {two}" for one, two in results),
        counts=fixed_point(np.concatenate([each.counts for each in samples])),
    )
    names, observed = [metric.name for metric in joined.metrics], joined.observed().mean(axis=1).tolist()
    if len(groups[0]) < 2:
        return {name: Estimate(value) for name, value in zip(names, observed, strict=True)}
    series, without = resampled(joined, plan.trials or 0, plan.seed).mean(axis=1), jackknifed(joined).mean(axis=1)
    return {
        name: Estimate(value, interval(series[place], value, without[place], joined.strata, plan.interval, plan.alpha))
        for place, (name, value) in enumerate(zip(names, observed, strict=True))
    }


def _alphas(annotations: Sequence[Annotation], groups: int, plan: Plan) -> dict[str, Alpha]:
    values = max(sum(len(each.item) for each in annotations), 1)
    alphas = {}
    for name, (by_group, expected_by_group) in disagreements(annotations, groups).items():
        observed, expected = float(by_group.sum()), float(expected_by_group.sum())
        # Undefined if all values are the same set, so that no disagreement is possible.
        value = 1 - observed / expected if expected > 0 else None
        bounds = None if value is None else _bounds(by_group, expected_by_group, value, plan)
        alphas[name] = Alpha(Estimate(value, bounds), observed / values, expected / values)
    return alphas


def _bounds(observed: Floats, expected: Floats, value: float, plan: Plan) -> Interval | None:
    """Compute the interval of α, without resamples in which no disagreement is possible."""
    if len(observed) < 2:
        return None
    strata = np.zeros(len(observed), np.int64)
    counts = fixed_point(np.array([[observed, expected]]))[0]
    series = []
    for weights in resamples(plan.seed, strata, min(plan.trials or 0, MOST_RESAMPLES), BLOCK):
        observed, expected = counts @ weights
        series.append(1 - observed[expected > 0] / expected[expected > 0])
    observed, expected = counts.sum(axis=1, keepdims=True) - counts
    without = np.where(expected > 0, 1 - quotient(observed, expected), value)
    return interval(np.concatenate(series), value, without, strata, plan.interval, plan.alpha)


def _monotonicity(one: Integers, two: Integers, both: Integers) -> Floats:
    """Return 1 for equal sets, 2/3 for a subset, 1/3 for an overlap, 0 otherwise (Passonneau 2004)."""
    same, held = (one == both) & (two == both), (one == both) | (two == both)
    return np.select([both == 0, same, held], [0.0, 1.0, 2 / 3], 1 / 3)


# Each takes the sizes of two sets and of their intersection, and is 0 for equal and 1 for disjoint sets.
DISTANCES: Mapping[str, Callable[[Integers, Integers, Integers], Floats]] = {
    # Jaccard similarity times monotonicity (Passonneau 2006)
    "masi": lambda one, two, both: 1 - _monotonicity(one, two, both) * both / (one + two - both),
    # the share of the union that is in one set only
    "jaccard": lambda one, two, both: 1 - both / (one + two - both),
    # the share of the summed sizes that is in one set only (as in Artstein & Poesio 2008)
    "dice": lambda one, two, both: 1 - 2 * both / (one + two),
    "passonneau": lambda one, two, both: 1 - _monotonicity(one, two, both),
    "nominal": lambda one, two, both: np.where((one == both) & (two == both), 0.0, 1.0),
}


def _annotators(annotations: Sequence[Annotation]) -> Integers:
    """Count the annotators of each item."""
    items = 1 + max((int(each.item.max(initial=-1)) for each in annotations), default=-1)
    return sum((np.bincount(each.item, minlength=items) for each in annotations), np.zeros(items, np.int64))


def comparable(annotations: Sequence[Annotation]) -> list[Annotation]:
    """Keep the mentions that at least two annotators have."""
    coders = _annotators(annotations)
    return [Annotation(*(column[coders[each.item] > 1] for column in each)) for each in annotations]


def disagreements(annotations: Sequence[Annotation], units: int) -> dict[str, tuple[Floats, Floats]]:
    """Compute observed and expected disagreement under each of DISTANCES, of comparable annotations.

    Both are per unit, times its number of values; α is 1 – the quotient of their sums. They are sums over pairs of
    annotators and of entities that share mentions, so they need time linear in mentions, and add over documents.
    """
    coders = _annotators(annotations)
    size = [np.bincount(each.entity, minlength=1) for each in annotations]
    values = sum((np.bincount(each.unit, minlength=units) for each in annotations), np.zeros(units, np.int64))
    # All ordered pairs of values except those in the same entity of one annotator; corrected below.
    pairs = values.astype(float) ** 2
    for each, of_entity in zip(annotations, size, strict=True):
        pairs -= np.bincount(each.unit, of_entity[each.entity], minlength=units)
    observed = {name: np.zeros(units) for name in DISTANCES}
    expected = {name: pairs.copy() for name in DISTANCES}
    for one, two in itertools.combinations(range(len(annotations)), 2):
        # Cells are pairs of entities of the two that share mentions.
        mine, theirs = annotations[one], annotations[two]
        items, rows, others = np.intersect1d(mine.item, theirs.item, assume_unique=True, return_indices=True)
        width = int(theirs.entity.max(initial=0)) + 1
        code = mine.entity[rows] * width + theirs.entity[others]
        first, cell = distinct(code)
        shared = np.bincount(cell)
        weight = np.bincount(cell, 1 / (coders[items] - 1), minlength=len(first)).astype(float)
        sizes = size[one][code[first] // width], size[two][code[first] % width]
        unit = mine.unit[rows][first]
        for name, distance in DISTANCES.items():
            difference = distance(*sizes, shared)
            observed[name] += np.bincount(unit, 2 * weight * difference, minlength=units)
            expected[name] -= np.bincount(unit, 2 * sizes[0] * sizes[1] * (1 - difference), minlength=units)
    rest = np.maximum(values - 1, 1)
    # Differences of equal sums are rounding errors.
    tiny = 1e-12 * values.astype(float) ** 2
    return {name: (observed[name], np.where(expected[name] > tiny, expected[name], 0.0) / rest) for name in DISTANCES}
