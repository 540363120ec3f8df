"""The page's data: the result, the text once, and the mentions of key and responses as compact columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from corefscope.analysis.attribution import attributions
from corefscope.analysis.errors import KINDS, Errors, find_errors
from corefscope.analysis.language import ENGLISH, Language
from corefscope.analysis.mentions import TextCache
from corefscope.metrics import Metric, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.model import TYPES, Corpus, Integers
from corefscope.page.anaphora import anaphora
from corefscope.page.counterparts import counterparts, matched_rows, unmatched_documents
from corefscope.page.findings import breakdowns, costs, errors, repaired
from corefscope.page.intervals_and_ranks import comparison_of, intervals_and_ranks
from corefscope.page.page_mentions import as_columns, page_mentions
from corefscope.page.paths import without_folders
from corefscope.page.segments import TextSegments, segments_of
from corefscope.reporting.views.verdict import agreement_verdict, verdict
from corefscope.scoring.model_output import ModelOutput
from corefscope.scoring.result import Result, System
from corefscope.scoring.saved import as_object
from corefscope.scoring.totals import f1_of_units

SCHEMA = 1


def payload(
    result: Result, language: Language = ENGLISH, paths: str = "short", annotator: str | None = None
) -> dict[str, Any]:
    """Build the page's data as plain lists and dicts.

    Systems whose text was aligned with the key's count characters, the others count as their files do; the key is
    included once per unit, nearly always once. `paths` is `full` to keep the folders of absolute paths.
    Between annotators, `annotator` is the name of the one who stands as the key.
    """
    units = list(dict.fromkeys(evidence.key.unit for evidence in _evidence(result)))
    comparison, cache = comparison_of(result), TextCache()
    # Errors before the texts of the page: they need most of what a text has, which is at hand while it is read.
    found_errors = [_errors_of(system.evidence, language, cache) for system in result.systems]
    keys = [_Key([evidence for evidence in _evidence(result) if evidence.key.unit == unit], cache) for unit in units]
    judged = intervals_and_ranks(result, comparison)
    systems = []
    for system, wrong in zip(result.systems, found_errors, strict=True):
        found = {**_by_unit(result, system), **judged.get(system.name, {})}
        if system.evidence is not None:
            number = units.index(system.evidence.key.unit)
            found |= {"key": number, **_system(result, system.evidence, keys[number], wrong)}
            if system.output is not None and system.output.changes:
                found["changes"] = _changes(system.output, keys[number])
        systems.append(found)
    saved = as_object(result.with_guessed_types([found.pop("guessed", None) for found in systems]))

    def shared(shown: Any) -> Any:
        return shown if paths == "full" else without_folders(shown, saved)

    main = main_metric(result)
    judgement = verdict(result, comparison, main) if annotator is None else agreement_verdict(result, main, annotator)

    return {
        "schema": SCHEMA,
        "result": shared(saved),
        "metrics": [
            {
                "name": metric.name,
                "title": metric.title,
                "summary": metric.family.summary,
                "mean": [part.name for part in metric.parts] if metric.is_mean else [],
            }
            for metric in result.metrics
        ],
        "main": main.name,
        "verdict": shared(judgement),
        "units": shared(list(result.documents)),
        "documents": shared(keys[0].corpus.names) if keys else [],
        "types": TYPES,
        "kinds": KINDS,
        **({} if annotator is None else {"annotator": annotator}),
        "keys": [key.as_object() for key in keys],
        "systems": systems,
    }


def main_metric(result: Result) -> Metric:
    """The metric that stands for all where there is room for one: a mean if there is one, else the last."""
    return next((metric for metric in result.metrics if metric.is_mean), result.metrics[-1])


def _evidence(result: Result) -> list[Evidence]:
    return [system.evidence for system in result.systems if system.evidence is not None]


class _Key:
    """Text and mentions of the key, for all systems with the same unit."""

    def __init__(self, group: Sequence[Evidence], cache: TextCache) -> None:
        self.corpus = group[0].key
        documents = range(self.corpus.document_count)
        beside = [_documents_beside(evidence) for evidence in group]
        self.texts = [
            _segments(document, self.corpus, group, [theirs.get(document, []) for theirs in beside], cache)
            for document in documents
        ]
        self.side = page_mentions(self.corpus, np.arange(len(documents)), self.texts)
        self.types: Integers | None = None

    def as_object(self) -> dict[str, Any]:
        return {
            "unit": self.corpus.unit,
            "documents": [text.as_object() for text in self.texts],
            "mentions": as_columns(self.side, self.types, len(self.texts)),
        }


def _documents_beside(evidence: Evidence) -> dict[int, list[int]]:
    """Return the response's documents of each key document."""
    found: dict[int, list[int]] = {}
    for number, document in enumerate(evidence.partner.tolist()):
        found.setdefault(document, []).append(number)
    return found


