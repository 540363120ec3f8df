"""The command lines whose outcomes are recorded: every command, preset, format and setting."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from corefscope.presets import PRESETS
from fuzzing.layouts import LAYOUTS

EXAMPLES = Path(__file__).parents[2] / "examples"
KEY, A, B = (str(EXAMPLES / name) for name in ("key.conll", "response-a.conll", "response-b.jsonl"))
TALES = [str(EXAMPLES / "tales" / f"{name}.jsonl") for name in ("key", "large", "small", "nearest")]
TOPICS = [str(EXAMPLES / "topics" / name) for name in ("key.csv", "response.csv")]
BOARD = str(EXAMPLES / "leaderboard")
CHALLENGES = EXAMPLES / "challenge"
BASELINES = ("singletons", "string-match", "one-entity")
LANGUAGES = ("auto", "none", "zh")
SIDES = ("key", "response")
WRITERS = ("conll", "corefud", "ua", "json", "brat", "xmi", "label-studio", "table", "x")

# Every setting with every value, on texts in which it matters.
SETTINGS = {
    "match": ("exact", "head", "partial", "min"),
    "singletons": ("keep", "drop", "e2e", "stanza"),
    "repeated": ("first", "last", "merge", "error", "official", "coval", "corefud", "stanza"),
    "average": ("micro", "macro", "means"),
    "zeros": ("linear", "dependent", "drop"),
    "mentions": ("all", "shared"),
    "boundary": ("key", "either"),
    "split": ("drop", "keep"),
    "layer": ("identity", "deixis"),
    "window": ("5", "2s", "x"),
    "drop": ("none", "nested", "vp", "nested+vp"),
    "scope": ("document", "corpus", "genre", "[a-z]+"),
    "align": ("none", "characters"),
    "guess-types": ("auto", "none", "en", "zh"),
    "names-strip": ("[0-9]", "("),
    "pair-by": ("([0-9])", "x"),
    "key-clusters": ("clusters",),
    "response-clusters": ("predicted",),
    "format": ("conll", "conl"),
}
METRICS = (
    "mentions", "muc", "b3", "b3(twinless=discard)", "b3(twinless=zero)", "b3(twinless=rahman-ng)",
    "b3(twinless=cai-strube)", "ceafm", "ceafe", "blanc",
    "blanc(alpha=0.2)", "lea", "conll", "conll(beta=2)", "lmuc", "lb3", "lceafm", "lceafe", "pairwise", "rand", "ari",
    "h", "ace", "entities", "nec", "mor", "zeros", "split", "bridging", "nonreferring", "mucc", "b3(gamma=1)",
)  # fmt: skip
OUTPUTS = ("json", "csv", "latex", "markdown", "html", "jason")
COMPARE = (
    [], *(["-o", kind] for kind in OUTPUTS), ["--test", "bootstrap"], ["--tail", "one"], ["--correction", "bh"],
    ["--interval", "percentile"], ["--field", "recall", "-m", "b3"], ["--baseline", "small.jsonl"],
    ["--names", "a,b,c"], ["--names", "a"], ["--alpha", "2"], ["--seed", "7"], ["-m", "lea", "--columns", "f1"],
)  # fmt: skip
SCORE = (
    [], *(["-o", kind] for kind in OUTPUTS), ["--per-document"], ["--per-document", "-o", "json"],
    ["--by", "document"], ["--by", "type"], ["--by", "harbour"], ["--by", "bins:entity-size=1,2,5", "-m", "b3"],
    ["--by", "phenomenon"], ["--strict"], ["--fail-under", "conll=0.99"], ["--fail-under", "conll=50"],
    ["--mach", "exact"], ["--dialects"], ["--names", "x"], ["--format", "json"], ["--jobs", "-1"],
)  # fmt: skip
LAB = (
    ["papers"], ["figures", "--help"], ["effect", KEY, A], ["effect", KEY, A, "-o", "json"],
    ["links", KEY, A, B], ["axioms", "--trials", "50", "-m", "muc"], ["axioms", "--trials", "20", "-o", "json"],
)  # fmt: skip


def calls(folder: Path) -> dict[str, list[list[str]]]:
    """Every command line as a list of words, in groups that are recorded together."""
    rich, tree = ([str(folder / kind / f"{side}.{kind}") for side in SIDES] for kind in ("conllu", "conll"))
    anaphora = [_path(folder, "json-anaphora", side) for side in SIDES]
    universal = [_path(folder, "ua", side) for side in SIDES]
    odd = sorted(map(str, (folder / "odd").iterdir()))
    challenges = [
        ["gap", CHALLENGES / "gap.tsv", CHALLENGES / "gap-response.jsonl"],
        ["winobias", CHALLENGES / "winobias", CHALLENGES / "winobias-response.jsonl"],
        ["winogender", CHALLENGES / "winogender.tsv", CHALLENGES / "winogender-response.conll"],
    ]
    return {
        "score": [["score", *options, KEY, A] for options in SCORE]
        + [["score", *options, KEY, A, B] for options in SCORE[:9]]
        + [["score", *pair, "-m", metric] for metric, pair in product(METRICS, ([KEY, A], rich, anaphora, universal))]
        + [["score", KEY, A, "-m", "lmuc", "-m", "nec", "--guess-types", language] for language in LANGUAGES]
        + [["score", *TOPICS, "--preset", "cross-document"], ["score", KEY], ["score", KEY, "missing.conll"]],
        "settings": [
            ["score", *pair, f"--{name}", value]
            for name, values in SETTINGS.items()
            for value, pair in product(values, ([KEY, A], rich, tree, universal, TALES[:2]))
        ]
        + [["score", *pair, "--preset", name] for name, pair in product([*PRESETS, "conll2102"], ([KEY, A], rich))],
        "formats": [
            call
            for layout in LAYOUTS
            for key, response, damaged in [[_path(folder, layout, side) for side in ("key", "response", "damaged")]]
            for call in (
                ["score", key, response, "-o", "json"],
                ["score", key, damaged],
                ["check", response, damaged, "--against", key, "-o", "json"],
                ["stats", response],
                ["convert", key, "out.jsonl"],
            )
        ],
        "files": [["check", path] for path in odd] + [["score", KEY, path] for path in odd],
        "convert": [
            ["convert", path, "out", "--to", kind] for kind, path in product(WRITERS, (KEY, B, rich[0], universal[0]))
        ],
        "compare": [["compare", *options, *TALES, "--trials", "200"] for options in COMPARE],
        "errors": [["errors", *options, KEY, A] for options in ([], ["-o", "json"], ["-o", "csv"], ["--show", "costs"])]
        + [["errors", KEY, A, B, "--show", "all", "--top", "3"], ["errors", *rich, "--show", "all"]]
        + [["errors", *TALES[:2], "--by", "file"], ["errors", KEY, A, "--show", "x"], ["errors", *anaphora]],
        "report": [["report", *files, "-o", "page.html"] for files in ([KEY, A, B], rich, anaphora, TALES[:3])],
        "boards": [["leaderboard", "-o", kind, BOARD, "--trials", "200"] for kind in ("table", *OUTPUTS)]
        + [["leaderboard", BOARD, "--missing", "skip", "-m", "lea"], ["leaderboard", KEY]]
        + [["agreement", "-o", kind, *TALES[:3], "--trials", "100"] for kind in ("table", "json", "csv", "latex")],
        "small": [[], ["--help"], ["--version"], ["scor"], ["cite", "muc", "lea"], ["cite", "x"]]
        + [["list", kind] for kind in ("metrics", "formats", "presets", "settings", "x")]
        + [["official", metric, KEY, A, *rest] for metric, rest in product(("all", "lea"), (["none"], ["0"]))]
        + [["official", "muc", KEY, A]]
        + [["baseline", KEY, "-", "--kind", kind, "--to", "conll"] for kind in BASELINES]
        + [["stats", KEY, A, "--key", KEY, "-o", "json"], ["stats", rich[0]], ["stats", universal[0]]]
        + [["lab", *words] for words in LAB]
        + [["challenge", *map(str, words), "-o", kind] for words, kind in product(challenges, ("table", "json"))]
        + [["explain-difference", "saved-a.json", "saved-b.json"], ["explain-difference", KEY, A]],
    }  # fmt: skip


def _path(folder: Path, layout: str, side: str) -> str:
    return str(folder / layout / side / LAYOUTS[layout][0])
