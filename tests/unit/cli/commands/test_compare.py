"""`corefscope compare`, as a user runs it."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from support.command_line import KEY, ROOT, A, B

TALES = ROOT / "examples" / "tales"
GOLD = str(TALES / "key.jsonl")
FOUR = [str(TALES / f"{name}.jsonl") for name in ("string", "nearest", "small", "large")]
QUICK = ("--trials", "500")


def test_table_has_ranks_intervals_and_pairs(run):
    ran = run("compare", GOLD, *FOUR, "-m", "conll,lea", *QUICK)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[2] == "F1 (rank)"
    assert re.fullmatch(r"large.jsonl +75.91 \(1\) +65.49 \(1\)", lines[7])
    assert "95% BCa bootstrap intervals" in lines
    assert sum(".jsonl - " in line for line in lines) == 12
    assert lines[-1].endswith("|trials:500|seed:1|group:unit")


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


def test_latex_marks_what_the_caption_explains(run):
    text = run("compare", GOLD, *FOUR, "-m", "lea", "-o", "latex", *QUICK).out
    assert "\\textbf{65.49}$^{b}$" in text
    assert "Superscripts name the systems that a system is better than (corrected $p < 0.05$)" in text
    against = run("compare", GOLD, *FOUR, "-m", "lea", "-o", "latex", "--baseline", "string.jsonl", *QUICK).out
    assert "nearest.jsonl & 49.20$^{\\dagger}$" in against
    assert "$^{*}$ better and $^{\\dagger}$ worse than string.jsonl" in against
    many = run("compare", GOLD, *FOUR, *FOUR, FOUR[0], "-m", "lea", "-o", "latex", "--trials", "720").out
    assert "Superscripts are ranks" in many


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
    assert rows[5][1:5] == ["large.jsonl", "\\textbf{72.57}", "82.47", "77.20$^{b}$"]
    for column in range(2, 12):  # the best of each column is bold, and no other
        values = [float(re.sub(r"\\textbf{|}|\$.*", "", row[column])) for row in rows[2:]]
        bold = [row[column].startswith("\\textbf") for row in rows[2:]]
        assert bold == [value == max(values) for value in values]
    assert "\\cmidrule(lr){3-5} \\cmidrule(lr){6-8} \\cmidrule(lr){9-11}" in text
    assert "Scored with corefscope:0.2.0, match:exact, singletons:keep" in text


def test_columns_in_other_outputs(run):
    text = run("compare", GOLD, *FOUR, "-m", "lea,conll", "--columns", "precision,f1", *QUICK).out
    assert re.search(r"System +LEA P +LEA F1 +CoNLL F1\n", text)
    assert "73.24  65.49 (1)  75.91 (1)" in text
    only = run(
        "compare", GOLD, *FOUR, "-m", "lea", "--field", "recall", "--columns", "f1", "-o", "markdown", *QUICK
    ).out
    assert "| System | LEA F1 |" in only
    for wrong in ("f2", "f1,f1", "", "recall;f1"):
        done = run("compare", GOLD, *FOUR, "--columns", wrong)
        assert done.status == 2
        assert "expected f1, recall or precision" in done.err


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX")
@pytest.mark.parametrize("columns", [[], ["--columns", "recall,precision,f1"]])
def test_latex_compiles(run, tmp_path, columns):
    text = run("compare", GOLD, *FOUR, "--names", "a_b,[c]&d,*50%,x^2|<", "-o", "latex", *columns, *QUICK).out
    page = f"\\documentclass{{article}}\\usepackage{{booktabs}}\\begin{{document}}{text}\\end{{document}}"
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=tmp_path, capture_output=True
    )
    assert done.returncode == 0, done.stdout


def test_markdown_tables_are_well_formed(run):
    text = run("compare", GOLD, *FOUR[:2], "-m", "lea", "-o", "markdown", "--names", "a|b,*c*", *QUICK).out
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    assert "a\\|b" in text
    assert "\\*c\\*" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_narrow_terminal_cuts_no_number(width):
    from rich.console import Console

    import corefscope as cs
    from corefscope.reporting.render.terminal import show
    from corefscope.reporting.views.comparison import report

    found = cs.compare(GOLD, FOUR, trials=200)
    console = Console(file=io.StringIO(), width=width)
    show(report(found), console)
    text = console.file.getvalue()
    assert "…" not in text
    for table in report(found).tables:
        for row in table.rows:
            for entry in row:
                assert entry.shown.strip() in text


def test_many_pairs_are_a_matrix(run):
    text = run("compare", GOLD, *FOUR, *FOUR[:3], "-m", "lea", *QUICK).out
    assert "LEA: difference above, corrected p below" in text
    one = run("compare", GOLD, *FOUR, *FOUR[:3], "-m", "lea", "--tail", "one", "--trials", "840").out
    assert "LEA: p that the row is better" in one


def test_a_baseline_is_compared_with_all_and_marked(run):
    text = run("compare", GOLD, *FOUR, "-m", "lea,muc", "--baseline", "string.jsonl", *QUICK).out
    assert re.search(r"^nearest.jsonl +49.20- +64.24-$", text, re.MULTILINE)
    assert re.search(r"^large.jsonl +65.49\+ +77.20$", text, re.MULTILINE)
    assert "(rank)" not in text


def test_too_few_documents_are_said(run):
    ran = run("compare", KEY, A, B, "-m", "conll")
    assert ran.status == 0
    assert "? no difference could have been shown: too few documents or trials." in ran.out
    assert "warning: significance out of reach: conll: response-a.conll and response-b.jsonl" in ran.err
    assert "warning: few documents: " in ran.err


def test_groups_by_a_pattern_a_table_and_what_is_not_there(run, put):
    ran = run("compare", GOLD, *FOUR[:2], "-m", "lea", "--group", r"tale_(\d)", *QUICK)
    assert "exact randomization test over 3 groups" in ran.out
    rows = "document,topic\n" + "".join(f"tale_{n:02d},{'even' if n % 2 == 0 else 'odd'}\n" for n in range(1, 25))
    assert "over 2 groups" in run("compare", GOLD, *FOUR[:2], "-m", "lea", "--group", put("topics.csv", rows)).out
    ran = run("compare", GOLD, *FOUR[:2], "--group", "genre")
    assert ran.status == 2
    assert "--group genre: not in the data, not a file, and as a pattern it matches no document" in ran.err


@pytest.mark.parametrize("ending", ["svg", "png", "html"])
def test_plots(run, tmp_path, ending):
    forest, ranks = tmp_path / f"forest.{ending}", tmp_path / f"ranks.{ending}"
    ran = run("compare", GOLD, *FOUR, "-m", "lea,muc", *QUICK, "--plot", forest, "--rank-plot", ranks)
    assert (ran.status, ran.err) == (0, "")
    assert forest.stat().st_size > 1000
    assert ranks.stat().st_size > 1000
    if ending == "svg":
        assert "nearest.jsonl" in forest.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--baseline", "strings"], "there is no system 'strings' (did you mean string.jsonl"),
        (["--names", "a,b"], "2 names for 4"),
        (["--names", "a,b,a,c"], "two systems are called 'a'"),
        (["--trials", "100"], "100 trials are too few for 6 comparisons (20 for each, 120 in all"),
        (["--trials", "many"], "--trials many: expected a whole number"),
        (["--trials", "0"], "0 trials are none"),
        (["--alpha", "0"], "alpha must be a number between 0 and 1, not 0.0"),
        (["--alpha", "1"], "alpha must be a number between 0 and 1"),
        (["--alpha", "5%"], "--alpha 5%: expected a number"),
        (["--seed", "-1"], "the seed must not be negative"),
        (["--test", "permutation"], "there is no value for test 'permutation'"),
        (["--correction", "bonferroni"], "valid: holm, bh, none"),
        (["--field", "recal"], "did you mean recall"),
        (["--names", "a,b,,c"], "the name of system 3 is empty"),
        (["--plot", "x.svg", "--rank-plot", "x.svg"], "--plot and --rank-plot name the same file"),
        (["--field", "recall", "-m", "conll"], "conll is a mean of F1 and has no recall"),
        (["--test", "exact"], "an exact test of 24 documents"),
        (["--interval", "normal"], "valid: bca, percentile"),
        (["-o", "jason"], "did you mean json"),
        (["--plot", "forest.pdf"], "a plot is written as .svg, .png or .html"),
        (["--rank-plot", "r.svg", "--baseline", "string.jsonl"], "--rank-plot needs all pairs"),
        (["--singletons", "dorp"], "did you mean drop"),
        (["--baselin", "x"], "did you mean --baseline?"),
    ],
)
def test_wrong_calls(run, arguments, expected):
    ran = run("compare", GOLD, *FOUR, *arguments)
    assert ran.status == 2
    assert expected in ran.err
    assert ran.out == ""


def test_recall_of_the_usual_metrics_leaves_the_mean_of_f1_out(run):
    shown = run("compare", GOLD, *FOUR[:2], "--field", "recall", *QUICK).out
    assert ("LEA" in shown, "CoNLL" in shown) == (True, False)


def test_what_is_not_defined_has_no_interval(run):
    """The tales have no zeros."""
    shown = run("compare", GOLD, *FOUR[:2], "-m", "zeros,lea", *QUICK)
    assert [line.split()[1] for line in shown.out.splitlines() if line.startswith("string.jsonl  ")] == ["–", "–"]
    assert "[0.00, 0.00]" not in shown.out
    found = json.loads(run("compare", GOLD, *FOUR[:2], "-m", "zeros", "-o", "json", *QUICK).out)
    assert [system["scores"]["zeros"]["interval"] for system in found["systems"]] == [None, None]
    assert found["comparisons"]["zeros"][0]["interval"] is None


def test_trials_too_few_for_bounds_are_said(run):
    assert "few trials: 30 resamples have no bounds" in run("compare", GOLD, FOUR[0], "-m", "lea", "--trials", "30").err
    assert run("compare", GOLD, FOUR[0], "-m", "lea", "--trials", "39").err == ""


def test_wrong_files(run, put):
    assert "there is no system to compare" in run("compare", GOLD).err
    assert "there is no such file" in run("compare", GOLD, "nowhere.jsonl").err
    half = put("half.jsonl", (TALES / "small.jsonl").read_bytes()[:4000])
    ran = run("compare", GOLD, half, FOUR[0])
    assert (ran.status, half in ran.err) == (2, True)


def test_the_same_digits_in_a_process_of_its_own(run):
    arguments = ["compare", GOLD, *FOUR, "-m", "conll", *QUICK]
    done = subprocess.run(
        [sys.executable, "-m", "corefscope", *arguments],
        capture_output=True,
        encoding="utf-8",
        # Another way of adding than this process has: one thread, and instructions of long ago.
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "Prescott", "PYTHONUTF8": "1"},
    )
    assert done.stdout == run(*arguments).out


def test_equal_scores(run):
    ran = run("compare", GOLD, FOUR[0], FOUR[0], "-m", "lea", *QUICK)
    assert "No difference is significant (corrected p < 0.05)" in ran.out
    assert ran.out.count("(1)") == 2
