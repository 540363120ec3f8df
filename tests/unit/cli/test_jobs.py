"""Several processes: the same output, warnings and errors as one, in the same order, and Ctrl-C ends them all."""

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from corefscope.basics.processes import useful_processes
from corefscope.problems import FormatError, SettingsError, UnknownName
from support.command_line import KEY, A, B, corefscope
from support.serving import is_running, until

BROKEN, BOARD = (str(Path(KEY).with_name(name)) for name in ("broken.conll", "leaderboard"))
ODD = "#begin document (x); part 000\nx 0 0 she PRP - - - - - * (1)\n#end document\n"  # a document that KEY lacks


@pytest.mark.parametrize(
    ("status", "call"),
    [
        (0, ("score", KEY, A, B, KEY, A, "--per-document", "-o", "json")),
        (0, ("score", KEY, A, B, "-m", "b3", "--by", "type")),  # needs what processes do not send back
        (0, ("score", KEY, "{odd}", B, "{odd}", "-m", "muc")),  # with warnings
        (2, ("score", KEY, A, BROKEN, "{odd}", BROKEN)),
        (0, ("compare", KEY, A, B, "--trials", "200", "--by", "document", "-o", "csv")),
        (0, ("leaderboard", BOARD, "-o", "json")),
        (1, ("check", BROKEN, A, "nowhere.conll", B, "--against", KEY)),
    ],
)
def test_output_warnings_and_errors_are_those_of_one_process(tmp_path, status, call):
    odd = tmp_path / "odd.conll"
    odd.write_text(Path(A).read_text(encoding="utf-8") + ODD, encoding="utf-8")
    words = [word.format(odd=odd) for word in call]
    one, two = (corefscope(*words, "--jobs", jobs) for jobs in "12")
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)
    assert one.returncode == status, one.stderr
    assert "Traceback" not in one.stderr
    assert "--jobs" not in one.stderr


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


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
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
