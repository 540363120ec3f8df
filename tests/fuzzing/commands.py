"""Campaign: damaged files, odd names and odd option values through every command, in this process."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
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
    "\x1b[31mred", "a\nb", "a\tb", "[1]", "*", "-x", "é\u202e", "=1", "a b", os.fsdecode(b"\xff\xfe"),
)  # fmt: skip
METRICS = (
    "conll", "b3", "muc", "ceafe", "lea", "blanc", "mentions", "lmuc", "ace", "zeros", "mor", "rand",
    "blanc(alpha=0.2)",
)  # fmt: skip
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
BY = ("bins:length", "bins:mentions=5,9", "bins:entity-size=1,2", "bins:distance", "bins:range=1,2", "bins:x")
RESULT = ("table", "json", "csv", "latex", "markdown")
OUTPUTS = {
    "score": RESULT, "compare": RESULT, "challenge": RESULT, "leaderboard": ("table", "json", "csv", "html"),
    "agreement": ("table", "json", "csv"), "errors": ("table", "json", "csv"), "check": ("text", "json"),
    "stats": ("table", "json"),
}  # fmt: skip
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
    draw = Draw(chance, folder, *_files(chance, folder))
    command = chance.choice(list(CALLS))
    words, output = CALLS[command](draw), TEXTS_OF.get(command, "data")
    if command in OUTPUTS:
        output = chance.choice(OUTPUTS[command])
        words += ["-o", output]
        output = "texts" if command == "challenge" and "--make-texts" in words else output
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


@dataclass(frozen=True)
class Draw:
    """What a command line is drawn from: two responses to a key, and their folder."""

    chance: Random
    folder: Path
    key: str
    response: str
    other: str

    def maybe(self, share: float, *words: str) -> list[str]:
        return list(words) if self.chance.random() < share else []

    def odd(self, *options: str) -> list[str]:
        """Now and then an option with a value that may be no value at all."""
        return self.maybe(0.3, f"{self.chance.choice(options)}={self.chance.choice(TEXTS)}")

    def settings(self, metrics: bool = True) -> list[str]:
        chance, words = self.chance, []
        for name in chance.choices(METRICS, k=chance.choice([0, 1, 1, 2])) if metrics else ():
            words += ["-m", name if chance.random() > 0.03 else chance.choice(TEXTS)]
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            option = chance.choice(list(CHOICES))
            words.append(f"{option}={chance.choice(CHOICES[option] if chance.random() > 0.05 else TEXTS)}")
        return words + self.maybe(0.05, "--strict")


def _convert(draw: Draw) -> list[str]:
    to = draw.chance.choice(["conll", "corefud", "json", "table", "brat"])
    target = draw.chance.choice(["-", str(draw.folder / "made.out")]) if to != "brat" else str(draw.folder / "made")
    return [draw.response, target, "--to", to]


def _leaderboard(draw: Draw) -> list[str]:
    board = draw.folder / "board" / "data"
    board.mkdir(parents=True)
    for path, stem in ((draw.key, "key"), (draw.response, "one"), (draw.other, "two")):
        if os.path.isfile(path):
            os.link(path, board / f"{stem}.{os.path.basename(path).split('.', 1)[-1]}")
    return ["--trials", "50", *draw.settings(metrics=False), str(board.parent)]


def _explain(draw: Draw) -> list[str]:
    paths = []
    for number, option in enumerate(("keep", "drop")):
        kind = draw.chance.choice([["compare"]] + [["score", "--per-document", "--singletons", option]] * 9)
        text = run([*kind, draw.key, draw.other, "-o", "json"]).output.encode("utf-8", "surrogateescape")
        path = draw.folder / f"{number}.json"
        path.write_bytes(mutated(text, draw.chance, text) if draw.chance.random() < 0.5 else text)
        paths.append(str(path))
    return paths


def _challenge(draw: Draw) -> list[str]:
    chance = draw.chance
    name, data, responses = damaged_challenge(chance, draw.folder)
    words = [f"{rule}={chance.choice(RULES[rule])}" for rule in chance.sample(list(RULES), chance.choice([0, 0, 1, 2]))]
    words += [*draw.maybe(0.2, "--per-question"), "--trials", "40"]
    words += draw.odd("--names", "--alpha", "--seed", "-m", "--rule")
    responses = [draw.response] if chance.random() < 0.1 else responses
    if chance.random() < 0.2:
        words += ["--make-texts", str(draw.folder / chance.choice(["texts.jsonl", "texts"]))]
        responses = responses if chance.random() < 0.5 else []
    return [name if chance.random() > 0.02 else chance.choice(TEXTS), data, *responses, *words]


# The words behind each command, but for its kind of output.
CALLS: dict[str, Callable[[Draw], list[str]]] = {
    "score": lambda draw: [
        *draw.maybe(0.3, "--per-document"), *draw.maybe(0.2, f"--by={draw.chance.choice(BY)}"), *draw.settings(),
        *draw.odd("--by", "--fail-under", "--scope", "--types", "--names", "--window"),
        draw.key, draw.response, *draw.maybe(0.3, draw.other),
    ],
    "compare": lambda draw: [
        "--trials", "50", *draw.odd("--by", "--alpha", "--seed", "--group", "--baseline", "--names"),
        *draw.settings(), draw.key, draw.response, draw.other,
    ],
    "agreement": lambda draw: [
        "--trials", "50", *draw.odd("--names", "--alpha", "--seed"), *draw.settings(), draw.key, draw.response,
    ],
    "errors": lambda draw: [
        *draw.maybe(0.5, "--show", "all"), *draw.odd("--top", "--by", "--kind", "--language"),
        *draw.settings(metrics=False), draw.key, draw.response, *draw.maybe(0.3, draw.other),
    ],
    "report": lambda draw: ["-o", str(draw.folder / "made.html"), *draw.settings(), draw.key, draw.response],
    "check": lambda draw: [draw.response, *draw.maybe(0.7, "--against", draw.key)],
    "convert": _convert,
    "stats": lambda draw: [draw.response, *draw.maybe(0.5, "--key", draw.key)],
    "baseline": lambda draw: [
        draw.response, "-", "--kind", draw.chance.choice(["singletons", "one-entity", "head-match", "string-match"]),
        "--to", draw.chance.choice(["conll", "json", "table"]),
    ],
    "official": lambda draw: [
        draw.chance.choice(["muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "all", "x"]), draw.key, draw.response,
        *draw.chance.choice([[], ["none"], ["(tale0); part 000"], ["é"]]),
    ],
    "leaderboard": _leaderboard,
    "explain-difference": _explain,
    "lab": lambda draw: [draw.chance.choice(["effect", "links"]), draw.key, draw.response],
    "challenge": _challenge,
}  # fmt: skip
TEXTS_OF = {"report": "html", "official": "text", "explain-difference": "text", "lab": "table"}
