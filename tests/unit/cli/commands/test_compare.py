"""`corefscope compare`, as a user runs it."""

import csv
import io
import json
import os
import re
import subprocess
import sys

from support.command_line import ROOT

TALES = ROOT / "examples" / "tales"
GOLD = str(TALES / "key.jsonl")
FOUR = [str(TALES / f"{name}.jsonl") for name in ("string", "nearest", "small", "large")]
QUICK = ("--trials", "500")


def test_the_scores_are_those_of_score(run):
    scored = json.loads(run("score", GOLD, *FOUR, "-o", "json").out)
    compared = json.loads(run("compare", GOLD, *FOUR, "-o", "json", *QUICK).out)
    assert compared["signature"].startswith(scored["signature"] + "|field:f1|")
    for one, two in zip(scored["systems"], compared["systems"], strict=True):
        assert {name: score["f1"] for name, score in one["scores"].items()} == {
            name: score["f1"] for name, score in two["scores"].items()
        }


def test_json_and_csv_hold_the_same_numbers(run):
    content = json.loads(run("compare", GOLD, *FOUR, "-m", "lea", "-o", "json", *QUICK).out)
    rows = list(csv.DictReader(io.StringIO(run("compare", GOLD, *FOUR, "-m", "lea", "-o", "csv", *QUICK).out)))
    systems = [row for row in rows if not row["against"]]
    assert [float(row["value"]) for row in systems] == [each["scores"]["lea"]["f1"] for each in content["systems"]]
    assert [int(row["rank"]) for row in systems] == [each["scores"]["lea"]["rank"] for each in content["systems"]]
    pairs = [row for row in rows if row["against"]]
    for row, pair in zip(pairs, content["comparisons"]["lea"], strict=True):
        assert (row["system"], row["against"], row["verdict"]) == (pair["first"], pair["second"], pair["verdict"])
        for name in ("p", "corrected", "effect", "reachable"):
            assert float(row[name]) == pair[name]
        assert [float(row["low"]), float(row["high"])] == pair["interval"]


def test_the_table_that_papers_print(run):
    text = run("compare", GOLD, *FOUR, "-o", "latex", "--columns", "recall,precision,f1", *QUICK).out
    rows = [line.removesuffix(" \\\\").split(" & ") for line in text.splitlines() if line.endswith("\\\\")]
    assert {len(row) for row in rows[1:]} == {12}
    over = [
        (int(width), name) for width, name in re.findall(r"multicolumn{(\d)}{c}{(.*?)} ", f"{' & '.join(rows[0])} ")
    ]
    assert over == [(3, "MUC"), (3, "B$^3$"), (3, "CEAF$_e$"), (1, "CoNLL")]
    assert rows[0][:2] == ["", ""]
    assert rows[1] == ["", "System", *["R", "P", "F$_1$"] * 3, "F$_1$"]
    assert rows[5][1:5] == ["large", "\\textbf{72.57}", "82.47", r"77.20\rlap{$^{b}$}"]
    for column in range(2, 12):  # the best of each column is bold, and no other
        values = [float(re.sub(r"\\textbf{|}|\\rlap.*", "", row[column])) for row in rows[2:]]
        bold = [row[column].startswith("\\textbf") for row in rows[2:]]
        assert bold == [value == max(values) for value in values]
    assert "\\cmidrule(lr){3-5} \\cmidrule(lr){6-8} \\cmidrule(lr){9-11}" in text
    assert "Scored with corefscope:0.2.0, match:exact, singletons:keep" in text


def test_groups_by_a_pattern_by_a_table_and_by_an_unknown_column(run, put):
    ran = run("compare", GOLD, *FOUR[:2], "-m", "lea", "--group", r"tale_(\d)", *QUICK)
    assert "exact randomization test over 3 groups" in ran.out
    rows = "document,topic\n" + "".join(f"tale_{n:02d},{'even' if n % 2 == 0 else 'odd'}\n" for n in range(1, 25))
    assert "over 2 groups" in run("compare", GOLD, *FOUR[:2], "-m", "lea", "--group", put("topics.csv", rows)).out
    ran = run("compare", GOLD, *FOUR[:2], "--group", "genre")
    assert ran.status == 2
    assert "--group genre: not in the data, not a file, and as a pattern it matches no document" in ran.err


def test_the_same_digits_in_another_process(run):
    arguments = ["compare", GOLD, *FOUR, "-m", "conll", *QUICK]
    done = subprocess.run(
        [sys.executable, "-m", "corefscope", *arguments],
        capture_output=True,
        encoding="utf-8",
        # Another way of adding than this process has: one thread, and instructions of long ago.
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "Prescott", "PYTHONUTF8": "1"},
    )
    assert done.stdout == run(*arguments).out