def _segments(
    document: int, key: Corpus, group: Sequence[Evidence], beside: Sequence[list[int]], cache: TextCache
) -> TextSegments:
    sides = [(key, document)]
    for evidence, theirs in zip(group, beside, strict=True):
        sides += [(evidence.response, number) for number in theirs]
        if evidence.whole is not None:  # zeros and borders of what is not scored as a member of an entity
            mine = evidence.whole.key, *evidence.whole.key.annotations.values()
            sides += [(each, document) for each in mine]
            other = evidence.whole.response, *evidence.whole.response.annotations.values()
            sides += [(each, number) for each in other for number in theirs]
    return segments_of(sides, cache)


def _errors_of(evidence: Evidence | None, language: Language, texts: TextCache) -> Errors | None:
    """Find the errors of a system; None where a mention is in two entities, which has no defined error."""
    return None if evidence is None or unmatched_documents(evidence) else find_errors(evidence, language, texts)


def _system(result: Result, evidence: Evidence, key: _Key, found: Errors | None) -> dict[str, Any]:
    response = evidence.response
    side = page_mentions(response, evidence.partner, key.texts)
    rows = matched_rows(evidence)
    matched = np.full(response.mention_count, -1, np.int64)
    matched[side.number[rows[1]]] = key.side.number[rows[0]]
    partner = counterparts(key.side.entity[matched[matched >= 0]], side.entity[matched >= 0], response.entity_count)
    shown: dict[str, Any] = {
        "twin": _relative(matched),
        "partner": partner.tolist(),
        "unmatched": unmatched_documents(evidence),
        "absent": sorted(set(range(len(key.texts))) - set(evidence.partner.tolist())),
    }
    shown |= anaphora(evidence, key.texts)
    types = None
    if found is not None:
        types = _types(found, key, rows)
        shown["guessed"] = found.info.guessed  # for the signature, not for the page
        metric = main_metric(result)
        shown["errors"] = errors(found, key.side, side)
        paid = attributions(evidence, [metric.name for metric in result.metrics])
        shown["costs"] = costs(paid, key.side, side)
        shown["breakdowns"] = breakdowns(found, paid)
        shown["repaired"] = repaired(found, metric, result.settings.average)
    return {**shown, "mentions": as_columns(side, types, len(key.texts))}


def _changes(output: ModelOutput, key: _Key) -> list[list[list[Any]]]:
    """Return what a model did to the words of each document: first and last segment, kind, and its own words.

    Invented words stand before the first segment, which comes after the last.
    """
    found: list[list[list[Any]]] = []
    for document, text in enumerate(key.texts):
        changes = output.changes.get(document, ()) if text.begin is not None else ()
        start, end = (np.array([change[column] for change in changes], np.int64) for column in (1, 2))
        first, last = text.of_spans(start, end)
        found.append(
            [
                [one, two, change.kind, change.words]
                for one, two, change in zip(first.tolist(), last.tolist(), changes, strict=True)
            ]
        )
    return found


def _types(found: Errors, key: _Key, rows: tuple[Integers, Integers]) -> Integers | None:
    """Return the types of response mentions, the key's type if matched; also set the key's types."""
    mine, theirs = found.info.key.type, found.info.response.type
    if mine is None or theirs is None:
        return None
    key.types = mine.astype(np.int64)
    types: Integers = theirs.astype(np.int64)
    types[rows[1]] = key.types[rows[0]]
    return types


def _relative(matched: Integers) -> list[int]:
    """Encode matched rows as steps, mostly 1; 0 means no match, as no two mentions share one."""
    steps = np.zeros(len(matched), np.int64)
    has = matched >= 0
    steps[has] = np.diff(matched[has], prepend=-1)
    return steps.tolist()


def _by_unit(result: Result, system: System) -> dict[str, Any]:
    """Return F1 of each unit by metric; None where undefined."""
    return {"f1": {metric.name: _rounded_f1(metric, system.tallies) for metric in result.metrics}}


def _rounded_f1(metric: Metric, tallies: Mapping[str, Tally]) -> list[float | None]:
    parts = [f1_of_units(part, tallies[part.tally_name]) for part in metric.parts]
    values = np.sum([value for value, _ in parts], axis=0) / len(parts)
    defined = np.any([there for _, there in parts], axis=0)
    return [round(value, 4) if there else None for value, there in zip(values.tolist(), defined.tolist(), strict=True)]
