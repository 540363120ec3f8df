"""Several processes: the same output, warnings and errors as one, in the same order, and Ctrl-C ends them all."""

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.basics.processes import useful_processes
from corefscope.problems import FormatError, SettingsError, UnknownName
from support.command_line import KEY, A, B, corefscope, failed
from support.serving import is_running, until

BROKEN, BOARD = (str(Path(KEY).with_name(name)) for name in ("broken.conll", "leaderboard"))


@pytest.mark.parametrize("output", ["table", "json"])
def test_the_output_is_the_same(output):
    arguments = ("score", KEY, A, B, KEY, A, "--per-document", "-o", output)
    one, two = (corefscope(*arguments, "--jobs", jobs) for jobs in "12")
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", KEY, A, B, KEY, "--trials", "200", "-o", "json"),
        ("compare", KEY, A, B, "--trials", "200", "--by", "document", "-o", "csv"),
        ("leaderboard", BOARD, "-o", "json"),
    ],
)
def test_other_commands_give_the_same_too(arguments):
    one, two = (corefscope(*arguments, "--jobs", jobs) for jobs in "12")
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, 0)


def test_scores_by_type_are_the_same_too(tmp_path):
    """They need what processes do not send back."""
    rows = "".join(f"x 0 {place} she PRP - - - - - * {{{place}}}\n" for place in range(4))
    cells = {"key": ("(1)", "(1)", "(2)", "(2)"), "a": ("(1)", "(1)", "(1)", "-"), "b": ("-", "(1)", "(2)", "(2)")}
    paths = []
    for name, brackets in cells.items():
        paths.append(tmp_path / f"{name}.conll")
        paths[-1].write_text(f"#begin document (x); part 0\n{rows.format(*brackets)}#end document\n", encoding="utf-8")
    for command in ("score", "compare"):
        arguments = (command, *map(str, paths), "-m", "b3", "--by", "type", "-o", "json")
        one, two = (corefscope(*arguments, "--jobs", jobs) for jobs in "12")
        assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, 0)
        assert "pronoun" in one.stdout


@pytest.mark.parametrize("output", ["table", "json"])
def test_reports_of_check_come_in_the_same_order(output):
    arguments = ("check", BROKEN, A, "nowhere.conll", B, "--against", KEY, "-o", output)
    one, two = (corefscope(*arguments, "--jobs", jobs) for jobs in "12")
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)
    assert one.returncode == 1
    assert one.stdout.index("broken.conll") < one.stdout.index("nowhere.conll") < one.stdout.index("response-b")


def test_warnings_come_in_the_same_order(tmp_path):
    text = Path(A).read_text(encoding="utf-8")
    paths = []
    for number in range(3):
        path = tmp_path / f"{number}.conll"
        path.write_text(text.replace("#begin document (", f"#begin document (x{number}", number), encoding="utf-8")
        paths.append(str(path))
    one, two = (corefscope("score", KEY, *paths, "-m", "muc", "--jobs", jobs) for jobs in "12")
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)


def test_the_first_error_is_shown(tmp_path):
    broken = [tmp_path / "b.conll", tmp_path / "c.conll"]
    for path in broken:
        path.write_text("#begin document (x); part 000\nx 0 0 w (1\n#end document\n", encoding="utf-8")
    message = failed("score", KEY, A, *map(str, broken), "--jobs", "3")
    assert message == failed("score", KEY, A, *map(str, broken), "--jobs", "1")
    assert "b.conll" in message
    assert "Traceback" not in message


def test_systems_of_other_processes_come_without_evidence():
    result = cs.score(KEY, A, B, jobs=2)
    assert [system.evidence for system in result.systems] == [None, None]
    assert [system.scores for system in result.systems] == [system.scores for system in cs.score(KEY, A, B).systems]


def test_python_objects_and_standard_input_are_scored_here():
    key, response = [["a", "b"], ["c"]], [["a"], ["b", "c"]]
    assert all(system.evidence for system in cs.score(key, response, key, jobs=2).systems)


@pytest.mark.parametrize(
    "error",
    [
        UnknownName("metric", "mucc", ["muc"]),
        FormatError("bad-row", "wrong", "x", 3, "right"),
        SettingsError("no-response", "no"),
    ],
)
def test_errors_travel_between_processes(error):
    error.more.append(FormatError("bad-row", "more", "y"))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert [str(each) for each in again.all()] == [str(each) for each in error.all()]


def test_small_files_are_not_worth_a_process(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    large = tmp_path / "large"
    with open(large, "wb") as stream:
        stream.truncate(100_000_000)
    assert useful_processes([A, B]) == 1
    assert useful_processes([str(large)]) == 1
    assert useful_processes([str(large)] * 2) == 2
    assert useful_processes([str(large)] * 9) == 4
    assert useful_processes(["*.conll", "-", str(tmp_path / "absent")]) == 1
    assert useful_processes([str(tmp_path), str(tmp_path)]) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_an_interrupt_ends_all_processes(tmp_path):
    """The workers wait before they begin, until they are ended."""
    waiting = """if "--multiprocessing-fork" in sys.argv:
    pathlib.Path(__file__).with_name(f"{os.getpid()}.worker").touch()
    time.sleep(120)
"""
    (tmp_path / "sitecustomize.py").write_text(f"import os, pathlib, sys, time\n{waiting}", encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "corefscope", "score", KEY, A, B, "--jobs", "2"],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))},
        start_new_session=True,
    )
    until(lambda: len(list(tmp_path.glob("*.worker"))) == 2)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert errors.strip().splitlines()[-1] == "corefscope: interrupted"
    assert "Traceback" not in errors
    assert not any(is_running(int(path.stem)) for path in tmp_path.glob("*.worker"))
