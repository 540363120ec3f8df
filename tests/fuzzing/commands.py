"""Campaign: damaged files, odd names and odd option values through every command, in this process."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from corefscope.cli.main import main
from fuzzing.challenges import damaged_challenge
from fuzzing.files import damaged_pair
from fuzzing.harness import Finding
from support.inputs.damage import mutated

# What may act on a terminal or forge a line: controls but for the line end, and signs that turn the direction.
ACTING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
STEMS = ("side",) * 12 + (
    "\x1b[31mred",
    "a\nb",
    "a\tb",
    "[1]",
    "*",
    "-x",
    "é\u202e",
    "=1",
    "a b",
    os.fsdecode(b"\xff\xfe"),
)
METRICS = (
    "conll",
    "b3",
    "muc",
    "ceafe",
    "lea",
    "blanc",
    "mentions",
    "lmuc",
    "ace",
    "zeros",
    "mor",
    "rand",
    "blanc(alpha=0.2)",
)
TEXTS = (
    "", "0", "-1", "1", "0.5", "nan", "inf", "1e999", "9" * 40, "x", "é", "\x1b[31m", "a,b", ",", "conll=0.5", "conll",
    "genre", "file", "document", "type", "entity-type", "corpus", "topic", "(", "[a-z]+", r"(\w)", "*", "/", ".",
)  # fmt: skip
CHOICES = {
    "--match": ("exact", "head", "partial", "min"),
    "--singletons": ("keep", "drop"),
    "--repeated": ("first", "last", "merge", "error", "official"),
    "--average": ("micro", "macro"),
    "--zeros": ("linear", "dependent"),
    "--mentions": ("all", "shared"),
    "--window": ("3", "2s", "1000", "0"),
    "--drop": ("none", "nested", "vp", "nested+vp"),
    "--align": ("none", "characters"),
    "--scope": ("document", "corpus", "topic", r"tale(\d)", "("),
    "--preset": ("conll2012", "crac2022", "crac2024", "litbank"),
    "--format": ("conll", "json", "brat", "table", "muc", "corefud", "webanno", "markdown"),
    "--key-clusters": ("clusters", "predicted_clusters", "x"),
}
BY = (
    "bins:length",
    "bins:mentions=5,9",
    "bins:entity-size=1,2",
    "bins:distance",
    "bins:range=1,2",
    "bins:x",
    "phenomenon",
)
OUTPUTS = {
    "score": ("table", "json", "csv", "latex", "markdown"),
    "compare": ("table", "json", "csv", "latex", "markdown"),
    "leaderboard": ("table", "json", "csv", "html"),
    "agreement": ("table", "json", "csv"),
    "errors": ("table", "json", "csv"),
    "check": ("text", "json"),
    "stats": ("table", "json"),
    "challenge": ("table", "json", "csv", "latex", "markdown"),
}
RULES = {
    "--rule": ("exact", "smallest", "containment", "x"),
    "--pronoun-rule": ("same", "exact", "containment"),
    "--shared": ("yes", "no"),
    "--missing": ("wrong", "no"),
    "--interval": ("bca", "percentile"),
}
SHOWN = ("table", "text", "latex", "markdown")
SAVED = "results of another run"


@dataclass(frozen=True)
class Run:
    status: int
    output: str
    errors: str


def run(words: list[str], stdin: bytes = b"") -> Run:
    """A command with streams of its own; whatever is no answer of a command is raised."""
    kept = sys.stdin, sys.stdout, sys.stderr
    streams = [io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="") for content in (stdin, b"", b"")]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    output, errors = (stream.buffer.getvalue().decode("utf-8", "surrogateescape") for stream in streams[1:])  # type: ignore[attr-defined]
    return Run(status, output, errors)


def case(chance: Random, folder: Path) -> str:
    words, output = call(chance, folder)
    made = folder / ("made.html" if words[0] == "report" else "made.out")
    if chance.random() < 0.5:
        made.write_text(SAVED)
    before = made.read_text() if made.exists() else None
    piped = next((word for word in words if os.path.isfile(word)), None) if chance.random() < 0.03 else None
    stdin = Path(piped).read_bytes() if piped else b""
    done = run(["-" if word == piped else word for word in words], stdin)
    command = f"{words!r} ended with {done.status}: {done.errors[:300]!r}"
    if done.status not in (0, 1, 2) or "Traceback" in done.errors:
        raise Finding(command)
    if done.status == 2 and "error: " not in done.errors:
        raise Finding(f"without a reason: {command}")
    if re.search("memory ran out|MemoryError", done.errors):
        raise Finding(f"out of memory: {command}")
    if found := ACTING.search(done.errors):
        raise Finding(f"{found[0]!r} reaches the terminal: {command}")
    shown = done.output.replace("\t", " ") if words[0] == "official" else done.output  # tabs are the official scorer's
    if output in SHOWN and (found := ACTING.search(shown)):
        raise Finding(f"{found[0]!r} is shown by {words!r}: {done.output[:300]!r}")
    if output == "json" and done.status != 2:
        json.loads(done.output)
    if done.status == 2 and (made.read_text() if made.exists() else None) != before:
        raise Finding(f"failed, but wrote its output: {command}")
    return f"{words[0]} {('done', 'failed its check', 'refused')[done.status]}"


def call(chance: Random, folder: Path) -> tuple[list[str], str]:
    """A command line, and the kind of output that it asks for."""
    key, response, other = _files(chance, folder)
    command = chance.choice(list(CALLS))
    words, output = CALLS[command](chance, folder, key, response, other)
    return [command, *words], output


def _files(chance: Random, folder: Path) -> tuple[str, str, str]:
    """A key and two responses, the second a copy of the key; their names may be odd, and sometimes one is a folder."""
    key, response = damaged_pair(chance, whole=0.3)
    paths = []
    for place, side in (("key", key), ("response", response), ("other", key)):
        path = side.put(folder / place)
        stem, ending = os.path.basename(path).split(".", 1)
        odd = chance.choice(STEMS)
        for name in os.listdir(folder / place):
            if name.startswith(stem + "."):
                os.rename(folder / place / name, folder / place / name.replace(stem, odd, 1))
        whole = str(folder / place) if chance.random() < 0.05 else str(folder / place / f"{odd}.{ending}")
        paths.append(whole if chance.random() > 0.01 else whole + "x")
    return tuple(paths)  # type: ignore[return-value]


def _metrics(chance: Random) -> list[str]:
    names = chance.choices(METRICS, k=chance.choice([0, 1, 1, 2]))
    return [word for name in names for word in ("-m", name if chance.random() > 0.03 else chance.choice(TEXTS))]


def _settings(chance: Random) -> list[str]:
    words = []
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        option = chance.choice(list(CHOICES))
        value = chance.choice(CHOICES[option]) if chance.random() > 0.05 else chance.choice(TEXTS)
        words.append(f"{option}={value}")
    return words + (["--strict"] if chance.random() < 0.05 else [])


def _output(chance: Random, command: str) -> tuple[list[str], str]:
    kind = chance.choice(OUTPUTS[command])
    return ["-o", kind], kind


def _odd(chance: Random, *options: str) -> list[str]:
    """Now and then an option with a value that may be no value at all."""
    return [f"{chance.choice(options)}={chance.choice(TEXTS)}"] if options and chance.random() < 0.3 else []


def _score(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "score")
    words += ["--per-document"] if chance.random() < 0.3 else []
    words += [f"--by={chance.choice(BY)}"] if chance.random() < 0.2 else []
    words += _odd(chance, "--by", "--fail-under", "--scope", "--types", "--names", "--window")
    responses = [response, other][: chance.choice([1, 1, 2])]
    return [*words, *_metrics(chance), *_settings(chance), key, *responses], output


def _compare(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "compare")
    words += ["--trials", "50", *_odd(chance, "--by", "--alpha", "--seed", "--group", "--baseline", "--names")]
    return [*words, *_metrics(chance), *_settings(chance), key, response, other], output


def _agreement(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "agreement")
    words += ["--trials", "50", *_odd(chance, "--names", "--alpha", "--seed")]
    return [*words, *_metrics(chance), *_settings(chance), key, response], output


def _errors(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "errors")
    words += ["--show", "all"] if chance.random() < 0.5 else []
    words += _odd(chance, "--top", "--by", "--kind", "--language")
    return [*words, *_settings(chance), key, response, *([other] if chance.random() < 0.3 else [])], output


def _report(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    return ["-o", str(folder / "made.html"), *_metrics(chance), *_settings(chance), key, response], "html"


def _check(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "check")
    return [*words, response, *(["--against", key] if chance.random() < 0.7 else [])], output


def _convert(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    target = chance.choice(["-", str(folder / "made.out")])
    to = chance.choice(["conll", "corefud", "json", "table", "brat"])
    return [response, target if to != "brat" else str(folder / "made"), "--to", to], "data"


def _stats(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "stats")
    return [*words, response, *(["--key", key] if chance.random() < 0.5 else [])], output


def _baseline(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    kind = chance.choice(["singletons", "one-entity", "head-match", "string-match"])
    return [response, "-", "--kind", kind, "--to", chance.choice(["conll", "json", "table"])], "data"


def _official(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    metric = chance.choice(["muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "all", "x"])
    return [metric, key, response, *chance.choice([[], ["none"], ["(tale0); part 000"], ["é"]])], "text"


def _leaderboard(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    board = folder / "board" / "data"
    board.mkdir(parents=True)
    for path, stem in ((key, "key"), (response, "one"), (other, "two")):
        if os.path.isfile(path):
            os.link(path, board / f"{stem}.{os.path.basename(path).split('.', 1)[-1]}")
    words, output = _output(chance, "leaderboard")
    return [*words, "--trials", "50", *_settings(chance), str(board.parent)], output


def _explain(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    paths = []
    for number, words in enumerate((["score", key, other], ["score", "--singletons", "drop", key, other])):
        kind = "compare" if chance.random() < 0.1 else "score"
        saved = run(
            [kind, *words[1:], "-o", "json", "--per-document"] if kind == "score" else [kind, key, other, "-o", "json"]
        )
        text = saved.output.encode("utf-8", "surrogateescape")
        if chance.random() < 0.5:
            text = mutated(text, chance, text)
        path = folder / f"{number}.json"
        path.write_bytes(text)
        paths.append(str(path))
    return paths, "text"


def _challenge(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    words, output = _output(chance, "challenge")
    name, data, responses = damaged_challenge(chance, folder)
    for option in chance.sample(list(RULES), chance.choice([0, 0, 1, 2])):
        words.append(f"{option}={chance.choice(RULES[option])}")
    words += ["--per-question"] if chance.random() < 0.2 else []
    words += [
        "--trials",
        "40",
        *_odd(chance, "--names", "--alpha", "--seed", "-m", "--rule"),
    ]
    if chance.random() < 0.2:
        words += ["--make-texts", str(folder / chance.choice(["texts.jsonl", "texts"]))]
        responses = responses if chance.random() < 0.5 else []
    if chance.random() < 0.1:
        responses = [response]
    return [name if chance.random() > 0.02 else chance.choice(TEXTS), data, *responses, *words], (
        output if responses else "texts"
    )


def _lab(chance: Random, folder: Path, key: str, response: str, other: str) -> tuple[list[str], str]:
    return [chance.choice(["effect", "links"]), key, response], "table"


CALLS = {
    "score": _score,
    "compare": _compare,
    "agreement": _agreement,
    "errors": _errors,
    "report": _report,
    "check": _check,
    "convert": _convert,
    "stats": _stats,
    "baseline": _baseline,
    "official": _official,
    "leaderboard": _leaderboard,
    "explain-difference": _explain,
    "lab": _lab,
    "challenge": _challenge,
}
