"""Scores of groups of mentions: recall over the key's mentions of a group, precision over the response's.

The rules of `attribution` distribute the counts of a metric over mentions, so the counts of all groups add up to
those of the corpus.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution.attribution import CellCache, attribution, has_rule, summed
from corefscope.analysis.attribution.mention_groups import joined, mention_groups
from corefscope.metrics import Metric, Score, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.model import Integers
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.groups import units
from corefscope.scoring.result import Breakdown, Result, System
from corefscope.scoring.totals import scores_of

_UNDEFINED = Score(0.0, 0.0, 0.0, {}, ("recall", "precision", "f1"))


def broken_down(result: Result, what: str) -> Result:
    """Add the scores of each group of mentions, such as those of a `type`, to a result."""
    breakdown, found, result = results_by(result, what)
    undefined = {metric.name: _UNDEFINED for metric in result.metrics}
    systems = [
        replace(system, by_group={name: {**undefined, **part.systems[number].scores} for name, part in found.items()})
        for number, system in enumerate(shareable(result, what).systems)
    ]
    return replace(result, systems=tuple(systems), by=breakdown)


def shareable(result: Result, what: str) -> Result:
    """Keep only metrics that can be distributed over mentions, with a warning about the others."""
    notices = Notices()
    for metric in result.metrics:
        if not _can(metric):
            code = f"not-by-{what}" if what in ("type", "entity-type") else "not-by-group"
            notices.add(code, f"{metric.name} cannot be distributed over mentions and is omitted there")
    first, *others = result.systems
    first = replace(first, warnings=(*first.warnings, *notices))
    return replace(result, metrics=tuple(filter(_can, result.metrics)), systems=(first, *others))


def results_by(result: Result, what: str) -> tuple[Breakdown, dict[str, Result], Result]:
    """Return a result for each group, with the counts of its mentions only, and the whole one.

    Their signature names the language if words gave types.
    """
    if not any(map(_can, result.metrics)):
        listed = ", ".join(metric.name for metric in result.metrics)
        raise SettingsError(
            "not-attributable", f"{listed} cannot be distributed over mentions", hint="muc, b3, ceafm, ceafe or lea can"
        )
    groups = [mention_groups(_evidence(system), what) for system in result.systems]
    result = result.with_guessed_types([each.guessed for each in groups])
    shares = [_Shares(system, result) for system in result.systems]
    sizes: dict[str, int] = {}
    found = {}
    for name, members in joined(groups).items():
        sizes[name] = int(members[0][0].sum())
        systems = [share.system(*sides) for share, sides in zip(shares, members, strict=True)]
        found[name] = replace(result, systems=tuple(systems), key=replace(result.key, mentions=sizes[name]))
    return Breakdown(what, sizes, groups[0].note, "mention"), found, result


class _Shares:
    """The contribution of each mention of a system to every count."""

    def __init__(self, system: System, result: Result) -> None:
        self.whole, self.average = system, result.settings.average
        self.metrics = [metric for metric in result.metrics if _can(metric)]
        evidence = _evidence(system)
        scope = units(evidence.key, result.settings.scope)
        self.units = len(scope.names)
        cache: CellCache = {}
        self.columns: dict[str, list[tuple[Integers, NDArray[np.float64]]]] = {}
        for metric in {part.tally_name: part for wanted in self.metrics for part in wanted.parts}.values():
            shared = attribution(evidence, metric, cache)
            totals = system.tallies[metric.tally_name].total()
            for part, side in ((shared.recall, "recall"), (shared.precision, "precision")):
                unit = scope.of_document[part.document]
                for values in (part.gained, part.weight):
                    column = (unit, values * totals[f"{side}_den"])
                    self.columns.setdefault(metric.tally_name, []).append(column)

    def system(self, of_key: NDArray[np.bool_], of_response: NDArray[np.bool_]) -> System:
        """Return the system with the counts of these mentions only."""
        tallies = {}
        for name, columns in self.columns.items():
            wanted = (of_key, of_key, of_response, of_response)
            sums = [
                summed(unit[chosen], values[chosen], self.units)
                for (unit, values), chosen in zip(columns, wanted, strict=True)
            ]
            tallies[name] = Tally.of((sums[0], sums[1]), (sums[2], sums[3]))
        scores = scores_of(tallies, self.metrics, self.average, self.units)
        return replace(self.whole, tallies=tallies, scores=scores, per_document=(), kept=None)


def _can(metric: Metric) -> bool:
    """Test whether a metric is a quotient of sums over mentions; BLANC is a mean of two."""
    return all(has_rule(part) and part.family.name != "blanc" for part in metric.parts)


def _evidence(system: System) -> Evidence:
    if system.evidence is None:
        raise SettingsError(
            "not-saved", "saved results do not keep the types of mentions", hint="score the files again"
        )
    return system.evidence
