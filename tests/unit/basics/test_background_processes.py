"""From the command line a large response is read in a process of its own: the same output, and nothing is left over."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from corefscope.basics import background
from corefscope.formats.files.blocks import Spool
from corefscope.problems import CorefscopeError
from support.command_line import KEY, A, B, corefscope

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread does it")
# Every file counts as large, and there is a core to spare.
LARGE = """
import sys
from corefscope.basics import background
background.LARGE, background.cores = 0, lambda: 2
"""
COMMAND = LARGE + "from corefscope.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"


def run(script, *arguments, **options):
    """A program of its own, since a process that has threads should not be copied."""
    options = {"capture_output": True, "encoding": "utf-8", "timeout": 60, **options}
    return subprocess.run([sys.executable, "-c", script, *arguments], **options)


def outcome(done):
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("output", ["table", "json", "csv"])
@pytest.mark.parametrize("files", [(KEY, A), (KEY, B), (A, KEY), (KEY, A, B)])
def test_the_same_output(files, output):
    apart, together = run(COMMAND, "score", *files, "-o", output), corefscope("score", *files, "-o", output)
    assert outcome(apart) == outcome(together)
    assert apart.returncode == 0


def test_checksums_are_those_of_the_files():
    found = json.loads(run(COMMAND, "score", KEY, A, "-o", "json").stdout)
    sides = [found["key"], found["systems"][0]]
    assert [side["sha256"] for side in sides] == [
        hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in (KEY, A)
    ]


@pytest.mark.parametrize("wrong", ["key", "response", "both"])
def test_the_same_errors(tmp_path, wrong):
    broken = [str(tmp_path / name) for name in ("key.conll", "response.conll")]
    for path in broken:
        Path(path).write_text("#begin document (x)\nAnna\t(1\n\t\t(\n#end document\n", encoding="utf-8")
    files = [broken[0] if wrong != "response" else KEY, broken[1] if wrong != "key" else A]
    apart, together = run(COMMAND, "score", *files), corefscope("score", *files)
    assert outcome(apart) == outcome(together)
    assert apart.returncode == 2
    assert "still open at the end" in apart.stderr


def test_warnings_come_back(tmp_path):
    unended = tmp_path / "response.conll"
    unended.write_text(Path(A).read_text(encoding="utf-8").replace("#end document", "", 1), encoding="utf-8")
    apart, together = run(COMMAND, "score", KEY, str(unended)), corefscope("score", KEY, str(unended))
    assert outcome(apart) == outcome(together)


def test_no_process_where_one_is_asked_for():
    script = LARGE + "background._forked = None\nfrom corefscope.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"
    assert run(script, "score", KEY, A, "--jobs", "1").returncode == 0
    assert run(script, "score", KEY, A, "--jobs", "1", "-o", "json").returncode == 0
    assert "NoneType" in run(script, "score", KEY, A).stderr


def test_where_no_process_can_begin_nothing_changes():
    script = LARGE + (
        "def refused():\n    raise BlockingIOError(11, 'no more processes')\n"
        "background._forked = refused\nfrom corefscope.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    for output in ("table", "json"):
        alone, together = run(script, "score", KEY, A, "-o", output), corefscope("score", KEY, A, "-o", output)
        assert outcome(alone) == outcome(together)


def test_what_a_process_gives():
    assert background.BackgroundProcess(partial(sum, [1, 2])).result() == 3


def test_an_error_is_raised_where_it_is_waited_for():
    def fail():
        raise CorefscopeError("wrong", "this is wrong", "dev.conll", 7)

    waiting = background.BackgroundProcess(fail)
    with pytest.raises(CorefscopeError, match=r"dev\.conll:7: this is wrong"):
        waiting.result()


def test_a_process_that_is_killed_is_named():
    waiting = background.BackgroundProcess(partial(time.sleep, 60))
    os.kill(waiting._end.peek()[2][0], signal.SIGKILL)
    with pytest.raises(CorefscopeError, match=r"a process ended before its work was done.*--jobs 1"):
        waiting.result()


def test_nothing_is_left_over():
    """Whether it was waited for or not."""
    for wait in (True, False):
        waiting = background.BackgroundProcess(partial(time.sleep, 0 if wait else 60))
        process = waiting._end.peek()[2][0]
        if wait:
            waiting.result()
        del waiting
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_nobody_waits_for_a_process_when_the_key_is_wrong(tmp_path):
    """The pipe that the error goes to is closed when the program ends, though the process had it too."""
    script = LARGE + (
        "import time\nfrom corefscope.scoring import inputs\nfrom corefscope.cli.main import main\n"
        "inputs._read_quietly = lambda path, settings: time.sleep(60)\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    broken = tmp_path / "key.conll"
    broken.write_text("#begin document (x)\nAnna\t(1\n#end document\n", encoding="utf-8")
    assert run(script, "score", str(broken), A, timeout=50).returncode == 2


def test_no_copy_of_a_packed_file_is_left(tmp_path):
    """Neither by a process that reads it, nor twice over where a process that was forked off knows of it too."""
    packed, copies = tmp_path / "response.conll.gz", tmp_path / "copies"
    packed.write_bytes(gzip.compress(b"\n" * 3_000_000 + Path(A).read_bytes()))
    copies.mkdir()
    done = run(COMMAND, "score", KEY, str(packed), env={**os.environ, "TMPDIR": str(copies)})
    assert (done.returncode, list(copies.iterdir())) == (0, [])
    assert " 75.00" in done.stdout


def test_a_process_that_was_forked_off_removes_nothing():
    spool = Spool(None)
    name = Path(spool.file.name)

    def forget():
        nonlocal spool
        spool = None
        return name.exists()

    assert background.BackgroundProcess(forget).result()
    assert name.exists()
    del spool
    assert not name.exists()
