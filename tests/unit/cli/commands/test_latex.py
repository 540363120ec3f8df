"""The LaTeX of every command compiles, without a package but booktabs and with the input encoding of pdflatex."""

import shutil
import subprocess
from pathlib import Path

import pytest

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
