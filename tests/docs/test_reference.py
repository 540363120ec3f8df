"""What is generated and committed is current; the reference pages, which are not committed, name everything."""

import re

import pytest

import corefscope
from corefscope.cli.main import COMMANDS
from generate import TABLE, TABLES, files
from reference import GROUPS, commands_page, python_page
from support.command_line import ROOT

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_generated_file_is_current(path):
    assert path.read_text(encoding="utf-8") == FILES[path](), "run make generate"


def test_every_table_is_in_a_page():
    pages = [path.read_text(encoding="utf-8") for path in FILES if path.suffix == ".md"]
    assert {match[2] for page in pages for match in TABLE.finditer(page)} == {*TABLES}


def test_the_start_page_names_the_notebook():
    [notebook] = (ROOT / "docs" / "notebooks").iterdir()
    assert f"(notebooks/{notebook.name})" in (ROOT / "docs" / "start.md").read_text("utf-8")


def test_the_page_of_commands_has_every_command_and_experiment():
    headings = re.findall(r"^##+ (.*)$", commands_page(), re.MULTILINE)
    assert sorted(headings) == sorted(["corefscope", "corefscope lab", *(f"corefscope {name}" for name in COMMANDS)])


def test_the_page_of_python_has_every_public_name():
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(set(corefscope.__all__) - {"__version__"})
    assert re.findall(r"^### (.*)$", python_page(), re.MULTILINE) == listed
