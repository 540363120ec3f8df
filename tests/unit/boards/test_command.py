"""The command: what it prints in each shape, how it ends, and that no text of a file becomes markup."""

import csv
import io
import json
import re

import pytest

from support.command_line import ROOT, corefscope, failed

EXAMPLE = str(ROOT / "examples" / "leaderboard")
FEW = (
    "corefscope: warning: few documents: intervals from 12 documents or groups are too narrow; 20 or more are better\n"
)


def shown(*arguments, status=0):
    done = corefscope("leaderboard", *arguments)
    assert (done.returncode, done.stderr) == (status, FEW)
    return done.stdout


def test_text():
    text = shown(EXAMPLE, "-m", "conll")
    assert "System    Rank  Average  95 % from     to   garden  kitchen\n" in text
    assert re.search(r"^greedy +2 +39\.08 .* failed +78\.17$", text, re.MULTILINE)
    assert "counts as 0 in the average" in text
    assert f"not scored:\n  garden, greedy: {EXAMPLE}/garden/greedy.jsonl:6: not valid JSON" in text
    assert text.endswith("  garden, pronouns: no submission\n")


def test_the_manifest_gives_the_same_board():
    one, two = (json.loads(shown(path, "-m", "conll", "-o", "json")) for path in (EXAMPLE, EXAMPLE + "/manifest.toml"))
    assert [(row["name"], row["rank"], row["average"]) for row in one["systems"]] == [
        (row["name"], row["rank"], row["average"]) for row in two["systems"]
    ]


def test_json_and_csv_say_the_same():
    found = json.loads(shown(EXAMPLE, "-m", "muc,conll", "-o", "json"))
    rows = list(csv.DictReader(io.StringIO(shown(EXAMPLE, "-m", "muc,conll", "-o", "csv"))))
    totals = {(row["system"], row["metric"]): float(row["f1"]) for row in rows if not row["dataset"]}
    assert totals == {(row["name"], name): value for row in found["systems"] for name, value in row["average"].items()}
    problems = {(row["dataset"], row["system"]): row["problem"] for row in rows if row["problem"]}
    assert problems == {
        (name, row["name"]): cell["problem"]
        for row in found["systems"]
        for name, cell in row["datasets"].items()
        if cell["problem"]
    }
    assert [row["rank"] for row in found["systems"]] == [1, 2, 2]
    assert found["systems"][1]["datasets"]["kitchen"]["scores"]["muc"]["recall_num"] > 0


def test_strict_ends_with_1_but_shows_the_board():
    assert "careful" in shown(EXAMPLE, "-m", "conll", "--strict", status=1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere",), "nowhere: there is no such file or folder"),
        ((EXAMPLE, "-o", "excel"), "there is no output 'excel' (outputs: table, json, csv, latex, markdown, html)"),
        ((EXAMPLE, "--missing", "null"), "there is no value for missing 'null' (valid: zero, skip)"),
        ((EXAMPLE, "--preset", "conll2013"), "there is no preset 'conll2013' (did you mean conll2012"),
        ((EXAMPLE, "--test", "t"), "there is no value for test 't'"),
    ],
)
def test_mistakes(arguments, said):
    assert said in failed("leaderboard", *arguments)


EVIL = "<img src=x onerror=alert(1)>"


def test_no_text_becomes_markup(make_board):
    folder = make_board(1, 1)
    (folder / "set0").rename(folder / EVIL.replace("/", ""))
    inner = folder / EVIL
    (inner / "system0.jsonl").rename(inner / f"{EVIL}.jsonl")
    (inner / '"><script>alert(2)<&script>.jsonl').write_text("{<b>")
    page = corefscope("leaderboard", str(folder), "-o", "html", "-m", "muc").stdout
    assert "<img" not in page
    assert "<b>" not in page
    assert page.count("<script>") == 1
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_the_page_needs_nothing_from_elsewhere():
    page = shown(EXAMPLE, "-o", "html")
    assert "default-src &#x27;none&#x27;" in page
    assert not re.search(r"(src|href)=|url\(|@import|https?://", page)
    assert page.count("<table>") == 4


def test_latex_has_data_sets_as_columns():
    text = shown(EXAMPLE, "-m", "lea", "-o", "latex", "--columns", "recall,precision,f1")
    assert "\\multicolumn{3}{c}{garden} & \\multicolumn{3}{c}{kitchen} & \\multicolumn{1}{c}{Average}" in text
    assert "careful & \\textbf{88.57} & \\textbf{93.94} & \\textbf{91.18} & 71.43 &" in text
    assert "greedy & -- & -- & -- & \\textbf{94.29}" in text
    assert "\\textbf{85.41}$^{1}$" in text
    assert "Superscripts are ranks" in text
    plain = shown(EXAMPLE, "-o", "latex")
    assert "System & garden & kitchen & Average" in plain
    assert "conll is a mean of F1 and has no recall" in failed("leaderboard", EXAMPLE, "--columns", "recall")
