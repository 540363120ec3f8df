"""The LaTeX of every command compiles, without a package but booktabs and with the input encoding of pdflatex."""

import shutil
import subprocess
from pathlib import Path

import pytest

from support.command_line import KEY, A, B, ok

EXAMPLES = Path(__file__).parents[4] / "examples"
TALES = [str(EXAMPLES / "tales" / name) for name in ("key.jsonl", "small.jsonl", "large.jsonl")]
TOPICS = [str(EXAMPLES / "topics" / name) for name in ("key.csv", "response.csv")]
GAP = [str(EXAMPLES / "challenge" / name) for name in ("gap.tsv", "gap-response.jsonl", "gap-other.jsonl")]
CALLS = [
    ("challenge", "gap", *GAP, "--trials", "50"),
    ("score", *TALES[:2], "--by", "bins:entity-size", "--fail-under", "conll=10"),
    ("score", *TOPICS, "--preset", "cross-document"),
    ("compare", *TALES, "--trials", "200"),
    ("compare", *TALES, "--trials", "200", "--names", "*a_b 50%|<,[c]&d^2"),
    ("compare", *TALES, "--trials", "200", "--columns", "recall,precision,f1"),
    ("leaderboard", str(EXAMPLES / "leaderboard"), "--trials", "50"),
    ("errors", *TALES[:2]),
    ("stats", *TALES[:1]),
    ("agreement", *TALES[1:], "--trials", "50"),
]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX")
def test_latex_compiles(run, tmp_path):
    made = []
    for call in CALLS:
        done = run(*call, "-o", "latex")
        assert done.status == 0, (call, done.err)
        made.append(done.out)
    pages = "\n\\clearpage\n".join(made)
    page = f"\\documentclass{{article}}\\usepackage{{booktabs}}\\begin{{document}}{pages}\\end{{document}}"
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_table_says_what_it_needs_and_how_it_was_scored():
    text = ok("score", KEY, A, B, "-o", "latex")
    assert text.startswith("% \\usepackage{booktabs}\n")
    assert text.count("\\caption{Recall (R), precision (P) and F$_1$. Scored with corefscope:") == 3
    assert [f"\\label{{tab:scores-{number}}}" in text for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert (text.count("\\begin{table*}"), text.count("\\begin{table}")) == (2, 1)  # the last has two metrics
    assert "response-a & " in text


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_a_mean_alone_has_its_parts_beside_it(average):
    text, parts = (
        ok("score", KEY, A, "-o", "latex", "--average", average, *(f"-m{name}" for name in names))
        for names in (["conll"], ["muc", "b3", "ceafe", "conll"])
    )
    assert text == parts
