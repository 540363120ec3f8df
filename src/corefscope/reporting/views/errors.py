"""What systems did wrong: each part as rows of plain values, for JSON and CSV, and as a few tables of each system.

Numbers are fractions of 1. Every row about something in a text says where it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any

import numpy as np

from corefscope.analysis.attribution import can_attribute
from corefscope.analysis.errors import KINDS, Error
from corefscope.analysis.explanation import COMPANY, Explanation, SystemErrors, largest
from corefscope.analysis.groups import TYPE_ORDER
from corefscope.basics.escaping import cut, visible
from corefscope.formats.document_names import literal
from corefscope.metrics.base import Metric
from corefscope.problems import SettingsError, UnknownName
from corefscope.reporting.report import (
    UNDEFINED,
    Records,
    Report,
    Sheet,
    Value,
    View,
    attributes,
    paragraph,
    points,
    records,
    sheet,
)
from corefscope.reporting.views.scores import defined, headline
from corefscope.scoring.saved import as_object as result_object
from corefscope.scoring.saved import header

Row = dict[str, Any]
PLACE = ("document", "first", "last", "text", "type", "entity", "sentence", "file", "line")
ERROR_FEATURES = ("entity_size", "singleton", "distance", "position", "nesting")
QUOTIENTS = ("recall", "precision", "f1")
ERROR_GROUP = ("key_mentions", "response_mentions", *QUOTIENTS, "recall_cost", "precision_cost")
LINK_COUNTS = ("both", "key", "response")
COLUMNS: Mapping[str, tuple[str, ...]] = {  # of CSV, after the system
    "errors": ("kind", "document", "key_mentions", "key_text", "response_mentions", "response_text", "with", "also"),
    "repairs": ("kind", "repaired", "metric", *QUOTIENTS),
    "gaps": ("metric", "rule", "recall_cost", "precision_cost", "recall_unattributed", "precision_unattributed"),
    "costs": ("metric", "of", "what", "side", "cost", "mentions", *PLACE, *ERROR_FEATURES),
    "breakdowns": ("metric", "feature", "group", *ERROR_GROUP),
    "links": ("one", "two", *QUOTIENTS, *LINK_COUNTS),
    "anaphora": ("what", "kind", "document", "first", "last", "text", "key", "response"),
    "differences": ("over", "metric", "what", "gain", "document", "entity", "text"),
}
ALL = "all"
TEXTS = ("text", "key_text", "response_text", "with")
# The parts of the default output; the others are printed on request.
FIRST = ("repairs", "errors", "anaphora", "gaps", "costs", "links", "differences")
# The title of the column next to an error: the mentions it is wrongly joined with, or should be joined with.
WITH = {"span": "Should be", **{kind: {"response": "Is with", "key": "Belongs to"}[COMPANY[kind]] for kind in COMPANY}}


def view(explanation: Explanation) -> View:
    """Return the requested parts; by default an overview for people, everything for JSON, and one table for CSV."""
    return View(
        lambda: report(explanation, _parts(explanation, FIRST)),
        data=lambda: _data(explanation, _parts(explanation, [ALL])),
        records=lambda: _records(explanation, _parts(explanation, ["errors"])),
    )


def check_parts(parts: Sequence[str]) -> None:
    for part in parts:
        if part not in (*PARTS, ALL):
            raise UnknownName("part", part, (*PARTS, ALL))


def _parts(explanation: Explanation, default: Sequence[str]) -> Sequence[str]:
    parts = default if explanation.parts is None else explanation.parts
    check_parts(parts)
    return list(PARTS) if ALL in parts else list(dict.fromkeys(parts))


def report(explanation: Explanation, parts: Sequence[str]) -> Report:
    result, several = explanation.scored, len(explanation.systems) > 1
    tables: list[Sheet] = []
    for part in parts:
        tables += [_counts(explanation)] if part == "errors" and several else []
        for system in explanation.systems:
            name = f": {visible(system.name)}" if several and part != "differences" else ""
            for table in PARTS[part][1](explanation, system):
                tables += [replace(table, title=table.title + name)] if table.rows else []
    evidence, info = explanation.systems[0].evidence, explanation.systems[0].errors.info
    without = [each.name for each in result.metrics if not (each.is_mean or can_attribute(evidence, each))]
    rules = ", ".join(f"{rule} {count:,}" for rule, count in info.rules.items())
    notes = [f"no cost of single mentions under {', '.join(without)}"] if without else []
    notes += [f"types by rule: {rules or 'none, since mentions have no words'} (language {info.language.name})"]
    return Report(headline(result), tables, [paragraph(notes)], result.signature, result.warnings, "Errors")


def _data(explanation: Explanation, parts: Sequence[str]) -> Row:
    """Scores and sides as `score -o json` has them, then the parts."""
    result, language = result_object(explanation.scored), asdict(explanation.options.language)
    return {
        **header(result["signature"]),
        "language": {
            name: " ".join(sorted(value)) if isinstance(value, frozenset) else value for name, value in language.items()
        },
        "types": {system.name: dict(system.errors.info.rules) for system in explanation.systems},
        "counts": {system.name: system.errors.counts for system in explanation.systems},
        "key": result["key"],
        "systems": result["systems"],
        **{part: list(_rows(explanation, part)) for part in parts},
    }


def _records(explanation: Explanation, parts: Sequence[str]) -> Records:
    """A row per error, repair, cost …; several mentions of one row are separated by ` | `."""
    if len(parts) != 1:
        raise SettingsError("several-tables", "a csv holds one table", hint="give one --show, such as --show errors")
    return records(("system", *COLUMNS[parts[0]]), map(_flat, _rows(explanation, parts[0])))


def _rows(explanation: Explanation, part: str) -> Iterator[Row]:
    return ({"system": system.name, **row} for system in explanation for row in PARTS[part][0](explanation, system))


def _flat(row: Row) -> Row:
    flat = {name: " | ".join(value) if name == "also" else value for name, value in row.items()}
    if "with" in row:  # an error, whose mentions are lists of places
        flat["with"] = row["with"]["text"] if row["with"] else ""
        for side in ("key", "response"):
            places = row[f"{side}_mentions"]
            spans = (each["text"] if each["first"] is None else f"{each['first']}-{each['last']}" for each in places)
            flat[f"{side}_mentions"] = " | ".join(spans)
            flat[f"{side}_text"] = " | ".join(each["text"] for each in places)
    # Words are for people; names stay exact, so that rows can be joined.
    return {name: visible(value) if name in TEXTS and value else value for name, value in flat.items()}


def _document(row: Row) -> str:
    """The document of a row, without the brackets and zeros of CoNLL."""
    name, part = literal(row["document"]) if row["document"] else ("", "")
    return f"{name}, part {part}" if part else name


def _span(row: Row) -> str:
    first, last = row["first"], row["last"]
    return "" if first is None else str(first) if first == last else f"{first}–{last}"


def _main_metric(explanation: Explanation) -> Metric:
    """The metric whose F1 the tables show: the mean if one was asked for, else the first."""
    metrics = explanation.result.metrics
    return next((metric for metric in metrics if metric.is_mean), metrics[0])


# Errors: every one, in the order of the text, and which other systems make it too.


def _error_rows(explanation: Explanation, system: SystemErrors, errors: Sequence[Error] | None = None) -> Iterator[Row]:
    for error in system.listed if errors is None else errors:
        company = system.company(error)
        makers = explanation.makers[system.identity(error)] if len(explanation.systems) > 1 else ()
        places = {
            f"{side}_mentions": [attributes(system.location(side, row), PLACE) for row in rows]
            for side, rows in (("key", error.key_mentions), ("response", error.response_mentions))
        }
        start = {"kind": error.kind, "document": system.evidence.key.names[error.document], **places}
        also = [name for name in makers if name != system.name]
        yield {**start, "with": None if company is None else attributes(company, PLACE), "also": also}


def _error_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    by_type, several = system.mention_types(), len(explanation.systems) > 1
    types = [name for name in TYPE_ORDER if any(counts[name] for counts in by_type.values())]
    rows = [(kind, *(counts[name] for name in types)) for kind, counts in by_type.items() if any(counts.values())]
    yield sheet("Mentions in errors, by type", ("Error", *types), rows)
    for kind in explanation.options.kinds:
        errors = _error_rows(explanation, system, _examples(explanation, system, kind))
        columns = ("Text", *([WITH[kind]] if kind in WITH else []), "Document", "Span", *(["Also by"] * several))
        cells = [(*_error_cells(row), *([", ".join(row["also"])] * several)) for row in errors]
        yield sheet(f"{kind}: {system.errors.counts[kind]:,}, {KINDS[kind]}", columns, cells)


def _examples(explanation: Explanation, system: SystemErrors, kind: str) -> list[Error]:
    """Return the most expensive errors of a kind under the first metric with costs, from different documents."""
    errors, by_document = system.errors.of(kind), Counter[int]()
    for costs in list(system.attributions.values())[:1]:
        sides = costs.recall.cost, costs.precision.cost
        cost = {each: sum(side[[*rows]].sum() for side, rows in zip(sides, each[2:4], strict=True)) for each in errors}
        errors = sorted(errors, key=lambda each: -cost[each])
    turns: dict[int, list[Error]] = defaultdict(list)  # by how many errors of the same document come before
    for each in errors:
        turns[by_document[each.document]].append(each)
        by_document[each.document] += 1
    return list(islice(chain.from_iterable(turns.values()), explanation.top))


def _error_cells(row: Row) -> Iterator[str]:
    """The key's mentions, or the response's if the key has none; of a span the response's, beside the key's."""
    places, company = row["key_mentions"] or row["response_mentions"], row["with"]
    if row["kind"] == "span":
        places, company = row["response_mentions"][:1], row["key_mentions"][0]
    yield cut(" | ".join(place["text"] or "?" for place in places), 40)
    if row["kind"] in WITH:
        yield cut(company["text"] or "?", 24) if company else UNDEFINED
    yield _document(places[0])
    yield cut(", ".join(map(_span, places)), 16)


def _counts(explanation: Explanation) -> Sheet:
    """Count the errors of each kind that all systems make, and those that only one makes."""
    names = [system.name for system in explanation.systems]
    makers = Counter((str(kind), systems) for (kind, *_), systems in explanation.makers.items())
    rows = []
    for kind in explanation.options.kinds:
        counts = (system.errors.counts[kind] for system in explanation.systems)
        rows.append((kind, *counts, makers[kind, tuple(names)], *(makers[kind, (name,)] for name in names)))
    return sheet("Errors by type", ("Type", *names, "all make", *(f"only {name}" for name in names)), rows)


# Repairs: the scores as they are, and if each kind of error were repaired.


def _repair_rows(explanation: Explanation, system: SystemErrors) -> Iterator[Row]:
    repairs = [("", "nothing", system.system.scores)]
    for each in system.repairs:
        repairs += [(each.kind, "alone", each.alone), (each.kind, "cumulative", each.cumulative)]
    for metric in (each.name for each in explanation.result.metrics):
        for kind, repaired, scores in repairs:
            if metric in scores and (not kind or kind in explanation.options.kinds):
                yield {"kind": kind, "repaired": repaired, "metric": metric, **attributes(scores[metric], QUOTIENTS)}


def _repair_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    metric = _main_metric(explanation)
    score = defined(system.system.scores[metric.name])
    rows: list[Sequence[Value]] = [("as it is", "", score, score)]
    for each in system.repairs:
        if metric.name in each.alone and each.kind in explanation.options.kinds:
            scores = (defined(side[metric.name]) for side in (each.alone, each.cumulative))
            rows.append((each.kind, system.errors.counts[each.kind], *scores))
    title = f"Errors by type, and {metric.title} F1 if they were repaired"
    yield sheet(title, ("Type", "Errors", "fixed alone", "cumulative"), rows)


# Gaps: the missing recall and precision of each metric, the rule that attributes it, and the unattributed rest.


def _gap_rows(explanation: Explanation, system: SystemErrors) -> Iterator[Row]:
    for metric, costs in system.attributions.items():
        sides = {"recall": costs.recall, "precision": costs.precision}
        totals = {f"{field}_cost": float(side.cost.sum()) for field, side in sides.items()}
        left = {f"{field}_unattributed": side.unattributed for field, side in sides.items()}
        yield {"metric": metric, "rule": costs.rule, **totals, **left}


def _gap_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    rows, titles = [], {metric.name: metric.title for metric in explanation.result.metrics}
    for row in _gap_rows(explanation, system):
        score = system.system.scores[row["metric"]]
        numbers = (defined(score, "recall"), defined(score, "precision"), row["recall_cost"], row["precision_cost"])
        undefined = " (a quotient is undefined)" if row["recall_unattributed"] + row["precision_unattributed"] else ""
        rows.append((titles[row["metric"]], *numbers, row["rule"] + undefined))
    columns = ("Metric", "Recall", "Precision", "Recall lost", "Precision lost", "Attribution")
    yield sheet("What is missing", columns, rows)


# Costs: the mentions and entities that cost most, by metric, for recall and for precision.


def _cost_rows(explanation: Explanation, system: SystemErrors, most: int | None = None) -> Iterator[Row]:
    for metric in list(system.attributions)[:most]:
        for side, of, what, costs in system.highest_costs(metric, explanation.top):
            start = {"metric": metric, "of": of, "what": what, "side": side}
            for first, mentions, cost in costs:
                place = attributes(system.location(side, first), PLACE)
                row = {**start, "cost": cost, "mentions": mentions, **place}
                # The groups of a mention in the breakdowns, so that each group can be followed to its mentions.
                of_mention = system.features if what == "mention" else ()
                groups = {each.name: each.labels[int(getattr(each, side)[first])] for each in of_mention}
                yield {**row, **{name: groups.get(name.replace("_", " "), "") for name in ERROR_FEATURES}}


def _cost_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    """Of one metric; JSON and CSV have all."""
    costs = _cost_rows(explanation, system, most=1)
    for (metric, side, of, what), rows in groupby(costs, key=itemgetter("metric", "side", "of", "what")):
        is_entity = what == "entity"
        cells = [
            (cut(row["text"], 40) or "?", _document(row), _span(row), *[row["mentions"]] * is_entity, row["cost"])
            for row in rows
        ]
        columns = ("Text", "Document", "Span", *["Mentions"] * is_entity, "Points")
        plural = "entities" if is_entity else "mentions"
        yield sheet(f"{side} {plural} that cost most {metric} {of}, in points", columns, cells)


# Breakdowns: recall and precision of groups of mentions, and what each group costs of the whole.


def _breakdown_rows(explanation: Explanation, system: SystemErrors) -> Iterator[Row]:
    for metric in system.attributions:
        for feature, groups in system.breakdowns(metric):
            for group in groups:
                about = {"metric": metric, "feature": feature.name, "group": group.label}
                yield {**about, **attributes(group, ERROR_GROUP)}


def _breakdown_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    for name in list(system.attributions)[:1]:
        for feature, groups in system.breakdowns(name):
            title = f"{name} by {feature.name} ({feature.meaning})"
            if feature.name == "document" and len(groups) > explanation.top:
                groups = sorted(groups, key=lambda group: -group.recall_cost - group.precision_cost)[: explanation.top]
                title += f", the {explanation.top} that cost most"
            rows = [(cut(group.label, 40), *attributes(group, ERROR_GROUP).values()) for group in groups]
            yield sheet(title, (feature.name, "Key", "Response", "Recall", "Precision", "F1", "R lost", "P lost"), rows)


# Links: recall and precision of all links by the types of their ends.


def _link_rows(explanation: Explanation, system: SystemErrors) -> Iterator[Row]:
    for each in system.links:
        one, two = each.types
        yield {"one": one, "two": two, **attributes(each, (*QUOTIENTS, *LINK_COUNTS))}


def _link_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    rows = [
        (f"{one}–{two}", *numbers) for one, two, *numbers in (row.values() for row in _link_rows(explanation, system))
    ]
    columns = ("Links", "Recall", "Precision", "F1", "Both", "Key", "Response")
    yield sheet("Links by the types of their ends", columns, rows)


# Anaphora: every error of a set, of bridging, or of a markable that refers to nothing.


def _anaphora_rows(explanation: Explanation, system: SystemErrors) -> Iterator[Row]:
    for error in system.anaphora:
        first, last = (None, None) if error.mention is None else (error.mention.start, error.mention.end - 1)
        place = {"document": error.document, "first": first, "last": last}
        yield {"what": error.what, "kind": error.kind, **place, **attributes(error, ("text", "key", "response"))}


def _anaphora_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    rows = list(_anaphora_rows(explanation, system))
    for what in dict.fromkeys(row["what"] for row in rows):
        errors = [row for row in rows if row["what"] == what]
        counts = Counter(row["kind"] for row in errors)
        cells = []
        for row in errors[: explanation.top]:
            texts = (cut(row[name] or UNDEFINED, 30) for name in ("text", "key", "response"))
            cells.append((row["kind"], *texts, _document(row)))
        title = f"{what}: {', '.join(f'{number:,} {kind}' for kind, number in counts.items())}"
        yield sheet(title, ("Error", "Text", "Key", "Response", "Document"), cells)


# Differences: what a system gains over the first, by document and by key entity, most important first.


def _difference_rows(explanation: Explanation, system: SystemErrors) -> Iterator[Row]:
    first, names = explanation.systems[0], system.evidence.key.names
    for gain in explanation.gains(system) if system is not first else ():
        start, nowhere = {"over": first.name, "metric": gain.metric}, {"document": "", "entity": "", "text": ""}
        yield {**start, "what": "all", "gain": gain.total, **nowhere}
        for number, value in largest(gain.by_document, explanation.top):
            yield {**start, "what": "document", "gain": value, **nowhere, "document": names[number]}
        for number, value in largest(gain.by_entity, explanation.top):
            yield {**start, "what": "entity", "gain": value, **_entity(system, number)}


def _entity(system: SystemErrors, number: int) -> Row:
    """A key entity by its first mention; after the last one come mentions that are in no key entity."""
    key = system.errors.info.key
    if number == key.entity_count:
        return {"document": "", "entity": "", "text": "mentions that are not in the key"}
    first = system.location("key", int(np.flatnonzero(key.entity == number)[0]))
    return attributes(first, ("document", "entity", "text"))


def _difference_tables(explanation: Explanation, system: SystemErrors) -> Iterator[Sheet]:
    metric = _main_metric(explanation)
    rows = [
        (f"{row['what']} {row['entity']}".strip(), _document(row), cut(row["text"], 40), points(row["gain"]))
        for row in _difference_rows(explanation, system)
        if row["metric"] == metric.name
    ]
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
