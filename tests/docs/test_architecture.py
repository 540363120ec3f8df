"""The worked examples of docs/architecture.md, applied to a copy of the package: each is found wherever it belongs."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from support.command_line import KEY, ROOT, A

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TALES = [str(ROOT / "examples" / "tales" / name) for name in ("key.jsonl", "small.jsonl", "large.jsonl")]
SHOW = """
import json
from corefscope.web.app import form_choices
from support import generated
pages = {name: table() for name, table in generated.TABLES.items()}
print(json.dumps({"form": form_choices(), "pages": pages}))
"""


def changes():
    """The files that the examples change, each with its hunks: lines before and after."""
    found = {}
    for block in re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^--- .*\n", block, flags=re.MULTILINE)[1:]:
            head, *hunks = re.split(r"^@@\n", part, flags=re.MULTILINE)
            file = found.setdefault(head.strip().removeprefix("+++ b/src/"), [])
            for hunk in hunks:
                lines = [(line[:1] or " ", line[1:]) for line in hunk.splitlines()]
                before = "".join(f"{text}\n" for sign, text in lines if sign in " -")
                file.append((before, "".join(f"{text}\n" for sign, text in lines if sign in " +")))
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Python on a copy of the package with all examples in it."""
    source = tmp_path_factory.mktemp("changed")
    shutil.copytree(ROOT / "src" / "corefscope", source / "corefscope", ignore=shutil.ignore_patterns("__pycache__"))
    for name, hunks in changes().items():
        path = source / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for before, after in hunks:
            assert not before or text.count(before) == 1, f"{name} has no place for the example:\n{before}"
            text = text.replace(before, after, 1) if before else after
        path.write_text(text, encoding="utf-8")
    paths = os.pathsep.join([str(source), str(ROOT / "tests")])

    def python(*words):
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1", "COLUMNS": "200"}
        done = subprocess.run([sys.executable, *words], capture_output=True, encoding="utf-8", env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return python


@pytest.fixture(scope="module")
def shown(run):
    return json.loads(run("-c", SHOW))


def command(run, *words):
    return run("-m", "corefscope", *words)


def test_every_change_of_the_table_has_an_example():
    linked = re.findall(r"^\| \[.*?\]\(#(.*?)\)", PAGE, re.MULTILINE)
    headings = [heading.lower().replace(" ", "-") for heading in re.findall(r"^### (.*)$", PAGE, re.MULTILINE)]
    assert linked == headings
    assert len(re.findall(r"^```diff$", PAGE, re.MULTILINE)) == len(linked) == 6


def test_a_metric(run, shown):
    found = json.loads(command(run, "score", KEY, A, "-m", "spread(beta=2),muc", "-o", "json"))
    assert 0 < found["systems"][0]["scores"]["spread(beta=2)"]["recall"] <= 1
    assert re.search(r"^Spread\s", command(run, "score", KEY, A, "-m", "spread"), re.MULTILINE)
    assert "spread" in command(run, "score", "--help")
    assert "spread" in command(run, "list", "metrics")
    assert "spread" in [metric["name"] for metric in shown["form"]["metrics"]]


def test_a_format(run, shown, tmp_path):
    (tmp_path / "a.spans").write_text("%spans\n0 2 x\n5 6 x\n3 4 y\n")
    found = json.loads(command(run, "score", str(tmp_path / "a.spans"), str(tmp_path), "-o", "json"))
    assert found["systems"][0]["mentions"] == 3
    assert "spans" in command(run, "list", "formats")
    assert shown["form"]["formats"]["spans"] == "start, end, entity"
    assert "| `spans` | start, end, entity | yes | – |" in shown["pages"]["formats"]


@pytest.mark.parametrize("words", [("score", KEY, A), ("stats", KEY), ("compare", *TALES, "-m", "muc")])
def test_an_output(run, words):
    assert command(run, *words, "-o", "org").startswith("* ")
    assert "org" in command(run, words[0], "--help")


def test_a_matching_mode_a_setting_and_a_statistical_test(run, shown):
    words = ("--match", "start", "--brackets", "drop", "--test", "halves", "-m", "muc", "-o", "json")
    found = json.loads(command(run, "compare", *TALES, *words))
    for part in ("|match:start|", "|brackets:drop|", "|test:halves|"):
        assert part in found["signature"]
    assert (found["settings"]["match"], found["settings"]["brackets"]) == ("start", "drop")
    helped = command(run, "compare", "--help")
    for word in ("start", "--brackets", "halves"):
        assert word in helped
    settings = {field["name"]: field for field in shown["form"]["settings"]}
    assert "start" in settings["match"]["values"]
    assert settings["brackets"]["label"] == "Mentions in brackets"
    assert "halves" in next(field["values"] for field in shown["form"]["plan"] if field["name"] == "test")
    assert "| `start` | they begin with the same token | – |" in shown["pages"]["matchings"]
    assert "| `--brackets` | `brackets` |" in shown["pages"]["settings"]
    assert "| `halves` | exchanges of whole halves | – |" in shown["pages"]["tests"]
