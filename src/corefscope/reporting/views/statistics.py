"""What corpora hold: a column per corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from corefscope.alignment.attributes.heads import HEAD_RULES
from corefscope.alignment.attributes.types import TYPE_RULES
from corefscope.analysis.description import Description
from corefscope.reporting.report import UNDEFINED, Entry, Report, View, count, paragraph, percent, sheet

UNITS = ("tokens", "characters")
LAYOUT = ("nested", "crossing", "discontinuous", "zeros")


Best = Mapping[str, Mapping[str, float]]


def view(found: Mapping[str, Description], best: Best) -> View:
    """Descriptions of corpora by name, and the best scores that each can reach, if they are known."""
    return View(lambda: report(found, best), data=lambda: _data(found, best))


def _data(found: Mapping[str, Description], best: Best) -> dict[str, Any]:
    return {name: {**each.as_object(), **({"best": best[name]} if best else {})} for name, each in found.items()}


def report(found: Mapping[str, Description], best: Best) -> Report:
    """Counts, shares, distances and best scores; then the rules that gave types and heads."""
    rows: list[Sequence[Entry | str]] = []

    def add(title: str, value: Callable[[Description], Any]) -> None:
        rows.append((title, *(_shown(value(description)) for description in found.values())))

    add("documents", _attribute("documents"))
    counted = [unit for unit in UNITS if any(_counts(each, unit) for each in found.values())] or UNITS[:1]
    for name in (*counted, "mentions", "entities"):
        add(name, _attribute(name))
    for size in next(iter(found.values())).sizes:
        add(f"  of {size} mention{'s' * (size != '1')}", _share_of_entities(size))
    for kind in dict.fromkeys(kind for description in found.values() for kind in description.types):
        add(f"type {kind}", _share_of_mentions(kind))
    for name in LAYOUT:
        add(name, _attribute(name))
    if any(description.minimum_spans for description in found.values()):
        add("with a minimum span", _attribute("minimum_spans"))
    add("median distance, in mentions", _attribute("distance_mentions"))
    for unit in counted:
        add(f"median distance, in {unit}", _attribute(f"distance_{unit}"))
    for metric in dict.fromkeys(name for scores in best.values() for name in scores):
        rows.append((f"best {metric} F1", *(percent(best[name][metric]) for name in found)))
    return Report("", (sheet("", ("", *found), rows),), tuple(_rules(found)), title="Statistics")


def _counts(description: Description, unit: str) -> bool:
    return any(getattr(description, name) is not None for name in (unit, f"distance_{unit}"))


def _attribute(name: str) -> Callable[[Description], Any]:
    return lambda description: getattr(description, name)


def _share_of_entities(size: str) -> Callable[[Description], Entry]:
    return lambda description: _share(description.sizes[size], description.entities)


def _share_of_mentions(kind: str) -> Callable[[Description], Entry]:
    return lambda description: _share(description.types.get(kind, 0), description.mentions)


def _rules(found: Mapping[str, Description]) -> Iterator[str]:
    for title, rules, field in (("types", TYPE_RULES, "type_rules"), ("heads", HEAD_RULES, "head_rules")):
        used = dict.fromkeys(rule for description in found.values() for rule in getattr(description, field))
        lines = [f"{title} by rule"]
        for rule in used:
            counts = ", ".join(f"{getattr(description, field).get(rule, 0):,}" for description in found.values())
            lines.append(f"  {rule}: {counts} ({rules[rule]})")
        yield from [paragraph(lines)] if used else []


def _share(number: int, total: int) -> Entry:
    return Entry(f"{number:,} ({100 * number / total:.1f} %)" if total else "0", number)


def _shown(value: Any) -> Entry:
    if value is None or isinstance(value, Entry):
        return value or Entry(UNDEFINED)
    return count(value) if isinstance(value, int) else Entry(f"{value:g}", value)
