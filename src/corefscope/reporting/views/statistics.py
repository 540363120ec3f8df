"""The description of corpora as a table: a column per corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from corefscope.alignment.attributes.heads import HEAD_RULES
from corefscope.alignment.attributes.types import TYPE_RULES
from corefscope.analysis.description import Description
from corefscope.reporting.render import text
from corefscope.reporting.sheet import Sheet

UNITS = ("tokens", "characters")
LAYOUT = ("nested", "crossing", "discontinuous", "zeros")


def lines(found: Mapping[str, Description], best: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Counts, shares, distances and best scores; then the rules that gave types and heads."""
    rows: list[tuple[str, ...]] = []

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
        rows.append((f"best {metric} F1", *(f"{100 * best[name][metric]:.2f}" for name in found)))
    return [*text.lines(Sheet("", ("", *found), tuple(rows))), *_rules(found)]


def _counts(description: Description, unit: str) -> bool:
    return any(getattr(description, name) is not None for name in (unit, f"distance_{unit}"))


def _attribute(name: str) -> Callable[[Description], Any]:
    return lambda description: getattr(description, name)


def _share_of_entities(size: str) -> Callable[[Description], str]:
    return lambda description: _share(description.sizes[size], description.entities)


def _share_of_mentions(kind: str) -> Callable[[Description], str]:
    return lambda description: _share(description.types.get(kind, 0), description.mentions)


def _rules(found: Mapping[str, Description]) -> list[str]:
    out = []
    for title, rules, field in (("types", TYPE_RULES, "type_rules"), ("heads", HEAD_RULES, "head_rules")):
        used = dict.fromkeys(rule for description in found.values() for rule in getattr(description, field))
        if used:
            out += ["", f"{title} by rule"]
        for rule in used:
            counts = ", ".join(f"{getattr(description, field).get(rule, 0):,}" for description in found.values())
            out.append(f"  {rule}: {counts} ({rules[rule]})")
    return out


def _share(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.1f} %)" if total else "0"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)
