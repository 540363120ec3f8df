"""What systems did wrong, as tables for people; each part is a few tables of each system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from corefscope.analysis.attribution import can_attribute
from corefscope.analysis.errors import KINDS, Error
from corefscope.analysis.explanation import Explanation, SystemErrors
from corefscope.analysis.groups import TYPE_ORDER
from corefscope.analysis.mentions import Location
from corefscope.basics.escaping import visible
from corefscope.formats.document_names import literal
from corefscope.metrics.base import Metric
from corefscope.problems import SettingsError, UnknownName
from corefscope.reporting.report import UNDEFINED, Entry, Report, Sheet, View, count, percent, sheet
from corefscope.reporting.views import error_rows
from corefscope.reporting.views.scores import cell, headline

Rows = list[Sequence[Entry | str]]
# What stands beside an error: whom it is with and should not be, or should be with and is not.
WITH = {
    "span": "Should be",
    "conflated": "Is with",
    "extra mention": "Is with",
    "divided": "Belongs to",
    "missing mention": "Belongs to",
}


ALL = ("all",)
# What a first look shows; the rest on demand.
FIRST = ("repairs", "errors", "anaphora", "gaps", "costs", "links", "differences")


def view(explanation: Explanation) -> View:
    """The parts that were asked for; else a first look for people, everything for JSON, and one table for CSV."""
    top = explanation.top
    return View(
        lambda: report(explanation, _parts(explanation, FIRST), top),
        data=lambda: error_rows.as_object(explanation, _parts(explanation, ALL), top),
        records=lambda: error_rows.records(explanation, _only(_parts(explanation, ["errors"])), top),
    )


def check_parts(parts: Sequence[str]) -> None:
    for part in parts:
        if part not in (*error_rows.PARTS, *ALL):
            raise UnknownName("part", part, (*error_rows.PARTS, *ALL))


def _parts(explanation: Explanation, usual: Sequence[str]) -> Sequence[str]:
    asked = usual if explanation.parts is None else explanation.parts
    check_parts(asked)
    return list(error_rows.PARTS) if ALL[0] in asked else list(dict.fromkeys(asked))


def _only(parts: Sequence[str]) -> str:
    if len(parts) != 1:
        raise SettingsError("several-tables", "a csv holds one table", hint="give one --show, such as --show errors")
    return parts[0]


def report(explanation: Explanation, parts: Sequence[str], top: int) -> Report:
    result, several = explanation.scored, len(explanation.systems) > 1
    tables: list[Sheet] = []
    for part in parts:
        tables += [_counts(explanation)] if part == "errors" and several else []
        for system in explanation.systems:
            named = f": {visible(system.name)}" if several and part != "differences" else ""
            found = _TABLES[part](explanation, system, top)
            tables += [replace(each, title=each.title + named) for each in found if each.rows]
    warnings = tuple(map(str, result.warnings))
    return Report(headline(result), tuple(tables), _notes(explanation), result.signature, warnings, "Errors", True)


def _notes(explanation: Explanation) -> tuple[str, ...]:
    """Where types came from, and what the numbers stand on."""
    info = explanation.systems[0].errors.info
    rules = ", ".join(f"{rule} {count:,}" for rule, count in info.rules.items())
    plain = [metric for metric in explanation.result.metrics if not metric.is_mean]
    evidence = explanation.systems[0].evidence
    without = [metric.name for metric in plain if not can_attribute(evidence, metric)]
    notes = [f"what each mention costs under {', '.join(without)} cannot be said"] if without else []
    return (*notes, f"types by rule: {rules or 'none, since mentions have no words'} (language {info.language.name})")


def _shown(metrics: Sequence[Metric]) -> Metric:
    """The metric whose F1 the tables show: the mean if one was asked for, else the first."""
    return next((metric for metric in metrics if metric.is_mean), metrics[0])


def _errors(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    several = len(explanation.systems) > 1
    yield _by_mention_type(explanation, system)
    for kind in explanation.options.kinds:
        columns = ("Text", *((WITH[kind],) if kind in WITH else ()), "Document", "Span")
        rows = [_error(explanation, system, error) for error in system.errors.of(kind)[:top]]
        yield sheet(
            f"{kind}: {system.errors.counts[kind]:,}, {KINDS[kind]}",
            (*columns, *(("Also by",) if several else ())),
            rows,
        )


def _by_mention_type(explanation: Explanation, system: SystemErrors) -> Sheet:
    """How many mentions of each type the errors of each kind are about."""
    counts = system.mention_types()
    types = [name for name in TYPE_ORDER if any(found[name] for found in counts.values())]
    rows = [(kind, *(count(found[name]) for name in types)) for kind, found in counts.items() if any(found.values())]
    return sheet("Mentions in errors, by type", ("Error", *types), rows)


def _error(explanation: Explanation, system: SystemErrors, error: Error) -> tuple[str, ...]:
    places, company = system.mentions(error), system.company(error)
    if error.kind == "span":
        company, places = places[0], places[1:]
    shown = " | ".join(place.text or "?" for place in places)
    beside = (shortened(company.text or "?", 24) if company else UNDEFINED,) if error.kind in WITH else ()
    spans = shortened(", ".join(map(_span, places)), 16)
    others: tuple[str, ...] = ()
    if len(explanation.systems) > 1:
        others = (", ".join(name for name in explanation.makers[system.identity(error)] if name != system.name),)
    return (shortened(shown, 40), *beside, _document(places[0].document), spans, *others)


def shortened(text: str, longest: int) -> str:
    """Shorten a long text to its two ends.

    >>> shortened("the ferry that left the old harbour before dawn", 24)
    'the ferry th…before dawn'
    """
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[: longest - 1 - half]}…{text[len(text) - half :]}"


def _document(name: str) -> str:
    """A document's name without the brackets and zeros of CoNLL."""
    whole, part = literal(name)
    return f"{whole}, part {part}" if part else whole


