"""A few thousand cases of every campaign; `make slow` runs the closing numbers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fuzzing import CAMPAIGNS

# How many cases, and the outcomes without which a campaign would try nothing.
FEW = {
    "reading": (6_000, ("refused", "scored with warnings", "scored, judged", "0 or 100, judged")),
    "objects": (1_500, ("scored, judged", "damaged, refused", "damaged, scored")),
    "commands": (900, ("score done", "score refused", "report done", "errors done", "check failed its check")),
    "faults": (150, ("full disk, refused", "killed", "closed pipe")),
}


def test_every_campaign_is_tried():
    assert FEW.keys() == CAMPAIGNS.keys()


@pytest.mark.parametrize("name", FEW)
def test_nothing_goes_wrong(name):
    cases, expected = FEW[name]
    program = Path(__file__).parent
    # In a process of its own, whose memory is bounded.
    words = [sys.executable, str(program), name, "--cases", str(cases), "--processes", "1", "--seed", "few"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-5000:] + done.stderr[-2000:]
    counts = {name: int(count.replace(",", "")) for count, name in re.findall(r"([\d,]+) (.+?)[,;](?= )", _list(done))}
    assert all(counts.get(outcome, 0) > 4 for outcome in expected), counts
    if name == "reading":
        assert counts["0 or 100, not judged"] < counts["0 or 100, judged"] / 3, counts


def _list(done):
    """The outcomes of the closing line; commas within a name are told from those between names by the number behind."""
    line = done.stdout.splitlines()[-1].partition("cases: ")[2].partition("; slowest")[0]
    return re.sub(r", (?=[\d,]+ )", "; ", line) + "; "
