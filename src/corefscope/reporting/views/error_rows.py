"""An explanation as rows of plain values, a list for each part; JSON, CSV and the tables for people are made of them.

Numbers are fractions of 1. Every row about something in a text says where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from corefscope.analysis.attribution.attribution import Attribution, SideCosts
from corefscope.analysis.mistakes.antecedents import Link
from corefscope.analysis.mistakes.costs import Cost, WordConfusion, confusions, costly_entities, costly_mentions
from corefscope.analysis.mistakes.explanation import Explanation, SystemErrors
from corefscope.analysis.mistakes.locations import Location
from corefscope.metrics.base import Score

Row = dict[str, Any]
FEATURES = ("entity_size", "singleton", "distance", "position", "nesting")


def errors(explanation: Explanation, top: int) -> Iterator[Row]:
    """Every error, in the order of the text, and which other systems make it too."""
    for system in explanation.systems:
        for error in system.listed:
            key, response = (
                [system.places.of(side, row) for row in rows]
                for side, rows in (("key", error.key_mentions), ("response", error.response_mentions))
            )
            company = system.company(error)
            others = [name for name in explanation.makers[system.identity(error)] if name != system.name]
            yield {
                "system": system.name,
                "kind": error.kind,
                "document": system.evidence.key.names[error.document],
                "key_mentions": [place(each) for each in key],
                "response_mentions": [place(each) for each in response],
                "with": None if company is None else place(company),
                "also": others,
            }


def repairs(explanation: Explanation, top: int) -> Iterator[Row]:
    """The scores as they are, and if each kind of error were repaired."""
    for system in explanation.systems:
        for metric in explanation.result.metrics:
            score = system.system.scores[metric.name]
            yield {"system": system.name, "kind": "", "repaired": "nothing", "metric": metric.name, **_numbers(score)}
            for repair in system.repairs:
                for how, scores in (("alone", repair.alone), ("cumulative", repair.cumulative)):
                    if repair.kind in explanation.options.kinds and metric.name in scores:
                        numbers = _numbers(scores[metric.name])
                        named = {"system": system.name, "kind": repair.kind, "repaired": how, "metric": metric.name}
                        yield {**named, **numbers}


def costs(explanation: Explanation, top: int) -> Iterator[Row]:
    """The mentions and entities that cost most, by metric, for recall and for precision."""
    for system in explanation.systems:
        for metric, found in system.attributions.items():
            for side, field, what, listed in of_attribution(system, found, top):
                for cost in listed:
                    named = {"system": system.name, "metric": metric, "of": field, "what": what, "side": side}
                    groups = _groups(system, side, cost.row) if what == "mention" else dict.fromkeys(FEATURES, "")
                    yield {**named, "cost": cost.cost, "mentions": cost.mentions, **place(cost.place), **groups}


def _groups(system: SystemErrors, side: str, row: int) -> Row:
    """The groups of a mention in the breakdowns, so that each group can be followed to its mentions."""
    found = {feature.name: feature.labels[int(getattr(feature, side)[row])] for feature in system.features}
    return {name: found.get(name.replace("_", " "), "") for name in FEATURES}


def of_attribution(
    system: SystemErrors, found: Attribution, top: int
) -> Iterator[tuple[str, str, str, Sequence[Cost]]]:
    """Side, recall or precision, mention or entity, and the costliest of them."""
    known = system.errors.info
    for side, corpus, field in (("key", known.key, "recall"), ("response", known.response, "precision")):
        part: SideCosts = getattr(found, field)
        yield side, field, "mention", costly_mentions(part, side, system.places, top)
        yield side, field, "entity", costly_entities(part, corpus, side, system.places, top)


def gaps(explanation: Explanation, top: int) -> Iterator[Row]:
    """Of each metric what is missing of recall and precision, by which rule it is shared out, and what is left over."""
    for system in explanation.systems:
        for metric, found in system.attributions.items():
            yield {
                "system": system.name,
                "metric": metric,
                "rule": found.rule.name,
                "recall_cost": float(found.recall.cost.sum()),
                "precision_cost": float(found.precision.cost.sum()),
                "recall_unattributed": found.recall.unattributed,
                "precision_unattributed": found.precision.unattributed,
            }


def breakdowns(explanation: Explanation, top: int) -> Iterator[Row]:
    """Recall and precision of groups of mentions, and what each group costs of the whole."""
    for system in explanation.systems:
        for metric in system.attributions:
            for each in system.breakdowns(metric):
                for group in each.groups:
                    yield {
                        "system": system.name,
                        "metric": metric,
                        "feature": each.feature.name,
                        "group": group.label,
                        "key_mentions": group.key_mentions,
                        "response_mentions": group.response_mentions,
                        "recall": group.recall,
                        "precision": group.precision,
                        "f1": group.f1,
                        "recall_cost": group.recall_cost,
                        "precision_cost": group.precision_cost,
                    }


def links(explanation: Explanation, top: int) -> Iterator[Row]:
    """Recall and precision of all links by the types of their ends."""
    for system in explanation.systems:
        for each in system.links:
            yield {
                "system": system.name,
                "one": each.types[0],
                "two": each.types[1],
                "recall": each.recall,
                "precision": each.precision,
                "f1": each.f1,
                "both": each.both,
                "key": each.key,
                "response": each.response,
            }


def antecedents(explanation: Explanation, top: int) -> Iterator[Row]:
    """Every link of the key that is missing and every wrong one of the response."""
    for system in explanation.systems:
        for field in ("recall", "precision"):
            found: Sequence[Link] = getattr(system.antecedents, field)
            for link in found:
                yield {
                    "system": system.name,
                    "of": field,
                    "anaphor": place(system.places.row(link.anaphor)),
                    "antecedent": place(system.places.row(link.antecedent)),
                }


def confused(explanation: Explanation, top: int) -> Iterator[Row]:
    """Which words are most often left apart (recall) or put together (precision) although they should not be."""
    for system in explanation.systems:
        for field in ("recall", "precision"):
            for each in confused_by(system, field, top):
                yield {
                    "system": system.name,
                    "of": field,
                    "anaphor": each.anaphor,
                    "antecedent": each.antecedent,
                    "count": each.count,
                    "places": [[place(one), place(two)] for one, two in each.places[: max(top, 1)]],
                }


def confused_by(system: SystemErrors, field: str, top: int) -> Sequence[WordConfusion]:
    """The most frequent of one system."""
    return confusions(system.errors.info, getattr(system.antecedents, field), system.places, top)


def arcs(explanation: Explanation, top: int) -> Iterator[Row]:
    """ARCS scores: in all, by type of mention, and by pronoun."""
    for system in explanation.systems:
        yield from arcs_of(system)


def arcs_of(system: SystemErrors) -> Iterator[Row]:
    """The scores of one system."""
    scores = system.arcs
    for name in ("immediate", "inferred", "anchor_entities", "anchor_mentions"):
        whole = getattr(scores, name)
        parts = [("all", "", whole)]
        parts += [("type", label, each) for label, each in whole.by_type.items()]
        parts += [("pronoun", label, each) for label, each in whole.by_pronoun.items()]
        for what, label, each in parts:
            yield {
                "system": system.name,
                "score": name,
                "of": what,
                "group": label,
                **{field: getattr(each, field) for field in ("recall", "precision", "f1", "accuracy")},
                **{count: each.counts.get(count, 0) for count in ("tp", "wl", "fn", "fp")},
            }
    nothing = dict.fromkeys(("recall", "precision", "f1", "accuracy", "tp", "wl", "fn", "fp"))
    named = {"system": system.name, "score": "anchor_harmonic", "of": "all", "group": ""}
    yield {**named, **nothing, "f1": scores.harmonic}


def differences(explanation: Explanation, top: int) -> Iterator[Row]:
    """What each system gains over the first, by document and by key entity, most important first."""
    for system in explanation.systems[1:]:
        for gain in explanation.gains(system):
            named = {"system": system.name, "over": explanation.systems[0].name, "metric": gain.metric}
            yield {**named, "what": "all", "gain": gain.total, "document": "", "entity": "", "text": ""}
            names = system.evidence.key.names
            for number in _largest(gain.by_document, top):
                gained = float(gain.by_document[number])
                yield {**named, "what": "document", "gain": gained, "document": names[number], "entity": "", "text": ""}
            for number in _largest(gain.by_entity, top):
                gained = float(gain.by_entity[number])
                yield {**named, "what": "entity", "gain": gained, **_entity(system, number)}


def _largest(values: np.ndarray, top: int) -> list[int]:
    order = np.argsort(-np.abs(np.round(values, 12)), kind="stable")[:top]
    return [number for number in order.tolist() if abs(values[number]) > 1e-12]


def _entity(system: SystemErrors, number: int) -> Row:
    """A key entity by its first mention; after the last one come mentions that are in no key entity."""
    key = system.errors.info.key
    if number == key.entity_count:
        return {"document": "", "entity": "", "text": "mentions that are not in the key"}
    first = system.places.of("key", int(np.flatnonzero(key.entity == number)[0]))
    return {"document": first.document, "entity": first.entity, "text": first.text}


def place(found: Location) -> Row:
    """A mention as plain values."""
    return {
        "document": found.document,
        "first": found.first,
        "last": found.last,
        "text": found.text,
        "type": found.type,
        "entity": found.entity,
        "sentence": found.sentence,
        "file": found.file,
        "line": found.line,
    }


def _numbers(score: Score) -> Row:
    """Recall, precision and F1; a mean of F1 has no other two."""
    return {"recall": score.recall, "precision": score.precision, "f1": score.f1}


PARTS: Mapping[str, Callable[[Explanation, int], Iterator[Row]]] = {
    "errors": errors,
    "repairs": repairs,
    "gaps": gaps,
    "costs": costs,
    "breakdowns": breakdowns,
    "links": links,
    "antecedents": antecedents,
    "confusions": confused,
    "arcs": arcs,
    "differences": differences,
}
