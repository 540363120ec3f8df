"""An explanation as tables for people: sheets for a terminal, a pipe or a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from corefscope.analysis.attribution.attribution import has_rule
from corefscope.analysis.links.link_types import ORDER
from corefscope.analysis.mistakes.antecedents import AntecedentErrors
from corefscope.analysis.mistakes.errors import KINDS, Error
from corefscope.analysis.mistakes.explanation import Explanation, SystemErrors
from corefscope.analysis.mistakes.locations import shortened
from corefscope.basics.escaping import visible
from corefscope.formats.document_names import literal
from corefscope.metrics.base import Metric
from corefscope.reporting.render.text import lines
from corefscope.reporting.sheet import UNDEFINED, Sheet, headline, percent
from corefscope.reporting.views import error_rows

Sheets = Iterable[Sheet]


def render(explanation: Explanation, parts: Sequence[str], top: int) -> str:
    out = [headline(explanation.result)]
    for sheet in sheets(explanation, parts, top):
        out += ["", *lines(sheet)]
    return "\n".join([*out, "", *notes(explanation), visible(explanation.result.signature)]) + "\n"


def sheets(explanation: Explanation, parts: Sequence[str], top: int) -> list[Sheet]:
    """The tables of these parts; lists are cut off at `top`."""
    return [sheet for part in parts for sheet in _SHEETS[part](explanation, top) if sheet.rows]


def notes(explanation: Explanation) -> list[str]:
    """Where types came from, and what the numbers stand on."""
    known = explanation.systems[0].errors.info
    rules = ", ".join(f"{rule} {count:,}" for rule, count in known.rules.items())
    without = [metric.name for metric in explanation.result.metrics if not (metric.is_mean or has_rule(metric))]
    said = [f"what each mention costs under {', '.join(without)} cannot be said"] if without else []
    return [*said, f"types by rule: {rules or 'none, since mentions have no words'} (language {known.language.name})"]


def _titled(explanation: Explanation, title: str, system: SystemErrors) -> str:
    return title if len(explanation.systems) == 1 else f"{title}: {system.name}"


def _shown(metrics: Sequence[Metric]) -> Metric:
    """The metric whose F1 the tables show: the mean if one was asked for, else the first."""
    return next((metric for metric in metrics if metric.is_mean), metrics[0])


def _points(value: float | None) -> str:
    return UNDEFINED if value is None else f"{100 * value:.2f}"


# What stands beside an error: whom it is with and should not be, or should be with and is not.
WITH = {
    "span": "Should be",
    "conflated": "Is with",
    "extra mention": "Is with",
    "divided": "Belongs to",
    "missing mention": "Belongs to",
}


def _errors(explanation: Explanation, top: int) -> Sheets:
    several = len(explanation.systems) > 1
    if several:
        yield _counts(explanation)
    for system in explanation.systems:
        yield _by_mention_type(explanation, system)
        for kind in explanation.options.kinds:
            found = [error for error in system.listed if error.kind == kind]
            rows = tuple(_error(explanation, system, error) for error in found[:top])
            columns = ("Text", *((WITH[kind],) if kind in WITH else ()), "Document", "Span")
            title = _titled(explanation, f"{kind}: {len(found):,}, {KINDS[kind]}", system)
            yield Sheet(title, (*columns, *(("Also by",) if several else ())), rows)


def _by_mention_type(explanation: Explanation, system: SystemErrors) -> Sheet:
    """How many mentions of each type the errors of each kind are about."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in explanation.options.kinds}
    for error in system.listed:
        counts[error.kind].update(place.type for place in system.mentions(error)[: 1 if error.kind == "span" else None])
    types = [name for name in ORDER if any(found[name] for found in counts.values())]
    rows = tuple((kind, *(f"{found[name]:,}" for name in types)) for kind, found in counts.items() if found)
    return Sheet(_titled(explanation, "Mentions in errors, by type", system), ("Error", *types), rows)


