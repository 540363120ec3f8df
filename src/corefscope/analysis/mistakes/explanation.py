"""All analyses of why systems score as they do, for text, tables and pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from corefscope.analysis.attribution.attribution import (
    Attribution,
    attribution,
    attributions,
    has_rule,
    no_rule,
    of_mentions,
)
from corefscope.analysis.attribution.breakdown import CostBreakdown, breakdown
from corefscope.analysis.attribution.gains import Gain, gain, mean_gain
from corefscope.analysis.features import Feature, features
from corefscope.analysis.links.link_types import LinkTypes, links_by_type
from corefscope.analysis.mistakes.anaphora import AnaphoraError, anaphora_errors
from corefscope.analysis.mistakes.errors import KINDS, Error, Errors, find_errors
from corefscope.analysis.mistakes.language import ENGLISH, Language
from corefscope.analysis.mistakes.language import language as language_named
from corefscope.analysis.mistakes.locations import Location, Locations
from corefscope.analysis.mistakes.repair import Repair, repairs
from corefscope.analysis.mistakes.text_cache import TextCache
from corefscope.basics.arguments import texts, whole
from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.registry import OF_ERRORS
from corefscope.model import TYPES
from corefscope.problems import CorefscopeError, SettingsError, UnknownName
from corefscope.scoring.groups import PREFIX, DocumentLabels, Grouping, grouping
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Reportable, Result, System
from corefscope.scoring.score import score
from corefscope.scoring.steps import check_by
from corefscope.scoring.totals import count
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords


@dataclass(frozen=True)
class ErrorOptions:
    """The options of an error analysis; they change no score."""

    language: Language = ENGLISH
    kinds: tuple[str, ...] = tuple(KINDS)
    groups: tuple[Grouping, ...] = ()

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise UnknownName("error type", kind, KINDS)


class SystemErrors:
    """The errors of one system; every part is computed on first use."""

    def __init__(self, system: System, metrics: Sequence[Metric], options: ErrorOptions, texts: TextCache) -> None:
        if system.evidence is None:
            raise CorefscopeError("evidence-not-kept", f"{system.name} was scored without keeping the evidence")
        self.name, self.system, self.metrics = system.name, system, tuple(metrics)
        self.evidence, self.options, self._texts = system.evidence, options, texts

    @cached_property
    def errors(self) -> Errors:
        return find_errors(self.evidence, self.options.language, self._texts)

    @cached_property
    def listed(self) -> list[Error]:
        """The errors of the selected kinds, in text order."""
        return [error for error in self.errors.errors if error.kind in self.options.kinds]

    def mention_types(self) -> dict[str, dict[str, int]]:
        """Count the mentions of each selected kind of errors by their types: the key's, else the response's."""
        made, (mine, theirs) = self.errors.operations, self.errors.mentions
        key, response = map(self.errors.info.types_of, self.errors.info.corpora)
        of_key = np.bincount(made.number[mine >= 0], minlength=len(self.errors)) > 0
        counted = np.where(of_key[made.number], mine >= 0, theirs >= 0)
        types = np.where(of_key[made.number], np.append(key, 0)[mine], np.append(response, 0)[theirs])
        number = made.kind[made.number] * len(TYPES) + types
        counts = np.bincount(number[counted], minlength=len(KINDS) * len(TYPES)).reshape(len(KINDS), len(TYPES))
        by_kind = dict(zip(KINDS, counts.tolist(), strict=True))
        return {kind: dict(zip(TYPES, by_kind[kind], strict=True)) for kind in self.options.kinds}

    @cached_property
    def places(self) -> Locations:
        return Locations(self.errors.info)

    def mentions(self, error: Error) -> list[Location]:
        """Return the mentions of an error: the key's, or the response's if the key has none; both for a span."""
        key = [self.places.of("key", row) for row in error.key_mentions]
        response = [self.places.of("response", row) for row in error.response_mentions]
        return [key[0], response[0]] if error.kind == "span" else key or response

    @cached_property
    def _entity_rows(self) -> dict[str, dict[int, list[int]]]:
        """The mentions of each entity of key and response, as rows of the alignment in text order."""
        alignment = self.evidence.alignment
        in_order = np.argsort(self.errors.info.rank, kind="stable").tolist()
        found: dict[str, dict[int, list[int]]] = {"key": defaultdict(list), "response": defaultdict(list)}
        for side, entity in (("key", alignment.key_entity), ("response", alignment.response_entity)):
            of_row = entity.tolist()
            for row in in_order:
                if of_row[row] >= 0:
                    found[side][of_row[row]].append(row)
        return found

    def company(self, error: Error) -> Location | None:
        """Return the first mention that the wrong part is wrongly joined with, or should be joined with."""
        alignment = self.evidence.alignment
        if error.kind in ("conflated", "extra mention"):
            side, rows = "response", alignment.response_row
            entity, mine = error.response_entities[0], set(error.response_mentions)
        elif error.kind in ("divided", "missing mention"):
            side, rows = "key", alignment.key_row
            entity, mine = error.key_entities[0], set(error.key_mentions)
        else:
            return None
        others = (int(rows[row]) for row in self._entity_rows[side][entity])
        return next((self.places.of(side, row) for row in others if row not in mine), None)

    def identity(self, error: Error) -> tuple[object, ...]:
        """Return a value that is equal for the same error of another system."""
        key = [self.places.key("key", row) for row in error.key_mentions]
        response = [self.places.key("response", row) for row in error.response_mentions]
        return error.kind, (key[0], response[0]) if error.kind == "span" else tuple(key or response)

    @cached_property
    def repairs(self) -> list[Repair]:
        return repairs(self.errors, self.metrics)

    @cached_property
    def attributions(self) -> Mapping[str, Attribution]:
        """The attribution by metric, for metrics with a rule."""
        return attributions(self.evidence, [metric.name for metric in self.metrics])

    @cached_property
    def features(self) -> list[Feature]:
        return features(self.errors.info, self.options.groups)

    def breakdowns(self, metric: str) -> list[CostBreakdown]:
        return [breakdown(self.attributions[metric], feature) for feature in self.features]

    @cached_property
    def links(self) -> list[LinkTypes]:
        return links_by_type(self.errors.info)

    @cached_property
    def anaphora(self) -> list[AnaphoraError]:
        """Errors of split antecedents, of bridging and of markables that refer to nothing."""
        return anaphora_errors(self.evidence)


@dataclass(frozen=True, repr=False)
class Explanation(Reportable):
    """The errors of all systems of a result, and the differences between systems.

    `parts` are what is shown of it, and `top` how long lists may be; None is a first look.
    """

    VIEW = "errors"
    result: Result
    options: ErrorOptions
    systems: tuple[SystemErrors, ...]
    parts: tuple[str, ...] | None = None
    top: int = 5

    def __getitem__(self, name: str) -> SystemErrors:
        for system in self.systems:
            if system.name == name:
                return system
        raise UnknownName("system", name, [system.name for system in self.systems])

    def __iter__(self) -> Iterator[SystemErrors]:
        return iter(self.systems)

    def __repr__(self) -> str:
        counts = ", ".join(
            f"{system.name} {sum(system.errors.counts[kind] for kind in system.options.kinds):,} errors"
            for system in self.systems
        )
        return f"<Explanation: {counts}>"

    @cached_property
    def scored(self) -> Result:
        """The result, with the language in its signature if words gave the types that breakdowns use."""
        return self.result.with_guessed_types([system.errors.info.guessed for system in self.systems])

    @cached_property
    def makers(self) -> Mapping[tuple[object, ...], tuple[str, ...]]:
        """The systems that make each error."""
        found: dict[tuple[object, ...], list[str]] = {}
        for system in self.systems:
            for error in system.listed:
                found.setdefault(system.identity(error), []).append(system.name)
        return {error: tuple(names) for error, names in found.items()}

    def gains(self, two: SystemErrors) -> list[Gain]:
        """Return the gain of a system over the first one, under every metric with a rule."""
        evidences = (self.systems[0].evidence, two.evidence)
        found = []
        for metric in self.result.metrics:
            if not all(has_rule(part) and of_mentions(self.systems[0].evidence, part) for part in metric.parts):
                continue
            each = []
            for part in metric.parts:
                before, after = (attribution(evidence, part) for evidence in evidences)
                scores = [part.finish(count(part, evidence).total()) for evidence in evidences]
                each.append(gain(before, after, scores))
            found.append(mean_gain(metric.name, each) if metric.is_mean else each[0])
        return found


def errors(
    key: Input | None = None,
    *responses: Input,
    references: Input | None = None,
    predictions: Input | None = None,
    metrics: AnyMetrics = OF_ERRORS,
    names: Sequence[str] | None = None,
    show: str | Sequence[str] | None = None,
    top: int = 5,
    kinds: Sequence[str] | None = None,
    by: str | Mapping[str, str] | None = None,
    language: str | Language = "en",
    preset: str | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[SettingsKeywords],
) -> Explanation:
    """Say what systems did wrong, where, and what it costs; sides and `options` as in `score`.

    `show` names parts such as `errors` or `costs`, `kinds` the types of errors to list, and `by` adds a breakdown.

    >>> found = errors([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]])
    >>> [error.kind for error in found["response"].listed]
    ['conflated']
    """
    check_by(by)
    parts = None if show is None else ((show,) if isinstance(show, str) else tuple(texts(show, "show")))
    if whole(top, "top") < 1:
        raise SettingsError("wrong-value", f"--top {top}: a list has at least one row")
    spoken = language if isinstance(language, Language) else language_named(language)
    chosen = ErrorOptions(spoken, tuple(KINDS) if kinds is None else tuple(dict.fromkeys(texts(kinds, "kinds"))))
    result = score(
        key,
        *responses,
        references=references,
        predictions=predictions,
        metrics=metrics,
        names=names,
        preset=preset,
        settings=settings,
        strict=strict,
        progress=progress,
        **options,
    )
    evidence = result.systems[0].evidence
    groups = _groups(evidence, by) if by is not None and evidence is not None else ()
    explanation = explain(result, replace(chosen, groups=groups))
    _check_parts(explanation, parts or ())
    return replace(explanation, parts=parts, top=top)


def _check_parts(explanation: Explanation, asked: Sequence[str]) -> None:
    """What was asked for and cannot be given is an error; what was not asked for is left out."""
    metrics = explanation.result.metrics
    if {"gaps", "costs", "breakdowns"} & set(asked) and not any(system.attributions for system in explanation.systems):
        raise no_rule(metrics[0], sets=any(map(has_rule, metrics)))
    if "differences" in asked and len(explanation.systems) == 1:
        raise SettingsError("too-few-systems", "differences are between systems", hint="give two responses or more")


def _groups(evidence: Evidence, by: str | Mapping[str, str]) -> tuple[Grouping, ...]:
    found = grouping(DocumentLabels.of(evidence.key, lengths=evidence.lengths), by)
    known = isinstance(by, str) and (by == "document" or by in evidence.key.groups)
    note = found.note if found.what.startswith(PREFIX) else ""  # only of bins does it say what the groups mean
    return () if known else (replace(found, note=note),)


def explain(result: Result, options: ErrorOptions | None = None) -> Explanation:
    """Explain why the systems of a result score as they do.

    >>> from corefscope import score
    >>> result = score([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]], metrics="b3")
    >>> explain(result).systems[0].errors.counts["conflated"]
    1
    """
    chosen = options or ErrorOptions()
    if result.settings.average != "micro":
        raise SettingsError(
            "needs-micro-average", "errors are counted over the whole corpus", hint="use --average micro"
        )
    texts = TextCache()
    systems = tuple(SystemErrors(system, result.metrics, chosen, texts) for system in result.systems)
    return Explanation(result, chosen, systems)
