"""Texts that are derived from the code: reference tables of the docs, and keyword arguments for type checkers."""

from __future__ import annotations

from corefscope.basics.options import PATH, options_of
from corefscope.challenges.challenge import PLANNED
from corefscope.challenges.rule import ANSWER_RULES, SETS, Rule
from corefscope.engines import ENGINES
from corefscope.formats.registry import FORMATS
from corefscope.presets import DIALECTS, PRESETS
from corefscope.settings import MATCHINGS, OBJECTS, Settings
from corefscope.statistics.plan import CORRECTIONS, TESTS, Plan
from support.import_graph import parts

KEYWORDS = '''"""Keyword arguments of public functions, for type checkers only: the fields of Settings and of Plan.

Written by tests/docs/test_reference.py; no module imports it when the program runs.
"""

from __future__ import annotations

import os
from typing import TypedDict
'''


def keywords() -> str:
    """The module of typed keyword arguments."""
    parts = [KEYWORDS]
    for name, declared in (("SettingsKeywords", Settings), ("PlanKeywords", Plan)):
        lines = [f"\n\nclass {name}(TypedDict, total=False):", f'    """The fields of {declared.__name__}."""\n']
        for field, option in options_of(declared).items():
            kind = str(declared.__annotations__[field])
            lines.append(
                f"    {field}: {kind.replace('str', 'str | os.PathLike[str]') if option.kind == PATH else kind}"
            )
        parts.append("\n".join(lines) + "\n")
    kinds = {name: Rule.__annotations__[name] for name in options_of(Rule)}
    kinds |= {name: Plan.__annotations__[name] for name in PLANNED}
    lines = [
        "\n\nclass ChallengeKeywords(TypedDict, total=False):",
        '    """The fields of Rule, and some of Plan."""\n',
    ]
    parts.append("\n".join([*lines, *(f"    {name}: {kind}" for name, kind in kinds.items())]) + "\n")
    parts.append(
        '\n\nclass ComparisonKeywords(SettingsKeywords, PlanKeywords, total=False):\n    """The fields of both."""\n'
    )
    return "".join(parts)


def table(columns: list[str], rows: list[list[str]]) -> str:
    cells = [columns, ["---"] * len(columns), *[[cell.replace("|", "\\|") for cell in row] for row in rows]]
    return "".join(f"|{'|'.join(row)}|\n" if row[0] == "---" else f"| {' | '.join(row)} |\n" for row in cells)


def formats() -> str:
    titles = {name: format.title.replace("<", "&lt;").replace("[", "\\[") for name, format in FORMATS.items()}
    rows = [[f"`{name}`", titles[name], "yes", "yes" if FORMATS[name].writer else "–"] for name in FORMATS]
    return table(["name", "what it is", "read", "written"], rows)


def matchings() -> str:
    rows = [
        [f"`{name}`" + " (default)" * (name == Settings().match), each.meaning, each.needs or "–"]
        for name, each in MATCHINGS.items()
    ]
    return table(["`--match`", "two mentions are the same if", "needs"], rows)


def presets() -> str:
    shown = ("match", "singletons", "zeros", "repeated", "average", "boundary", "scope", "split", "layer")
    rows = [
        [f"`{name}`", *(getattr(Settings(**preset.values), each) for each in shown), preset.source]
        for name, preset in PRESETS.items()
    ]
    return table(["preset", *shown, "source"], rows)


def dialects() -> str:
    rows = [[f"`--preset {name}`", each.dialect, each.source] for name, each in DIALECTS.items()]
    return table(["dialect", "its rules", "where it is used"], rows)


def options(declared: type) -> str:
    """One row for each field: its flag, its name in Python and in files, and its help."""
    rows = [
        ["–" if option.group == OBJECTS else f"`{option.flag}`", f"`{name}`", option.description()]
        for name, option in options_of(declared).items()
    ]
    return table(["option", "in Python, `--config` and signatures", "what it says"], rows)


def tests() -> str:
    rows = [[f"`{name}`", each.meaning, each.needs or "–"] for name, each in TESTS.items()]
    return table(["`--test`", "what is done", "needs"], rows)


def corrections() -> str:
    return table(
        ["`--correction`", "what it keeps"], [[f"`{name}`", each.meaning] for name, each in CORRECTIONS.items()]
    )


def engines() -> str:
    rows = [[f"`{name}`", each.meaning, f'`pip install "corefscope[{name}]"`'] for name, each in ENGINES.items()]
    return table(["`--engine`", "for", "needs"], rows)


def challenge_sets() -> str:
    return table(["set", "its questions"], [[f"`{name}`", each.meaning] for name, each in SETS.items()])


def challenge_rules() -> str:
    rows = [[f"`{name}`" + " (default)" * (name == Rule().rule), each.meaning] for name, each in ANSWER_RULES.items()]
    return table(["`--rule`", "what stands for a name, phrase or pronoun"], rows)


# What stands between `<!-- generated: NAME -->` and `<!-- end -->` in a page.
TABLES = {
    "formats": formats,
    "matchings": matchings,
    "presets": presets,
    "dialects": dialects,
    "settings": lambda: options(Settings),
    "plan": lambda: options(Plan),
    "tests": tests,
    "corrections": corrections,
    "engines": engines,
    "challenge_sets": challenge_sets,
    "challenge_rules": challenge_rules,
    "parts": parts,
}