def _error(explanation: Explanation, system: SystemErrors, error: Error) -> tuple[str, ...]:
    places, company = system.mentions(error), system.company(error)
    if error.kind == "span":
        company, places = places[0], places[1:]
    shown = " | ".join(place.text or "?" for place in places)
    beside = (shortened(company.text or "?", 24) if company else UNDEFINED,) if error.kind in WITH else ()
    spans = shortened(", ".join(_span(place.first, place.last) for place in places), 16)
    also = [name for name in explanation.makers[system.identity(error)] if name != system.name]
    others = (", ".join(also),) if len(explanation.systems) > 1 else ()
    return (shortened(shown, 40), *beside, _document(places[0].document), spans, *others)


def _document(name: str) -> str:
    """A document's name without the brackets and zeros of CoNLL."""
    whole, part = literal(name)
    return f"{whole}, part {part}" if part else whole


def _span(first: int | None, last: int | None) -> str:
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
    rows = tuple(
        (
            kind,
            *(str(system.errors.counts[kind]) for system in explanation.systems),
            str(every[kind]),
            *(str(only[kind, name]) for name in names),
        )
        for kind in explanation.options.kinds
    )
    return Sheet("Errors by type", ("Type", *names, "all make", *(f"only {name}" for name in names)), rows)


def _repairs(explanation: Explanation, top: int) -> Sheets:
    metric = _shown(explanation.result.metrics)
    for system in explanation.systems:
        score = system.system.scores[metric.name]
        rows: list[tuple[str, ...]] = [("as it is", "", percent(score, "f1"), percent(score, "f1"))]
        for repair in system.repairs:
            if repair.kind in explanation.options.kinds and metric.name in repair.alone:
                scores = (repair.alone[metric.name], repair.cumulative[metric.name])
                count = f"{system.errors.counts[repair.kind]:,}"
                rows.append((repair.kind, count, *(percent(each, "f1") for each in scores)))
        title = _titled(explanation, f"Errors by type, and {metric.title} F1 if they were repaired", system)
        yield Sheet(title, ("Type", "Errors", "it alone", "with all above"), tuple(rows))


def _gaps(explanation: Explanation, top: int) -> Sheets:
    for system in explanation.systems:
        rows = []
        for metric in explanation.result.metrics:
            found = system.attributions.get(metric.name)
            if found is not None:
                score = system.system.scores[metric.name]
                left = found.recall.unattributed + found.precision.unattributed
                note = found.rule.name + (" (a quotient is undefined)" if left else "")
                costs = (_points(float(part.cost.sum())) for part in (found.recall, found.precision))
                rows.append((metric.title, percent(score, "recall"), percent(score, "precision"), *costs, note))
        columns = ("Metric", "Recall", "Precision", "Recall lost", "Precision lost", "Who pays")
        yield Sheet(_titled(explanation, "What is missing", system), columns, tuple(rows))


def _costs(explanation: Explanation, top: int) -> Sheets:
    for system in explanation.systems:
        for number, (name, found) in enumerate(system.attributions.items()):
            if number:
                break  # the tables for people show one metric; JSON and CSV all
            for side, field, what, listed in error_rows.of_attribution(system, found, top):
                rows = tuple(
                    (
                        shortened(cost.place.text, 40) or "?",
                        _document(cost.place.document),
                        _span(cost.place.first, cost.place.last),
                        *((str(cost.mentions),) if what == "entity" else ()),
                        f"{100 * cost.cost:.2f}",
                    )
                    for cost in listed
                )
                several = "mentions" if what == "mention" else "entities"
                title = f"{side} {several} that cost most {name} {field}, in points"
                columns = ("Text", "Document", "Span", *(("Mentions",) if what == "entity" else ()), "Points")
                yield Sheet(_titled(explanation, title, system), columns, rows)


def _breakdowns(explanation: Explanation, top: int) -> Sheets:
    for system in explanation.systems:
        for name in list(system.attributions)[:1]:
            for each in system.breakdowns(name):
                groups = each.groups
                cut = ""
                if each.feature.name == "document" and len(groups) > top:
                    groups = tuple(sorted(groups, key=lambda group: -group.recall_cost - group.precision_cost)[:top])
                    cut = f", the {top} that cost most"
                rows = tuple(
                    (
                        shortened(group.label, 40),
                        f"{group.key_mentions:,}",
                        f"{group.response_mentions:,}",
                        *map(_points, (group.recall, group.precision, group.f1)),
                        *map(_points, (group.recall_cost, group.precision_cost)),
                    )
                    for group in groups
                )
                columns = (each.feature.name, "Key", "Response", "Recall", "Precision", "F1", "R lost", "P lost")
                title = f"{name} by {each.feature.name} ({each.feature.meaning}){cut}"
                yield Sheet(_titled(explanation, title, system), columns, rows)


