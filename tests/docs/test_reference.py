"""Reference pages are generated from the code and must be current.

Run this file as a program to write them anew: python tests/docs/test_reference.py
"""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # for `support`, when run as a program

import corefscope
from corefscope.cli.commands import lab
from corefscope.cli.main import COMMANDS
from support.generated import TABLES, keywords
from support.python_page import GROUPS, python_page

ROOT = Path(__file__).parents[2]
GENERATED = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
TABLED = [
    str(page.relative_to(ROOT))
    for page in (ROOT / "docs").glob("**/*.md")
    if "<!-- generated: " in page.read_text("utf-8")
]


def page_with_tables(path):
    """The page with its generated tables made anew."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return GENERATED.sub(lambda match: match[1] + TABLES[match[2]]() + match[3], text)


def commands_page():
    parts = ["# Commands\n\nWhat each command's `--help` prints.\n"]
    experiments = [["lab", experiment] for experiment in lab.EXPERIMENTS]
    listed = [[], *([name] for name in COMMANDS)]
    after = listed.index(["lab"]) + 1
    for words in [*listed[:after], *experiments, *listed[after:]]:
        done = subprocess.run(
            [sys.executable, "-m", "corefscope", *words, "--help"],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1", "NO_COLOR": "1", "PYTHON_COLORS": "0"},
        )
        heading = "###" if words in experiments else "##"
        parts.append(f"{heading} {' '.join(['corefscope', *words])}\n\n```text\n{done.stdout}```\n")
    return "\n".join(parts)


PAGES = {
    **{path: partial(page_with_tables, path) for path in TABLED},
    "docs/commands.md": commands_page,
    "docs/python.md": python_page,
    "src/corefscope/basics/keywords.py": keywords,
}


@pytest.mark.parametrize("path", PAGES)
def test_page_is_current(path):
    # Python's own wording of help texts changes between versions; the newest one we test with writes the page.
    if path == "docs/commands.md" and sys.version_info[:2] != (3, 11):
        pytest.skip("argparse words its help differently in other versions of Python")
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path](), f"run python {__file__}"


def test_every_table_is_in_a_page():
    shown = [match[2] for path in TABLED for match in GENERATED.finditer((ROOT / path).read_text(encoding="utf-8"))]
    assert {*shown} == {*TABLES}


def test_every_public_name_is_in_the_page_of_python():
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(set(corefscope.__all__) - {"__version__"})


if __name__ == "__main__":
    for path, page in PAGES.items():
        (ROOT / path).write_text(page(), encoding="utf-8")
