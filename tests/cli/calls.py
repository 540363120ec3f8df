"""The command lines whose outcomes are recorded: every command, preset, format and setting."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from corefscope.presets import PRESETS
from corefscope.reporting.views.errors import PARTS
from fuzzing.layouts import LAYOUTS

EXAMPLES = Path(__file__).parents[2] / "examples"
KEY, A, B = (str(EXAMPLES / name) for name in ("key.conll", "response-a.conll", "response-b.jsonl"))
TALES = [str(EXAMPLES / "tales" / f"{name}.jsonl") for name in ("key", "large", "small", "nearest")]
TOPICS = [str(EXAMPLES / "topics" / name) for name in ("key.csv", "response.csv")]
BOARD = str(EXAMPLES / "leaderboard")
CHALLENGES = EXAMPLES / "challenge"
GAP = [str(CHALLENGES / name) for name in ("gap.tsv", "gap-response.jsonl")]
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
    ["--strict"], ["--fail-under", "conll=0.99"], ["--fail-under", "conll=50"],
    ["--mach", "exact"], ["--dialects"], ["--names", "x"], ["--format", "json"], ["--jobs", "-1"],
)  # fmt: skip
# What is refused, and with which near miss or remedy.
REFUSED = {
    ("score", KEY, A): (
        ["-m", "blanc(alpha=2)"], ["-m", "blanc(gamma=2)"], ["-m", "conll(alpha=1)"], ["--metrik", "muc"],
        ["--key-clusters", "gold"], ["--fail-under", "conll=101"], ["--fail-under", "conll"], ["--types", "no.csv"],
        ["--signature", "corefscope:9.0|match:exact|glue:on"], ["--signature", "corefscope:0.2.0|match"],
        ["--signature", "match:exact"], ["--signature", "corefscope:0.2.0|match:exact|match:head"],
        ["--signature", "corefscope:0.2.0|match:nearly"], ["--signature", "corefscope:0.2.0|seed:many"],
        ["--signature", "corefscope:0.2.0|plugins:mine@1.0"], ["--jobs", "0"], ["--jobs", "many"],
    ),
    ("compare", *TALES): (
        ["--baseline", "smal"], ["--names", "a,b,a"], ["--names", "a,,c"], ["--trials", "20"], ["--trials", "many"],
        ["--trials", "0"], ["--alpha", "0"], ["--alpha", "1"], ["--alpha", "5%"], ["--seed", "-1"],
        ["--test", "permutation"], ["--test", "exact"], ["--correction", "bonferroni"], ["--interval", "normal"],
        ["--field", "recal"], ["--field", "recall", "-m", "conll"], ["--columns", "f2"], ["--columns", "f1,f1"],
        ["--columns", ""], ["--plot", "forest.pdf"], ["--baselin", "x"], ["--group", "genre"],
    ),
    ("convert", KEY): (
        ["out", "--to", "jsn"], ["out", "--to", "webanno"], ["out.xyz"], ["-"], ["-", "--to", "brat"],
        ["out", "--form", "json"], ["out", "--format", "conl"], ["nowhere/out.jsonl"],
    ),
    ("errors", KEY, A): (
        ["--show", "error"], ["--kind", "dividd"], ["--language", "fr"], ["--top", "0"], ["-o", "xml"],
        ["-o", "csv", "--show", "links", "--show", "errors"], ["-m", "ari", "--show", "costs"],
        ["--show", "differences"], ["--average", "macro"], ["--by", "([A-Z]{9})"],
    ),
    ("report", KEY, A): (
        ["-o", "key.conll"], ["-o", "nowhere/x.html"], ["-m", "mucc"], ["--language", "fr"], ["--match", "near"],
        ["--names", "one,two"],
    ),
    ("stats", KEY): (["-o", "jsn"], ["--kee", "x"], ["--key", "no.conll"], ["--format", "jsn"]),
    ("check", A): (["-o", "jsn"], ["--format", "conl"], ["--agianst", "x"], ["--against", "no.conll"]),
    ("official",): (["muc", KEY, A, "bakary"], ["mucc", KEY, A]),
    ("baseline", KEY, "-"): (
        ["--kind", "headmatch", "--to", "conll"], ["--kind", "head-match", "--to", "conll"], ["--kind", "singletons"],
    ),
    ("explain-difference",): (["nowhere.json", "saved-a.json"], ["saved-a.json", KEY]),
    (): (["convert", "no.conll", "out.jsonl"], ["report", KEY, "no.conll"], ["compare", KEY], ["report", "-", "-"]),
}  # fmt: skip
# Tables that depend on the number of systems, on a baseline, or on what is chosen.
TABLES = (
    *(["errors", KEY, A, B, "-o", "csv", "--show", part] for part in PARTS),
    ["errors", KEY, A, B], ["errors", KEY, A, "--show", "breakdowns", "--by", "([a-z]+)"], ["errors", KEY, KEY],
    ["errors", KEY, A, "--show", "errors", "--kind", "divided", "--kind", "conflated", "--top", "1"],
    *(["compare", *TALES, "--baseline", "nearest.jsonl", "-m", "lea,muc", *more, "--trials", "500"]
      for more in ([], ["-o", "latex"])),
    *(["compare", *TALES, *TALES[1:], *TALES[1:], "-m", "lea", *more, "--trials", "1500"]
      for more in ([], ["--tail", "one"], ["-o", "latex"])),
    ["compare", *TALES, "-m", "lea,conll", "--columns", "precision,f1", "--trials", "500"],
    ["compare", *TALES, "--field", "recall", "--trials", "500"],
    ["compare", *TALES, "-m", "zeros,lea", "--trials", "500"],
    ["compare", *TALES, "-m", "lea", "--group", r"tale_(\d)", "--trials", "500"],
    ["compare", TALES[0], TALES[1], TALES[1], "-m", "lea", "--trials", "500"],
    ["compare", *TALES[:2], "-m", "lea", "--trials", "30"], ["compare", KEY, A, B, "-m", "conll"],
    ["stats", KEY, A], ["stats", KEY, A, "--guess-types", "none"], ["stats", A, B, "--key", KEY],
    ["check", A, B, "--against", KEY], ["score", KEY, A, "-m", "mentions", "-m", "muc"],
    ["explain-difference", "saved-a.json", "saved-a.json"], ["agreement", *TALES[:3], "--trials", "100", "-o", "html"],
)  # fmt: skip
LAB = (
    ["papers"], ["figures", "--help"], ["effect", KEY, A], ["effect", KEY, A, "-o", "json"],
    ["links", KEY, A, B], ["axioms", "--trials", "50", "-m", "muc"], ["axioms", "--trials", "20", "-o", "json"],
)  # fmt: skip

# Options that matter for few commands or files only, and engines.
OPTIONS = (
    ["score", KEY, A, "--key-format", "conll"], ["score", KEY, B, "--response-format", "json", "-m", "muc"],
    ["score", KEY, A, "--config", str(EXAMPLES / "settings.toml")], ["score", KEY, A, "--config", KEY],
    ["score", KEY, A, "--fail-if-worse", "0.5", "--against", "saved-b.json"], ["score", KEY, A, "--fail-if-worse", "1"],
    ["score", KEY, A, "--against", "saved-a.json"], ["score", KEY, A, "--sentences", "no.csv"],
    ["score", *TOPICS, "--engine", "duckdb", "--memory-limit", "1GB", "--spill", "."],
    *(["score", *TOPICS, "--engine", "duckdb", "-m", each] for each in ("conll", "blanc", "ceafe", "lea", "h")),
    ["score", *TOPICS, "--engine", "duckdb", "--scope", "corpus"], ["score", *TOPICS, "--engine", "sqlite"],
    ["score", *TOPICS, "--engine", "duckdb", "--by", "type"], ["score", KEY, A, "--spark-master", "local[1]"],
    ["leaderboard", BOARD, "--trials", "200", "--test", "bootstrap", "--tail", "one", "--correction", "bh"],
    ["leaderboard", BOARD, "--trials", "200", "--rank-by", "lea", "-m", "lea,muc"],
    ["leaderboard", BOARD, "--trials", "200", "--interval", "percentile", "--alpha", "0.1", "-o", "json"],
    ["check", BOARD],
    ["agreement", *TALES[:3], "--trials", "100", "--interval", "percentile", "--alpha", "0.1", "--seed", "7"],
    ["challenge", "gap", *GAP, "--alpha", "0.1", "--interval", "percentile", "--seed", "7", "--trials", "300"],
    ["challenge", "gap", *GAP, str(CHALLENGES / "gap-other.jsonl"), "--correction", "bh", "--trials", "300"],
    ["challenge", "gap", *GAP, "--per-question"], ["challenge", "gap", *GAP, "--missing", "wrong"],
    ["challenge", "gap", GAP[0], "--make-texts", "texts.jsonl"], ["challenge", "wino", *GAP],
    ["check", TALES[1], "--clusters", "clusters"], ["check", TALES[1], "--clusters", "gold"],
    ["stats", TALES[1], "--clusters", "gold"], ["convert", TALES[1], "out.conll", "--clusters", "clusters"],
    ["baseline", TALES[0], "out.jsonl", "--kind", "string-match", "--clusters", "clusters"], ["example", "copied"],
    ["score", str(EXAMPLES / "language-model.txt"), A], ["convert", A, "-", "--to", "markdown", "--blind"],
    ["convert", A, "-", "--to", "colons", "--window", "40", "--overlap", "5", "--chat"],
    ["convert", A, "-", "--to", "strings", "--given"], ["convert", A, "-", "--to", "json", "--blind"],
    ["score", KEY, str(EXAMPLES / "language-model.txt"), "--chunks", "names", "-m", "mentions"],
    ["score", *(str(EXAMPLES / "topics" / f"{side}.csv") for side in ("key", "response")),
     "--table-columns", "item=mention,label=entity", "-m", "pairwise"],
    ["score", KEY, A, "--table-columns", "mention"],
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
        "refused": [[*command, *options] for command, several in REFUSED.items() for options in several],
        "tables": [list(call) for call in TABLES],
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
        "options": [list(call) for call in OPTIONS],
        "small": [[], ["--help"], ["--version"], ["scor"], ["cite", "muc", "lea"], ["cite", "x"]]
        + [["list", kind] for kind in ("metrics", "formats", "presets", "settings", "x")]
        + [["official", metric, KEY, A, *rest] for metric, rest in product(("all", "lea"), (["none"], ["0"]))]
        + [["official", "muc", KEY, A]]
        + [["baseline", KEY, "-", "--kind", kind, "--to", "conll"] for kind in BASELINES]
        + [["stats", KEY, A, "--key", KEY, "-o", "json"], ["stats", rich[0]], ["stats", universal[0]]]
        + [["lab", *words] for words in LAB]
        + [["challenge", *map(str, words), "-o", kind] for words, kind in product(challenges, ("table", "json"))]
        + [["explain-difference", "saved-a.json", "saved-b.json"], ["explain-difference", KEY, A]]
        + [["verify", "saved-a.json"], ["verify", "saved-a.json", "-o", "json"], ["verify", KEY]]
        + [["audit", "corefscope:score"], ["audit", "corefscope:score", "-o", "json"], ["audit", "corefscope:nothing"]]
        + [["audit", "corefscope"], ["audit", "corefscope:score", "--as", "mucc"]]
        + [["score", KEY, A, "--verify"], ["score", *rich, "--match", "head", "--verify"]],
    }  # fmt: skip


def _path(folder: Path, layout: str, side: str) -> str:
    return str(folder / layout / side / LAYOUTS[layout][0])