def _links(explanation: Explanation, top: int) -> Sheets:
    for system in explanation.systems:
        rows = tuple(
            (
                "–".join(each.types),
                *map(_points, (each.recall, each.precision, each.f1)),
                *(f"{count:,}" for count in (each.both, each.key, each.response)),
            )
            for each in system.links
        )
        columns = ("Links", "Recall", "Precision", "F1", "Both", "Key", "Response")
        yield Sheet(_titled(explanation, "Links by the types of their ends", system), columns, rows)


def _antecedents(explanation: Explanation, top: int) -> Sheets:
    for system in explanation.systems:
        found = system.antecedents
        kinds: Mapping[str, Mapping[tuple[str, str], int]] = {
            field: AntecedentErrors.by_types(getattr(found, field)) for field in ("recall", "precision")
        }
        pairs = dict.fromkeys(pair for counts in kinds.values() for pair in counts)
        rows = [(f"{one} → {two}", *(str(kinds[field].get((one, two), 0)) for field in kinds)) for one, two in pairs]
        rows.append(("all", str(len(found.recall)), str(len(found.precision))))
        title = "Antecedent errors, anaphor → antecedent"
        columns = ("Types", "Missing", "Wrong" if found.decided else "Wrong (closest)")
        yield Sheet(_titled(explanation, title, system), columns, tuple(rows))


def _confusions(explanation: Explanation, top: int) -> Sheets:
    titles = {"recall": "Words most often left apart", "precision": "Words most often put together wrongly"}
    rows: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for row in error_rows.confused(explanation, top):
        first = row["places"][0][0]
        where = (_document(first["document"]), _span(first["first"], first["last"]))
        shown = (row["anaphor"] or "?", row["antecedent"] or "?", str(row["count"]), *where)
        rows.setdefault((row["system"], row["of"]), []).append(shown)
    for system in explanation.systems:
        for field, title in titles.items():
            columns = ("Head", "of its antecedent", "Times", "First in", "Span")
            yield Sheet(_titled(explanation, title, system), columns, tuple(rows.get((system.name, field), [])))


def _arcs(explanation: Explanation, top: int) -> Sheets:
    for system in explanation.systems:
        rows = []
        for row in error_rows.arcs(explanation, top):
            if row["system"] != system.name or row["of"] == "pronoun":
                continue
            name = f"  {row['group']}" if row["group"] else row["score"].replace("_", " ")
            numbers = map(_points, (row["recall"], row["precision"], row["f1"], row["accuracy"]))
            rows.append(
                (
                    name,
                    *numbers,
                    *("" if row[count] is None else f"{row[count]:,}" for count in ("tp", "wl", "fn", "fp")),
                )
            )
        columns = ("ARCS", "Recall", "Precision", "F1", "Accuracy", "right", "wrong link", "missed", "spurious")
        yield Sheet(_titled(explanation, "What applications look up (ARCS)", system), columns, tuple(rows))


def _differences(explanation: Explanation, top: int) -> Sheets:
    metric = _shown(explanation.result.metrics)
    rows: dict[str, list[tuple[str, ...]]] = {}
    for row in error_rows.differences(explanation, top):
        if row["metric"] == metric.name:
            what = f"{row['what']} {row['entity']}".strip()
            shown = (
                what,
                row["document"] and _document(row["document"]),
                shortened(row["text"], 40),
                f"{100 * row['gain']:+.2f}",
            )
            rows.setdefault(row["system"], []).append(shown)
    for name, found in rows.items():
        title = f"{metric.title} F1 that {name} gains over {explanation.systems[0].name}, in points"
        yield Sheet(title, ("What", "Document", "Text", "Points"), tuple(found))


_SHEETS: Mapping[str, Callable[[Explanation, int], Sheets]] = {
    "errors": _errors,
    "repairs": _repairs,
    "gaps": _gaps,
    "costs": _costs,
    "breakdowns": _breakdowns,
    "links": _links,
    "antecedents": _antecedents,
    "confusions": _confusions,
    "arcs": _arcs,
    "differences": _differences,
}
