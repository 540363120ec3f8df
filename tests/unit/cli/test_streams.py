"""Standard streams that are full, closed or no longer read: the verdict of a command outlives them."""

import os
import subprocess
import sys

import pytest

from support.command_line import KEY, A

BROKEN = "#begin document (a); part 000\na 0 (1\n#end document\n"
FAILING = ("score", KEY, A, "-m", "muc", "--fail-under", "muc=0.99")
PASSING = ("score", KEY, A, "-m", "muc")

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


def run(*arguments, redirect="", **environment):
    """How a command ends under a shell that redirects its streams."""
    program = [sys.executable, "-m", "corefscope", *arguments]
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirect}', "sh", *program],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


def unread(*arguments, both=False):
    """Exit status and standard error of a command whose reader is gone before it writes."""
    reader, writer = os.pipe()
    os.close(reader)
    program = [sys.executable, "-m", "corefscope", *arguments]
    try:
        done = subprocess.run(
            program, stdout=writer, stderr=writer if both else subprocess.PIPE, env={**os.environ, "PYTHONUTF8": "1"}
        )
    finally:
        os.close(writer)
    return done.returncode, (done.stderr or b"").decode()


@pytest.mark.parametrize("both", [False, True], ids=["output", "output and errors"])
def test_a_failed_check_fails_in_a_pipe(tmp_path, both):
    (tmp_path / "broken.conll").write_text(BROKEN)
    broken = str(tmp_path / "broken.conll")
    assert unread("check", broken, both=both)[0] == 1
    assert unread("check", broken, "-o", "json", both=both)[0] == 1
    assert unread(*FAILING, both=both)[0] == 1
    assert unread(*FAILING, "-o", "json", both=both)[0] == 1
    assert unread("score", KEY, broken, both=both)[0] == 2
    assert unread("check", KEY, both=both)[0] == 0


@pytest.mark.parametrize("command", [PASSING, ("--help",), ("score", "--help"), ("--version",)])
def test_a_reader_that_leaves_is_not_an_error(command):
    assert unread(*command) == (0, "")


@pytest.mark.parametrize("buffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "command",
    [PASSING, FAILING, (*PASSING, "-o", "json"), ("--help",), ("cite", "muc"), ("convert", KEY, "-", "--to", "conll")],
)
def test_a_full_disk_behind_standard_output(command, buffered):
    done = run(*command, redirect=">/dev/full", PYTHONUNBUFFERED=buffered)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "corefscope: error: standard output: No space left on device"
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("command", [PASSING, (*PASSING, "-o", "json"), ("--help",), ("check", KEY), ("cite", "muc")])
def test_a_closed_standard_output(command):
    done = run(*command, redirect=">&-")
    assert (done.returncode, done.stderr) == (2, "corefscope: error: standard output: it is closed\n")


def test_commands_that_print_nothing_need_no_standard_output(tmp_path):
    target = tmp_path / "key.jsonl"
    assert run("convert", KEY, str(target), redirect=">&- 2>&- <&-").returncode == 0
    assert run("convert", KEY, "-", "--to", "json").stdout == target.read_text(encoding="utf-8")


def test_a_closed_standard_error_leaves_the_data_alone(tmp_path):
    """Warnings must not end up in the JSON, nor in a file that got the number of the closed stream."""
    response = tmp_path / "response.conll"
    response.write_text("#begin document (x); part 000\na 0 (1)\n#end document\n")
    key = tmp_path / "key.conll"
    key.write_text(response.read_text() + "#begin document (y); part 000\na 0 (1)\n#end document\n")
    command = ("score", str(key), str(response), "-o", "json", "-m", "muc")
    with_errors, without = run(*command), run(*command, redirect="2>&-")
    assert "corefscope: warning: " in with_errors.stderr
    assert without.returncode == 0
    assert without.stdout == with_errors.stdout
    assert run("score", str(key), "nowhere", redirect="2>&-").returncode == 2
    assert run(*FAILING, redirect="2>/dev/full").returncode == 1


def test_a_closed_standard_input():
    done = run("score", KEY, "-", redirect="<&-")
    assert (done.returncode, done.stderr) == (2, "corefscope: error: -: the file cannot be read: it is closed\n")


def test_main_leaves_the_streams_of_its_caller_alone(capsys):
    from corefscope.cli.main import main

    before = sys.stdout, sys.stderr
    assert main(["score", KEY, A, "-m", "muc"]) == 0
    assert (sys.stdout, sys.stderr) == before
    assert "76.47" in capsys.readouterr().out
