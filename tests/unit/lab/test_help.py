"""Every experiment of the lab has a help text with examples, and they run."""

import shlex
import shutil

import pytest

from corefscope.cli.commands.lab import EXPERIMENTS
from support.command_line import ROOT, corefscope, ok

EXAMPLES = [
    pytest.param(line.strip(), id=line.strip())
    for experiment in EXPERIMENTS.values()
    for line in experiment.EXAMPLES.splitlines()[1:]
    if line.strip()
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_run(line, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    command, *arguments = shlex.split(line)
    assert command == "corefscope"
    done = corefscope(*arguments)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_help_says_what_it_does(experiment):
    shown = ok("lab", experiment, "--help")
    assert EXPERIMENTS[experiment].DESCRIPTION.split()[0] in shown
    assert "examples:" in shown
    assert EXPERIMENTS[experiment].SUMMARY in ok("lab", "--help")
