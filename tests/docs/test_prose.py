"""Commands in a sentence, a table or a block for the shell, which are not run: the command line takes each of them."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from corefscope.cli.main import COMMANDS, load, top_parser
from corefscope.cli.parser import HELP, command_parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "llms.txt")]
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


@pytest.mark.parametrize("text", [*calls()])
def test_a_command_is_taken(text, capsys):
    words = shlex.split(text, comments=True)[1:]
    words = words[: words.index(">")] if ">" in words else words
    name = " ".join(words[: 2 if words[0] == "lab" else 1])
    try:
        if name in COMMANDS:
            command_parser(name, load(name)).parse_intermixed_args(words[1 + name.count(" ") :])
        else:
            top_parser().parse_args(words)
    except SystemExit:
        pytest.fail(capsys.readouterr().err)


FLAGS = {flag for name in COMMANDS for argument in load(name).arguments for flag in argument.flags} | {
    *HELP,
    "--version",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_exist(page):
    ours = [span for span in spans(page) if not span.startswith("python ")]
    named = {flag for span in ours for flag in NAMED.findall(span)}
    assert named - FLAGS <= OTHERS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_data_are_whole(page):
    for kind, block in FENCE.findall(page.read_text("utf-8")):
        if kind in LOADS:
            assert LOADS[kind](block)
