"""What is generated from the code and committed is current; the reference pages, which are not, name everything.

Run this file as a program to write what is committed anew: python tests/docs/test_reference.py
"""

import re
import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # for `support`, when run as a program
sys.path.insert(0, str(Path(__file__).parents[2] / "release"))

import corefscope
from corefscope.cli.main import COMMANDS
from reference import GROUPS, commands_page, python_page
from support.generated import TABLES, keywords

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


PAGES = {
    **{path: partial(page_with_tables, path) for path in TABLED},
    "src/corefscope/basics/keywords.py": keywords,
}


@pytest.mark.parametrize("path", PAGES)
def test_page_is_current(path):
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path](), f"run python {__file__}"


def test_every_table_is_in_a_page():
    shown = [match[2] for path in TABLED for match in GENERATED.finditer((ROOT / path).read_text(encoding="utf-8"))]
    assert {*shown} == {*TABLES}


def test_the_page_of_commands_has_every_command_and_experiment():
    headings = re.findall(r"^##+ (.*)$", commands_page(), re.MULTILINE)
    assert sorted(headings) == sorted(["corefscope", "corefscope lab", *(f"corefscope {name}" for name in COMMANDS)])


def test_the_page_of_python_has_every_public_name():
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(set(corefscope.__all__) - {"__version__"})
    assert re.findall(r"^### (.*)$", python_page(), re.MULTILINE) == listed


if __name__ == "__main__":
    for path, page in PAGES.items():
        (ROOT / path).write_text(page(), encoding="utf-8")
