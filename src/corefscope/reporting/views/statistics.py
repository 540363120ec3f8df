"""What corpora hold: a column per corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from corefscope.analysis.description import Description, Statistics
from corefscope.reporting.report import UNDEFINED, Entry, Report, View, count, counted, paragraph, percent, sheet
from corefscope.types.heads import HEAD_RULES
from corefscope.types.mention_types import TYPE_RULES

UNITS = ("tokens", "characters")
LAYOUT = ("nested", "crossing", "discontinuous", "zeros")
ANAPHORA = {
    "split_antecedents": "entities of split antecedents",
    "bridging": "bridging pairs",
    "nonreferring": "mentions that refer to nothing",
    "deixis_mentions": "deixis: mentions",
    "deixis_entities": "deixis: entities",
}
RULES = (("type", TYPE_RULES, "type_rules"), ("head", HEAD_RULES, "head_rules"))
Best = Mapping[str, Mapping[str, float]]


def view(found: Statistics) -> View:
    """Descriptions of corpora by name, and the best scores that each can reach, if they are known."""
    return View(
        lambda: report(found.corpora, found.best),
        data=lambda: _data(found.corpora, found.best),
        page=lambda: _page(found.corpora, found.best),
    )


def _data(found: Mapping[str, Description], best: Best) -> dict[str, Any]:
    return {name: {**each.as_object(), **({"best": best[name]} if best else {})} for name, each in found.items()}


def report(found: Mapping[str, Description], best: Best) -> Report:
    """Counts, shares, distances and best scores; then the rules that gave types and heads."""
    corpora = list(found.values())
    rows: list[Sequence[Entry | str]] = []

    def add(field: str, title: str = "") -> None:
        rows.append((title or field, *(_shown(getattr(each, field)) for each in corpora)))

    add("documents")
    units = [
        unit
        for unit in UNITS
        if any(getattr(each, field) is not None for each in corpora for field in (unit, f"distance_{unit}"))
    ] or UNITS[:1]
    for field in (*units, "mentions", "entities"):
        add(field)
    for size in corpora[0].sizes:
        title = f"  of {size} mention{'s' * (size != '1')}"
        rows.append((title, *(_share(each.sizes[size], each.entities) for each in corpora)))
    for kind in dict.fromkeys(kind for each in corpora for kind in each.types):
        rows.append((f"type {kind}", *(_share(each.types.get(kind, 0), each.mentions) for each in corpora)))
    for field in LAYOUT:
        add(field)
    if any(each.minimum_spans for each in corpora):
        add("minimum_spans", "with a minimum span")
    for field, title in ANAPHORA.items():
        if any(getattr(each, field) for each in corpora):
            add(field, title)
    for unit in ("mentions", *units):
        add(f"distance_{unit}", f"median distance, in {unit}")
    for metric in dict.fromkeys(name for scores in best.values() for name in scores):
        rows.append((f"best {metric} F1", *(percent(best[name][metric]) for name in found)))
    return Report("", (sheet("", ("", *found), rows),), tuple(_rules(found)), title="Statistics")


def _page(found: Mapping[str, Description], best: Best) -> Report:
    """The same with a heading, and the rules as tables."""
    total = counted(sum(each.mentions for each in found.values()), "mention")
    tables = []
    for title, rules, field in RULES:
        used = dict.fromkeys(rule for each in found.values() for rule in getattr(each, field))
        rows = [
            (rule, *(count(getattr(each, field).get(rule, 0)) for each in found.values()), _meaning(rules, rule))
            for rule in used
        ]
        columns = ("Rule", *found, "What it looks at")
        tables += [sheet(f"Mentions by the rule that gave their {title}", columns, rows, left=(0, len(columns) - 1))]
    made = report(found, best)
    heading = f"{len(found)} {'corpus' if len(found) == 1 else 'corpora'}, {total}"
    return replace(made, heading=heading, tables=(*made.tables, *(each for each in tables if each.rows)), notes=())


def _meaning(rules: Mapping[str, str], rule: str) -> str:
    return rules[rule.partition(" (")[0]]


def _rules(found: Mapping[str, Description]) -> Iterator[str]:
    for title, rules, field in RULES:
        used = dict.fromkeys(rule for description in found.values() for rule in getattr(description, field))
        lines = [f"{title}s by rule"]
        for rule in used:
            counts = ", ".join(f"{getattr(description, field).get(rule, 0):,}" for description in found.values())
            lines.append(f"  {rule}: {counts} ({_meaning(rules, rule)})")
        yield from [paragraph(lines)] if used else []


def _share(number: int, total: int) -> Entry:
    return Entry(f"{number:,} ({100 * number / total:.1f} %)" if total else "0", number)


def _shown(value: Any) -> Entry:
    if value is None:
        return Entry(UNDEFINED)
    return count(value) if isinstance(value, int) else Entry(f"{value:g}", value)
