"""Run corefscope as a user does, in this process unless something needs another one."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

from corefscope.cli.main import main

ROOT = Path(__file__).parents[2]
KEY = str(ROOT / "examples" / "key.conll")
A = str(ROOT / "examples" / "response-a.conll")
B = str(ROOT / "examples" / "response-b.jsonl")


def corefscope(*arguments, stdin=None, process=False, **environment):
    """How a command ended and what it wrote; an input, variables, forking and Spark need another process."""
    if stdin is None and not process and not environment and not {"--jobs", "spark"} & {*arguments}:
        return _in_this_process([str(each) for each in arguments])
    return subprocess.run(
        [sys.executable, "-m", "corefscope", *arguments],
        capture_output=True,
        encoding="utf-8",
        input=stdin,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


def _in_this_process(arguments):
    """The same as from a process, which takes a quarter of a second to begin."""
    out, error = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code or 0
    return subprocess.CompletedProcess(arguments, status, _text(out), _text(error))


def _text(stream):
    stream.flush()
    return io.TextIOWrapper(io.BytesIO(stream.buffer.getvalue()), encoding="utf-8").read()


def ok(*arguments, **options):
    """Standard output of a run that succeeds without a word on standard error."""
    done = corefscope(*arguments, **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def failed(*arguments, status=2, **options):
    """Standard error of a run that fails as it should."""
    done = corefscope(*arguments, **options)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr
