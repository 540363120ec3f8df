"""A few thousand cases of every campaign; `make slow` runs the closing numbers."""

import subprocess
import sys
from pathlib import Path

import pytest

from fuzzing import CAMPAIGNS

# How many cases, and the outcomes without which a campaign would try nothing.
FEW = {
    "reading": (3_000, ("refused", "scored with warnings", "scored, judged", "0 or 100, judged", "taken apart")),
    "answers": (1_000, ("read", "read with losses", "refused")),
    "objects": (1_500, ("scored, judged", "damaged, refused", "damaged, scored")),
    "commands": (
        1_200,
        ("score done", "score refused", "report done", "errors done", "check failed its check", "challenge done",
         "challenge refused"),
    ),
    "calls": (1_500, ("worked", "refused")),
    "faults": (60, ("full disk, refused", "closed pipe")),
    "engines": (50, ("scored", "refused")),
    "serve": (40, ("scored", "checked", "failed", "refused")),
}  # fmt: skip


NEEDED = {"engines": ("duckdb",), "serve": ("starlette", "uvicorn")}


def test_every_campaign_is_tried():
    assert FEW.keys() == CAMPAIGNS.keys()


@pytest.mark.parametrize("name", FEW)
def test_nothing_goes_wrong(name):
    for library in NEEDED.get(name, ()):
        pytest.importorskip(library, reason=f"{library} is not installed")
    cases, expected = FEW[name]
    program = Path(__file__).parent
    # In a process of its own, whose memory is bounded.
    words = [sys.executable, str(program), name, "--cases", str(cases), "--processes", "1", "--seed", "few"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-5000:] + done.stderr[-2000:]
    counts = _counts(done.stdout.splitlines()[-1])
    assert all(counts.get(outcome) for outcome in expected), counts
    if name == "reading":
        assert counts["0 or 100, not judged"] < counts["0 or 100, judged"] / 3, counts


def _counts(line):
    """How often each outcome occurred, from the closing line of a campaign."""
    listed = line.partition("cases: ")[2].partition("; slowest")[0].split("; ")
    return {name: int(count.replace(",", "")) for count, _, name in (each.partition(" ") for each in listed)}
