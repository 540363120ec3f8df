"""The GitHub Action and the pre-commit hooks: what can be run without either of them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from corefscope.cli.main import COMMANDS
from support.command_line import ROOT

TALES = ROOT / "examples" / "tales"
BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(BASH is None or os.name == "nt", reason="there is no bash")


@pytest.fixture
def action(tmp_path):
    """Run the script of the action with these inputs; return its status, the summary and what was said."""

    def run(**inputs):
        summary = tmp_path / "summary.md"
        summary.unlink(missing_ok=True)
        given = {f"INPUT_{name.upper()}": str(value) for name, value in inputs.items()}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, **given, "PATH": path, "GITHUB_STEP_SUMMARY": str(summary)}
        script = [str(BASH), str(ROOT / ".github" / "action" / "run.sh")]
        done = subprocess.run(script, env=environment, cwd=tmp_path, capture_output=True, encoding="utf-8")
        return done.returncode, summary.read_text("utf-8") if summary.exists() else "", done.stderr

    return run


@needs_bash
def test_a_first_run_that_saves_and_a_second_that_is_worse(action, tmp_path):
    saved = tmp_path / "saved result.json"
    common = {"key": TALES / "key.jsonl", "metrics": "conll, lea"}
    status, summary, _ = action(**common, responses=TALES / "large.jsonl", fail_under="conll=70\nlea=0.6", save=saved)
    assert status == 0
    assert "## corefscope check" in summary
    assert "| passed | large.jsonl | conll | 75.91 | 70.00 |" in summary
    assert saved.stat().st_size > 1000
    worse = {**common, "responses": f"{TALES / 'nearest.jsonl'}\n\n", "against": saved, "fail_if_worse": "0.2"}
    status, summary, said = action(**worse)
    assert status == 1
    assert "| failed | nearest.jsonl | conll |" in summary
    assert "failed: nearest.jsonl: conll F1 is 64.15, was 75.91" in said
    status, summary, _ = action(**{**worse, "responses": TALES / "small.jsonl"}, significant="true", check="false")
    assert status == 0
    assert "## corefscope check" not in summary
    assert "| 0.2432 |" in summary


@needs_bash
def test_what_failed_does_not_become_the_result_to_compare_with(action, tmp_path):
    """A worse run lowered the bar for the next one, and an error left an empty file."""
    saved, common = tmp_path / "saved.json", {"key": TALES / "key.jsonl", "metrics": "conll", "check": "false"}
    assert action(**common, responses=TALES / "large.jsonl", save=saved)[0] == 0
    before, same = saved.read_bytes(), {**common, "against": saved, "save": saved, "fail_if_worse": "0.2"}
    for name, status in (("nearest.jsonl", 1), ("nowhere.jsonl", 2)):
        assert action(**same, responses=TALES / name)[0] == status
        assert saved.read_bytes() == before
    assert action(**common, responses="nowhere.jsonl", save=tmp_path / "other.json")[0] == 2
    assert not list(tmp_path.glob("other*"))


@needs_bash
def test_a_malformed_file_fails_the_check(action):
    status, summary, _ = action(responses=ROOT / "examples" / "broken.conll")
    assert status == 1
    assert "broken.conll" in summary


@needs_bash
def test_inputs_are_never_commands(action, tmp_path):
    evil = '"; touch caught; $(touch caught) `touch caught`'
    status, _, _ = action(responses=evil, key=evil, fail_under=evil, against=evil, options=evil)
    assert status == 2
    assert not (tmp_path / "caught").exists()


@needs_bash
def test_further_options_and_no_response(action):
    words = {"key": TALES / "key.jsonl", "responses": TALES / "small.jsonl", "check": "false"}
    _, summary, _ = action(**words, options="--singletons\ndrop")
    assert "singletons:drop" in summary
    status, _, said = action(responses="\n \n")
    assert (status, said) == (2, "corefscope: the action needs at least one response\n")


def test_the_action_passes_every_input_to_the_script():
    text = (ROOT / "action.yml").read_text("utf-8")
    script = (ROOT / ".github" / "action" / "run.sh").read_text("utf-8")
    inputs = set(re.findall(r"^  ([a-z-]+):$", text.partition("runs:")[0], re.MULTILINE))
    used = set(re.findall(r"inputs\.([a-z-]+)", text))
    assert used == inputs
    passed = set(re.findall(r"^ +(INPUT_[A-Z_]+):", text, re.MULTILINE))
    assert passed == set(re.findall(r"INPUT_[A-Z_]+", script))
    assert not re.search(r"run:.*\$\{\{", text)  # an input in the text of a command could run anything


def test_the_hooks_are_commands():
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"^  entry: corefscope ([a-z-]+)$", text, re.MULTILINE)
    assert entries == ["check", "score"]
    assert set(entries) <= set(COMMANDS)
    pattern = re.compile(re.search(r"^  files: (.*)$", text, re.MULTILINE)[1])
    assert [bool(pattern.search(name)) for name in ("a/b.conll", "x.jsonl", "y.conllu", "z.py", "conll.md")] == [
        True, True, True, False, False,
    ]  # fmt: skip
