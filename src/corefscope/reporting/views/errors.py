"""What systems did wrong: each part as rows of plain values, for JSON and CSV, and as a few tables of each system.

Numbers are fractions of 1. Every row about something in a text says where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np

from corefscope._version import __version__
from corefscope.analysis.attribution import can_attribute
from corefscope.analysis.errors import KINDS, Error
from corefscope.analysis.explanation import Explanation, SystemErrors
from corefscope.analysis.groups import TYPE_ORDER
from corefscope.basics.escaping import visible
from corefscope.formats.document_names import literal
from corefscope.metrics.base import Metric
from corefscope.problems import SettingsError, UnknownName
from corefscope.reporting.report import UNDEFINED, Records, Report, Sheet, Value, View, points, sheet
from corefscope.reporting.views.scores import defined, headline
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
ALL = "all"
# What a first look shows; the rest on demand.
FIRST = ("repairs", "errors", "anaphora", "gaps", "costs", "links", "differences")
# The column beside an error: whom it is with and should not be, or should be with and is not.
WITH = {
    "span": "Should be",
    "conflated": "Is with",
    "extra mention": "Is with",
    "divided": "Belongs to",
    "missing mention": "Belongs to",
}


def view(explanation: Explanation) -> View:
    """The parts that were asked for; else a first look for people, everything for JSON, and one table for CSV."""
    top = explanation.top
    return View(
        lambda: report(explanation, _parts(explanation, FIRST), top),
        data=lambda: _data(explanation, _parts(explanation, [ALL]), top),
        records=lambda: _records(explanation, _parts(explanation, ["errors"]), top),
    )


def check_parts(parts: Sequence[str]) -> None:
    for part in parts:
        if part not in (*PARTS, ALL):
            raise UnknownName("part", part, (*PARTS, ALL))


def _parts(explanation: Explanation, default: Sequence[str]) -> Sequence[str]:
    parts = default if explanation.parts is None else explanation.parts
    check_parts(parts)
    return list(PARTS) if ALL in parts else list(dict.fromkeys(parts))


def report(explanation: Explanation, parts: Sequence[str], top: int) -> Report:
    result, several = explanation.scored, len(explanation.systems) > 1
    tables: list[Sheet] = []
    for part in parts:
        tables += [_counts(explanation)] if part == "errors" and several else []
        for system in explanation.systems:
            name = f": {visible(system.name)}" if several and part != "differences" else ""
            tables += [
                replace(each, title=each.title + name) for each in PARTS[part][1](explanation, system, top) if each.rows
            ]
    notes = _notes(explanation)
    return Report(headline(result), tables, notes, result.signature, result.warnings, "Errors", together=True)


def _notes(explanation: Explanation) -> list[str]:
    """Where types came from, and what the numbers stand on."""
    first, info = explanation.systems[0], explanation.systems[0].errors.info
    metrics = [metric for metric in explanation.result.metrics if not metric.is_mean]
    without = [metric.name for metric in metrics if not can_attribute(first.evidence, metric)]
    rules = ", ".join(f"{rule} {count:,}" for rule, count in info.rules.items())
    types = f"types by rule: {rules or 'none, since mentions have no words'} (language {info.language.name})"
    return [*([f"no cost of single mentions under {', '.join(without)}"] if without else []), types]


def _data(explanation: Explanation, parts: Sequence[str], top: int) -> Row:
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


def _records(explanation: Explanation, parts: Sequence[str], top: int) -> Records:
    """A row per error, repair, cost …; several mentions of one row are separated by ` | `."""
    if len(parts) != 1:
        raise SettingsError("several-tables", "a csv holds one table", hint="give one --show, such as --show errors")
    columns = ("system", *COLUMNS[parts[0]])
    return columns, ([row[name] for name in columns] for row in map(_flat, _rows(explanation, parts[0], top)))


def _rows(explanation: Explanation, part: str, top: int) -> Iterator[Row]:
    for system in explanation.systems:
        yield from ({"system": system.name, **row} for row in PARTS[part][0](explanation, system, top))


def _flat(row: Row) -> Row:
    flat: Row = {}
    for name, value in row.items():
        if name == "with":
            flat["with"] = value["text"] if value else ""
        elif name.endswith("_mentions") and isinstance(value, list):
            spans = (
                place["text"] if place["first"] is None else f"{place['first']}-{place['last']}" for place in value
            )
            flat[name] = " | ".join(spans)
            flat[name.replace("mentions", "text")] = " | ".join(place["text"] for place in value)
        else:
            flat[name] = " | ".join(value) if isinstance(value, list) else value
    return flat


def _values(source: object, names: Iterable[str]) -> Row:
    return {name: getattr(source, name) for name in names}


def _where(row: Row) -> tuple[str, str]:
    """Document and span of a row; the document without the brackets and zeros of CoNLL."""
    name, part = literal(row["document"]) if row["document"] else ("", "")
    first, last = row["first"], row["last"]
    span = "" if first is None else str(first) if first == last else f"{first}–{last}"
    return f"{name}, part {part}" if part else name, span


def _main_metric(explanation: Explanation) -> Metric:
    """The metric whose F1 the tables show: the mean if one was asked for, else the first."""
    metrics = explanation.result.metrics
    return next((metric for metric in metrics if metric.is_mean), metrics[0])


# Errors: every one, in the order of the text, and which other systems make it too.


def _error_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    return (_error_row(explanation, system, error) for error in system.listed)


def shortened(text: str, longest: int) -> str:
    """Shorten a long text to its two ends.

    >>> shortened("the ferry that left the old harbour before dawn", 24)
    'the ferry th…before dawn'
    """
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[: longest - 1 - half]}…{text[len(text) - half :]}"


def _error_row(explanation: Explanation, system: SystemErrors, error: Error) -> Row:
    company = system.company(error)
    makers = explanation.makers[system.identity(error)] if len(explanation.systems) > 1 else ()
    return {
        "kind": error.kind,
        "document": system.evidence.key.names[error.document],
        "key_mentions": [_values(system.location("key", row), PLACE) for row in error.key_mentions],
        "response_mentions": [_values(system.location("response", row), PLACE) for row in error.response_mentions],
        "with": None if company is None else _values(company, PLACE),
        "also": [name for name in makers if name != system.name],
    }


def _error_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    several, by_type = len(explanation.systems) > 1, system.mention_types()
    types = [name for name in TYPE_ORDER if any(counts[name] for counts in by_type.values())]
    rows = [(kind, *(counts[name] for name in types)) for kind, counts in by_type.items() if any(counts.values())]
    yield sheet("Mentions in errors, by type", ("Error", *types), rows)
    for kind in explanation.options.kinds:
        beside = (WITH[kind],) if kind in WITH else ()
        columns = ("Text", *beside, "Document", "Span", *(("Also by",) if several else ()))
        errors = [_error_row(explanation, system, error) for error in system.errors.of(kind)[:top]]
        cells = [_error_cells(row, bool(beside), several) for row in errors]
        yield sheet(f"{kind}: {system.errors.counts[kind]:,}, {KINDS[kind]}", columns, cells)


def _error_cells(row: Row, beside: bool, several: bool) -> tuple[str, ...]:
    """The key's mentions, or the response's if the key has none; of a span the response's, beside the key's."""
    places, company = row["key_mentions"] or row["response_mentions"], row["with"]
    if row["kind"] == "span":
        places, company = row["response_mentions"][:1], row["key_mentions"][0]
    text = shortened(" | ".join(place["text"] or "?" for place in places), 40)
    others = [shortened(company["text"] or "?", 24) if company else UNDEFINED] if beside else []
    where = [_where(place) for place in places]
    spans = shortened(", ".join(span for _, span in where), 16)
    return (text, *others, where[0][0], spans, *([", ".join(row["also"])] if several else []))


def _counts(explanation: Explanation) -> Sheet:
    """How many errors of each kind all systems make, and each of them makes alone."""
    names = [system.name for system in explanation.systems]
    makers = Counter((str(kind), systems) for (kind, *_), systems in explanation.makers.items())
    rows = []
    for kind in explanation.options.kinds:
        counts = (system.errors.counts[kind] for system in explanation.systems)
        rows.append((kind, *counts, *(makers[kind, each] for each in (tuple(names), *((name,) for name in names)))))
    return sheet("Errors by type", ("Type", *names, "all make", *(f"only {name}" for name in names)), rows)


# Repairs: the scores as they are, and if each kind of error were repaired.


def _repair_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    for metric in (each.name for each in explanation.result.metrics):
        scored = [("", "nothing", system.system.scores)]
        for repair in system.repairs:
            if repair.kind in explanation.options.kinds:
                scored += [(repair.kind, "alone", repair.alone), (repair.kind, "cumulative", repair.cumulative)]
        for kind, repaired, scores in scored:
            if metric in scores:
                yield {"kind": kind, "repaired": repaired, "metric": metric, **_values(scores[metric], QUOTIENTS)}


def _repair_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    metric = _main_metric(explanation)
    score = defined(system.system.scores[metric.name])
    rows: list[Sequence[Value]] = [("as it is", "", score, score)]
    for repair in system.repairs:
        if repair.kind in explanation.options.kinds and metric.name in repair.alone:
            scores = (repair.alone[metric.name], repair.cumulative[metric.name])
            rows.append((repair.kind, system.errors.counts[repair.kind], *map(defined, scores)))
    title = f"Errors by type, and {metric.title} F1 if they were repaired"
    yield sheet(title, ("Type", "Errors", "fixed alone", "cumulative"), rows)


# Gaps: of each metric what is missing of recall and precision, by which rule it is shared out, and what is left over.


def _gap_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    for metric, costs in system.attributions.items():
        sides = {"recall": costs.recall, "precision": costs.precision}
        totals = {f"{field}_cost": float(side.cost.sum()) for field, side in sides.items()}
        left = {f"{field}_unattributed": side.unattributed for field, side in sides.items()}
        yield {"metric": metric, "rule": costs.rule.name, **totals, **left}


def _gap_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    rows, titles = [], {metric.name: metric.title for metric in explanation.result.metrics}
    for row in _gap_rows(explanation, system, top):
        score = system.system.scores[row["metric"]]
        numbers = (defined(score, "recall"), defined(score, "precision"), row["recall_cost"], row["precision_cost"])
        undefined = row["recall_unattributed"] + row["precision_unattributed"]
        rows.append(
            (titles[row["metric"]], *numbers, row["rule"] + (" (a quotient is undefined)" if undefined else ""))
        )
    columns = ("Metric", "Recall", "Precision", "Recall lost", "Precision lost", "Attribution")
    yield sheet("What is missing", columns, rows)


# Costs: the mentions and entities that cost most, by metric, for recall and for precision.


def _cost_rows(explanation: Explanation, system: SystemErrors, top: int, most: int | None = None) -> Iterator[Row]:
    for metric in list(system.attributions)[:most]:
        for side, of, what, costs in system.highest_costs(metric, top):
            for cost in costs:
                groups = _groups(system, side, cost.row) if what == "mention" else dict.fromkeys(FEATURES, "")
                start = {"metric": metric, "of": of, "what": what, "side": side}
                yield {**start, **_values(cost, ("cost", "mentions")), **_values(cost.location, PLACE), **groups}


def _groups(system: SystemErrors, side: str, row: int) -> Row:
    """The groups of a mention in the breakdowns, so that each group can be followed to its mentions."""
    groups = {feature.name: feature.labels[int(getattr(feature, side)[row])] for feature in system.features}
    return {name: groups.get(name.replace("_", " "), "") for name in FEATURES}


def _cost_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    """Of one metric; JSON and CSV have all."""
    costs = _cost_rows(explanation, system, top, most=1)
    for (metric, side, of, what), rows in groupby(costs, key=itemgetter("metric", "side", "of", "what")):
        sizes, plural = (("Mentions",), "entities") if what == "entity" else ((), "mentions")
        cells = [
            (shortened(row["text"], 40) or "?", *_where(row), *([row["mentions"]] if sizes else []), row["cost"])
            for row in rows
        ]
        columns = ("Text", "Document", "Span", *sizes, "Points")
        yield sheet(f"{side} {plural} that cost most {metric} {of}, in points", columns, cells)


# Breakdowns: recall and precision of groups of mentions, and what each group costs of the whole.


def _breakdown_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    for metric in system.attributions:
        for feature, groups in system.breakdowns(metric):
            for group in groups:
                yield {"metric": metric, "feature": feature.name, "group": group.label, **_values(group, GROUP)}


def _breakdown_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    for name in list(system.attributions)[:1]:
        for feature, groups in system.breakdowns(name):
            cut = ""
            if feature.name == "document" and len(groups) > top:
                groups = sorted(groups, key=lambda group: -group.recall_cost - group.precision_cost)[:top]
                cut = f", the {top} that cost most"
            rows = [(shortened(group.label, 40), *_values(group, GROUP).values()) for group in groups]
            columns = (feature.name, "Key", "Response", "Recall", "Precision", "F1", "R lost", "P lost")
            yield sheet(f"{name} by {feature.name} ({feature.meaning}){cut}", columns, rows)


# Links: recall and precision of all links by the types of their ends.


def _link_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    for each in system.links:
        one, two = each.types
        yield {"one": one, "two": two, **_values(each, (*QUOTIENTS, *LINK_COUNTS))}


def _link_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    rows = [("–".join(each.types), *_values(each, (*QUOTIENTS, *LINK_COUNTS)).values()) for each in system.links]
    columns = ("Links", "Recall", "Precision", "F1", "Both", "Key", "Response")
    yield sheet("Links by the types of their ends", columns, rows)


# Anaphora: every error of a set, of bridging, or of a markable that refers to nothing.


def _anaphora_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    for error in system.anaphora:
        first, last = (error.mention.start, error.mention.end - 1) if error.mention is not None else (None, None)
        start = {"what": error.what, "kind": error.kind, "document": error.document, "first": first, "last": last}
        yield {**start, **_values(error, ("text", "key", "response"))}


def _anaphora_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    for what in dict.fromkeys(error.what for error in system.anaphora):
        errors = [row for row in _anaphora_rows(explanation, system, top) if row["what"] == what]
        counts = Counter(row["kind"] for row in errors)
        rows = []
        for row in errors[:top]:
            texts = (shortened(row[name] or UNDEFINED, 30) for name in ("text", "key", "response"))
            rows.append((row["kind"], *texts, _where(row)[0]))
        listed = ", ".join(f"{number:,} {kind}" for kind, number in counts.items())
        yield sheet(f"{what}: {listed}", ("Error", "Text", "Key", "Response", "Document"), rows)


# Differences: what a system gains over the first, by document and by key entity, most important first.


def _difference_rows(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Row]:
    first, names = explanation.systems[0], system.evidence.key.names
    for gain in explanation.gains(system) if system is not first else ():
        start, nowhere = {"over": first.name, "metric": gain.metric}, {"document": "", "entity": "", "text": ""}
        yield {**start, "what": "all", "gain": gain.total, **nowhere}
        for number, value in _largest(gain.by_document, top):
            yield {**start, "what": "document", "gain": value, **nowhere, "document": names[number]}
        for number, value in _largest(gain.by_entity, top):
            yield {**start, "what": "entity", "gain": value, **_entity(system, number)}


def _largest(values: np.ndarray, top: int) -> Iterator[tuple[int, float]]:
    order = np.argsort(-np.abs(np.round(values, 12)), kind="stable")[:top]
    return ((number, float(values[number])) for number in order.tolist() if abs(values[number]) > 1e-12)


def _entity(system: SystemErrors, number: int) -> Row:
    """A key entity by its first mention; after the last one come mentions that are in no key entity."""
    key = system.errors.info.key
    if number == key.entity_count:
        return {"document": "", "entity": "", "text": "mentions that are not in the key"}
    first = system.location("key", int(np.flatnonzero(key.entity == number)[0]))
    return _values(first, ("document", "entity", "text"))


def _difference_tables(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    metric = _main_metric(explanation)
    rows = []
    for row in _difference_rows(explanation, system, top):
        if row["metric"] == metric.name:
            document, _ = _where({**row, "first": None, "last": None})
            what = f"{row['what']} {row['entity']}".strip()
            rows.append((what, document, shortened(row["text"], 40), points(row["gain"])))
    title = f"{metric.title} F1 that {system.name} gains over {explanation.systems[0].name}, in points"
    yield sheet(title, ("What", "Document", "Text", "Points"), rows)


# The rows and the tables of each part.
PARTS: Mapping[str, tuple[Callable[..., Iterator[Row]], Callable[..., Iterator[Sheet]]]] = {
    "errors": (_error_rows, _error_tables),
    "repairs": (_repair_rows, _repair_tables),
    "gaps": (_gap_rows, _gap_tables),
    "costs": (_cost_rows, _cost_tables),
    "breakdowns": (_breakdown_rows, _breakdown_tables),
    "links": (_link_rows, _link_tables),
    "anaphora": (_anaphora_rows, _anaphora_tables),
    "differences": (_difference_rows, _difference_tables),
}
