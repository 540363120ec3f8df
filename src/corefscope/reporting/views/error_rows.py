"""An explanation as rows of plain values, a list for each part, for JSON and CSV; some tables are made of them too.

Numbers are fractions of 1. Every row about something in a text says where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from corefscope._version import __version__
from corefscope.analysis.explanation import Explanation, SystemErrors
from corefscope.analysis.mentions import Location
from corefscope.reporting.report import Records
from corefscope.scoring.saved import as_object as result_object

Row = dict[str, Any]
SCHEMA = 1
PLACE = ("document", "first", "last", "text", "type", "entity", "sentence", "file", "line")
FEATURES = ("entity_size", "singleton", "distance", "position", "nesting")
QUOTIENTS = ("recall", "precision", "f1")
GROUP = ("key_mentions", "response_mentions", *QUOTIENTS, "recall_cost", "precision_cost")
LINK_COUNTS = ("both", "key", "response")
COLUMNS: Mapping[str, tuple[str, ...]] = {  # of CSV, after the system
    "errors": ("kind", "document", "key_mentions", "key_text", "response_mentions", "response_text", "with", "also"),
    "repairs": ("kind", "repaired", "metric", *QUOTIENTS),
    "gaps": ("metric", "rule", "recall_cost", "precision_cost", "recall_unattributed", "precision_unattributed"),
    "costs": ("metric", "of", "what", "side", "cost", "mentions", *PLACE, *FEATURES),
    "breakdowns": ("metric", "feature", "group", *GROUP),
    "links": ("one", "two", *QUOTIENTS, *LINK_COUNTS),
    "anaphora": ("what", "kind", "document", "first", "last", "text", "key", "response"),
    "differences": ("over", "metric", "what", "gain", "document", "entity", "text"),
}


def as_object(explanation: Explanation, parts: Sequence[str], top: int) -> dict[str, Any]:
    """Scores and sides as `score -o json` has them, then the parts."""
    result, language = result_object(explanation.scored), asdict(explanation.options.language)
    return {
        "schema": SCHEMA,
        "signature": result["signature"],
        "version": __version__,
        "language": {
            name: " ".join(sorted(value)) if isinstance(value, frozenset) else value for name, value in language.items()
        },
        "types": {system.name: dict(system.errors.info.rules) for system in explanation.systems},
        "counts": {system.name: system.errors.counts for system in explanation.systems},
        "key": result["key"],
        "systems": result["systems"],
        **{part: list(_rows(explanation, part, top)) for part in parts},
    }


def records(explanation: Explanation, part: str, top: int) -> Records:
    """A row per error, repair, cost …; several mentions of one row are separated by ` | `."""
    columns = ("system", *COLUMNS[part])
    return columns, ([row[name] for name in columns] for row in map(_flat, _rows(explanation, part, top)))


def _rows(explanation: Explanation, part: str, top: int) -> Iterator[Row]:
    for system in explanation.systems:
        yield from ({"system": system.name, **row} for row in PARTS[part](explanation, system, top))


def _flat(row: Row) -> Row:
    flat: Row = {}
    for name, value in row.items():
        if name == "with":
            flat["with"] = value["text"] if value else ""
        elif name.endswith("_mentions") and isinstance(value, list):
            flat[name] = " | ".join(map(_span, value))
            flat[name.replace("mentions", "text")] = " | ".join(place["text"] for place in value)
        else:
            flat[name] = " | ".join(value) if isinstance(value, list) else value
    return flat


def _span(place: Row) -> str:
    return place["text"] if place["first"] is None else f"{place['first']}-{place['last']}"


def _values(found: object, names: Iterable[str]) -> Row:
    return {name: getattr(found, name) for name in names}


def _place(found: Location) -> Row:
    return _values(found, PLACE)


def _errors(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """Every error, in the order of the text, and which other systems make it too."""
    for error in system.listed:
        company = system.company(error)
        yield {
            "kind": error.kind,
            "document": system.evidence.key.names[error.document],
            "key_mentions": [_place(system.location("key", row)) for row in error.key_mentions],
            "response_mentions": [_place(system.location("response", row)) for row in error.response_mentions],
            "with": None if company is None else _place(company),
            "also": [name for name in explanation.makers[system.identity(error)] if name != system.name],
        }


def _repairs(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """The scores as they are, and if each kind of error were repaired."""
    for metric in (each.name for each in explanation.result.metrics):
        found = [("", "nothing", system.system.scores)]
        for repair in system.repairs:
            if repair.kind in explanation.options.kinds:
                found += [(repair.kind, "alone", repair.alone), (repair.kind, "cumulative", repair.cumulative)]
        for kind, how, scores in found:
            if metric in scores:
                yield {"kind": kind, "repaired": how, "metric": metric, **_values(scores[metric], QUOTIENTS)}


def _gaps(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """Of each metric what is missing of recall and precision, by which rule it is shared out, and what is left over."""
    for metric, found in system.attributions.items():
        recall, precision = found.recall, found.precision
        costs = {"recall_cost": float(recall.cost.sum()), "precision_cost": float(precision.cost.sum())}
        left = {"recall_unattributed": recall.unattributed, "precision_unattributed": precision.unattributed}
        yield {"metric": metric, "rule": found.rule.name, **costs, **left}


def _costs(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """The mentions and entities that cost most, by metric, for recall and for precision."""
    for metric in system.attributions:
        for side, field, what, listed in system.highest_costs(metric, top):
            for cost in listed:
                groups = _groups(system, side, cost.row) if what == "mention" else dict.fromkeys(FEATURES, "")
                named = {"metric": metric, "of": field, "what": what, "side": side}
                yield {**named, "cost": cost.cost, "mentions": cost.mentions, **_place(cost.location), **groups}


def _groups(system: SystemErrors, side: str, row: int) -> Row:
    """The groups of a mention in the breakdowns, so that each group can be followed to its mentions."""
    found = {feature.name: feature.labels[int(getattr(feature, side)[row])] for feature in system.features}
    return {name: found.get(name.replace("_", " "), "") for name in FEATURES}


def _breakdowns(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """Recall and precision of groups of mentions, and what each group costs of the whole."""
    for metric in system.attributions:
        for feature, groups in system.breakdowns(metric):
            for group in groups:
                yield {"metric": metric, "feature": feature.name, "group": group.label, **_values(group, GROUP)}


def _links(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """Recall and precision of all links by the types of their ends."""
    for each in system.links:
        one, two = each.types
        yield {"one": one, "two": two, **_values(each, (*QUOTIENTS, *LINK_COUNTS))}


def anaphora(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """Every error of a set, of bridging, or of a markable that refers to nothing."""
    for error in system.anaphora:
        first, last = (error.mention.start, error.mention.end - 1) if error.mention is not None else (None, None)
        place = {"document": error.document, "first": first, "last": last, "text": error.text}
        yield {"what": error.what, "kind": error.kind, **place, "key": error.key, "response": error.response}


def differences(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    """What a system gains over the first, by document and by key entity, most important first."""
    first, names = explanation.systems[0], system.evidence.key.names
    for gain in explanation.gains(system) if system is not first else ():
        nowhere = {"document": "", "entity": "", "text": ""}
        found = [("all", gain.total, nowhere)]
        for number in _largest(gain.by_document, top):
            found.append(("document", float(gain.by_document[number]), {**nowhere, "document": names[number]}))
        for number in _largest(gain.by_entity, top):
            found.append(("entity", float(gain.by_entity[number]), _entity(system, number)))
        for what, gained, where in found:
            yield {"over": first.name, "metric": gain.metric, "what": what, "gain": gained, **where}


def _largest(values: np.ndarray, top: int) -> list[int]:
    order = np.argsort(-np.abs(np.round(values, 12)), kind="stable")[:top]
    return [number for number in order.tolist() if abs(values[number]) > 1e-12]


def _entity(system: SystemErrors, number: int) -> Row:
    """A key entity by its first mention; after the last one come mentions that are in no key entity."""
    key = system.errors.info.key
    if number == key.entity_count:
        return {"document": "", "entity": "", "text": "mentions that are not in the key"}
    first = system.location("key", int(np.flatnonzero(key.entity == number)[0]))
    return _values(first, ("document", "entity", "text"))


PARTS: Mapping[str, Callable[[Explanation, SystemErrors, int], Iterator[Row]]] = {
    "errors": _errors,
    "repairs": _repairs,
    "gaps": _gaps,
    "costs": _costs,
    "breakdowns": _breakdowns,
    "links": _links,
    "anaphora": anaphora,
    "differences": differences,
}