def _span(place: Location) -> str:
    first, last = place.first, place.last
    return "" if first is None else str(first) if first == last else f"{first}–{last}"


def _counts(explanation: Explanation) -> Sheet:
    """How many errors of each kind all systems make, and each of them makes alone."""
    names = [system.name for system in explanation.systems]
    every, only = Counter[str](), Counter[tuple[str, str]]()
    for (kind, *_), makers in explanation.makers.items():
        if len(makers) == len(names):
            every[str(kind)] += 1
        elif len(makers) == 1:
            only[str(kind), makers[0]] += 1
    rows = []
    for kind in explanation.options.kinds:
        found = [system.errors.counts[kind] for system in explanation.systems]
        rows.append((kind, *(count(each, "") for each in (*found, every[kind], *(only[kind, name] for name in names)))))
    return sheet("Errors by type", ("Type", *names, "all make", *(f"only {name}" for name in names)), rows)


def _repairs(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    metric = _shown(explanation.result.metrics)
    score = system.system.scores[metric.name]
    rows: Rows = [("as it is", "", cell(score), cell(score))]
    for repair in system.repairs:
        if repair.kind in explanation.options.kinds and metric.name in repair.alone:
            scores = (repair.alone[metric.name], repair.cumulative[metric.name])
            rows.append((repair.kind, count(system.errors.counts[repair.kind]), *map(cell, scores)))
    title = f"Errors by type, and {metric.title} F1 if they were repaired"
    yield sheet(title, ("Type", "Errors", "it alone", "with all above"), rows)


def _gaps(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    rows, titles = [], {metric.name: metric.title for metric in explanation.result.metrics}
    for row in error_rows.PARTS["gaps"](explanation, system, top):
        score = system.system.scores[row["metric"]]
        undefined = row["recall_unattributed"] + row["precision_unattributed"]
        note = row["rule"] + (" (a quotient is undefined)" if undefined else "")
        costs = map(percent, (row["recall_cost"], row["precision_cost"]))
        rows.append((titles[row["metric"]], cell(score, "recall"), cell(score, "precision"), *costs, note))
    columns = ("Metric", "Recall", "Precision", "Recall lost", "Precision lost", "Who pays")
    yield sheet("What is missing", columns, rows)


def _costs(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    for name in list(system.attributions)[:1]:  # one metric; JSON and CSV have all
        for side, field, what, listed in system.highest_costs(name, top):
            sizes, plural = (("Mentions",), "entities") if what == "entity" else ((), "mentions")
            rows = []
            for cost in listed:
                place = cost.location
                size = [count(cost.mentions, "")] if sizes else []
                where = (_document(place.document), _span(place))
                rows.append((shortened(place.text, 40) or "?", *where, *size, percent(cost.cost)))
            columns = ("Text", "Document", "Span", *sizes, "Points")
            yield sheet(f"{side} {plural} that cost most {name} {field}, in points", columns, rows)


def _breakdowns(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    for name in list(system.attributions)[:1]:
        for feature, groups in system.breakdowns(name):
            cut = ""
            if feature.name == "document" and len(groups) > top:
                groups = sorted(groups, key=lambda group: -group.recall_cost - group.precision_cost)[:top]
                cut = f", the {top} that cost most"
            rows = []
            for group in groups:
                counts = map(count, (group.key_mentions, group.response_mentions))
                shares = (group.recall, group.precision, group.f1, group.recall_cost, group.precision_cost)
                rows.append((shortened(group.label, 40), *counts, *map(percent, shares)))
            columns = (feature.name, "Key", "Response", "Recall", "Precision", "F1", "R lost", "P lost")
            yield sheet(f"{name} by {feature.name} ({feature.meaning}){cut}", columns, rows)


def _links(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    rows = [
        ("–".join(each.types), *map(percent, (each.recall, each.precision, each.f1)),
         *map(count, (each.both, each.key, each.response)))
        for each in system.links
    ]  # fmt: skip
    yield sheet(
        "Links by the types of their ends", ("Links", "Recall", "Precision", "F1", "Both", "Key", "Response"), rows
    )


def _anaphora(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    for what in dict.fromkeys(error.what for error in system.anaphora):
        found = [error for error in system.anaphora if error.what == what]
        counts = Counter(error.kind for error in found)
        listed = ", ".join(f"{number:,} {kind}" for kind, number in counts.items())
        rows = []
        for error in found[:top]:
            texts = (shortened(each or UNDEFINED, 30) for each in (error.text, error.key, error.response))
            rows.append((error.kind, *texts, _document(error.document)))
        yield sheet(f"{what}: {listed}", ("Error", "Text", "Key", "Response", "Document"), rows)


def _differences(explanation: Explanation, system: SystemErrors, top: int) -> Iterator[Sheet]:
    metric = _shown(explanation.result.metrics)
    rows = []
    for row in error_rows.differences(explanation, system, top):
        if row["metric"] == metric.name:
            what, document = f"{row['what']} {row['entity']}".strip(), row["document"] and _document(row["document"])
            rows.append((what, document, shortened(row["text"], 40), Entry(f"{100 * row['gain']:+.2f}", row["gain"])))
    title = f"{metric.title} F1 that {system.name} gains over {explanation.systems[0].name}, in points"
    yield sheet(title, ("What", "Document", "Text", "Points"), rows)


_TABLES: Mapping[str, Callable[[Explanation, SystemErrors, int], Iterator[Sheet]]] = {
    "errors": _errors,
    "repairs": _repairs,
    "gaps": _gaps,
    "costs": _costs,
    "breakdowns": _breakdowns,
    "links": _links,
    "anaphora": _anaphora,
    "differences": _differences,
}
