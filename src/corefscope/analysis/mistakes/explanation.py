"""All analyses of why systems score as they do, for text, tables and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from corefscope.analysis.attribution.attribution import Attribution, attribution, attributions, has_rule
from corefscope.analysis.attribution.breakdown import CostBreakdown, breakdown
from corefscope.analysis.attribution.gains import Gain, gain, mean_gain
from corefscope.analysis.features import Feature, features
from corefscope.analysis.links.arcs import ArcsScores, arcs
from corefscope.analysis.links.chains import Chains
from corefscope.analysis.links.link_types import LinkTypes, links_by_type
from corefscope.analysis.mistakes.antecedents import AntecedentErrors, antecedent_errors, read_decisions
from corefscope.analysis.mistakes.errors import KINDS, Error, Errors, find_errors
from corefscope.analysis.mistakes.language import ENGLISH, Language
from corefscope.analysis.mistakes.locations import Location, Locations
from corefscope.analysis.mistakes.repair import Repair, repairs
from corefscope.metrics import Metric
from corefscope.model import Integers
from corefscope.problems import CorefscopeError, SettingsError, UnknownName
from corefscope.scoring.result import Result, System

Groups = Sequence[tuple[str, Sequence[str], Integers]]


@dataclass(frozen=True)
class ErrorOptions:
    """The options of an error analysis; they change no score."""

    language: Language = ENGLISH
    kinds: tuple[str, ...] = tuple(KINDS)
    tree: str = "accessibility"
    antecedents: str | None = None  # a file of the system's decisions
    groups: Groups = ()

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise UnknownName("error type", kind, KINDS)


class SystemErrors:
    """The errors of one system; every part is computed on first use."""

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

    @cached_property
    def places(self) -> Locations:
        return Locations(self.errors.info)

    def mentions(self, error: Error) -> list[Location]:
        """Return the mentions of an error: the key's, or the response's if the key has none; both for a span."""
        key = [self.places.of("key", row) for row in error.key_mentions]
        response = [self.places.of("response", row) for row in error.response_mentions]
        return [key[0], response[0]] if error.kind == "span" else key or response

    @cached_property
    def _chains(self) -> tuple[Chains, Chains]:
        return Chains.of(self.errors.info)

    def company(self, error: Error) -> Location | None:
        """Return the first mention that the wrong part is wrongly joined with, or should be joined with."""
        alignment, (key, response) = self.evidence.alignment, self._chains
        if error.kind in ("conflated", "extra mention"):
            side, rows, mine = "response", alignment.response_row, set(error.response_mentions)
            chain = response.by_entity[error.response_entities[0]]
        elif error.kind in ("divided", "missing mention"):
            side, rows, mine = "key", alignment.key_row, set(error.key_mentions)
            chain = key.by_entity[error.key_entities[0]]
        else:
            return None
        others = (int(rows[row]) for row in chain)
        return next((self.places.of(side, row) for row in others if row not in mine), None)

    def identity(self, error: Error) -> tuple[object, ...]:
        """Return a value that is equal for the same error of another system."""
        return error.kind, tuple(place.key for place in self.mentions(error))

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
    def antecedents(self) -> AntecedentErrors:
        info, path = self.errors.info, self.options.antecedents
        return antecedent_errors(info, self.options.tree, read_decisions(path, info) if path else None)

    @cached_property
    def arcs(self) -> ArcsScores:
        return arcs(self.errors.info)


@dataclass(frozen=True)
class Explanation:
    """The errors of all systems of a result, and the differences between systems."""

    result: Result
    options: ErrorOptions
    systems: tuple[SystemErrors, ...]

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
            if not all(map(has_rule, metric.parts)):
                continue
            each = []
            for part in metric.parts:
                before, after = (attribution(evidence, part) for evidence in evidences)
                scores = [part.finish(part.tally(evidence).total()) for evidence in evidences]
                each.append(gain(before, after, scores))
            found.append(mean_gain(metric.name, each) if metric.is_mean else each[0])
        return found


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
    if chosen.antecedents and len(result.systems) > 1:
        raise SettingsError("one-system-only", "--antecedents are of one system", hint="give one response")
    systems = tuple(SystemErrors(system, result.metrics, chosen) for system in result.systems)
    if chosen.antecedents:
        _ = systems[0].antecedents  # report an unreadable file at once
    return Explanation(result, chosen, systems)
