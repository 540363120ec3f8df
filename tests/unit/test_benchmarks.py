"""The benchmarks run and their numbers agree; what they measure is not tested, because times wander."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


def ran(name, *arguments):
    return subprocess.run([sys.executable, str(FOLDER / name), *arguments], capture_output=True, encoding="utf-8")


def lines_of(name, *arguments):
    done = ran(name, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_reading():
    assert [line.split()[0] for line in lines_of("reading.py", "3")[-9:]] == [
        "mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "parse,", "per",
    ]  # fmt: skip


def test_comparing(monkeypatch):
    for name in ("PERL_SCORER", "COVAL", "COREFUD_SCORER", "PEERS_PYTHON"):
        monkeypatch.delenv(f"COREFSCOPE_{name}", raising=False)
    done = ran("compare.py", "--small", "--repeats", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "left out: official scorer (Perl), coval" in done.stderr
    kinds = [line[24:33].strip() for line in done.stdout.splitlines()]
    assert kinds == ["conll", "conllu", "jsonl", "parquet", "jsonl", "parquet", "jsonl"]
    assert "exit status" not in done.stdout


def test_small_work(monkeypatch):
    monkeypatch.delenv("COREFSCOPE_E2E", raising=False)
    rows = [line.split(" | ") for line in lines_of("small.py", "1") if line.startswith("|")][2:]
    assert [row[0] for row in rows][:2] == ['| `python -c "import numpy"`', "| `corefscope score` of two small files"]
    assert all(float(row[1]) > 0 for row in rows)
    assert len(rows) == 4


def test_resampling():
    lines = lines_of("resampling.py", "13", "3", "100")
    assert lines[0] == "13 documents, 3 systems, 3 pairs, 8 metrics, 100 trials"
    assert [line.split()[0] for line in lines[2:]] == [
        "reading", "pairing,", "randomizations", "the", "memory", "memory",
    ]  # fmt: skip


def test_power():
    lines = lines_of("power.py", "2", "120")
    assert [line.split()[0] for line in lines[1:]] == ["test", *["randomization"] * 6, *["bootstrap"] * 6]


def test_coverage():
    lines = lines_of("coverage.py", "1", "120")
    assert [line.split()[0] for line in lines[2::4]] == ["5", "10", "20", "50", "100"]
    assert [line.split()[1] for line in lines[2:6]] == ["percentile", "bca", "randomization", "bootstrap"]


PEER = """
class Each:
    def __init__(self, metric): self.metric = metric
    def get_f1(self): return {f1}
def muc(): pass
class CorefEvaluator:
    def __init__(self): self.evaluators = [Each(muc)]
    def update(self, predicted, gold, of_predicted, of_gold): assert of_gold[gold[0][0]] == gold[0]
"""


def test_the_training_loop_is_compared_with_a_peer(tmp_path):
    assert lines_of("training_loop.py", "--documents", "4")[0].startswith("4 documents")
    peer = tmp_path / "peer.py"
    peer.write_text(PEER.format(f1=0.123), encoding="utf-8")
    done = ran("training_loop.py", str(peer), "--documents", "4")
    assert done.returncode == 1
    assert done.stderr.startswith("muc is 0.")
    assert done.stderr.endswith("here and 0.123000 there\n")


def test_the_length_of_the_path_is_counted():
    [line] = lines_of("path_length.py")
    assert re.fullmatch(r"score of the examples: \d{2,3} functions in \d{2} modules", line)
    listed = lines_of("path_length.py", "--list", "cite", "muc")
    assert "cli/main.py" in listed
    assert not any(line.startswith("formats/conll") for line in listed)


def test_parts():
    rows = [line.split(" | ") for line in lines_of("parts.py", "3") if line.startswith("|")][2:]
    assert [row[1] for row in rows[:3]] == ["`score`", "`--window 100`", "`--window 10s`"]
    assert [row[1].split()[0] for row in rows[14:18]] == ["`compare,", "`power,", "`challenge", "`challenge"]
    assert len(rows) == 33


def test_browsing():
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))):
        pytest.skip("there is no browser")
    lines = lines_of("browsing.py", "--documents", "3", "--words", "3000", "--repeats", "1")
    names = [line.split(" | ")[0] for line in lines if line.startswith("| ")]
    assert names == [
        "| page",
        "| report of 3 documents × 4 systems",
        "| the same, errors",
        "| the same, entities",
        "| the same, text",
        "| text of 3,000 words",
        "| how",
        "| wheel, 120 turns",
        "| dragged to the middle, the end and back",
        "| jumps",
    ]
