"""What a person sees on a terminal: colour and progress; and no colour where it was declined."""

import re
import sys
from pathlib import Path

from corefscope.cli.output import OUTPUT_WIDTH
from support.on_terminal import on_terminal, pexpect

ROOT = Path(__file__).parents[3]
ARGUMENTS = ["score", str(ROOT / "examples" / "key.conll"), str(ROOT / "examples" / "response-a.conll")]


COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9]")


def test_the_best_score_has_colour_on_a_terminal():
    text = on_terminal(*ARGUMENTS, ARGUMENTS[1])
    assert COLOUR.search(text)
    assert "77.73" in text


def test_no_color_is_honoured():
    text = on_terminal(*ARGUMENTS, ARGUMENTS[1], NO_COLOR="1")
    assert not COLOUR.search(text)
    assert "77.73" in text


def test_progress_is_gone_when_the_result_is_shown():
    progress, _, result = on_terminal(*ARGUMENTS).partition(f"\r{' ' * OUTPUT_WIDTH}\r")
    assert progress.startswith("\rreading ")
    assert "77.73" in result
    assert "reading" not in result


def test_a_slow_run_shows_progress():
    """It goes on when the line has been seen."""
    script = (
        "from corefscope.cli.output import progress\n"
        "with progress() as step:\n"
        "    step('reading key.conll'); input(); step('scored a')\n"
    )
    child = pexpect.spawn(sys.executable, ["-c", script], encoding="utf-8", timeout=60, dimensions=(40, 100))
    child.expect_exact("reading key.conll")
    child.sendline()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
