"""Runs corefscope on a terminal, for what it writes there."""

import os
import sys

import pytest

pexpect = pytest.importorskip("pexpect", reason="pexpect is needed to look at a terminal")


def on_terminal(*arguments, program=("-m", "corefscope"), **environment):
    """The bytes that the command writes to a terminal of 100 columns."""
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    child = pexpect.spawn(
        sys.executable,
        [*program, *arguments],
        env={**clean, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        dimensions=(40, 100),
        encoding="utf-8",
        timeout=60,
    )
    shown = child.read()
    child.close()
    assert child.exitstatus == 0, shown
    return shown
