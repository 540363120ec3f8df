"""Files that are not there are named before anything is read."""

import builtins
import io

import pytest

from support.command_line import KEY, A

COMMANDS = {
    "score": ("score", KEY, A),
    "compare": ("compare", KEY, A),
    "errors": ("errors", KEY, A),
    "report": ("report", KEY, A),
    "agreement": ("agreement", KEY, A),
    "lab effect": ("lab", "effect", KEY),
}


@pytest.fixture
def nothing_read(monkeypatch):
    """Opening one of the examples fails; what a module imported by its name is patched nowhere."""
    opened = open

    def refuse(file, *arguments, **options):
        assert str(file) not in (str(KEY), str(A)), "a file was read"
        return opened(file, *arguments, **options)

    monkeypatch.setattr(builtins, "open", refuse)
    monkeypatch.setattr(io, "open", refuse)


@pytest.mark.parametrize(
    "command", [*COMMANDS.values(), ("stats", KEY), ("stats", "--key", KEY), ("lab", "links", KEY)]
)
def test_a_missing_file_is_reported_before_any_is_read(run, nothing_read, command):
    done = run(*command, "muc")
    assert (done.status, done.out) == (2, "")
    assert done.err == "corefscope: error: muc: there is no such file (to add a metric, write -m muc)\n"


@pytest.mark.parametrize(
    "command", [*((*COMMANDS[name], A, "--types") for name in ("score", "report")), ("official", "muc", KEY)]
)
def test_tables_and_the_files_of_official_are_looked_for_too(run, nothing_read, command):
    done = run(*command, "nowhere.csv")
    assert (done.status, done.err) == (2, "corefscope: error: nowhere.csv: there is no such file\n")


def test_a_file_may_have_the_name_of_a_metric(run, put):
    with open(A, encoding="utf-8") as stream:
        assert run("score", KEY, put("muc", stream.read())).status == 0
