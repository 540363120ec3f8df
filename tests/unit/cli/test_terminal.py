"""What a person sees on a terminal: colour, bars, progress; and none of it where it was declined."""

import re
import sys
from pathlib import Path

from support.on_terminal import on_terminal, pexpect

ROOT = Path(__file__).parents[3]
ARGUMENTS = ["score", str(ROOT / "examples" / "key.conll"), str(ROOT / "examples" / "response-a.conll")]


def test_colour_and_bars_on_a_terminal():
    shown = on_terminal(*ARGUMENTS)
    assert "\x1b[" in shown
    assert "━" in shown
    assert "77.73" in shown


def test_no_color_is_honoured():
    shown = on_terminal(*ARGUMENTS, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", shown)
    assert "77.73" in shown


def test_a_quick_run_shows_no_progress():
    """Any run is quick if patience is long enough."""
    script = (
        "import sys; from corefscope.cli import output; from corefscope.cli.main import main\n"
        "output.PATIENCE = 3600; sys.exit(main(sys.argv[1:]))\n"
    )
    shown = on_terminal(*ARGUMENTS, program=("-c", script))
    assert "77.73" in shown
    assert "reading" not in shown


def test_a_slow_run_shows_progress():
    """It goes on when the bar has been seen."""
    script = (
        "from corefscope.cli.output import Progress\n"
        "with Progress(3) as bar:\n"
        "    bar.step('reading key.conll'); input(); bar.step('scored a')\n"
    )
    child = pexpect.spawn(sys.executable, ["-c", script], encoding="utf-8", timeout=60, dimensions=(40, 100))
    child.expect_exact("reading key.conll")
    child.expect_exact("━")
    child.sendline()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
