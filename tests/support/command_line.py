"""Runs corefscope as a user does, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEY = str(ROOT / "examples" / "key.conll")
A = str(ROOT / "examples" / "response-a.conll")
B = str(ROOT / "examples" / "response-b.jsonl")


def corefscope(*arguments, stdin=None, **environment):
    return subprocess.run(
        [sys.executable, "-m", "corefscope", *arguments],
        capture_output=True,
        encoding="utf-8",
        input=stdin,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


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
