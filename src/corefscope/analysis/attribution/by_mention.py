"""Scores by type of mention or entity: recall over the key's mentions of a type, precision over the response's.

The rules of `attribution` distribute the counts of a metric over mentions, so the counts of all groups add up to
those of the corpus.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.analysis.attribution.attribution import attribution, has_rule, summed
from corefscope.analysis.features import mention_types
from corefscope.analysis.mistakes.language import PLAIN
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.metrics import Metric, Score, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.model import TYPES, Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.result import Breakdown, Result, System
from corefscope.scoring.totals import scores_of
from corefscope.scoring.units import units

NONE = "unknown"
_UNDEFINED = Score(0.0, 0.0, 0.0, {}, ("recall", "precision", "f1"))


Labels = tuple[NDArray[np.str_], NDArray[np.str_]]  # the group of each mention of the key and of the response
# What is missing if no mention has a label: code, fact and remedy.
_MISSING = {
    "type": (
        "missing-mention-types",
        "--by type: no mention has a type",
        "part-of-speech columns give types, and so does --types FILE; corefscope stats says what there is",
    ),
    "entity-type": (
        "missing-entity-types",
        "--by entity-type: no entity has a type",
        "CorefUD, ACE, LitBank and tables with entity_type have them",
    ),
}


def broken_down(result: Result, what: str) -> Result:
    """Add the scores of each type of mention (`type`) or entity (`entity-type`) to a result."""
    breakdown, found = results_by(result, what)
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
            notices.add(f"not-by-{what}", f"{metric.name} cannot be distributed over mentions and is omitted there")
    first, *others = result.systems
    first = replace(first, warnings=(*first.warnings, *notices))
    return replace(result, metrics=tuple(filter(_can, result.metrics)), systems=(first, *others))


def results_by(result: Result, what: str) -> tuple[Breakdown, dict[str, Result]]:
    """Return a result for each group, with the counts of its mentions only."""
    if not any(map(_can, result.metrics)):
        listed = ", ".join(metric.name for metric in result.metrics)
        raise SettingsError(
            "not-attributable", f"{listed} cannot be distributed over mentions", hint="muc, b3, ceafm, ceafe or lea can"
        )
    labels = [_labels(_evidence(system), what) for system in result.systems]
    met = Counter(label for sides in labels for side in sides for label in side.tolist())
    order = [*TYPES[1:], TYPES[0]] if what == "type" else sorted(met, key=lambda name: (-met[name], name))
    sizes = {name: int((labels[0][0] == name).sum()) for name in order if name in met}
    shares = [_Shares(system, result) for system in result.systems]
    found = {}
    for name, size in sizes.items():
        systems = [share.system(key == name, other == name) for share, (key, other) in zip(shares, labels, strict=True)]
        found[name] = replace(result, systems=tuple(systems), key=replace(result.key, mentions=size))
    return Breakdown(what, sizes, "a mention that both sides have is what the key says it is", "mention"), found


class _Shares:
    """The contribution of each mention of a system to every count."""

    def __init__(self, system: System, result: Result) -> None:
        self.whole, self.average = system, result.settings.average
        self.metrics = [metric for metric in result.metrics if _can(metric)]
        evidence = _evidence(system)
        scope = units(evidence.key, result.settings.scope)
        self.units = len(scope.names)
        self.columns: dict[str, list[tuple[Integers, NDArray[np.float64]]]] = {}
        for metric in {part.tally_name: part for wanted in self.metrics for part in wanted.parts}.values():
            shared = attribution(evidence, metric)
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


def _labels(evidence: Evidence, what: str) -> Labels:
    if what == "type":
        key, response = (np.array(TYPES)[side] for side in mention_types(MentionInfo.of(evidence, PLAIN)))
    else:
        key, response = (_entity_types(corpus) for corpus in (evidence.matched_key, evidence.matched_response))
        alignment = evidence.alignment
        both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
        response = np.concatenate([key, response])[len(key) :]  # one width for all labels
        response[alignment.response_row[both]] = key[alignment.key_row[both]]
    if (key == NONE).all() and (response == NONE).all():
        code, fact, hint = _MISSING[what]
        raise SettingsError(code, fact, hint=hint)
    return key, response


def _entity_types(corpus: Corpus) -> NDArray[np.str_]:
    if corpus.entity_type is None or not len(corpus.entity_type):
        return np.full(corpus.mention_count, NONE)
    return np.array([str(kind) or NONE for kind in corpus.entity_type.tolist()], dtype=np.str_)[corpus.entity]
