"""The benchmarks run and their numbers agree; what they measure is not tested, because times wander."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "benchmarks"


def test_reading():
    done = subprocess.run([sys.executable, str(FOLDER / "reading.py"), "3"], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[-7:]] == [
        "mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea",
    ]  # fmt: skip


def test_comparing(monkeypatch):
    for name in ("PERL_SCORER", "COVAL", "COREFUD_SCORER", "PEERS_PYTHON"):
        monkeypatch.delenv(f"COREFSCOPE_{name}", raising=False)
    done = subprocess.run(
        [sys.executable, str(FOLDER / "compare.py"), "--small", "--repeats", "1"], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "left out: official scorer (Perl), coval" in done.stderr
    kinds = [line[24:33].strip() for line in done.stdout.splitlines()]
    assert kinds == ["conll", "conllu", "jsonl", "parquet", "jsonl", "parquet", "jsonl"]
    assert "exit status" not in done.stdout
