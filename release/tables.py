"""The reference tables of the docs, from the registries of the code."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from corefscope.basics.options import options_of
from corefscope.challenges.rule import ANSWER_RULES, SETS, Rule
from corefscope.engines import ENGINES
from corefscope.formats.registry import FORMATS
from corefscope.metrics import METRICS
from corefscope.presets import PRESETS
from corefscope.settings import MATCHINGS, OBJECTS, Settings
from corefscope.statistics.plan import CORRECTIONS, TESTS, Plan
from support.import_graph import parts


def table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [[cell.replace("|", "\\|") for cell in row] for row in [columns, *rows]]
    lines.insert(1, ["---"] * len(columns))
    return "".join(f"|{'|'.join(row)}|\n" if row[0] == "---" else f"| {' | '.join(row)} |\n" for row in lines)


def formats() -> str:
    """Return a row for each format except the answers of language models, which have a page."""
    listed = {name: format for name, format in FORMATS.items() if not format.is_answer}
    rows = [[f"`{name}`", format.title, "yes" if format.writer else "–"] for name, format in listed.items()]
    return table(["name", "what it is", "also written"], rows)


def matchings() -> str:
    rows = [
        [f"`{name}`" + " (default)" * (name == Settings().match), each.meaning, each.needs or "–"]
        for name, each in MATCHINGS.items()
    ]
    return table(["`--match`", "two mentions are the same if", "needs"], rows)


def presets() -> str:
    rows, options = [], options_of(Settings)
    for name, preset in PRESETS.items():
        if name.endswith(("-partial", "-exact", "-singletons")):
            continue  # the page describes them in a sentence
        settings = {field: value for field, value in preset.values.items() if value != getattr(Settings(), field)}
        changed = " ".join(f"`{options[field].flag} {value}`" for field, value in settings.items())
        rows.append([f"`{name}`", changed or "the defaults", preset.source])
    return table(["preset", "settings", "source"], rows)


def options(declared: type) -> str:
    """One row for each field: its flag, its name in Python and in files, and its help."""
    rows = [
        ["–" if option.group == OBJECTS else f"`{option.flag}`", f"`{name}`", option.description()]
        for name, option in options_of(declared).items()
    ]
    return table(["option", "in Python, `--config` and signatures", "meaning"], rows)


def tests() -> str:
    rows = [[f"`{name}`", each.meaning, each.needs or "–"] for name, each in TESTS.items()]
    return table(["`--test`", "meaning", "needs"], rows)


def corrections() -> str:
    return table(
        ["`--correction`", "what it controls"], [[f"`{name}`", each.meaning] for name, each in CORRECTIONS.items()]
    )


def engines() -> str:
    rows = [[f"`{name}`", each.meaning, f'`pip install "corefscope[{name}]"`'] for name, each in ENGINES.items()]
    return table(["`--engine`", "for", "needs"], rows)


def parameters() -> str:
    """Return a row for each parameter, with all metrics that have it."""
    metrics: dict[tuple[str, Any, str], list[str]] = {}
    for name in METRICS:
        for parameter, each in METRICS[name].parameters.items():
            metrics.setdefault((parameter, each.default, each.meaning), []).append(f"`{name}`")
    without = [f"`{name}`" for name in METRICS if "beta" not in METRICS[name].parameters]
    rows: dict[tuple[str, str, str], list[str]] = {}  # parameters that differ only in their name share a row
    for (parameter, default, meaning), names in metrics.items():
        value = "–" if default is None else f"{default:g}" if isinstance(default, float) else str(default)
        listed = f"all but {', '.join(without)}" if parameter == "beta" else " ".join(names)
        meaning = re.sub(rf"(type|class) {parameter.upper()}$", r"this \1", meaning)
        rows.setdefault((value, meaning, listed), []).append(f"`{parameter}`")
    return table(
        ["parameter", "default", "meaning", "metrics"], [[" ".join(names), *row] for row, names in rows.items()]
    )


def challenge_sets() -> str:
    return table(["set", "its questions"], [[f"`{name}`", each.meaning] for name, each in SETS.items()])


def challenge_rules() -> str:
    rows = [[f"`{name}`" + " (default)" * (name == Rule().rule), each.meaning] for name, each in ANSWER_RULES.items()]
    return table(["`--rule`", "what represents a name, phrase or pronoun"], rows)


# What stands between `<!-- generated: NAME -->` and `<!-- end -->` in a page.
TABLES = {
    "formats": formats,
    "matchings": matchings,
    "parameters": parameters,
    "presets": presets,
    "settings": lambda: options(Settings),
    "plan": lambda: options(Plan),
    "tests": tests,
    "corrections": corrections,
    "engines": engines,
    "challenge_sets": challenge_sets,
    "challenge_rules": challenge_rules,
    "parts": parts,
}
