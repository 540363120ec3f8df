"""What corpora hold: a column per corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefscope.alignment.attributes.heads import HEAD_RULES
from corefscope.alignment.attributes.types import TYPE_RULES
from corefscope.analysis.description import Description, Statistics
from corefscope.reporting.report import UNDEFINED, Entry, Report, View, count, paragraph, percent, sheet

UNITS = ("tokens", "characters")
LAYOUT = ("nested", "crossing", "discontinuous", "zeros")
ANAPHORA = {
    "split_antecedents": "entities of split antecedents",
    "bridging": "bridging pairs",
    "nonreferring": "mentions that refer to nothing",
    "deixis_mentions": "deixis: mentions",
    "deixis_entities": "deixis: entities",
}
Best = Mapping[str, Mapping[str, float]]


def view(found: Statistics) -> View:
    """Descriptions of corpora by name, and the best scores that each can reach, if they are known."""
    return View(lambda: report(found.corpora, found.best), data=lambda: _data(found.corpora, found.best))


def _data(found: Mapping[str, Description], best: Best) -> dict[str, Any]:
    return {name: {**each.as_object(), **({"best": best[name]} if best else {})} for name, each in found.items()}


def report(found: Mapping[str, Description], best: Best) -> Report:
    """Counts, shares, distances and best scores; then the rules that gave types and heads."""
    corpora = list(found.values())
    rows: list[Sequence[Entry | str]] = []

    def add(field: str, title: str = "") -> None:
        rows.append((title or field, *(_shown(getattr(each, field)) for each in corpora)))

    add("documents")
    counted = [
        unit
        for unit in UNITS
        if any(getattr(each, field) is not None for each in corpora for field in (unit, f"distance_{unit}"))
    ] or UNITS[:1]
    for field in (*counted, "mentions", "entities"):
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
    for unit in ("mentions", *counted):
        add(f"distance_{unit}", f"median distance, in {unit}")
    for metric in dict.fromkeys(name for scores in best.values() for name in scores):
        rows.append((f"best {metric} F1", *(percent(best[name][metric]) for name in found)))
    return Report("", (sheet("", ("", *found), rows),), tuple(_rules(found)), title="Statistics")


def _rules(found: Mapping[str, Description]) -> Iterator[str]:
    for title, rules, field in (("types", TYPE_RULES, "type_rules"), ("heads", HEAD_RULES, "head_rules")):
        used = dict.fromkeys(rule for description in found.values() for rule in getattr(description, field))
        lines = [f"{title} by rule"]
        for rule in used:
            counts = ", ".join(f"{getattr(description, field).get(rule, 0):,}" for description in found.values())
            lines.append(f"  {rule}: {counts} ({rules[rule.partition(' (')[0]]})")
        yield from [paragraph(lines)] if used else []


def _share(number: int, total: int) -> Entry:
    return Entry(f"{number:,} ({100 * number / total:.1f} %)" if total else "0", number)


def _shown(value: Any) -> Entry:
    if value is None:
        return Entry(UNDEFINED)
    return count(value) if isinstance(value, int) else Entry(f"{value:g}", value)
