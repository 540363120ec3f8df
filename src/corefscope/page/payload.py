"""The page's data: the result, the text once, and mentions, errors and costs as compact columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from corefscope.analysis.errors import KINDS, Errors
from corefscope.analysis.explanation import ErrorOptions, SystemErrors
from corefscope.analysis.groups import CostGroup
from corefscope.analysis.mentions import ENGLISH, Language
from corefscope.analysis.repair import repairs
from corefscope.metrics import Metric, Tally
from corefscope.metrics.evidence import Evidence
from corefscope.model import TYPES, Corpus, Floats, Integers
from corefscope.page.anaphora import anaphora
from corefscope.page.assembly import without_folders
from corefscope.page.segments import (
    PageMentions,
    counterparts,
    matched_rows,
    page_mentions,
    segments_of,
    unmatched_documents,
)
from corefscope.reporting.report import counted
from corefscope.reporting.views.verdict import agreement_verdict, doubts, verdict
from corefscope.scoring.model_output import ModelOutput
from corefscope.scoring.result import Result, System
from corefscope.scoring.saved import as_object
from corefscope.scoring.totals import f1_of_units
from corefscope.statistics.comparison import Comparison, compared
from corefscope.statistics.judgement import TOO_FEW
from corefscope.statistics.plan import INTERVALS, Plan

SCHEMA = 1
ELSEWHERE = ("document", "singleton")  # features that the page shows in other places
FINEST = 9999  # steps from no cost to the highest
PAYLOAD_FEW = ("few-documents", "few-documents-for-bootstrap", "few-trials")  # warnings that belong to the intervals


def payload(result: Result, language: Language = ENGLISH, annotator: str | None = None) -> dict[str, Any]:
    """Build the page's data as plain lists and dicts.

    Systems whose text was aligned with the key's count characters, the others count as their files do; the key is
    included once per unit, nearly always once. Absolute paths lose their folders, since a page may be shared.
    Between annotators, `annotator` is the name of the one who serves as the key.
    """
    evidences = [system.evidence for system in result.systems if system.evidence is not None]
    units = list(dict.fromkeys(evidence.key.unit for evidence in evidences))
    comparison = comparison_of(result)
    explained = [_explained(system, result, language) for system in result.systems]
    keys = [_Key([evidence for evidence in evidences if evidence.key.unit == unit]) for unit in units]
    ranked = intervals_and_ranks(result, comparison)
    systems = []
    for system, errors in zip(result.systems, explained, strict=True):
        f1 = {metric.name: _f1_of_units(metric, system.tallies) for metric in result.metrics}
        columns: dict[str, Any] = {"f1": f1, **ranked.get(system.name, {})}
        if system.evidence is not None:
            number = units.index(system.evidence.key.unit)
            columns |= {"key": number, **_system(result, system.evidence, keys[number], errors)}
            if system.output is not None and system.output.changes:
                columns["changes"] = _changes(system.output, keys[number])
        systems.append(columns)
    guessed = [None if errors is None else errors.errors.info.guessed for errors in explained]
    saved = as_object(result.with_guessed_types(guessed))
    main = main_metric(result)
    judgement = verdict(result, comparison, main) if annotator is None else agreement_verdict(result, main, annotator)
    texts = {"result": saved, "verdict": judgement, "units": list(result.documents)}
    texts["documents"] = keys[0].corpus.names if keys else []
    return {
        "schema": SCHEMA,
        **without_folders(texts, saved),
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
        "doubts": sorted({notice.code for notices in doubts(result).values() for notice in notices}),
        "types": TYPES,
        "kinds": KINDS,
        **({} if annotator is None else {"annotator": annotator}),
        "keys": [key.as_object() for key in keys],
        "systems": systems,
    }


def main_metric(result: Result) -> Metric:
    """Return the metric to display where there is room for only one: a mean if there is one, else the last."""
    return next((metric for metric in result.metrics if metric.is_mean), result.metrics[-1])


def comparison_of(result: Result) -> Comparison | None:
    """Compare the systems as `corefscope compare` does; None if there is one document."""
    return compared(result, Plan()) if len(result.documents) > 1 else None


def intervals_and_ranks(result: Result, comparison: Comparison | None) -> dict[str, dict[str, Any]]:
    """Return interval and rank of F1 by system and metric; only a note if there is no comparison."""
    if comparison is None:
        alone = {"intervals": {"note": f"{TOO_FEW.capitalize()} for intervals and ranks.", "scores": {}}}
        return {system.name: alone for system in result.systems}
    plan = comparison.plan
    note = (
        f"Intervals hold F1 with {1 - plan.alpha:.0%} confidence ({INTERVALS[plan.interval].title} bootstrap of "
        f"{counted(len(result.documents), 'document')}, {plan.trials:,} draws, seed {plan.seed})."
    )
    firsts = [notice.first for notice in comparison.judgement.notices if notice.code in PAYLOAD_FEW]
    note += "".join(f" {first[0].upper()}{first[1:]}." for first in firsts)
    systems: dict[str, dict[str, Any]] = {
        system.name: {"intervals": {"note": note, "scores": {}}, "ranks": {}} for system in result.systems
    }
    for metric, standings in comparison.standings.items():
        for standing in standings:
            system = systems[standing.system]
            system["ranks"][metric] = standing.rank
            if standing.interval is not None:
                bounds = [round(bound, 6) for bound in standing.interval]
                system["intervals"]["scores"][metric] = {"f1": bounds}
    return systems


class _Key:
    """Text and mentions of the key, for all systems with the same unit."""

    def __init__(self, group: Sequence[Evidence]) -> None:
        self.corpus = group[0].key
        documents = self.corpus.document_count
        sides: list[list[tuple[Corpus, int]]] = [[(self.corpus, document)] for document in range(documents)]
        for evidence in group:
            mine, theirs = [], [evidence.response]
            if evidence.whole is not None:  # zeros and borders of mentions that are not scored
                key, response = evidence.whole.key, evidence.whole.response
                mine, theirs = [key, *key.annotations.values()], [*theirs, response, *response.annotations.values()]
            for document, corpora in enumerate(sides):
                corpora += [(corpus, document) for corpus in mine]
            for number, document in enumerate(evidence.partner.tolist()):
                if document >= 0:
                    sides[document] += [(corpus, number) for corpus in theirs]
        self.texts = [segments_of(corpora) for corpora in sides]
        self.side = page_mentions(self.corpus, np.arange(documents), self.texts)
        self.types: Integers | None = None

    def as_object(self) -> dict[str, Any]:
        return {
            "unit": self.corpus.unit,
            "documents": [text.as_object() for text in self.texts],
            "mentions": self.side.as_columns(self.types, len(self.texts)),
        }


def _explained(system: System, result: Result, language: Language) -> SystemErrors | None:
    """Find the errors of a system; None where a mention is in two entities, which has no defined error."""
    if system.evidence is None or unmatched_documents(system.evidence):
        return None
    return SystemErrors(system, result.metrics, ErrorOptions(language))


def _system(result: Result, evidence: Evidence, key: _Key, explained: SystemErrors | None) -> dict[str, Any]:
    response = evidence.response
    side = page_mentions(response, evidence.partner, key.texts)
    rows = matched_rows(evidence)
    matched = np.full(response.mention_count, -1, np.int64)
    matched[side.number[rows[1]]] = key.side.number[rows[0]]
    has_twin = matched >= 0
    partner = counterparts(key.side.entity[matched[has_twin]], side.entity[has_twin], response.entity_count)
    twin = np.zeros(len(matched), np.int64)  # as steps, mostly 1; 0 means no match, as no two mentions share one
    twin[has_twin] = np.diff(matched[has_twin], prepend=-1)
    columns: dict[str, Any] = {
        "twin": twin.tolist(),
        "partner": partner.tolist(),
        "unmatched": unmatched_documents(evidence),
        "absent": sorted(set(range(len(key.texts))) - set(evidence.partner.tolist())),
    }
    columns |= anaphora(evidence, key.texts)
    types: Integers | None = None
    if explained is not None:
        info, metric = explained.errors.info, main_metric(result)
        if info.key.type is not None and info.response.type is not None:
            key.types, types = info.key.type.astype(np.int64), info.response.type.astype(np.int64)
            types[rows[1]] = key.types[rows[0]]
        columns["errors"] = _errors(explained.errors, key.side, side)
        columns["costs"] = {
            name: {"key": _in_steps(costs.recall.cost[key.side.rows]),
                   "response": _in_steps(costs.precision.cost[side.rows])}
            for name, costs in explained.attributions.items()
        }  # fmt: skip
        columns["breakdowns"] = _breakdowns(explained)
        columns["repaired"] = _repaired(explained.errors, metric, result.settings.average)
    return {**columns, "mentions": side.as_columns(types, len(key.texts))}


def _changes(output: ModelOutput, key: _Key) -> list[list[list[Any]]]:
    """Return a model's changes to the words of each document: first and last segment, kind, and the new words.

    For invented words, the first segment is the one after them, and the last one is the one before.
    """
    documents = []
    for document, text in enumerate(key.texts):
        changes = output.changes.get(document, ()) if text.begin is not None else ()
        bounds = (np.array([change[column] for change in changes], np.int64) for column in (1, 2))
        first, last = (column.tolist() for column in text.of_spans(*bounds))
        rows = zip(first, last, changes, strict=True)
        documents.append([[one, two, change.kind, change.words] for one, two, change in rows])
    return documents


def _f1_of_units(metric: Metric, tallies: Mapping[str, Tally]) -> list[float | None]:
    """Return F1 of each unit; None where undefined."""
    parts = [f1_of_units(part, tallies[part.tally_name]) for part in metric.parts]
    values = np.sum([value for value, _ in parts], axis=0) / len(parts)
    defined = np.any([there for _, there in parts], axis=0)
    return [round(value, 4) if there else None for value, there in zip(values.tolist(), defined.tolist(), strict=True)]


def _errors(errors: Errors, key: PageMentions, response: PageMentions) -> dict[str, list[Any]]:
    """Return the errors as columns: kind, document, and mentions of either side."""
    listed, kinds = sorted(errors.errors, key=lambda error: error.document), list(KINDS)
    return {
        "kind": [kinds.index(error.kind) for error in listed],
        "document": [error.document for error in listed],
        "key": [key.number[list(error.key_mentions)].tolist() for error in listed],
        "response": [response.number[list(error.response_mentions)].tolist() for error in listed],
    }


def _in_steps(cost: Floats) -> dict[str, Any]:
    """Encode costs as integer multiples of a step, which deflate well."""
    step = float(cost.max(initial=0.0)) / FINEST
    if step <= 0:
        return {"step": step, "of": []}
    return {"step": step, "of": np.rint(cost / step).astype(np.int64).tolist()}


def _breakdowns(explained: SystemErrors) -> dict[str, Any] | None:
    """Return recall and precision of groups of mentions under B³ or the first metric that can say, by feature."""
    metric = "b3" if "b3" in explained.attributions else next(iter(explained.attributions), None)
    if metric is None:
        return None
    features = [
        {"name": feature.name, "meaning": feature.meaning, "groups": [_row(group) for group in groups]}
        for feature, groups in explained.breakdowns(metric)
        if feature.name not in ELSEWHERE and len(groups) > 1
    ]
    return {"metric": metric, "features": features}


def _row(group: CostGroup) -> list[Any]:
    shares = (None if share is None else round(share, 6) for share in (group.recall, group.precision))
    return [group.label, group.key_mentions, group.response_mentions, *shares]


def _repaired(errors: Errors, metric: Metric, average: str) -> list[dict[str, float]] | None:
    """Return F1 with each kind of error repaired, alone and with earlier kinds; None if not available."""
    rows = repairs(errors, [metric], average)
    if any(metric.name not in row.alone for row in rows):
        return None
    scores = ({"alone": row.alone, "cumulative": row.cumulative} for row in rows)
    return [{name: round(of_metric[metric.name].f1, 6) for name, of_metric in row.items()} for row in scores]
