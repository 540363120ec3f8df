"""The command lines: every command, its options, good and bad files."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from fuzzing.layouts import LAYOUTS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
KEY, A, B = (str(EXAMPLES / name) for name in ("key.conll", "response-a.conll", "response-b.jsonl"))
TALES = [str(EXAMPLES / "tales" / f"{name}.jsonl") for name in ("key", "large", "small", "nearest")]
SCORE_OPTIONS = (
    [], ["-o", "json"], ["-o", "csv"], ["-o", "latex"], ["-o", "markdown"], ["--per-document"], ["--by", "document"],
    ["--per-document", "-o", "json"], ["--singletons", "drop"], ["--repeated", "merge"], ["--repeated", "official"],
    ["--average", "macro"], ["--match", "head"], ["--match", "partial"],
    ["--match", "min"],
    ["--align", "characters"], ["--mentions", "shared"], ["--scope", "corpus"], ["--preset", "conll2012"],
    ["--preset", "crac2024"], ["--strict"], ["--fail-under", "conll=0.99"], ["-m", "conll(beta=2)"],
    ["-m", "blanc(alpha=0.2)"],
    ["-m", "lmuc", "-m", "lb3", "-m", "lceafm", "-m", "lceafe"], ["-m", "rand", "-m", "ari", "-m", "h", "-m", "mor"],
    ["-m", "mucc"], ["--mach", "exact"], ["--by", "type"], ["--by", "harbour"], ["--format", "json"], ["--beside", "x"],
)  # fmt: skip
COMPARE_OPTIONS = (
    [], ["-o", "json"], ["-o", "csv"], ["-o", "latex"], ["-o", "markdown"], ["--test", "bootstrap"], ["--tail", "one"],
    ["--correction", "bh"], ["--interval", "percentile"], ["--field", "recall", "-m", "b3"],
    ["--baseline", "small.jsonl"],
    ["--names", "a,b,c"], ["--names", "a"], ["--alpha", "2"], ["--seed", "7"],
)  # fmt: skip
LAB = (
    ["papers"], ["figures", "--help"], ["effect", KEY, A], ["effect", KEY, A, "-o", "json"], ["links", KEY, A, B],
    ["agreement"], ["chance", KEY, A, "--trials", "20"], ["published"], ["axioms", "--trials", "50", "-m", "muc"],
)  # fmt: skip


def calls(folder: Path, data: str | None) -> list[list[str]]:
    """Every command line, as lists of words."""
    found: list[list[str]] = [[], ["--help"], ["--version"], ["scor"], ["cite", "muc", "lea"], ["cite", "x"]]
    found += [["score", *options, KEY, A] for options in SCORE_OPTIONS]
    found += [["score", *options, KEY, A, B] for options in SCORE_OPTIONS[:8]]
    for layout in LAYOUTS:
        key, response, damaged = (_path(folder, layout, name) for name in ("key", "response", "damaged"))
        found += [["score", key, response], ["score", key, damaged], ["check", response, damaged, "--against", key]]
        found += [["stats", response], ["score", "-o", "json", "--per-document", key, response]]
        found += [["convert", key, "out.jsonl"], ["errors", "--show", "all", key, response]]
    found += [["check", str(path)] for path in sorted((folder / "odd").iterdir())]
    found += [["score", KEY, str(path)] for path in sorted((folder / "odd").iterdir())]
    found += [["compare", *options, *TALES, "--trials", "200"] for options in COMPARE_OPTIONS]
    found += [["agreement", "-o", kind, *TALES[:3], "--trials", "100"] for kind in ("table", "json", "csv")]
    found += [["errors", "-o", kind, KEY, A, B] for kind in ("table", "json", "csv")]
    found += [["leaderboard", "-o", kind, str(EXAMPLES / "leaderboard")] for kind in ("table", "json", "csv", "html")]
    found += [["official", metric, KEY, A, *rest] for metric, rest in product(("all", "lea"), ([], ["none"]))]
    found += [["baseline", KEY, "-", "--kind", kind, "--to", "conll"] for kind in ("singletons", "string-match")]
    found += [["convert", KEY, "out", "--to", kind] for kind in ("conll", "corefud", "brat", "table")]
    found += [["report", KEY, A, B, "-o", "page.html"], ["stats", KEY, A, "--key", KEY, "-o", "json"]]
    found += [["lab", *words] for words in LAB]
    return found + (_on_data(Path(data)) if data else [])


def _path(folder: Path, layout: str, name: str) -> str:
    return str(folder / layout / name / LAYOUTS[layout][0])


def _on_data(data: Path) -> list[list[str]]:
    """Real texts, where they are."""
    key, response = (str(data / "gum_system" / f"{name}.conll") for name in ("key", "response"))
    found = [["score", *options, key, response] for options in SCORE_OPTIONS[:26]]
    found += [
        ["errors", key, response],
        ["official", "all", key, response],
        ["report", key, response, "-o", "page.html"],
    ]
    folders = [data / "gum" / name for name in ("dep", "conll", "tsv")]
    folders += [data / "litbank" / name for name in ("conll", "tsv", "brat")]
    found += [["stats", str(folder)] for folder in folders]
    return found + [["score", str(folder), str(folder)] for folder in folders]
