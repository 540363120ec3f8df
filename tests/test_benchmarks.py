"""The benchmark runs; what it measures is not tested, because times wander."""

import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "reading.py"


def test_reading():
    done = subprocess.run([sys.executable, str(BENCHMARK), "3"], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[-7:]] == [
        "mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea",
    ]  # fmt: skip
