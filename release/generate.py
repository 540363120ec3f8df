"""Write everything that is generated and committed: `make generate`.

These are the tables of the docs, the typed keyword arguments of public functions, the JSON schema and the outputs of
the notebook. A test fails if one of them is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import notebook
import schema
from corefscope.basics.options import PATH, options_of
from corefscope.challenges.challenge import PLANNED
from corefscope.challenges.rule import Rule
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan
from tables import TABLES

ROOT = Path(__file__).parents[1]
TABLE = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

KEYWORDS = '''"""Keyword arguments of public functions, for type checkers only: the fields of Settings and of Plan.

Written by `make generate`; no module imports it when the program runs.
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


def page(path: Path) -> str:
    """Return a page with its tables made anew."""
    return TABLE.sub(lambda match: match[1] + TABLES[match[2]]() + match[3], path.read_text("utf-8"))


def files() -> dict[Path, Callable[[], str]]:
    """Return what writes each file."""
    pages = [path for path in sorted((ROOT / "docs").rglob("*.md")) if TABLE.search(path.read_text("utf-8"))]
    return {
        **{path: partial(page, path) for path in pages},
        ROOT / "src" / "corefscope" / "basics" / "keywords.py": keywords,
        schema.PATH: schema.text,
        notebook.PATH: notebook.text,
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text(), encoding="utf-8")
