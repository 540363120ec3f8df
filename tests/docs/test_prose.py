"""Commands in a sentence, a table or a block for the shell, which are not run: the command line takes each of them."""

import argparse
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from corefscope.cli.main import parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"corefscope (?!lab [a-z-]+$)(?:lab )?[a-z-]+ (?!-)\S")
NAMED = re.compile(r"(?:^|\s)(--[a-z][\w-]*)")
OTHERS = {"--master", "--only-split-antecedent"}  # of Spark and of another scorer
LOADS = {"toml": tomllib.loads, "json": json.loads}


def spans(page):
    """Inline code of a page, each on one line."""
    text = FENCE.sub("", page.read_text("utf-8"))
    return [" ".join(span.split()) for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]


def calls():
    """The commands with arguments, by page; without files only the command or an option is meant."""
    for page in PAGES:
        lines = [line for kind, block in FENCE.findall(page.read_text("utf-8")) if kind == "sh"
                 for line in block.splitlines()]  # fmt: skip
        for text in [*spans(page), *lines]:
            if CALL.match(text) and "…" not in text:
                yield pytest.param(text, id=f"{page.relative_to(ROOT)}: {text}")


@pytest.fixture(scope="module")
def command_line():
    return parser()


@pytest.mark.parametrize("text", [*calls()])
def test_a_command_is_taken(text, command_line, capsys):
    words = shlex.split(text, comments=True)[1:]
    words = words[: words.index(">")] if ">" in words else words
    try:
        command_line.parse_args(words)
    except SystemExit:
        pytest.fail(capsys.readouterr().err)


def flags(command):
    found = {flag for action in command._actions for flag in action.option_strings}
    inner = [action for action in command._actions if isinstance(action, argparse._SubParsersAction)]
    return found.union(*(flags(each) for action in inner for each in action.choices.values()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_exist(page, command_line):
    ours = [span for span in spans(page) if not span.startswith("python ")]
    named = {flag for span in ours for flag in NAMED.findall(span)}
    assert named - flags(command_line) <= OTHERS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_data_are_whole(page):
    for kind, block in FENCE.findall(page.read_text("utf-8")):
        if kind in LOADS:
            assert LOADS[kind](block)
