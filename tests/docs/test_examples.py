"""Everything the documentation shows is run, and must print what it shows."""

import doctest
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from corefscope.metrics import METRICS
from support.command_line import corefscope

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "llms.txt", *sorted((ROOT / "docs").glob("**/*.md"))]
# What examples need that not everybody has installed, by page or command.
NEEDS = {"docs/large-data.md": "duckdb", "docs/input.md": "pyarrow", "serve": "uvicorn"}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def installed(request):
    """Skip examples whose optional part is not installed."""
    for name, library in NEEDS.items():
        if f"[{name}]" in request.node.name:
            pytest.importorskip(library, reason=f"{library} is not installed")


def blocks(kind):
    """The pages that have such blocks, each with the text of all of them, since a page is read in order."""
    pages = [(str(page.relative_to(ROOT)), BLOCK.findall(page.read_text(encoding="utf-8"))) for page in PAGES]
    texts = [(name, "".join(text for language, text in found if language == kind)) for name, found in pages]
    return [pytest.param(text, id=name) for name, text in texts if text]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder with the examples, where commands may leave files."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("text", blocks("console"))
def test_commands_print_what_is_shown(text, checkout):
    for shown in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        # The size of a page changes with its scripts, which no reader of these blocks looks at.
        # A line of three dots stands for lines that are left out.
        lines = re.split(r"^…\n", re.sub(r"\d+ kB", "… kB", expected), flags=re.MULTILINE)
        output = re.sub(r"\d+ kB", "… kB", run(command))
        assert re.fullmatch(r"(?:.*\n)*?".join(map(re.escape, lines)), output), command


@pytest.fixture
def no_plugins_left():
    """Forgets the metrics that a page registers."""
    before = set(METRICS)
    yield
    for name in set(METRICS) - before:
        del METRICS[name]


@pytest.mark.parametrize("text", blocks("python"))
def test_python_gives_what_is_shown(text, checkout, no_plugins_left):
    test = doctest.DocTestParser().get_doctest(text, {}, "page", None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def run(command):
    """Output and errors as a user sees them in a terminal."""
    target = None
    words = shlex.split(command)
    if ">" in words:
        target = words[words.index(">") + 1]
        words = words[: words.index(">")]
    assert words[0] == "corefscope"
    if words[1] == "serve":
        return run_until_it_serves(words[1:])
    done = corefscope(*words[1:])
    assert "Traceback" not in done.stderr
    if target:
        Path(target).write_text(done.stdout, encoding="utf-8")
        return done.stderr
    return done.stdout + done.stderr


def run_until_it_serves(words):
    """The one command that does not end by itself is ended as a user does it, when it has said its address."""
    command = [sys.executable, "-m", "corefscope", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        said = [process.stdout.readline() for _ in range(5)]
        port = re.search(r"http://127\.0\.0\.1:(\d+)", "".join(said))[1]
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60).close()  # it listens, and answers
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (0, "")
    return "".join(said) + out


def test_there_is_something_to_run():
    assert blocks("console")
    assert len(blocks("python")) >= 2


def help_examples():
    from corefscope.cli.main import COMMANDS, load

    return [
        pytest.param([line.strip() for line in load(name).examples.splitlines()[1:] if line.strip()], id=name)
        for name in COMMANDS
    ]


@pytest.mark.parametrize("lines", help_examples())
def test_examples_in_the_help_run(lines, checkout):
    assert lines
    for line in lines:
        run(line)
