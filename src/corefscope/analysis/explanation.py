"""All analyses of why systems score as they do, for text, tables and pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from corefscope.analysis.anaphora import AnaphoraError, anaphora_errors
from corefscope.analysis.attribution import (
    Attribution,
    Gain,
    SideCosts,
    attribution,
    attributions,
    can_attribute,
    gain,
    has_rule,
    mean_gain,
    no_rule,
)
from corefscope.analysis.errors import KINDS, Error, Errors, find_errors
from corefscope.analysis.groups import CostGroup, Feature, LinkTypes, breakdown, features, links_by_type
from corefscope.analysis.mentions import ENGLISH, Language, Location, types_of
from corefscope.analysis.mentions import language as language_named
from corefscope.analysis.repair import Repair, repairs
from corefscope.arrays import order
from corefscope.basics.arguments import integer, texts
from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.registry import OF_ERRORS
from corefscope.model import TYPES, Floats
from corefscope.problems import CorefscopeError, SettingsError, UnknownName
from corefscope.scoring.groups import PREFIX, DocumentLabels, grouping
from corefscope.scoring.inputs import Input
from corefscope.scoring.result import Reportable, Result, System
from corefscope.scoring.score import score
from corefscope.scoring.steps import Grouping
from corefscope.scoring.totals import tallies_of
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords


# The side whose entity links an error's part to other mentions, wrongly or rightly.
COMPANY = {"conflated": "response", "extra mention": "response", "divided": "key", "missing mention": "key"}


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
    """The errors of one system and their costs; every part is computed on first use."""

    def __init__(self, system: System, metrics: Sequence[Metric], options: ErrorOptions) -> None:
        if system.evidence is None:
            raise CorefscopeError("evidence-not-kept", f"{system.name} was scored without keeping the evidence")
        self.name, self.system, self.metrics = system.name, system, tuple(metrics)
        self.evidence, self.options = system.evidence, options

    @cached_property
    def errors(self) -> Errors:
        return find_errors(self.evidence, self.options.language)

    @cached_property
    def listed(self) -> list[Error]:
        """The errors of the selected kinds, in text order."""
        return [error for error in self.errors.errors if error.kind in self.options.kinds]

    def mention_types(self) -> dict[str, dict[str, int]]:
        """Count the mentions of each selected kind of error by type; the key's type comes first."""
        types = {side: types_of(each.corpus).tolist() for side, each in self.errors.info.sides.items()}
        counts = {kind: dict.fromkeys(TYPES, 0) for kind in self.options.kinds}
        for error in self.listed:
            side, rows = ("key", error.key_mentions) if error.key_mentions else ("response", error.response_mentions)
            for row in rows:
                counts[error.kind][TYPES[types[side][row]]] += 1
        return counts

    def location(self, side: str, row: int) -> Location:
        return self.errors.info.location(side, row)

    def mentions(self, error: Error) -> list[Location]:
        """Return the mentions of an error: the key's, or the response's if the key has none; both for a span."""
        key = [self.location("key", row) for row in error.key_mentions]
        response = [self.location("response", row) for row in error.response_mentions]
        return [key[0], response[0]] if error.kind == "span" else key or response

    def company(self, error: Error) -> Location | None:
        """Return the first mention that an error's part is wrongly linked to, or should be."""
        side = COMPANY.get(error.kind)
        if side is None:
            return None
        mine, entity = set(getattr(error, f"{side}_mentions")), getattr(error, f"{side}_entities")[0]
        others = (row for row in self._members[side, entity] if row not in mine)
        return next((self.location(side, row) for row in others), None)

    @cached_property
    def _members(self) -> dict[tuple[str, int], list[int]]:
        """The mentions of each entity of key and response in text order."""
        alignment, rows, members = self.evidence.alignment, order(self.errors.info.rank), defaultdict(list)
        for side in self.errors.info.sides:
            columns = (getattr(alignment, f"{side}_{name}")[rows].tolist() for name in ("entity", "row"))
            for entity, mention in zip(*columns, strict=True):
                members[side, entity].append(mention)
        return members

    def identity(self, error: Error) -> tuple[object, ...]:
        """Return a value that is equal for the same error of another system."""
        return error.kind, *(
            (each.document, each.first, each.last, each.text if each.first is None else "")
            for each in self.mentions(error)
        )

    @cached_property
    def repairs(self) -> list[Repair]:
        return repairs(self.errors, self.metrics)

    @cached_property
    def attributions(self) -> Mapping[str, Attribution]:
        """The attribution by metric, for metrics with a rule."""
        return attributions(self.evidence, self.metrics)

    def highest_costs(self, metric: str, top: int) -> Iterator[tuple[str, str, str, list[tuple[int, int, float]]]]:
        """Yield side, “recall” or “precision”, “mention” or “entity”, and the items with the highest costs.

        An item has the row of its first mention, its number of mentions, and its cost as a fraction of 1.
        """
        for side, field in (("key", "recall"), ("response", "precision")):
            part: SideCosts = getattr(self.attributions[metric], field)
            size, by_entity, entity = np.bincount(part.entity), part.by_entity(), part.entity
            first = np.zeros(len(size), np.int64)
            first[entity[::-1]] = np.arange(len(entity))[::-1]
            yield side, field, "mention", [(row, 1, cost) for row, cost in largest(part.cost, top)]
            entities = [(int(first[row]), int(size[row]), cost) for row, cost in largest(by_entity, top)]
            yield side, field, "entity", entities

    @cached_property
    def features(self) -> list[Feature]:
        return features(self.errors.info, self.options.groups)

    def breakdowns(self, metric: str) -> list[tuple[Feature, list[CostGroup]]]:
        return [(feature, breakdown(self.attributions[metric], feature)) for feature in self.features]

    @cached_property
    def links(self) -> list[LinkTypes]:
        return links_by_type(self.errors.info)

    @cached_property
    def anaphora(self) -> list[AnaphoraError]:
        """Errors in split antecedents, bridging and nonreferring markables."""
        return anaphora_errors(self.evidence)


def largest(values: Floats, top: int) -> list[tuple[int, float]]:
    """Return the rows with the largest absolute nonzero values, and the values; ties stay in order."""
    rows = np.argsort(-np.abs(np.round(values, 12)), kind="stable")[:top]
    return [(row, float(values[row])) for row in rows.tolist() if abs(values[row]) > 1e-12]


@dataclass(frozen=True, repr=False)
class Explanation(Reportable):
    """The errors of all systems of a result, and the differences between systems.

    `parts` are the sections to print, None for an overview; `top` is the number of rows per list.
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
        return f"<Explanation: {', '.join(f'{system.name} {len(system.listed):,} errors' for system in self.systems)}>"

    @cached_property
    def scored(self) -> Result:
        """The result; its signature names the language if breakdowns use guessed types."""
        return self.result.with_guessed_types([system.errors.info.guessed for system in self.systems])

    @cached_property
    def makers(self) -> Mapping[tuple[object, ...], tuple[str, ...]]:
        """The systems that make each error."""
        names: dict[tuple[object, ...], list[str]] = {}
        for system in self.systems:
            for error in system.listed:
                names.setdefault(system.identity(error), []).append(system.name)
        return {error: tuple(makers) for error, makers in names.items()}

    def gains(self, other: SystemErrors) -> list[Gain]:
        """Return the gain of another system over the first, under every metric with a rule."""
        evidences = (self.systems[0].evidence, other.evidence)
        gains = []
        for metric in self.result.metrics:
            if all(can_attribute(evidences[0], part) for part in metric.parts):
                of_parts = []
                for part in metric.parts:
                    tallies = [tallies_of(evidence, [part])[part.tally_name] for evidence in evidences]
                    scores = [part.finish(tally.total()) for tally in tallies]
                    before, after = (attribution(evidence, part) for evidence in evidences)
                    of_parts.append(gain(before, after, scores))
                gains.append(mean_gain(metric.name, of_parts))
        return gains


def errors(
    key: Input | None = None,
    *responses: Input,
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
    """Return the errors of each system with their places and costs; see `score` for `options`.

    `show` names parts such as `errors` or `costs`, `kinds` the types of errors to list, and `by` adds a breakdown.

    >>> explanation = errors([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]])
    >>> [error.kind for error in explanation["response"].listed]
    ['conflated']
    """
    parts = None if show is None else ((show,) if isinstance(show, str) else tuple(texts(show, "show")))
    if integer(top, "top") < 1:
        raise SettingsError("wrong-value", f"top must be at least 1, got {top}")
    listed = KINDS if kinds is None else dict.fromkeys(texts(kinds, "kinds"))
    error_options = ErrorOptions(language_named(language), tuple(listed))
    result = score(
        key, *responses, metrics=metrics, names=names, preset=preset, settings=settings, strict=strict,
        progress=progress, **options,
    )  # fmt: skip
    evidence = result.systems[0].evidence
    groups = _groups(evidence, by) if by is not None and evidence is not None else ()
    explanation = explain(result, replace(error_options, groups=groups))
    # A requested part that cannot be computed is an error; by default such parts are left out.
    if {"gaps", "costs", "breakdowns"} & set(parts or ()) and not any(each.attributions for each in explanation):
        raise no_rule(next(filter(has_rule, result.metrics), result.metrics[0]))
    if "differences" in (parts or ()) and len(explanation.systems) == 1:
        raise SettingsError("too-few-systems", "differences need two or more responses")
    return replace(explanation, parts=parts, top=top)


def _groups(evidence: Evidence, by: str | Mapping[str, str]) -> tuple[Grouping, ...]:
    groups = grouping(DocumentLabels.of(evidence.key, lengths=evidence.lengths), by)
    if isinstance(by, str) and (by == "document" or by in evidence.key.groups):
        return ()  # these breakdowns are always computed
    return (replace(groups, note=groups.note if groups.what.startswith(PREFIX) else ""),)  # bins need an explanation


def explain(result: Result, options: ErrorOptions | None = None) -> Explanation:
    """Explain why the systems of a result score as they do.

    >>> from corefscope import score
    >>> result = score([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]], metrics="b3")
    >>> explain(result).systems[0].errors.counts["conflated"]
    1
    """
    options = options or ErrorOptions()
    if result.settings.average != "micro":
        raise SettingsError(
            "needs-micro-average", "errors are counted over the whole corpus", hint="use --average micro"
        )
    systems = tuple(SystemErrors(system, result.metrics, options) for system in result.systems)
    return Explanation(result, options, systems)
